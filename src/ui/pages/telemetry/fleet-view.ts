/** The fleet's telemetry: last heard, battery, temperature, movement, silence. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { isHeardUnchecked } from '../../../domain/telemetry/fleet.ts';
import { silentMsOf } from '../../../domain/telemetry/silent.ts';
import '../../elements/basics.ts';
import { momentText, type ChartZone } from '../../elements/chart/moments.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { searchIcon, waitingIcon, warningIcon } from '../../kit/icons.ts';
import { shared, type Tone } from '../../kit/tokens.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import { findFleet, FLEET_ORDERS, orderFleet, type FleetOrder, type FleetRow } from './names.ts';
import { PickEvent } from './picker.ts';
import { fleetStyles } from './table-styles.ts';
import { inPortions } from '../../shared/long-list.ts';
import { shownValue } from '../../words/chart.ts';
import { lasting, wholeHours } from '../../words/telemetry.ts';

const text = telemetryStrings.fleet;
const alarmText = telemetryDeskStrings.alarms;
const PORTION = 60;
const DIRECTIONS: Readonly<Record<FleetOrder, 'ascending' | 'descending'>> = {
  silent: 'ascending',
  heard: 'descending',
  battery: 'ascending',
  temperature: 'descending',
  name: 'ascending',
};
const SIGNS = { none: '', ascending: ' ▲', descending: ' ▼' };
/** Highlights what needs attention; null does not. */
const TONES: Readonly<Record<FleetRow['hearing'], Tone | null>> = {
  heard: null,
  silent: 'attention',
  neverHeard: 'attention',
  notLoaded: null,
  unasked: null,
};

/** Toggles between silent beacons and all. */
export class SilentOnlyEvent extends Event {
  constructor(readonly only: boolean) {
    super('fk-silent-only', { bubbles: true, composed: true });
  }
}

/** Events: `fk-pick` with the selected tracking IDs, `fk-silent-only`. */
@customElement('fk-telemetry-fleet')
class FkTelemetryFleet extends LitElement {
  @property({ attribute: false }) rows: readonly FleetRow[] = [];
  @property({ attribute: false }) chosen: ReadonlySet<string> = new Set();
  @property({ type: Number }) now = 0;
  @property() zone: ChartZone = 'local';
  @property({ type: Boolean }) onlySilent = false;
  /** Tracking ids with an alarm. */
  @property({ attribute: false }) alarmed: ReadonlySet<string> = new Set();
  @state() private wanted = '';
  @state() private order: FleetOrder = 'silent';
  @state() private onlyAlarmed = false;
  @state() private shown = PORTION;

