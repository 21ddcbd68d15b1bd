import { describe, expect, it } from 'vitest';
import { fixturePackage } from '../../test/support/fixture-rows.ts';
import { NO_STORY, storyOf, trackAndSource, type StoryRows } from './beacon-story.ts';
import type { CarriedPackage } from './carried-package.ts';
import { endWith, newRun, reservedRow, stepTo } from './provisioning/journal.ts';
import type { Receipt } from './receipt.ts';
import type { Run } from './run.ts';

const carriedPackage = (id: string, preparedAtMs: number): CarriedPackage =>
  fixturePackage('tB4x', { id, token: 5, preparedAtMs, fetchedAtMs: preparedAtMs });
const runOf = (carried: CarriedPackage, nowMs: number): Run =>
  newRun({ id: `run-${carried.id}`, receiptId: `receipt-${carried.id}`, package: carried, nowMs });
const receiptOf = (run: Run, nowMs: number, change: Partial<Receipt>): Receipt => ({
  ...reservedRow({ id: run.receiptId, accountId: 'a', run, values: {}, nowMs }),
  mirrored: true,
  ...change,
});
const trackOfBeacon = (...given: Parameters<typeof trackAndSource>) => trackAndSource(...given).track;
const summary = (rows: StoryRows) => trackOfBeacon({ pending: null, readAtMs: 0 }, storyOf('tB4x', rows)).summary;

const first = carriedPackage('first', 1000);
const second = carriedPackage('second', 2000);
const secondRun = stepTo(runOf(second, 4000), 'receipt', 4500);

describe('a package that can still be written', () => {
  it("is not shown as Verified by an earlier package's receipt that was stored after it was prepared", () => {
    const run = endWith(
      stepTo(runOf(first, 1500), 'receipt', 3000),
      { kind: 'receipt', receiptId: 'receipt-first' },
      3000,
    );
    const receipt = receiptOf(run, 3000, { state: 'verified', settledAtMs: 3500 });
    expect(summary({ packages: [{ ...first, state: 'used' }, second], runs: [run], receipts: [receipt] })).toBe(
      'onThisPhone',
    );
  });

  it('is shown as Verified once its own receipt is, although the package is not marked as used yet', () => {
    const receipt = receiptOf(secondRun, 5000, { state: 'verified', settledAtMs: 5500 });
    expect(summary({ packages: [second], runs: [secondRun], receipts: [receipt] })).toBe('verified');
  });

  it.each<[what: string, readAtMs: number, startedAtMs: number, word: string]>([
    ['later: as prepared', 6000, 4000, 'prepared'],
    ['earlier: as Verified', 5500, 4000, 'verified'],
    ['later, but a run began in between: as Verified', 6000, 5600, 'verified'],
  ])(
    'is shown after its receipt is Verified, where a list with a pending change was read %s',
    (_what, readAtMs, startedAtMs, word) => {
      const run = { ...secondRun, startedAtMs };
      const receipt = receiptOf(run, 5000, { state: 'verified', settledAtMs: 5500 });
      const rows = { packages: [{ ...second, state: 'used' as const }], runs: [run], receipts: [receipt] };
      expect(trackOfBeacon({ pending: { minor: 1 }, readAtMs }, storyOf('tB4x', rows)).summary).toBe(word);
    },
  );

  it.each<[what: string, run: Run | null, word: string]>([
    ['no run is stored', null, 'onThisPhone'],
    ['another run has read it', { ...secondRun, id: 'another' }, 'uncertain'],
    ['its run is of another package', { ...secondRun, packageId: 'first' }, 'uncertain'],
    ['its run is of this package', secondRun, 'verified'],
  ])('beside a Verified receipt, where %s, is shown as: %s', (_what, run, word) => {
    const receipt = receiptOf(secondRun, 5000, { state: 'verified', settledAtMs: 5500 });
    expect(trackOfBeacon(null, { ...NO_STORY, package: second, run, receipt }).summary).toBe(word);
  });

  it('never hides a receipt of an earlier package that is still on this phone', () => {
    const run = stepTo(runOf(first, 1500), 'receipt', 1800);
    const receipt = receiptOf(run, 1800, { state: 'waiting' });
    expect(summary({ packages: [{ ...first, state: 'used' }, second], runs: [run], receipts: [receipt] })).toBe(
      'receipt',
    );
  });
});

