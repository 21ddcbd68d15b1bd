/** The fleet by gateway: which beacons each one heard, how often and when last, if the records name it. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { FleetHours } from '../../../domain/telemetry/hours.ts';
import type { Telemetry } from '../../../use-cases/telemetry/telemetry.ts';
import '../../elements/basics.ts';
import type { TimeView } from '../../elements/chart/view.ts';
import { shared } from '../../kit/tokens.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import { OpenRowEvent } from '../../elements/chart/heat-map.ts';
import { openStyles } from './control-styles.ts';
import { HoursController } from './hours-controller.ts';
import type { Names } from './names.ts';
import { PickGatewaysEvent } from './show-bar.ts';
import { tableStyles } from './table-styles.ts';
import { renderUnread } from './view-parts.ts';
import { reading } from '../../language/readings.ts';

const text = telemetryDeskStrings.gateways;

interface GatewayRow {
  readonly sourceId: string;
  readonly records: number;
  readonly last: Last;
  readonly heard: readonly { readonly trackingId: string; readonly count: number; readonly last: Last }[];
}

type Last = Pick<FleetHours['heard'][number], 'lastMs' | 'isUnchecked'>;

/** Events: `fk-pick-gateways`, `fk-open-row` with a tracking id. */
@customElement('fk-telemetry-gateways')
class FkTelemetryGateways extends LitElement {
  @property({ attribute: false }) telemetry: Telemetry | null = null;
  @property({ attribute: false }) names: Names | null = null;
  /** The selected gateway; null for all. */
  @property({ attribute: false }) gateway: string | null = null;
  @property({ attribute: false }) whole: TimeView = { startMs: 0, endMs: 1 };
  @property({ attribute: false }) version: unknown = null;
  @property({ type: Number }) now = 0;
  private readonly hours = new HoursController(this, () => this);

  static override styles = [
    shared,
    tableStyles,
    openStyles,
    css`
      h2 {
        font-size: var(--text-l);
      }
      caption {
        padding: var(--space-2) 0;
        text-align: start;
      }
      @media (max-width: 37.49em) {
        thead th {
          white-space: normal;
        }
        th,
        td {
          padding-inline: var(--space-2);
        }
        :is(th, td):first-child {
          padding-inline-start: 0;
        }
      }
      tbody th {
        font-weight: var(--weight-text);
      }
    `,
  ];

  protected override render(): TemplateResult {
    const rows = this.rows();
    const unread = renderUnread(this.hours, rows.length === 0, text.empty);
    if (unread !== null) return unread;
    return this.gateway === null ? this.renderAll(rows) : this.renderOne(this.gateway, rows);
  }

  private renderAll(rows: readonly GatewayRow[]): TemplateResult {
    return html`${this.renderTable(
      text.caption,
      text.gateway,
      html`<th scope="col" class="number">${text.heard}</th>`,
      rows.map(({ sourceId, heard, records, last }) => ({
        id: sourceId,
        title: this.names?.sourceTitleOf(sourceId) ?? sourceId,
        heard: html`<td class="number mono">${reading(heard.length)}</td>`,
        records,
        last,
        open: () => this.dispatchEvent(new PickGatewaysEvent(new Set([sourceId]))),
      })),
    )}`;
  }

  private renderOne(gateway: string, rows: readonly GatewayRow[]): TemplateResult {
    const title = this.names?.sourceTitleOf(gateway) ?? gateway;
    const mine = rows.find(({ sourceId }) => sourceId === gateway);
    return html`<div class="spread">
        <h2 class="strong anywhere"><bdi>${text.heardBy(title)}</bdi></h2>
        <fk-button @click=${() => this.dispatchEvent(new PickGatewaysEvent(new Set()))}>${text.all}</fk-button>
      </div>
      ${
        mine === undefined
          ? html`<p class="soft">${text.none}</p>`
          : this.renderTable(
              text.beaconsCaption(title),
              telemetryDeskStrings.gateways.beacon,
              html``,
              mine.heard.map(({ trackingId, count, last }) => ({
                id: trackingId,
                title: this.names?.titleOf(trackingId) ?? trackingId,
                heard: html``,
                records: count,
                last,
                open: () => this.dispatchEvent(new OpenRowEvent(trackingId)),
              })),
            )
      }`;
  }

  private renderTable(
    caption: string,
    what: string,
    heard: TemplateResult,
    rows: readonly {
      readonly id: string;
      readonly title: string;
      readonly heard: TemplateResult;
      readonly records: number;
      readonly last: Last;
      open(): void;
    }[],
  ): TemplateResult {
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${caption}>
      <table>
        <caption class="soft">
          ${caption}. ${text.saved}
        </caption>
        <thead>
          <tr>
            <th scope="col">${what}</th>
            ${heard}
            <th scope="col">${text.last}</th>
            <th scope="col" class="number">${text.records}</th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            rows,
            ({ id }) => id,
            (row) => html`<tr>
              <th scope="row">
                <button type="button" class="open" @click=${row.open}><bdi class="strong">${row.title}</bdi></button>
              </th>
              ${row.heard}
              <td><fk-age .at=${row.last.lastMs} .now=${this.now}></fk-age>${row.last.isUnchecked ? html` · ${telemetryStrings.clockUnchecked}` : nothing}</td>
              <td class="number mono">${reading(row.records)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  private rows(): GatewayRow[] {
    const gateways = new Map<string, { records: number; last: Last; heard: GatewayRow['heard'][number][] }>();
    for (const last of this.hours.value?.heard ?? []) {
      const { sourceId, trackingId, count } = last;
      let row = gateways.get(sourceId);
      if (row === undefined) gateways.set(sourceId, (row = { records: 0, last, heard: [] }));
      row.records += count;
      if (last.lastMs > row.last.lastMs) row.last = last;
      row.heard.push({ trackingId, count, last });
    }
    return [...gateways]
      .map(([sourceId, row]) => ({
        sourceId,
        ...row,
        heard: row.heard.toSorted((a, b) => b.last.lastMs - a.last.lastMs),
      }))
      .toSorted((a, b) => b.heard.length - a.heard.length || (a.sourceId < b.sourceId ? -1 : 1));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-gateways': FkTelemetryGateways;
  }
}
