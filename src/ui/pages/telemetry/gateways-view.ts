/** The fleet by gateway: which beacons each one heard, how often and when last, if the records name it. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { FleetHours } from '../../../domain/telemetry/hours.ts';
import '../../elements/basics.ts';
import { ListController } from '../../elements/list/list-controller.ts';
import type { ListColumn } from '../../elements/list/list-table.ts';
import { listStyles, valuesInLine } from '../../elements/list/list-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import { HoursController } from './hours-controller.ts';
import { openBeacon, type ViewContext } from './view-context.ts';
import { reading } from '../../language/readings.ts';

const text = telemetryDeskStrings.gateways;

type HeardRow = FleetHours['heard'][number];

/** All records of a gateway, and the beacons that it heard, last heard first. */
interface GatewayRow extends Omit<HeardRow, 'trackingId'> {
  readonly heard: readonly HeardRow[];
}

@customElement('fk-telemetry-gateways')
class FkTelemetryGateways extends LitElement {
  @property({ attribute: false }) context!: ViewContext;
  private readonly list = new ListController(this);
  private readonly hours = new HoursController(this, () => this.context);

  static override styles = [
    shared,
    listStyles,
    valuesInLine,
    css`
      h2 {
        font-size: var(--text-l);
      }
      @container (max-width: 48rem) {
        tbody bdi {
          display: -webkit-box;
          -webkit-box-orient: vertical;
          -webkit-line-clamp: 2;
          overflow: hidden;
        }
      }
      @container (min-width: 48.01rem) {
        tbody th {
          width: 50%;
          max-width: 0;
        }
        tbody .link-button {
          max-width: 100%;
          overflow: hidden;
          text-overflow: ellipsis;
          white-space: nowrap;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const rows = this.rows();
    const [gateway] = this.context.view.gateways;
    return (
      this.hours.renderUnread(rows.length === 0, text.empty) ??
      (gateway === undefined ? this.renderAll(rows) : this.renderOne(gateway, rows))
    );
  }

  private renderAll(rows: readonly GatewayRow[]): TemplateResult {
    const { names, go } = this.context;
    const titleOf = ({ sourceId }: GatewayRow): string => names.sourceTitleOf(sourceId);
    const heard = {
      label: text.heard,
      kind: 'number',
      cell: ({ heard }: GatewayRow) => renderCount(heard.length, text.beaconUnit),
    } as const;
    return html`${this.list.render<GatewayRow>(
      {
        label: `${text.caption}. ${text.saved}`,
        keyOf: ({ sourceId }) => sourceId,
        search: { label: telemetryStrings.query.find.gateways, textsOf: (row) => [titleOf(row), row.sourceId] },
        columns: [
          column(text.gateway, titleOf, ({ sourceId }) => go({ gateways: [sourceId] }, 'push')),
          heard,
          ...this.common(),
        ],
      },
      rows,
    )}`;
  }

  private renderOne(gateway: string, rows: readonly GatewayRow[]): TemplateResult {
    const { names, go } = this.context;
    const title = names.sourceTitleOf(gateway);
    const heard = rows.find(({ sourceId }) => sourceId === gateway)?.heard ?? [];
    const titleOf = ({ trackingId }: HeardRow): string => names.titleOf(trackingId);
    return html`<div class="spread">
        <h2 class="strong anywhere"><bdi>${text.heardBy(title)}</bdi></h2>
        <fk-button @click=${() => go({ gateways: [] }, 'push')}>${text.all}</fk-button>
      </div>
      ${
        heard.length === 0
          ? html`<p class="soft">${text.none}</p>`
          : this.list.render<HeardRow>(
              {
                label: `${text.beaconsCaption(title)}. ${text.saved}`,
                keyOf: ({ trackingId }) => trackingId,
                search: { label: telemetryStrings.fleet.find, textsOf: (row) => [titleOf(row), row.trackingId] },
                columns: [
                  column(text.beacon, titleOf, ({ trackingId }) => openBeacon(trackingId, this.context)),
                  ...this.common(),
                ],
              },
              heard,
            )
      }`;
  }

  /** The columns that gateways and the beacons of one have in common. */
  private common(): readonly ListColumn<Omit<HeardRow, 'trackingId'>>[] {
    return [
      { label: text.records, kind: 'number', cell: ({ count }) => renderCount(count, text.recordUnit) },
      {
        label: text.last,
        cell: ({ lastMs, isUnchecked }) =>
          html`<fk-age .at=${lastMs}
            .now=${this.context.nowMs}></fk-age>${isUnchecked ? html` · ${telemetryStrings.clockUnchecked}` : nothing}`,
      },
    ];
  }

  private rows(): GatewayRow[] {
    const gateways = new Map<string, HeardRow[]>();
    for (const one of (this.hours.value?.heard ?? []).toSorted((a, b) => b.lastMs - a.lastMs)) {
      const heard = gateways.get(one.sourceId);
      if (heard === undefined) gateways.set(one.sourceId, [one]);
      else heard.push(one);
    }
    return [...gateways.values()]
      .map((heard) => ({ ...heard[0]!, count: heard.reduce((sum, { count }) => sum + count, 0), heard }))
      .toSorted((a, b) => b.heard.length - a.heard.length || (a.sourceId < b.sourceId ? -1 : 1));
  }
}

/** A number with what it counts, where no heading says it. */
function renderCount(count: number, unit: (count: number) => string): TemplateResult {
  return html`${reading(count)}<span class="unit"> ${unit(count)}</span>`;
}

/** The first column: a name that opens its row. */
function column<Row>(label: string, titleOf: (row: Row) => string, open: (row: Row) => void): ListColumn<Row> {
  return {
    label,
    kind: 'title',
    cell: (row) =>
      html`<button type="button" class="link-button" title=${titleOf(row)} @click=${() => open(row)}>
        <bdi class="strong">${titleOf(row)}</bdi>
      </button>`,
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-gateways': FkTelemetryGateways;
  }
}
