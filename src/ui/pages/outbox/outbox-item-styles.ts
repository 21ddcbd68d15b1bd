/** Layout of one row of the outbox: a card on a phone, a line of columns on a laptop. */
import { css } from 'lit';

export const outboxItemStyles = css`
  .item {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    grid-template-areas: 'tick who open' 'tick stage stage' 'tick what what' '. need need' '. acts acts' 'more more more';
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
  .stage {
    grid-area: stage;
    gap: 0 var(--space-3);
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
  }
  ::slotted(*) {
    grid-area: need;
  }
  .toggle {
    grid-area: open;
    align-self: start;
    /* As high as a finger needs, from the edge of the card, without lying over the state below it. */
    margin: calc(var(--space-3) * -1) calc(var(--space-2) * -1) calc(var(--space-1) * -1) 0;
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
  /* The same columns in every row. */
  @media (min-width: 78em) {
    .item {
      grid-template-columns: 24px 8rem 15rem minmax(10rem, 1fr) auto auto;
      grid-template-areas: 'tick who state what acts open' 'tick who state when acts open' 'more more more more more more';
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
    .stage {
      display: contents;
    }
    .acts {
      justify-content: end;
    }
    .toggle {
      align-self: center;
      margin-block: 0;
    }
    :host(:not(:empty)) .item {
      grid-template-areas: 'tick who state need need open' 'tick who state what acts open'
        'tick who state when acts open' 'more more more more more more';
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
`;
