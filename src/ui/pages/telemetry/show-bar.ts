/** The range, zone and beacons of the records and charts. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { LAPTOP, MediaController } from '../../controllers/media-controller.ts';
import '../../elements/basics.ts';
import { momentText, type ChartZone } from '../../elements/chart/moments.ts';
import type { TimeView } from '../../elements/chart/view.ts';
import { shared } from '../../kit/tokens.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import './picker.ts';
import { PickEvent, type PickerEntry } from './picker.ts';
import './range-field.ts';
import { FIRST_RANGE, isOpenEnded, type RangeChoice } from './range-choice.ts';

const text = telemetryStrings.show;

export class PickGatewaysEvent extends Event {
  constructor(readonly ids: ReadonlySet<string>) {
    super('fk-pick-gateways', { bubbles: true, composed: true });
  }
}

/** Events: `fk-range`, `fk-pick`, `fk-pick-gateways`. An empty selection means all. */
@customElement('fk-telemetry-show')
class FkTelemetryShow extends LitElement {
  @property({ attribute: false }) range: RangeChoice = FIRST_RANGE;
  @property() zone: ChartZone = 'local';
  @property({ attribute: false }) entries: readonly PickerEntry[] = [];
  @property({ attribute: false }) chosen: ReadonlySet<string> = new Set();
  @property({ attribute: false }) gatewayEntries: readonly PickerEntry[] = [];
  @property({ attribute: false }) gateways: ReadonlySet<string> = new Set();
  /** Allows all times, and records without a time. */
  @property({ type: Boolean }) openEnded = false;
  /** How many beacons are shown when none is chosen; null for all. */
  @property({ attribute: false }) recent: number | null = null;
  @property() error = '';
  /** The range as times, for the line that is always visible. */
  @property({ attribute: false }) whole: TimeView = { startMs: 0, endMs: 1 };
  @state() private picking: 'beacons' | 'gateways' | null = null;
  private readonly wide = new MediaController(this, LAPTOP);

  static override styles = [
    shared,
    css`
      summary {
        min-height: var(--target);
        align-content: center;
        cursor: pointer;
      }
      .body {
        padding-top: var(--space-1);
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { startMs, endMs } = this.whole;
    const gateways = this.gateways.size === 0 ? '' : `, ${text.someGateways(this.gateways.size)}`;
    const moments =
      this.range.preset === 'own'
        ? `${momentText(startMs, this.zone)} – ${momentText(endMs, this.zone)}`
        : !this.openEnded && isOpenEnded(this.range)
          ? telemetryStrings.presets.last30Days
          : telemetryStrings.presets[this.range.preset];
    const unchosen = this.recent === null ? text.allBeacons : text.recent(this.recent);
    const beacons = this.chosen.size === 0 ? unchosen : text.someBeacons(this.chosen.size);
    return html`<details ?open=${(this.wide.matches && this.openEnded) || this.error !== ''}>
        <summary>${beacons}${gateways} <span class="soft">${moments}</span></summary>
        <div class="body stack close">
          <fk-range-field .label=${text.range} .choice=${this.range} .zone=${this.zone} .error=${this.error} .openEnded=${this.openEnded}></fk-range-field>
          <div class="row">
            <fk-button @click=${() => (this.picking = 'beacons')}>${text.change}</fk-button>
            ${this.chosen.size === 0 ? nothing : html`<fk-button variant="quiet" @click=${() => this.dispatchEvent(new PickEvent(new Set()))}>${text.all}</fk-button>`}
            ${this.gatewayEntries.length === 0 ? nothing : html`<fk-button @click=${() => (this.picking = 'gateways')}>${text.changeGateways}</fk-button>`}
            ${this.gateways.size === 0 ? nothing : html`<fk-button variant="quiet" @click=${() => this.dispatchEvent(new PickGatewaysEvent(new Set()))}>${text.anyGateway}</fk-button>`}
          </div>
        </div>
      </details>
      <fk-dialog .open=${this.picking !== null} .heading=${this.picking === 'gateways' ? text.changeGateways : text.change} @fk-close=${() => (this.picking = null)}>
        ${
          this.picking === 'gateways'
            ? html`<fk-telemetry-picker
              .label=${telemetryStrings.query.what.gateways}
              .findLabel=${telemetryStrings.query.find.gateways}
              .entries=${this.gatewayEntries}
              .chosen=${this.gateways}
              @fk-pick=${this.onGateways}
            ></fk-telemetry-picker>`
            : nothing
        }
        ${
          this.picking === 'beacons'
            ? html`<fk-telemetry-picker .label=${telemetryStrings.query.what.devices} .findLabel=${telemetryStrings.fleet.find} .entries=${this.entries} .chosen=${this.chosen}></fk-telemetry-picker>`
            : nothing
        }
        <fk-button slot="actions" variant="primary" @click=${() => (this.picking = null)}>${telemetryStrings.charts.done}</fk-button>
      </fk-dialog>
    `;
  }

  private readonly onGateways = (event: PickEvent): void => {
    event.stopPropagation();
    this.dispatchEvent(new PickGatewaysEvent(event.ids));
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-show': FkTelemetryShow;
  }
  interface HTMLElementEventMap {
    'fk-pick-gateways': PickGatewaysEvent;
  }
}
