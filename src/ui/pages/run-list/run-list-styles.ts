/** Layout of the run list: one row for each beacon, a table on wide screens. */
import { css } from 'lit';

export const runListStyles = css`
  :host {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: var(--space-5);
    padding: var(--space-4);
  }
  ul {
    container-type: inline-size;
  }
  /* Not those that may be on the screen at first: a row of another size than this would move what is below. */
  li:nth-child(n + 13) {
    content-visibility: auto;
    contain-intrinsic-size: auto 112px;
  }
  .item {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    grid-template-areas: 'who act' 'track track' 'why why';
    align-items: center;
    gap: var(--space-2) var(--space-3);
    padding: var(--space-3) var(--space-4);
  }
  .item:has(.act) {
    cursor: pointer;
  }
  .item.first {
    --edge: calc(var(--stroke-strong) * 3);
    padding-inline-start: calc(var(--space-4) + var(--stroke) - var(--edge));
    border-color: var(--color-attention);
    border-inline-start-width: var(--edge);
  }
  .who {
    grid-area: who;
    display: grid;
  }
  .item fk-track,
  .item .name {
    grid-area: track;
    justify-self: start;
  }
  .why {
    grid-area: why;
    display: grid;
    justify-items: start;
    gap: var(--space-1);
  }
  .act {
    grid-area: act;
    justify-self: end;
  }
  /* Its arrow ends where the words of the row end. */
  .act[variant='quiet'] {
    margin-inline-end: calc(-1 * var(--space-3));
  }
  fk-close-run {
    grid-column: 1 / -1;
    justify-self: center;
    margin-bottom: calc(-1 * var(--space-2));
  }
  .first .act,
  .late .act {
    grid-area: auto;
    grid-column: 1 / -1;
    justify-self: stretch;
  }
  @media (min-width: 56.25em) {
    .item {
      grid-template-columns: minmax(8rem, 12rem) minmax(17.5rem, 1fr) minmax(6rem, auto);
      grid-template-areas: 'who track act' 'why why act';
      padding-block: var(--space-2);
    }
    .first .act,
    .late .act {
      grid-area: act;
      grid-column: auto;
      justify-self: end;
    }
    .item.first {
      grid-template-areas: 'who track act' 'why why close';
    }
    fk-close-run {
      grid-area: close;
      justify-self: end;
      margin-block: 0;
    }
    /* One line where four columns fit, but not with the sentences of an unfinished run. */
    @container (min-width: 48em) {
      .item:not(.first) {
        grid-template-columns: minmax(8rem, 12rem) 17.5rem minmax(10rem, 1fr) minmax(6rem, auto);
        grid-template-areas: 'who track why act';
      }
    }
    li:nth-child(n + 13) {
      contain-intrinsic-size: auto 60px;
    }
  }
`;
