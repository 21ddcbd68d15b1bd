/**
 * Crashes, drops, timeouts and wrong picks at every effect of the table, against beacons that return a response only
 * once.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INTENT, failed, found, ok } from '../../../test/support/intent-run.ts';
import { WRITE_REFUSED } from '../result-codes.ts';
import type { Run } from '../run.ts';
import { decodeBase64, encodeBase64 } from '../base64.ts';
import { readPacket, writePacket } from '../packet.ts';
import { noteIn, stepTo, withoutLastWrite } from './journal.ts';
import { afterResponse, resumeFrom, transition } from './machine.ts';
import type { Event } from './run-state.ts';
import { matchResponse } from './response-match.ts';

interface Disk {
  run: Run;
  receipts: { readonly response: string; readonly run: string }[];
}

interface Beacon {
  readonly isOurs: boolean;
  token: number;
  applied: number;
  /** Base64 as it is read. */
  response: Uint8Array;
  writes: number;
}

/**
 * What happens to an effect: nothing, a crash before or after it takes effect, or a failure with or without the effect.
 */
type Strike = 'none' | 'crashBefore' | 'crashAfter' | 'failBefore' | 'failAfter' | 'never';

interface Story {
  readonly strikes: readonly Strike[];
  /** For each chooser: true picks the wrong beacon. */
  readonly wrong: readonly boolean[];
  /** Token of a response relative to its package: the same, the next one, or unrelated. */
  readonly tokens: 'equal' | 'next' | 'unrelated';
  /** The wrong beacon's last package from this phone: its token, and whether its response is still unread. */
  readonly stranger: { readonly token: number; readonly unread: boolean };
}

const stories = fc.record<Story>({
  strikes: fc.array(
    fc.constantFrom<Strike>(
      'none',
      'none',
      'none',
      'none',
      'crashBefore',
      'crashAfter',
      'failBefore',
      'failAfter',
      'never',
    ),
    { maxLength: 60 },
  ),
  wrong: fc.array(
    fc.integer({ min: 0, max: 99 }).map((dice) => dice < 30),
    { minLength: 1, maxLength: 12 },
  ),
  tokens: fc.constantFrom('equal', 'next', 'unrelated'),
  stranger: fc.record({ token: fc.constantFrom(99, 100, 101, 50, 200), unread: fc.boolean() }),
});

const LIVES = 40;

function secure(token: number, tokens: Story['tokens'], mark: number): Uint8Array {
  const shown = tokens === 'equal' ? token : tokens === 'next' ? token + 1 : 7_000_000 + mark;
  return writePacket({
    revision: 0,
    kind: 'encryptedResponse',
    operation: 0x10,
    token: shown,
    payload: Uint8Array.of(mark),
  });
}
const plain = (token: number, code: number): Uint8Array =>
  writePacket({ revision: 0, kind: 'plainResponse', operation: 0x10, token, payload: Uint8Array.of(code) });
const isSecure = (base64: string): boolean => readPacket(decodeBase64(base64)!).packet?.kind === 'encryptedResponse';

/** Repeats sessions with faults until the run has ended, then one without faults with the right beacon. */
function playOut(story: Story): { disk: Disk; right: Beacon; wrong: Beacon; died: string[] } {
  const right: Beacon = { isOurs: true, token: 0, applied: 0, response: new Uint8Array(), writes: 0 };
  const wrong: Beacon = {
    isOurs: false,
    token: story.stranger.token,
    applied: 0,
    response: story.stranger.unread ? secure(story.stranger.token, story.tokens, 200) : new Uint8Array(),
    writes: 0,
  };
  const theirs: Run = {
    ...stepTo(INTENT, 'writing', 0),
    id: 'theirs',
    uniqueId: 'Kf7Qp2',
    packageId: 'q',
    packageToken: story.stranger.token,
    receiptId: 'y',
  };
  const disk: Disk = { run: INTENT, receipts: [] };
  const strikes = [...story.strikes];
  const died: string[] = [];
  let over: Beacon | null = null;
  for (let life = 0; life < LIVES && disk.run.outcome === null; life += 1) {
    const beacon = story.wrong[life] === true ? wrong : right;
    over = session({ disk, beacon, theirs, story, strikes, died, over });
  }
  return { disk, right, wrong, died };
}

