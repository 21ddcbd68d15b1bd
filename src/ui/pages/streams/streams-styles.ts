/** Styles of the streams page: types at the top on a phone, stream and explanations side by side on wide screens. */
import { css } from 'lit';

export const streamsStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-height: 100%;
  }
  .page {
    flex: 1;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
  }
  .types {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr));
    gap: var(--space-2);
    min-width: 0;
    margin: 0;
    padding: var(--space-4) var(--space-4) 0;
    border: 0;
  }
  .types label {
    position: relative;
    display: grid;
    align-content: center;
    justify-items: start;
    gap: var(--space-1);
    min-height: var(--target);
    padding: var(--space-2) var(--space-3);
    border: var(--stroke) solid var(--color-line-strong);
    border-radius: var(--radius-m);
    background: var(--color-surface);
    cursor: pointer;
  }
  .types label:has(:checked) {
    border-color: var(--color-accent);
    outline: var(--stroke) solid var(--color-accent);
    background: var(--color-accent-soft);
    font-weight: var(--weight-strong);
  }
  .types label:has(:focus-visible) {
    outline: var(--focus-width) solid var(--color-accent);
    outline-offset: var(--focus-gap);
  }
  .types input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .card {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-3);
  }
  .above:empty {
    display: none;
  }
  .above {
    padding-bottom: 0;
  }
  fk-stream-form {
    flex: 1;
  }
  @media (min-width: 56.25em) {
    .page {
      grid-template-columns: minmax(0, 3fr) minmax(16rem, 2fr);
      max-width: 80rem;
    }
    .types {
      grid-column: 1 / -1;
      max-width: 40rem;
    }
    .types label {
      grid-auto-flow: column;
      justify-content: space-between;
      align-items: center;
    }
  }
  @media (min-width: 68.75em) {
    .page {
      flex: none;
      max-width: none;
    }
  }
`;
