/** About the app: glossary, changelog, and the licences of its parts. */
import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { shared } from '../../kit/tokens.ts';
import { changes } from '../../strings/changes.ts';
import { reportStrings } from '../../strings/report.ts';
import { settingsStrings } from '../../strings/settings.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import '../../elements/basics.ts';
import '../../elements/key-value/key-value.ts';

const text = settingsStrings.about;
/** The build writes these files beside the app. */
const file = (name: string): string => import.meta.env.BASE_URL + name;

@customElement('fk-about-section')
class FkAboutSection extends LitElement {
  static override styles = [
    shared,
    pageStyles,
    css`
      ul {
        margin-block-end: var(--space-3);
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<h2>${text.title}</h2>
      <p>${text.text}</p>
      <details>
        <summary>${text.words}</summary>
        <fk-key-value .entries=${text.wordTexts.map(([key, value]) => ({ key, value }))}></fk-key-value>
      </details>
      <details>
        <summary>${text.changes}</summary>
        ${changes.map(
          ({ version, items }) => html`<h3 class="mono">${version}</h3>
            <ul class="points">
              ${items.map((item) => html`<li>${item}</li>`)}
            </ul>`,
        )}
      </details>
      <div class="row">
        <fk-button href="/report-check">${reportStrings.toCheck}</fk-button>
        <fk-button .href=${file('THIRD-PARTY.txt')} new-tab>${text.notices}</fk-button>
        <fk-button .href=${file('sbom.cdx.json')} new-tab>${text.parts}</fk-button>
        <fk-button .href=${file('rescue.html')} new-tab>${text.rescue}</fk-button>
      </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-about-section': FkAboutSection;
  }
}
