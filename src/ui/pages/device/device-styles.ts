/** Styles of the device page: one column on a phone with the action at the bottom, two columns on wide screens. */
import { css } from 'lit';

/** A list with a line below each entry. */
export const lineStyles = css`
  .lines li {
    border-bottom: var(--stroke) solid var(--color-line);
  }
  .lines.spaced li {
    padding-block: var(--space-2);
  }
`;

export const deviceStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-height: 100%;
    container-type: inline-size;
  }
  header {
    padding: var(--space-4) var(--space-4) 0;
  }
  .title {
    align-items: start;
    gap: var(--space-3);
  }
  .title h2 {
    flex: 1 1 6em;
    min-width: 0;
    min-height: var(--target);
    align-content: center;
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
    font-style: italic;
    font-weight: var(--weight-text);
  }
  .tags li {
    padding: 0 var(--space-2);
    border: var(--stroke) solid var(--color-line-strong);
    border-radius: var(--radius-s);
  }
  .notes {
    white-space: pre-line;
  }
  /* A value that has changed in the backend meanwhile. */
  .there {
    padding-inline-start: var(--space-3);
    border-inline-start: var(--stroke-strong) solid var(--color-attention);
  }
  .rest {
    padding-block: var(--space-2);
  }
  .body {
    gap: var(--space-5);
    padding: var(--space-4);
  }
  .part {
    gap: var(--space-5);
  }
  .part > section {
    gap: var(--space-2);
  }
  /* Early in tab order, and within reach of the thumb. */
  .foot {
    order: 1;
  }
  /* With a keyboard, or on a short screen, it is in its normal position. */
  @media (min-width: 56.25em), (max-height: 480px) {
    .foot {
      order: 0;
      position: static;
      max-width: none;
      padding: var(--space-3) var(--space-4) 0;
      border: 0;
      box-shadow: none;
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
