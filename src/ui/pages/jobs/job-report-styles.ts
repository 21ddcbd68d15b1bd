/** The acceptance report: on screen one line for each beacon, on paper a table. */
import { css } from 'lit';
import { hiddenText } from '../../kit/tokens.ts';

export const jobReportStyles = css`
  :host {
    --page-width: none;
  }
  fk-field {
    max-width: var(--measure);
  }
  .paper {
    display: none;
  }
  .result {
    font-size: var(--text-xl);
    line-height: var(--leading-tight);
  }
  .verified {
    color: var(--color-done);
  }
  .uncertain {
    color: var(--color-attention);
  }
  .refused {
    color: var(--color-stop);
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
  /* The photos of a beacon stand in the column of its room. */
  figure {
    margin-block-start: var(--space-1);
  }
  img {
    max-width: 100%;
    max-height: 5cm;
  }
  .time {
    display: inline-block;
    margin-inline-end: var(--space-2);
  }
  th:nth-child(3),
  th:nth-child(4) {
    width: 24%;
  }
  @media screen {
    tr {
      display: grid;
      grid-template-columns: minmax(0, 1fr) fit-content(50%);
      column-gap: var(--space-3);
      align-items: center;
      border-bottom: var(--stroke) solid var(--color-line);
    }
    th,
    td {
      border: 0;
    }
    td {
      grid-column: 1 / -1;
    }
    tr > :first-child {
      grid-area: 1 / 1;
      padding-inline: 0;
    }
    td:first-child {
      padding-block: 0;
    }
    td:nth-child(6) {
      grid-area: 1 / -2;
      overflow-wrap: normal;
    }
    /* The names begin below each other. */
    summary .mono {
      display: inline-block;
      min-width: 9ch;
    }
    tr:not(:has([open])) :is(td[data-name], td:nth-child(6) bdi) {
      display: none;
    }
    td[data-name]::before {
      content: attr(data-name) ': ' / '';
      color: var(--color-ink-soft);
    }
    td ul {
      padding: 0;
    }
  }
  @media screen and (max-width: 68.74em) {
    thead {
      ${hiddenText};
    }
  }
  /* The room has a column of its own. */
  @media screen and (min-width: 68.75em) {
    .card,
    table {
      max-width: 64rem;
    }
    tr {
      grid-template-columns: repeat(3, minmax(0, 1fr));
    }
    th {
      grid-row: 1;
      color: var(--color-ink-soft);
      font-weight: var(--weight-text);
    }
    th:not(:first-child, :nth-child(2), :nth-child(6)) {
      ${hiddenText};
    }
    tbody tr td[data-name]:nth-child(2) {
      display: block;
      grid-area: 1 / 2;
    }
    td:nth-child(2)::before,
    tr:not(:has([open])) figure {
      display: none;
    }
  }
  @media print {
    .screen {
      display: none;
    }
    .column,
    .card {
      padding: 0;
    }
    .card {
      border: 0;
    }
    :is(p, h2, span).paper {
      display: block;
    }
    h2 {
      font-size: var(--text-l);
    }
    td,
    th {
      padding: var(--space-1) var(--space-2) var(--space-1) 0;
    }
    /* Space to write above each line. */
    .signatures {
      display: grid;
      grid-template-columns: repeat(3, minmax(0, 1fr));
      gap: var(--space-5);
      margin-block-start: var(--space-7);
      break-inside: avoid;
    }
    .signatures span {
      padding-block-start: var(--space-1);
      border-block-start: var(--stroke) solid var(--color-ink);
      font-size: var(--text-xs);
    }
    table {
      font-size: var(--text-xs);
    }
    thead {
      display: table-header-group;
    }
  }
`;
