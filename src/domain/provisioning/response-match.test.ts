import { describe, expect, it } from 'vitest';
import type { CarriedPackage } from '../carried-package.ts';
import { encodeBase64 } from '../base64.ts';
import { writePacket, type PacketKind } from '../packet.ts';
import type { Run } from '../run.ts';
import { newRun, stepTo } from './journal.ts';
import { blamesTheBeacon, matchResponse, packageAfterRefusal, type ResponseFacts } from './response-match.ts';

function run(uniqueId: string, token: number | null, id = uniqueId): Run {
  const carried: CarriedPackage = {
    id, uniqueId, deviceType: 'BEACON', kind: 'configuration', state: 'carried', values: {}, before: {}, base64: '', token, preparedAtMs: 0, fetchedAtMs: 0,
  };
  return stepTo(newRun({ id, receiptId: `x-${id}`, package: carried, nowMs: 0 }), 'writing', 1);
}

function response(token: number, kind: PacketKind = 'encryptedResponse', payload = [7, 7]): Uint8Array {
  return writePacket({ revision: 0, kind, operation: 0x10, token, payload: Uint8Array.from(payload) });
}

const ours = run('OURS', 100);
const base: Omit<ResponseFacts, 'bytes' | 'base64'> = { run: ours, unfinished: [ours], stored: new Set(), wroteHere: false, newChooser: false, before: false };
const match = (bytes: Uint8Array, facts: Partial<ResponseFacts> = {}) => matchResponse({ ...base, bytes, base64: encodeBase64(bytes), ...facts });

const A = run('A', 200);
const B = run('B', 200);
const earlier = run('OURS', 90, 'earlier');
const garbage = Uint8Array.of(1, 2, 3);

describe('whose response it is', () => {
  it.each([
    ['empty', match(new Uint8Array()), 'nothing', []],
    ['the answer on the connection that wrote it, whatever its token', match(response(999), { wroteHere: true, unfinished: [ours, A] }), 'ours', ['OURS']],
    ['the answer on the connection that wrote it, unreadable', match(garbage, { wroteHere: true }), 'ours', ['OURS']],
    ['our token after a reconnect', match(response(100), { unfinished: [ours, A] }), 'ours', ['OURS']],
    ['our token, shared with another run, the same handle', match(response(100), { unfinished: [ours, run('C', 100)] }), 'ours', ['OURS']],
    ['our token, shared with another run, after a new chooser', match(response(100), { unfinished: [ours, run('C', 100)], newChooser: true }), 'unsure', ['OURS', 'C']],
    ['another device\'s token', match(response(200), { unfinished: [ours, A] }), 'otherDevice', ['A']],
    ['an earlier run\'s token', match(response(90), { unfinished: [ours, earlier] }), 'earlierRun', ['OURS']],
    ['a token that two others share', match(response(200), { unfinished: [ours, A, B] }), 'unsure', ['A', 'B', 'OURS']],
    ['a token that fits nobody', match(response(5), { unfinished: [ours, A] }), 'unsure', ['OURS', 'A']],
    ['a token that only a run without a write has', match(response(7), { unfinished: [ours, { ...run('D', 7), step: 'intent' }] }), 'unsure', ['OURS']],
    ['unreadable after a reconnect', match(garbage), 'unsure', ['OURS']],
    ['stored already', match(response(5), { stored: new Set([encodeBase64(response(5))]) }), 'nothing', []],
    ['a refusal that fits nobody, after ours was processed', match(response(5, 'plainResponse', [7])), 'ours', ['OURS']],
    ['a refusal that fits nobody, before that is known', match(response(5, 'plainResponse', [7]), { before: true }), 'unsure', ['OURS']],
    ['a plain OK is a response like any other', match(response(100, 'plainResponse', [0])), 'ours', ['OURS']],
  ] as const)('%s', (_, found, owner, candidates) => {
    expect([found.owner, found.candidates]).toEqual([owner, candidates]);
  });

  it('stores it for the run it fits', () => {
    expect(match(response(200), { unfinished: [ours, A] }).run).toBe(A);
    expect(match(response(200), { unfinished: [ours, A] })).toMatchObject({ token: 200, result: null });
    expect(match(response(100, 'plainResponse', [4]))).toMatchObject({ token: 100, result: 4 });
    expect(match(garbage)).toMatchObject({ token: null, result: null });
  });
});

describe('a refusal', () => {
  it.each([[1, 'dead'], [2, 'dead'], [3, 'carried'], [4, 'carried'], [5, 'dead'], [6, 'dead'], [7, 'dead'], [8, 'carried'], [9, 'dead'], [77, 'dead']] as const)(
    'with result %i leaves the package %s',
    (result, state) => {
      expect(packageAfterRefusal(result)).toBe(state);
      expect(blamesTheBeacon(result)).toBe(result === 3 || result === 4);
    },
  );
});
