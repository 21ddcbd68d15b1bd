/** Styles of a list: its tools, and a table whose rows are cards where the page is narrow. Its host is the container. */
import { css } from 'lit';
import { hiddenText } from '../../kit/tokens.ts';

export const listStyles = css`
  :host {
    container-type: inline-size;
  }
  /* On a phone each has a line of its own: the longest order must not be cut. */
  .list-tools > :not([hidden]) {
    flex: 1 1 16rem;
  }
  .list-table {
    width: 100%;
    border-collapse: collapse;
    font-size: var(--text-s);
  }
  .list-table :is(th, td) {
    padding: var(--space-1) var(--space-3);
    border-top: var(--stroke) solid var(--color-line);
    text-align: start;
    vertical-align: middle;
  }
  .list-table thead th {
    border-top: 0;
    color: var(--color-ink-soft);
    font-family: var(--font-text);
    font-weight: var(--weight-strong);
    white-space: nowrap;
  }
  .list-table thead :is([aria-sort='ascending'], [aria-sort='descending']) {
    color: var(--color-ink);
  }
  .list-table tbody th {
    font-weight: var(--weight-text);
  }
  .list-table tbody .group {
    padding-block: var(--space-3) var(--space-1);
    font-weight: var(--weight-strong);
    vertical-align: bottom;
  }
  .list-table tr:has(> .group) + tr > * {
    border-top: 0;
  }
  .list-table .number {
    text-align: end;
  }
  .list-table .tick {
    width: var(--target);
    padding: 0;
  }
  .tick label {
    display: grid;
    place-items: center;
    width: var(--target);
    height: var(--target);
    cursor: pointer;
  }
  thead .link-button {
    min-height: var(--target);
    color: inherit;
  }
  /* One line a row. The headings sort. */
  @container (min-width: 48.01rem) {
    .list-tools fk-field {
      max-width: 22rem;
    }
    .list-tools summary,
    .list-tools:has(~ .list-table) [name='order'] {
      display: none;
    }
    .list-table :is(td, tbody th) {
      height: var(--row);
      padding-block: 0;
    }
    .tick label {
      height: var(--row);
    }
    .list-table td:empty::after {
      content: '–';
      font-family: var(--font-text);
    }
  }
  /* By the width of the list, because beside the rail a window of 900 px has less space than a large phone. */
  @container (max-width: 48rem) {
    .list-table,
    .list-table tbody {
      display: block;
    }
    .list-table thead {
      display: none;
    }
    /* Its name, and below it labels and values in two columns that are the same in all cards. */
    .list-table tr {
      position: relative;
      display: block;
      padding-block: var(--space-2);
      border-top: var(--stroke) solid var(--color-line);
    }
    .list-table tr:has(> .group) {
      padding-bottom: 0;
    }
    .list-table tr:has(> .group) + tr {
      border-top: 0;
    }
    .list-table tr:has(> .tick) {
      padding-inline-start: var(--target);
    }
    .list-table :is(th, td) {
      display: block;
      padding: 0;
      border: 0;
    }
    .list-table td:where([data-label]) {
      display: table-row;
    }
    .list-table .tick {
      position: absolute;
      inset: 0 auto auto 0;
    }
    .list-table tbody th {
      font-weight: var(--weight-strong);
    }
    /* A tap anywhere on the card opens what its name opens. */
    .list-table tbody .link-button {
      min-height: 0;
      /* The keyboard brings the whole card into view. */
      scroll-margin-block: var(--target);
    }
    .list-table tbody .link-button::after {
      content: '';
      position: absolute;
      inset: 0;
    }
    .list-table .number {
      text-align: start;
    }
    .list-table td:empty {
      display: none;
    }
    .list-table .nowrap {
      white-space: normal;
      overflow-wrap: anywhere;
    }
    .list-table td[data-label]::before {
      content: attr(data-label);
      display: table-cell;
      width: min(9rem, 40cqi);
      padding-inline-end: var(--space-3);
      color: var(--color-ink-soft);
      font-family: var(--font-text);
    }
  }
`;

/** On a phone, the values of a row in one line below its name. Each says what it is by its unit, or by its label. */
export const valuesInLine = css`
  @container (min-width: 48.01rem) {
    .list-table .unit {
      display: none;
    }
  }
  @container (max-width: 48rem) {
    .list-table tr {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      column-gap: var(--space-3);
    }
    .list-table tbody th {
      flex: 1 0 100%;
    }
    /* A value goes to the next line before it breaks. */
    .list-table td {
      flex: none;
      max-width: 100%;
    }
    .list-table td[data-label]:not(.labelled)::before {
      ${hiddenText};
    }
    .list-table td.labelled::before {
      display: inline;
      padding-inline-end: var(--space-1);
    }
  }
`;
