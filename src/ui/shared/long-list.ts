/** The search box of a long list that draws its rows itself. */
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
