/** Links to pages, one below the other, each with a line of what is there. Styles: `.links` in page-styles.ts. */
import { html, type TemplateResult } from 'lit';
import { forwardIcon, icon, type IconPath } from '../kit/icons.ts';

export interface LinkRow {
  readonly href: string;
  readonly icon: IconPath;
  readonly label: string;
  readonly detail: string;
  /** False where the rail of a laptop has it. */
  readonly onLaptop?: boolean;
}

export function linkRows(rows: readonly LinkRow[]): TemplateResult {
  return html`<div class="links">
    ${rows.map(
      ({ href, icon: path, label, detail, onLaptop = true }) => html`<a href=${href} class=${onLaptop ? '' : 'phone'}
        >${icon(path)}<span><b class="strong">${label}</b> <span class="soft">${detail}</span></span>${icon(forwardIcon)}</a
      >`,
    )}
  </div>`;
}
