import { describe, expect, it } from 'vitest';
import { fixturePackage } from '../../../test/support/fixture-rows.ts';
import { encodeBase64 } from '../base64.ts';
import { READ_ALL } from '../commands/command.ts';
import { OPERATION, writePacket, type PacketKind } from '../packet.ts';
import type { Run } from '../run.ts';
import { newRun, stepTo } from './journal.ts';
import { blamesTheBeacon } from '../result-codes.ts';
import { packageAfterRefusal } from './after-refusal.ts';
import { matchResponse, type ResponseFacts } from './response-match.ts';

function run(uniqueId: string, token: number | null, id = uniqueId): Run {
  const carried = fixturePackage(uniqueId, { id, token });
  return stepTo(newRun({ id, receiptId: `x-${id}`, package: carried, nowMs: 0 }), 'writing', 1);
}

function response(token: number, kind: PacketKind = 'encryptedResponse', payload = [7, 7]): Uint8Array {
  return writePacket({ revision: 0, kind, operation: 0x10, token, payload: Uint8Array.from(payload) });
}

const ownRun = run('OURS', 100);
const base: Omit<ResponseFacts, 'bytes' | 'base64'> = {
  run: ownRun,
  open: [ownRun],
  stored: new Set(),
  wroteHere: false,
  sameHandle: false,
};
const match = (bytes: Uint8Array, facts: Partial<ResponseFacts> = {}) =>
  matchResponse({ ...base, bytes, base64: encodeBase64(bytes), ...facts });

const A = run('A', 200);
const B = run('B', 200);
const earlier = run('OURS', 90, 'earlier');
const garbage = Uint8Array.of(1, 2, 3);
const responses = (bytes: Uint8Array): ReadonlySet<string> => new Set([encodeBase64(bytes)]);
const plain = (code: number): Uint8Array => response(5, 'plainResponse', [code]);
const first = { wroteHere: true, sameHandle: true };
const anotherWrite = { wroteHere: true, sameHandle: false, run: { ...ownRun, writes: 2 } };
const begun: Run = { ...run('OURS', 300, 'begun'), step: 'intent', writes: 0 };

