import { describe, expect, it } from 'vitest';
import { createBeacon, onRead, onWrite, tick } from '../../src/sandbox/beacon/beacon.ts';
import { deviceKey, seal } from '../../src/sandbox/sealing.ts';
import { DEFAULT_SEED, drawFrom } from '../../src/sandbox/seed.ts';
import { encodeValues } from '../../src/sandbox/values.ts';
import { inWords, isGood, type Tally } from './campaign.ts';
import { runStrings } from '../../src/ui/strings/run.ts';
import { refusedWords } from '../../src/ui/words/run.ts';
import { fateOf, flightBound, judgePosts, wrongClaims, wrongSummary, type PostFacts, type Truth } from './judge.ts';
import { nameOf, planKills } from './kill-points.ts';
import { createWorld, exchangeResponse, noteRecorded, notePost, overwrittenToken } from './world.ts';

const WRITTEN: Truth = {
  prepared: true,
  written: true,
  applied: true,
  inBeacon: false,
  handedOut: false,
  posted: false,
  verified: false,
  firstPackage: true,
};
const CARRIED: Truth = { ...WRITTEN, written: false, applied: false };
const DONE: Truth = { ...WRITTEN, handedOut: true, posted: true, verified: true, firstPackage: false };

describe('a claim on the screen', () => {
  it('is accepted if it is true, or says less while the truth is not known yet', () => {
    expect(wrongClaims(['Prepared', 'Downloaded'], '', CARRIED)).toEqual([]);
    expect(wrongClaims(['Prepared', 'Downloaded', 'Written: uncertain'], '', CARRIED)).toEqual([]);
    expect(wrongClaims(['Prepared', 'Downloaded', 'Written: uncertain'], '', WRITTEN)).toEqual([]);
    expect(
      wrongClaims(['Prepared', 'Downloaded', 'Written', 'Receipt saved: refused'], runStrings.receiptLost, WRITTEN),
    ).toEqual([]);
  });

  it.each<[string[], string, Truth, string]>([
    [['Prepared', 'Downloaded', 'Written'], '', CARRIED, 'says "Written"'],
    [['Prepared', 'Downloaded', 'Written', 'Receipt saved'], '', WRITTEN, 'says "Receipt saved"'],
    [['Prepared', 'Downloaded', 'Written', 'Sent'], '', WRITTEN, 'says "Sent"'],
    [['Verified'], '', WRITTEN, 'says "Verified"'],
    [['Prepared', 'Downloaded'], '', WRITTEN, 'hides that the beacon may have changed'],
    [[], 'Nothing was written.', WRITTEN, 'says "Nothing was written."'],
    [[], 'Verified by the backend.', WRITTEN, 'says "Verified by the backend."'],
    [[], 'The run failed.', CARRIED, 'says "The run failed."'],
    [['Written'], runStrings.noAnswer, { ...WRITTEN, inBeacon: true }, `says "${runStrings.noAnswer}"`],
    [
      ['Written'],
      runStrings.refused(refusedWords(7).reason),
      WRITTEN,
      `says "${runStrings.refused(refusedWords(7).reason)}"`,
    ],
    [
      ['Written'],
      runStrings.refused(refusedWords(4).reason),
      WRITTEN,
      `says "${runStrings.refused(refusedWords(4).reason)}"`,
    ],
    [[], runStrings.receiptNotVerified, DONE, `says "${runStrings.receiptNotVerified}"`],
    [[], runStrings.receiptParked, DONE, `says "${runStrings.receiptParked}"`],
  ])('is reported if it contradicts the facts: the track %j and the text "%s"', (track, says, truth, wrong) => {
    expect(wrongClaims(track, says, truth)).toEqual([wrong]);
  });

  it('is checked in the run list too', () => {
    expect(wrongSummary('Verified', WRITTEN)).toHaveLength(1);
    expect(wrongSummary('Downloaded', WRITTEN)).toHaveLength(1);
    expect(wrongSummary('Uncertain', WRITTEN)).toEqual([]);
    expect(wrongSummary('Receipt lost', WRITTEN)).toEqual([]);
  });
});

