/** Rows as a table. Where the page is narrow, list-styles.ts makes a card of each row, with labels beside its cells. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { groupedBy } from '../../../domain/record.ts';
import { elementStrings } from '../../strings/elements.ts';

const SIGNS = { none: '', ascending: ' ▲', descending: ' ▼' };

export interface ListColumn<Row> {
  readonly label: string;
  cell(row: Row): unknown;
  /** `title`: the cell is the heading of its row. The label of `number` and its cells are at the end of the column. */
  readonly kind?: 'title' | 'number';
  /** Name of the order that its heading sorts by. */
  readonly order?: string;
  readonly className?: string;
}

export interface ListSelection<Row> {
  readonly chosen: ReadonlySet<string>;
  labelOf(row: Row): string;
  /** A second tick may come before the first was drawn, so only the change is told. */
  tick(key: string, isChosen: boolean): void;
}

export interface ListOrderName {
  readonly name: string;
  readonly label: string;
  /** How the column with this order is sorted by it. */
  readonly direction: 'ascending' | 'descending';
}

export interface TableSort {
  readonly orders: readonly ListOrderName[];
  readonly order: ListOrderName;
  choose(name: string): void;
}

interface TableOptions<Row> {
  /** Without keys, rows are told apart by their place. */
  keyOf?(row: Row): string;
  readonly selection?: ListSelection<Row>;
  readonly sort?: TableSort | undefined;
  /** Rows with the same heading are one group below it. Default: no headings. */
  readonly headingOf?: ((row: Row) => string) | undefined;
}

export function renderTable<Row>(
  label: string,
  columns: readonly ListColumn<Row>[],
  rows: readonly Row[],
  { keyOf, selection, sort, headingOf = () => '' }: TableOptions<Row> = {},
): TemplateResult {
  const renderRow = (row: Row): TemplateResult => html`<tr>
    ${selection === undefined || keyOf === undefined ? nothing : renderTick(selection, keyOf(row), row)}
    ${columns.map((column) => renderCell(column, row))}
  </tr>`;
  return html`<table class="list-table">
    <caption class="aside">
      ${label}
    </caption>
    <thead>
      <tr>
        ${
          selection === undefined
            ? nothing
            : html`<th scope="col" class="tick"><span class="aside">${elementStrings.list.choose}</span></th>`
        }
        ${columns.map((column) => renderHead(column, sort))}
      </tr>
    </thead>
    ${[...groupedBy(rows, headingOf)].map(
      ([heading, those]) => html`<tbody>
        ${heading === '' ? nothing : html`<tr><th scope="rowgroup" class="group" colspan=${columns.length}>${heading}</th></tr>`}
        ${keyOf === undefined ? those.map(renderRow) : repeat(those, keyOf, renderRow)}
      </tbody>`,
    )}
  </table>`;
}

/** A heading that sorts by its column, in the most useful direction. */
function renderHead<Row>({ label, kind, order, className = '' }: ListColumn<Row>, sort?: TableSort): TemplateResult {
  const by = sort?.orders.find(({ name }) => name === order);
  const classes = `${kind ?? ''} ${className}`.trim();
  if (sort === undefined || by === undefined) return html`<th scope="col" class=${classes}>${label}</th>`;
  const direction = sort.order === by ? by.direction : 'none';
  return html`<th scope="col" class=${classes} aria-sort=${direction}>
    <button type="button" class="link-button" title=${by.label} @click=${() => sort.choose(by.name)}>
      ${label}<span aria-hidden="true">${SIGNS[direction]}</span>
    </button>
  </th>`;
}

function renderTick<Row>({ chosen, labelOf, tick }: ListSelection<Row>, key: string, row: Row): TemplateResult {
  const onChange = (event: Event): void => tick(key, (event.target as HTMLInputElement).checked);
  return html`<td class="tick">
    <label>
      <input type="checkbox" aria-label=${labelOf(row)} .checked=${live(chosen.has(key))} @change=${onChange} />
    </label>
  </td>`;
}

/** A cell without content stays empty, so that a card can leave it out. */
function renderCell<Row>({ label, kind, cell, className = '' }: ListColumn<Row>, row: Row): TemplateResult {
  return kind === 'title'
    ? html`<th scope="row" class=${className}>${cell(row)}</th>`
    : html`<td class=${`${kind ?? ''} ${className}`.trim()} data-label=${label}>${cell(row)}</td>`;
}

/** Returns the chosen keys after a tick. */
export function withTick(chosen: ReadonlySet<string>, key: string, isChosen: boolean): ReadonlySet<string> {
  return isChosen ? new Set(chosen).add(key) : new Set([...chosen].filter((one) => one !== key));
}
