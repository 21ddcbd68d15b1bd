/** Shows the diagnostics as text before they can be saved as a file. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import '../../elements/basics.ts';
import { MoreSection } from './more-section.ts';
import { exportIcon } from '../../kit/icons.ts';
import { saveFile } from '../../shared/give-file.ts';
import { settingsStrings } from '../../strings/settings.ts';

const text = settingsStrings.diagnostics;

@customElement('fk-diagnostics-section')
class FkDiagnosticsSection extends MoreSection {
  @state() private shown: string | null = null;
  @state() private failed = false;

  static override styles = [
    super.styles,
    css`
      pre {
        max-height: 24rem;
        margin: 0;
        padding: var(--space-3);
        border: var(--stroke) solid var(--color-line);
        border-radius: var(--radius-m);
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { shown } = this;
    return html`<h2>${text.title}</h2>
      <p>${text.text}</p>
      ${this.failed ? html`<fk-notice tone="attention" .text=${text.failed}></fk-notice>` : nothing}
      ${
        shown === null
          ? html`<div class="row"><fk-button @click=${() => void this.show()}>${text.show}</fk-button></div>`
          : html`<pre class="scroll small" tabindex="0" role="region" aria-label=${text.title}>${shown}</pre>
            <div class="row">
              <fk-button variant="primary" .icon=${exportIcon} @click=${() => saveFile('diagnostics', [shown])}>${text.save}</fk-button>
              <fk-button @click=${() => (this.shown = null)}>${text.close}</fk-button>
            </div>`
      }`;
  }

  private async show(): Promise<void> {
    this.failed = false;
    try {
      this.shown = await this.services.diagnostics();
    } catch {
      this.failed = true;
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-diagnostics-section': FkDiagnosticsSection;
  }
}