  static override styles = [
    shared,
    fleetStyles,
    css`
      .tools {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr));
        align-items: end;
        gap: var(--space-2) var(--space-3);
      }
      /* A line of a phone holds two boxes to tick, but only one list: the longest order must not be cut. */
      @container (max-width: 30rem) {
        .tools {
          grid-template-columns: repeat(2, minmax(0, 1fr));
          gap: var(--space-2);
        }
        fk-field:is([name='wanted'], [name='order']) {
          grid-column: 1 / -1;
        }
      }
      @container (max-width: 20.99rem) {
        .tools {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const silent = this.rows.filter(({ hearing }) => hearing === 'silent' || hearing === 'neverHeard').length;
    const alarmed = this.rows.filter(({ trackingId }) => this.alarmed.has(trackingId)).length;
    const result = findFleet(
      this.rows.filter(
        ({ hearing, trackingId }) =>
          (!this.onlySilent || hearing === 'silent' || hearing === 'neverHeard') &&
          (!this.onlyAlarmed || this.alarmed.has(trackingId)),
      ),
      this.wanted,
    );
    const ordered = orderFleet(result, this.order);
    return html`
      <div class="tools">
        <fk-field kind="search" name="wanted" label-hidden .label=${text.find} .placeholder=${text.find} .value=${this.wanted} @fk-input=${(event: FieldChangeEvent) => (this.wanted = event.value)}></fk-field>
        <fk-field
          kind="select"
          name="order"
          class="order"
          label-hidden
          .label=${text.order}
          .value=${this.order}
          .options=${FLEET_ORDERS.map((value) => ({ value, label: text.orders[value] }))}
          @fk-change=${(event: FieldChangeEvent) => (this.order = event.value as FleetOrder)}
        ></fk-field>
        ${
          silent === 0 && !this.onlySilent
            ? nothing
            : html`<fk-field kind="check" name="onlySilent" .label=${text.onlySilent} .value=${String(this.onlySilent)} @fk-change=${this.onOnlySilent}></fk-field>`
        }
        ${
          alarmed === 0 && !this.onlyAlarmed
            ? nothing
            : html`<fk-field kind="check" name="onlyAlarmed" .label=${alarmText.only} .value=${String(this.onlyAlarmed)} @fk-change=${(event: FieldChangeEvent) => (this.onlyAlarmed = event.value === 'true')}></fk-field>`
        }
      </div>
      <p class="soft" role="status">${text.counts(result.length, silent)}</p>
      ${ordered.length === 0 ? html`<fk-empty .text=${text.noneFound} .icon=${searchIcon}></fk-empty>` : this.renderTable(ordered)}
    `;
  }

  private renderTable(rows: readonly FleetRow[]): TemplateResult {
    return inPortions({
      rows,
      shown: this.shown,
      step: PORTION * 4,
      wide: true,
      label: text.more,
      onMore: () => (this.shown += PORTION * 4),
      render: (portion) => html`<table>
        <caption class="aside">
          ${text.caption}
        </caption>
        <thead>
          <tr>
            <th scope="col" class="tick"><span class="aside">${telemetryStrings.show.change}</span></th>
            ${this.renderHead('name', text.beacon)} ${this.renderHead('heard', text.lastHeard)}
            ${this.renderHead('battery', text.battery, 'number')} ${this.renderHead('temperature', text.temperature, 'number')}
            <th scope="col" class="moving">${text.moving}</th>
            ${this.renderHead('silent', text.state)}
          </tr>
        </thead>
        <tbody>
          ${repeat(
            portion,
            ({ trackingId }) => trackingId,
            (row) => this.renderRow(row),
          )}
        </tbody>
      </table>`,
    });
  }

  /** A heading that sorts by its column, first in the most useful direction. */
  private renderHead(order: FleetOrder, words: string, className = ''): TemplateResult {
    const sorted = this.order === order ? DIRECTIONS[order] : 'none';
    return html`<th scope="col" class=${className} aria-sort=${sorted}>
      <button type="button" class="open" title=${text.orders[order]} @click=${() => (this.order = order)}>
        ${words}<span aria-hidden="true">${SIGNS[sorted]}</span>
      </button>
    </th>`;
  }

  private renderRow(row: FleetRow): TemplateResult {
    const { state: beacon, title, trackingId, uniqueId } = row;
    const reading = (value: { readonly value: number } | null, unit: string): string =>
      value === null ? text.nothing : shownValue(value.value, unit);
    return html`<tr>
      <td class="tick">
        <label>
          <input type="checkbox" aria-label=${text.choose(title)} .checked=${live(this.chosen.has(trackingId))} @change=${(event: Event) => this.tick(trackingId, (event.target as HTMLInputElement).checked)} />
        </label>
      </td>
      <th scope="row">
        <div class="who"><span class="title strong anywhere" title=${title}><bdi>${title}</bdi></span>
        <span class="ids wrap faint anywhere mono">
          ${uniqueId === null || uniqueId === title ? nothing : html`<span>${uniqueId}</span>`}
          ${trackingId === title ? nothing : html`<span>${trackingId}</span>`}
        </span></div>
      </th>
      <td data-label=${text.lastHeard}>${beacon.lastHeardMs === null ? text.nothing : html`<fk-age .at=${beacon.lastHeardMs} .now=${this.now}></fk-age>${isHeardUnchecked(beacon) ? html` · ${telemetryStrings.clockUnchecked}` : nothing}`}</td>
      <td data-label=${text.battery} class="number mono">${reading(beacon.battery, '%')}</td>
      <td data-label=${text.temperature} class="number mono">${reading(beacon.temperature, '°C')}</td>
      <td data-label=${text.moving} class="moving">${beacon.moving === null ? text.nothing : beacon.moving.value ? text.yes : text.no}</td>
      <td class="heard">${this.renderHearing(row)}${this.alarmed.has(trackingId) ? html` <fk-status tone="attention" .icon=${warningIcon}>${alarmText.badge}</fk-status>` : nothing}</td>
    </tr>`;
  }

  private renderHearing({ hearing, state: beacon }: FleetRow): TemplateResult {
    const at = (ms: number | null): string => (ms === null ? '' : momentText(ms, this.zone));
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
    const word = hearing === 'silent' ? this.silenceOf(beacon) : text.hearing[hearing];
    const tone = TONES[hearing];
    const shown =
      tone === null
        ? html`<span title=${note === '' ? nothing : note}>${word}</span>`
        : html`<fk-status .tone=${tone} .icon=${waitingIcon} title=${note}>${word}</fk-status>`;
    return html`${shown}${note === '' ? nothing : html`<span class="aside">${note}</span>`}`;
  }

  private readonly onOnlySilent = (event: FieldChangeEvent): void => {
    this.onlySilent = event.value === 'true';
    this.dispatchEvent(new SilentOnlyEvent(this.onlySilent));
  };

  private silenceOf(beacon: FleetRow['state']): string {
    const ms = silentMsOf(beacon) ?? 0;
    return beacon.lastHeardMs === null ? text.silentAtLeast(wholeHours(ms)) : text.silentFor(lasting(ms));
  }

  private tick(trackingId: string, ticked: boolean): void {
    const next = new Set(this.chosen);
    if (ticked) next.add(trackingId);
    else next.delete(trackingId);
    // Set at once, because a second tick may come before the page has answered.
    this.chosen = next;
    this.dispatchEvent(new PickEvent(next));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-fleet': FkTelemetryFleet;
  }
  interface HTMLElementEventMap {
    'fk-silent-only': SilentOnlyEvent;
  }
}
