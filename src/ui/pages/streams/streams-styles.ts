/** Styles of the streams page: one column, with the types at its top. */
import { css } from 'lit';

export const streamsStyles = css`
  .types {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr));
    gap: var(--space-2);
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
    .option {
      grid-auto-flow: column;
      justify-content: space-between;
    }
  }
`;
