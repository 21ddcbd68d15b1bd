/** What is typed on the connect page, and its way into an account draft with checked settings. */
import { checkAccountDraft, DEFAULT_VENDOR, type AccountDraft } from '../../../domain/account.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../domain/settings.ts';
import { connectStrings } from '../../strings/connect.ts';

export const UUID_FIELDS = ['serviceUuid', 'requestUuid', 'responseUuid', 'tokenUuid', 'controlPointUuid'] as const;

/** Numbers a person may set when connecting, with their legal range; times are in ms. */
export const NUMBER_FIELDS = [
  { name: 'controlPointEnded', min: 0, max: 4_294_967_295, group: 'profile' },
  { name: 'connectTimeoutMs', min: 1000, max: 60_000, group: 'timing' },
  { name: 'connectTotalMs', min: 5000, max: 300_000, group: 'timing' },
  { name: 'operationTimeoutMs', min: 500, max: 60_000, group: 'timing' },
  { name: 'writeTimeoutMs', min: 1000, max: 120_000, group: 'timing' },
  { name: 'pollTotalMs', min: 1000, max: 300_000, group: 'timing' },
  { name: 'beforeResponseMs', min: 0, max: 10_000, group: 'timing' },
  { name: 'timeoutMs', min: 1000, max: 120_000, group: 'delivery' },
  { name: 'pageSize', min: 1, max: 500, group: 'page' },
] as const;

export type NumberField = (typeof NUMBER_FIELDS)[number]['name'];
export type UuidField = (typeof UUID_FIELDS)[number];

/** Field name -> what stands in it. */
export type Typed = Readonly<Record<string, string>>;

export interface DraftVerdict {
  readonly draft: AccountDraft;
  /** Field name -> one sentence; empty when the draft is good. */
  readonly faults: Readonly<Record<string, string>>;
}

/** What the page shows at first. */
export function firstTyped(): Typed {
  const { profile, timing, delivery, pageSize } = DEFAULT_SETTINGS;
  const typed: Record<string, string> = {
    name: '',
    baseUrl: '',
    legacyBaseUrl: '',
    vendor: DEFAULT_VENDOR,
    namePrefixes: profile.namePrefixes.join(', '),
  };
  for (const name of UUID_FIELDS) typed[name] = profile[name];
  const numbers: Record<string, unknown> = { ...profile, ...timing, ...delivery, pageSize };
  for (const { name } of NUMBER_FIELDS) typed[name] = String(numbers[name]);
  return typed;
}

/** Reads the fields; a field in fault keeps its default in the draft. */
export function readDraft(typed: Typed): DraftVerdict {
  const faults: Record<string, string> = {};
  const base = {
    baseUrl: typed['baseUrl'] ?? '',
    legacyBaseUrl: typed['legacyBaseUrl'] ?? '',
    vendor: typed['vendor'] ?? '',
  };
  const settings = readSettings(typed, faults);
  const draft: AccountDraft = { name: nameOf(typed, base.baseUrl), ...base, settings };
  for (const fault of checkAccountDraft(draft)) faults[fault.field] = connectStrings.faults[fault.reason];
  return { draft, faults };
}

function nameOf(typed: Typed, baseUrl: string): string {
  const name = (typed['name'] ?? '').trim();
  if (name !== '') return name;
  return URL.canParse(baseUrl.trim()) ? new URL(baseUrl.trim()).host : '';
}

function readSettings(typed: Typed, faults: Record<string, string>): Settings {
  const { profile, timing, delivery } = DEFAULT_SETTINGS;
  const uuids = readUuids(typed, faults);
  const numbers: Record<string, number> = {};
  for (const { name, min, max } of NUMBER_FIELDS) {
    const text = (typed[name] ?? '').trim();
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) faults[name] = connectStrings.numbers.range(min, max);
    else numbers[name] = value;
  }
  const of = (group: string): Record<string, number> =>
    Object.fromEntries(
      NUMBER_FIELDS.filter((field) => field.group === group && field.name in numbers).map((field) => [
        field.name,
        numbers[field.name]!,
      ]),
    );
  const namePrefixes = (typed['namePrefixes'] ?? '')
    .split(',')
    .map((prefix) => prefix.trim())
    .filter((prefix) => prefix !== '');
  return {
    profile: { ...profile, ...uuids, ...of('profile'), namePrefixes },
    timing: { ...timing, ...of('timing') },
    delivery: { ...delivery, ...of('delivery') },
    pageSize: numbers['pageSize'] ?? DEFAULT_SETTINGS.pageSize,
    commands: DEFAULT_SETTINGS.commands,
  };
}

function readUuids(typed: Typed, faults: Record<string, string>): Partial<Record<UuidField, string>> {
  const uuids: Partial<Record<UuidField, string>> = {};
  for (const name of UUID_FIELDS) {
    const text = (typed[name] ?? '').trim().toLowerCase();
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)) faults[name] = connectStrings.profile.badUuid;
    else if (Object.values(uuids).includes(text)) faults[name] = connectStrings.profile.sameUuid;
    else uuids[name] = text;
  }
  return uuids;
}
