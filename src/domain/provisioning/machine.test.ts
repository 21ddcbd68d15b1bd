import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Run } from '../run.ts';
import { stepTo } from './journal.ts';
import { can, resumeFrom, transition, type Effect, type Event, type State } from './machine.ts';
import { nextStepOf } from './next-step.ts';

const INTENT: Run = {
  id: 'r', uniqueId: 'tB4x', deviceType: 'BEACON', packageId: 'p', packageBase64: '', packageToken: 100, receiptId: 'x', step: 'intent',
  journal: [{ step: 'intent', atMs: 0 }], processedAtSeconds: null, clock: 'unchecked', writes: 0, outcome: null, startedAtMs: 0, endedAtMs: null,
  lastFailure: null,
};

/** Feeds events and lists what is done on the way. */
function walk(run: Run, newChooser: boolean, events: readonly Event[]): { done: string[]; end: State } {
  let step = transition(resumeFrom(run, newChooser)!, { type: 'go' });
  const done = step.effects.map(spell);
  for (const event of events) {
    step = transition(step.state, event);
    done.push(...step.effects.map(spell));
  }
  return { done, end: step.state };
}

function spell(effect: Effect): string {
  if (effect.do === 'journal') return `journal ${effect.step}`;
  if (effect.do === 'close') return `close ${effect.end.kind === 'outcome' ? effect.end.outcome : effect.end.kind === 'failure' ? effect.end.code : effect.end.kind}`;
  return effect.do;
}

const ok: Event = { type: 'done' };
const oks = (count: number): Event[] => Array.from({ length: count }, () => ok);
const token = (verdict: 'equal' | 'newer' | 'older' | 'absent'): Event => ({ type: 'token', verdict });
const found = (owner: 'nothing' | 'ours' | 'earlierRun' | 'otherDevice' | 'unsure'): Event => ({ type: 'response', owner });
const failed = (code: Extract<Event, { type: 'failed' }>['code']): Event => ({ type: 'failed', code });
const SAVE = ['commit', 'copy', 'mark', 'release'];
const READ = ['journal reading', 'settle', 'readResponse'];
const writing = stepTo(INTENT, 'writing', 1);
const written = stepTo(writing, 'written', 2);

const PATHS: readonly (readonly [string, Run, boolean, readonly Event[], readonly string[]])[] = [
  ['the clean run', INTENT, false, [...oks(9), found('ours'), ...oks(4)],
    ['reserve', 'connect', 'discover', 'journal writing', 'write', 'poll', 'journal written', ...READ, ...SAVE]],
  ['full disk before anything', INTENT, false, [failed('storageFull'), ok, ok], ['reserve', 'close storageFull', 'release']],
  ['cancelled while connecting', INTENT, false, [ok, failed('cancelled'), ok, ok], ['reserve', 'connect', 'close abandoned', 'release']],
  ['journal not written: no write', INTENT, false, [...oks(3), failed('storageFailed'), ok, ok],
    ['reserve', 'connect', 'discover', 'journal writing', 'close storageFailed', 'release']],
  ['never ended', INTENT, false, [...oks(5), { type: 'neverEnded' }, ok, ok],
    ['reserve', 'connect', 'discover', 'journal writing', 'write', 'poll', 'close neverEnded', 'release']],
  ['after writing: processed', writing, false, [...oks(4), token('equal'), ...oks(3), found('ours'), ...oks(4)],
    ['reserve', 'connect', 'discover', 'poll', 'readToken', 'journal written', ...READ, ...SAVE]],
  ['after writing: newer token', writing, false, [...oks(4), token('newer'), ok, ok],
    ['reserve', 'connect', 'discover', 'poll', 'readToken', 'close packageDead', 'release']],
  ['after writing: not processed, written once more', writing, false, [...oks(4), token('older'), found('nothing'), ...oks(6), found('ours'), ...oks(4)],
    ['reserve', 'connect', 'discover', 'poll', 'readToken', 'readResponse', 'journal writing', 'write', 'poll', 'journal written', ...READ, ...SAVE]],
  ['after writing: a stranger\'s response is kept, then written once more', writing, false, [...oks(4), token('absent'), found('unsure'), ...oks(5)],
    ['reserve', 'connect', 'discover', 'poll', 'readToken', 'readResponse', 'commit', 'copy', 'mark', 'reserve', 'journal writing', 'write']],
  ['after writing: our own response is there', writing, false, [...oks(4), token('absent'), found('ours'), ...oks(4)],
    ['reserve', 'connect', 'discover', 'poll', 'readToken', 'readResponse', ...SAVE]],
  ['after writing: an idle beacon never says ended', writing, false, [...oks(3), { type: 'neverEnded' }, token('older'), found('nothing'), ok],
    ['reserve', 'connect', 'discover', 'poll', 'readToken', 'readResponse', 'journal writing', 'write']],
  ['after two writes: no third', stepTo(writing, 'writing', 2), false, [...oks(4), token('older'), found('nothing'), ok, ok],
    ['reserve', 'connect', 'discover', 'poll', 'readToken', 'readResponse', 'close noAnswer', 'release']],
  ['after written: read', written, false, [...oks(5), found('ours'), ...oks(4)], ['reserve', 'connect', 'discover', ...READ, ...SAVE]],
  ['after written: empty', written, false, [...oks(5), found('nothing'), ok, ok],
    ['reserve', 'connect', 'discover', ...READ, 'close receiptLost', 'release']],
  ['after written, new chooser: empty because it is another beacon', written, true, [...oks(5), found('nothing'), token('older'), ok, ok],
    ['reserve', 'connect', 'discover', ...READ, 'readToken', 'close otherBeacon', 'release']],
  ['after written: another device\'s response', written, true, [...oks(5), found('otherDevice'), ...oks(5)],
    ['reserve', 'connect', 'discover', ...READ, 'commit', 'copy', 'mark', 'close otherBeacon', 'release']],
  ['after written: owner unsure', written, true, [...oks(5), found('unsure'), ...oks(4)],
    ['reserve', 'connect', 'discover', ...READ, ...SAVE]],
  ['no row: the second copy is made all the same, the row later', INTENT, false,
    [...oks(9), found('ours'), failed('storageFull'), ok, { type: 'retry' }, ...oks(3)],
    ['reserve', 'connect', 'discover', 'journal writing', 'write', 'poll', 'journal written', ...READ, 'commit', 'copy', 'commit', 'mark', 'release']],
];

