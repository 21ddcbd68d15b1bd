/**
 * The advanced settings as a table: one line per value with its range and unit; parsed from text and checked as a
 * whole.
 */
import * as z from 'zod/mini';
import { MAX_PAGE_SIZE } from './default-settings.ts';
import {
  KEY_HEADERS,
  type BluetoothProfile,
  type Bulk,
  type Delivery,
  type Protocol,
  type Settings,
  type Timing,
} from './settings.ts';

export type SettingPath =
  | `timing.${keyof Timing}`
  | `delivery.${keyof Delivery}`
  | `bulk.${keyof Bulk}`
  | `profile.${keyof BluetoothProfile}`
  | `commands.${keyof Settings['commands']}`
  | `protocol.${keyof Protocol}`
  | 'pageSize';
export type SettingUnit = 'ms' | 'days' | 'devices' | 'records' | 'requests';
export type SettingGroupName = 'timing' | 'delivery' | 'bulk' | 'lists' | 'commands' | 'protocol' | 'profile';

export interface SettingLine {
  readonly path: SettingPath;
  readonly kind: 'number' | 'numbers' | 'words' | 'word' | 'uuid' | 'choice';
  readonly min: number;
  readonly max: number;
  readonly unit?: SettingUnit;
  /** What a choice offers; any other text means the first. */
  readonly choices?: readonly string[];
}

export type SettingFault =
  | { readonly reason: 'empty' | 'notANumber' | 'notWhole' | 'notAUuid' }
  | { readonly reason: 'tooSmall' | 'tooLarge' | 'tooMany'; readonly limit: number }
  /** Below a value that is its minimum, or equal to the UUID of another setting. */
  | { readonly reason: 'beyond' | 'sameUuid'; readonly other: SettingPath };

export type SettingTexts = Readonly<Record<SettingPath, string>>;
export type SettingFaults = ReadonlyMap<SettingPath, SettingFault>;

const ms = (path: SettingPath, min: number, max: number): SettingLine => ({
  path,
  kind: 'number',
  min,
  max,
  unit: 'ms',
});
const word = (path: SettingPath): SettingLine => ({ path, kind: 'word', min: 0, max: 64 });
const uuid = (path: SettingPath): SettingLine => ({ path, kind: 'uuid', min: 0, max: 0 });

/** Ranges are wide on purpose: they exclude what cannot work, not what is unusual. */
export const SETTING_GROUPS: readonly {
  readonly name: SettingGroupName;
  readonly lines: readonly SettingLine[];
}[] = [
  {
    name: 'timing',
    lines: [
      ms('timing.connectTimeoutMs', 500, 120_000),
      { path: 'timing.connectGapsMs', kind: 'numbers', min: 0, max: 60_000, unit: 'ms' },
      ms('timing.connectTotalMs', 1000, 600_000),
      ms('timing.reconnectAfterMs', 0, 60_000),
      ms('timing.discoveryTimeoutMs', 500, 120_000),
      ms('timing.operationTimeoutMs', 200, 120_000),
      ms('timing.writeTimeoutMs', 500, 300_000),
      ms('timing.afterWriteMs', 0, 60_000),
      ms('timing.pollStartMs', 10, 10_000),
      ms('timing.pollMaxMs', 10, 60_000),
      ms('timing.pollTotalMs', 1000, 600_000),
      ms('timing.beforeResponseMs', 0, 60_000),
    ],
  },
  {
    name: 'delivery',
    lines: [
      ms('delivery.timeoutMs', 1000, 300_000),
      ms('delivery.backoffMinMs', 100, 600_000),
      ms('delivery.backoffMaxMs', 1000, 86_400_000),
      ms('delivery.rateLimitMs', 1000, 3_600_000),
      { path: 'delivery.keepDeliveredDays', kind: 'number', min: 1, max: 3650, unit: 'days' },
      { path: 'delivery.pauseAfterSameRefusal', kind: 'number', min: 1, max: 1000, unit: 'devices' },
    ],
  },
  {
    name: 'bulk',
    lines: [
      { path: 'bulk.inFlight', kind: 'number', min: 1, max: 20, unit: 'requests' },
      { path: 'bulk.idsAtOnce', kind: 'number', min: 1, max: 100, unit: 'devices' },
    ],
  },
  { name: 'lists', lines: [{ path: 'pageSize', kind: 'number', min: 1, max: MAX_PAGE_SIZE, unit: 'records' }] },
  // An empty text means that this backend does not offer the command.
  {
    name: 'commands',
    lines: [
      word('commands.identify'),
      word('commands.restart'),
      word('commands.nonConnectable'),
      word('commands.bootloader'),
    ],
  },
  {
    name: 'protocol',
    lines: [
      { path: 'protocol.mediaVersion', kind: 'number', min: 1, max: 99 },
      { path: 'protocol.keyHeader', kind: 'choice', min: 0, max: 0, choices: KEY_HEADERS },
    ],
  },
  {
    name: 'profile',
    lines: [
      { path: 'profile.namePrefixes', kind: 'words', min: 0, max: 50 },
      uuid('profile.serviceUuid'),
      uuid('profile.requestUuid'),
      uuid('profile.responseUuid'),
      uuid('profile.tokenUuid'),
      uuid('profile.controlPointUuid'),
      { path: 'profile.controlPointEnded', kind: 'number', min: 0, max: 4_294_967_295 },
    ],
  },
];

