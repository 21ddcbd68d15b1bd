import { describe, expect, it } from 'vitest';
import type { Run } from '../run.ts';
import { INTENT, failed, found, ok } from '../../../test/support/intent-run.ts';
import { noteIn, stepTo, stopWith } from './journal.ts';
import { afterResponse, can, resumeFrom, transition } from './machine.ts';
import type { After, End, ResumeInfo, Effect, Event, Owner, Place, State } from './run-state.ts';

type Code = Extract<Event, { type: 'failed' }>['code'];

const BY_CHOOSER: ResumeInfo = { sameHandle: false, before: 'none', refusedBefore: false };
const SAME: ResumeInfo = { sameHandle: true, before: 'none', refusedBefore: false };
const LOOK: ResumeInfo = { sameHandle: false, before: 'look', refusedBefore: false };
const REFUSED: ResumeInfo = { ...BY_CHOOSER, refusedBefore: true };
const GLANCE: ResumeInfo = { sameHandle: false, before: 'glance', refusedBefore: false };

/** Applies events and lists the effects. */
function walk(run: Run, resumeInfo: ResumeInfo, events: readonly Event[]): { done: string[]; end: State } {
  let step = transition(resumeFrom(run, resumeInfo), { type: 'go' });
  const done = spelled(step.effect);
  for (const event of events) {
    step = transition(step.state, event);
    done.push(...spelled(step.effect));
  }
  return { done, end: step.state };
}

const spelled = (effect: Effect | null): string[] => (effect === null ? [] : [spell(effect)]);

function spell(effect: Effect): string {
  if (effect.do === 'journal') return `journal ${effect.step}`;
  if (effect.do === 'poll') return effect.afterWrite ? 'poll' : 'poll idle';
  if (effect.do === 'mark') return effect.closesLink ? 'close link, mark' : 'mark';
  if (effect.do !== 'close') return effect.do;
  const { end } = effect;
  return `close ${end.kind === 'outcome' ? end.outcome : end.kind === 'failure' ? `${end.code}${end.unwritten === true ? ', unwritten' : ''}` : end.kind}`;
}

const oks = (count: number): Event[] => Array.from({ length: count }, () => ok);
const empty = found('nothing');
const refusedRead = failed('readRefused');
const EMPTY: readonly Event[] = [empty, ok, empty, ok, empty];
const THREE = ['readResponse', 'pause', 'readResponse', 'pause', 'readResponse'];
const SAVE = ['save', 'close link, mark', 'release'];
const saved: Event = { type: 'saved', row: true, mirror: true };
const WRITE = ['journal writing', 'write', 'journal taken', 'poll', 'journal reading', 'settle'];
const BACK = ['reserve', 'connect', 'discover', 'journal look', 'poll idle', 'settle'];
const writing = stepTo(INTENT, 'writing', 1);
const written = stepTo(writing, 'written', 2);
const twice = stepTo(writing, 'writing', 2);

