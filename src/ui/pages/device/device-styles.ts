/** Styles of the device page: one column on a phone with the action at the bottom, two columns on wide screens. */
import { css } from 'lit';

export const deviceStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-height: 100%;
    container-type: inline-size;
  }
  header,
  .part {
    display: grid;
    align-content: start;
    grid-template-columns: minmax(0, 1fr);
    min-width: 0;
  }
  header {
    gap: var(--space-2);
    padding: var(--space-4) var(--space-4) 0;
  }
  .title {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    justify-content: space-between;
    gap: var(--space-3);
  }
  .title h2 {
    flex: 1 1 6em;
    min-width: 0;
    padding-block: var(--space-2);
    font-size: var(--text-l);
    overflow-wrap: anywhere;
  }
  .title .long {
    font-size: var(--text-m);
  }
  .title fk-button {
    flex: none;
  }
  .none {
    color: var(--color-ink-soft);
    font-style: italic;
    font-weight: var(--weight-text);
  }
  .ids {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-1) var(--space-3);
    overflow-wrap: anywhere;
  }
  .tags {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-1) var(--space-2);
  }
  .tags li {
    padding: 0 var(--space-2);
    border: var(--stroke) solid var(--color-line-strong);
    border-radius: var(--radius-s);
    font-size: var(--text-s);
    overflow-wrap: anywhere;
  }
  .notes {
    white-space: pre-line;
  }
  fk-status {
    justify-self: start;
  }
  .there {
    padding-inline-start: var(--space-3);
    border-inline-start: var(--stroke-strong) solid var(--color-attention);
    overflow-wrap: anywhere;
  }
  .body {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    flex: 1;
    align-content: start;
    gap: var(--space-5);
    padding: var(--space-4);
  }
  .part {
    gap: var(--space-5);
  }
  .part section {
    gap: var(--space-2);
  }
  /* Early in tab order, and within reach of the thumb. */
  .foot {
    order: 1;
  }
  /* Three actions are too wide for a phone. */
  .foot .row {
    flex-wrap: wrap;
  }
  /* With a keyboard, or on a short screen, it is in its normal position. */
  @media (min-width: 56.25em), (max-height: 480px) {
    .foot {
      order: 0;
      position: static;
      padding: var(--space-3) var(--space-4) 0;
      border: 0;
    }
    .foot .row > * {
      flex: 0 1 14rem;
    }
  }
  @container (min-width: 38rem) {
    .body {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      gap: var(--space-6);
    }
  }
`;
