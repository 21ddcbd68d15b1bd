/** Every field of every stored row: which values it may have, and whether the row can be read without it. */
import { describe, expect, it } from 'vitest';
import { makeAccount, type Account } from '../../domain/account.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { AttributeValues, CachedDevice } from '../../domain/device.ts';
import { RECEIPT_STATES, type LastAnswer, type Receipt } from '../../domain/receipt.ts';
import { RUN_STEPS, type Run, type RunOutcome } from '../../domain/run.ts';
import { isRecord } from '../../domain/record.ts';
import { MAX_TEXT } from '../../domain/storable-text.ts';
import type { VirtualEdit } from '../../domain/virtual-edit.ts';
import type { ListReading } from '../../use-cases/stores.ts';
import {
  parseAccount,
  parseDevice,
  parseDraftRow,
  parseEdit,
  parseExtension,
  parseListReading,
  parseNumber,
  parsePackage,
  parsePause,
  parseReceipt,
  parseRun,
  parseSkew,
  parseText,
  parseTexts,
  parseVault,
  parseWait,
  type RowParser,
  type VaultRow,
} from './rows.ts';

const values: AttributeValues = { txPower: 4, alias: 'Door', shuffled: false, packets: ['IBEACON'], place: null };
const lastAnswer: LastAnswer = {
  atMs: 1,
  status: 429,
  code: 'rateLimit',
  message: 'Too many',
  isForgiven: true,
};

const device: CachedDevice = {
  uniqueId: 'b1',
  deviceType: 'BEACON',
  name: 'Hall',
  alias: 'Door',
  tags: ['north'],
  notes: 'Behind the tile',
  model: 'SB18-3',
  mac: 'fa:bc:00:01:3d:7e',
  access: 'OWNER',
  firmware: '1.12',
  batteryPercent: 80,
  lastSeenMs: 1,
  pending: values,
  attributes: values,
  readAtMs: 1,
  order: 0,
};

const carriedPackage: CarriedPackage = {
  id: 'pkg-1',
  uniqueId: 'b1',
  deviceType: 'BEACON',
  kind: 'command',
  command: 'identify',
  spare: 1,
  state: 'carried',
  values,
  before: values,
  base64: 'AAMQ',
  token: 7,
  preparedAtMs: 1,
  fetchedAtMs: 2,
  withdrawnAtMs: 3,
};

const run: Run = {
  id: 'run-1',
  uniqueId: 'b1',
  deviceType: 'BEACON',
  packageId: 'pkg-1',
  packageBase64: 'AAMQ',
  packageToken: 7,
  command: 'identify',
  receiptId: 'rcp-1',
  step: 'reading',
  journal: [
    { step: 'intent', atMs: 1 },
    { step: 'reading', atMs: 2, note: 'plainAnswer', answer: { result: 7, base64: 'AA==' }, handle: 'same' },
  ],
  processedAtSeconds: 3,
  clock: 'checkedDate',
  writes: 1,
  outcome: { kind: 'refused', receiptId: 'rcp-1', result: 7 },
  startedAtMs: 1,
  endedAtMs: 4,
  lastFailure: { code: 'outOfRange', detail: 'NetworkError', atMs: 3 },
};

const receipt: Receipt = {
  id: 'rcp-1',
  kind: 'reading',
  syncAskedAtMs: 1,
  found: { atMs: 1, values },
  accountId: 'acc-1',
  runId: 'run-1',
  uniqueId: 'b1',
  deviceType: 'BEACON',
  owner: 'unsure',
  candidates: ['b1', 'b2'],
  responseBase64: 'AAEQ',
  token: 7,
  result: 0,
  updatedSeconds: 1,
  clock: 'checkedCreated',
  values,
  state: 'waiting',
  held: true,
  createdAtMs: 1,
  mirrored: true,
  tries: 1,
  unanswered: 1,
  shownBefore: true,
  inFlightSinceMs: 1,
  answers: 'refused',
  givenUpAtMs: 2,
  lastAnswer,
  nextAtMs: 3,
  settledAtMs: 4,
  origin: 'import',
};

