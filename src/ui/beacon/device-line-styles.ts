/** Styles of one device in a list: name and ID in one line, its state below or, on a wide screen, beside them. */
import { css } from 'lit';

export const deviceLineStyles = css`
  :host {
    display: grid;
    align-content: start;
    height: 100%;
    padding-block: var(--space-2);
    line-height: 1.5rem;
  }
  :host([table]) {
    align-content: center;
    align-items: center;
    gap: var(--space-5);
  }
  .who {
    display: flex;
    gap: var(--space-3);
    min-width: 0;
  }
  .who > :first-child {
    flex: 1;
    overflow: hidden;
    font-weight: var(--weight-strong);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;
