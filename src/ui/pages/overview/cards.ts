/**
 * The charts of the overview, each with its table: configuration, battery, telemetry, composition, packages, receipts
 * and streams.
 */
import { html, nothing, svg, type TemplateResult } from 'lit';
import {
  UNSAID,
  STATE_WORDS,
  viewAddress,
  type DeviceView,
  type Heard,
} from '../../../domain/device-list/view-address.ts';
import { batteryBars, type BatteryBar, type FleetFigures, type Share } from '../../../domain/overview/fleet-count.ts';
import { LOW_BATTERY_PERCENT } from '../../../domain/low-battery.ts';
import { queriedUntil } from '../../../domain/overview/hearing.ts';
import { RECEIPT_GROUPS, type PackageAges, type ReceiptGroup } from '../../../domain/overview/needs-you.ts';
import { standingOf } from '../../../domain/streams/steps.ts';
import { STREAM_TYPES, type StreamType } from '../../../domain/streams/stream.ts';
import { TYPICAL_TRACKS } from '../../../domain/typical-tracks.ts';
import type { TrackSummary } from '../../../domain/track-marks.ts';
import type { Streams } from '../../../use-cases/streams/streams.ts';
import type { TelemetryState } from '../../../use-cases/telemetry/telemetry.ts';
import '../../elements/basics.ts';
import { elementStrings } from '../../strings/elements.ts';
import { overviewStrings as text } from '../../strings/overview.ts';
import { streamStrings } from '../../strings/streams.ts';
import { number } from '../../language/counting.ts';
import { dateTime } from '../../language/times.ts';
import { barWidth, renderBarTable, type BarRow } from './bar-table.ts';

interface CardFacts {
  readonly figures: FleetFigures;
  readonly nowMs: number;
  readonly isWide: boolean;
  readonly packages: PackageAges;
  readonly receipts: Readonly<Record<ReceiptGroup, number>>;
  readonly telemetry: { readonly opened: TelemetryState | null; readonly failed: boolean };
  readonly streams: { readonly opened: Streams | null; readonly failed: boolean };
  /** Battery and beacons heard over weeks. */
  readonly weeks: TemplateResult | typeof nothing;
  readonly online: boolean;
  readonly showsAll: (id: string) => boolean;
  readonly onShow: (id: string) => void;
  /** Called when something changed that the page does not observe. */
  readonly changed: () => void;
}

/** Values shown before "Show all". */
const FEW = 5;
/** Maximum number of values shown here; the list itself shows them all. */
const MAX_SHARES = 200;
/** From this number on, ten columns of figures do not fit side by side. */
const MANY_DEVICES = 10_000;

const WORD_TONES: Partial<Record<TrackSummary, BarRow['tone']>> = {
  verified: 'done',
  uncertain: 'attention',
  notVerified: 'attention',
  refused: 'stop',
};
const HEARD_TONES: Record<Heard, BarRow['tone']> = { heard: 'plain', silent: 'attention', unasked: 'plain' };

/** Three lanes: state, telemetry and deliveries, composition of the fleet. */
export function renderCards(facts: CardFacts): TemplateResult {
  return html`<div class="stack figures">
    <div class="stack lane">${renderStates(facts.figures)}${renderBattery(facts)}${facts.weeks}</div>
    <div class="stack lane">${renderHearing(facts)}${renderPackages(facts)}${renderReceipts(facts)}${renderStreams(facts)}</div>
    <div class="stack lane made">
      ${renderShares(facts, 'models', text.models, (models) => ({ models }))}
      ${renderShares(facts, 'firmwares', text.firmwares, (firmwares) => ({ firmwares }))}
      ${renderShares(facts, 'accesses', text.accesses, (accesses) => ({ accesses }))}
      ${renderShares(facts, 'types', text.types, (types) => ({ types }))}
      ${facts.figures.tags.length === 0 ? nothing : renderShares(facts, 'tags', text.tags, (tags) => ({ tags }))}
    </div>
  </div>`;
}

