/** What the app is: its words, its version and what has changed, and whose work is built in. */
import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { shared } from '../../kit/tokens.ts';
import { changes } from '../../strings/changes.ts';
import { settingsStrings } from '../../strings/settings.ts';
import { pageStyles } from '../../kit/card-styles.ts';
import '../../elements/key-value/key-value.ts';

const text = settingsStrings.about;
/** Written beside the app by the build. */
const file = (name: string): string => import.meta.env.BASE_URL + name;

@customElement('fk-about-section')
export class FkAboutSection extends LitElement {
  @property() version = '';

  static override styles = [
    shared,
    pageStyles,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-4);
      }
      summary {
        min-height: var(--target);
        align-content: center;
        font-weight: var(--weight-strong);
        cursor: pointer;
      }
      ul {
        margin: 0 0 var(--space-3);
        padding-inline-start: var(--space-4);
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
        ${changes.map(({ version, items }) => html`<h3 class="mono">${version}</h3><ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`)}
      </details>
      <fk-key-value
        .entries=${[
          { key: settingsStrings.phone.version, value: this.version, mono: true },
          { key: text.licence, value: text.licenceName },
        ]}
      ></fk-key-value>
      <div class="row">
        <a class="button" href=${file('THIRD-PARTY.txt')} target="_blank">${text.notices}</a>
        <a class="button" href=${file('sbom.cdx.json')} target="_blank">${text.parts}</a>
        <a class="button" href=${file('rescue.html')} target="_blank">${text.rescue}</a>
      </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-about-section': FkAboutSection;
  }
}
