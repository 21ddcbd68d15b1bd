/**
 * Every request is sent without cookies, past every cache, without a referrer, without following redirects, and with
 * the key in its header only.
 */
import { expect, it } from 'vitest';
import { fixtureAccount } from '../../test/support/fixture-rows.ts';
import { createBackend } from './backend.ts';
import { createBackendOnRequest } from './on-request.ts';
import { createProbe } from './probe.ts';
import { createStreamCalls } from './streams.ts';
import { createTelemetryCalls } from './telemetry.ts';

const KEY = 'kY7-secret-key-that-nobody-may-see';
const draft = { name: 'x', baseUrl: 'https://new.example', legacyBaseUrl: 'https://old.example/api', vendor: 'acme' };

const sent: { url: string; init: RequestInit }[] = [];
const fetch = (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
  sent.push({ url: String(url), init: init ?? {} });
  return Promise.reject(new TypeError('nobody is there'));
};
const parts = {
  account: fixtureAccount(draft),
  apiKey: () => KEY,
  clock: { nowMs: () => 0 },
  fetch,
  timeout: () => new AbortController().signal,
};
const backend = createBackend(parts);
const secrets = { destinations: [] } as unknown as Parameters<ReturnType<typeof createStreamCalls>['patchStream']>[1];

it.each<[name: string, base: string, call: () => Promise<unknown>]>([
  [
    'createConfig',
    draft.legacyBaseUrl,
    () => backend.createConfig({ uniqueIds: ['aB12'], deviceType: 'BEACON', values: { minor: 1 } }),
  ],
  ['encryptConfig', draft.legacyBaseUrl, () => backend.encryptConfig('aB12')],
  [
    'postResponse',
    draft.legacyBaseUrl,
    () => backend.postResponse({ uniqueId: 'aB12', deviceType: 'BEACON', responseBase64: 'QUJD', updatedSeconds: 5 }),
  ],
  [
    'postVirtual',
    draft.legacyBaseUrl,
    () => backend.postVirtual({ uniqueId: 'aB12', deviceType: 'BEACON', values: { alias: 'x' } }),
  ],
  ['readDevice', draft.legacyBaseUrl, () => backend.readDevice('aB12')],
  ['devicePage', draft.legacyBaseUrl, () => backend.devicePage(0, 50)],
  ['encryptCommand', draft.legacyBaseUrl, () => createBackendOnRequest(parts).encryptCommand('aB12', 'RESET')],
  ['assignOrders', draft.legacyBaseUrl, () => createBackendOnRequest(parts).assignOrders(['AB-1'])],
  ['moveDevice', draft.legacyBaseUrl, () => createBackendOnRequest(parts).moveDevice('aB12', 'a@example.com')],
  ['readStreams', draft.baseUrl, () => createStreamCalls(parts).readStreams('telemetry')],
  ['patchStream', draft.baseUrl, () => createStreamCalls(parts).patchStream('position', secrets)],
  [
    'readTelemetry',
    draft.baseUrl,
    () => createTelemetryCalls(parts).readTelemetry({ path: '/v3/telemetry', query: 'page=0' }),
  ],
  ['probe', '', () => createProbe({ fetch, clock: { nowMs: () => 0 }, timeout: parts.timeout })(draft, KEY)],
])('the call %s sends no cookies and no referrer, uses no cache, and can be aborted', async (_name, base, call) => {
  sent.length = 0;
  await call();
  expect(sent.length).toBeGreaterThan(0);
  for (const { url, init } of sent) {
    expect(init).toMatchObject({ credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' });
    expect(init.signal).toBeInstanceOf(AbortSignal);
    expect(url.startsWith(base), url).toBe(true);
    expect(`${url} ${typeof init.body === 'string' ? init.body : ''}`).not.toContain(KEY.slice(0, 6));
    // The probe's second request only checks whether a host answers: it contains no key, and its answer is not read.
    const isBlind = init.mode === 'no-cors';
    expect([init.redirect, new Headers(init.headers).get('Api-Key')]).toEqual(
      isBlind ? [undefined, null] : ['manual', KEY],
    );
  }
});
