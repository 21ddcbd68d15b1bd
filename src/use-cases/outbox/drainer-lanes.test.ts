/**
 * Several devices at once: how many, in what order for each, and that no device waits for one that hangs or is refused.
 */
import { describe, expect, it } from 'vitest';
import { fixtureReceipt } from '../../../test/support/fixture-rows.ts';
import { createMemoryStores } from '../../../test/support/memory-stores.ts';
import { account, failed, START } from '../../../test/support/model-backend.ts';
import type { PostAnswer } from '../../domain/delivery/answer-types.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { memoryPace } from '../../../test/support/pace.ts';
import { createDrainer, type Drainer } from './drainer.ts';
import type { DeliveryBackend } from './ports.ts';

const VERIFIED: PostAnswer = { kind: 'nothingPending', status: 204 };
const IN_FLIGHT = account.settings.bulk.inFlight;

interface Post {
  readonly uniqueId: string;
  readonly response: string;
  answer(answer: PostAnswer): void;
}

/** A backend whose answers are given by the test. */
function createSite(receipts: readonly Receipt[]) {
  const stores = createMemoryStores();
  for (const receipt of receipts) stores.rows.receipts.set(receipt.id, receipt);
  const open: Post[] = [];
  const sent: string[] = [];
  let holders = 0;
  let mostHolders = 0;
  let last: Promise<void> = Promise.resolve();
  const backend: DeliveryBackend = {
    postResponse: ({ uniqueId, responseBase64: response }) =>
      new Promise((resolve) => {
        sent.push(`${uniqueId} ${response}`);
        const post: Post = {
          uniqueId,
          response,
          answer: (answer) => {
            open.splice(open.indexOf(post), 1);
            resolve(answer);
          },
        };
        open.push(post);
      }),
    postReading: async () => ({ kind: 'accepted', status: 200 }),
    postVirtual: async () => ({ ok: true, value: 204 }),
    readPending: async () => ({ ok: true, value: null }),
    readDevice: async () => ({ ok: true, value: null }),
    encryptConfig: async () => ({ ok: true, value: null }),
  };
  const start = (hasKey = (): boolean => true): Drainer =>
    createDrainer({
      account,
      ...stores,
      pace: memoryPace({ nowMs: () => START }, stores.queue),
      backend,
      locks: {
        acquire: async () => {
          const before = last;
          let release = (): void => {};
          last = new Promise((resolve) => (release = resolve));
          await before;
          holders += 1;
          mostHolders = Math.max(mostHolders, holders);
          return () => {
            holders -= 1;
            release();
          };
        },
      },
      clock: { nowMs: () => START },
      random: () => 0.5,
      hasKey,
      onNewPackage: () => undefined,
      learn: () => undefined,
      onVerified: () => undefined,
      onTrouble(error) {
        throw error;
      },
    });
  return {
    stores,
    open,
    sent,
    start,
    mostHolders: () => mostHolders,
    stateOf: (id: string) => stores.rows.receipts.get(id)!.state,
    /** Resolves when nothing moves without another answer. */
    async settle() {
      for (let turn = 0; turn < 400; turn += 1) await Promise.resolve();
    },
    async answerAll(answer: PostAnswer = VERIFIED) {
      for (let round = 0; round < 500; round += 1) {
        await this.settle();
        if (open.length === 0) return;
        open[0]!.answer(answer);
      }
    },
  };
}

const receiptOf = (device: number, at: number): Receipt =>
  fixtureReceipt(`d${device}`, {
    id: `r${device}-${at}`,
    accountId: account.id,
    responseBase64: `${device}-${at}`,
    token: at,
    createdAtMs: START - 1000 + at,
    mirrored: true,
  });
const fleet = (devices: number, each = 1): Receipt[] =>
  Array.from({ length: devices * each }, (_, at) => receiptOf(at % devices, Math.floor(at / devices)));