const PATHS: readonly (readonly [string, Run, ResumeInfo, readonly Event[], readonly string[]])[] = [
  [
    'writes, reads and saves the receipt without a fault',
    INTENT,
    BY_CHOOSER,
    [...oks(9), found('ours'), saved, ...oks(2)],
    ['reserve', 'connect', 'discover', ...WRITE, 'readResponse', ...SAVE],
  ],
  [
    'ends before the connection when the disk is full',
    INTENT,
    BY_CHOOSER,
    [failed('storageFull'), ok, ok],
    ['reserve', 'close storageFull', 'release'],
  ],
  [
    'is abandoned when it is cancelled while connecting',
    INTENT,
    BY_CHOOSER,
    [ok, failed('cancelled'), ok, ok],
    ['reserve', 'connect', 'close abandoned', 'release'],
  ],
  [
    'writes nothing when the journal cannot be stored',
    INTENT,
    BY_CHOOSER,
    [...oks(3), failed('storageFailed'), ok, ok],
    ['reserve', 'connect', 'discover', 'journal writing', 'close storageFailed', 'release'],
  ],
  [
    'ends when the Control Point never says ended',
    INTENT,
    BY_CHOOSER,
    [...oks(6), { type: 'neverEnded' }, ok, ok],
    [
      'reserve',
      'connect',
      'discover',
      'journal writing',
      'write',
      'journal taken',
      'poll',
      'close neverEnded',
      'release',
    ],
  ],
  [
    'reads an empty response three times, then calls the receipt lost on the handle that was written',
    INTENT,
    BY_CHOOSER,
    [...oks(9), ...EMPTY, ok, ok],
    ['reserve', 'connect', 'discover', ...WRITE, ...THREE, 'close receiptLost', 'release'],
  ],
  [
    'finds the response in the second read',
    INTENT,
    BY_CHOOSER,
    [...oks(9), empty, ok, found('ours'), saved, ...oks(2)],
    ['reserve', 'connect', 'discover', ...WRITE, 'readResponse', 'pause', 'readResponse', ...SAVE],
  ],
  [
    'reads 81F2 before the write when an earlier run may have written',
    INTENT,
    LOOK,
    [...oks(6), found('earlierRun'), saved, ...oks(3)],
    [...BACK, 'readResponse', 'save', 'close link, mark', 'close needless', 'release'],
  ],
  [
    'stores a response of an unsure owner before it writes',
    INTENT,
    LOOK,
    [...oks(6), found('unsure'), saved, ...oks(3)],
    [...BACK, 'readResponse', 'save', 'mark', 'reserve', 'journal writing', 'write'],
  ],
  [
    'writes after three empty reads when an earlier run may have written',
    INTENT,
    LOOK,
    [...oks(6), ...EMPTY, ...oks(6), found('ours'), saved, ...oks(2)],
    [...BACK, ...THREE, ...WRITE, 'readResponse', ...SAVE],
  ],
  [
    'reads once before the write when a run of another beacon may have written',
    INTENT,
    GLANCE,
    [...oks(4), empty, ok],
    ['reserve', 'connect', 'discover', 'journal look', 'readResponse', 'journal writing', 'write'],
  ],
  ...[GLANCE, LOOK].map(
    (resumeInfo) =>
      [
        'reads once before it writes a command when the beacon may hold a response, and does not poll the Control Point',
        { ...INTENT, command: 'identify' },
        resumeInfo,
        [...oks(4), empty, ok],
        ['reserve', 'connect', 'discover', 'journal look', 'readResponse', 'journal writing', 'write'],
      ] as const,
  ),
  [
    'stops before the write when the response belongs to another beacon',
    INTENT,
    GLANCE,
    [...oks(4), found('otherDevice'), saved, ...oks(3)],
    [
      'reserve',
      'connect',
      'discover',
      'journal look',
      'readResponse',
      'save',
      'close link, mark',
      'close otherBeacon',
      'release',
    ],
  ],
  ...[writing, written, stepTo(written, 'reading', 3), stepTo(written, 'receipt', 3)].flatMap(
    (run) =>
      [
        [
          `resumes from ${run.step} and reads before anything else`,
          run,
          BY_CHOOSER,
          [...oks(6), found('ours'), saved, ...oks(2)],
          [...BACK, 'readResponse', ...SAVE],
        ],
        [
          `resumes from ${run.step} and reads an idle beacon, which never says ended`,
          run,
          BY_CHOOSER,
          [...oks(4), { type: 'neverEnded' }, ...EMPTY, ok],
          [...BACK.slice(0, -1), ...THREE, 'journal writing', 'write'],
        ],
        [
          `resumes from ${run.step} and writes once more after three empty reads`,
          run,
          SAME,
          [...oks(6), ...EMPTY, ...oks(6), found('ours'), saved, ...oks(2)],
          [...BACK, ...THREE, ...WRITE, 'readResponse', ...SAVE],
        ],
      ] as const,
  ),
  ...(['droppedWhileProcessing', 'neverEnded'] as const).map(
    (code) =>
      [
        `does not poll where the last session looked for the response and stopped with ${code}`,
        stopWith(noteIn(writing, 3, 'pickedAgain', { handle: 'chooser' }), { code, detail: '', atMs: 4 }, false),
        BY_CHOOSER,
        [...oks(5), found('ours'), saved, ...oks(2)],
        ['reserve', 'connect', 'discover', 'journal look', 'pause', 'readResponse', ...SAVE],
      ] as const,
  ),
  [
    'reads a refused response three times, then stops',
    INTENT,
    BY_CHOOSER,
    [...oks(9), refusedRead, ok, refusedRead, ok, refusedRead, ok, ok],
    ['reserve', 'connect', 'discover', ...WRITE, ...THREE, 'close readRefused', 'release'],
  ],
  [
    'finds the response after one refused read',
    INTENT,
    BY_CHOOSER,
    [...oks(9), refusedRead, ok, found('ours'), saved, ...oks(2)],
    ['reserve', 'connect', 'discover', ...WRITE, 'readResponse', 'pause', 'readResponse', ...SAVE],
  ],
  [
    'ends as refused when the same beacon refuses the write again',
    { ...writing, writes: 0 },
    REFUSED,
    [...oks(6), ...EMPTY, ok, failed('writeRefused'), ok, ok],
    [...BACK, ...THREE, 'journal writing', 'write', 'close refused', 'release'],
  ],
  [
    'stays uncertain when the same beacon refuses again and an earlier write may have arrived',
    { ...writing, writes: 1 },
    REFUSED,
    [...oks(6), ...EMPTY, ok, failed('writeRefused'), ok, ok],
    [...BACK, ...THREE, 'journal writing', 'write', 'close noAnswer, unwritten', 'release'],
  ],
  [
    "stores another run's response on resuming, then writes once more",
    writing,
    BY_CHOOSER,
    [...oks(6), found('unsure'), saved, ...oks(3)],
    [...BACK, 'readResponse', 'save', 'mark', 'reserve', 'journal writing', 'write'],
  ],
  [
    "stops on resuming at another device's response",
    writing,
    BY_CHOOSER,
    [...oks(6), found('otherDevice'), saved, ...oks(3)],
    [...BACK, 'readResponse', 'save', 'close link, mark', 'close otherBeacon', 'release'],
  ],
  [
    'draws no conclusion on resuming from a plain answer before its own write',
    writing,
    BY_CHOOSER,
    [...oks(6), found('nobody'), ok],
    [...BACK, 'readResponse', 'journal writing', 'write'],
  ],
  [
    'does not count the second write when the answer is "not for me"',
    writing,
    BY_CHOOSER,
    [...oks(6), ...EMPTY, ...oks(6), found('notForMe'), ok, ok],
    [...BACK, ...THREE, ...WRITE, 'readResponse', 'close otherBeacon, unwritten', 'release'],
  ],
  [
    'stays uncertain when the answer to the second write is "had that"',
    writing,
    BY_CHOOSER,
    [...oks(6), ...EMPTY, ...oks(6), found('hadThat'), ok, ok],
    [...BACK, ...THREE, ...WRITE, 'readResponse', 'close beaconIsAhead', 'release'],
  ],
  [
    'stays uncertain when the answer to the second write is another refusal',
    writing,
    BY_CHOOSER,
    [...oks(6), ...EMPTY, ...oks(6), found('otherNo'), ok, ok],
    [...BACK, ...THREE, ...WRITE, 'readResponse', 'close plainNo', 'release'],
  ],
  [
    'calls no receipt lost after an empty response behind a new chooser',
    writing,
    BY_CHOOSER,
    [...oks(6), ...EMPTY, ...oks(6), ...EMPTY, ok, ok],
    [...BACK, ...THREE, ...WRITE, ...THREE, 'close noAnswer', 'release'],
  ],
  [
    'writes no third time, and does not end',
    twice,
    SAME,
    [...oks(6), ...EMPTY, ok, ok],
    [...BACK, ...THREE, 'close noAnswer', 'release'],
  ],
  [
    'waits for the backend after two writes and a response of an unsure owner',
    twice,
    BY_CHOOSER,
    [...oks(6), found('unsure'), saved, ...oks(2)],
    [...BACK, 'readResponse', ...SAVE],
  ],
  [
    'writes the second copy when the row cannot be stored, and the row later',
    INTENT,
    BY_CHOOSER,
    [...oks(9), found('ours'), { type: 'saved', row: false, mirror: true }, { type: 'retry' }, saved, ...oks(2)],
    ['reserve', 'connect', 'discover', ...WRITE, 'readResponse', 'save', 'save', 'close link, mark', 'release'],
  ],
];

