/** Common parts of long lists: a search box if there is enough to search, and rows that are rendered in portions. */
import { html, nothing, type TemplateResult } from 'lit';
import type { FieldChangeEvent } from '../elements/field/field.ts';
import '../elements/basics.ts';

/** Shorter lists need no search. */
const SEARCH_FROM = 8;

interface SearchBox {
  readonly label: string;
  readonly wanted: string;
  /** Number of rows without the search. */
  readonly total: number;
  onWanted(wanted: string): void;
  onKey?(event: KeyboardEvent): void;
}

export function searchBox({ label, wanted, total, onWanted, onKey }: SearchBox): TemplateResult | typeof nothing {
  if (total < SEARCH_FROM && wanted === '') return nothing;
  return html`<fk-field
    kind="search"
    name="wanted"
    .label=${label}
    .placeholder=${label}
    label-hidden
    .value=${wanted}
    @fk-input=${(event: FieldChangeEvent) => onWanted(event.value)}
    @keydown=${(event: KeyboardEvent) => onKey?.(event)}
  ></fk-field>`;
}

interface Portions<Row> {
  readonly rows: readonly Row[];
  /** How many rows are rendered now, and how many more at once. */
  readonly shown: number;
  readonly step: number;
  readonly wide?: boolean;
  label(count: number): string;
  onMore(): void;
  render(portion: readonly Row[]): unknown;
}

/** Renders the rows that are shown, and below them a button as long as there are more. */
export function inPortions<Row>({
  rows,
  shown,
  step,
  wide = false,
  label,
  onMore,
  render,
}: Portions<Row>): TemplateResult {
  const hidden = rows.length - shown;
  return html`${render(rows.slice(0, shown))}
  ${hidden > 0 ? html`<fk-button .wide=${wide} @click=${onMore}>${label(Math.min(hidden, step))}</fk-button>` : nothing}`;
}