describe('the run as a table', () => {
  it.each(PATHS)('%s', (_, run, newChooser, events, expected) => {
    const { done, end } = walk(run, newChooser, events);
    expect(done).toEqual(expected);
    if (done.at(-1) === 'release') expect(end.at).toBe('ended');
  });

  it('has nothing to do on the radio for a stored receipt or an ended run', () => {
    expect(resumeFrom(stepTo(written, 'receipt', 3), false)).toBeNull();
    expect(resumeFrom({ ...INTENT, outcome: { kind: 'abandoned' } }, false)).toBeNull();
  });

  it('refuses events that are not legal', () => {
    expect(() => transition(resumeFrom(INTENT, false)!, ok)).toThrow('knows no done');
  });

  it('lets a person cancel until the write begins, and never while a response is under way', () => {
    let step = transition(resumeFrom(INTENT, false)!, { type: 'go' });
    const safe: Record<string, boolean> = {};
    for (const event of [...oks(9), found('ours'), ...oks(4)]) {
      safe[step.state.at] = can(step.state, 'cancel');
      step = transition(step.state, event);
    }
    expect(safe).toEqual({
      reserving: true, connecting: true, discovering: true, journallingWriting: false, writing: false, processing: false, journallingWritten: false,
      journallingReading: false, settling: false, reading: false, saving: false, copying: false, marking: false, releasing: false,
    });
  });
});

// --- the model: crashes, drops and timeouts at every effect, against a beacon that hands its response out once ------------

interface Disk {
  run: Run;
  reserved: boolean;
  rows: string[];
  mirror: string[];
}

interface Beacon {
  token: number;
  processed: string[];
  response: string;
  hasToken: boolean;
  writes: number;
}

/** What strikes an effect: nothing, a crash before or after it took effect, or a failure with or without its effect. */
type Strike = 'none' | 'crashBefore' | 'crashAfter' | 'failBefore' | 'failAfter' | 'never';
const strikes = fc.array(fc.constantFrom<Strike>('none', 'none', 'none', 'none', 'crashBefore', 'crashAfter', 'failBefore', 'failAfter', 'never'), { maxLength: 60 });

function playOut(queue: Strike[], tokenReadable: boolean): { disk: Disk; beacon: Beacon; lostInMemory: string[]; sessions: number } {
  const disk: Disk = { run: INTENT, reserved: false, rows: [], mirror: [] };
  const beacon: Beacon = { token: 0, processed: [], response: '', hasToken: tokenReadable, writes: 0 };
  const lostInMemory: string[] = [];
  let sessions = 0;
  while (disk.run.outcome === null && resumeFrom(disk.run, false) !== null) {
    sessions += 1;
    expect(sessions).toBeLessThan(200);
    session(disk, beacon, queue, lostInMemory);
    // Every unfinished journal has exactly one next step, and it is one of the table's.
    if (disk.run.outcome === null) expect(['start', 'resume', 'readResponse', 'deliver']).toContain(nextStepOf(disk.run, { elsewhere: false, receipt: null }));
  }
  return { disk, beacon, lostInMemory, sessions };
}