interface Session {
  readonly disk: Disk;
  readonly beacon: Beacon;
  readonly theirs: Run;
  readonly story: Story;
  readonly strikes: Strike[];
  readonly died: string[];
  /** The beacon that took every write; known only while the window lives. */
  readonly over: Beacon | null;
}

/**
 * Runs one session of the app, from the journal to an end, a stop or a crash. Returns the beacon that is known to have
 * taken every write.
 */
function session({ disk, beacon, theirs, story, strikes, died, over }: Session): Beacon | null {
  let memory: string | null = null;
  let whose = disk.run.id;
  let before = disk.run;
  const begunWith = disk.run;
  const sameHandle = disk.run.step !== 'intent' && over === beacon;
  let step = transition(resumeFrom(disk.run, { sameHandle, before: 'glance', refusedBefore: false }), { type: 'go' });
  const handles = (): Beacon | null =>
    begunWith.step === 'intent' && disk.run.step !== 'intent'
      ? beacon
      : disk.run.writes > begunWith.writes && !sameHandle
        ? null
        : over;
  while (step.state.at !== 'ended') {
    const { effect } = step;
    if (effect === null) {
      step = transition(step.state, { type: 'retry' });
      continue;
    }
    // Once a response is in memory, only saving it is allowed.
    if (memory !== null) expect(['save', 'mark']).toContain(effect.do);
    if (effect.do === 'write') {
      expect(disk.run.step).toBe('writing');
      expect(disk.run.writes).toBeLessThanOrEqual(2);
      // A run that may have caused a response on the beacon never overwrites it.
      if (begunWith.step !== 'intent')
        expect(beacon.response.length === 0 || !isSecure(encodeBase64(beacon.response))).toBe(true);
    }
    const strike = strikes.shift() ?? 'none';
    const crash = (): null => {
      if (memory !== null && !disk.receipts.some(({ response }) => response === memory)) died.push(memory);
      return null;
    };
    if (strike === 'crashBefore') return crash();
    let event: Event = ok;
    const onDisk = ['reserve', 'journal', 'mark', 'close'].includes(effect.do);
    const code = onDisk ? 'storageFailed' : 'droppedWhileProcessing';
    if (strike === 'failBefore' && effect.do === 'save') {
      event = { type: 'saved', row: effect.copies.row, mirror: true };
    } else if (strike === 'failBefore' && effect.do !== 'release') {
      event = failed(code);
    } else {
      switch (effect.do) {
        case 'journal':
          if (effect.step === 'writing') before = disk.run;
          disk.run =
            effect.step === 'look'
              ? noteIn(disk.run, 0, 'pickedAgain', { handle: sameHandle ? 'same' : 'chooser' })
              : effect.step === 'taken'
                ? noteIn(disk.run, 0, 'taken')
                : stepTo(disk.run, effect.step, 0);
          break;
        case 'write':
          beacon.writes += 1;
          if (!beacon.isOurs) beacon.response = plain(100, 4);
          else if (beacon.token >= 100) beacon.response = plain(100, 7);
          else {
            beacon.token = 100;
            beacon.applied += 1;
            beacon.response = secure(100, story.tokens, beacon.writes);
          }
          break;
        case 'poll':
          if (strike === 'never') event = { type: 'neverEnded' };
          break;
        case 'readResponse': {
          const bytes = beacon.response;
          const { wroteHere, sameHandle: same } = step.state.flags;
          const match = matchResponse({
            run: disk.run,
            open: [disk.run, theirs],
            stored: new Set(disk.receipts.map(({ response }) => response)),
            bytes,
            base64: encodeBase64(bytes),
            wroteHere,
            sameHandle: same,
          });
          beacon.response = new Uint8Array();
          if (strike === 'failAfter') {
            if (bytes.length > 0) died.push(encodeBase64(bytes));
            event = failed('droppedWhileReading');
            break;
          }
          event = found(match.owner);
          if (afterResponse(step.state, match.owner) !== null) memory = encodeBase64(bytes);
          whose = match.run.id;
          break;
        }
        case 'save': {
          // The row was stored although a failure was reported: the same row is saved again.
          event = { type: 'saved', row: strike !== 'failAfter', mirror: true };
          if (!disk.receipts.some(({ response }) => response === memory))
            disk.receipts.push({ response: memory!, run: whose });
          const { result } = readPacket(decodeBase64(memory!)!);
          if (whose === disk.run.id && effect.after === 'finish')
            disk.run = {
              ...disk.run,
              outcome:
                result === null ? { kind: 'receipt', receiptId: 'x' } : { kind: 'refused', receiptId: 'x', result },
            };
          break;
        }
        case 'mark':
          memory = null;
          break;
        case 'close':
          if (effect.end.kind === 'outcome') {
            const { outcome } = effect.end;
            disk.run = {
              ...disk.run,
              outcome:
                outcome === 'refused'
                  ? { kind: 'refused', receiptId: 'x', result: WRITE_REFUSED }
                  : { kind: outcome === 'needless' ? 'abandoned' : outcome },
            };
          }
          if (effect.end.kind === 'failure' && effect.end.unwritten === true)
            disk.run = withoutLastWrite(disk.run, before, 0);
          break;
        default:
          break;
      }
      if (strike === 'failAfter' && event.type === 'done' && effect.do !== 'release') event = failed(code);
      if (effect.do === 'mark' && strike === 'failAfter') memory = disk.receipts.at(-1)?.response ?? null;
    }
    if (strike === 'crashAfter') return crash();
    step = transition(step.state, event);
  }
  return handles();
}