describe('the run of one beacon', () => {
  it.each(PATHS)('%s', (_, run, resumeInfo, events, expected) => {
    const { done, end } = walk(run, resumeInfo, events);
    expect(done).toEqual(expected);
    if (done.at(-1) === 'release') expect(end.at).toBe('ended');
  });

  it('refuses an event that does not belong to its step', () => {
    expect(() => transition(resumeFrom(INTENT, BY_CHOOSER), ok)).toThrow('knows no done');
  });

  it('lets a person cancel until the write begins, and never while a response may arrive', () => {
    const safe = (run: Run, resumeInfo: ResumeInfo, events: readonly Event[]): Record<string, boolean> => {
      let step = transition(resumeFrom(run, resumeInfo), { type: 'go' });
      const results: Record<string, boolean> = {};
      for (const event of events) {
        results[step.state.at] = can(step.state, 'cancel');
        step = transition(step.state, event);
      }
      return results;
    };
    expect(safe(INTENT, BY_CHOOSER, [...oks(9), found('ours'), saved, ...oks(2)])).toEqual({
      reserving: true,
      connecting: true,
      discovering: true,
      journallingWriting: false,
      writing: false,
      journallingTaken: false,
      processing: false,
      journallingReading: false,
      settling: false,
      reading: false,
      saving: false,
      marking: false,
      releasing: false,
    });
    expect(safe(writing, BY_CHOOSER, [...oks(6), empty, ok])).toEqual({
      reserving: true,
      connecting: true,
      discovering: true,
      journallingLook: true,
      processing: true,
      settling: true,
      looking: false,
      pausing: true,
    });
  });
});

