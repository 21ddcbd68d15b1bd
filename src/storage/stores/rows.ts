/** Parsers of every stored row: what comes off the disk is checked here once and trusted after. */
import * as v from 'valibot';
import type { Account } from '../../domain/account.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { AttributeValues, CachedDevice } from '../../domain/device.ts';
import { finite as number } from '../../domain/finite.ts';
import { isOversized, keptDevice } from '../../domain/kept-text.ts';
import { RECEIPT_STATES, type LastAnswer, type Receipt } from '../../domain/receipt.ts';
import { RUN_FAILURES, RUN_STEPS, type Run } from '../../domain/run.ts';
import { DEFAULT_BULK, DEFAULT_COMMANDS } from '../../domain/settings.ts';
import type { VirtualEdit } from '../../domain/virtual-edit.ts';
import { isRecord } from '../../domain/record.ts';

type Parsed<T> = { readonly ok: true; readonly row: T } | { readonly ok: false; readonly reason: string };
export type RowParser<T> = (raw: unknown) => Parsed<T>;

// Loose objects throughout: a field that a newer version has added survives a read and a write by this one.

const text = v.string();
const textOrNull = v.nullable(text);
const numberOrNull = v.nullable(number);
const flag = v.boolean();
const values = v.custom<AttributeValues>(isJsonRecord, 'not attribute values');
const valuesOrNull = v.nullable(values);
const clock = v.picklist(['checkedDate', 'checkedCreated', 'unchecked']);

const lastAnswer: v.GenericSchema<unknown, LastAnswer | null> = v.nullable(
  v.looseObject({
    atMs: number,
    status: number,
    code: text,
    message: text,
    asked: v.optional(v.looseObject({ atMs: number, untilMs: number, wasPressed: flag })),
    isForgiven: v.optional(flag),
  }),
);

const device: v.GenericSchema<unknown, CachedDevice> = v.looseObject({
  uniqueId: text,
  deviceType: text,
  name: textOrNull,
  alias: textOrNull,
  tags: v.array(text),
  notes: textOrNull,
  model: textOrNull,
  mac: textOrNull,
  access: textOrNull,
  firmware: textOrNull,
  batteryPercent: numberOrNull,
  lastSeenMs: numberOrNull,
  pending: valuesOrNull,
  attributes: values,
  readAtMs: number,
  order: number,
});

const carriedPackage: v.GenericSchema<unknown, CarriedPackage> = v.looseObject({
  id: text,
  uniqueId: text,
  deviceType: text,
  kind: v.picklist(['configuration', 'command']),
  command: v.optional(textOrNull),
  state: v.picklist(['prepared', 'carried', 'used', 'dead', 'replaced']),
  values,
  before: values,
  base64: textOrNull,
  token: numberOrNull,
  preparedAtMs: number,
  fetchedAtMs: numberOrNull,
});

const runOutcome = v.variant('kind', [
  v.looseObject({ kind: v.literal('receipt'), receiptId: text }),
  v.looseObject({ kind: v.literal('refused'), receiptId: text, result: number }),
  v.looseObject({ kind: v.literal('settledLater'), receiptId: text }),
  v.looseObject({ kind: v.literal('closed'), reason: text }),
  v.looseObject({ kind: v.literal('packageDead') }),
  v.looseObject({ kind: v.literal('receiptLost') }),
  v.looseObject({ kind: v.literal('commandSent') }),
  v.looseObject({ kind: v.literal('abandoned') }),
  v.looseObject({ kind: v.literal('noAnswer') }),
]);

const run: v.GenericSchema<unknown, Run> = v.looseObject({
  id: text,
  uniqueId: text,
  deviceType: text,
  packageId: text,
  packageBase64: text,
  packageToken: numberOrNull,
  command: v.optional(textOrNull),
  receiptId: text,
  step: v.picklist(RUN_STEPS),
  journal: v.array(
    v.looseObject({
      step: v.picklist(RUN_STEPS),
      atMs: number,
      note: v.optional(text),
      answer: v.optional(v.looseObject({ result: numberOrNull, base64: text })),
      handle: v.optional(v.picklist(['same', 'chooser'])),
    }),
  ),
  processedAtSeconds: numberOrNull,
  clock,
  writes: number,
  outcome: v.nullable(runOutcome),
  startedAtMs: number,
  endedAtMs: numberOrNull,
  // A code that only a newer version knows must not take an unfinished run out of sight.
  lastFailure: v.nullable(
    v.looseObject({ code: v.fallback(v.picklist(RUN_FAILURES), 'unknown'), detail: text, atMs: number }),
  ),
});

const receipt: v.GenericSchema<unknown, Receipt> = v.looseObject({
  id: text,
  accountId: text,
  runId: textOrNull,
  uniqueId: text,
  deviceType: text,
  owner: v.picklist(['known', 'unsure']),
  candidates: v.array(text),
  responseBase64: text,
  token: numberOrNull,
  result: numberOrNull,
  updatedSeconds: number,
  clock,
  values,
  state: v.picklist(RECEIPT_STATES),
  held: flag,
  createdAtMs: number,
  mirrored: flag,
  tries: number,
  unanswered: number,
  inFlightSinceMs: numberOrNull,
  lastAnswer,
  nextAtMs: numberOrNull,
  settledAtMs: numberOrNull,
  origin: v.picklist(['run', 'mirror', 'import']),
  answers: v.optional(v.picklist(['refused', 'accepted'])),
  givenUpAtMs: v.optional(number),
});