describe('a response of a beacon that the app reads', () => {
  it('counts as in flight only within the bound, and as lost after that', () => {
    expect(fateOf({ atBackend: false, ageAtKillMs: 30 }, 40)).toBe('inFlight');
    expect(fateOf({ atBackend: false, ageAtKillMs: 41 }, 40)).toBe('lost');
    expect(fateOf({ atBackend: true, ageAtKillMs: 4000 }, 40)).toBe('safe');
  });

  it('is given a bound that comes from the measured times, up to a fixed limit', () => {
    const quick = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(flightBound(quick)).toEqual({ medianMs: 51, boundMs: 96 });
    // Commits that are 400 ms later raise the median, but not the bound beyond its limit.
    expect(flightBound(quick.map((ms) => ms + 400))).toEqual({ medianMs: 451, boundMs: 350 });
    expect(flightBound([])).toEqual({ medianMs: 0, boundMs: 0 });
  });

  const token = 1_767_225_600;
  const sealed = (at: number): Uint8Array =>
    seal(
      deviceKey(DEFAULT_SEED, 'tB4x'),
      { kind: 'encryptedRequest', operation: 0x10, token: at },
      encodeValues({ minor: 7 }),
    );
  const beacon = createBeacon({ uniqueId: 'tB4x', seed: DEFAULT_SEED, processingMs: 5 });

  it('is counted once when it is read, and only if it is a receipt', () => {
    const written = onWrite(beacon, 'request', sealed(token), 1000).state;
    const read = onRead(written, 'response', 2000);
    expect(exchangeResponse(written, tick(written, 2000), 2000)).toBeNull();
    expect(exchangeResponse(written, read.state, 2000)).toEqual({
      token,
      base64: Buffer.from(read.bytes ?? []).toString('base64'),
    });
    expect(exchangeResponse(read.state, onRead(read.state, 'response', 3000).state, 3000)).toBeNull();
    const refused = onWrite(read.state, 'request', sealed(token), 4000).state;
    expect(exchangeResponse(refused, onRead(refused, 'response', 5000).state, 5000)).toBeNull();
  });

  it('counts as overwritten when the beacon is written before the response was read', () => {
    const unread = tick(onWrite(beacon, 'request', sealed(token), 1000).state, 2000);
    expect(overwrittenToken(unread, onWrite(unread, 'request', sealed(token), 3000).state, 3000)).toBe(token);
    const read = onRead(unread, 'response', 3000).state;
    expect(overwrittenToken(unread, read, 3000)).toBeNull();
    expect(overwrittenToken(read, onWrite(read, 'request', sealed(token + 1), 4000).state, 4000)).toBeNull();
  });

  it('does not count as overwritten when it appears during a poll', () => {
    const busy = onWrite(beacon, 'request', sealed(token), 1000).state;
    const polled = onRead(busy, 'controlPoint', 1000 + beacon.processingMs - 1).state;
    expect(overwrittenToken(busy, polled, 1000 + beacon.processingMs)).toBeNull();
  });

  const post: PostFacts = { status: 204, atMs: 1000, recordedAtMs: null, killedAtMs: 1200 };
  it.each<[string, readonly PostFacts[], number]>([
    ['one post', [post], 0],
    ['a kill before the answer was written down', [post, post], 0],
    ['an answer that was written down', [{ ...post, recordedAtMs: 1100 }, post], 1],
    ['a kill long after the post', [{ ...post, killedAtMs: 9000 }, post], 1],
    ['a kill at another of its posts', [{ ...post, recordedAtMs: 1100 }, post, post], 1],
    ['503', [{ ...post, status: 503, recordedAtMs: 1100 }, post], 0],
    ['401', [{ ...post, status: 401, recordedAtMs: 1100 }, post], 0],
  ])('is posted as often as expected: %s', (_why, posts, unexplained) => {
    const judged = judgePosts(posts);
    expect(judged.duplicates).toBe(posts.length - 1);
    expect(judged.unexplained).toHaveLength(unexplained);
  });

  it('may be posted again after the database was emptied, and only then', () => {
    const recorded = { ...post, recordedAtMs: 1100 };
    const posts = [recorded, { ...recorded, atMs: 5000 }];
    expect(judgePosts(posts, [3000]).unexplained).toEqual([]);
    expect(judgePosts(posts, [500]).unexplained).toEqual([recorded]);
    expect(judgePosts(posts, [6000]).unexplained).toEqual([recorded]);
  });

  it('is recorded as answered by the browser that has posted it, not by the next start of the browser', () => {
    const posted = (life: number) => ({ uniqueId: 'tB4x', base64: 'AA==', life, status: 204, atMs: 1000 });
    const world = createWorld();
    world.posts.push({ ...posted(1), recordedAtMs: null });
    world.life = 2;
    noteRecorded(world, 'AA==', 6000);
    world.posts.push({ ...posted(2), recordedAtMs: null });
    noteRecorded(world, 'AA==', 6100);
    expect(world.posts.map(({ recordedAtMs }) => recordedAtMs)).toEqual([null, 6100]);
  });
});