describe('the content of the secure response characteristic 81F2', () => {
  const flags = { ...resumeFrom(INTENT, BY_CHOOSER).flags, writes: 1 };
  const effectAfter = (owner: Owner, at: 'looking' | 'reading', change: Partial<typeof flags> = {}): string => {
    const { effect } = transition({ at, flags: { ...flags, ...change } }, found(owner));
    return effect?.do === 'save' ? `save, ${effect.after}` : spell(effect!);
  };

  it.each<[Owner, string]>([
    ['nothing', 'pause'],
    ['ours', 'save, finish'],
    ['earlierRun', 'save, otherBeacon'],
    ['otherDevice', 'save, otherBeacon'],
    ['unsure', 'save, unsure'],
    ['notForMe', 'close otherBeacon, unwritten'],
    ['hadThat', 'close beaconIsAhead'],
    ['nobody', 'close plainNo'],
    ['otherNo', 'close plainNo'],
  ])('leads, after a write over this connection, when it is %s, to: %s', (owner, expected) => {
    expect(effectAfter(owner, 'reading', { wroteHere: true })).toBe(expected);
  });

  it.each<[Owner, first: string, second: string]>([
    ['nothing', 'pause', 'pause'],
    ['ours', 'save, finish', 'save, finish'],
    ['earlierRun', 'save, write', 'save, otherBeacon'],
    ['otherDevice', 'save, otherBeacon', 'save, otherBeacon'],
    ['unsure', 'save, write', 'save, unsure'],
    ['notForMe', 'journal writing', 'close noAnswer'],
    ['hadThat', 'close beaconIsAhead', 'close beaconIsAhead'],
    ['nobody', 'journal writing', 'close noAnswer'],
    ['otherNo', 'journal writing', 'close noAnswer'],
  ])('leads, before the next write, when it is %s, to: %s, and after the last one to: %s', (owner, first, second) => {
    expect(effectAfter(owner, 'looking')).toBe(first);
    expect(effectAfter(owner, 'looking', { writes: 2 })).toBe(second);
  });

  it('ends the run when it is the response of an earlier run that makes this run needless', () => {
    expect(effectAfter('earlierRun', 'looking', { plan: 'lookFirst' })).toBe('save, needless');
    expect(effectAfter('unsure', 'looking', { plan: 'lookFirst' })).toBe('save, write');
  });

  it.each([
    [0, 'pause', 'pause'],
    [1, 'pause', 'pause'],
    [2, 'journal writing', 'close noAnswer'],
  ])('leads to the next step when it is empty after %i empty reads before', (empties, before, after) => {
    expect(effectAfter('nothing', 'looking', { empties })).toBe(before);
    expect(effectAfter('nothing', 'reading', { empties, wroteHere: true })).toBe(after);
    if (empties === 2) {
      expect(effectAfter('nothing', 'reading', { empties, wroteHere: true, sameHandle: true })).toBe(
        'close receiptLost',
      );
      expect(effectAfter('nothing', 'looking', { empties, writes: 2 })).toBe('close noAnswer');
    }
  });
});

