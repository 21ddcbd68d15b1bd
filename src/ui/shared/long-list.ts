/** Common parts of long lists: a search box if there is enough to search, and rows that are rendered in portions. */
import { html, nothing, type TemplateResult } from 'lit';
import type { FieldChangeEvent } from '../elements/field/field.ts';
import '../elements/button/button.ts';
import '../elements/field/field.ts';

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

interface Portion {
  /** Number of rows that are not rendered yet. */
  readonly hidden: number;
  /** How many more to render at once. */
  readonly step: number;
  readonly wide?: boolean;
  label(count: number): string;
  onMore(): void;
}

export function nextPortion({ hidden, step, wide = false, label, onMore }: Portion): TemplateResult | typeof nothing {
  if (hidden <= 0) return nothing;
  return html`<fk-button .wide=${wide} @click=${onMore}>${label(Math.min(hidden, step))}</fk-button>`;
}
