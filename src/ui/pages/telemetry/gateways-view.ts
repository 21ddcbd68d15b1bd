/** The fleet by gateway: which beacons each one heard, how often and when last, if the records name it. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { FleetHours } from '../../../domain/telemetry/hours.ts';
import '../../elements/basics.ts';
import { ListController } from '../../elements/list/list-controller.ts';
import type { ListColumn } from '../../elements/list/list-table.ts';
import { listStyles } from '../../elements/list/list-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import { HoursController } from './hours-controller.ts';
import { openBeacon, type ViewContext } from './view-context.ts';
import { reading } from '../../language/readings.ts';

const text = telemetryDeskStrings.gateways;

interface GatewayRow {
  readonly sourceId: string;
  readonly records: number;
  readonly last: Last;
  readonly heard: readonly HeardRow[];
}

interface HeardRow {
  readonly trackingId: string;
  readonly records: number;
  readonly last: Last;
}

type Last = Pick<FleetHours['heard'][number], 'lastMs' | 'isUnchecked'>;

@customElement('fk-telemetry-gateways')
class FkTelemetryGateways extends LitElement {
  @property({ attribute: false }) context!: ViewContext;
  private readonly list = new ListController(this);
  private readonly hours = new HoursController(this, () => this.context);

  static override styles = [
    shared,
    listStyles,
    css`
      h2 {
        font-size: var(--text-l);
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
      cell: ({ heard }: GatewayRow) => reading(heard.length),
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
  private common(): readonly ListColumn<Pick<GatewayRow, 'records' | 'last'>>[] {
    return [
      {
        label: text.last,
        cell: ({ last }) =>
          html`<fk-age .at=${last.lastMs}
            .now=${this.context.nowMs}></fk-age>${last.isUnchecked ? html` · ${telemetryStrings.clockUnchecked}` : nothing}`,
      },
      { label: text.records, kind: 'number', cell: ({ records }) => reading(records) },
    ];
  }

  private rows(): GatewayRow[] {
    const gateways = new Map<string, { records: number; last: Last; heard: HeardRow[] }>();
    for (const last of this.hours.value?.heard ?? []) {
      const { sourceId, trackingId, count } = last;
      let row = gateways.get(sourceId);
      if (row === undefined) gateways.set(sourceId, (row = { records: 0, last, heard: [] }));
      row.records += count;
      if (last.lastMs > row.last.lastMs) row.last = last;
      row.heard.push({ trackingId, records: count, last });
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
