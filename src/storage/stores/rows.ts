/** Parsers of every stored row. Rows are checked here once and trusted afterwards. */
import * as z from 'zod/mini';
import type { Account } from '../../domain/account.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { AttributeValues, CachedDevice } from '../../domain/device.ts';
import type { RequestedWait } from '../../domain/delivery/backoff.ts';
import { offeredPackage } from '../../domain/errand.ts';
import { isOversized, storableDevice } from '../../domain/storable-text.ts';
import { RECEIPT_STATES, type LastAnswer, type Receipt } from '../../domain/receipt.ts';
import { RUN_FAILURES, RUN_STEPS, type Run } from '../../domain/run.ts';
import { DEFAULT_SETTINGS } from '../../domain/default-settings.ts';
import { KEY_HEADERS } from '../../domain/settings.ts';
import type { VirtualEdit } from '../../domain/virtual-edit.ts';
import { isRecord } from '../../domain/record.ts';
import { rowObject } from '../../domain/schema.ts';

type Parsed<T> = { readonly ok: true; readonly row: T } | { readonly ok: false; readonly reason: string };
export type RowParser<T> = (raw: unknown) => Parsed<T>;

/** Declares the schema of a row. A schema that omits a field of the row does not compile. */
function rowOf<Row>() {
  return <Schema extends z.ZodMiniType<Row>>(
    schema: keyof Row extends keyof z.output<Schema> ? Schema : never,
  ): z.ZodMiniType<Row> => schema;
}

const text = z.string();
const number = z.number();
const textOrNull = z.nullable(text);
const numberOrNull = z.nullable(number);
const flag = z.boolean();
const values = z.custom<AttributeValues>(isJsonRecord, 'not attribute values');
const valuesOrNull = z.nullable(values);
const clock = z.enum(['checkedDate', 'checkedCreated', 'unchecked']);

const lastAnswer: z.ZodMiniType<LastAnswer | null> = z.nullable(
  rowObject({
    atMs: number,
    status: number,
    code: text,
    message: text,
    isForgiven: z.optional(flag),
  }),
);

const device = rowOf<CachedDevice>()(
  rowObject({
    uniqueId: text,
    deviceType: text,
    name: textOrNull,
    alias: textOrNull,
    tags: z.array(text),
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
  }),
);

const carriedPackage = rowOf<CarriedPackage>()(
  rowObject({
    id: text,
    uniqueId: text,
    deviceType: text,
    kind: z.enum(['configuration', 'command']),
    command: z.optional(textOrNull),
    spare: z.optional(number),
    state: z.enum(['prepared', 'carried', 'used', 'dead', 'replaced']),
    values,
    before: values,
    base64: textOrNull,
    token: numberOrNull,
    preparedAtMs: number,
    fetchedAtMs: numberOrNull,
    withdrawnAtMs: z.optional(number),
  }),
);

const runOutcome = z.discriminatedUnion('kind', [
  rowObject({ kind: z.literal('receipt'), receiptId: text }),
  rowObject({ kind: z.literal('refused'), receiptId: text, result: number }),
  rowObject({ kind: z.literal('settledLater'), receiptId: text }),
  rowObject({ kind: z.literal('closed'), reason: text }),
  rowObject({ kind: z.literal('packageDead') }),
  rowObject({ kind: z.literal('receiptLost') }),
  rowObject({ kind: z.literal('commandSent') }),
  rowObject({ kind: z.literal('abandoned') }),
  rowObject({ kind: z.literal('noAnswer') }),
]);

const run = rowOf<Run>()(
  rowObject({
    id: text,
    uniqueId: text,
    deviceType: text,
    packageId: text,
    packageBase64: text,
    packageToken: numberOrNull,
    command: z.optional(textOrNull),
    receiptId: text,
    step: z.enum(RUN_STEPS),
    journal: z.array(
      rowObject({
        step: z.enum(RUN_STEPS),
        atMs: number,
        note: z.optional(text),
        answer: z.optional(rowObject({ result: numberOrNull, base64: text })),
        handle: z.optional(z.enum(['same', 'chooser'])),
      }),
    ),
    processedAtSeconds: numberOrNull,
    clock,
    writes: number,
    outcome: z.nullable(runOutcome),
    startedAtMs: number,
    endedAtMs: numberOrNull,
    // A failure code of a newer version must not make an unfinished run unreadable.
    lastFailure: z.nullable(
      rowObject({
        code: z.catch(z.enum(RUN_FAILURES), 'unknown'),
        detail: text,
        atMs: number,
        times: z.optional(number),
      }),
    ),
  }),
);

