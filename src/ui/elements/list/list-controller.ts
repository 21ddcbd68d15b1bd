/**
 * One list: search, filters, order, selection, and rows that are drawn in portions, as a table or by a template. Draws
 * into its host, so cells and rows have the styles of the page. Styles: list-styles.ts.
 */
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { finderOf } from '../../../domain/find-words.ts';
import { searchIcon } from '../../kit/icons.ts';
import { number } from '../../language/counting.ts';
import { LAPTOP, MediaController } from '../../controllers/media-controller.ts';
import { elementStrings } from '../../strings/elements.ts';
import '../basics.ts';
import { renderTable, type ListColumn, type ListOrderName, type ListSelection, type TableSort } from './list-table.ts';
import type { FieldChangeEvent } from '../field/field.ts';

const text = elementStrings.list;
/** Shorter lists have neither a search nor filters. */
const TOOLS_FROM = 12;

export interface ListSearch<Row> {
  readonly label: string;
  /** What the typed words are looked for in. */
  textsOf(row: Row): readonly (string | null)[];
  /** Called with the row that is named exactly, or the only one that is left, when Enter is pressed. */
  open?(row: Row): void;
}

/** Shows the rows that it keeps; one at a time. */
export interface ListFilter<Row> {
  readonly name: string;
  readonly label: string;
  keeps(row: Row): boolean;
}

interface ListChip {
  readonly name: string;
  readonly label: string;
  readonly count: number;
}

export interface ListOrder<Row> extends ListOrderName {
  compare(one: Row, other: Row): number;
}

export interface List<Row> {
  /** Names the list, or is the caption of its table. */
  readonly label: string;
  keyOf(row: Row): string;
  readonly search?: ListSearch<Row>;
  readonly filters?: readonly ListFilter<Row>[];
  /** The first is the order that the list opens with; without any, rows stay as they come. */
  readonly orders?: readonly ListOrder<Row>[];
  readonly selection?: ListSelection<Row>;
  /** Says how many rows are shown. */
  summary?(shown: readonly Row[]): string;
  /** A table of these columns; on a narrow page each row is a card. */
  readonly columns?: readonly ListColumn<Row>[];
  /** Draws the entry of a row, in place of columns. */
  row?(row: Row, at: number): unknown;
}

export interface ListSection<Row> {
  readonly id: string;
  readonly heading: string;
  readonly hint?: string;
  readonly rows: readonly Row[];
  row(row: Row, at: number): unknown;
}

/** Where a list keeps what is typed (`find`) and chosen (`show`, `order`), for example the page's address. */
export interface ListAddress {
  get(name: string): string | null;
  set(name: string, value: string | null, how: 'replace'): void;
}

interface ListOptions {
  /** Rows that are drawn at first, and how many more at each press. */
  readonly portion?: number;
  readonly more?: number;
  /** Without it, or while there is none, the list keeps what is typed and chosen itself. */
  readonly address?: () => ListAddress | null;
}

export class ListController {
  /** Rows of each section that are drawn, if more than the first portion. */
  #drawn: ReadonlyMap<string, number> = new Map();
  readonly #own = new Map<string, string>();

  readonly #wide: MediaController;
  readonly #portion: number;
  readonly #more: number;
  readonly #address: ListOptions['address'];

  constructor(
    private readonly host: ReactiveControllerHost,
    { portion = 60, more = portion, address }: ListOptions = {},
  ) {
    this.#wide = new MediaController(host, LAPTOP);
    this.#portion = portion;
    this.#more = more;
    this.#address = address;
  }

  /** What is typed into the search. */
  get wanted(): string {
    return this.#get('find') ?? '';
  }

  find(wanted: string): void {
    this.#set('find', wanted === '' ? null : wanted);
  }

  /** Draws the first portion again, because the list is about something else. */
  restart(): void {
    this.#drawn = new Map();
  }

