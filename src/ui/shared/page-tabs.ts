/** The pages of one subject as tabs: links, so that Back and the address work, with the page on screen marked. */
import { html, nothing, type TemplateResult } from 'lit';

export interface PageTab {
  readonly href: string;
  readonly label: string;
  readonly isCurrent: boolean;
}

/** `label` names the tabs for assistive technology. Styles: `.tabs` in page-styles.ts. */
export function pageTabs(label: string, tabs: readonly PageTab[]): TemplateResult {
  return html`<nav class="tabs" aria-label=${label}>
    ${tabs.map(({ href, label: words, isCurrent }) => html`<a href=${href} aria-current=${isCurrent ? 'page' : nothing}>${words}</a>`)}
  </nav>`;
}
