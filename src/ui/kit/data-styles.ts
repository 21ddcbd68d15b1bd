/** Styles for data: pairs of a name and its value, and the table beside a chart. */
import { css } from 'lit';

export const pairStyles = css`
  :host {
    container-type: inline-size;
  }
  div {
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
    gap: 0 var(--space-4);
    align-items: baseline;
    padding: var(--space-2) 0;
    border-bottom: var(--stroke) solid var(--color-line);
  }
  dt {
    color: var(--color-ink-soft);
    font-size: var(--text-s);
    overflow-wrap: anywhere;
  }
`;

/** Inside `details`, for people who cannot see the chart. */
export const dataTableStyles = css`
  summary {
    width: fit-content;
    color: var(--color-accent);
    font-size: var(--text-s);
  }
  .scroll {
    max-height: 24rem;
    border: var(--stroke) solid var(--color-line);
    border-radius: var(--radius-m);
  }
  table {
    min-width: 100%;
    border-collapse: collapse;
    font-size: var(--text-s);
  }
  caption {
    padding: var(--space-2) var(--space-3);
    color: var(--color-ink-soft);
    text-align: start;
  }
  th,
  td {
    padding: var(--space-1) var(--space-3);
    border-top: var(--stroke) solid var(--color-line);
    text-align: end;
    white-space: nowrap;
  }
`;