const receipt = rowOf<Receipt>()(
  rowObject({
    id: text,
    kind: z.optional(text),
    syncAskedAtMs: z.optional(number),
    // Can be asked for again; an invalid value must not make the receipt unreadable.
    found: z.catch(z.optional(rowObject({ atMs: number, values })), undefined),
    accountId: text,
    runId: textOrNull,
    uniqueId: text,
    deviceType: text,
    owner: z.enum(['known', 'unsure']),
    candidates: z.array(text),
    responseBase64: text,
    token: numberOrNull,
    result: numberOrNull,
    updatedSeconds: number,
    clock,
    values,
    state: z.enum(RECEIPT_STATES),
    held: flag,
    createdAtMs: number,
    mirrored: flag,
    tries: number,
    unanswered: number,
    shownBefore: z.catch(z.optional(z.nullable(z.boolean())), undefined),
    inFlightSinceMs: numberOrNull,
    lastAnswer,
    nextAtMs: numberOrNull,
    settledAtMs: numberOrNull,
    origin: z.enum(['run', 'mirror', 'import']),
    answers: z.optional(z.enum(['refused', 'accepted'])),
    givenUpAtMs: z.optional(number),
  }),
);

const virtualValues = rowObject({
  alias: z.optional(text),
  tags: z.optional(text),
  notes: z.optional(text),
  'deployment.status': z.optional(text),
  'deployment.deploymentDate': z.optional(text),
  'deployment.installerName': z.optional(text),
  'deployment.installerEmail': z.optional(text),
  metadata: z.optional(text),
});

const edit = rowOf<VirtualEdit>()(
  rowObject({
    uniqueId: text,
    deviceType: text,
    values: virtualValues,
    base: virtualValues,
    inFlight: z.nullable(virtualValues),
    // Only explains a change at the backend; an invalid value must not make the edit unreadable.
    unanswered: z.catch(z.optional(virtualValues), undefined),
    state: z.enum(['waiting', 'parked', 'saved']),
    held: flag,
    createdAtMs: number,
    changedAtMs: number,
    tries: number,
    lastAnswer,
    nextAtMs: numberOrNull,
  }),
);

const storedAccount = rowOf<Account>()(
  rowObject({
    id: text,
    kind: z.enum(['sandbox', 'live']),
    name: text,
    baseUrl: text,
    legacyBaseUrl: text,
    vendor: text,
    createdAtMs: number,
    keyMark: z.optional(textOrNull),
    settings: rowObject({
      profile: rowObject({
        serviceUuid: text,
        requestUuid: text,
        responseUuid: text,
        tokenUuid: text,
        controlPointUuid: text,
        controlPointEnded: number,
        namePrefixes: z.array(text),
      }),
      timing: rowObject({
        connectTimeoutMs: number,
        connectGapsMs: z.array(number),
        connectTotalMs: number,
        // Accounts of earlier versions lack these two settings.
        reconnectAfterMs: z._default(number, DEFAULT_SETTINGS.timing.reconnectAfterMs),
        discoveryTimeoutMs: z._default(number, DEFAULT_SETTINGS.timing.discoveryTimeoutMs),
        operationTimeoutMs: number,
        writeTimeoutMs: number,
        afterWriteMs: number,
        pollStartMs: number,
        pollMaxMs: number,
        pollTotalMs: number,
        beforeResponseMs: number,
      }),
      delivery: rowObject({
        timeoutMs: number,
        backoffMinMs: number,
        backoffMaxMs: number,
        rateLimitMs: number,
        keepDeliveredDays: number,
        pauseAfterSameRefusal: number,
      }),
      pageSize: number,
      pageSizeIs: z.optional(z.literal('most')),
      // Accounts of earlier versions lack these settings.
      bulk: z._default(rowObject({ inFlight: number, idsAtOnce: number }), { ...DEFAULT_SETTINGS.bulk }),
      commands: z._default(
        rowObject({ identify: text, restart: text, nonConnectable: text, bootloader: text }),
        DEFAULT_SETTINGS.commands,
      ),
      protocol: z._default(rowObject({ mediaVersion: number, keyHeader: z.enum(KEY_HEADERS) }), {
        ...DEFAULT_SETTINGS.protocol,
      }),
    }),
  }),
);