// A list has no field that these must have: it would pass for values of which none is set.
const virtualValues = v.pipe(
  v.custom<object>(isRecord, 'not values'),
  v.looseObject({ alias: v.optional(text), tags: v.optional(text), notes: v.optional(text) }),
);

const edit: v.GenericSchema<unknown, VirtualEdit> = v.looseObject({
  uniqueId: text,
  deviceType: text,
  values: virtualValues,
  base: virtualValues,
  inFlight: v.nullable(virtualValues),
  state: v.picklist(['waiting', 'parked', 'saved']),
  held: flag,
  createdAtMs: number,
  changedAtMs: number,
  tries: number,
  lastAnswer,
  nextAtMs: numberOrNull,
});

const account: v.GenericSchema<unknown, Account> = v.looseObject({
  id: text,
  kind: v.picklist(['sandbox', 'live']),
  name: text,
  baseUrl: text,
  legacyBaseUrl: text,
  vendor: text,
  createdAtMs: number,
  keyMark: v.optional(textOrNull),
  settings: v.looseObject({
    profile: v.looseObject({
      serviceUuid: text,
      requestUuid: text,
      responseUuid: text,
      tokenUuid: text,
      controlPointUuid: text,
      controlPointEnded: number,
      namePrefixes: v.array(text),
    }),
    timing: v.looseObject({
      connectTimeoutMs: number,
      connectGapsMs: v.array(number),
      connectTotalMs: number,
      operationTimeoutMs: number,
      writeTimeoutMs: number,
      afterWriteMs: number,
      pollStartMs: number,
      pollMaxMs: number,
      pollTotalMs: number,
      beforeResponseMs: number,
    }),
    delivery: v.looseObject({
      timeoutMs: number,
      backoffMinMs: number,
      backoffMaxMs: number,
      rateLimitMs: number,
      keepDeliveredDays: number,
      pauseAfterSameRefusal: number,
    }),
    pageSize: number,
    // Accounts from earlier versions have none of these.
    bulk: v.optional(v.looseObject({ inFlight: number, idsAtOnce: number }), { ...DEFAULT_BULK }),
    commands: v.optional(
      v.looseObject({ identify: text, restart: text, nonConnectable: text, bootloader: text }),
      DEFAULT_COMMANDS,
    ),
  }),
});

const pause = v.variant('reason', [
  v.looseObject({ reason: v.literal('key'), atMs: number }),
  v.looseObject({ reason: v.literal('sameRefusal'), status: number, atMs: number }),
]);

const bytes = v.instance(Uint8Array<ArrayBuffer>);
const vault = v.looseObject({
  accountId: text,
  kdf: v.literal('PBKDF2-SHA-256'),
  iterations: v.pipe(number, v.minValue(600_000), v.maxValue(20_000_000)),
  salt: bytes,
  iv: bytes,
  ciphertext: bytes,
  ciphertextSha256: bytes,
  createdAtMs: number,
});
export type VaultRow = v.InferOutput<typeof vault>;

const readDevice = parser(device);
/** A row from an earlier version may be as long as it came over the wire. It is cut here, because drawn whole it would stop the list. */
export const parseDevice: RowParser<CachedDevice> = (raw) => {
  const parsed = readDevice(raw);
  return parsed.ok && isOversized(parsed.row) ? { ok: true, row: keptDevice(parsed.row) } : parsed;
};
export const parsePackage = parser(carriedPackage);
export const parseRun = parser(run);
export const parseEdit = parser(edit);
export const parseAccount = parser(account);
export const parsePause = parser(pause);
export const parseVault = parser(vault);
export const parseSkew = parser(v.looseObject({ skewMs: number, trust: clock, atMs: v.optional(number) }));
export const parseText = parser(text);
export const parseTexts = parser(v.array(text));
export const parseNumber = parser(number);
export const parseListReading = parser(v.looseObject({ beganAtMs: number, unseen: v.array(text) }));
export const parseDraftRow = parser(v.looseObject({ atMs: number, draft: v.unknown() }));
export const parseReceipt = parser(receipt);

export function parser<T>(schema: v.GenericSchema<unknown, T>): RowParser<T> {
  return (raw) => {
    const parsed = v.safeParse(schema, raw);
    if (parsed.success) return { ok: true, row: parsed.output };
    // Never what was found there: a row may hold what must not be told.
    const paths = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? ''} ${issue.type}`.trim());
    return { ok: false, reason: paths.slice(0, 5).join('; ') };
  };
}

function isJsonRecord(value: unknown): value is AttributeValues {
  return isRecord(value) && isJson(value);
}

function isJson(value: unknown): boolean {
  if (typeof value !== 'object' || value === null)
    return ['string', 'number', 'boolean'].includes(typeof value) || value === null;
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && Object.values(value).every(isJson);
}
