/**
 * Help for the current page: its purpose in plain words, and the meaning of its terms. It is part of the app and works
 * offline.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import '../elements/basics.ts';
import { shared } from '../kit/tokens.ts';
import { helpStrings as text } from '../strings/help.ts';
import { HELP_TERMS, type HelpPage } from '../words/help.ts';

/** Returns the help page of a route; null when it has none. */
export function helpPageOf(routeId: string): HelpPage | null {
  return Object.hasOwn(text.pages, routeId) ? (routeId as HelpPage) : null;
}

/** Opens when it is connected. Events: `fk-close`. Calls `openKeys` to show the shortcuts. */
@customElement('fk-help-sheet')
export class FkHelpSheet extends LitElement {
  @property() page: HelpPage = 'overview';
  /** Title of the page that the help is about. */
  @property() about = '';
  @property({ attribute: false }) openKeys: (() => void) | null = null;

  static override styles = [
    shared,
    css`
      p {
        margin: 0 0 var(--space-3);
      }
      h3 {
        margin: var(--space-4) 0 var(--space-2);
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { says } = text.pages[this.page];
    const terms = HELP_TERMS[this.page];
    return html`<fk-dialog open .heading=${text.heading(this.about)}>
      ${says.map((sentence) => html`<p>${sentence}</p>`)}
      ${
        terms.length === 0
          ? nothing
          : html`<h3 class="soft strong">${text.terms}</h3>
            <dl class="stack">
              ${terms.map(
                (term) => html`<div>
                  <dt class="strong">${text.termWords[term].word}</dt>
                  <dd class="small">${text.termWords[term].means}</dd>
                </div>`,
              )}
            </dl>`
      }
      ${this.openKeys === null ? nothing : html`<fk-button slot="actions" @click=${this.openKeys}>${text.keys}</fk-button>`}
    </fk-dialog>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-help-sheet': FkHelpSheet;
  }
}
