/** The range, zone and beacons of the records and charts. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import '../../elements/basics.ts';
import { moment } from '../../language/times.ts';
import { shared } from '../../kit/tokens.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import './picker.ts';
import type { PickEvent, PickerEntry } from './picker.ts';
import './range-field.ts';
import type { RangeEvent } from './range-field.ts';
import { isRangeValid, type ViewContext } from './view-context.ts';

const text = telemetryStrings.show;

/** An empty selection means all; in charts those heard last. */
@customElement('fk-telemetry-show')
class FkTelemetryShow extends LitElement {
  @property({ attribute: false }) context!: ViewContext;
  @state() private picking: 'beacons' | 'gateways' | null = null;

  static override styles = [
    shared,
    css`
      :host {
        flex: 1 1 auto;
        min-width: 0;
      }
      /* Wider than what is beside it leaves: once opened it has a line of its own. */
      .body {
        width: 100rem;
        max-width: 100%;
        padding-top: var(--space-1);
      }
      [open] > summary > .soft {
        display: none;
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { view, shown, go, drawn } = this.context;
    const { beacons, gateways, range, zone } = view;
    const isOwn = range.preset === 'own';
    const error = isRangeValid(shown) ? '' : telemetryStrings.query.faults['range endBeforeStart'];
    const moments = isOwn ? `${moment(shown.whole.startMs, zone)} – ${moment(shown.whole.endMs, zone)}` : '';
    const unchosen = view.view === 'records' ? text.allBeacons : text.recent(drawn.length);
    const pick = (change: Partial<ViewContext['view']>) => () => go(change, 'replace');
    return html`<details ?open=${error !== '' || isOwn}>
        <summary>
          ${beacons.length === 0 ? unchosen : text.someBeacons(beacons.length)}${
            gateways.length === 0 ? '' : `, ${text.someGateways(gateways.length)}`
          }
          <span class="soft">${moments}</span>
        </summary>
        <div class="body stack close">
          <fk-range-field
            .choice=${range}
            .zone=${zone}
            .error=${error}
            @fk-range=${(event: RangeEvent) => go({ range: event.choice, zone: event.zone, zoom: null }, 'replace')}
          ></fk-range-field>
          <div class="row">
            <fk-button @click=${() => (this.picking = 'beacons')}>${text.change}</fk-button>
            ${
              beacons.length === 0
                ? nothing
                : html`<fk-button variant="quiet" @click=${pick({ beacons: [] })}>${text.all}</fk-button>`
            }
            ${
              gatewayEntries(this.context).length === 0
                ? nothing
                : html`<fk-button @click=${() => (this.picking = 'gateways')}>${text.changeGateways}</fk-button>`
            }
            ${
              gateways.length === 0
                ? nothing
                : html`<fk-button variant="quiet" @click=${pick({ gateways: [] })}>${text.anyGateway}</fk-button>`
            }
          </div>
        </div>
      </details>
      <fk-dialog
        .open=${this.picking !== null}
        .heading=${this.picking === 'gateways' ? text.changeGateways : text.change}
        @fk-close=${() => (this.picking = null)}
      >
        ${this.picking === 'gateways' ? this.renderGateways() : nothing}
        ${this.picking === 'beacons' ? this.renderBeacons() : nothing}
        <fk-button slot="actions" variant="primary" @click=${() => (this.picking = null)}>
          ${telemetryStrings.charts.done}
        </fk-button>
      </fk-dialog>`;
  }

  private renderGateways(): TemplateResult {
    return html`<fk-telemetry-picker
      .label=${telemetryStrings.query.what.gateways}
      .findLabel=${telemetryStrings.query.find.gateways}
      .entries=${gatewayEntries(this.context)}
      .chosen=${this.context.shown.gateways}
      @fk-pick=${({ ids }: PickEvent) => this.context.go({ gateways: [...ids] }, 'replace')}
    ></fk-telemetry-picker>`;
  }

  private renderBeacons(): TemplateResult {
    const { known, names, shown, go } = this.context;
    return html`<fk-telemetry-picker
      .label=${telemetryStrings.query.what.devices}
      .findLabel=${telemetryStrings.fleet.find}
      .entries=${known.beacons.map(({ trackingId: id }) => ({
        id,
        title: names.titleOf(id),
        uniqueId: names.uniqueIdOf(id) ?? id,
      }))}
      .chosen=${shown.chosen}
      @fk-pick=${({ ids }: PickEvent) => go({ beacons: [...ids] }, 'replace')}
    ></fk-telemetry-picker>`;
  }
}

/** Gateways of the account, and others that have heard a beacon. */
function gatewayEntries({ known, names }: ViewContext): PickerEntry[] {
  const own = names.devices
    .filter(({ isGateway }) => isGateway)
    .map(({ title, uniqueId }): PickerEntry => ({ id: uniqueId, title, uniqueId }));
  const ids = new Set(own.map(({ id }) => id));
  const others = new Set(
    known.beacons.flatMap(({ lastSourceId }) => (lastSourceId === null || ids.has(lastSourceId) ? [] : [lastSourceId])),
  );
  return [...own, ...[...others].map((id): PickerEntry => ({ id, title: '', uniqueId: id }))];
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-show': FkTelemetryShow;
  }
}