/** Earlier versions stored 50, their default, in each account. Only another number was chosen by a person. */
const FORMER_PAGE_SIZE = 50;
const account = z.pipe(
  storedAccount,
  z.transform((row): Account => {
    const { settings } = row;
    const wasChosen = settings.pageSizeIs === 'most' || settings.pageSize !== FORMER_PAGE_SIZE;
    const { pageSize } = wasChosen ? settings : DEFAULT_SETTINGS;
    return { ...row, settings: { ...settings, pageSize, pageSizeIs: 'most' } };
  }),
);

const pause = z.discriminatedUnion('reason', [
  rowObject({ reason: z.literal('key'), atMs: number }),
  rowObject({ reason: z.literal('sameRefusal'), status: number, atMs: number }),
]);

const bytes = z.instanceof(Uint8Array<ArrayBuffer>);
const vault = rowObject({
  accountId: text,
  kdf: z.literal('PBKDF2-SHA-256'),
  iterations: number.check(z.gte(600_000), z.lte(20_000_000)),
  salt: bytes,
  iv: bytes,
  ciphertext: bytes,
  ciphertextSha256: bytes,
  createdAtMs: number,
});
export type VaultRow = z.infer<typeof vault>;

const readDevice = parser(device);
/**
 * Parses a device row. Rows of an earlier version may have texts of any length; they are cut here, because rendering
 * them would block the list.
 */
export const parseDevice: RowParser<CachedDevice> = (raw) => {
  const parsed = readDevice(raw);
  return parsed.ok && isOversized(parsed.row) ? { ok: true, row: storableDevice(parsed.row) } : parsed;
};
const parseStoredPackage = parser(carriedPackage);
/** A package that must not be written is read as replaced, so that no screen offers it. */
export const parsePackage: RowParser<CarriedPackage> = (raw) => {
  const parsed = parseStoredPackage(raw);
  return parsed.ok ? { ok: true, row: offeredPackage(parsed.row) } : parsed;
};
export const parseRun = parser(run);
export const parseEdit = parser(edit);
export const parseAccount = parser(account);
export const parsePause = parser(pause);
export const parseWait = parser(rowOf<RequestedWait>()(rowObject({ atMs: number, untilMs: number, wasPressed: flag })));
export const parseVault = parser(vault);
export const parseSkew = parser(rowObject({ skewMs: number, trust: clock, atMs: z.optional(number) }));
export const parseText = parser(text);
export const parseTexts = parser(z.array(text));
export const parseNumber = parser(number);
export const parseListReading = parser(
  rowObject({
    beganAtMs: number,
    unseen: z.array(text),
    short: z.optional(rowObject({ read: number, counted: numberOrNull })),
  }),
);
export const parseDraftRow = parser(rowObject({ atMs: number, draft: z.unknown() }));
export const parseExtension = parser(rowObject({ atMs: number, isOffered: flag }));
export const parseReceipt = parser(receipt);

export function parser<T>(schema: z.ZodMiniType<T>): RowParser<T> {
  return (raw) => {
    const parsed = schema.safeParse(raw);
    if (parsed.success) return { ok: true, row: parsed.data };
    // Paths only, never the values, because a row may contain secrets.
    const faults = parsed.error.issues.map(({ path, code }) => `${path.join('.')} ${code}`.trim());
    return { ok: false, reason: faults.slice(0, 5).join('; ') };
  };
}

function isJsonRecord(value: unknown): value is AttributeValues {
  return isRecord(value) && isJson(value);
}

function isJson(value: unknown): boolean {
  if (typeof value !== 'object')
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (value === null) return true;
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && Object.values(value).every(isJson);
}
