/**
 * Battery and beacons heard over the last weeks, and the batteries that will be empty first. Renders nothing with less
 * than two weeks of data.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { isWrittenByBluetooth, type CachedDevice } from '../../../domain/device.ts';
import { roomOf } from '../../../domain/room.ts';
import { trackingKey, type BeaconState } from '../../../domain/telemetry/fleet.ts';
import type { FleetHours } from '../../../domain/telemetry/hours.ts';
import { forecastBattery, type BatteryForecast } from '../../../domain/telemetry/battery-forecast.ts';
import { HOUR_MS } from '../../../domain/telemetry/record-query.ts';
import { fleetWeeks, WEEK_MS, type FleetWeeks } from '../../../domain/telemetry/weeks.ts';
import type { NewTask } from '../../../use-cases/jobs/jobs.ts';
import '../../elements/basics.ts';
import '../../elements/chart/spark.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { whenIdle } from '../../shared/when-idle.ts';
import { SayEvent } from '../../shared/say.ts';
import { devicePath, jobPath, navigate } from '../../shell/router.ts';
import type { AccountServices } from '../../shell/services.ts';
import { number, percent } from '../../language/counting.ts';
import { date } from '../../language/times.ts';
import { jobStrings } from '../../strings/jobs.ts';
import { overviewStrings } from '../../strings/overview.ts';

const text = overviewStrings.weeks;
const WEEKS = 8;
/** Batteries listed by name. */
const MAX_NAMED = 5;

interface Made {
  readonly weeks: FleetWeeks;
  /** Those that may be empty first come first. */
  readonly forecasts: readonly Forecast[];
  /** Number of batteries with readings that allow no forecast. */
  readonly unclear: number;
}

interface Forecast extends BatteryForecast {
  readonly trackingId: string;
  /** It is not empty before this time, Unix ms. */
  readonly fromMs: number;
}

@customElement('fk-fleet-weeks')
class FkFleetWeeks extends LitElement {
  @property({ attribute: false }) services!: AccountServices;
  /** Number of stored records; a new number causes another read. */
  @property({ type: Number }) records = 0;
  @property({ type: Number }) now = 0;
  @property({ attribute: false }) devices: readonly CachedDevice[] = [];
  @property({ attribute: false }) beacons: readonly BeaconState[] = [];
  @state() private made: Made | null = null;
  /** The day before which the batteries of a new job may be empty; '' until it is chosen. */
  @state() private beforeDay = '';