function renderStates({ byWord, devices }: FleetFigures): TemplateResult {
  const rows = STATE_WORDS.filter((word) => byWord[word] > 0).map((word): BarRow => ({
    label: elementStrings.track.summaries[word],
    picture: html`<fk-track aria-hidden="true" size="row" .track=${TYPICAL_TRACKS[word]}></fk-track>`,
    count: byWord[word],
    href: viewAddress({ states: [word] }),
    tone: WORD_TONES[word] ?? 'plain',
  }));
  return renderCard('state', text.state, renderBarTable('state', text.state, text.columns.devices, rows, devices));
}

function renderCard(id: string, title: string, content: TemplateResult): TemplateResult {
  return html`<section class="card" aria-labelledby=${id}>
    <h2 id=${id}>${title}</h2>
    ${content}
  </section>`;
}

function renderBattery({ figures, isWide }: CardFacts): TemplateResult {
  const width = isWide && figures.devices < MANY_DEVICES ? 10 : 20;
  const { batteryUnsaid: unsaid } = figures;
  const address = viewAddress({ battery: 'unsaid' });
  return renderCard(
    'battery',
    text.battery,
    html`<p class="soft">${text.batteryHint}</p>
      ${renderHistogram(batteryBars(figures.battery, width))}
      ${unsaid === 0 ? nothing : html`<p class="soft"><a href=${address}>${text.batteryUnsaid(unsaid)}</a></p>`}`,
  );
}

function renderShares(
  { figures, showsAll, onShow }: CardFacts,
  id: 'models' | 'firmwares' | 'accesses' | 'types' | 'tags',
  title: string,
  viewOf: (values: readonly string[]) => Partial<DeviceView>,
): TemplateResult {
  const shares = figures[id];
  // One more row takes less space than a button that would show it.
  const shown = showsAll(id) ? shares.slice(0, MAX_SHARES) : shares.length <= FEW + 1 ? shares : shares.slice(0, FEW);
  const showMore = shares.length > MAX_SHARES ? text.showMost(MAX_SHARES) : text.showAll(shares.length);
  const rows = shown.map(({ value, count }: Share): BarRow => ({
    label: value === UNSAID ? text.unsaid : value,
    count,
    href: viewAddress(viewOf([value])),
  }));
  const button = html`<div>
    <fk-button variant="quiet" @click=${() => onShow(id)}
      >${showsAll(id) ? text.showFewer : showMore}<span class="aside">, ${title}</span></fk-button
    >
  </div>`;
  return renderCard(
    id,
    title,
    html`${renderBarTable(id, title, text.columns.devices, rows, figures.devices)}
    ${shares.length <= FEW + 1 ? nothing : button}`,
  );
}

/** Describes only the telemetry on this phone; the rest is unknown. */
function renderHearing({ figures, telemetry }: CardFacts): TemplateResult {
  const { hearing, devices, neverSeen } = figures;
  const until = queriedUntil(telemetry.opened?.beacons ?? []);
  const isRead = hearing !== null && hearing.unasked < devices;
  const failed = telemetry.failed || (telemetry.opened?.storageFailure ?? null) !== null;
  const words = failed ? text.heardFailed : hearing === null ? text.heardOpening : text.heardNever;
  const rows = (['heard', 'silent', 'unasked'] as const).map((state) => ({
    label: text.heard[state],
    count: hearing?.[state] ?? 0,
    href: viewAddress({ heard: [state] }),
    tone: HEARD_TONES[state],
  }));
  const never = viewAddress({ seen: 'never' });
  return renderCard(
    'heard',
    text.heardTitle,
    html`${
      isRead && !failed
        ? html`${until === null ? nothing : html`<p class="soft">${text.heardHint(dateTime(until))}</p>`}
          ${renderBarTable('heard', text.heardTitle, text.columns.devices, rows, devices)}`
        : html`<p>${words}</p>`
    }
    ${neverSeen === 0 ? nothing : html`<p class="soft"><a href=${never}>${text.neverSeen(neverSeen)}</a></p>`}
    <div><fk-button href="/telemetry">${text.loadTelemetry}</fk-button></div>`,
  );
}

