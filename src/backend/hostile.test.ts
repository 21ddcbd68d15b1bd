/**
 * Every request of every adapter against answers that no honest backend gives: it returns a result, reveals no secret,
 * and can be stored.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureAccount } from '../../test/support/fixture-rows.ts';
import { sampled } from '../../test/support/sampled.ts';
import { ECHO, HEAVY_BODIES, give, hostileAnswers, type HostileAnswer } from '../../test/hostile/answers.ts';
import { fuzzing } from '../../test/hostile/campaign.ts';
import type { BackendFailure } from '../domain/backend-failure.ts';
import { createBackend } from './backend.ts';
import { createBackendOnRequest } from './on-request.ts';
import { createProbe } from './probe.ts';
import { createPracticeTail, createStreamCalls } from './streams.ts';
import { createTelemetryCalls } from './telemetry.ts';

const KEY = 'kY7-secret-key-that-nobody-may-see';
/** This much of a key in a text reveals too much. */
const TELLING = KEY.slice(0, 6);
const LAST_DATE_MS = 8.64e15;
const NOW = Date.UTC(2026, 0, 2);
const draft = { name: 'x', baseUrl: 'https://b.example', legacyBaseUrl: 'https://l.example', vendor: 'acme' };
const secrets = { cloudStream: { endpoint: 'https://x', accessKey: 'access-secret-1', secretKey: 'secret-secret-2' } };

/** One request for each way of reading a body. */
const HEAVY_CALLS: readonly (readonly [status: number, names: readonly string[]])[] = [
  [200, ['createConfig', 'readPending', 'encryptConfig', 'postResponse', 'devicePage', 'readStreams']],
  [422, ['createConfig', 'readTelemetry']],
];

/** Returns all requests by name, each answered by `fetch`. */
function allCalls(fetch: () => Promise<Response>): Record<string, () => Promise<unknown>> {
  const parts = {
    account: fixtureAccount(draft),
    apiKey: () => KEY,
    clock: { nowMs: () => NOW },
    fetch,
    timeout: () => new AbortController().signal,
    onSkew: ({ skewMs }: { skewMs: number }) => expect(skewMs).toSatisfy(Number.isFinite),
  };
  const backend = createBackend(parts);
  const onRequest = createBackendOnRequest(parts);
  const streams = createStreamCalls(parts);
  const telemetry = createTelemetryCalls(parts);
  return {
    createConfig: () =>
      backend.createConfig({ uniqueIds: ['aB12', 'cD34'], deviceType: 'BEACON', values: { minor: 1 } }),
    readPending: () => backend.readPending('aB12', 'BEACON'),
    encryptConfig: () => backend.encryptConfig('aB12'),
    postResponse: () =>
      backend.postResponse({ uniqueId: 'aB12', deviceType: 'BEACON', responseBase64: 'QUJD', updatedSeconds: 5 }),
    postVirtual: () =>
      backend.postVirtual({ uniqueId: 'aB12', deviceType: 'BEACON', values: { alias: 'x', tags: 'y' } }),
    devicePage: () => backend.devicePage(0, 50),
    laterPage: () => backend.devicePage('startIndex=50&maxResult=50', 50),
    readDevice: () => backend.readDevice('aB12'),
    readDevices: () => backend.readDevices(['aB12', 'cD34']),
    encryptCommand: () => onRequest.encryptCommand('aB12', 'RESET'),
    assignOrders: () => onRequest.assignOrders(['AB-1']),
    moveDevice: () => onRequest.moveDevice('aB12', 'a@example.com'),
    shareDevice: () =>
      onRequest.shareDevice('aB12', {
        managerMail: 'a@example.com',
        access: 'EDITOR',
        expirationSeconds: 5,
        withMetadata: false,
      }),
    readStreams: () => streams.readStreams('telemetry'),
    putStream: () => streams.putStream('telemetry', { enabled: false, ...secrets }),
    patchStream: () => streams.patchStream('position', secrets),
    deleteStream: () => streams.deleteStream('position'),
    practiceTail: () => createPracticeTail({ fetch, baseUrl: 'https://b.example' }).read('telemetry', 0),
    readTelemetry: () => telemetry.readTelemetry({ path: '/v3/telemetry', query: 'page=0' }),
    probe: () => createProbe({ fetch, clock: { nowMs: () => NOW }, timeout: parts.timeout })(draft, KEY),
  };
}

