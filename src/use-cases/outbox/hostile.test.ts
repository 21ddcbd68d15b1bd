/**
 * The outbox over the real adapters against answers that no honest backend gives: no row is lost, changed, or given a
 * state that is not proved.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { give, hostileAnswers, type HostileAnswer } from '../../../test/hostile/answers.ts';
import { fuzzing } from '../../../test/hostile/campaign.ts';
import { createBackend } from '../../backend/backend.ts';
import { sendAgain, forgive } from '../../domain/delivery/rows.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { memoryPace } from '../../../test/support/pace.ts';
import { createDrainer } from './drainer.ts';
import { createMemoryStores } from '../../../test/support/memory-stores.ts';
import { fixtureAccount, fixtureEdit, fixtureReceipt } from '../../../test/support/fixture-rows.ts';

const KEY = 'kY7-secret-key-that-nobody-may-see';
const START = 1_700_000_000_000;
const HOUR_MS = 3_600_000;
const account = fixtureAccount({ id: 'acc' });

const receiptOf = (index: number): Receipt =>
  fixtureReceipt(`d${index % 3}`, {
    id: `r${index}`,
    accountId: 'acc',
    runId: null,
    responseBase64: `QUJ${index}`,
    token: 5 + index,
    updatedSeconds: 1000 + index,
    values: { minor: 7 },
    createdAtMs: START + index,
  });

const edit = fixtureEdit('d9', {
  values: { alias: 'new', notes: '=1+1' },
  base: { alias: 'old' },
  createdAtMs: START,
  changedAtMs: START,
});

/** True for answers that may make a receipt verified, or a later read a proof, judged by the response alone. */
function mayProve(answer: HostileAnswer): boolean {
  if (answer.kind !== 'response') return false;
  return answer.status === 204 || /configs|devices/.test(answer.body);
}

interface World {
  readonly stores: ReturnType<typeof createMemoryStores>;
  readonly rounds: (count: number) => Promise<void>;
  readonly given: HostileAnswer[];
  good: boolean;
}

function createWorld(answers: readonly HostileAnswer[]): World {
  const stores = createMemoryStores();
  for (let index = 0; index < 5; index += 1) stores.rows.receipts.set(`r${index}`, receiptOf(index));
  stores.rows.edits.set('d9', edit);
  let nowMs = START + 10;
  let at = 0;
  const world: World = { stores, rounds, given: [], good: false };
  const clock = { nowMs: () => nowMs };
  const pace = memoryPace(clock, stores.queue);
  const backend = createBackend({
    account,
    apiKey: () => KEY,
    clock,
    pace,
    timeout: () => new AbortController().signal,
    fetch: (url, init) => {
      if (world.good) return Promise.resolve(goodAnswer(url, init));
      const answer = answers[at++ % answers.length]!;
      world.given.push(answer);
      return give(answer, KEY);
    },
  });
  const drainer = createDrainer({
    account,
    ...stores,
    pace,
    backend,
    clock,
    random: () => 0.5,
    hasKey: () => true,
    locks: { acquire: () => Promise.resolve(() => undefined) },
    onNewPackage: () => undefined,
    learn: () => undefined,
    onVerified: () => undefined,
    onTrouble(error) {
      throw error;
    },
  });
  /** Runs rounds of sending. Before each, the necessary time passes and a person answers the queue's questions. */
  async function rounds(count: number): Promise<void> {
    for (let round = 0; round < count; round += 1) {
      const { stop, wakeAtMs } = await drainer.drain('none');
      if (wakeAtMs !== null) expect(wakeAtMs).toSatisfy(Number.isFinite);
      // No answer, however it states its wait, stops the queue for longer than the longest wait.
      if (wakeAtMs !== null) expect(wakeAtMs - nowMs).toBeLessThanOrEqual(24 * HOUR_MS);
      if (stop === 'paused') stores.rows.pause = null;
      for (const row of stores.rows.receipts.values()) stores.rows.receipts.set(row.id, forgive(row));
      if (stop === 'idle') return;
      nowMs = Math.max(nowMs + 1000, wakeAtMs ?? 0);
    }
  }
  return world;
}

/** The answer of a backend that has just applied the request, or had applied it before. */
function goodAnswer(url: string, init: RequestInit): Response {
  const json = (data: unknown): Response =>
    new Response(JSON.stringify(data), { status: 200, headers: { 'content-type': 'application/json' } });
  if (init.method === 'POST')
    return new URLSearchParams(init.body as string).has('response')
      ? new Response(null, { status: 204 })
      : json({ message: 'ok' });
  const uniqueId = new URLSearchParams(url.split('?')[1]).get('uniqueId');
  if (url.includes('/config?')) return json({ configs: [], searchMeta: {} });
  return json({ devices: [{ uniqueId, deviceType: 'BEACON', minor: 7, alias: 'old' }], searchMeta: {} });
}

describe('the outbox against hostile answers', () => {
  it('keeps every byte, claims nothing unproven, waits no longer than allowed, and delivers all once the backend has recovered', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostileAnswers, { minLength: 1, maxLength: 8 }), async (answers) => {
        const world = createWorld(answers);
        await world.rounds(12);
        const { rows } = world.stores;
        expect([...rows.receipts.keys()]).toEqual(['r0', 'r1', 'r2', 'r3', 'r4']);
        const mayBeProven = world.given.some(mayProve);
        for (const [index, row] of [...rows.receipts.values()].entries()) {
          const { responseBase64, updatedSeconds, uniqueId, values } = receiptOf(index);
          expect(row).toMatchObject({ responseBase64, updatedSeconds, uniqueId, values, inFlightSinceMs: null });
          expect(JSON.stringify(row)).not.toContain(KEY.slice(0, 6));
          if (!mayBeProven) expect(row.state, JSON.stringify(world.given)).not.toBe('verified');
        }
        const stored = rows.edits.get('d9');
        const wasSaved = world.given.some(
          (answer) => 'status' in answer && answer.status >= 200 && answer.status < 300,
        );
        if (!wasSaved) expect(stored?.values).toEqual(edit.values);

        // The backend recovers, and a person retries the parked receipts.
        world.good = true;
        for (const row of rows.receipts.values()) if (row.state === 'parked') rows.receipts.set(row.id, sendAgain(row));
        await world.rounds(60);
        // After refusals the final state is "the device shows these values" or "nothing can be proved".
        for (const row of rows.receipts.values())
          if (!['shown', 'unproven'].includes(row.lastAnswer?.code ?? ''))
            expect(['verified', 'sent', 'notVerified'], JSON.stringify({ row, given: world.given })).toContain(
              row.state,
            );
      }),
      fuzzing(300, 20_260_304),
    );
  });
});
