/** The offer of a newer version and the progress of its installation. */
import { html, nothing, type TemplateResult } from 'lit';
import { shellStrings } from '../strings/shell.ts';
import type { AppState } from './services.ts';

const text = shellStrings.update;

export function updateOffer(
  { updateWaiting, takingOver }: AppState,
  apply: () => void,
): TemplateResult | typeof nothing {
  if (!updateWaiting) return nothing;
  if (takingOver !== 'no')
    return html`<div class="offer spread">${takingOver === 'held' ? text.held : text.asked}</div>`;
  return html`<div class="offer spread">
    <span>${text.ready}</span>
    <fk-button @click=${apply}>${text.apply}</fk-button>
  </div>`;
}
