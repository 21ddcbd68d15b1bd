/** Styles of the outbox page: groups of rows, file actions below, and Send at the bottom edge. */
import { css } from 'lit';
import { shortScreen } from '../../kit/tokens.ts';

export const outboxStyles = css`
  .page {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-5);
    padding: var(--space-4);
  }
  .dropping {
    outline: var(--stroke-strong) dashed var(--color-accent);
    outline-offset: var(--space-2);
  }
  .drop {
    padding: var(--space-4);
    border-radius: var(--radius-m);
    background: var(--color-accent-soft);
    font-weight: var(--weight-strong);
    text-align: center;
  }
  section > ul {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-2);
  }
  /* Not those that may be on the screen at first: a row of another size than this would move what is below. */
  li:nth-child(n + 13) {
    content-visibility: auto;
    contain-intrinsic-size: auto 150px;
  }
  .files {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-2);
  }
  .send {
    position: sticky;
    bottom: 0;
    z-index: 1;
    padding-block: var(--space-3);
    border-top: var(--stroke) solid var(--color-line);
    background: var(--color-paper);
  }
  @media ${shortScreen} {
    .send {
      position: static;
    }
  }
  .pair {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-2);
  }
  .pair fk-button {
    flex: 1 1 auto;
  }
  @media (min-width: 56.25em) {
    li:nth-child(n + 13) {
      contain-intrinsic-size: auto 80px;
    }
    .send fk-button {
      max-width: 20rem;
    }
    fk-field {
      max-width: 24rem;
    }
  }
`;
