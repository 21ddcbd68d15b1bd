import { describe, expect, it } from 'vitest';
import { fixturePackage, fixtureReceipt, fixtureRun } from '../../test/support/fixture-rows.ts';
import { answerOf, isOvertaken, packageSource } from './beacon-answer.ts';
import { NO_STORY, storyOf, type BeaconStory } from './beacon-story.ts';
import type { Receipt } from './receipt.ts';
import type { Run } from './run.ts';

const ID = 'aB3d';
const story = (changes: Partial<BeaconStory>): BeaconStory => ({ ...NO_STORY, ...changes });
const dead = fixturePackage(ID, { state: 'dead', preparedAtMs: 10, fetchedAtMs: 11 });
const refused = fixtureRun(ID, {
  step: 'receipt',
  outcome: { kind: 'refused', receiptId: 'no', result: 7 },
  startedAtMs: 20,
  endedAtMs: 21,
});
const readAt = (readAtMs: number, pending: { txPower: number } | null = null) => ({ readAtMs, pending });

describe('where the next package of a beacon comes from', () => {
  it.each([
    ['is the backend for what the list shows as pending', readAt(1, { txPower: 1 }), story({ package: dead }), 'fetch'],
    [
      'is the backend for what was prepared here, whatever the list shows',
      readAt(99),
      story({ package: fixturePackage(ID, { state: 'prepared' }) }),
      'fetch',
    ],
    [
      'is a new configuration when the list was read after the package died',
      readAt(12),
      story({ package: dead }),
      'prepare',
    ],
    ['is the backend when the list was read before the package died', readAt(11), story({ package: dead }), 'fetch'],
    ['is the backend when the package died and the beacon is in no list', null, story({ package: dead }), 'fetch'],
    [
      'is a new configuration when the list was read after the refusal',
      readAt(22),
      story({ package: dead, run: refused }),
      'prepare',
    ],
    [
      'is the backend when the list was read before the refusal',
      readAt(21),
      story({ package: dead, run: refused }),
      'fetch',
    ],
    ['is a new configuration when nothing is known of the beacon', null, NO_STORY, 'prepare'],
    [
      'is a new configuration when the last one is Verified',
      null,
      story({ package: { ...dead, state: 'used' }, receipt: fixtureReceipt(ID, { state: 'verified' }) }),
      'prepare',
    ],
  ] as const)('%s', (_name, listed, known, source) => {
    expect(packageSource(listed, known)).toBe(source);
  });
});

describe('a package that can no longer be written', () => {
  const run = (outcome: Run['outcome']) =>
    story({ run: fixtureRun(ID, { step: 'writing', startedAtMs: 20, outcome }) });
  it.each<[what: string, known: BeaconStory, source: string]>([
    ['because its run is unfinished', run(null), 'fetch'],
    ['because the beacon refused it', run({ kind: 'refused', receiptId: 'no', result: 7 }), 'fetch'],
    ['because a person closed its run', run({ kind: 'closed', reason: '' }), 'fetch'],
    ['because an earlier version found it dead', run({ kind: 'packageDead' }), 'fetch'],
    ['because an earlier version lost its receipt', run({ kind: 'receiptLost' }), 'fetch'],
    ['because nothing was answered', run({ kind: 'noAnswer' }), 'fetch'],
    ['because its receipt is Not verified', story({ receipt: fixtureReceipt(ID, { state: 'notVerified' }) }), 'fetch'],
  ])('is fetched again %s', (_what, known, source) => {
    expect(packageSource(null, known)).toBe(source);
  });

  it.each<[what: string, outcome: Run['outcome']]>([
    ['a response was read', { kind: 'receipt', receiptId: 'r' }],
    ['a later run has settled its run', { kind: 'settledLater', receiptId: 'r' }],
    ['its command was sent', { kind: 'commandSent' }],
    ['its run was abandoned', { kind: 'abandoned' }],
  ])('is not fetched again where %s', (_what, outcome) => {
    expect(packageSource(null, run(outcome))).toBe('prepare');
  });

  it.each<[what: string, known: BeaconStory, latestMs: number]>([
    ['the fetch of the package', story({ package: { ...dead, preparedAtMs: 30, fetchedAtMs: 40 } }), 40],
    ['the preparation of one never fetched', story({ package: { ...dead, preparedAtMs: 30, fetchedAtMs: null } }), 30],
    ['the end of the run', story({ package: dead, run: { ...refused, endedAtMs: 50 } }), 50],
    [
      'the last step of an open run',
      story({ run: fixtureRun(ID, { startedAtMs: 1, journal: [{ step: 'intent', atMs: 60 }] }) }),
      60,
    ],
    ['the start of a run without a journal', story({ run: fixtureRun(ID, { startedAtMs: 70, journal: [] }) }), 70],
    [
      'the end of the receipt',
      story({ receipt: fixtureReceipt(ID, { state: 'notVerified', createdAtMs: 1, settledAtMs: 80 }) }),
      80,
    ],
    [
      'the time of an open receipt',
      story({ package: dead, receipt: fixtureReceipt(ID, { state: 'parked', createdAtMs: 90, settledAtMs: null }) }),
      90,
    ],
  ])('is replaced by a new configuration only if the list was read after %s', (_what, known, latestMs) => {
    expect([packageSource(readAt(latestMs), known), packageSource(readAt(latestMs + 1), known)]).toEqual([
      'fetch',
      'prepare',
    ]);
  });
});

