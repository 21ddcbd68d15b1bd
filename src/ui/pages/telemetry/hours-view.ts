/** The fleet by the hour: a heat map of heard, silent and not loaded hours. */
import { LitElement, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { memoizeLast } from '../../../domain/memoize.ts';
import { HOUR_MS } from '../../../domain/telemetry/record-query.ts';
import '../../elements/chart/heat-map.ts';
import type { OpenRowEvent } from '../../elements/chart/heat-map.ts';
import { shared } from '../../kit/tokens.ts';
import { ListController } from '../../elements/list/list-controller.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';
import { heatRows, type HeatRows } from './heat-rows.ts';
import { HoursController } from './hours-controller.ts';
import { openBeacon, type ViewContext } from './view-context.ts';

const text = telemetryDeskStrings.hours;
const PORTION = 200;

@customElement('fk-telemetry-hours')
class FkTelemetryHours extends LitElement {
  @property({ attribute: false }) context!: ViewContext;
  private readonly list = new ListController(this, { portion: PORTION });
  private readonly hours = new HoursController(this, () => this.context);

  static override styles = shared;

  protected override render(): TemplateResult {
    const { value } = this.hours;
    const { known, names, view } = this.context;
    const map = value === null ? null : this.mapOf(value, known.beacons, names.titleOf);
    const unread = this.hours.renderUnread(map?.isWorthShowing !== true, text.empty);
    if (unread !== null || map === null) return html`${unread}`;
    const { rows, columns, hoursAColumn } = map;
    return html`
      ${this.list.portions(
        rows,
        (portion) => html`<fk-heat-map
            .heading=${hoursAColumn === 1 ? text.heading : text.headingStep(hoursAColumn)}
            .rows=${this.portion(rows, portion.length)}
            .startMs=${value!.startMs}
            .stepMs=${hoursAColumn * HOUR_MS}
            .columns=${columns}
            .zone=${view.zone}
            @fk-open-row=${({ id }: OpenRowEvent) => openBeacon(id, this.context)}
          ></fk-heat-map>
          <p class="soft">${text.shown(portion.length, rows.length)}</p>`,
      )}
    `;
  }

  private readonly mapOf = memoizeLast(heatRows);

  /** Returns the same list while nothing has changed, because a new list is painted again. */
  private readonly portion = memoizeLast((rows: HeatRows['rows'], count: number) => rows.slice(0, count));
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-hours': FkTelemetryHours;
  }
}
