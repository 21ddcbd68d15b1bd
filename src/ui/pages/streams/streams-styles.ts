/** Styles of the streams page: types at the top on a phone, stream and explanations side by side on wide screens. */
import { css } from 'lit';

export const streamsStyles = css`
  .tabs {
    flex: none;
    padding-inline: var(--space-4);
  }
  :host {
    --page-width: 80rem;
  }
  .page {
    gap: 0;
  }
  .types {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr));
    gap: var(--space-2);
    padding: var(--space-4) var(--space-4) 0;
  }
  .option {
    position: relative;
    display: grid;
    align-content: center;
    justify-items: start;
    gap: var(--space-1);
    padding-block: var(--space-2);
  }
  .types :has(:checked) {
    outline: var(--stroke) solid var(--color-accent);
  }
  .types :has(:focus-visible) {
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
  .above {
    flex: none;
    padding-bottom: 0;
  }
  .above:empty {
    display: none;
  }
  @media (min-width: 56.25em) {
    .page {
      grid-template-columns: minmax(0, 3fr) minmax(16rem, 2fr);
    }
    .option {
      grid-auto-flow: column;
      justify-content: space-between;
    }
  }
  @media (min-width: 68.75em) {
    .page {
      flex: none;
      max-width: none;
    }
  }
`;
