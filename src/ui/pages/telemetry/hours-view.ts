/** The fleet by the hour: a heat map of what was heard, of silence, and of what nobody has loaded. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { HOUR_MS } from '../../../domain/telemetry/ask.ts';
import type { BeaconState } from '../../../domain/telemetry/fleet.ts';
import type { Telemetry } from '../../../use-cases/telemetry/offered.ts';
import '../../elements/chart/heat-map.ts';
import type { ChartZone } from '../../elements/chart/moments.ts';
import type { TimeView } from '../../elements/chart/view.ts';
import { shared } from '../../kit/tokens.ts';
import { nextPortion } from '../../shared/long-list.ts';
import { percent } from '../../strings/counting.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';
import { heatRows, type HeatRows } from './heat-rows.ts';
import { HoursController } from './hours-controller.ts';
import type { Names } from './names.ts';
import { renderUnread } from './view-parts.ts';

const text = telemetryDeskStrings.hours;
const PORTION = 200;
/** Less than this unknown is the hour that is not over yet. */
const WORTH_SAYING = 0.08;

class LoadHoursEvent extends Event {
  constructor() {
    super('fk-load-hours', { bubbles: true, composed: true });
  }
}

/** Events: `fk-open-row` with a tracking id, `fk-load-hours`. */
@customElement('fk-telemetry-hours')
class FkTelemetryHours extends LitElement {
  @property({ attribute: false }) telemetry: Telemetry | null = null;
  @property({ attribute: false }) beacons: readonly BeaconState[] = [];
  @property({ attribute: false }) names: Names | null = null;
  @property({ attribute: false }) whole: TimeView = { startMs: 0, endMs: 1 };
  @property({ attribute: false }) version: unknown = null;
  /** Tracking ids in lower case; null: of all beacons. */
  @property({ attribute: false }) only: ReadonlySet<string> | null = null;
  @property() zone: ChartZone = 'local';
  @state() private shown = PORTION;
  private readonly hours = new HoursController(this, () => this);
  private made: { readonly of: readonly unknown[]; readonly map: HeatRows } | null = null;

  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-3);
      }
      p {
        margin: 0;
      }
      .soft {
        color: var(--color-ink-soft);
        font-size: var(--text-s);
      }
    `,
  ];

  protected override render(): TemplateResult {
    const map = this.map();
    const unread = renderUnread(this.hours, map === null || map.rows.length === 0, text.empty);
    if (unread !== null || map === null) return html`${unread}`;
    const { rows, columns, hoursAColumn, unknown } = map;
    return html`
      ${
        unknown < WORTH_SAYING
          ? nothing
          : html`<fk-notice tone="neutral" .text=${text.gaps(percent(Math.round(unknown * 100)))}><fk-button slot="action" @click=${() => this.dispatchEvent(new LoadHoursEvent())}>${text.load}</fk-button></fk-notice>`
      }
      <fk-heat-map
        .heading=${hoursAColumn === 1 ? text.heading : text.headingStep(hoursAColumn)}
        .rows=${this.portion(rows)}
        .startMs=${this.hours.value!.startMs}
        .stepMs=${hoursAColumn * HOUR_MS}
        .columns=${columns}
        .zone=${this.zone}
      ></fk-heat-map>
      <p class="soft">${text.shown(Math.min(rows.length, this.shown), rows.length)}</p>
      ${nextPortion({ hidden: rows.length - this.shown, step: PORTION, label: text.more, onMore: () => (this.shown += PORTION) })}
    `;
  }

  private map(): HeatRows | null {
    const { value } = this.hours;
    if (value === null) return null;
    const of = [value, this.beacons, this.names];
    if (this.made === null || this.made.of.some((one, index) => one !== of[index]))
      this.made = { of, map: heatRows(value, this.beacons, (id) => this.names?.titleOf(id) ?? id) };
    return this.made.map;
  }

  private cut: { readonly of: readonly unknown[]; readonly rows: HeatRows['rows'] } | null = null;
  /** The same list as long as nothing changes: another one is painted anew. */
  private portion(rows: HeatRows['rows']): HeatRows['rows'] {
    const of = [rows, this.shown];
    if (this.cut === null || this.cut.of.some((one, index) => one !== of[index]))
      this.cut = { of, rows: rows.slice(0, this.shown) };
    return this.cut.rows;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-hours': FkTelemetryHours;
  }
  interface HTMLElementEventMap {
    'fk-load-hours': LoadHoursEvent;
  }
}