const texts = {
  alias: 'Door',
  tags: 'a, b',
  notes: 'Behind the tile',
  'deployment.status': 'done',
  'deployment.deploymentDate': '2026-01-05',
  'deployment.installerName': 'Ada',
  'deployment.installerEmail': 'ada@example.com',
  metadata: '{}',
};
const edit: VirtualEdit = {
  uniqueId: 'b1',
  deviceType: 'BEACON',
  values: texts,
  base: texts,
  inFlight: texts,
  unanswered: texts,
  state: 'parked',
  held: true,
  createdAtMs: 1,
  changedAtMs: 2,
  tries: 1,
  lastAnswer,
  nextAtMs: 3,
};

const addresses = { name: 'Site', baseUrl: 'https://a', legacyBaseUrl: 'https://b', vendor: 'kontakt' };
const account: Account = { ...makeAccount(addresses, 'acc-1', 'live', 1), keyMark: 'a1b2' };

const vault: VaultRow = {
  accountId: 'acc-1',
  kdf: 'PBKDF2-SHA-256',
  iterations: 600_000,
  salt: new Uint8Array([1]),
  iv: new Uint8Array([2]),
  ciphertext: new Uint8Array([3]),
  ciphertextSha256: new Uint8Array([4]),
  createdAtMs: 1,
};

const listReading: ListReading = { beganAtMs: 1, unseen: ['b2'], short: { read: 226, counted: 254 } };

interface RowKind<Row> {
  readonly parse: RowParser<Row>;
  /** A row with every field. */
  readonly row: Row;
  /** Paths that may be absent, with `0` for an element of a list. */
  readonly optional?: readonly string[];
  /** Paths whose content may be anything: it is free, or replaced when it cannot be read. */
  readonly forgiven?: readonly string[];
}
const kind = <Row>(of: RowKind<Row>): RowKind<unknown> => of;

const OPTIONAL_ANSWER = ['lastAnswer.isForgiven'];
const KINDS: Readonly<Record<string, RowKind<unknown>>> = {
  device: kind({ parse: parseDevice, row: device }),
  package: kind({ parse: parsePackage, row: carriedPackage, optional: ['command', 'spare', 'withdrawnAtMs'] }),
  run: kind({
    parse: parseRun,
    row: run,
    optional: ['command', 'journal.1.note', 'journal.1.answer', 'journal.1.handle', 'lastFailure.code'],
    forgiven: ['lastFailure.code'],
  }),
  receipt: kind({
    parse: parseReceipt,
    row: receipt,
    optional: ['kind', 'syncAskedAtMs', 'found', 'shownBefore', 'answers', 'givenUpAtMs', ...OPTIONAL_ANSWER],
    forgiven: ['found', 'shownBefore'],
  }),
  edit: kind({
    parse: parseEdit,
    row: edit,
    optional: ['unanswered', ...OPTIONAL_ANSWER, ...['values', 'base', 'inFlight'].flatMap((of) => under(of, texts))],
    forgiven: ['unanswered'],
  }),
  account: kind({
    parse: parseAccount,
    row: account,
    optional: [
      'keyMark',
      'settings.timing.reconnectAfterMs',
      'settings.timing.discoveryTimeoutMs',
      'settings.bulk',
      'settings.commands',
      'settings.protocol',
      'settings.pageSizeIs',
    ],
  }),
  'pause for the key': kind({ parse: parsePause, row: { reason: 'key', atMs: 1 } }),
  'pause after refusals': kind({ parse: parsePause, row: { reason: 'sameRefusal', status: 403, atMs: 1 } }),
  wait: kind({ parse: parseWait, row: { atMs: 1, untilMs: 2, wasPressed: true } }),
  vault: kind({ parse: parseVault, row: vault }),
  skew: kind({ parse: parseSkew, row: { skewMs: -5, trust: 'checkedDate', atMs: 1 }, optional: ['atMs'] }),
  'reading of the list': kind({ parse: parseListReading, row: listReading, optional: ['short'] }),
  draft: kind({ parse: parseDraftRow, row: { atMs: 1, draft: { typed: 'a' } }, forgiven: ['draft'] }),
  extension: kind({ parse: parseExtension, row: { atMs: 1, isOffered: true } }),
  text: kind({ parse: parseText, row: 'epoch' }),
  texts: kind({ parse: parseTexts, row: ['rcp-1', 'rcp-2'] }),
  number: kind({ parse: parseNumber, row: 5 }),
};

