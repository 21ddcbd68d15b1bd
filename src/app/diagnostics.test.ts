/** Diagnostics: no hostile or private text that reaches the app appears in the text that a person passes on. */
import { describe, expect, it } from 'vitest';
import { fixtureAccount, fixtureDevice, fixtureReceipt } from '../../test/support/fixture-rows.ts';
import { scriptedServices } from '../../test/support/scripted-services.ts';
import { payloads } from '../../test/hostile/payloads.ts';
import { factsOf, watchServices } from './diagnostics.ts';
import { createDiagnostics, MAX_EVENTS, type DiagnosticParts } from '../use-cases/diagnostics/diagnostics.ts';
import type { RunProgress } from '../use-cases/run/runs.ts';

/** Marked, so that any part of these texts is found in the output. */
const PRIVATE = [
  'Api-Key 4f3c2b1a-MARK',
  'correct horse MARK staple',
  'sb://bus.example/;SharedAccessKey=MARK=',
  'https://user:MARK@api.example.com/v3',
  'mark.MARK@example.com',
  'MARK Ward 7 door',
  'tB4xMARK',
  'Galaxy S24 MARK',
  'assets/MARK-a1b2c3d4.js',
  ...payloads(40).map(({ text }) => `${text}MARK`),
];

function open(row: { text: string | null } = { text: null }, changes: Partial<DiagnosticParts> = {}) {
  let nowMs = 1_000;
  return createDiagnostics({
    clock: { nowMs: () => (nowMs += 1) },
    read: () => row.text,
    write: (text) => void (row.text = text),
    ownFiles: () => new Set(['main-a1b2c3d4.js']),
    onNote: () => undefined,
    ...changes,
  });
}

interface Bundle {
  readonly events: readonly {
    readonly kind: string;
    readonly word?: string;
    readonly beacon?: number;
    readonly number?: number;
  }[];
}
const eventsOf = (text: string): Bundle['events'] => (JSON.parse(text) as Bundle).events;

describe('private text', () => {
  it.each(PRIVATE)('never appears in the diagnostics: %j', (text) => {
    const row = {
      text: JSON.stringify([
        { atMs: 1, kind: text },
        { atMs: 2, kind: 'run', word: text, file: text, [text]: text },
      ]),
    };
    const diagnostics = open(row);
    const services = scriptedServices();
    watchServices(diagnostics, services);
    const error = Object.assign(new Error(text), { name: text, stack: text, code: text });
    diagnostics.noteError(error, { file: text, line: 1, column: 2 });
    diagnostics.noteError(text);
    diagnostics.noteError({ name: text, message: text });
    const { lives } = services;
    const account = fixtureAccount({ name: text, baseUrl: text, vendor: text });
    lives.session.value = { ...lives.session.value, account, accounts: [account] };
    lives.devices.value = {
      ...lives.devices.value,
      devices: [fixtureDevice(0, { uniqueId: text, alias: text, name: text })],
      failure: { kind: text as 'offline', status: 0, message: text, fields: [], retryAfterMs: null },
    };
    const run: RunProgress = {
      runId: text,
      uniqueId: text,
      phase: 'writing',
      past: [],
      phaseSinceMs: 0,
      attempt: 1,
      attempts: 4,
      cancelSafe: false,
      copyMissing: null,
      outcome: null,
      failure: { code: 'unknown', detail: text, atMs: 1 },
    };
    lives.current.value = run;
    lives.current.value = { ...run, phase: 'ended', outcome: { kind: 'closed', reason: text } };
    lives.current.value = {
      ...run,
      runId: `${text}2`,
      phase: text as 'ended',
      failure: { ...run.failure!, code: text as 'unknown' },
    };
    const answer = { atMs: 5, status: 404, code: text, message: text };
    lives.outbox.value = { ...lives.outbox.value, receipts: [fixtureReceipt(text, { lastAnswer: answer })] };
    lives.outbox.value = { ...lives.outbox.value, pause: { reason: 'key', atMs: 1 }, storageRemarks: [text] };
    lives.phone.value = { receiptsElsewhere: [], remarks: [text] };
    diagnostics.flush();
    const shared = diagnostics.text({});
    for (const where of [shared, row.text ?? '']) expect(where).not.toContain('MARK');
    // All events were recorded, without the private texts.
    expect(eventsOf(shared).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([
        'error',
        'account',
        'list',
        'run',
        'runEnded',
        'runFailed',
        'answer',
        'queue',
        'storage',
      ]),
    );
  });
});

