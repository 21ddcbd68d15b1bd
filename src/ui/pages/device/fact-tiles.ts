/** The main facts in large tiles: battery or mains power, last seen and online state, firmware and upgrades, access. */
import { LOW_BATTERY_PERCENT } from '../../../domain/low-battery.ts';
import { css, html, nothing, type TemplateResult } from 'lit';
import { BATTERY_NAMES, LAST_SEEN_NAMES, lastSeenOf, valueIn, type CachedDevice } from '../../../domain/device.ts';
import { availableFirmware, isOnMains, isOnline, textIn } from '../../../domain/device-facts.ts';
import type { Alarm, AlarmRule } from '../../../domain/telemetry/alarms.ts';
import type { Now } from '../../../domain/telemetry/now.ts';
import { alarmValue, alarmsInWords, crossedLimit } from '../../beacon/alarm-words.ts';
import { accessWord } from '../../beacon/device-words.ts';
import { renderAlarm, timeInWords } from '../../beacon/device-row.ts';
import '../../elements/basics.ts';
import { labelOf } from '../../words/configure.ts';
import { percent } from '../../language/counting.ts';
import { listOptionStrings } from '../../strings/list-options.ts';
import { devicePageStrings as text } from '../../strings/device-page.ts';

export const factTileStyles = css`
  .tiles {
    container-type: inline-size;
  }
  .tiles dl {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: var(--stroke);
    border: var(--stroke) solid var(--color-line);
    border-radius: var(--radius-m);
    background: var(--color-line);
    overflow: hidden;
  }
  @container (max-width: 15em) {
    .tiles dl {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @container (min-width: 34rem) {
    .tiles dl {
      grid-template-columns: repeat(4, minmax(0, 1fr));
    }
  }
  .tiles dl > div {
    display: grid;
    align-content: start;
    padding: var(--space-2) var(--space-3);
    background: var(--color-surface);
  }
  .tiles dd {
    line-height: var(--leading-tight);
    font-variant-numeric: tabular-nums;
  }
  .tiles .value {
    gap: 0 var(--space-2);
    min-height: 1.6em;
  }
  .tiles .value:has(.sign) {
    color: var(--color-attention);
  }
  .tiles .icon {
    width: 1.1em;
    height: 1.1em;
  }
`;

/** `now`: time by the backend's clock. `alarms`: those of the device; each is shown with the fact that it is about. */
export function renderFactTiles(device: CachedDevice, now: Now, alarms: readonly Alarm[]): TemplateResult {
  const { firmware, access } = device;
  const lastSeen = lastSeenOf(device);
  const silentMs = lastSeen.kind === 'at' ? now.ms - lastSeen.ms : null;
  return html`<div class="tiles">
    <dl>
      ${
        isOnMains(device)
          ? tile(text.power.name, text.power.mains, [], alarmSign(alarms, 'battery', null))
          : tile(labelOf('batteryLevel'), batteryOf(device), [lowLimitOf(device, alarms)], batterySign(device, alarms))
      }
      ${tile(labelOf('lastSeen'), lastSeenIn(device, now), onlineOf(device), alarmSign(alarms, 'silent', silentMs))}
      ${tile(labelOf('firmware'), firmware === null ? null : html`<bdi class="mono">${firmware}</bdi>`, upgradeOf(device))}
      ${tile(labelOf('access'), access === null ? null : html`<bdi>${accessWord(access)}</bdi>`)}
    </dl>
  </div>`;
}

function lastSeenIn(device: CachedDevice, now: Now): TemplateResult | string | null {
  const lastSeen = lastSeenOf(device);
  if (lastSeen.kind !== 'at') return lastSeen.kind === 'never' ? text.neverHeard : oddOf(device, LAST_SEEN_NAMES);
  // Times outside the calendar are shown as received.
  return Math.abs(lastSeen.ms) > FURTHEST_MS
    ? timeInWords(lastSeen.ms)
    : html`<fk-age .at=${lastSeen.ms} .now=${now.ms}></fk-age>${now.isChecked ? nothing : html` · ${text.clockUnchecked}`}`;
}

const FURTHEST_MS = 8.64e15;

/** `notes`: further facts, each in a line of its own; null for those that the backend does not state. */
function tile(
  name: string,
  value: TemplateResult | string | null,
  notes: readonly (string | null)[] = [],
  sign: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  return html`<div>
    <dt class="soft">${name}</dt>
    <dd class="value row strong anywhere">${value ?? html`<span class="none faint">${text.unsaid}</span>`}${sign}</dd>
    ${notes.map((note) => (note === null ? nothing : html`<dd class="soft anywhere"><bdi>${note}</bdi></dd>`))}
  </div>`;
}

function onlineOf(device: CachedDevice): readonly (string | null)[] {
  const online = isOnline(device);
  if (online !== false) return [online === null ? null : text.power.online];
  const reason = textIn(device.attributes, 'status.offlineReason');
  return [reason === null ? text.power.offline : text.power.offlineFor(reason)];
}

function upgradeOf(device: CachedDevice): readonly (string | null)[] {
  const lineOf = (stated: string | null, words: (stated: string) => string): string | null =>
    stated === null ? null : words(stated);
  return [
    lineOf(availableFirmware(device), text.power.available),
    lineOf(textIn(device.attributes, 'firmwareInfo.upgrade.scheduledVersion'), text.power.scheduled),
    lineOf(textIn(device.attributes, 'firmwareInfo.upgrade.lastError.message'), text.power.failed),
  ];
}

function batteryOf(device: CachedDevice): TemplateResult | string | null {
  const { batteryPercent } = device;
  return batteryPercent === null ? oddOf(device, BATTERY_NAMES) : percent(batteryPercent);
}

function batterySign({ batteryPercent }: CachedDevice, alarms: readonly Alarm[]): TemplateResult | typeof nothing {
  const sign = alarmSign(alarms, 'battery', batteryPercent);
  return sign === nothing && batteryPercent !== null && batteryPercent <= LOW_BATTERY_PERCENT
    ? renderAlarm({ batteryPercent, short: '', limit: '', whole: listOptionStrings.batteryLow }, false)
    : sign;
}

/** Says below which limit the battery counts as low; null while it does not. */
function lowLimitOf({ batteryPercent }: CachedDevice, alarms: readonly Alarm[]): string | null {
  const alarm = alarms.find(({ rule }) => rule.kind === 'battery');
  if (alarm !== undefined) return crossedLimit(alarm);
  return batteryPercent !== null && batteryPercent <= LOW_BATTERY_PERCENT ? text.power.low : null;
}

/** The alarms of one kind. Their words are left out where they equal those of `shown`, the value in the tile. */
function alarmSign(
  alarms: readonly Alarm[],
  kind: AlarmRule['kind'],
  shown: number | null,
): TemplateResult | typeof nothing {
  const own = alarms.filter(({ rule }) => rule.kind === kind);
  const isShown = (alarm: Alarm): boolean =>
    shown !== null && alarmValue(alarm) === alarmValue({ ...alarm, value: shown });
  return renderAlarm(alarmsInWords(own), !own.every(isShown));
}

/** The backend's raw value when it cannot be interpreted. */
function oddOf({ attributes }: CachedDevice, names: readonly string[]): TemplateResult | null {
  for (const name of names) {
    const value = valueIn(attributes, name);
    if (value !== undefined && value !== null)
      return html`<bdi>${typeof value === 'object' ? JSON.stringify(value) : String(value)}</bdi>`;
  }
  return null;
}
