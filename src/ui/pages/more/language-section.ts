/** The app's language: the browser's, or a chosen one. A change takes effect at the next load. */
import { html, nothing, type TemplateResult } from 'lit';
import { WatchingElement } from '../../controllers/watching-element.ts';
import { customElement, property } from 'lit/decorators.js';
import '../../elements/basics.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { isOpen } from '../../../domain/open-run.ts';
import type { AppServices } from '../../shell/services.ts';
import { startLanguage } from '../../language/locale.ts';
import { settingsStrings } from '../../strings/settings.ts';

const text = settingsStrings.language;

@customElement('fk-language-section')
class FkLanguageSection extends WatchingElement {
  @property({ attribute: false }) services: AppServices | null = null;

  static override styles = [shared, pageStyles];

  protected override render(): TemplateResult | typeof nothing {
    const app = this.services?.app.state.value;
    if (app === undefined) return nothing;
    return html`
      <h2>${text.title}</h2>
      <fk-field
        kind="select"
        .label=${text.label}
        .value=${app.language}
        .options=${Object.entries(text.choices).map(([value, label]) => ({ value, label }))}
        @fk-change=${this.choose}
      ></fk-field>
      ${app.language === startLanguage ? nothing : this.renderReload()}
    `;
  }

  private renderReload(): TemplateResult {
    const busy = isOpen(this.services?.account.value.services?.runs.current.value);
    return html`<fk-notice tone="info" .text=${busy ? text.afterRun : text.reload}>
      ${busy ? nothing : html`<fk-button slot="action" @click=${() => location.reload()}>${text.reloadButton}</fk-button>`}
    </fk-notice>`;
  }

  private readonly choose = (event: FieldChangeEvent): void => {
    const chosen = Object.keys(text.choices).find((choice) => choice === event.value);
    if (chosen !== undefined) this.services?.app.setLanguage(chosen as keyof typeof text.choices);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-language-section': FkLanguageSection;
  }
}