describe('the owner of a response', () => {
  it.each([
    ['is nobody when the response is empty', () => match(new Uint8Array()), 'nothing', []],
    [
      'is our run for the answer to the first write, whatever its token',
      () => match(response(999), { ...first, open: [ownRun, A] }),
      'ours',
      ['OURS'],
    ],
    ['is our run for an unreadable answer to the first write', () => match(garbage, first), 'ours', ['OURS']],
    [
      'is our run for an encrypted answer to a write after a new chooser',
      () => match(response(999), anotherWrite),
      'ours',
      ['OURS'],
    ],
    [
      'is unsure for an answer to a write that is stored already',
      () => match(response(9), { ...first, stored: responses(response(9)) }),
      'unsure',
      ['OURS'],
    ],
    [
      'is our run on the same handle, whatever the token',
      () => match(response(200), { sameHandle: true, open: [ownRun, A] }),
      'ours',
      ['OURS'],
    ],
    ['is our run for our token after a chooser', () => match(response(100), { open: [ownRun, A] }), 'ours', ['OURS']],
    [
      'is our run for our token plus one after a chooser',
      () => match(response(101), { open: [ownRun, A] }),
      'ours',
      ['OURS'],
    ],
    [
      'is unsure for our token if another run has the same',
      () => match(response(100), { open: [ownRun, run('C', 100)] }),
      'unsure',
      ['OURS', 'C'],
    ],
    [
      "is unsure for our token if another run's token is one lower",
      () => match(response(100), { open: [ownRun, run('C', 99)] }),
      'unsure',
      ['OURS', 'C'],
    ],
    [
      "is another device for that device's token",
      () => match(response(200), { open: [ownRun, A] }),
      'otherDevice',
      ['A'],
    ],
    [
      "is an earlier run for that run's token",
      () => match(response(90), { open: [ownRun, earlier] }),
      'earlierRun',
      ['OURS'],
    ],
    [
      'is unsure for a token that two other runs share',
      () => match(response(200), { open: [ownRun, A, B] }),
      'unsure',
      ['A', 'B', 'OURS'],
    ],
    ['is unsure for a token of no run', () => match(response(5), { open: [ownRun, A] }), 'unsure', ['OURS', 'A']],
    [
      'is unsure for a token of a run that wrote nothing',
      () => match(response(7), { open: [ownRun, { ...run('D', 7), step: 'intent' }] }),
      'unsure',
      ['OURS'],
    ],
    ['is unsure for an unreadable response after a chooser', () => match(garbage), 'unsure', ['OURS']],
    [
      'is nobody for a response that is stored already',
      () => match(response(5), { stored: responses(response(5)) }),
      'nothing',
      [],
    ],
    [
      'is unsure for a plain OK after a chooser, whatever its token',
      () => match(response(100, 'plainResponse', [0])),
      'unsure',
      ['OURS'],
    ],
    [
      'is our run for a plain OK on the first handle',
      () => match(response(100, 'plainResponse', [0]), first),
      'ours',
      ['OURS'],
    ],
    [
      'is an earlier run before the first write, for the token of that run',
      () => match(response(90), { run: begun, open: [begun, earlier] }),
      'earlierRun',
      ['OURS'],
    ],
    [
      'is unsure before the first write, for a token of no run',
      () => match(response(5), { run: begun, open: [begun, earlier, A] }),
      'unsure',
      ['OURS', 'A'],
    ],
    [
      'is unsure before the first write, if no run may have written',
      () => match(response(5), { run: begun, open: [begun] }),
      'unsure',
      ['OURS'],
    ],
  ] as const)('%s', (_, read, owner, candidates) => {
    const found = read();
    expect([found.owner, found.candidates]).toEqual([owner, candidates]);
  });

  it.each([
    ['read after a chooser, before a write', {}, ['nobody', 'nobody', 'nobody', 'nobody']],
    ['read before the first write', { run: begun, open: [begun, earlier] }, ['nobody', 'nobody', 'nobody', 'nobody']],
    ['the answer to the first write', first, ['ours', 'ours', 'ours', 'ours']],
    ['read on the handle of the first write', { sameHandle: true }, ['ours', 'ours', 'ours', 'ours']],
    [
      'the answer to a second write on the same handle',
      { ...first, run: { ...ownRun, writes: 2 } },
      ['ours', 'hadThat', 'hadThat', 'ours'],
    ],
    ['the answer to a write over a new chooser', anotherWrite, ['notForMe', 'hadThat', 'hadThat', 'otherNo']],
  ] as const)('is found for each result code that the beacon answers unencrypted: %s', (_, facts, owners) => {
    expect([4, 7, 9, 8].map((code) => match(plain(code), facts as Partial<ResponseFacts>).owner)).toEqual(owners);
  });

  it('is guessed among the runs that have written something where nothing else tells', () => {
    expect(match(response(5), { open: [ownRun, earlier] }).run).toBe(ownRun);
    expect(match(response(5), { run: begun, open: [begun, earlier, A] }).run).toBe(earlier);
  });

  it('makes the response a reading if the known run has requested one, else if the response itself is one', () => {
    const values = writePacket({
      revision: 0,
      kind: 'encryptedResponse',
      operation: OPERATION.readAll,
      token: 5,
      payload: Uint8Array.of(7),
    });
    const reading = { ...ownRun, command: READ_ALL };
    expect(match(values, first)).toMatchObject({ owner: 'ours', isReading: false });
    expect(match(response(5), { ...first, run: reading, open: [reading] })).toMatchObject({
      owner: 'ours',
      isReading: true,
    });
    expect(match(values)).toMatchObject({ owner: 'unsure', isReading: true });
    expect(match(response(5), { run: reading, open: [reading] })).toMatchObject({ owner: 'unsure', isReading: false });
    expect(match(garbage, { run: reading, open: [reading] })).toMatchObject({ owner: 'unsure', isReading: true });
  });

  it('can only be this beacon for a refusal of the write', () => {
    expect(match(plain(4), first)).toMatchObject({ owner: 'ours', candidates: ['OURS'], result: 4 });
  });

  it('is the run with the token of the response, and comes with the token and the result', () => {
    expect(match(response(200), { open: [ownRun, A] }).run).toBe(A);
    expect(match(response(200), { open: [ownRun, A] })).toMatchObject({ token: 200, result: null });
    expect(match(response(100, 'plainResponse', [4]))).toMatchObject({ token: 100, result: 4 });
    expect(match(garbage)).toMatchObject({ token: null, result: null });
  });
});

describe('a refusal by a beacon', () => {
  it.each([
    [1, 'dead'],
    [2, 'dead'],
    [3, 'carried'],
    [4, 'carried'],
    [5, 'dead'],
    [6, 'dead'],
    [7, 'dead'],
    [8, 'carried'],
    [9, 'dead'],
    [77, 'dead'],
  ] as const)('with the result %i leaves the package %s', (result, state) => {
    expect(packageAfterRefusal(result)).toBe(state);
    expect(blamesTheBeacon(result)).toBe(result === 3 || result === 4);
  });
});