/** One life of the app: from the journal to the end, a stop or a crash. */
function session(disk: Disk, beacon: Beacon, queue: Strike[], lostInMemory: string[]): void {
  let memory: string | null = null;
  const wroteFrom = disk.run.writes;
  let step = transition(resumeFrom(disk.run, false)!, { type: 'go' });
  let last: Effect['do'] | null = null;
  while (step.state.at !== 'ended') {
    const effect = step.effects[0];
    if (effect === undefined) {
      step = transition(step.state, { type: 'retry' });
      continue;
    }
    // Once a response is in memory nothing but saving it may come.
    if (memory !== null) expect(['commit', 'copy', 'mark']).toContain(effect.do);
    if (last === 'readResponse' && memory !== null) expect(effect.do).toBe('commit');
    if (effect.do === 'write') {
      expect(disk.run.step).toBe('writing');
      expect(disk.run.writes).toBe(wroteFrom + 1);
      expect(disk.run.writes).toBeLessThanOrEqual(2);
      expect(disk.reserved).toBe(true);
    }
    const strike = queue.shift() ?? 'none';
    const crash = (): void => {
      if (memory !== null && !disk.rows.includes(memory) && !disk.mirror.includes(memory)) lostInMemory.push(memory);
    };
    if (strike === 'crashBefore') return crash();
    let event: Event = ok;
    const disks = effect.do === 'reserve' || effect.do === 'journal' || effect.do === 'commit' || effect.do === 'copy' || effect.do === 'mark' || effect.do === 'close';
    const code = disks ? 'storageFailed' : 'droppedWhileProcessing';
    if (strike === 'failBefore' && effect.do !== 'release') {
      event = failed(code);
    } else {
      switch (effect.do) {
        case 'reserve': disk.reserved = true; break;
        case 'journal': disk.run = stepTo(disk.run, effect.step, 0); break;
        case 'write':
          beacon.writes += 1;
          if (beacon.token < 100) {
            beacon.token = 100;
            beacon.processed.push('ours');
            beacon.response = `secure ${beacon.writes}`;
          } else beacon.response = `refused ${beacon.writes}`;
          break;
        case 'poll': if (strike === 'never') event = { type: 'neverEnded' }; break;
        case 'readToken': event = token(!beacon.hasToken ? 'absent' : beacon.token === 100 ? 'equal' : 'older'); break;
        case 'readResponse': {
          const response = beacon.response;
          beacon.response = '';
          if (strike === 'failAfter') { event = failed('droppedWhileReading'); break; }
          if (response !== '') memory = response;
          event = found(response === '' ? 'nothing' : 'ours');
          break;
        }
        case 'commit':
          disk.rows.push(memory!);
          disk.run = { ...stepTo(disk.run, 'receipt', 0), outcome: memory!.startsWith('secure') ? { kind: 'receipt', receiptId: 'x' } : { kind: 'refused', receiptId: 'x', result: 7 } };
          break;
        case 'copy': disk.mirror.push(memory!); break;
        case 'mark': memory = null; break;
        case 'close':
          if (effect.end.kind === 'outcome') disk.run = { ...disk.run, outcome: { kind: effect.end.outcome } };
          break;
        default: break;
      }
      if (strike === 'failAfter' && event.type === 'done' && effect.do !== 'release') event = failed(code);
      if (effect.do === 'mark' && strike === 'failAfter') memory = disk.rows.at(-1) ?? null;
    }
    if (strike === 'crashAfter') return crash();
    last = effect.do;
    step = transition(step.state, event);
  }
}

describe('the run under random crashes, drops and timeouts', () => {
  it('writes only what is journalled, commits what it read, ends legally, and loses nothing that reached the disk', () => {
    fc.assert(fc.property(strikes, fc.boolean(), (queue, tokenReadable) => {
      const { disk, beacon, lostInMemory } = playOut([...queue], tokenReadable);
      expect(beacon.writes).toBeLessThanOrEqual(2);
      expect(beacon.processed.length).toBeLessThanOrEqual(1);
      const outcome = disk.run.outcome!;
      expect(['receipt', 'refused', 'packageDead', 'receiptLost', 'noAnswer']).toContain(outcome.kind);
      if (outcome.kind === 'receipt') expect(disk.rows.some((row) => row.startsWith('secure'))).toBe(true);
      // "Applied, receipt lost" is said only of what was applied, and a lost response has had a crash to answer for.
      if (outcome.kind === 'receiptLost') expect(beacon.processed).toEqual(['ours']);
      if (lostInMemory.length > 0) expect(queue).toEqual(expect.arrayContaining([expect.stringMatching(/^crash/)]));
      expect(lostInMemory.every((lost) => !disk.rows.includes(lost))).toBe(true);
    }), { numRuns: 3000 });
  });

  it('with a quiet road always comes home with the receipt, on two copies', () => {
    const { disk, beacon, sessions } = playOut([], true);
    expect({ outcome: disk.run.outcome?.kind, rows: disk.rows, mirror: disk.mirror, writes: beacon.writes, sessions }).toEqual({
      outcome: 'receipt', rows: ['secure 1'], mirror: ['secure 1'], writes: 1, sessions: 1,
    });
  });

  it('a drop while the link is the only thing that fails never loses the receipt', () => {
    const linkOnly = fc.array(fc.constantFrom<Strike>('none', 'none', 'failBefore', 'never'), { maxLength: 40 });
    fc.assert(fc.property(linkOnly, fc.boolean(), (queue, tokenReadable) => {
      const { disk } = playOut([...queue], tokenReadable);
      expect(['receipt', 'noAnswer']).toContain(disk.run.outcome!.kind);
    }), { numRuns: 2000 });
  });
});
