/**
 * The context that a response is compared with is loaded during the wait for the beacon, and again if that took long.
 */
import { describe, expect, it } from 'vitest';
import { fixturePackage, fixtureReceipt, fixtureRun } from '../../../test/support/fixture-rows.ts';
import { createWorld } from '../../../test/support/run-world.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import { writePacket } from '../../domain/packet.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { Run } from '../../domain/run.ts';
import { createResponseContext, readResponse } from './provision-response.ts';

it('the context of a response is loaded again after more than a second, and each context is returned only once', async () => {
  const world = createWorld();
  const { stores } = await world.open();
  let nowMs = 0;
  const context = createResponseContext(stores, { monotonicMs: () => nowMs });
  const seen = async (): Promise<number> => (await context.take()).packages.size;
  await context.load();
  world.carry('tB4x', 1);
  nowMs = 1000;
  expect(await seen()).toBe(0);
  expect(await seen()).toBe(1);
  await context.load();
  world.carry('Kf7Qp2', 2);
  nowMs = 2001;
  expect(await seen()).toBe(2);
});

describe('the receipt that a response is stored as', () => {
  const NOW = 1_760_000_000_500;
  const run = fixtureRun('tB4x', {
    id: 'r1',
    packageId: 'p1',
    receiptId: 'x1',
    packageToken: 100,
    step: 'reading',
    writes: 1,
    processedAtSeconds: null,
  });
  const carried = fixturePackage('tB4x', { id: 'p1', token: 100, values: { minor: 5 } });
  const encrypted = (token: number): Uint8Array =>
    writePacket({ revision: 0, kind: 'encryptedResponse', operation: 0x10, token, payload: Uint8Array.of(1) });
  const refused = (result: number): Uint8Array =>
    writePacket({
      revision: 0,
      kind: 'plainResponse',
      operation: 0x10,
      token: 100,
      payload: Uint8Array.of(result),
    });

  /** Reads a response on the beacon that was just written. */
  async function readWith(
    bytes: Uint8Array,
    {
      own = carried,
      runs = [run],
      receipts = [],
      packages = [carried],
      changes = {},
    }: {
      own?: CarriedPackage | null;
      runs?: Run[];
      receipts?: Receipt[];
      packages?: CarriedPackage[];
      changes?: Partial<Parameters<typeof readResponse>[0]>;
    } = {},
  ) {
    const { disk, open } = createWorld();
    for (const one of runs) disk.runs.set(one.id, one);
    for (const one of receipts) disk.receipts.set(one.id, one);
    for (const one of packages) disk.packages.set(one.id, one);
    const { stores } = await open();
    const around = await createResponseContext(stores, { monotonicMs: () => 0 }).take();
    const facts = {
      bytes,
      run: runs[0]!,
      package: own,
      accountId: 'account',
      wroteHere: true,
      sameHandle: true,
      endedAtMs: null,
      nowMs: NOW,
      skew: { skewMs: 2000, trust: 'checkedDate' as const },
      newId: () => 'new',
      elsewhere: [],
      ...changes,
    };
    return readResponse(facts, around);
  }

  it.each<[what: string, result: number, own: CarriedPackage['state'], newer: boolean, state: string | null]>([
    ['may be tried again at another beacon', 4, 'carried', false, null],
    ['may be tried again although the response of another run had used it', 4, 'used', false, 'carried'],
    ['is replaced if a newer one came since', 4, 'used', true, 'replaced'],
    ['is useless after a newer token', 7, 'carried', false, 'dead'],
  ])('belongs to a refusal after which the package %s (%i, %s)', async (_what, result, state, hasNewer, after) => {
    const own = { ...carried, state };
    const newer = fixturePackage('tB4x', { id: 'p2', state: 'carried' });
    const others = [
      fixturePackage('m3Rw', { id: 'another beacon', state: 'carried' }),
      fixturePackage('tB4x', { id: 'already used', state: 'used' }),
    ];
    const packages = [own, ...others, ...(hasNewer ? [newer] : [])];
    const { rows } = await readWith(refused(result), { own, packages });
    expect(rows('finish')).toMatchObject({
      packageState: after,
      package: own,
      run: { outcome: { kind: 'refused', receiptId: 'x1', result } },
    });
  });

  it('contains the package from the disk if the run began without it, and is complete also if no package is there', async () => {
    const found = await readWith(encrypted(100), { own: null });
    expect(found.rows('finish')).toMatchObject({
      package: carried,
      packageState: 'used',
      receipt: { values: { minor: 5 } },
    });
    const gone = await readWith(encrypted(100), { own: null, packages: [] });
    expect(gone.rows('finish')).toMatchObject({
      package: null,
      receipt: { id: 'x1', values: {}, candidates: ['tB4x'] },
      run: { outcome: { kind: 'receipt', receiptId: 'x1' } },
    });
  });

  it('contains the time at which processing ended, or the time of the read if the end was not seen', async () => {
    const times = async (endedAtMs: number | null, processedAtSeconds: number | null = null) => {
      const read = await readWith(encrypted(100), { runs: [{ ...run, processedAtSeconds }], changes: { endedAtMs } });
      const rows = read.rows('finish');
      expect(rows.run.processedAtSeconds).toBe(rows.receipt.updatedSeconds);
      return rows.receipt.updatedSeconds;
    };
    expect([await times(NOW - 60_000), await times(null), await times(null, 77)]).toEqual([
      Math.floor((NOW - 60_000 + 2000) / 1000),
      Math.floor((NOW + 2000) / 1000),
      77,
    ]);
  });

  it('has a row of its own if the reserved one holds another response', async () => {
    const filled = fixtureReceipt('tB4x', { id: 'x1', responseBase64: 'AAAA' });
    const reserved = fixtureReceipt('tB4x', { id: 'x1', responseBase64: '', state: 'reserved' });
    const [first, second] = [
      await readWith(encrypted(100), { receipts: [filled] }),
      await readWith(encrypted(100), { receipts: [reserved] }),
    ];
    expect(first.rows('finish')).toMatchObject({ receipt: { id: 'new' }, run: { receiptId: 'new' } });
    expect(second.rows('finish')).toMatchObject({ receipt: { id: 'x1' }, run: { receiptId: 'x1' } });
  });

  it('is the same at each attempt to store the response', async () => {
    const { rows } = await readWith(encrypted(100));
    expect(rows('finish')).toBe(rows('finish'));
  });

  it('contains the package and the values of another run if the response belongs to that run', async () => {
    const other = fixtureRun('m3Rw', {
      id: 'r2',
      packageId: 'p2',
      receiptId: 'x2',
      packageToken: 300,
      step: 'reading',
      writes: 1,
    });
    const theirs = fixturePackage('m3Rw', { id: 'p2', token: 300, values: { minor: 9 } });
    const { match, rows } = await readWith(encrypted(300), {
      runs: [run, other],
      packages: [carried, theirs],
      changes: { wroteHere: false, sameHandle: false },
    });
    expect(match.owner).toBe('otherDevice');
    expect(rows('otherBeacon')).toMatchObject({
      package: theirs,
      packageState: 'used',
      receipt: { id: 'x2', runId: 'r2', uniqueId: 'm3Rw', values: { minor: 9 } },
      run: { id: 'r2', outcome: { kind: 'receipt', receiptId: 'x2' } },
    });
  });

  it.each<[what: string, Partial<Run>, 'write' | 'unsure', step: string]>([
    ['waits for the verdict', {}, 'unsure', 'receipt'],
    ['keeps its step if it is to write next', {}, 'write', 'reading'],
    ['keeps its step if it has ended', { outcome: { kind: 'closed', reason: 'gone' } }, 'unsure', 'reading'],
  ])('has an unknown owner, and the run %s', async (_what, changed, after, step) => {
    const mine = { ...run, ...changed };
    const { match, rows } = await readWith(encrypted(5), {
      runs: [mine],
      changes: { wroteHere: false, sameHandle: false },
    });
    expect(match.owner).toBe('unsure');
    const { run: next, packageState, receipt } = rows(after);
    expect(next).toMatchObject({ step, receiptId: 'x1', outcome: mine.outcome });
    expect(next.journal.at(-1)).toMatchObject({ note: 'unsureOwner', atMs: NOW });
    // The time of processing of a run that writes next is not known yet.
    expect(next.processedAtSeconds === null).toBe(step === 'reading');
    expect([packageState, receipt.owner]).toEqual([null, 'unsure']);
  });

  it.each([
    ['is kept for another account of this phone, whose run wrote last', [], 'site-a'],
    [
      'is not kept for another account while a run of this account may have left the response',
      [{ ...run, id: 'r2', step: 'reading', writes: 1 } as const],
      'account',
    ],
  ] as const)('has an unknown owner before this run writes, and %s', async (_what, others, accountId) => {
    const theirs = fixtureRun('tB4x', { id: 'theirs', packageToken: 900, step: 'reading', writes: 1 });
    const { rows } = await readWith(encrypted(5), {
      runs: [{ ...run, step: 'intent', writes: 0 }, ...others],
      changes: { wroteHere: false, sameHandle: false, elsewhere: [{ accountId: 'site-a', run: theirs }] },
    });
    expect(rows('write').receipt.accountId).toBe(accountId);
  });

  it('is dated later than the newest receipt of the device, although the clock was set back', async () => {
    const before = fixtureReceipt('tB4x', { id: 'x0', responseBase64: 'AAAA', createdAtMs: NOW + 60_000 });
    const { rows } = await readWith(encrypted(100), { receipts: [before] });
    expect(rows('finish').receipt.createdAtMs).toBeGreaterThan(NOW + 60_000);
  });
});