function under(of: string, row: object): string[] {
  return Object.keys(row).map((field) => `${of}.${field}`);
}

type Path = readonly string[];
const isNode = (value: unknown): value is Record<string, unknown> => isRecord(value) || Array.isArray(value);

/** Returns the path of every field, at any depth. Attribute values are one field: their content is free. */
function pathsIn(row: unknown): Path[] {
  if (!isNode(row) || row === values || row instanceof Uint8Array) return [];
  return Object.entries(row).flatMap(([field, value]) => [[field], ...pathsIn(value).map((path) => [field, ...path])]);
}

/** Returns a copy with `value` at the path; without the field when `value` is undefined. */
function changed(row: unknown, [field, ...rest]: Path, value: unknown): unknown {
  if (field === undefined) return value;
  const copy = (Array.isArray(row) ? [...(row as unknown[])] : { ...(row as object) }) as Record<string, unknown>;
  if (rest.length === 0 && value === undefined && !Array.isArray(copy)) delete copy[field];
  else copy[field] = changed(copy[field], rest, value);
  return copy;
}

/** The name of a field may itself contain a dot, so paths are compared as texts. */
const isListed = (list: readonly string[] = [], path: Path): boolean =>
  list.some((one) => path.join('.') === one || path.join('.').startsWith(`${one}.`));

describe.each(Object.entries(KINDS))('a stored %s', (_, { parse, row, optional = [], forgiven = [] }) => {
  const paths = pathsIn(row);
  const strict = paths.filter((path) => !isListed(forgiven, path));

  it('is read as it was written', () => {
    expect(parse(structuredClone(row))).toEqual({ ok: true, row });
  });

  it('is not read when a field has a value of another type', () => {
    for (const path of [[], ...strict]) {
      const { ok } = parse(changed(row, path, 1n));
      expect([path.join('.'), ok]).toEqual([path.join('.'), false]);
    }
  });

  it('is read without a field only where that may be absent', () => {
    const fields = paths.filter((path) => !/^\d+$/.test(path.at(-1)!));
    for (const path of fields.filter((one) => strict.includes(one) || forgiven.includes(one.join('.')))) {
      const { ok } = parse(changed(row, path, undefined));
      expect([path.join('.'), ok]).toEqual([path.join('.'), optional.includes(path.join('.'))]);
    }
  });
});

const OUTCOMES: readonly RunOutcome[] = [
  { kind: 'receipt', receiptId: 'rcp-1' },
  { kind: 'refused', receiptId: 'rcp-1', result: 7 },
  { kind: 'settledLater', receiptId: 'rcp-1' },
  { kind: 'closed', reason: 'gone' },
  { kind: 'packageDead' },
  { kind: 'receiptLost' },
  { kind: 'commandSent' },
  { kind: 'abandoned' },
  { kind: 'noAnswer' },
];
const CLOCKS = ['checkedDate', 'checkedCreated', 'unchecked'];
/** A row kind, the path of one of its fields, and every value of that field. */
const CHOICES: readonly (readonly [string, string, readonly unknown[]])[] = [
  ['package', 'kind', ['configuration', 'command']],
  ['package', 'state', ['prepared', 'carried', 'used', 'dead', 'replaced']],
  ['package', 'command', [null]],
  ['package', 'base64', [null]],
  ['package', 'token', [null]],
  ['package', 'fetchedAtMs', [null]],
  ['run', 'step', RUN_STEPS],
  ['run', 'journal.0.step', RUN_STEPS],
  ['run', 'journal.1.handle', ['same', 'chooser']],
  ['run', 'journal.1.answer.result', [null]],
  ['run', 'clock', CLOCKS],
  ['run', 'outcome', [null, ...OUTCOMES]],
  ['run', 'lastFailure', [null]],
  ['run', 'packageToken', [null]],
  ['receipt', 'owner', ['known', 'unsure']],
  ['receipt', 'state', RECEIPT_STATES],
  ['receipt', 'clock', CLOCKS],
  ['receipt', 'origin', ['run', 'mirror', 'import']],
  ['receipt', 'answers', ['refused', 'accepted']],
  ['receipt', 'shownBefore', [null, true, false]],
  ['receipt', 'runId', [null]],
  ['receipt', 'lastAnswer', [null]],
  ['receipt', 'responseBase64', ['']],
  ['edit', 'state', ['waiting', 'parked', 'saved']],
  ['edit', 'inFlight', [null, {}]],
  ['account', 'kind', ['sandbox', 'live']],
  ['account', 'keyMark', [null]],
  ['skew', 'trust', CLOCKS],
  ['vault', 'iterations', [600_000, 20_000_000]],
  ['reading of the list', 'short.counted', [null]],
  ['device', 'pending', [null, {}]],
];