describe('sending the receipts of many devices', () => {
  it('sends one request first, and after its acceptance as many at once as the settings allow', async () => {
    const site = createSite(fleet(12));
    const over = site.start().drain('all');
    await site.settle();
    expect(site.open).toHaveLength(1);
    site.open[0]!.answer(VERIFIED);
    await site.settle();
    expect(site.open).toHaveLength(IN_FLIGHT);
    // Each answer makes room for the next device at once, whatever the others do.
    for (let more = 1; more <= 5; more += 1) {
      site.open.at(-1)!.answer(VERIFIED);
      await site.settle();
      expect(site.open).toHaveLength(IN_FLIGHT);
    }
    await site.answerAll();
    expect(await over).toEqual({ stop: 'idle', wakeAtMs: null, posts: 12 });
    expect(new Set(site.sent).size).toBe(12);
  });

  it('starts the next request while an answer is still being stored', async () => {
    const site = createSite(fleet(12));
    const over = site.start().drain('all');
    await site.settle();
    site.open[0]!.answer(VERIFIED);
    await site.settle();
    const { update } = site.stores.receipts;
    const begun = site.sent.length;
    const slow = site.open[0]!;
    let store = (): void => undefined;
    const stored = new Promise<void>((resolve) => (store = resolve));
    site.stores.receipts.update = async (id, change) => {
      if (id.startsWith(`r${slow.uniqueId.slice(1)}-`)) await stored;
      return update(id, change);
    };
    slow.answer(VERIFIED);
    await site.settle();
    expect(site.sent).toHaveLength(begun + 1);
    store();
    await site.answerAll();
    expect(await over).toEqual({ stop: 'idle', wakeAtMs: null, posts: 12 });
  });

  it('holds back the next request after a failure until that is stored', async () => {
    const site = createSite(fleet(12));
    const over = site.start().drain('all');
    await site.settle();
    site.open[0]!.answer(VERIFIED);
    await site.settle();
    const { update } = site.stores.receipts;
    const begun = site.sent.length;
    let store = (): void => undefined;
    const stored = new Promise<void>((resolve) => (store = resolve));
    site.stores.receipts.update = async (id, change) => {
      await stored;
      return update(id, change);
    };
    site.open[0]!.answer(failed('offline', 0));
    await site.settle();
    expect(site.sent).toHaveLength(begun);
    store();
    for (const post of Array.from(site.open)) post.answer(failed('offline', 0));
    await over;
    expect(site.sent).toHaveLength(begun);
  });

  it('keeps at most twice as many devices in progress as it sends to at once, if storage is slow', async () => {
    const site = createSite(fleet(30));
    const over = site.start().drain('all');
    await site.settle();
    site.open[0]!.answer(VERIFIED);
    await site.settle();
    const { update } = site.stores.receipts;
    let store = (): void => undefined;
    const stored = new Promise<void>((resolve) => (store = resolve));
    site.stores.receipts.update = async (id, change) => {
      const isAnswer = site.stores.rows.receipts.get(id)!.inFlightSinceMs !== null;
      if (isAnswer) await stored;
      return update(id, change);
    };
    await site.answerAll();
    const begun = 1 + 2 * IN_FLIGHT;
    expect(site.sent).toHaveLength(begun);
    store();
    await site.answerAll();
    expect(await over).toEqual({ stop: 'idle', wakeAtMs: null, posts: 30 });
  });

  it('reads at the start of each round the receipts that another window may have changed', async () => {
    const site = createSite(fleet(120));
    let isForgotten = 0;
    Object.assign(site.stores.receipts, { forget: () => void (isForgotten += 1) });
    const over = site.start().drain('all');
    await site.settle();
    expect(isForgotten).toBe(1);
    await site.answerAll();
    await over;
    expect(isForgotten).toBe(2);
  });

  it('reads the stored receipts once for all requests that it starts together', async () => {
    const site = createSite(fleet(12));
    let reads = 0;
    const { all } = site.stores.receipts;
    site.stores.receipts.all = () => ((reads += 1), all());
    void site.start().drain('all');
    await site.settle();
    site.open[0]!.answer(VERIFIED);
    await site.settle();
    reads = 0;
    for (const post of Array.from(site.open)) post.answer(VERIFIED);
    await site.settle();
    expect(site.open).toHaveLength(IN_FLIGHT);
    expect(reads).toBeLessThan(IN_FLIGHT);
    await site.answerAll();
  });

  it('keeps the order of each device, and never has two requests of one in flight', async () => {
    const site = createSite(fleet(3, 5));
    const over = site.start().drain('all');
    for (let round = 0; round < 15; round += 1) {
      await site.settle();
      const devices = site.open.map(({ uniqueId }) => uniqueId);
      expect(new Set(devices).size).toBe(devices.length);
      site.open.at(-1)!.answer(VERIFIED);
    }
    await over;
    for (const device of ['d0', 'd1', 'd2'])
      expect(site.sent.filter((one) => one.startsWith(`${device} `)).map((one) => Number(one.split('-')[1]))).toEqual([
        0, 1, 2, 3, 4,
      ]);
  });

  it('does not delay other devices when a receipt is refused, and only the same device waits for a request that hangs', async () => {
    const site = createSite(fleet(8, 2));
    const over = site.start().drain('all');
    await site.settle();
    site.open[0]!.answer(VERIFIED);
    await site.settle();
    const hangs = site.open[0]!;
    site.open[1]!.answer(failed('invalid', 422));
    for (;;) {
      await site.settle();
      const next = site.open.find((post) => post !== hangs);
      if (next === undefined) break;
      next.answer(VERIFIED);
    }
    const states = [...site.stores.rows.receipts.values()].map(({ id, state }) => ({ id, state }));
    expect(states.filter(({ state }) => state === 'waiting').map(({ id }) => id)).toEqual([
      `r${hangs.response}`,
      `r${hangs.uniqueId.slice(1)}-1`,
    ]);
    expect(states.filter(({ state }) => state === 'parked')).toHaveLength(1);
    expect(states.filter(({ state }) => state === 'verified')).toHaveLength(13);
    // The hanging request fails in the end. The others have proved that the network works, and this device has its own
    // wait.
    hangs.answer(failed('timeout', 0));
    await site.settle();
    expect((await over).stop).toBe('waiting');
    expect(site.stateOf(`r${hangs.response}`)).toBe('waiting');
  });

  it('counts the requests in flight as one failure when the network is gone, and tries next with a single one', async () => {
    const site = createSite(fleet(12));
    const drainer = site.start();
    const over = drainer.drain('all');
    await site.settle();
    site.open[0]!.answer(VERIFIED);
    await site.settle();
    site.open[0]!.answer(failed('offline', 0));
    await site.settle();
    // No other device starts before it is known whether only this one failed.
    expect(site.open).toHaveLength(IN_FLIGHT - 1);
    await site.answerAll(failed('offline', 0));
    const report = await over;
    expect(report).toMatchObject({ stop: 'waiting', posts: 1 + IN_FLIGHT });
    // As after a first failure: between half a second and a second and a half.
    expect(report.wakeAtMs! - START).toBeLessThanOrEqual(1500);
    void drainer.drain('transport');
    await site.settle();
    expect(site.open).toHaveLength(1);
  });

  it('continues without a pause when only one of several requests got no answer', async () => {
    const site = createSite(fleet(12));
    const over = site.start().drain('all');
    await site.settle();
    site.open[0]!.answer(VERIFIED);
    await site.settle();
    site.open[0]!.answer(failed('server', 503));
    await site.settle();
    site.open[0]!.answer(VERIFIED);
    await site.settle();
    expect(site.open).toHaveLength(IN_FLIGHT);
    await site.answerAll();
    expect((await over).posts).toBeGreaterThanOrEqual(12);
    expect([...site.stores.rows.receipts.values()].filter(({ state }) => state === 'verified').length).toBe(11);
  });

  it('releases its lock from time to time, and only when nothing is in flight', async () => {
    const site = createSite(fleet(250));
    const [one, other] = [site.start().drain('all'), site.start().drain('all')];
    await site.answerAll();
    const [first, second] = await Promise.all([one, other]);
    expect(site.mostHolders()).toBe(1);
    expect(first.posts + second.posts).toBe(250);
    expect(Math.min(first.posts, second.posts)).toBeGreaterThan(0);
    expect(new Set(site.sent).size).toBe(250);
  });

  const laterAfter = (code: string): Partial<Receipt> => ({
    tries: 1,
    nextAtMs: START + 60_000,
    lastAnswer: { atMs: START - 1000, status: 0, code, message: '' },
  });

  it.each([
    ['all', 'server', 3],
    ['transport', 'server', 1],
    ['none', 'server', 1],
    // The answer to the first one shows that the network is back.
    ['none', 'offline', 3],
  ] as const)(
    'with the haste %s and receipts that wait after %s makes %i posts once the first is answered',
    async (haste, code, posts) => {
      const [first, ...others] = fleet(3) as [Receipt, ...Receipt[]];
      const site = createSite([first, ...others.map((row) => ({ ...row, ...laterAfter(code) }))]);
      const over = site.start().drain(haste);
      await site.answerAll();
      expect((await over).posts).toBe(posts);
    },
  );

  it('counts the receipts that it posts, not the devices that it reads', async () => {
    const [posted, read] = fleet(2) as [Receipt, Receipt];
    const site = createSite([posted, { ...read, state: 'sent' }]);
    const over = site.start().drain('none');
    await site.answerAll();
    expect((await over).posts).toBe(1);
  });

  it('counts only a receipt whose request was under way before the start as unanswered', async () => {
    const site = createSite(fleet(2).map((row, at) => ({ ...row, inFlightSinceMs: at === 0 ? START - 5 : null })));
    void site.start().drain('all');
    await site.settle();
    const rows = [...site.stores.rows.receipts.values()];
    expect(rows.map(({ unanswered }) => unanswered)).toEqual([1, 0]);
  });

  it('reports a disk that cannot be read only after the requests in flight have ended', async () => {
    const site = createSite(fleet(6));
    const { receipts } = site.stores;
    const over = site.start().drain('all');
    await site.settle();
    site.open[0]!.answer(VERIFIED);
    await site.settle();
    const { all } = receipts;
    let isOver = false;
    void over.catch(() => (isOver = true));
    Object.assign(receipts, { all: () => Promise.reject(new Error('The disk is gone')) });
    site.open[0]!.answer(VERIFIED);
    await site.settle();
    expect([isOver, site.open.length]).toEqual([false, IN_FLIGHT - 1]);
    Object.assign(receipts, { all });
    await site.answerAll();
    await expect(over).rejects.toThrow('The disk is gone');
  });

  it('reports a failing disk only after the other requests have ended', async () => {
    let isFull = false;
    const site = createSite([]);
    const stores = createMemoryStores((moment) => {
      if (moment === 'before' && isFull) throw new Error('The disk is full');
    });
    for (const receipt of fleet(6)) stores.rows.receipts.set(receipt.id, receipt);
    Object.assign(site.stores, stores);
    const over = site.start().drain('all');
    await site.settle();
    site.open[0]!.answer(VERIFIED);
    await site.settle();
    isFull = true;
    let isOver = false;
    void over.catch(() => (isOver = true));
    site.open[0]!.answer(VERIFIED);
    await site.settle();
    expect(isOver).toBe(false);
    await site.answerAll();
    await expect(over).rejects.toThrow('The disk is full');
    // Their answers were not stored: the rows are still in flight, and none of them counts as delivered.
    expect([...stores.rows.receipts.values()].filter(({ inFlightSinceMs }) => inFlightSinceMs !== null)).toHaveLength(
      IN_FLIGHT,
    );
  });

  it('reports a write that failed once, although the later ones succeed', async () => {
    let failures = 0;
    const site = createSite([]);
    const stores = createMemoryStores((moment) => {
      if (moment === 'before' && failures-- > 0) throw new Error('One write failed');
    });
    for (const receipt of fleet(6)) stores.rows.receipts.set(receipt.id, receipt);
    Object.assign(site.stores, stores);
    const over = site.start().drain('all');
    await site.settle();
    failures = 1;
    site.open[0]!.answer(VERIFIED);
    await site.settle();
    void site.answerAll();
    await expect(over).rejects.toThrow('One write failed');
  });

  it('sends nothing more once the key is gone, and ends with the requests under way', async () => {
    const site = createSite(fleet(20));
    let hasKey = true;
    const over = site.start(() => hasKey).drain('all');
    await site.settle();
    site.open[0]!.answer(VERIFIED);
    await site.settle();
    const sent = site.sent.length;
    hasKey = false;
    void site.answerAll();
    expect(await over).toMatchObject({ stop: 'noKey' });
    expect(site.sent).toHaveLength(sent);
  });
});
