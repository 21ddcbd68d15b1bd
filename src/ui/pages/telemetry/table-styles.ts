/** Telemetry tables: rows on wide screens; the fleet becomes cards on narrow ones. */
import { css } from 'lit';
import { openStyles, tickStyles } from './control-styles.ts';

export const tableStyles = css`
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: var(--text-s);
  }
  th,
  td {
    padding: var(--space-1) var(--space-3);
    border-top: var(--stroke) solid var(--color-line);
    text-align: start;
    vertical-align: middle;
  }
  thead th {
    border-top: 0;
    color: var(--color-ink-soft);
    font-weight: var(--weight-strong);
    white-space: nowrap;
  }
  .number {
    text-align: end;
  }
`;

export const fleetStyles = [
  tableStyles,
  openStyles,
  tickStyles,
  css`
    :host {
      container-type: inline-size;
    }
    tbody th {
      font-weight: var(--weight-text);
    }
    .title {
      display: -webkit-box;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 2;
      overflow: hidden;
      font-size: var(--text-m);
    }
    .ids {
      gap: 0 var(--space-3);
    }
    .tick label {
      display: grid;
      place-items: center;
      width: var(--target);
      height: var(--target);
      cursor: pointer;
    }
    .tick {
      width: var(--target);
      padding: 0;
    }
    fk-age,
    fk-status {
      white-space: nowrap;
    }
    /* As long as "Silent for 23 h or more". */
    .heard fk-status {
      white-space: normal;
    }
    .open {
      min-height: var(--target);
      color: inherit;
    }
    thead [aria-sort='ascending'],
    thead [aria-sort='descending'] {
      color: var(--color-ink);
    }
    /* One line for each beacon; the headings sort. */
    @container (min-width: 48.01rem) {
      .order {
        display: none;
      }
      td,
      tbody th {
        height: var(--row);
        padding-block: 0;
      }
      tbody th {
        width: 34%;
        max-width: 0;
      }
      .who {
        display: flex;
        align-items: center;
        gap: var(--space-3);
      }
      .tick label {
        height: var(--row);
      }
      .title {
        flex: 0 1 auto;
        min-width: 6ch;
        -webkit-line-clamp: 1;
        font-size: inherit;
      }
      .ids {
        flex: 0 1 auto;
        flex-wrap: nowrap;
        min-width: 0;
        overflow: hidden;
        white-space: nowrap;
      }
      .ids > * {
        overflow: hidden;
        text-overflow: ellipsis;
      }
      .heard fk-status {
        white-space: nowrap;
      }
    }
    /* A window of 1100 px beside the rail: without these the names are cut, and a long state makes the page scroll sideways. */
    @container (min-width: 48.01rem) and (max-width: 62rem) {
      th,
      td {
        padding-inline: var(--space-2);
      }
      .ids,
      .moving {
        display: none;
      }
    }
    /* The name comes first where both IDs do not fit. */
    @container (min-width: 48.01rem) and (max-width: 80rem) {
      .ids > :nth-child(2) {
        display: none;
      }
    }
    /* By container width, because beside the rail a window of 900 px has less space than a large phone. */
    @container (max-width: 48rem) {
      table,
      tbody {
        display: block;
      }
      thead {
        display: none;
      }
      tr {
        display: grid;
        grid-template-columns: var(--target) minmax(0, 1fr) minmax(0, 1fr);
        align-items: start;
        padding-block: var(--space-2) var(--space-3);
        border-top: var(--stroke) solid var(--color-line);
      }
      th,
      td {
        display: block;
        padding: var(--space-1) var(--space-2) 0;
        border: 0;
      }
      .tick {
        grid-row: 1 / span 4;
        padding: 0;
      }
      tbody th,
      .heard {
        grid-column: 2 / -1;
      }
      .number {
        text-align: start;
      }
      fk-age {
        white-space: normal;
      }
      td[data-label]::before {
        content: attr(data-label) ' ';
        display: block;
        color: var(--color-ink-soft);
        font-family: var(--font-text);
        font-size: var(--text-xs);
      }
    }
    @container (max-width: 15.99em) {
      tr {
        grid-template-columns: var(--target) minmax(0, 1fr);
      }
      .tick {
        grid-row: 1;
      }
      td:not(.tick) {
        grid-column: 1 / -1;
      }
    }
  `,
];
