/** The telemetry stored on this phone: its size, its limit, and deleting it. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Telemetry } from '../../../use-cases/telemetry/telemetry.ts';
import { WatchingElement } from '../../controllers/watching-element.ts';
import { SayEvent } from '../../shared/say.ts';
import '../../elements/basics.ts';
import { moment, type Zone } from '../../language/times.ts';
import '../../elements/confirm/confirm.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { trashIcon } from '../../kit/icons.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import { size } from '../../language/counting.ts';

const text = telemetryStrings.stored;
const LIMITS_BYTES = [20_000_000, 50_000_000, 100_000_000, 250_000_000, 500_000_000];

@customElement('fk-telemetry-stored')
class FkTelemetryStored extends WatchingElement {
  @property({ attribute: false }) telemetry!: Telemetry;
  @property() zone: Zone = 'local';
  @state() private isConfirming = false;

  static override styles = [
    shared,
    pageStyles,
    css`
      summary {
        width: fit-content;
      }
      .body {
        justify-items: start;
        padding-bottom: var(--space-3);
      }
      fk-field {
        width: 100%;
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { stored, fetching } = this.telemetry.state.value;
    const limits = LIMITS_BYTES.includes(stored.limitBytes)
      ? LIMITS_BYTES
      : [...LIMITS_BYTES, stored.limitBytes].sort((a, b) => a - b);
    return html`<details>
        <summary>${text.title}</summary>
        <div class="body stack">
          <p>${text.text(stored.records, stored.bytes)}</p>
          ${stored.sweptUntilMs === null ? nothing : html`<p>${text.swept(moment(stored.sweptUntilMs, this.zone))}</p>`}
          <fk-field
            kind="select"
            name="limit"
            .label=${text.limit}
            .help=${text.limitHelp}
            .value=${String(stored.limitBytes)}
            .options=${limits.map((bytes) => ({ value: String(bytes), label: size(bytes) }))}
            @fk-change=${(event: FieldChangeEvent) => this.attempt(() => this.telemetry.setLimit(Number(event.value)))}
          ></fk-field>
          <fk-button variant="danger" .icon=${trashIcon} .disabled=${stored.records === 0 || fetching !== null}
            @click=${() => (this.isConfirming = true)}>${text.remove}</fk-button>
        </div>
      </details>
      <fk-confirm variant="danger" .open=${this.isConfirming} .heading=${text.removeTitle} .action=${text.removeGo}
        @fk-confirm=${this.deleteAll} @fk-close=${() => (this.isConfirming = false)}>
        <p>${text.removeText(stored.records)}</p>
      </fk-confirm>`;
  }

  private readonly deleteAll = (): void => {
    void this.attempt(async () => {
      await this.telemetry.clear();
      this.dispatchEvent(new SayEvent(text.removed));
    });
  };

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch {
      this.dispatchEvent(new SayEvent(telemetryStrings.storageFailed));
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-stored': FkTelemetryStored;
  }
}