it('a refused package does not hide an earlier one whose receipt may still be obtained', () => {
  const lost = {
    ...stepTo(runOf(first, 1500), 'reading', 1800),
    writes: 1,
    lastFailure: { code: 'noAnswer', detail: '', atMs: 1900 } as const,
  };
  const refused = endWith(
    stepTo(runOf(second, 4000), 'receipt', 4500),
    { kind: 'refused', receiptId: 'receipt-second', result: 7 },
    4500,
  );
  const receipt = receiptOf(refused, 4500, { state: 'refused', result: 7, held: true });
  const packages: CarriedPackage[] = [
    { ...first, state: 'replaced' },
    { ...second, state: 'dead' },
  ];
  for (const runs of [
    [lost, refused],
    [refused, lost],
  ])
    expect(summary({ packages, runs, receipts: [receipt] })).toBe('uncertain');
  expect(summary({ packages, runs: [refused], receipts: [receipt] })).toBe('refused');
});

it('the state of a beacon ignores a receipt that is only reserved', () => {
  const run = stepTo(runOf(first, 1500), 'writing', 1600);
  const place = receiptOf(run, 1500, {});
  const story = (receipts: readonly Receipt[]) => storyOf('tB4x', { packages: [first], runs: [run], receipts });
  expect(place.state).toBe('reserved');
  expect(story([place]).receipt).toBeNull();
  const sent = receiptOf(run, 1700, { state: 'waiting', responseBase64: 'AQ==' });
  expect(story([place, sent]).receipt).toEqual(sent);
});

it('a run that went on to another beacon after a refusal and was interrupted is uncertain, not refused', () => {
  const picked = stepTo(runOf(second, 4000), 'writing', 4100);
  const refusal = { ...receiptOf(picked, 4500, { state: 'refused', result: 7 }), id: 'receipt-of-another' };
  const packages = [second];
  expect(summary({ packages, runs: [picked], receipts: [refusal] })).toBe('refused');
  const wentOn = stepTo(picked, 'writing', 5000);
  expect(summary({ packages, runs: [wentOn], receipts: [refusal] })).toBe('uncertain');
});

const NONE: StoryRows = { packages: [], runs: [], receipts: [] };
const storyWith = (rows: Partial<StoryRows>, underWay?: ReadonlySet<string>) =>
  storyOf('tB4x', { ...NONE, ...rows }, underWay);

describe('a beacon with several packages', () => {
  const old = (state: CarriedPackage['state']): CarriedPackage => ({ ...first, state });
  const later = (state: CarriedPackage['state']): CarriedPackage => ({ ...second, state });
  it.each<[what: string, one: CarriedPackage, other: CarriedPackage, chosen: string]>([
    ['the newer of two that can be written', old('carried'), later('carried'), 'second'],
    ['the newer of two that are prepared', old('prepared'), later('prepared'), 'second'],
    ['the newer of a used and a dead one', old('used'), later('dead'), 'second'],
    ['the one that can be written before a newer prepared one', old('carried'), later('prepared'), 'first'],
    ['the one that can be written before a newer used one', old('carried'), later('used'), 'first'],
    ['the prepared one before a newer dead one', old('prepared'), later('dead'), 'first'],
    ['none that a newer one has replaced', old('used'), later('replaced'), 'first'],
    ['none of a command', old('used'), { ...later('carried'), kind: 'command', command: 'blink' }, 'first'],
  ])('shows %s, whichever is stored first', (_what, one, other, chosen) => {
    expect(storyWith({ packages: [one, other] }).package?.id).toBe(chosen);
    expect(storyWith({ packages: [other, one] }).package?.id).toBe(chosen);
  });

  it('shows the first of two packages from the same moment', () => {
    const twin = { ...first, id: 'twin' };
    expect(storyWith({ packages: [first, twin] }).package?.id).toBe('first');
    expect(storyWith({ packages: [twin, first] }).package?.id).toBe('twin');
  });
});

