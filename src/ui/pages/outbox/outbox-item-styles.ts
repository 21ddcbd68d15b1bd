/** Layout of one row of the outbox: a card on a phone, a line of columns on a laptop. */
import { css } from 'lit';

export const outboxItemStyles = css`
  .item {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    grid-template-areas: 'tick who' 'tick state' 'tick what' 'tick when' '. acts' 'more more';
    gap: var(--space-1) var(--space-3);
    padding: var(--space-3) var(--space-4);
  }
  .item.needs {
    --edge: calc(var(--stroke-strong) * 3);
    padding-inline-start: calc(var(--space-4) + var(--stroke) - var(--edge));
    border-inline-start: var(--edge) solid var(--color-attention);
  }
  .tick {
    grid-area: tick;
    display: grid;
    place-items: start center;
    padding-top: 2px;
  }
  label.tick {
    min-width: var(--target);
    min-height: var(--target);
    place-items: center;
    align-self: start;
    margin: calc(var(--space-4) * -1);
    cursor: pointer;
  }
  .who {
    grid-area: who;
    align-items: baseline;
  }
  .state {
    grid-area: state;
  }
  .what {
    grid-area: what;
  }
  .when {
    grid-area: when;
  }
  .who,
  .when {
    row-gap: 0;
  }
  .counting {
    font-variant-numeric: tabular-nums slashed-zero;
  }
  .acts {
    grid-area: acts;
    margin-top: var(--space-2);
  }
  /* Without an action, details do not need a line of their own. */
  .item.calm {
    grid-template-columns: auto minmax(0, 1fr) auto;
    grid-template-areas: 'tick who acts' 'tick state acts' 'tick what what' 'tick when when' 'more more more';
  }
  .calm .acts {
    align-self: start;
    margin: calc(var(--space-1) * -1) calc(var(--space-2) * -1) 0 0;
  }
  .toggle {
    min-height: var(--target);
    padding: var(--space-1) var(--space-2);
    border: 0;
    border-radius: var(--radius-m);
    background: none;
    color: var(--color-accent);
    font: inherit;
    font-size: var(--text-s);
    cursor: pointer;
  }
  .toggle .icon {
    width: 18px;
    height: 18px;
  }
  .toggle[aria-expanded='true'] .icon {
    rotate: 180deg;
  }
  .more {
    grid-area: more;
    border-top: var(--stroke) solid var(--color-line);
  }
  .inside {
    padding-block: var(--space-2);
  }
  @media (min-width: 68.75em) {
    .item,
    .item.calm {
      grid-template-columns: 24px minmax(6rem, 10rem) minmax(10rem, 17rem) minmax(9rem, 1fr) auto;
      grid-template-areas: 'tick who state what acts' 'tick who state when acts' 'more more more more more';
      row-gap: 0;
      align-items: center;
      padding-block: var(--space-2);
    }
    .tick,
    label.tick {
      place-items: center;
      align-self: center;
      padding: 0;
    }
    .who {
      display: grid;
    }
    .acts,
    .calm .acts {
      flex-wrap: nowrap;
      align-self: center;
      justify-content: end;
      gap: var(--space-1);
      margin: 0;
    }
    .what {
      align-self: end;
    }
    .when {
      align-self: start;
    }
    .inside {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      gap: var(--space-5);
    }
  }
  /* Beside the buttons a sentence would take five lines here, so it gets its own line. */
  @media (min-width: 68.75em) and (max-width: 89.99em) {
    .item:not(.calm):has(.what:not(:empty)) {
      grid-template-columns: 24px minmax(6rem, 10rem) minmax(10rem, 1fr) auto;
      grid-template-areas: 'tick who state acts' 'tick what what when' 'more more more more';
      row-gap: var(--space-1);
    }
    .item:not(.calm) .what:not(:empty),
    .item:not(.calm) .what:not(:empty) + .when {
      align-self: baseline;
    }
  }
`;