  static override styles = [
    shared,
    pageStyles,
    css`
      /* Has no box of its own; otherwise the page would leave a gap while there is nothing to show. */
      :host {
        display: contents;
      }
      .metric {
        max-width: none;
      }
      li {
        min-height: var(--target);
        border-bottom: var(--stroke) solid var(--color-line);
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('services') || changed.has('records')) void this.read();
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.made === null) return nothing;
    const { battery, heard } = this.made.weeks;
    const counts = heard.filter((count) => !Number.isNaN(count));
    if (counts.length < 2) return nothing;
    return html`<section class="card" aria-labelledby="weeks">
      <h2 id="weeks">${text.title(WEEKS)}</h2>
      <p class="soft">${text.hint}</p>
      ${renderTrend(text.battery, battery, 100, percent)}
      ${renderTrend(text.heard, heard, Math.max(...counts), number)}
      ${this.renderForecasts(this.made)}
    </section>`;
  }

  private renderForecasts({ forecasts, unclear }: Made): TemplateResult | typeof nothing {
    if (forecasts.length + unclear === 0) return nothing;
    return html`<h3>${text.toEmpty}</h3>
      <ul role="list">
        ${forecasts.slice(0, MAX_NAMED).map(
          ({ trackingId, percent: level, least, most }) => html`<li class="row">
            ${this.renderName(trackingId)}
            <span class="mono">${percent(level)}</span>
            <span>${text.weeksLeft(least, most)}</span>
          </li>`,
        )}
      </ul>
      ${unclear === 0 ? nothing : html`<p class="soft">${text.unclear(unclear)}</p>`}
      ${forecasts.length === 0 ? nothing : this.renderJob(forecasts)}`;
  }

  /** A job of the batteries that may be empty before a day. */
  private renderJob(forecasts: readonly Forecast[]): TemplateResult {
    const beforeMs = this.beforeDay === '' ? 0 : new Date(`${this.beforeDay}T00:00`).getTime();
    const wanted = forecasts
      .filter(({ fromMs }) => fromMs < beforeMs)
      .flatMap((one) => this.deviceOf(one.trackingId) ?? []);
    const devices = [...new Set(wanted)].filter(({ deviceType }) => isWrittenByBluetooth(deviceType));
    return html`<fk-field kind="date" name="before" .label=${text.before} .value=${this.beforeDay}
        @fk-input=${this.onBefore}></fk-field>
      ${
        this.beforeDay === ''
          ? nothing
          : html`<fk-button .wide=${true} .disabled=${devices.length === 0}
            @click=${() => void this.makeJob(devices, beforeMs)}>${text.makeJob(devices.length)}</fk-button>`
      }`;
  }

  private readonly onBefore = (event: FieldChangeEvent): void => {
    event.stopPropagation();
    this.beforeDay = event.value;
  };

  private async makeJob(devices: readonly CachedDevice[], beforeMs: number): Promise<void> {
    const tasks = devices.map(({ uniqueId, deviceType, tags }): NewTask => ({
      uniqueId,
      deviceType,
      place: roomOf(tags) ?? '',
      values: {},
      note: '',
      battery: {},
    }));
    try {
      const jobs = await this.services.jobs();
      const { id } = await jobs.create({ name: text.jobName(date(beforeMs)), site: '', tasks });
      navigate(jobPath(id));
    } catch {
      this.dispatchEvent(new SayEvent(jobStrings.notSaved));
    }
  }

  private deviceOf(trackingId: string): CachedDevice | undefined {
    const key = trackingKey(trackingId);
    const namedId = this.beacons.find((beacon) => trackingKey(beacon.trackingId) === key)?.uniqueId ?? null;
    return this.devices.find(({ uniqueId, mac }) => uniqueId === namedId || (mac !== null && trackingKey(mac) === key));
  }

  private renderName(trackingId: string): TemplateResult {
    const device = this.deviceOf(trackingId);
    return device === undefined
      ? html`<bdi class="mono grow anywhere">${trackingId}</bdi>`
      : html`<a class="grow anywhere" href=${devicePath(device.uniqueId)}><bdi>${device.alias ?? device.uniqueId}</bdi></a>`;
  }

  /** The card of heard beacons reports unreadable telemetry. */
  private async read(): Promise<void> {
    const { services, records, now } = this;
    if (records === 0) return;
    try {
      // Counting the list comes first.
      await whenIdle();
      const hours = await (await services.telemetry()).hours(now - WEEKS * WEEK_MS, now);
      if (records === this.records) this.made = { weeks: fleetWeeks(hours, WEEKS), ...forecastsOf(hours) };
    } catch {
      this.made = null;
    }
  }
}

function forecastsOf({ startMs, rows }: FleetHours): Pick<Made, 'forecasts' | 'unclear'> {
  const read = rows.filter(({ battery }) => battery.some((percent) => !Number.isNaN(percent)));
  const forecasts = read.flatMap((row): Forecast[] => {
    const forecast = forecastBattery(row);
    if (forecast === null) return [];
    const lastHour = row.battery.findLastIndex((percent) => !Number.isNaN(percent));
    const fromMs = startMs + lastHour * HOUR_MS + forecast.least * WEEK_MS;
    return [{ ...forecast, trackingId: row.trackingId, fromMs }];
  });
  return {
    forecasts: forecasts.toSorted((a, b) => a.least - b.least || a.most - b.most),
    unclear: read.length - forecasts.length,
  };
}

function renderTrend(
  label: string,
  values: Float64Array,
  most: number,
  words: (value: number) => string,
): TemplateResult | typeof nothing {
  const read = values.filter((value) => !Number.isNaN(value));
  if (read.length < 2) return nothing;
  const [first, last] = [words(read[0]!), words(read.at(-1)!)];
  return html`<p class="metric spread small"><span>${label}</span><span class="mono">${first} → ${last}</span></p>
    <fk-spark .values=${values} .least=${0} .most=${most} .label=${text.line(label, first, last)}></fk-spark>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-fleet-weeks': FkFleetWeeks;
  }
}