it.each(CHOICES)('a stored %s is read with every value of its %s, and with no other', (name, field, choices) => {
  const { parse, row } = KINDS[name]!;
  const path = field.split('.');
  for (const choice of choices) {
    const given = changed(row, path, choice);
    expect(parse(given)).toEqual({ ok: true, row: given });
  }
  if (typeof choices[0] === 'string' && choices[0] !== '')
    expect(parse(changed(row, path, 'of a newer version')).ok).toBe(false);
});

it('an unfinished run is read with a failure of a newer version, as an unknown one', () => {
  const failure = { code: 'laterCode', detail: 'd', atMs: 1 };
  expect(parseRun({ ...run, lastFailure: failure })).toMatchObject({
    row: { lastFailure: { ...failure, code: 'unknown' } },
  });
});

it('a receipt is read without what can be asked for again', () => {
  for (const found of [7, { atMs: 'x', values }, { atMs: 1 }, { atMs: 1, values: { when: new Date(0) } }])
    expect(parseReceipt({ ...receipt, found, shownBefore: 'perhaps' })).toEqual({
      ok: true,
      row: { ...receipt, found: undefined, shownBefore: undefined },
    });
});

it('a vault with an iteration count that is unsafe or would take minutes is not read', () => {
  for (const iterations of [599_999, 20_000_001]) expect(parseVault({ ...vault, iterations }).ok).toBe(false);
});

describe('attribute values', () => {
  const isRead = (attributes: unknown): boolean => parseDevice({ ...device, attributes }).ok;

  it.each([{}, { a: [] }, { a: {} }, { a: null }, { a: [null, 'x', 1, true, { b: [false] }] }])(
    'can be %j',
    (attributes) => {
      expect(isRead(attributes)).toBe(true);
    },
  );

  it.each([
    ['a list', []],
    ['a large integer', { a: 1n }],
    ['undefined', { a: undefined }],
    ['a symbol', { a: Symbol('a') }],
    ['a function', { a: isRead }],
    ['a date', { a: new Date(0) }],
    ['one value that JSON cannot hold among others', { a: 1, b: [1, { c: 'x', d: new Map() }] }],
  ])('cannot be or contain %s', (_, attributes) => {
    expect(isRead(attributes)).toBe(false);
  });
});

it('a device with an overlong text is read with a shortened one', () => {
  const read = parseDevice({ ...device, notes: 'x'.repeat(MAX_TEXT * 2) });
  expect(read).toMatchObject({
    ok: true,
    row: { ...device, notes: expect.stringMatching(/^x+ … left out: too long$/) },
  });
});

it('the reason of a row with many faults names five of them', () => {
  const read = parseReceipt({});
  expect(read.ok ? [] : read.reason.split('; ')).toHaveLength(5);
  expect(parseText(7)).toEqual({ ok: false, reason: 'invalid_type' });
});