it.each<[After, string, End | null]>([
  ['finish', 'release', { kind: 'saved' }],
  ['unsure', 'release', { kind: 'unsure' }],
  ['needless', 'close needless', { kind: 'outcome', outcome: 'needless' }],
  ['otherBeacon', 'close otherBeacon', { kind: 'failure', code: 'otherBeacon' }],
  ['write', 'reserve', null],
])('a run in which both copies are stored, %s, goes on with: %s', (after, effect, end) => {
  const { flags } = resumeFrom(INTENT, BY_CHOOSER);
  const next = transition({ at: 'marking', flags, after, copies: { row: true, mirror: true } }, ok);
  expect(spelled(next.effect)).toEqual([effect]);
  expect('end' in next.state ? next.state.end : null).toEqual(end);
});

it('a run whose receipt is in both copies notes only that when a person saves again after a full disk', () => {
  const { flags } = resumeFrom(INTENT, BY_CHOOSER);
  const copies = { row: true, mirror: true };
  const held = transition({ at: 'marking', flags, after: 'finish', copies }, { type: 'failed', code: 'storageFull' });
  expect(spelled(held.effect)).toEqual([]);
  expect(spelled(transition(held.state, { type: 'retry' }).effect)).toEqual(['close link, mark']);
});

describe('the run of a command', () => {
  const flags = { ...resumeFrom(INTENT, BY_CHOOSER).flags, expectsResponse: false };
  it.each([
    ['equal', 1, 'close commandSent'],
    ['newer', 1, 'journal writing'],
    ['older', 1, 'journal writing'],
    ['absent', 1, 'journal writing'],
    ['absent', 2, 'close noAnswer'],
  ] as const)(
    'whose beacon shows a token that is %s, after %i writes, goes on with: %s',
    (verdict, writes, expected) => {
      const { effect } = transition({ at: 'checkingToken', flags: { ...flags, writes } }, { type: 'token', verdict });
      expect(spell(effect!)).toBe(expected);
      if (writes === 2) expect(effect).toMatchObject({ end: { kind: 'outcome', outcome: 'noAnswer' } });
    },
  );

  it.each([
    [true, 'readToken'],
    [false, 'journal look'],
  ])(
    'asks for the token of a beacon on resuming only if it is certainly the same beacon (%s)',
    (sameHandle, expected) => {
      const { effect } = transition({ at: 'discovering', flags: { ...flags, plan: 'wayBack', sameHandle } }, ok);
      expect(spell(effect!)).toBe(expected);
    },
  );

  it('reads 81F2 once before the write where an earlier run may have left a response', () => {
    const run = { ...INTENT, command: 'blink' };
    expect(resumeFrom(run, LOOK).flags).toMatchObject({ plan: 'glanceFirst', empties: 2, expectsResponse: false });
    expect(resumeFrom(run, BY_CHOOSER).flags).toMatchObject({ plan: 'start', empties: 0 });
    expect(resumeFrom(INTENT, LOOK).flags).toMatchObject({ plan: 'lookFirst', empties: 0, expectsResponse: true });
    expect(resumeFrom(INTENT, GLANCE).flags).toMatchObject({ plan: 'glanceFirst', empties: 2 });
    expect(resumeFrom(writing, LOOK).flags).toMatchObject({ plan: 'wayBack', empties: 0, writes: 1 });
  });
});

