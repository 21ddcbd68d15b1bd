/** The main facts in large tiles: battery or mains power, last seen and online state, firmware and upgrades, access. */
import { LOW_BATTERY_PERCENT } from '../../../domain/low-battery.ts';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { BATTERY_NAMES, LAST_SEEN_NAMES, lastSeenOf, valueIn, type CachedDevice } from '../../../domain/device.ts';
import { availableFirmware, isOnMains, isOnline, textIn } from '../../../domain/device-facts.ts';
import type { Now } from '../../../domain/telemetry/now.ts';
import { accessWord } from '../../beacon/device-words.ts';
import { timeInWords } from '../../beacon/device-row.ts';
import '../../elements/basics.ts';
import { icon, warningIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { labelOf } from '../../words/configure.ts';
import { percent } from '../../language/counting.ts';
import { listOptionStrings } from '../../strings/list-options.ts';
import { devicePageStrings as text } from '../../strings/device-page.ts';

@customElement('fk-fact-tiles')
class FkFactTiles extends LitElement {
  @property({ attribute: false }) device: CachedDevice | null = null;
  /** Time by the backend's clock. */
  @property({ attribute: false }) now: Now = { ms: 0, isChecked: false };

  static override styles = [
    shared,
    css`
      :host {
        container-type: inline-size;
      }
      dl {
        display: grid;
        grid-template-columns: repeat(2, minmax(0, 1fr));
        gap: var(--stroke);
        border: var(--stroke) solid var(--color-line);
        border-radius: var(--radius-m);
        background: var(--color-line);
        overflow: hidden;
      }
      @container (max-width: 15em) {
        dl {
          grid-template-columns: minmax(0, 1fr);
        }
      }
      @container (min-width: 34rem) {
        dl {
          grid-template-columns: repeat(4, minmax(0, 1fr));
        }
      }
      div {
        display: grid;
        align-content: start;
        padding: var(--space-2) var(--space-3);
        background: var(--color-surface);
      }
      dd {
        line-height: var(--leading-tight);
        font-variant-numeric: tabular-nums;
      }
      .value {
        gap: 0 var(--space-2);
        min-height: 1.6em;
      }
      .low {
        color: var(--color-attention);
      }
      .icon {
        width: 1.1em;
        height: 1.1em;
      }
      .unset {
        font-weight: var(--weight-text);
        font-style: italic;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { device } = this;
    if (device === null) return nothing;
    const { power } = text;
    const isPowered = isOnMains(device);
    const hasOnlyPower = isPowered && device.batteryPercent === null;
    return html`<dl>
      ${tile(labelOf('batteryLevel'), hasOnlyPower ? power.mains : batteryOf(device), [isPowered && !hasOnlyPower ? power.mains : null])}${tile(labelOf('lastSeen'), this.lastSeenOf(device), onlineOf(device))}
      ${tile(labelOf('firmware'), device.firmware === null ? null : html`<bdi class="mono">${device.firmware}</bdi>`, upgradeOf(device))}
      ${tile(labelOf('access'), device.access === null ? null : html`<bdi>${accessWord(device.access)}</bdi>`)}
    </dl>`;
  }

  private lastSeenOf(device: CachedDevice): TemplateResult | string | null {
    const lastSeen = lastSeenOf(device);
    if (lastSeen.kind !== 'at') return lastSeen.kind === 'never' ? text.neverHeard : oddOf(device, LAST_SEEN_NAMES);
    // Times outside the calendar are shown as received.
    return Math.abs(lastSeen.ms) > FURTHEST_MS
      ? timeInWords(lastSeen.ms)
      : html`<fk-age .at=${lastSeen.ms} .now=${this.now.ms}></fk-age>${this.now.isChecked ? nothing : html` · ${text.clockUnchecked}`}`;
  }
}

const FURTHEST_MS = 8.64e15;

/** `notes`: further facts, each in a line of its own; null for those that the backend does not state. */
function tile(
  name: string,
  value: TemplateResult | string | null,
  notes: readonly (string | null)[] = [],
): TemplateResult {
  return html`<div>
    <dt class="soft">${name}</dt>
    <dd class="value row strong anywhere">${value ?? html`<span class="unset faint">${text.unsaid}</span>`}</dd>
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
  if (batteryPercent === null) return oddOf(device, BATTERY_NAMES);
  if (batteryPercent > LOW_BATTERY_PERCENT) return percent(batteryPercent);
  return html`<span class="low">${percent(batteryPercent)}</span
    ><span class="low">${icon(warningIcon)}</span><span class="aside">${listOptionStrings.batteryLow}</span>`;
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

declare global {
  interface HTMLElementTagNameMap {
    'fk-fact-tiles': FkFactTiles;
  }
}