function renderPackages({ packages, nowMs }: CardFacts): TemplateResult {
  const { carried, oldestMs } = packages;
  const rows = (['today', 'week', 'older'] as const).map((age): BarRow => ({
    label: text.packageAges[age],
    count: packages[age],
    href: '/run',
    tone: age === 'older' ? 'attention' : 'plain',
  }));
  return renderCard(
    'packages',
    text.packages,
    carried === 0
      ? html`<p>${text.packagesNone}</p>`
      : html`${renderBarTable('package', text.packages, text.columns.packages, rows, carried)}
          <p class="soft">${text.packagesOldest} <fk-age .at=${oldestMs} .now=${nowMs}></fk-age></p>`,
  );
}

function renderReceipts({ receipts }: CardFacts): TemplateResult {
  const total = RECEIPT_GROUPS.reduce((sum, group) => sum + receipts[group], 0);
  const tones: Partial<Record<ReceiptGroup, BarRow['tone']>> = {
    verified: 'done',
    notVerified: 'attention',
    parked: 'stop',
    refused: 'stop',
  };
  const rows = RECEIPT_GROUPS.filter((group) => receipts[group] > 0).map((group) => ({
    label: text.receiptGroups[group],
    count: receipts[group],
    href: '/outbox',
    tone: tones[group] ?? 'plain',
  }));
  return renderCard(
    'receipts',
    text.receipts,
    total === 0
      ? html`<p>${text.receiptsNone}</p>`
      : renderBarTable('receipt', text.receipts, text.columns.receipts, rows, total),
  );
}

function renderStreams({ streams, online, changed }: CardFacts): TemplateResult {
  const { opened, failed } = streams;
  return renderCard(
    'streams',
    text.streams,
    html`${failed ? html`<p>${text.streamsFailed}</p>` : nothing}
    <dl>
      ${STREAM_TYPES.map(
        (type) => html`<dt><a href="/streams">${streamStrings.types[type]}</a></dt>
          <dd>${renderStanding(opened, type, online, changed)}</dd>`,
      )}
    </dl>`,
  );
}

/** Streams are read from the backend each time, so nothing is shown before. */
function renderStanding(
  opened: Streams | null,
  type: StreamType,
  online: boolean,
  changed: () => void,
): TemplateResult {
  const stream = opened?.state(type).value;
  if (stream !== undefined && stream.readAtMs !== null)
    return html`<fk-status>${text.streamStandings[standingOf(stream.config)]}</fk-status>`;
  const read = (): void => {
    void opened?.read(type).then(changed, changed);
    changed();
  };
  const words = stream?.reading === true ? text.streamsReading : text.streamsNotRead;
  return html`<span class="wrap"><span class="soft">${stream?.failure != null && !stream.reading ? text.streamsFailed : words}</span>
    <fk-button .disabled=${opened === null || !online} .busy=${stream?.reading === true}
      @click=${read}>${text.streamsRead}<span class="aside">, ${streamStrings.types[type]}</span></fk-button></span>`;
}

/** The battery levels as columns: a transposed table, each column linking to the devices that it counts. */
function renderHistogram(bars: readonly BatteryBar[]): TemplateResult {
  const most = Math.max(0, ...bars.map(({ count }) => count));
  return html`<table class="histogram" id="battery-bars">
    <caption class="aside">
      ${text.batteryHint}
    </caption>
    <thead class="aside">
      <tr>
        <th scope="col">${text.battery}</th>
        <th scope="col">${text.columns.devices}</th>
      </tr>
    </thead>
    <tbody>
      ${bars.map((bar) => renderColumn(bar, most))}
    </tbody>
  </table>`;
}

function renderColumn({ from, to, count }: BatteryBar, most: number): TemplateResult {
  const height = barWidth(count, most);
  const band = text.batteryBand(from, to);
  return html`<tr class=${to <= LOW_BATTERY_PERCENT ? 'low' : 'plain'}>
    <th scope="row"><span>${band}</span></th>
    <td class="mono">
      ${
        count === 0
          ? html`<span class="number faint">0</span>`
          : html`<a class="number" href=${viewAddress({ battery: { from, to } })} aria-label="${band}: ${number(count)}"
            >${number(count)}</a
          >`
      }
      <svg class="column" viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">
        ${svg`<rect class="length" x="0" y=${100 - height} width="10" height=${height}></rect>`}
      </svg>
    </td>
  </tr>`;
}
