/** Styles of a list: its tools, and a table whose rows are cards where the page is narrow. Its host is the container. */
import { css } from 'lit';

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
    /* Its name, and one line with what there is to say of it. */
    .list-table tr {
      position: relative;
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      column-gap: var(--space-3);
      padding-block: var(--space-1) var(--space-2);
      border-top: var(--stroke) solid var(--color-line);
    }
    .list-table tr:has(> .tick) {
      padding-inline-start: var(--target);
    }
    .list-table :is(th, td) {
      display: block;
      padding: var(--space-1) 0 0;
      border: 0;
    }
    .list-table .tick {
      position: absolute;
      inset: 0 auto auto 0;
    }
    .list-table tbody th {
      flex: 1 0 100%;
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
      content: attr(data-label) ' ';
      color: var(--color-ink-soft);
      font-family: var(--font-text);
      font-size: var(--text-xs);
    }
  }
`;
