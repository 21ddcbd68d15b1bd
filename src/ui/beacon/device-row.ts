/** One device as a row of the narrow list: alias, ID and kind, and its state on a separate line. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { BeaconTable } from '../../domain/beacon-table.ts';
import { lastSeenOf, type CachedDevice } from '../../domain/device.ts';
import { deviceCell, type DeviceColumn } from '../../domain/device-list/columns.ts';
import type { Track } from '../../domain/track-marks.ts';
import '../elements/status/status.ts';
import '../elements/track/track.ts';
import { editIcon, icon, warningIcon } from '../kit/icons.ts';
import { devicePath } from '../shell/router.ts';
import { deviceListStrings } from '../strings/device-list.ts';
import { deviceStrings as text } from '../strings/devices.ts';
import { accessWord, typeWord } from './device-words.ts';
import { dateTime } from '../language/times.ts';

/** Heights in rem, so that they grow with the text size. The styles use the same numbers. */
export const ROW_REM = 4.5;
export const TALL_ROW_REM = 5.75;

/** The data of a row, in both the list and the table. */
export interface RowView {
  /** Includes unsent local edits. */
  readonly device: CachedDevice;
  readonly track: Track;
  readonly unsent: boolean;
  readonly index: number;
  readonly count: number;
  /** The row that receives focus when the keyboard enters the list. */
  readonly active: boolean;
  /** The row of the device that is shown beside the list. */
  readonly current: boolean;
  readonly choosing: boolean;
  readonly picked: boolean;
  /** Null: no known alarm. */
  readonly alarm: RowAlarm | null;
  /** By the backend's clock; null while that is unchecked. */
  readonly nowMs: number | null;
}

/** The alarms of a device: a short form of the first, and each alarm with its rule. */
export interface RowAlarm {
  /** What a single alarm of the battery says, percent; null for others. */
  readonly batteryPercent: number | null;
  readonly short: string;
  /** The limit that was crossed, for where the value stands beside it. */
  readonly limit: string;
  readonly whole: string;
}
export type AlarmOf = (device: CachedDevice) => RowAlarm | null;

export interface RowActions {
  readonly focused: (index: number) => void;
  readonly clicked: (event: MouseEvent, uniqueId: string) => void;
  readonly choose: (uniqueId: string, range: boolean) => void;
}

export const deviceRowStyles = css`
  .item {
    height: 4.5rem;
    border-bottom: var(--stroke) solid var(--color-line);
  }
  .item.tall {
    height: 5.75rem;
  }
  .item > a {
    display: grid;
    align-content: center;
    height: 100%;
    padding: var(--space-1) var(--space-4);
    border-inline-start: calc(var(--stroke-strong) * 2) solid transparent;
    color: inherit;
    text-decoration: none;
    touch-action: manipulation;
  }
  @media (hover: hover) {
    .item > a:hover {
      background: var(--color-surface);
    }
  }
  .item > a[aria-current] {
    border-inline-start-color: var(--color-accent);
    background: var(--color-accent-soft);
  }
  .item > a:focus-visible {
    outline-offset: calc(var(--focus-width) * -1);
  }
  :host([choosing]) .item {
    display: grid;
    grid-template-columns: var(--target) minmax(0, 1fr);
  }
  .box {
    display: grid;
    place-items: center;
    height: 100%;
    cursor: pointer;
  }
  .item .line {
    align-items: baseline;
    gap: var(--space-3);
    min-width: 0;
  }
  .state {
    display: flex;
    align-items: center;
    height: 1.5rem;
    overflow: hidden;
  }
  .line fk-status {
    flex: none;
    font-size: var(--text-xs);
  }
  .sign svg {
    display: inline-block;
    width: 1.2em;
    height: 1.2em;
    color: var(--color-attention);
    vertical-align: text-bottom;
  }
  .none {
    font-weight: var(--weight-text);
    font-style: italic;
  }
`;

/** True when the row shows a configuration state, which makes it taller. */
export function hasState(device: CachedDevice, beacons: BeaconTable): boolean {
  // Most of 100,000 devices have no rows.
  if (!beacons.stored.has(device.uniqueId)) return device.pending !== null;
  return beacons.of(device.uniqueId, device).track.summary !== 'nothing';
}

