import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../domain/default-settings.ts';
import type { Protocol } from '../domain/settings.ts';
import { fixtureAccount } from '../../test/support/fixture-rows.ts';
import { createBackend, type BackendParts } from './backend.ts';
import { createStreamCalls } from './streams.ts';
import { createTelemetryCalls } from './telemetry.ts';

const KEY = 'Kx81-ABCDEFGHIJKL-2026';

/** Records what each kind of request passes to `fetch`. */
function listen(protocol: Protocol = DEFAULT_SETTINGS.protocol): {
  readonly parts: BackendParts;
  readonly sent: [string, unknown, unknown][];
} {
  const sent: [string, unknown, unknown][] = [];
  const account = fixtureAccount({
    baseUrl: 'https://v3.example',
    legacyBaseUrl: 'https://old.example',
    vendor: 'acme',
    settings: { ...DEFAULT_SETTINGS, protocol },
  });
  const fetch: BackendParts['fetch'] = async (url, { method, headers, body }) => {
    sent.push([`${method} ${url}`, headers, body ?? null]);
    return new Response('{}', { status: 200, headers: { 'content-type': 'application/json' } });
  };
  return { parts: { account, apiKey: () => KEY, clock: { nowMs: () => 0 }, fetch }, sent };
}

it('every request to the backend has the key and the headers of its interface, and no other header', async () => {
  const { parts, sent } = listen();
  await createBackend(parts).encryptConfig('aB12');
  await createBackend(parts).postVirtual({ uniqueId: 'aB12', deviceType: 'BEACON', values: { alias: 'x' } });
  await createStreamCalls(parts).readStreams('telemetry');
  await createStreamCalls(parts).patchStream('telemetry', { enabled: false });
  await createStreamCalls(parts).deleteStream('telemetry');
  await createTelemetryCalls(parts).readTelemetry({ path: '/v3/telemetry', query: 'trackingId=a' });
  const legacy = { Accept: 'application/vnd.com.acme+json;version=10', 'Api-Key': KEY };
  const v3 = { Accept: 'application/json', 'Api-Key': KEY };
  expect(sent).toEqual([
    ['GET https://old.example/config/encrypt?uniqueId=aB12', legacy, null],
    [
      'POST https://old.example/device/update',
      { ...legacy, 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' },
      'uniqueId=aB12&deviceType=BEACON&alias=x',
    ],
    ['GET https://v3.example/v3/streams/telemetry', v3, null],
    [
      'PATCH https://v3.example/v3/streams/telemetry',
      { ...v3, 'Content-Type': 'application/json' },
      '{"enabled":false}',
    ],
    ['DELETE https://v3.example/v3/streams/telemetry', v3, null],
    ['GET https://v3.example/v3/telemetry?trackingId=a', v3, null],
  ]);
});

it('every request to the backend has the version and the key header that the account names, and no other key header', async () => {
  const { parts, sent } = listen({ mediaVersion: 9, keyHeader: 'Authorization: Bearer' });
  await createBackend(parts).encryptConfig('aB12');
  await createStreamCalls(parts).readStreams('telemetry');
  await createTelemetryCalls(parts).readTelemetry({ path: '/v3/telemetry', query: '' });
  const Authorization = `Bearer ${KEY}`;
  const v3 = { Accept: 'application/json', Authorization };
  expect(sent.map(([, headers]) => headers)).toEqual([
    { Accept: 'application/vnd.com.acme+json;version=9', Authorization },
    v3,
    v3,
  ]);
});
