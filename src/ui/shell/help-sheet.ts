/**
 * Help for the current page: its purpose in plain words, and the meaning of its terms. It is part of the app and works
 * offline.
 */
import { html, nothing, render } from 'lit';
import '../elements/basics.ts';
import { FkDialog } from '../elements/dialog/dialog.ts';
import { helpStrings as text } from '../strings/help.ts';
import { HELP_TERMS, type HelpPage } from '../words/help.ts';

/** Returns the help page of a route; null when it has none. */
export function helpPageOf(routeId: string): HelpPage | null {
  return Object.hasOwn(text.pages, routeId) ? (routeId as HelpPage) : null;
}

/** Creates the open dialog with the help of a page. `openKeys` shows the shortcuts; null where there are none. */
export function createHelp(page: HelpPage, about: string, openKeys: (() => void) | null): FkDialog {
  const terms = HELP_TERMS[page];
  const dialog = new FkDialog();
  dialog.open = true;
  dialog.heading = text.heading(about);
  render(
    html`<div class="stack far">
        <div class="stack">${text.pages[page].says.map((sentence) => html`<p>${sentence}</p>`)}</div>
        ${
          terms.length === 0
            ? nothing
            : html`<div class="stack close">
              <h3 class="soft strong">${text.terms}</h3>
              <dl class="stack">
                ${terms.map(
                  (term) => html`<div>
                    <dt class="strong">${text.termWords[term].word}</dt>
                    <dd class="small">${text.termWords[term].means}</dd>
                  </div>`,
                )}
              </dl>
            </div>`
        }
      </div>
      ${openKeys === null ? nothing : html`<fk-button slot="actions" @click=${openKeys}>${text.keys}</fk-button>`}`,
    dialog,
  );
  return dialog;
}
