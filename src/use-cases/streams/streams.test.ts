/**
 * The steps of a stream over the sandbox's own backend: created paused, changed by differences, read back, and no
 * secret stored anywhere.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fixtureAccount } from '../../../test/support/fixture-rows.ts';
import { createPracticeTail, createStreamCalls } from '../../backend/streams.ts';
import type { StreamDraft } from '../../domain/streams/draft.ts';
import type { StreamConfig } from '../../domain/streams/stream.ts';
import type { BackendFault } from '../../sandbox/backend/faults.ts';
import { createSandboxBackend, type SandboxBackend } from '../../sandbox/backend/backend.ts';
import { createStreams, type Streams } from './streams.ts';

const BASE = 'http://sandbox.test/sandbox';
const CLOUD = {
  endpoint: 'https://streams.eu-west-1.example.com',
  streamName: 'beacons-live',
  region: 'eu-west-1',
} as const;
const HUB = {
  endpoint: 'sb://fleet-ns.servicebus.windows.net/',
  eventHubName: 'beacons',
  sharedAccessKeyName: 'sender',
} as const;
const cloud = (fields: StreamDraft['fields'] = {}): StreamDraft => ({
  kind: 'cloudStream',
  fields: { ...CLOUD, ...fields },
});
const CLOUD_SECRETS = { accessKey: 'AKIAEXAMPLE7', secretKey: 'wJalr-EXAMPLE-KEY8' };
const HUB_SECRETS = { sharedAccessKey: 'c2hhcmVkLWV4YW1wbGU5' };

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

let backend: SandboxBackend;
let streams: Streams;
let sent: Sent[];
let shown: [type: string, exists: boolean][];
let nowMs: number;
let key: string;
let online: boolean;

beforeEach(() => {
  nowMs = Date.UTC(2026, 0, 1, 12);
  key = 'sandbox-owner-key';
  online = true;
  sent = [];
  shown = [];
  backend = createSandboxBackend({ now: () => nowMs });
  const fetchLike = async (url: string, init: RequestInit): Promise<Response> => {
    sent.push({ method: init.method!, url, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    if (!online) throw new TypeError('Failed to fetch');
    return backend.handle(new Request(url, init));
  };
  const account = fixtureAccount({ id: 'a', kind: 'sandbox', baseUrl: BASE, legacyBaseUrl: `${BASE}/legacy` });
  streams = createStreams({
    backend: createStreamCalls({ account, apiKey: () => key, fetch: fetchLike, clock: { nowMs: () => nowMs } }),
    clock: { nowMs: () => nowMs },
    practiceTail: createPracticeTail({ fetch: fetchLike, baseUrl: BASE }),
    onStreamRead: (type, exists) => void shown.push([type, exists]),
  });
});

const config = (): StreamConfig | null => streams.state('telemetry').value.config;
const writes = (): string[] =>
  sent
    .filter(({ method }) => method !== 'GET')
    .map(({ method, url, body }) => `${method} ${url.slice(BASE.length)} ${JSON.stringify(body)}`);
const arrange = (action: string, body: unknown): Promise<Response> =>
  backend.handle(new Request(`${BASE}/control/${action}`, { method: 'POST', body: JSON.stringify(body) }));
const strike = (fault: BackendFault): Promise<Response> => arrange('faults', fault);

async function created(): Promise<StreamConfig> {
  expect(await streams.create('telemetry', cloud(), CLOUD_SECRETS)).toEqual({ kind: 'done', secretsUnseen: false });
  sent = [];
  return config()!;
}

describe('reading the configuration of a stream', () => {
  it('shows that there is no stream, and when that was read', async () => {
    await streams.read('telemetry');
    expect(streams.state('telemetry').value).toMatchObject({
      config: null,
      readAtMs: nowMs,
      failure: null,
      reading: false,
      wasNotFound: false,
    });
  });

  it('treats a 404 as no stream, and reports the 404, which may mean a stream that the key cannot see', async () => {
    await strike({ name: 'status', status: 404, match: { path: '/streams' } });
    await streams.read('telemetry');
    expect(streams.state('telemetry').value).toMatchObject({ config: null, wasNotFound: true, failure: null });
  });

  it('keeps the shown configuration when it fails', async () => {
    await created();
    online = false;
    await streams.read('telemetry');
    expect(streams.state('telemetry').value).toMatchObject({
      config: { enabled: false },
      failure: { kind: 'offline' },
    });
  });

  it('reports what the backend has shown, and nothing when it could not be read', async () => {
    await streams.read('telemetry');
    await created();
    online = false;
    await streams.read('telemetry');
    expect([shown[0], shown.at(-1)]).toEqual([
      ['telemetry', false],
      ['telemetry', true],
    ]);
  });

  it('reads the streams of telemetry and of positions separately', async () => {
    await created();
    await streams.read('position');
    expect(streams.state('position').value.config).toBeNull();
  });
});

describe('creating a stream', () => {
  it('creates the stream paused, with every field in its spelling, and resumes it only on request', async () => {
    await streams.create('telemetry', cloud({ forcedPartitionKey: 'all' }), CLOUD_SECRETS);
    expect(writes()).toEqual([
      `PUT /v3/streams/telemetry ${JSON.stringify({ enabled: false, cloudStream: { ...CLOUD, forcedPartitionKey: 'all', ...CLOUD_SECRETS } })}`,
    ]);
    expect(config()).toEqual({
      type: 'telemetry',
      enabled: false,
      destinations: [{ kind: 'cloudStream', fields: { ...CLOUD, forcedPartitionKey: 'all' } }],
    });
    sent = [];
    expect(await streams.setEnabled('telemetry', true)).toMatchObject({ kind: 'done' });
    expect(writes()).toEqual(['PATCH /v3/streams/telemetry {"enabled":true}']);
    expect(config()?.enabled).toBe(true);
  });

  it('creates an event hub', async () => {
    expect(await streams.create('position', { kind: 'eventHub', fields: HUB }, HUB_SECRETS)).toMatchObject({
      kind: 'done',
    });
    expect(writes()).toEqual([
      `PUT /v3/streams/position ${JSON.stringify({ enabled: false, eventHub: { ...HUB, ...HUB_SECRETS } })}`,
    ]);
  });

  it('sends nothing while a field is invalid', async () => {
    expect(await streams.create('telemetry', cloud({ streamName: '' }), { accessKey: 'A\u0007' })).toMatchObject({
      kind: 'faults',
      faults: [{ field: 'streamName' }, { field: 'accessKey' }],
    });
    expect(sent).toEqual([]);
  });

  it('does not replace what somebody else has created', async () => {
    await created();
    expect(await streams.create('telemetry', cloud({ streamName: 'other' }), CLOUD_SECRETS)).toEqual({
      kind: 'exists',
    });
    expect(writes()).toEqual([]);
  });

  it('distinguishes a refusal from a lost answer', async () => {
    key = 'sandbox-editor-key';
    expect(await streams.create('telemetry', cloud(), CLOUD_SECRETS)).toMatchObject({
      kind: 'failed',
      failure: { kind: 'forbidden' },
    });
    key = 'sandbox-owner-key';
    await strike({ name: 'lost', times: 1, match: { method: 'PUT' } });
    expect(await streams.create('telemetry', cloud(), CLOUD_SECRETS)).toMatchObject({
      kind: 'unanswered',
      failure: { kind: 'offline' },
    });
    // It was applied, and reading again shows it.
    expect(config()).toMatchObject({ enabled: false });
  });
});

describe('changing a stream', () => {
  it('sends only the changed fields and succeeds when the backend merges', async () => {
    await arrange('options', { streamPatch: 'merges' });
    const before = await created();
    expect(await streams.change('telemetry', before, cloud({ region: 'us-east-1' }), {})).toEqual({
      kind: 'done',
      secretsUnseen: false,
    });
    expect(writes()).toEqual(['PATCH /v3/streams/telemetry {"cloudStream":{"region":"us-east-1"}}']);
    expect(config()?.destinations[0]?.fields).toEqual({ ...CLOUD, region: 'us-east-1' });
  });

  it('accepts a host name, sends the known fields, and reports no field as lost that the backend merely does not show', async () => {
    await arrange('options', { streamShows: 'little', streamNeeds: 'little' });
    const draft: StreamDraft = {
      kind: 'cloudStream',
      fields: { endpoint: 'kinesis.eu-west-1.amazonaws.com', streamName: 'beacons-live', region: 'eu-west-1' },
    };
    expect(await streams.create('telemetry', draft, {})).toEqual({ kind: 'unshown', fields: ['region'] });
    expect(writes()).toEqual([
      `PUT /v3/streams/telemetry ${JSON.stringify({ enabled: false, cloudStream: draft.fields })}`,
    ]);
    // Another program's stream of that kind can be changed and paused.
    expect(
      await streams.change(
        'telemetry',
        config()!,
        { kind: 'cloudStream', fields: { ...config()!.destinations[0]!.fields, streamName: 'other' } },
        {},
      ),
    ).not.toMatchObject({ kind: 'faults' });
    expect(await streams.setEnabled('telemetry', true)).toMatchObject({ kind: 'done' });
  });

  it('detects that the backend dropped unchanged values, which a request with the whole configuration restores', async () => {
    const before = await created();
    await streams.setEnabled('telemetry', true);
    expect(await streams.change('telemetry', before, cloud({ region: 'us-east-1' }), {})).toEqual({
      kind: 'dropped',
      fields: ['endpoint', 'streamName'],
    });
    expect(await streams.practiceTail!.read('telemetry', 0)).toMatchObject({ state: 'failing' });
    sent = [];
    expect(await streams.replace('telemetry', cloud({ region: 'us-east-1' }), CLOUD_SECRETS)).toMatchObject({
      kind: 'done',
    });
    expect(writes()).toEqual([
      `PUT /v3/streams/telemetry ${JSON.stringify({ enabled: true, cloudStream: { ...CLOUD, region: 'us-east-1', ...CLOUD_SECRETS } })}`,
    ]);
    expect(await streams.practiceTail!.read('telemetry', 0)).toMatchObject({ state: 'pushing' });
  });

  it('sends a secret that was typed again, and no other', async () => {
    await arrange('options', { streamPatch: 'merges' });
    const before = await created();
    await streams.change('telemetry', before, cloud(), { secretKey: 'typed-again' });
    expect(writes()).toEqual(['PATCH /v3/streams/telemetry {"cloudStream":{"secretKey":"typed-again"}}']);
  });

  it('sends nothing where nothing differs', async () => {
    const before = await created();
    expect(await streams.change('telemetry', before, cloud(), {})).toEqual({ kind: 'nothingChanged' });
    expect(sent).toEqual([]);
  });

  it('does not overwrite what somebody else has changed or deleted', async () => {
    const before = await created();
    await streams.replace('telemetry', cloud({ streamName: 'elsewhere' }), CLOUD_SECRETS);
    sent = [];
    expect(await streams.change('telemetry', before, cloud({ region: 'us-east-1' }), {})).toEqual({
      kind: 'changedMeanwhile',
    });
    await streams.remove('telemetry');
    sent = [];
    expect(await streams.change('telemetry', before, cloud({ region: 'us-east-1' }), {})).toEqual({ kind: 'gone' });
    expect(writes()).toEqual([]);
  });

  it('treats another kind of destination as a replacement', async () => {
    await created();
    expect(await streams.replace('telemetry', { kind: 'eventHub', fields: HUB }, HUB_SECRETS)).toMatchObject({
      kind: 'done',
    });
    expect(config()).toMatchObject({ enabled: false, destinations: [{ kind: 'eventHub', fields: HUB }] });
  });

  it('reports that the stream could not be read back', async () => {
    await created();
    await strike({ name: 'offline', match: { method: 'GET' } });
    expect(await streams.setEnabled('telemetry', true)).toMatchObject({
      kind: 'doneUnread',
      failure: { kind: 'offline' },
    });
  });
});

describe('pausing, resuming or deleting a stream', () => {
  it('ends with the outcome in the table of interface.md 3', async () => {
    await created();
    for (const enabled of [true, false, true]) {
      expect(await streams.setEnabled('telemetry', enabled)).toMatchObject({ kind: 'done' });
      expect(config()?.enabled).toBe(enabled);
    }
    expect(await streams.remove('telemetry')).toMatchObject({ kind: 'done' });
    expect(config()).toBeNull();
    expect(writes().map((line) => line.split(' ')[0])).toEqual(['PATCH', 'PATCH', 'PATCH', 'DELETE']);
  });

  it('treats a missing stream as deleted, and as gone when it was to be resumed', async () => {
    await created();
    await backend.handle(
      new Request(`${BASE}/v3/streams/telemetry`, { method: 'DELETE', headers: { 'api-key': key } }),
    );
    expect(await streams.setEnabled('telemetry', true)).toEqual({ kind: 'gone' });
    expect(await streams.remove('telemetry')).toMatchObject({ kind: 'done' });
  });

  it('runs one step at a time, in the order of the requests', async () => {
    await created();
    const outcomes = await Promise.all([
      streams.setEnabled('telemetry', true),
      streams.setEnabled('telemetry', false),
      streams.remove('telemetry'),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['done', 'done', 'done']);
    expect(sent.map(({ method }) => method)).toEqual(['PATCH', 'GET', 'PATCH', 'GET', 'DELETE', 'GET']);
  });

  it('shows the running step', async () => {
    await created();
    const seen: (string | null)[] = [];
    const stop = streams.state('telemetry').subscribe(({ busy }) => seen.push(busy));
    seen.length = 0;
    await streams.setEnabled('telemetry', true);
    stop();
    expect([...new Set(seen)]).toEqual(['resume', null]);
  });
});

describe('the list of pushed messages in practice', () => {
  it('shows what was pushed while the stream was on, and nothing while it was paused', async () => {
    const tail = streams.practiceTail!;
    expect(await tail.read('telemetry', 0)).toEqual({ state: 'none', reason: null, records: [] });
    await created();
    nowMs += 300_000;
    expect(await tail.read('telemetry', 0)).toEqual({ state: 'paused', reason: null, records: [] });
    await streams.setEnabled('telemetry', true);
    nowMs += 120_000;
    const reading = (await tail.read('telemetry', 0))!;
    expect(reading.state).toBe('pushing');
    expect(reading.records.length).toBeGreaterThan(0);
    expect(reading.records[0]!.partitionKey).toBe(reading.records[0]!.payload['trackingId']);
    const last = reading.records.at(-1)!.sequence;
    expect((await tail.read('telemetry', last))!.records).toEqual([]);
  });

  it('is empty when the sandbox is not available', async () => {
    online = false;
    expect(await streams.practiceTail!.read('telemetry', 0)).toBeNull();
  });
});

describe('the secrets of a stream', () => {
  it('are in no state, outcome, address, message or sandbox record, through every step and failure', async () => {
    const output: unknown[] = [];
    for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
      vi.spyOn(console, method).mockImplementation((...args) => void output.push(args));
    for (const type of ['telemetry', 'position'] as const)
      streams.state(type).subscribe(() => output.push(streams.state(type).value));
    const draft = cloud();
    output.push(await streams.create('telemetry', draft, CLOUD_SECRETS));
    output.push(
      await streams.change('telemetry', config()!, cloud({ region: 'us-east-1' }), {
        secretKey: CLOUD_SECRETS.secretKey,
      }),
    );
    for (const fault of [
      'offline',
      'lost',
      'truncated',
      'notJson',
      'captivePortal',
      'redirect',
      'emptyObject',
    ] as const) {
      await strike({ name: fault, times: 1, match: { method: 'PUT' } });
      output.push(await streams.replace('telemetry', cloud(), CLOUD_SECRETS));
    }
    key = 'sandbox-editor-key';
    output.push(await streams.replace('telemetry', cloud(), CLOUD_SECRETS));
    key = 'sandbox-owner-key';
    output.push(
      await streams.create(
        'position',
        { kind: 'eventHub', fields: HUB },
        { sharedAccessKey: `${HUB_SECRETS.sharedAccessKey} ` },
      ),
    );
    output.push(await streams.create('position', { kind: 'eventHub', fields: HUB }, HUB_SECRETS));
    output.push(await streams.practiceTail!.read('telemetry', 0));
    output.push(sent.map(({ url }) => url));
    output.push(backend.state());
    const written = sent.filter(({ method }) => method === 'PUT').length;
    // The test proves nothing unless secrets were sent.
    expect(written).toBe(11);
    expect(JSON.stringify(sent)).toContain(CLOUD_SECRETS.secretKey);
    const everything = JSON.stringify(output);
    for (const secret of [...Object.values(CLOUD_SECRETS), ...Object.values(HUB_SECRETS)])
      expect(everything).not.toContain(secret);
    vi.restoreAllMocks();
  });
});
