/** The fleet's telemetry: last heard, battery, temperature, movement, silence. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Alarm } from '../../../domain/telemetry/alarms.ts';
import { isHeardUnchecked } from '../../../domain/telemetry/fleet.ts';
import { silentMsOf } from '../../../domain/telemetry/silent.ts';
import { alarmsByBeacon, alarmsInWords, crossedLimit } from '../../beacon/alarm-words.ts';
import { renderAlarm } from '../../beacon/device-row.ts';
import { LAPTOP, MediaController } from '../../controllers/media-controller.ts';
import '../../elements/basics.ts';
import { moment } from '../../language/times.ts';
import { ListController, type List, type ListAddress } from '../../elements/list/list-controller.ts';
import { withTick, type ListColumn } from '../../elements/list/list-table.ts';
import { listStyles, valuesInLine } from '../../elements/list/list-styles.ts';
import { waitingIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import { FLEET_ORDERS, fleetRows, type FleetRow } from './names.ts';
import type { ViewContext } from './view-context.ts';
import { shownValue } from '../../words/chart.ts';
import { lasting, wholeHours } from '../../words/telemetry.ts';

const text = telemetryStrings.fleet;
const alarmText = telemetryDeskStrings.alarms;
const PORTION = 60;
const ORDERS = FLEET_ORDERS.map((order) => ({ ...order, label: text.orders[order.name] }));
const isSilent = ({ hearing }: FleetRow): boolean => hearing === 'silent' || hearing === 'neverHeard';

@customElement('fk-telemetry-fleet')
class FkTelemetryFleet extends LitElement {
  @property({ attribute: false }) context!: ViewContext;
  private readonly laptop = new MediaController(this, LAPTOP);
  private chosen: ReadonlySet<string> = new Set();
  private alarmsOf: ReturnType<typeof alarmsByBeacon> = () => [];
  private readonly list = new ListController(this, {
    portion: PORTION,
    more: PORTION * 4,
    address: () => addressOf(this.context),
  });

  static override styles = [
    shared,
    listStyles,
    valuesInLine,
    css`
      .title {
        display: -webkit-box;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 2;
        overflow: hidden;
        font-size: var(--text-m);
      }
      fk-age,
      fk-status {
        white-space: nowrap;
      }
      /* Where text is twice as large, a long state takes two lines. */
      @container (max-width: 48rem) {
        fk-status {
          white-space: normal;
        }
      }
      @container (min-width: 48.01rem) {
        tbody th {
          width: 34%;
          max-width: 0;
        }
        .who {
          display: flex;
          align-items: center;
          gap: var(--space-3);
        }
        .title {
          flex: 0 1 auto;
          min-width: 6ch;
          -webkit-line-clamp: 1;
          font-size: inherit;
        }
        .list-table :is(th, td) {
          padding-inline: var(--space-2);
        }
      }
      /* In less space the names would be cut, and a long state would make the page scroll sideways. */
      @container (max-width: 62rem) {
        .ids,
        .list-table .moving {
          display: none;
        }
      }
      @container (min-width: 62.01rem) {
        .ids {
          flex-wrap: nowrap;
          gap: 0 var(--space-3);
          min-width: 0;
          white-space: nowrap;
        }
        .ids > * {
          overflow: hidden;
          text-overflow: ellipsis;
        }
      }
      /* The name comes first where both IDs do not fit. */
      @container (max-width: 80rem) {
        .ids > :nth-child(2) {
          display: none;
        }
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('context')) return;
    this.chosen = this.context.shown.chosen;
    this.alarmsOf = alarmsByBeacon(this.context.known.alarms);
  }

  protected override render(): TemplateResult {
    const { known, names } = this.context;
    const rows = fleetRows(known.beacons, names);
    return html`${this.list.render(this.described(rows), rows)}`;
  }

  private described(rows: readonly FleetRow[]): List<FleetRow> {
    return {
      label: text.caption,
      keyOf: ({ trackingId }) => trackingId,
      search: { label: text.find, textsOf: ({ title, trackingId, uniqueId }) => [title, trackingId, uniqueId] },
      filters: [
        { name: 'silent', label: text.hearing.silent, keeps: isSilent },
        { name: 'alarmed', label: alarmText.badge, keeps: ({ trackingId }) => this.alarmsOf(trackingId).length > 0 },
      ],
      orders: ORDERS,
      selection: {
        chosen: this.chosen,
        labelOf: ({ title }) => text.choose(title),
        tick: (key, isChosen) => {
          this.chosen = withTick(this.chosen, key, isChosen);
          this.context.go({ beacons: [...this.chosen] }, 'replace');
        },
      },
      summary: (shown) => text.counts(shown.length, rows.filter(isSilent).length),
      columns: this.columns(),
    };
  }

  private columns(): readonly ListColumn<FleetRow>[] {
    const reading = (value: { readonly value: number } | null, unit: string): string =>
      value === null ? '' : shownValue(value.value, unit);
    return [
      { label: text.beacon, kind: 'title', order: 'name', cell: renderWho },
      { label: text.lastHeard, order: 'heard', cell: ({ state }) => this.renderLast(state) },
      { label: text.battery, kind: 'number', order: 'battery', cell: ({ state }) => reading(state.battery, '%') },
      {
        label: text.temperature,
        kind: 'number',
        order: 'temperature',
        cell: ({ state }) => reading(state.temperature, '°C'),
      },
      {
        label: text.moving,
        className: 'moving',
        cell: ({ state: { moving } }) => (moving === null ? '' : moving.value ? text.yes : text.no),
      },
      { label: text.state, order: 'silent', className: 'heard', cell: (row) => this.renderState(row) },
    ];
  }

  private renderLast(state: FleetRow['state']): TemplateResult | string {
    if (state.lastHeardMs === null) return '';
    return html`<fk-age .at=${state.lastHeardMs}
      .now=${this.context.nowMs}></fk-age>${isHeardUnchecked(state) ? html` · ${telemetryStrings.clockUnchecked}` : nothing}`;
  }

  private renderState(row: FleetRow): TemplateResult {
    const others = this.alarmsOf(row.trackingId).filter(({ rule }) => rule.kind !== 'silent' || !isSilent(row));
    const shortOf = (alarm: Alarm): string => crossedLimit(alarm, this.laptop.matches);
    return html`${this.renderHearing(row)} ${renderAlarm(alarmsInWords(others, shortOf), true)}`;
  }

  private renderHearing(row: FleetRow): TemplateResult {
    const { hearing, state: beacon } = row;
    const at = (ms: number | null): string => (ms === null ? '' : moment(ms, this.context.view.zone));
    const { lastHeardMs, askedFromMs, askedUntilMs, latestAtMs, latestFromMs } = beacon;
    const note =
      hearing === 'notLoaded'
        ? text.notLoadedNote(at(askedFromMs), at(askedUntilMs))
        : hearing === 'silent' && lastHeardMs !== null
          ? text.silentNote(at(lastHeardMs), at(latestAtMs))
          : hearing === 'silent' && latestFromMs !== null
            ? text.notLoadedNote(at(latestFromMs), at(latestAtMs))
            : hearing === 'heard' && latestAtMs === null
              ? text.unaskedNote
              : '';
    // The column of the last time says it.
    const word = hearing === 'heard' ? '' : hearing === 'silent' ? this.silenceOf(beacon) : text.hearing[hearing];
    const shown = isSilent(row)
      ? html`<fk-status tone="attention" .icon=${waitingIcon} title=${note}>${word}</fk-status>`
      : html`<span title=${note === '' ? nothing : note}>${word}</span>`;
    return html`${shown}${note === '' ? nothing : html`<span class="aside">${note}</span>`}`;
  }

  private silenceOf(beacon: FleetRow['state']): string {
    const ms = silentMsOf(beacon) ?? 0;
    return beacon.lastHeardMs === null ? text.silentAtLeast(wholeHours(ms)) : text.silentFor(lasting(ms));
  }
}

/** The part of the page's address that is the list's. */
function addressOf({ view, go }: ViewContext): ListAddress {
  const { list } = view;
  return {
    get: (name) => Object.entries(list).find(([one]) => one === name)?.[1] || null,
    set: (name, value, how) => go({ list: { ...list, [name]: value ?? '' } }, how),
  };
}

function renderWho({ title, trackingId, uniqueId }: FleetRow): TemplateResult {
  return html`<div class="who">
    <span class="title strong anywhere" title=${title}><bdi>${title}</bdi></span>
    <span class="ids wrap faint anywhere mono">
      ${uniqueId === null || uniqueId === title ? nothing : html`<span>${uniqueId}</span>`}
      ${trackingId === title ? nothing : html`<span>${trackingId}</span>`}
    </span>
  </div>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-fleet': FkTelemetryFleet;
  }
}
