/** A job on site: fills the page exactly, so that the button keeps its position. */
import { css } from 'lit';
import { shortScreen } from '../../kit/tokens.ts';

export const jobRunStyles = css`
  :host {
    position: absolute;
    inset: 0;
    display: flex;
    flex-direction: column;
  }
  .tabs {
    margin: var(--space-4) var(--space-4) 0;
  }
  .done {
    --end-text: var(--text-l);
  }
  .work,
  .column {
    flex: 1;
    min-height: 0;
  }
  .progress {
    display: grid;
    grid-template-columns: minmax(3rem, 2fr) auto;
    align-items: center;
    gap: var(--space-3);
    min-height: var(--row);
    padding: 0 var(--space-4);
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    font-size: var(--text-s);
    text-align: start;
    cursor: pointer;
  }
  .work {
    display: grid;
    grid-template: minmax(0, 1fr) auto / minmax(0, 1fr);
  }
  .what {
    gap: var(--space-3);
    padding: var(--space-2) var(--space-4);
    overscroll-behavior: contain;
  }
  .what > h2 {
    font-size: var(--text-xl);
  }
  .alias {
    font-size: var(--text-l);
    line-height: var(--leading-tight);
  }
  .who {
    justify-items: start;
  }
  fk-id {
    font-size: var(--text-l);
  }
  .say:empty {
    display: none;
  }
  .thumb {
    padding: 0 var(--space-4) var(--space-3);
    --button-pad: var(--space-2);
  }
  /* Its space is reserved, so that nothing moves. */
  .message {
    position: relative;
    z-index: 2;
    height: var(--target-phone);
  }
  .message > * {
    position: absolute;
    inset: auto 0 0;
  }
  /* Space for the longest reason on a phone, so that the content below keeps its position. */
  .blink p {
    min-height: 2lh;
    line-height: var(--leading-tight);
  }
  .actions {
    display: grid;
    min-height: var(--target-big);
  }
  .ways {
    min-height: var(--target);
    --button-pad: var(--space-1);
  }
  .ways > * {
    flex: 1 1 0;
  }
  @media (max-width: 29.99em), ${shortScreen} {
    .ways {
      --button-text: var(--text-s);
    }
  }
  .parked li {
    padding-block-end: var(--space-3);
    border-bottom: var(--stroke) solid var(--color-line);
  }
  .parked .row {
    align-items: end;
  }
  .hint {
    display: block;
    font-size: var(--text-xs);
    font-weight: var(--weight-text);
  }
  .seek {
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: start;
  }
  .seek fk-field {
    max-width: none;
  }
  /* Present before it has text, without taking space. */
  .found:empty {
    position: absolute;
  }
  @media (max-width: 18.99em) {
    .progress {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  /* A small phone, or one held sideways. */
  @media (max-height: 700px) {
    .progress {
      min-height: 44px;
    }
    .what {
      gap: var(--space-2);
    }
    .what > h2 {
      font-size: var(--text-l);
    }
    .who {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      justify-content: space-between;
    }
    .who fk-id,
    .say {
      font-size: var(--text-s);
    }
    .what {
      gap: var(--space-1) 0;
      padding-block: 0 var(--space-1);
    }
    .say fk-notice {
      padding: var(--space-2) var(--space-3);
    }
    .message {
      height: 32px;
    }
    .thumb {
      padding-block-end: var(--space-2);
    }
  }
  @media (min-width: 56.25em), ${shortScreen} and (min-width: 37.5em) {
    .work {
      grid-template: minmax(0, 1fr) / minmax(0, 1fr) minmax(17rem, 32%);
    }
    .thumb {
      align-content: end;
    }
  }
  @media (min-width: 68.75em) {
    .work {
      grid-template-columns: minmax(0, 1fr) 24rem;
    }
  }
  /* The buttons are in line with the heading; a message is below them. */
  @media (min-width: 56.25em) and (min-height: 421px) {
    .thumb {
      align-content: start;
      padding-block-start: var(--space-2);
    }
    .message {
      order: 1;
    }
  }
  /* A screen zoomed to 400 %: everything scrolls. */
  @media ${shortScreen} and (max-width: 37.49em) {
    :host {
      position: static;
    }
    .work {
      flex: none;
    }
    .what {
      overflow: visible;
    }
    .message {
      height: auto;
    }
    .message > * {
      position: static;
    }
  }
`;