describe('a beacon with several runs', () => {
  const begun = { ...runOf(first, 1000), id: 'old' };
  const later = { ...runOf(second, 2000), id: 'new' };
  const writing = (run: Run): Run => stepTo(run, 'writing', run.startedAtMs + 1);
  const refused = (run: Run): Run =>
    endWith(stepTo(run, 'receipt', run.startedAtMs + 1), { kind: 'refused', receiptId: 'no', result: 7 }, 3000);
  it.each<[what: string, one: Run, other: Run, chosen: string]>([
    ['the newer of two that wrote nothing', begun, later, 'new'],
    ['the newer of two that may have written', writing(begun), writing(later), 'new'],
    ['the one that may have written before a newer one that wrote nothing', writing(begun), later, 'old'],
    ['the uncertain one before a newer refusal', writing(begun), refused(later), 'old'],
    ['the newer refusal after one that wrote nothing', begun, refused(later), 'new'],
    ['the newer of two refusals', refused(begun), refused(later), 'new'],
    ['none that was abandoned', begun, endWith(later, { kind: 'abandoned' }, 3000), 'old'],
    ['none of a command', begun, { ...writing(later), command: 'blink' }, 'old'],
  ])('shows %s, whichever is stored first', (_what, one, other, chosen) => {
    expect(storyWith({ runs: [one, other] }).run?.id).toBe(chosen);
    expect(storyWith({ runs: [other, one] }).run?.id).toBe(chosen);
  });

  it('shows the first of two runs from the same moment', () => {
    const twin = { ...begun, id: 'twin' };
    expect(storyWith({ runs: [begun, twin] }).run?.id).toBe('old');
    expect(storyWith({ runs: [twin, begun] }).run?.id).toBe('twin');
  });

  it('shows the run in progress, although others are newer or may have written', () => {
    for (const runs of [
      [begun, writing(later)],
      [writing(later), begun],
    ])
      expect(storyWith({ runs }, new Set(['old']))).toMatchObject({ run: { id: 'old' }, isUnderWay: true });
    expect(storyWith({ runs: [begun, later] })).toMatchObject({ run: { id: 'new' }, isUnderWay: false });
  });

  it('shows no refusal of the wrong beacon once a person has given it up', () => {
    const receipt = receiptOf(refused(later), 2500, { id: 'no', state: 'refused', givenUpAtMs: 2600 });
    expect(storyWith({ runs: [begun, refused(later)], receipts: [receipt] })).toMatchObject({
      run: { id: 'old' },
      receipt: null,
    });
    const { givenUpAtMs: _, ...open } = receipt;
    expect(storyWith({ runs: [begun, refused(later)], receipts: [open] })).toMatchObject({
      run: { id: 'new' },
      receipt: { id: 'no' },
    });
  });
});