describe('a failure during a run', () => {
  const { flags } = resumeFrom(INTENT, BY_CHOOSER);
  it.each<[Place, Code, Partial<typeof flags>, string]>([
    ['connecting', 'cancelled', {}, 'close abandoned'],
    ['connecting', 'cancelled', { plan: 'wayBack' }, 'close cancelled'],
    ['writing', 'cancelled', {}, 'close cancelled'],
    ['processing', 'cancelled', { wroteHere: true }, 'close cancelled'],
    ['connecting', 'connectFailed', {}, 'close connectFailed'],
    ['writing', 'writeRefused', {}, 'close writeRefused, unwritten'],
    ['writing', 'packageTooLarge', {}, 'close packageTooLarge, unwritten'],
    ['writing', 'droppedDuringWrite', {}, 'close droppedDuringWrite'],
    ['connecting', 'packageTooLarge', {}, 'close packageTooLarge'],
    ['connecting', 'writeRefused', {}, 'close writeRefused'],
  ])('at %s with the code %s closes the link and ends the run', (at, code, change, expected) => {
    expect(spell(transition({ at, flags: { ...flags, ...change } }, failed(code)).effect!)).toBe(expected);
  });

  it('lets the run end even if the end cannot be stored or the link cannot be closed', () => {
    const end = { kind: 'saved' } as const;
    const closing = transition({ at: 'closing', flags, end }, failed('storageFailed'));
    expect(closing).toEqual({ state: { at: 'releasing', flags, end }, effect: { do: 'release' } });
    expect(transition(closing.state, failed('unknown'))).toEqual({ state: { at: 'ended', flags, end }, effect: null });
  });
});

describe('the next step after a late response', () => {
  it('equals the next step after a response in time, and is null for a plain answer', () => {
    let step = transition(resumeFrom(INTENT, BY_CHOOSER), { type: 'go' });
    for (const event of oks(9)) step = transition(step.state, event);
    expect(step.state.at).toBe('reading');
    expect(['ours', 'unsure', 'otherNo', 'nothing'].map((owner) => afterResponse(step.state, owner as Owner))).toEqual([
      'finish',
      'unsure',
      null,
      null,
    ]);
  });
});

describe('the beginning of a run', () => {
  it('does not count the picked beacon as known before this run has written to it', () => {
    const begun = resumeFrom(INTENT, { sameHandle: true, before: 'look', refusedBefore: false });
    const goesOn = resumeFrom(writing, { sameHandle: true, before: 'look', refusedBefore: false });
    expect([begun?.flags.sameHandle, goesOn?.flags.sameHandle]).toEqual([false, true]);
  });

  it('continues to count the writes of the stored run', () => {
    const { done, end } = walk(INTENT, BY_CHOOSER, oks(4));
    expect([done.at(-1), end.flags.writes]).toEqual(['write', INTENT.writes + 1]);
  });
});
