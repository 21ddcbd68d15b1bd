/** The fleet's telemetry: last heard, battery, temperature, movement, silence. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { isHeardUnchecked } from '../../../domain/telemetry/fleet.ts';
import { silentMsOf } from '../../../domain/telemetry/silent.ts';
import '../../elements/basics.ts';
import { momentText } from '../../elements/chart/moments.ts';
import { ListController, type List, type ListAddress } from '../../elements/list/list-controller.ts';
import { withTick, type ListColumn } from '../../elements/list/list-table.ts';
import { listStyles } from '../../elements/list/list-styles.ts';
import { waitingIcon, warningIcon } from '../../kit/icons.ts';
import { shared, type Tone } from '../../kit/tokens.ts';
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
/** Highlights what needs attention; null does not. */
const TONES: Readonly<Record<FleetRow['hearing'], Tone | null>> = {
  heard: null,
  silent: 'attention',
  neverHeard: 'attention',
  notLoaded: null,
  unasked: null,
};
const isSilent = ({ hearing }: FleetRow): boolean => hearing === 'silent' || hearing === 'neverHeard';

@customElement('fk-telemetry-fleet')
class FkTelemetryFleet extends LitElement {
  @property({ attribute: false }) context!: ViewContext;
  private chosen: ReadonlySet<string> = new Set();
  /** Tracking ids with an alarm. */
  private alarmed: ReadonlySet<string> = new Set();
  private readonly list = new ListController(this, {
    portion: PORTION,
    more: PORTION * 4,
    address: () => addressOf(this.context),
  });

  static override styles = [
    shared,
    listStyles,
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
      /* The units of the readings say what they are. */
      @container (max-width: 48rem) {
        .list-table td[data-label]::before {
          display: none;
        }
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('context')) return;
    this.chosen = this.context.shown.chosen;
    this.alarmed = new Set(this.context.known.alarms.map(({ trackingId }) => trackingId));
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
        { name: 'alarmed', label: alarmText.badge, keeps: ({ trackingId }) => this.alarmed.has(trackingId) },
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
    const badge = html` <fk-status tone="attention" .icon=${warningIcon}>${alarmText.badge}</fk-status>`;
    return html`${this.renderHearing(row)}${this.alarmed.has(row.trackingId) ? badge : nothing}`;
  }

  private renderHearing({ hearing, state: beacon }: FleetRow): TemplateResult {
    const at = (ms: number | null): string => (ms === null ? '' : momentText(ms, this.context.view.zone));
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
    const tone = TONES[hearing];
    const shown =
      tone === null
        ? html`<span title=${note === '' ? nothing : note}>${word}</span>`
        : html`<fk-status .tone=${tone} .icon=${waitingIcon} title=${note}>${word}</fk-status>`;
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
