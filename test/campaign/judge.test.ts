import { describe, expect, it } from 'vitest';
import { createBeacon, onRead, onWrite, tick } from '../../src/sandbox/beacon/beacon.ts';
import { deviceKey, seal } from '../../src/sandbox/sealing.ts';
import { DEFAULT_SEED, drawFrom } from '../../src/sandbox/seed.ts';
import { encodeValues } from '../../src/sandbox/values.ts';
import { inWords, isGood, type Tally } from './campaign.ts';
import { exchangeResponse } from './handed-out.ts';
import { fateOf, judgePosts, wrongClaims, wrongSummary, type Truth } from './judge.ts';
import { nameOf, planKills } from './kill-points.ts';

const WRITTEN: Truth = { prepared: true, onThisPhone: true, written: true, receiptTwice: false, posted: false, verified: false };
const CARRIED: Truth = { ...WRITTEN, written: false };

describe('what the screen claims', () => {
  it('may be what is true, or less where that is not known yet', () => {
    expect(wrongClaims(['Prepared', 'On this phone'], '', CARRIED)).toEqual([]);
    expect(wrongClaims(['Prepared', 'On this phone', 'Written: uncertain'], '', CARRIED)).toEqual([]);
    expect(wrongClaims(['Prepared', 'On this phone', 'Written: uncertain'], '', WRITTEN)).toEqual([]);
    expect(wrongClaims(['Prepared', 'On this phone', 'Written', 'Receipt on this phone: refused'], 'Applied, receipt lost', WRITTEN)).toEqual([]);
  });

  it.each<[string[], string, Truth, string]>([
    [['Prepared', 'On this phone', 'Written'], '', CARRIED, 'says "Written"'],
    [['Prepared', 'On this phone', 'Written', 'Receipt on this phone'], '', WRITTEN, 'says "Receipt on this phone"'],
    [['Prepared', 'On this phone', 'Written', 'Sent'], '', WRITTEN, 'says "Sent"'],
    [['Verified'], '', WRITTEN, 'says "Verified"'],
    [['Prepared', 'On this phone'], '', WRITTEN, 'hides that the beacon may have changed'],
    [[], 'Nothing was written.', WRITTEN, 'says "Nothing was written."'],
    [[], 'Verified by the backend.', WRITTEN, 'says "Verified by the backend."'],
    [[], 'The run failed.', CARRIED, 'says "The run failed."'],
  ])('%j and "%s" are held against the truth', (track, says, truth, wrong) => {
    expect(wrongClaims(track, says, truth)).toEqual([wrong]);
  });

  it('is wrong in a list too', () => {
    expect(wrongSummary('Verified', WRITTEN)).toHaveLength(1);
    expect(wrongSummary('On this phone', WRITTEN)).toHaveLength(1);
    expect(wrongSummary('Uncertain', WRITTEN)).toEqual([]);
    expect(wrongSummary('Receipt lost', WRITTEN)).toEqual([]);
  });
});

describe('a response that left its beacon', () => {
  const nowhere = { onDisk: false, atBackend: false, committed: false, inDeadLife: true };
  it('died in flight only in the browser that had just read it, and before its commit was told of', () => {
    expect(fateOf(nowhere)).toBe('inFlight');
    expect(fateOf({ ...nowhere, committed: true })).toBe('lost');
    expect(fateOf({ ...nowhere, inDeadLife: false })).toBe('lost');
    expect(fateOf({ ...nowhere, onDisk: true })).toBe('safe');
    expect(fateOf({ ...nowhere, atBackend: true })).toBe('safe');
  });

  it('is seen to leave, once', () => {
    const token = 1_767_225_600;
    const package_ = seal(deviceKey(DEFAULT_SEED, 'tB4x'), { kind: 'encryptedRequest', operation: 0x10, token }, encodeValues({ minor: 7 }));
    const written = onWrite(createBeacon({ uniqueId: 'tB4x', seed: DEFAULT_SEED, processingMs: 5 }), 'request', package_, 1000).state;
    const read = onRead(written, 'response', 2000);
    expect(exchangeResponse(written, tick(written, 2000), 2000)).toBeNull();
    expect(exchangeResponse(written, read.state, 2000)).toEqual({ token, base64: Buffer.from(read.bytes ?? []).toString('base64') });
    expect(exchangeResponse(read.state, onRead(read.state, 'response', 3000).state, 3000)).toBeNull();
  });

  it('is posted once a life; more is explained by nothing', () => {
    expect(judgePosts([{ life: 3 }])).toEqual({ duplicates: 0, unexplained: 0 });
    expect(judgePosts([{ life: 3 }, { life: 4 }])).toEqual({ duplicates: 1, unexplained: 0 });
    expect(judgePosts([{ life: 3 }, { life: 3 }, { life: 4 }])).toEqual({ duplicates: 2, unexplained: 1 });
  });
});

describe('the plan', () => {
  it('is the same for the same seed, and passes over every step first', () => {
    const plan = planKills(200, drawFrom('7')).map(nameOf);
    expect(planKills(200, drawFrom('7')).map(nameOf)).toEqual(plan);
    expect(planKills(200, drawFrom('8')).map(nameOf)).not.toEqual(plan);
    expect(plan).toHaveLength(200);
    const first = plan.slice(0, 30).join('\n');
    for (const step of ['run:intent', 'run:writing', 'write done', 'run:written', 'run:reading', 'receipt:committed', 'mirror', 'post arrives', 'post done', 'chance']) expect(first).toContain(step);
  });
});

describe('the tally', () => {
  const good: Tally = {
    kills: 30, notReached: 0, handedOut: 31, lost: 0, inFlight: 2, appliedTwice: 0, posts: 33, duplicates: 3, unexplained: 0, looks: 180, wrong: 0, findings: [],
  };
  it.each<Partial<Tally>>([{ lost: 1 }, { appliedTwice: 1 }, { unexplained: 1 }, { wrong: 1 }, { findings: ['anything'] }, { kills: 0 }, { notReached: 4 }])('is bad with %j', (change) => {
    expect(isGood(good)).toBe(true);
    expect(isGood({ ...good, ...change })).toBe(false);
  });

  it('says all in one line', () => {
    expect(inWords('sqlite', good)).toBe(
      'sqlite: 30 kills, 0 receipts lost of 31, 2 died with the read in flight, 0 applied twice, 3 duplicates posted of 33 (0 that no kill explains), 0 wrong states shown in 180 looks',
    );
  });
});
