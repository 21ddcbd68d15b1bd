/** The acceptance report on screen and on paper: a table, and on a phone a card a beacon. */
import { css } from 'lit';

export const jobReportStyles = css`
  .column {
    max-width: none;
  }
  fk-field {
    max-width: var(--measure);
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: var(--text-s);
  }
  th,
  td {
    padding: var(--space-2);
    border-bottom: var(--stroke) solid var(--color-line);
    text-align: start;
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  th {
    overflow-wrap: normal;
  }
  tr {
    break-inside: avoid;
  }
  .mono {
    font-family: var(--font-mono);
  }
  @media screen and (max-width: 899px) {
    thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    table,
    tbody {
      display: grid;
      gap: var(--space-2);
    }
    tr {
      display: grid;
      padding: var(--space-3);
      border: var(--stroke) solid var(--color-line);
      border-radius: var(--radius-m);
      background: var(--color-surface);
    }
    td {
      display: grid;
      grid-template-columns: minmax(0, 1fr) minmax(0, 2fr);
      gap: var(--space-3);
      padding: var(--space-1) 0;
      border: 0;
    }
    td::before {
      content: attr(data-name) / '';
      color: var(--color-ink-soft);
    }
  }
  @media print {
    .screen {
      display: none;
    }
    .column {
      padding: 0;
    }
    table {
      font-size: var(--text-xs);
    }
    thead {
      display: table-header-group;
    }
  }
`;