describe('a beacon with several receipts', () => {
  const row = (id: string, createdAtMs: number, change: Partial<Receipt> = {}): Receipt =>
    receiptOf(runOf(first, 1000), createdAtMs, { id, state: 'waiting', responseBase64: id, ...change });

  it('shows the newest receipt, and the first of two from the same moment', () => {
    for (const receipts of [
      [row('a', 1), row('b', 2)],
      [row('b', 2), row('a', 1)],
      [row('b', 2), row('c', 2)],
    ])
      expect(storyWith({ receipts }).receipt?.id).toBe('b');
  });

  it('shows a reading only when it is verified', () => {
    const reading = row('b', 2, { kind: 'reading' });
    expect(storyWith({ receipts: [row('a', 1), reading] }).receipt?.id).toBe('a');
    expect(storyWith({ receipts: [row('a', 1), { ...reading, state: 'sent' }] }).receipt?.id).toBe('a');
    expect(storyWith({ receipts: [row('a', 1), { ...reading, state: 'verified' }] }).receipt?.id).toBe('b');
  });

  it('shows beside an uncertain run only a refusal of that run, and none from before its last step', () => {
    const uncertain = stepTo(runOf(first, 1000), 'writing', 1500);
    const refusal = (createdAtMs: number, runId: string) =>
      row('no', createdAtMs, { state: 'refused', result: 7, runId });
    expect(storyWith({ runs: [uncertain], receipts: [refusal(1600, 'another')] }).receipt).toBeNull();
    expect(storyWith({ runs: [uncertain], receipts: [refusal(1499, uncertain.id)] }).receipt).toBeNull();
    expect(storyWith({ runs: [uncertain], receipts: [refusal(1500, uncertain.id)] }).receipt?.id).toBe('no');
  });

  it('holds back other beacons to which an undelivered receipt may belong, but not the beacon of the receipt', () => {
    const unsure = row('a', 1, { owner: 'unsure', candidates: ['tB4x', 'm3Rw'] });
    const isHeld = (uniqueId: string, receipt: Receipt) =>
      storyOf(uniqueId, { ...NONE, receipts: [receipt] }).isHeldByOther;
    expect([isHeld('tB4x', unsure), isHeld('m3Rw', unsure)]).toEqual([false, true]);
    expect(isHeld('m3Rw', { ...unsure, state: 'verified' })).toBe(false);
  });
});

describe('the state of a beacon', () => {
  const writing = stepTo(runOf(second, 4000), 'writing', 4100);

  it('is not uncertain while its run is in progress', () => {
    const rows = { packages: [second], runs: [writing] };
    const marks = (underWay?: ReadonlySet<string>) => {
      const track = trackOfBeacon(null, storyWith(rows, underWay));
      return [track.summary, ...track.marks.map(({ state }) => state)];
    };
    const none = ['empty', 'empty', 'empty'];
    expect(marks()).toEqual(['uncertain', 'reached', 'reached', 'uncertain', ...none]);
    expect(marks(new Set([writing.id]))).toEqual(['onThisPhone', 'reached', 'reached', 'empty', ...none]);
  });

  it('depends on a run that began with the package or later, and on an older run only if that is uncertain', () => {
    const ended = endWith(writing, { kind: 'closed', reason: 'gone' }, 4200);
    const by = (run: Run) => trackAndSource(null, { ...NO_STORY, package: second, run }).by;
    expect(by({ ...ended, startedAtMs: 1999 })).toBe('package');
    expect(by({ ...ended, startedAtMs: 2000 })).toBe('run');
    expect(by({ ...writing, startedAtMs: 1999 })).toBe('run');
  });

  it('is determined by a receipt that was given up only if the receipt is not older than the next package', () => {
    const given = (createdAtMs: number): Receipt =>
      receiptOf({ ...secondRun, packageId: 'second' }, createdAtMs, { state: 'parked', givenUpAtMs: 9000 });
    const by = (receipt: Receipt) =>
      trackAndSource(null, { ...NO_STORY, package: second, receipt: { ...receipt, runId: null } }).by;
    expect([by(given(1999)), by(given(2000))]).toEqual(['package', 'receipt']);
  });

  it('depends on the creation time of a Verified receipt where no other time is stored for the receipt', () => {
    const receipt = receiptOf(secondRun, 5000, { state: 'verified', settledAtMs: null });
    const shown = (readAtMs: number) =>
      trackOfBeacon({ pending: { minor: 1 }, readAtMs }, { ...NO_STORY, receipt }).summary;
    expect([shown(5000), shown(5001)]).toEqual(['verified', 'prepared']);
  });

  it('is Verified beside a pending change only by a run that began after the receipt, not with it', () => {
    const receipt = receiptOf(secondRun, 5000, { state: 'verified', settledAtMs: 5500 });
    const shown = (startedAtMs: number) =>
      trackOfBeacon(
        { pending: { minor: 1 }, readAtMs: 6000 },
        { ...NO_STORY, run: { ...secondRun, startedAtMs }, receipt },
      ).summary;
    expect([shown(5000), shown(5001)]).toEqual(['prepared', 'verified']);
  });
});
