/** Styles of the screen of one beacon's run: readable at arm's length, with one action within reach of the thumb. */
import { css } from 'lit';
import { shortScreen } from './tokens.ts';

/** The parts of the screen, wherever a page places them. */
export const runPartStyles = css`
  fk-id {
    font-weight: var(--weight-strong);
    line-height: var(--leading-tight);
  }
  .say {
    display: grid;
    gap: var(--space-3);
  }
  .now {
    display: grid;
    gap: var(--space-1);
    font-size: var(--text-l);
    line-height: var(--leading-tight);
  }
  .stay {
    margin-bottom: var(--space-2);
    color: var(--color-stop);
    font-size: var(--text-l);
  }
  .old {
    color: var(--color-attention);
  }
  details.card {
    padding-block: 0;
  }
  details.card[open] {
    padding-bottom: var(--space-3);
  }
`;

/** The layout of a page of its own, with the actions at its lower edge. */
export const runPageStyles = css`
  :host {
    display: grid;
    grid-template-rows: 1fr auto;
    min-height: 100%;
    gap: var(--space-4);
    padding: var(--space-4) var(--space-4) 0;
  }
  fk-id {
    font-size: var(--text-xl);
  }
  header fk-button {
    margin-inline-start: auto;
  }
  /* May be read after the ID, and wraps in the place that the others leave. */
  header .name {
    flex: 1 1 0;
    min-width: 0;
  }
  /* Below the options. */
  @media (max-width: 37.49em) {
    header .name {
      flex-basis: 100%;
      order: 1;
    }
  }
  .actions:not(:has(*)) {
    display: none;
  }
  .actions {
    padding-inline: 0;
  }
  /* A phone held sideways: the actions stay in view beside the text. */
  @media ${shortScreen} and (min-width: 37.5em) and (max-width: 56.24em) {
    :host {
      grid-template: auto / minmax(0, 1fr) minmax(17rem, 32%);
    }
    .actions {
      position: sticky;
      inset-block: 0 auto;
      align-self: start;
      padding-block: 0;
      border: 0;
    }
  }
  @media (min-width: 56.25em) {
    /* The actions are directly below the text, not at the other end of the window. */
    :host {
      grid-template-rows: auto auto;
      align-content: start;
    }
    .actions {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: var(--space-4);
      padding-block-start: 0;
      border: 0;
    }
    .actions > :first-child {
      min-width: 16rem;
    }
  }
`;