/** Checks what must hold for every result. */
async function judge(name: string, call: () => Promise<unknown>, answer: unknown): Promise<void> {
  let result: unknown;
  try {
    result = await call();
  } catch (error) {
    throw new Error(`${name} rejects: ${String(error)} on ${JSON.stringify(answer)?.slice(0, 400)}`, { cause: error });
  }
  const failure = failureIn(result);
  const text = `${name} ${JSON.stringify(failure)}`;
  if (failure !== null) {
    expect(JSON.stringify(failure), text).not.toContain(TELLING);
    expect(failure.message.length, text).toBeLessThanOrEqual(300);
    for (const { field, message } of failure.fields)
      expect(field.length + message.length, text).toBeLessThanOrEqual(600);
    if (failure.retryAfterMs !== null)
      expect(failure.retryAfterMs, text).toSatisfy((ms: number) => Number.isFinite(ms) && ms >= 0);
  }
  // The result is stored and drawn next, and both copy it completely.
  if (!(isOk(result) && result.value instanceof ArrayBuffer)) {
    expect(() => JSON.stringify(structuredClone(result)), `${name} cannot be stored`).not.toThrow();
  }
  for (const device of devicesIn(result)) {
    expect(typeof device['uniqueId']).toBe('string');
    expect(device['tags']).toSatisfy(Array.isArray);
    const { lastSeenMs } = device;
    if (lastSeenMs !== null)
      expect(Math.abs(lastSeenMs as number), `${name} lastSeenMs`).toBeLessThanOrEqual(LAST_DATE_MS);
  }
}

function failureIn(result: unknown): BackendFailure | null {
  return (result as { failure?: BackendFailure } | null)?.failure ?? null;
}

function isOk(result: unknown): result is { ok: true; value: unknown } {
  return (result as { ok?: boolean } | null)?.ok === true;
}

function devicesIn(result: unknown): Record<string, unknown>[] {
  if (!isOk(result)) return [];
  const value = result.value as { devices?: unknown } | null;
  const list = Array.isArray(value) ? value : Array.isArray(value?.devices) ? value.devices : [];
  return (list as unknown[])
    .slice(0, 20)
    .filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null && 'lastSeenMs' in one);
}

describe('calls of the backend that get hostile answers', () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  beforeAll(() => void process.on('unhandledRejection', note));
  afterAll(() => void process.off('unhandledRejection', note));

  it('never reject, never reveal the key, and return only what can be stored', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostileAnswers, { minLength: 1, maxLength: 3 }), async (answers) => {
        let at = 0;
        const calls = allCalls(() => give(answers[at++ % answers.length]!, KEY));
        for (const [name, call] of Object.entries(calls)) await judge(name, call, answers);
      }),
      fuzzing(400, 20_260_303),
    );
    // After one turn of the event loop unhandled rejections have been reported.
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).toEqual([]);
  });

  it.each(sampled('heavy bodies', HEAVY_BODIES, 3))('survive %s, as an answer and as an error', async (_name, body) => {
    for (const [status, names] of HEAVY_CALLS) {
      const answer: HostileAnswer = { kind: 'response', status, headers: [['content-type', 'application/json']], body };
      const calls = allCalls(() => give(answer, KEY));
      for (const name of names) await judge(name, calls[name]!, { status, body: body.slice(0, 80) });
    }
  });

  it('remove the key from a message before it is shortened', async () => {
    for (let before = 270; before <= 300; before += 1) {
      const answer: HostileAnswer = {
        kind: 'response',
        status: 422,
        headers: [],
        body: JSON.stringify({
          message: `${'x'.repeat(before)}${ECHO}`,
          details: [{ field: 'f', message: `${'y'.repeat(before)}${ECHO}` }],
        }),
      };
      for (const [name, call] of Object.entries(allCalls(() => give(answer, KEY)))) await judge(name, call, before);
    }
  });
});