/** Pairs [lower, upper] whose second value must not be below the first. */
const ORDERED: readonly (readonly [SettingPath, SettingPath])[] = [
  ['timing.connectTimeoutMs', 'timing.connectTotalMs'],
  ['timing.pollStartMs', 'timing.pollMaxMs'],
  ['timing.pollMaxMs', 'timing.pollTotalMs'],
  ['delivery.backoffMinMs', 'delivery.backoffMaxMs'],
];

const LINES: readonly SettingLine[] = SETTING_GROUPS.flatMap((group) => group.lines);

export function textsOf(settings: Settings): SettingTexts {
  return Object.fromEntries(LINES.map((line) => [line.path, textOf(valueAt(settings, line.path))])) as Record<
    SettingPath,
    string
  >;
}

/** Returns the settings, or a fault for each invalid line; nothing is accepted partially. */
export function readSettings(
  texts: SettingTexts,
  base: Settings,
): { readonly settings: Settings } | { readonly faults: SettingFaults } {
  const faults = new Map<SettingPath, SettingFault>();
  const values = new Map<SettingPath, SettingValue>();
  for (const line of LINES) {
    const read = SCHEMAS[line.kind](line).safeParse(texts[line.path].trim());
    if (read.success) values.set(line.path, read.data);
    else faults.set(line.path, faultOf(read.error.issues[0]!, line));
  }
  for (const [lower, upper] of ORDERED) {
    const low = values.get(lower);
    const high = values.get(upper);
    if (typeof low === 'number' && typeof high === 'number' && high < low) {
      faults.set(upper, { reason: 'beyond', other: lower });
    }
  }
  const uuids = new Map<unknown, SettingPath>();
  for (const { path, kind } of LINES) {
    const value = values.get(path);
    if (kind !== 'uuid' || value === undefined) continue;
    const other = uuids.get(value);
    if (other !== undefined) faults.set(path, { reason: 'sameUuid', other });
    else uuids.set(value, path);
  }
  if (faults.size > 0) return { faults };
  const settings = structuredClone(base) as unknown as Record<string, unknown>;
  for (const [path, value] of values) put(settings, path, value);
  return { settings: settings as unknown as Settings };
}

type SettingValue = number | string | readonly number[] | readonly string[];

const MAX_NUMBERS = 9;
/** The end of a UUID that is given by 16 or 32 bits. */
const BLUETOOTH_BASE = '-0000-1000-8000-00805f9b34fb';

const numberIn = ({ min, max }: SettingLine): z.ZodMiniType<number, string> =>
  z.pipe(
    z.string().check(z.minLength(1), z.regex(/^[+-]?\d+(\.\d*)?$/)),
    z.pipe(z.transform(Number), z.number().check(z.refine(Number.isInteger), z.gte(min), z.lte(max))),
  );
const parts = z.pipe(z.string(), z.transform(splitList));
const distinctParts = z.pipe(
  z.string(),
  z.transform((text) => [...new Set(splitList(text))]),
);

/** Parsers for the trimmed text of each kind of value. */
const SCHEMAS: Readonly<Record<SettingLine['kind'], (line: SettingLine) => z.ZodMiniType<SettingValue>>> = {
  number: numberIn,
  numbers: (line) => z.pipe(parts, z.array(numberIn(line)).check(z.maxLength(MAX_NUMBERS))),
  word: ({ max }) => z.string().check(z.maxLength(max)),
  words: ({ max }) => z.pipe(distinctParts, z.array(z.string()).check(z.maxLength(max))),
  choice: ({ choices = [] }) =>
    z.pipe(
      z.string(),
      z.transform((text) => (choices.includes(text) ? text : choices[0]!)),
    ),
  // Web Bluetooth requires lower case and the long form; a 16- or 32-bit alias is expanded with the Bluetooth base.
  uuid: () =>
    z.pipe(
      z
        .string()
        .check(
          z.minLength(1),
          z.toLowerCase(),
          z.regex(
            /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?:0x)?(?:[0-9a-f]{4}|[0-9a-f]{8}))$/,
          ),
        ),
      z.transform((text) =>
        text.length > LONGEST_ALIAS ? text : `${text.replace('0x', '').padStart(8, '0')}${BLUETOOTH_BASE}`,
      ),
    ),
};
/** Characters of 0x and 32 bits. */
const LONGEST_ALIAS = 10;

function faultOf(issue: z.core.$ZodIssue, { kind }: SettingLine): SettingFault {
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string' ? { reason: 'empty' } : { reason: 'tooSmall', limit: Number(issue.minimum) };
    case 'too_big':
      return { reason: issue.origin === 'array' ? 'tooMany' : 'tooLarge', limit: Number(issue.maximum) };
    case 'custom':
      return { reason: 'notWhole' };
    default:
      return { reason: kind === 'uuid' ? 'notAUuid' : 'notANumber' };
  }
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function valueAt(settings: Settings, path: SettingPath): unknown {
  return path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], settings);
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}

function put(target: Record<string, unknown>, path: SettingPath, value: unknown): void {
  const [first = '', second] = path.split('.');
  if (second === undefined) target[first] = value;
  else target[first] = { ...(target[first] as Record<string, unknown>), [second]: value };
}
