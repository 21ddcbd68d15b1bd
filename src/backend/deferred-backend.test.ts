/** The backend behind its own loading: every call gets through, and one that cannot be made says so instead of rejecting. */
import { expect, it } from 'vitest';
import { makeAccount } from '../domain/account.ts';
import * as module from './backend.ts';
import { deferBackend } from './deferred-backend.ts';

const parts = {
  account: makeAccount(
    { name: 'a', baseUrl: 'https://b.example', legacyBaseUrl: 'https://b.example', vendor: 'v' },
    'a',
    'live',
    0,
  ),
  apiKey: () => 'key',
  nowMs: () => 0,
  fetch: async () => new Response(null, { status: 503 }),
};

it('has every call of the backend, fetched once', async () => {
  let loads = 0;
  const backend = deferBackend(parts, async () => {
    loads += 1;
    return module;
  });
  expect(Object.keys(backend).toSorted()).toEqual(Object.keys(module.createBackend(parts)).toSorted());
  const [one, other] = await Promise.all([backend.readDevices(['a']), backend.readPending('a', 'BEACON')]);
  expect(one).toMatchObject({ ok: false, failure: { kind: 'server', status: 503 } });
  expect(other).toMatchObject({ ok: false, failure: { kind: 'server', status: 503 } });
  expect(loads).toBe(1);
});

it('says that nothing was sent where its code cannot be had, and tries again', async () => {
  let isHere = false;
  const backend = deferBackend(parts, async () => {
    if (!isHere) throw new TypeError('Failed to fetch dynamically imported module');
    return module;
  });
  const post = { uniqueId: 'a', deviceType: 'BEACON', responseBase64: 'AA==', updatedSeconds: 1 };
  expect(await backend.readDevices(['a'])).toMatchObject({ ok: false, failure: { kind: 'offline' } });
  expect(await backend.postResponse(post)).toMatchObject({ kind: 'failed', failure: { kind: 'offline' } });
  isHere = true;
  expect(await backend.postResponse(post)).toMatchObject({ kind: 'failed', failure: { kind: 'server' } });
});