describe('an answer that the page recorded', () => {
  it('does not count as an answer if the page was reloaded after the post', () => {
    const world = createWorld();
    notePost(world, 'uniqueId=tB4x&response=AA==', 204, 1000);
    world.reloadedAtMs.push(1500);
    noteRecorded(world, 'AA==', 2000);
    expect(world.posts[0]!.recordedAtMs).toBeNull();
    notePost(world, 'uniqueId=tB4x&response=AA==', 204, 3000);
    noteRecorded(world, 'AA==', 3100);
    expect(world.posts[1]!.recordedAtMs).toBe(3100);
  });
});

describe('the plan of kills', () => {
  it('is the same for the same seed, and begins with each step once', () => {
    const plan = planKills(200, drawFrom('7')).map(nameOf);
    expect(planKills(200, drawFrom('7')).map(nameOf)).toEqual(plan);
    expect(planKills(200, drawFrom('8')).map(nameOf)).not.toEqual(plan);
    expect(plan).toHaveLength(200);
    const first = plan.slice(0, 30).join('\n');
    for (const step of [
      'run:intent',
      'run:writing',
      'write done',
      'run:taken',
      'run:reading',
      'receipt:committed',
      'mirror',
      'post arrives',
      'post done',
      'chance',
    ])
      expect(first).toContain(step);
  });
});

describe('the result of a campaign', () => {
  const good: Tally = {
    lives: 30,
    notReached: 0,
    handedOut: 31,
    lost: 0,
    inFlight: 2,
    committedAfterMs: [10, 20, 30],
    appliedTwice: 0,
    posts: 33,
    duplicates: 3,
    unexplained: 0,
    picks: 60,
    wrongPicks: 9,
    emptied: 0,
    uncertain: 0,
    checks: 180,
    wrong: 0,
    findings: [],
  };
  it.each<Partial<Tally>>([
    { lost: 1 },
    { appliedTwice: 1 },
    { unexplained: 1 },
    { wrong: 1 },
    { findings: ['anything'] },
    { lives: 0 },
    { notReached: 8 },
    { committedAfterMs: [410, 420, 430] },
  ])('is bad with %j', (change) => {
    expect(isGood(good)).toBe(true);
    expect(isGood({ ...good, ...change })).toBe(false);
  });

  it('is printed as one line', () => {
    expect(inWords('sqlite', good, 'kills')).toBe(
      "sqlite: 30 kills, 0 receipts lost of 31, 2 died with the read in flight (killed within 30 ms of the beacon's answer; 20 ms to the commit in the middle of 3, 30 ms at most), " +
        '0 applied twice, 3 duplicates posted of 33 (0 that no kill explains), 0 wrong states shown in 180 looks, 9 of 60 picks wrong',
    );
  });
});