describe('the state in the diagnostics', () => {
  it('contains no count that has not been read yet', () => {
    const services = scriptedServices({ devices: { devices: null } });
    services.lives.account.value = { services: null, failed: false };
    const unread = { devices: null, packages: null, runs: null, receipts: null, onlyHere: null, edits: null };
    expect(factsOf(services)).toMatchObject(unread);
    services.lives.account.value = { services, failed: false };
    services.lives.devices.value = { ...services.lives.devices.value, devices: [] };
    expect(factsOf(services)).toMatchObject({ devices: 0, packages: 0, runs: 0, receipts: 0, onlyHere: 0, edits: 0 });
  });
});

describe('the events in the diagnostics', () => {
  it('name each change of account, network, update and storage once', () => {
    const diagnostics = open();
    const services = scriptedServices();
    const { lives } = services;
    const account = fixtureAccount();
    lives.session.value = { ...lives.session.value, account, key: 'ready' };
    lives.app.value = { ...lives.app.value, online: true, persisted: null, updateWaiting: false, updateFailed: false };
    watchServices(diagnostics, services);
    const before = eventsOf(diagnostics.text({})).length;
    for (const change of [
      { online: false },
      { theme: 'dark' },
      { updateWaiting: true },
      { updateFailed: true },
      { updateWaiting: false, updateFailed: false },
      { persisted: false },
      { persisted: true },
      { online: true },
    ] as const)
      lives.app.value = { ...lives.app.value, ...change };
    for (const key of ['needed', 'needed', 'vault'] as const) lives.session.value = { ...lives.session.value, key };
    lives.session.value = { ...lives.session.value, account: null, key: 'none' };
    const events = eventsOf(diagnostics.text({})).slice(before);
    expect(events.map(({ kind, word }) => `${kind} ${word}`)).toEqual([
      'network offline',
      'update waiting',
      'update failed',
      'storage notKept',
      'storage kept',
      'network online',
      ...['needed', 'vault'].flatMap((key) => [`account ${account.kind}`, `account ${key}`]),
      'account none',
      'account none',
    ]);
  });

  it('name how a run ended, with a number for its beacon, and a failure that is known only then', () => {
    const diagnostics = open();
    const services = scriptedServices();
    watchServices(diagnostics, services);
    const before = eventsOf(diagnostics.text({})).length;
    const run = { runId: 'r', uniqueId: 'tB4x', phase: 'ended', attempt: 1, outcome: null } as unknown as RunProgress;
    for (const failure of [null, { code: 'connectFailed', detail: '', atMs: 1 } as const])
      services.lives.current.value = { ...run, failure };
    services.lives.current.value = { ...run, runId: 'next', failure: null, outcome: { kind: 'receiptLost' } };
    expect(eventsOf(diagnostics.text({})).slice(before)).toMatchObject([
      { kind: 'runFailed', word: 'connectFailed', beacon: 1 },
      { kind: 'runEnded', word: 'receiptLost', beacon: 1 },
    ]);
  });

  it('name a failed list, and what storage has lost, until the account is closed', () => {
    const diagnostics = open();
    const services = scriptedServices();
    const { lives } = services;
    watchServices(diagnostics, services);
    const before = eventsOf(diagnostics.text({})).length;
    const failure = { kind: 'offline', status: 0, message: '', fields: [], retryAfterMs: null } as const;
    for (const one of [failure, { ...failure }, null]) lives.devices.value = { ...lives.devices.value, failure: one };
    lives.outbox.value = { ...lives.outbox.value, storageRemarks: ['a', 'b'] };
    lives.account.value = { services: null, failed: false };
    lives.devices.value = { ...lives.devices.value, failure };
    lives.phone.value = { receiptsElsewhere: [], remarks: ['c'] };
    expect(eventsOf(diagnostics.text({})).slice(before)).toMatchObject([
      { kind: 'list', word: 'offline' },
      { kind: 'storage', word: 'remarks', number: 2 },
      { kind: 'storage', word: 'remarks', number: 1 },
    ]);
  });

  it('have numbers in place of the IDs of beacons, and only the class of a status', () => {
    const diagnostics = open();
    const services = scriptedServices();
    watchServices(diagnostics, services);
    const { lives } = services;
    for (const uniqueId of ['aa11', 'bb22', 'aa11']) {
      const lastAnswer = { atMs: lives.outbox.value.receipts.length + 1, status: 422, code: 'invalid', message: '' };
      const receipt = fixtureReceipt(uniqueId, {
        id: `r${lives.outbox.value.receipts.length}`,
        state: 'parked',
        lastAnswer,
      });
      lives.outbox.value = { ...lives.outbox.value, receipts: [...lives.outbox.value.receipts, receipt] };
    }
    const answers = eventsOf(diagnostics.text({})).filter(({ kind }) => kind === 'answer');
    expect(answers).toMatchObject([1, 2, 1].map((beacon) => ({ beacon, number: 400 })));
  });

  it('an answer of the backend is one event, however often its receipt changes afterwards', () => {
    const diagnostics = open();
    const services = scriptedServices();
    watchServices(diagnostics, services);
    const { outbox } = services.lives;
    const lastAnswer = { atMs: 5, status: 500, code: 'down', message: '' };
    const receipt = fixtureReceipt('aa11', { lastAnswer });
    for (const mirrored of [false, true]) outbox.value = { ...outbox.value, receipts: [{ ...receipt, mirrored }] };
    expect(eventsOf(diagnostics.text({})).filter(({ kind }) => kind === 'answer')).toHaveLength(1);
    const next = { ...receipt, lastAnswer: { ...lastAnswer, atMs: 6 } };
    outbox.value = { ...outbox.value, receipts: [next] };
    expect(eventsOf(diagnostics.text({})).filter(({ kind }) => kind === 'answer')).toHaveLength(2);
  });

  it('say nothing of receipts that were stored before the app was opened', () => {
    const diagnostics = open();
    const lastAnswer = { atMs: 5, status: 500, code: 'down', message: '' };
    const services = scriptedServices({ outbox: { receipts: [fixtureReceipt('aa11', { lastAnswer })] } });
    watchServices(diagnostics, services);
    const kinds = eventsOf(diagnostics.text({})).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'answer' || kind === 'receipt')).toEqual([]);
  });

  it('tell why sending pauses or keeps failing, and that it works again', () => {
    const diagnostics = open();
    const services = scriptedServices();
    watchServices(diagnostics, services);
    const { outbox } = services.lives;
    for (const pause of [{ reason: 'key', atMs: 1 }, null] as const) outbox.value = { ...outbox.value, pause };
    for (const trouble of ['storageFull', null] as const) outbox.value = { ...outbox.value, trouble };
    const words = eventsOf(diagnostics.text({})).filter(({ kind }) => kind === 'queue');
    expect(words.slice(-4).map(({ word }) => word)).toEqual(['key', 'goesOn', 'storageFull', 'goesOn']);
  });

  it('keep the name of an error and its place in our own files', () => {
    const diagnostics = open();
    diagnostics.noteError(new TypeError('secret'), { file: 'main-a1b2c3d4.js', line: 12, column: 345 });
    expect(eventsOf(diagnostics.text({}))).toMatchObject([
      { kind: 'error', word: 'TypeError', file: 'main-a1b2c3d4.js', number: 12, column: 345 },
    ]);
  });

  it('are complete and not doubled when two windows write at once', () => {
    const row: { text: string | null } = { text: null };
    const [one, other] = [open(row), open(row)];
    one.note('network', { word: 'online', number: 1, column: 2, beaconId: 'a' });
    one.flush();
    // The other window had read the row before.
    row.text = null;
    other.note('queue', { word: 'goesOn' });
    other.flush();
    for (const window of [one, other, one]) window.flush();
    expect(eventsOf(open(row).text({})).map(({ kind }) => kind)).toEqual(['queue', 'network']);
  });

  it('are the last 500, across windows and starts', () => {
    const row = { text: null };
    const [one, other] = [open(row), open(row)];
    for (let at = 0; at < 300; at += 1) {
      one.note('network', { word: 'online', number: at });
      other.note('queue', { word: 'goesOn', number: at });
      if (at % 50 === 0) for (const window of [one, other]) window.flush();
    }
    for (const window of [one, other, one]) window.flush();
    expect(JSON.parse(row.text ?? '')).toHaveLength(MAX_EVENTS);
    const later = open(row);
    later.note('started');
    const events = eventsOf(later.text({ app: '1.0' }));
    expect(events).toHaveLength(MAX_EVENTS);
    expect(events.at(-1)).toMatchObject({ kind: 'started' });
    expect(events.filter(({ kind }) => kind === 'queue').length).toBeGreaterThan(150);
  });

  it.each(['', 'null', '{', '[1]', '[{"atMs":1e99,"kind":"run"}]', '{"0":1}'])(
    'are empty when the stored row cannot be read: %j',
    (text) => {
      expect(eventsOf(open({ text }).text({}))).toEqual([]);
    },
  );
});