  /** Draws the first rows, and below them a button as long as there are more. `section`: one of several lists. */
  portions<Row>(rows: readonly Row[], draw: (portion: readonly Row[]) => unknown, section = ''): TemplateResult {
    const drawn = this.#drawn.get(section) ?? this.#portion;
    const left = rows.length - drawn;
    const onMore = (): void => {
      this.#drawn = new Map(this.#drawn).set(section, drawn + this.#more);
      this.host.requestUpdate();
    };
    return html`${draw(rows.slice(0, drawn))}
    ${left > 0 ? html`<fk-button class="more" @click=${onMore}>${text.more(Math.min(left, this.#more))}</fk-button>` : nothing}`;
  }

  /** Draws all of the list. Without rows it draws nothing: what is then to be said depends on the page. */
  render<Row>(list: List<Row>, rows: readonly Row[]): TemplateResult | typeof nothing {
    if (rows.length === 0) return nothing;
    const shown = this.shown(list, rows);
    // The filter says how many there are.
    const isAll = shown.length === rows.length && this.#chipsOf(list, rows).length > 0;
    return html`${this.tools(list, rows)}
    ${list.summary === undefined ? nothing : html`<p class=${isAll ? 'aside' : 'soft'} role="status">${list.summary(shown)}</p>`}
    ${shown.length === 0 ? this.noneFound() : this.portions(shown, (portion) => this.#renderRows(list, portion))}`;
  }

  /** Draws rows of several kinds, each below its heading, with one search for all. Sections without rows are left out. */
  renderSections<Row>(
    search: ListSearch<Row>,
    sections: readonly ListSection<Row>[],
    beside: unknown = nothing,
  ): TemplateResult {
    const all = sections.flatMap(({ rows }) => rows);
    const fits = finderOf(this.wanted);
    const shown = sections
      .map((section) => ({ ...section, rows: section.rows.filter((row) => fits(search.textsOf(row))) }))
      .filter(({ rows }) => rows.length > 0);
    return html`<div class="stack seek">${beside}${this.search(search, all)}</div>
      ${shown.length === 0 ? this.noneFound() : nothing}
      ${shown.map((section) => this.#renderSection(section))}`;
  }

  /** The rows that are searched for and kept by the filter, in their order. */
  shown<Row>({ search, filters = [], orders = [] }: List<Row>, rows: readonly Row[]): readonly Row[] {
    const filter = this.#chosenOf('show', filters);
    const order = this.#chosenOf('order', orders) ?? orders[0];
    const fits = finderOf(this.wanted);
    const shown = rows.filter(
      (row) => (filter?.keeps(row) ?? true) && (search === undefined || fits(search.textsOf(row))),
    );
    return order === undefined ? shown : shown.sort((one, other) => order.compare(one, other));
  }

  /** Search, and order and filters, which a phone unfolds; nothing of a short list. */
  tools<Row>(list: List<Row>, rows: readonly Row[]): TemplateResult | typeof nothing {
    const { search, orders = [] } = list;
    const chips = this.#chipsOf(list, rows);
    const order = this.#chosenOf('order', orders) ?? orders[0];
    const kept = chips.find(({ name }) => name === this.#get('show'))?.label ?? text.all;
    const choices = [...(orders.length > 1 ? [order?.label] : []), ...(chips.length > 0 ? [kept] : [])];
    if (search === undefined && choices.length === 0) return nothing;
    return html`<div class="list-tools row">
      ${search === undefined ? nothing : this.search(search, rows)}
      <details ?hidden=${choices.length === 0} ?open=${this.#wide.matches}>
        <summary>${choices.join(' · ')}</summary>
        <div class="stack close">
          <fk-field
            kind="select"
            name="order"
            label-hidden
            ?hidden=${orders.length < 2}
            .label=${text.order}
            .value=${order?.name ?? ''}
            .options=${orders.map(({ name, label }) => ({ value: name, label }))}
            @fk-change=${(event: FieldChangeEvent) => this.#take(event, 'order', event.value)}
          ></fk-field>
          ${chips.length > 0 ? this.chips(rows.length, chips) : nothing}
        </div>
      </details>
    </div>`;
  }

  search<Row>({ label, textsOf, open }: ListSearch<Row>, rows: readonly Row[]): TemplateResult | typeof nothing {
    if (rows.length < TOOLS_FROM && this.wanted === '') return nothing;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || this.wanted === '' || open === undefined) return;
      const fits = finderOf(this.wanted);
      const matching = rows.filter((row) => fits(textsOf(row)));
      const exact = matching.find((row) => textsOf(row).includes(this.wanted.trim()));
      const meant = exact ?? (matching.length === 1 ? matching[0] : undefined);
      if (meant !== undefined) open(meant);
    };
    return html`<fk-field
      kind="search"
      name="wanted"
      label-hidden
      .label=${label}
      .placeholder=${label}
      .value=${this.wanted}
      @fk-input=${(event: FieldChangeEvent) => this.#take(event, 'find', event.value)}
      @keydown=${onKey}
    ></fk-field>`;
  }

  /** Says that the search and the filter leave no row, with a way back. */
  noneFound(): TemplateResult {
    const words = this.wanted === '' ? text.noneKept : text.noneFound(this.wanted);
    const onClear = (): void => {
      this.find('');
      this.#set('show', null);
    };
    return html`<fk-empty .text=${words} .icon=${searchIcon}>
      <fk-button slot="action" @click=${onClear}>${text.clear}</fk-button>
    </fk-empty>`;
  }

  #renderSection<Row>({ id, heading, hint = '', rows, row }: ListSection<Row>): TemplateResult {
    return html`<section aria-labelledby=${id}>
      <h2 id=${id}>${heading} <span class="count">${number(rows.length)}</span></h2>
      ${hint === '' ? nothing : html`<p class="soft">${hint}</p>`}
      ${this.portions(
        rows,
        (portion) => html`<ul class="stack close" role="list">
        ${portion.map((one, at) => html`<li>${row(one, at)}</li>`)}
      </ul>`,
        id,
      )}
    </section>`;
  }

  #renderRows<Row>(list: List<Row>, rows: readonly Row[]): TemplateResult {
    const { keyOf, columns, row } = list;
    if (columns !== undefined) return renderTable(list.label, columns, rows, { ...list, sort: this.#sorting(list) });
    return html`<ul class="stack close" role="list" aria-label=${list.label}>
      ${repeat(rows, keyOf, (one, at) => html`<li>${row?.(one, at)}</li>`)}
    </ul>`;
  }

  /** How the headings sort: the order in use, and how another one is chosen. */
  #sorting<Row>({ orders = [] }: List<Row>): TableSort | undefined {
    const order = this.#chosenOf('order', orders) ?? orders[0];
    return order && { orders, order, choose: (name) => this.#set('order', name) };
  }

  /** The filters that are worth a button: they keep some of the rows, but not all. */
  #chipsOf<Row>({ filters = [] }: List<Row>, rows: readonly Row[]): readonly ListChip[] {
    const chosen = this.#chosenOf('show', filters);
    if (rows.length < TOOLS_FROM && chosen === undefined) return [];
    return filters
      .map((filter) => ({ ...filter, count: rows.filter((row) => filter.keeps(row)).length }))
      .filter(({ name, count }) => name === chosen?.name || (count > 0 && count < rows.length));
  }

  /** Buttons that choose what is shown. `all`: the number of rows without a choice. */
  chips(all: number, chips: readonly ListChip[]): TemplateResult {
    const chosen = chips.find(({ name }) => name === this.#get('show'));
    const chip = (name: string | null, label: string, count: number): TemplateResult => html`<li>
      <button
        type="button"
        class="option small"
        aria-pressed=${name === (chosen?.name ?? null)}
        @click=${() => this.#set('show', name)}
      >
        ${label} <span class="count">${number(count)}</span>
      </button>
    </li>`;
    return html`<ul class="wrap" role="list" aria-label=${text.show}>
      ${chip(null, text.all, all)}${chips.map(({ name, label, count }) => chip(name, label, count))}
    </ul>`;
  }

  /** Handles a change inside the list. Other fields around the list must not take it for theirs. */
  #take(event: Event, name: string, value: string): void {
    event.stopPropagation();
    this.#set(name, value === '' ? null : value);
  }

  #chosenOf<T extends { readonly name: string }>(name: 'show' | 'order', of: readonly T[]): T | undefined {
    const chosen = this.#get(name);
    return of.find((one) => one.name === chosen);
  }

  #get(name: string): string | null {
    const address = this.#address?.() ?? null;
    return address === null ? (this.#own.get(name) ?? null) : address.get(name);
  }

  #set(name: string, value: string | null): void {
    this.restart();
    const address = this.#address?.() ?? null;
    if (address !== null) address.set(name, value, 'replace');
    else if (value === null) this.#own.delete(name);
    else this.#own.set(name, value);
    this.host.requestUpdate();
  }
}
