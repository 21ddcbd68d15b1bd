/** Links, one below the other and of one height, each with a line of what is there. Styles: `.links` in page-styles.ts. */
import { html, nothing, type TemplateResult } from 'lit';
import { forwardIcon, icon, type IconPath } from '../kit/icons.ts';

export interface LinkRow {
  readonly href: string;
  readonly icon: IconPath;
  readonly label: string;
  readonly detail?: string;
  /** False where the rail of a laptop has it. */
  readonly onLaptop?: boolean;
  readonly isUrgent?: boolean;
  /** Opens something on the page instead, so the row is a button. */
  readonly onOpen?: () => void;
}

export function linkRows(rows: readonly LinkRow[]): TemplateResult {
  return html`<ul class="links" role="list">
    ${rows.map((row) => html`<li class=${(row.onLaptop ?? true) ? '' : 'phone'}>${renderRow(row)}</li>`)}
  </ul>`;
}

function renderRow({ href, icon: path, label, detail = '', isUrgent = false, onOpen }: LinkRow): TemplateResult {
  const words = html`<span class=${isUrgent ? 'urgent' : ''}>${icon(path)}</span>
    <span><span class=${detail === '' ? '' : 'strong'}>${label}</span>${
      detail === '' ? nothing : html` <span class="soft">${detail}</span>`
    }</span>
    ${icon(forwardIcon)}`;
  return onOpen === undefined
    ? html`<a href=${href}>${words}</a>`
    : html`<button type="button" class="bare" @click=${onOpen}>${words}</button>`;
}