it('a run is not superseded by a run of the same moment, by an open run, or by a receipt that no later run has read', () => {
  const open = fixtureRun(ID, { id: 'open', step: 'writing', startedAtMs: 10 });
  const outcome = { kind: 'receipt', receiptId: 'read' } as const;
  const later = fixtureRun(ID, { id: 'other', step: 'receipt', outcome, startedAtMs: 11, receiptId: 'own' });
  const by = (run: Run, id = 'read') => isOvertaken(open, [run], story({ receipt: fixtureReceipt(ID, { id }) }));
  expect(by(later)).toBe(true);
  expect(by({ ...later, startedAtMs: 10 })).toBe(false);
  expect(by({ ...later, outcome: null }, 'own')).toBe(false);
  expect(by(later, 'another')).toBe(false);
  expect(by({ ...later, outcome: { kind: 'closed', reason: '' } }, 'own')).toBe(true);
});

it('a receipt that may be of a beacon is sent before another package of that beacon is fetched or prepared', () => {
  const sourceWith = (changes: Partial<Receipt>) => {
    const row = fixtureReceipt('other', { owner: 'unsure', candidates: ['other', ID], ...changes });
    const story = storyOf(ID, { packages: [dead], runs: [], receipts: [row] });
    return answerOf(readAt(1, { txPower: 1 }), story).source;
  };
  expect(sourceWith({ state: 'waiting' })).toBe('outbox');
  expect(sourceWith({ state: 'sent', settledAtMs: null })).toBe('outbox');
  expect(sourceWith({ state: 'verified' })).toBe('fetch');
  expect(sourceWith({ state: 'waiting', givenUpAtMs: 1 })).toBe('fetch');
  expect(sourceWith({ state: 'waiting', candidates: ['other'] })).toBe('fetch');
});

it('the answer about a beacon names the package, run or receipt that determines the state of the beacon', () => {
  const by = (beaconStory: BeaconStory): unknown => [
    answerOf(null, beaconStory).by,
    answerOf(null, beaconStory).track.summary,
  ];
  expect(by(story({ package: fixturePackage(ID) }))).toEqual(['package', 'onThisPhone']);
  expect(by(story({ run: refused }))).toEqual(['run', 'refused']);
  expect(by(story({ receipt: fixtureReceipt(ID, { state: 'sent' }) }))).toEqual(['receipt', 'sent']);
});

it('a run is superseded only by the receipt of a later run', () => {
  const open = fixtureRun(ID, { id: 'open', step: 'writing', startedAtMs: 10 });
  const outcome = { kind: 'receipt', receiptId: 'read' } as const;
  const other = (startedAtMs: number) => fixtureRun(ID, { id: 'other', step: 'receipt', outcome, startedAtMs });
  const receipt = fixtureReceipt(ID, { id: 'read' });
  expect(isOvertaken(open, [open, other(11)], story({ receipt }))).toBe(true);
  expect(isOvertaken(open, [open, other(9)], story({ receipt }))).toBe(false);
  expect(isOvertaken(open, [open, other(11)], NO_STORY)).toBe(false);
});

describe('a gateway, which fetches its configuration itself', () => {
  const prepared = fixturePackage(ID, {
    deviceType: 'GATEWAY',
    state: 'prepared',
    values: { txPower: 1 },
    preparedAtMs: 10,
  });
  const gateway = (readAtMs: number, pending: { txPower: number } | null, txPower = 3) => ({
    ...readAt(readAtMs, pending),
    deviceType: 'GATEWAY',
    attributes: { txPower },
    name: null,
  });
  it.each([
    ['with nothing prepared', gateway(9, null), NO_STORY, 'nothing'],
    ['with a change that was prepared elsewhere', gateway(9, { txPower: 1 }), NO_STORY, 'waitingForGateway'],
    [
      'right after a change was prepared',
      gateway(9, { txPower: 1 }),
      story({ package: prepared }),
      'waitingForGateway',
    ],
    ['that is in no list', null, story({ package: prepared }), 'waitingForGateway'],
    [
      'in a list that was read before the change',
      gateway(9, null, 1),
      story({ package: prepared }),
      'waitingForGateway',
    ],
    ['that shows the values', gateway(11, null, 1), story({ package: prepared }), 'applied'],
    [
      'that shows the values and has reported them as applied',
      gateway(11, null, 1),
      story({ package: { ...prepared, state: 'used' } }),
      'applied',
    ],
    ['that shows other values, and nothing is pending', gateway(11, null), story({ package: prepared }), 'nothing'],
  ] as const)('%s has no package, and is never called written or verified', (_name, listed, known, word) => {
    const { source, track } = answerOf(listed, known);
    expect([source, track.summary]).toEqual(['none', word]);
    expect(track.marks.map((mark) => mark.word)).not.toContain(word === 'nothing' ? 'applied' : 'written');
  });
});
