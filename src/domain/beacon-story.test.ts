import { describe, expect, it } from 'vitest';
import { storiesOf, trackOfBeacon, type StoryRows } from './beacon-story.ts';
import type { CarriedPackage } from './carried-package.ts';
import { endWith, newRun, reservedRow, stepTo } from './provisioning/journal.ts';
import type { Receipt } from './receipt.ts';
import type { Run } from './run.ts';

const carriedPackage = (id: string, preparedAtMs: number): CarriedPackage => ({
  id,
  uniqueId: 'tB4x',
  deviceType: 'BEACON',
  kind: 'configuration',
  state: 'carried',
  values: {},
  before: {},
  base64: 'AA==',
  token: 5,
  preparedAtMs,
  fetchedAtMs: preparedAtMs,
});
const runOf = (carried: CarriedPackage, nowMs: number): Run =>
  newRun({ id: `run-${carried.id}`, receiptId: `receipt-${carried.id}`, package: carried, nowMs });
const receiptOf = (run: Run, nowMs: number, change: Partial<Receipt>): Receipt => ({
  ...reservedRow({ id: run.receiptId, accountId: 'a', run, values: {}, nowMs }),
  mirrored: true,
  ...change,
});
const summary = (rows: StoryRows) =>
  trackOfBeacon({ pending: null, readAtMs: 0 }, storiesOf(rows).get('tB4x')!).summary;

const first = carriedPackage('first', 1000);
const second = carriedPackage('second', 2000);
const secondRun = stepTo(runOf(second, 4000), 'receipt', 4500);

describe('a package that can still be written, beside older rows', () => {
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

  it('is shown as Verified by its own receipt, before its row is updated', () => {
    const receipt = receiptOf(secondRun, 5000, { state: 'verified', settledAtMs: 5500 });
    expect(summary({ packages: [second], runs: [secondRun], receipts: [receipt] })).toBe('verified');
  });

  it.each<[what: string, readAtMs: number, startedAtMs: number, word: string]>([
    ['read after it: another change is prepared', 6000, 4000, 'prepared'],
    ['read before it', 5500, 4000, 'verified'],
    ['read after it, and a run has begun since', 6000, 5600, 'verified'],
  ])('is Verified, and the list shows something pending, %s', (_what, readAtMs, startedAtMs, word) => {
    const run = { ...secondRun, startedAtMs };
    const receipt = receiptOf(run, 5000, { state: 'verified', settledAtMs: 5500 });
    const rows = { packages: [{ ...second, state: 'used' as const }], runs: [run], receipts: [receipt] };
    expect(trackOfBeacon({ pending: { minor: 1 }, readAtMs }, storiesOf(rows).get('tB4x')!).summary).toBe(word);
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

it('ignores the reservation of a receipt, and a receipt that a later one has settled', () => {
  const run = stepTo(runOf(first, 1500), 'writing', 1600);
  const place = receiptOf(run, 1500, {});
  const story = (receipts: readonly Receipt[]) => storiesOf({ packages: [first], runs: [run], receipts }).get('tB4x')!;
  expect(place.state).toBe('reserved');
  expect(story([place]).receipt).toBeNull();
  const sent = receiptOf(run, 1700, { state: 'waiting', responseBase64: 'AQ==' });
  expect(story([place, sent]).receipt).toEqual(sent);
});

it('a refusal by another beacon says nothing about a run that then reached the right one and was interrupted there', () => {
  const picked = stepTo(runOf(second, 4000), 'writing', 4100);
  const refusal = { ...receiptOf(picked, 4500, { state: 'refused', result: 7 }), id: 'receipt-of-another' };
  const packages = [second];
  expect(summary({ packages, runs: [picked], receipts: [refusal] })).toBe('refused');
  const wentOn = stepTo(picked, 'writing', 5000);
  expect(summary({ packages, runs: [wentOn], receipts: [refusal] })).toBe('uncertain');
});
