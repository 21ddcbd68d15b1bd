/** The last known values of a device: the main ones, and all others folded by group. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { findAttribute, physicalGroups } from '../../../domain/attributes/catalogue.ts';
import {
  BATTERY_NAMES,
  LAST_SEEN_NAMES,
  deviceKind,
  isWrittenByBluetooth,
  valueIn,
  type AttributeValues,
  type CachedDevice,
} from '../../../domain/device.ts';
import { createdAtMs } from '../../../domain/history/device-history.ts';
import { typeWord } from '../../beacon/device-words.ts';
import { valueWords } from '../../beacon/value-words.ts';
import '../../elements/basics.ts';
import '../../elements/key-value/key-value.ts';
import type { KeyValueEntry } from '../../elements/key-value/key-value.ts';
import { groupNames } from '../../strings/configure.ts';
import { labelOf } from '../../words/configure.ts';
import { devicePageStrings as text } from '../../strings/device-page.ts';
import { dateTime } from '../../language/times.ts';

/** Attributes shown elsewhere on the page. */
const ELSEWHERE: ReadonlySet<string> = new Set([...BATTERY_NAMES, ...LAST_SEEN_NAMES, 'shares', 'created', 'name']);
const KEY_VALUES = ['txPower', 'interval', 'packets'];
/** The advertised packet types decide which IDs are shown. */
const OF_PACKET: Readonly<Record<string, readonly string[]>> = {
  IBEACON: ['proximity', 'major', 'minor'],
  EDDYSTONE_UID: ['namespace', 'instanceId'],
  EDDYSTONE_URL: ['url'],
};

export const deviceValueStyles = css`
  .values {
    border-block: var(--stroke) solid var(--color-line);
  }
  .values .far {
    padding-bottom: var(--space-3);
  }
`;

export function renderDeviceValues(device: CachedDevice, nowMs: number): TemplateResult {
  const beacon = isWrittenByBluetooth(device.deviceType);
  const names = beacon ? keyNames(device.attributes) : [];
  const groups = groupsIn(device, new Set(names), nowMs);
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  return html`<div class="stack">
    ${
      beacon
        ? html`<section>
            <h2>${text.physical}</h2>
            <fk-key-value .entries=${[plain('name', device.name), ...names.map((name) => entryOf(device.attributes, name))]}></fk-key-value>
            <p class="soft">${names.length === 0 ? text.noPhysical : text.physicalNote}</p>
          </section>`
        : nothing
    }
    <details class="values">
      <summary>${text.allValues(count)}</summary>
      <div class="stack far">
        ${groups.map(
          ({ heading, entries }) =>
            html`<section><h3>${heading}</h3><fk-key-value .entries=${entries}></fk-key-value></section>`,
        )}
      </div>
    </details>
  </div>`;
}

/** The values not shown above, in the order of the form, then unknown attributes. */
function groupsIn(
  device: CachedDevice,
  shown: ReadonlySet<string>,
  nowMs: number,
): { readonly heading: string; readonly entries: readonly KeyValueEntry[] }[] {
  const rest = Object.keys(device.attributes).filter((name) => !shown.has(name) && !ELSEWHERE.has(name));
  const kindOf = (name: string) => findAttribute(name)?.kind ?? 'physical';
  const physical = physicalGroups().map(({ group, attributes }) => ({
    heading: groupNames[group],
    names: attributes.map(({ name }) => name).filter((name) => rest.includes(name)),
  }));
  const isBeacon = deviceKind(device.deviceType) === 'beacon';
  const unknown = rest.filter((name) => findAttribute(name) === null);
  const virtual = rest.filter((name) => kindOf(name) === 'virtual');
  const fixed = rest.filter((name) => kindOf(name) === 'readOnly');
  const entries = (names: readonly string[]) => names.map((name) => entryOf(device.attributes, name));
  return [
    ...physical.map(({ heading, names }) => ({ heading, entries: entries(names) })),
    { heading: isBeacon ? text.otherValues : text.facts, entries: entries(unknown) },
    { heading: groupNames.notes, entries: entries(virtual) },
    { heading: text.readOnly, entries: [...fixedFacts(device, nowMs), ...entries(fixed)] },
  ].filter((group) => group.entries.length > 0);
}

function fixedFacts(device: CachedDevice, nowMs: number): KeyValueEntry[] {
  const atMs = createdAtMs(device);
  const created = valueIn(device.attributes, 'created');
  return [
    ...(isWrittenByBluetooth(device.deviceType) || device.name === null ? [] : [plain('name', device.name)]),
    plain('deviceType', typeWord(device.deviceType)),
    plain('model', device.model),
    plain('mac', device.mac),
    ...(created === undefined
      ? []
      : [
          {
            key: labelOf('created'),
            missing: text.notSet,
            value: atMs === null ? valueWords('created', created).text : dateTime(atMs),
          },
        ]),
    { key: text.readAt, value: html`<fk-age .at=${device.readAtMs} .now=${nowMs}></fk-age>` },
  ];
}

/** The names of the main values that the backend lists. */
function keyNames(attributes: AttributeValues): string[] {
  const packets = valueIn(attributes, 'packets');
  const sent = Array.isArray(packets) ? packets.map(String) : String(packets ?? '').split(',');
  const ids = sent.flatMap((packet) => (Object.hasOwn(OF_PACKET, packet.trim()) ? OF_PACKET[packet.trim()]! : []));
  return [...new Set([...KEY_VALUES, ...ids])].filter((name) => valueIn(attributes, name) !== undefined);
}

function entryOf(attributes: AttributeValues, name: string): KeyValueEntry {
  const words = valueWords(name, valueIn(attributes, name));
  return {
    key: labelOf(name),
    missing: text.notSet,
    value: words.text === null ? null : html`<bdi>${words.text}</bdi>`,
    unit: words.text === null || words.unit === '' ? undefined : words.unit,
    mono: true,
  };
}

function plain(name: string, value: string | null): KeyValueEntry {
  return {
    key: labelOf(name),
    missing: text.unsaid,
    value: value === null ? null : html`<bdi>${value}</bdi>`,
    mono: true,
  };
}
