/**
 * When a listing of the backend still contains the pending change, in any spelling of the ID, the sender never reports
 * Verified (product.md "What a backend's answer means").
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBackend } from '../src/backend/backend.ts';
import { memoryPace } from './support/pace.ts';
import { createDrainer } from '../src/use-cases/outbox/drainer.ts';
import { CAMPAIGN } from './hostile/campaign.ts';
import { createMemoryStores } from './support/memory-stores.ts';
import { fixtureAccount, fixtureDevice, fixtureReceipt } from './support/fixture-rows.ts';
import { createVirtualClock } from './support/virtual-clock.ts';

const OWN = 'Ad03';
const OTHERS = ['Kf7Qp2', 'm3Rw'];
const START = Date.UTC(2026, 0, 2);
const DRAWS = CAMPAIGN.whole ? 5000 : 1000;
const VALUES = { minor: 5 };

const blank = fc.constantFrom('', ' ', '\t', '\n', '\u00a0', '\u3000', '\u200b', '\u200d', '\u2060', '\ufeff', '\0');
/** Characters that look like those of the ID, or become them by case folding or normalization. */
const LOOK_ALIKES: Readonly<Record<string, readonly string[]>> = {
  A: ['A', 'a', '\u0410', '\u0391', '\uff21', 'A\u0301', '\u00c1'],
  d: ['d', 'D', '\u0501', '\uff44', 'd\u0323'],
  '0': ['0', 'O', 'o', '\u041e', '\uff10', '\u0660'],
  '3': ['3', '\u0417', '\uff13', '\u0033\ufe0f'],
};
const spelled = fc
  .tuple(
    ...[...OWN].flatMap((letter) => [blank, fc.constantFrom(...LOOK_ALIKES[letter]!)]),
    blank,
    fc.constantFrom('', '#', '%', '?', '/'),
  )
  .map((parts) => parts.join(''));
/** In place of an ID: this device's in some spelling, an unknown one, or a value that is no ID. */
const listed: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: spelled },
  { weight: 2, arbitrary: fc.string().filter((id) => !OTHERS.includes(id.trim())) },
  { weight: 1, arbitrary: fc.constantFrom(3, 0, 1e21, null, true, '', [OWN], { id: OWN }) },
);

interface Site {
  readonly id: unknown;
  readonly others: readonly string[];
  readonly package: string;
  /** Which answer shows that the change is still pending: GET /config, the device's own record, or its package. */
  readonly pendingBy: 'config' | 'record' | 'recordList' | 'package';
}

const sites: fc.Arbitrary<Site> = fc.record({
  id: listed,
  others: fc.subarray(OTHERS),
  package: fc.constantFrom('', 'QUJD', ' QUJD '),
  pendingBy: fc.constantFrom('config', 'record', 'recordList', 'package'),
});

/**
 * The device already shows the values, because the same ones were written before, so they prove nothing about this
 * change.
 */
function answerOf(site: Site, path: string): Response {
  const odd = { uniqueId: site.id, ...VALUES };
  const offered = { uniqueId: site.id, config: site.package };
  const pending =
    site.pendingBy === 'record'
      ? { pendingConfig: odd }
      : site.pendingBy === 'recordList'
        ? { pendingConfig: [odd] }
        : {};
  switch (path) {
    case '/device/update':
      return Response.json({ configs: [...site.others.map((uniqueId) => ({ ...offered, uniqueId })), offered] });
    case '/config':
      return site.pendingBy === 'config' ? Response.json({ configs: [odd] }) : new Response(null, { status: 404 });
    case '/config/encrypt':
      return Response.json({ configs: site.pendingBy === 'recordList' ? [] : [offered] });
    case '/device':
      return Response.json({ devices: [{ uniqueId: OWN, deviceType: 'BEACON', ...VALUES, ...pending }] });
    default:
      throw new Error(`no answer for ${path}`);
  }
}

describe('a receipt whose device the backend still lists as pending', () => {
  it('is never Verified, in any spelling of its ID', async () => {
    await fc.assert(
      fc.asyncProperty(sites, async (site) => {
        const clock = createVirtualClock(START);
        const account = fixtureAccount({ baseUrl: 'http://s', legacyBaseUrl: 'http://s' });
        const stores = createMemoryStores();
        const row = fixtureReceipt(OWN, { id: 'r', values: VALUES, createdAtMs: START });
        stores.rows.receipts.set(row.id, row);
        for (const [at, uniqueId] of [OWN, ...OTHERS].entries())
          stores.rows.devices.set(uniqueId, fixtureDevice(at, { uniqueId }));
        const troubles: unknown[] = [];
        const drainer = createDrainer({
          account,
          ...stores,
          pace: memoryPace(clock, stores.queue),
          backend: createBackend({
            account,
            apiKey: () => 'key',
            clock,
            fetch: async (url) => answerOf(site, new URL(url).pathname),
            timeout: () => new AbortController().signal,
          }),
          clock,
          locks: { acquire: async () => () => undefined },
          random: () => 0.5,
          hasKey: () => true,
          onNewPackage: () => undefined,
          learn: () => undefined,
          onVerified: () => undefined,
          onTrouble: (error) => troubles.push(error),
        });
        let posts = 0;
        for (let round = 0; round < 20; round += 1) {
          const { wakeAtMs, posts: posted } = await drainer.drain('none');
          posts += posted;
          expect(stores.rows.receipts.get('r')!.state).not.toBe('verified');
          if (wakeAtMs === null) break;
          await clock.sleep(Math.max(0, wakeAtMs - clock.nowMs()));
        }
        expect(troubles).toEqual([]);
        expect(posts).toBe(1);
        expect(['sent', 'notVerified']).toContain(stores.rows.receipts.get('r')!.state);
      }),
      { numRuns: DRAWS },
    );
  });
});