describe('the run of one beacon under random crashes, drops, timeouts and wrong picks', () => {
  it('claims nothing false, and loses a response only with a closed window or a dropped link', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const { disk, right, wrong, died } = playOut(story);
        const { outcome } = disk.run;
        const storedResponses = disk.receipts.map(({ response }) => response);
        expect(right.applied).toBeLessThanOrEqual(1);
        expect(wrong.applied).toBe(0);
        if (outcome !== null) expect(['receipt', 'refused', 'abandoned']).toContain(outcome.kind);
        const isOwn = (response: string): boolean =>
          isSecure(response) && readPacket(decodeBase64(response)!).packet!.payload[0]! < 200;
        const ownReceipts = storedResponses.filter(isOwn);
        // A run that ended with a receipt has its beacon's own response, unless two packages of the same second cannot
        // be told apart.
        const twins = story.tokens !== 'unrelated' && Math.abs(story.stranger.token - 100) <= 1;
        if (outcome?.kind === 'receipt' && !twins) expect(ownReceipts).toHaveLength(1);
        // Only a beacon that was written first can refuse, and it holds no response of ours.
        if (outcome?.kind === 'refused')
          expect(right.response.length === 0 || !isSecure(encodeBase64(right.response))).toBe(true);
        // The response of an applied package is on the disk, on the beacon, or was lost with a window or a link.
        if (right.applied > 0)
          expect(
            ownReceipts.length + Number(isOwn(encodeBase64(right.response))) + died.filter(isOwn).length,
          ).toBeGreaterThan(0);
        // The same holds for the wrong beacon's response.
        const theirs = secure(story.stranger.token, story.tokens, 200);
        if (story.stranger.unread)
          expect([...storedResponses, ...died, encodeBase64(wrong.response)]).toContain(encodeBase64(theirs));
      }),
      { numRuns: 3000 },
    );
  });

  it('always gets the receipt when there are no further faults', () => {
    const { disk, right } = playOut({
      strikes: [],
      wrong: [false],
      tokens: 'equal',
      stranger: { token: 50, unread: false },
    });
    expect({ outcome: disk.run.outcome?.kind, receipts: disk.receipts.length, writes: right.writes }).toEqual({
      outcome: 'receipt',
      receipts: 1,
      writes: 1,
    });
  });

  it('always gets the receipt when only links fail and the right beacon is picked', () => {
    const linkOnly = fc.array(fc.constantFrom<Strike>('none', 'none', 'failBefore', 'never'), { maxLength: 40 });
    fc.assert(
      fc.property(linkOnly, fc.constantFrom<Story['tokens']>('equal', 'next', 'unrelated'), (strikes, tokens) => {
        const { disk, right } = playOut({ strikes, wrong: [false], tokens, stranger: { token: 50, unread: false } });
        expect(right.applied === 0 || disk.receipts.some(({ response }) => isSecure(response))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