export function renderDeviceRow(view: RowView, columns: readonly DeviceColumn[], actions: RowActions): TemplateResult {
  const { device, track, unsent, alarm } = view;
  const hasTrack = track.summary !== 'nothing';
  const second = columns.flatMap((column) => wordsOf(device, column) ?? []);
  return html`<li class="item ${hasTrack ? 'tall' : ''}" aria-setsize=${view.count} aria-posinset=${view.index + 1}>
    ${view.choosing ? renderBox(view, actions) : nothing}
    <a
      href=${devicePath(device.uniqueId)}
      data-index=${view.index}
      tabindex=${view.active ? 0 : -1}
      aria-current=${view.current ? 'true' : nothing}
      .ariaDescription=${view.choosing && view.picked ? deviceListStrings.isChosen : null}
      @focus=${() => actions.focused(view.index)}
      @click=${(event: MouseEvent) => actions.clicked(event, device.uniqueId)}
    >
      <span class="line"><span class="grow strong cut">${renderAlias(device)}</span> <span class="mono">${device.uniqueId}</span></span>
      <span class="line"><span class="soft grow cut"><bdi>${second.join(' · ')}</bdi></span
        >${renderAlarm(alarm, !unsent, isBatteryBeside(view, columns))}${
          unsent ? html`<fk-status tone="attention" .icon=${editIcon}>${text.unsent}</fk-status>` : nothing
        }</span
      >
      ${hasTrack ? html`<span class="state"><fk-track size="row" words .track=${track}></fk-track></span>` : nothing}
    </a>
  </li>`;
}

export function renderAlias(device: CachedDevice): TemplateResult {
  return device.alias === null
    ? html`<span class="none faint">${text.unnamed}</span>`
    : html`<bdi>${device.alias}</bdi>`;
}

/** True when the alarm is only about the value that the row shows as its battery. */
export function isBatteryBeside({ device, alarm }: RowView, columns: readonly unknown[]): boolean {
  const { batteryPercent } = device;
  return batteryPercent !== null && batteryPercent === alarm?.batteryPercent && columns.includes('batteryPercent');
}

/** `inWords`: show text beside the icon; `isBeside`: the limit alone, as the value is shown beside it. */
export function renderAlarm(
  alarm: RowAlarm | null,
  inWords: boolean,
  isBeside = false,
): TemplateResult | typeof nothing {
  if (alarm === null) return nothing;
  const whole = html`<span class="aside">${alarm.whole}</span>`;
  return inWords
    ? html`<fk-status class="alarm" tone="attention" title=${alarm.whole}><span
      aria-hidden="true">${isBeside ? alarm.limit : alarm.short}</span>${whole}</fk-status>`
    : html`<span class="alarm sign" title=${alarm.whole}>${icon(warningIcon)}${whole}</span>`;
}

export function renderBox({ device, picked }: RowView, { choose }: RowActions): TemplateResult {
  return html`<label class="box"
    ><input type="checkbox" tabindex="-1" .checked=${live(picked)}
      aria-label=${deviceListStrings.chooseRow(device.uniqueId)} @click=${(event: MouseEvent) => choose(device.uniqueId, event.shiftKey)}
  /></label>`;
}

function wordsOf(device: CachedDevice, column: DeviceColumn): string | null {
  if (column === 'batteryPercent') return device.batteryPercent === null ? null : text.battery(device.batteryPercent);
  if (column === 'lastSeen') return lastSeenWords(device);
  if (column === 'access') return device.access === null ? null : accessWord(device.access);
  if (column === 'deviceType') return typeWord(device.deviceType);
  const cell = deviceCell(device, column);
  return cell === null ? null : String(cell);
}

/** Null when the backend does not report it. */
export function lastSeenWords(device: CachedDevice): string | null {
  const lastSeen = lastSeenOf(device);
  return lastSeen.kind === 'at' ? timeInWords(lastSeen.ms) : lastSeen.kind === 'never' ? deviceListStrings.never : null;
}

/** A number from a backend may be outside the range of Date. */
export function timeInWords(ms: number): string {
  return dateTime(ms) || String(ms);
}
