/** What a Verified receipt means for the others of its beacon. */
import { describe, expect, it } from 'vitest';
import { fixtureReceipt } from '../../test/support/fixture-rows.ts';
import type { LastAnswer, Receipt } from './receipt.ts';
import { settledByLater } from './receipt.ts';

const VALUES = { txPower: 5, interval: 500 };
const answer = (code: string): LastAnswer => ({ atMs: 1, status: 409, code, message: '' });
const receipt = (id: string, createdAtMs: number, changes: Partial<Receipt> = {}): Receipt =>
  fixtureReceipt('tB4x', { id, createdAtMs, responseBase64: id, values: VALUES, ...changes });
const verified = (createdAtMs: number, changes: Partial<Receipt> = {}): Receipt =>
  receipt('good', createdAtMs, { state: 'verified', ...changes });

describe('a receipt that nothing can come of any more', () => {
  it.each<[what: string, old: Receipt, good: Receipt, isSo: boolean]>([
    ['is one before a later Verified receipt of its beacon', receipt('a', 1, { state: 'parked' }), verified(2), true],
    [
      'is none after an earlier Verified receipt of its beacon',
      receipt('a', 2, { state: 'parked' }),
      verified(1),
      false,
    ],
    ['is none beside a Verified receipt of the same moment', receipt('a', 2, { state: 'parked' }), verified(2), false],
    [
      'is none before a later Verified receipt of another beacon',
      receipt('a', 1, { state: 'parked' }),
      verified(2, { uniqueId: 'm3Rw' }),
      false,
    ],
    [
      'is one whose response is Verified in another receipt',
      receipt('a', 2, { state: 'parked' }),
      verified(1, { responseBase64: 'a' }),
      true,
    ],
    ['is none that still waits', receipt('a', 1), verified(2), false],
    ['is a reading that still waits', receipt('a', 1, { kind: 'reading' }), verified(2), true],
    ['is none that is Verified itself', receipt('a', 1, { state: 'verified' }), verified(2), false],
    ['is one that is Sent', receipt('a', 1, { state: 'sent' }), verified(2), true],
    ['is one that is Not verified', receipt('a', 1, { state: 'notVerified' }), verified(2), true],
    ['is one of a refusal by the beacon', receipt('a', 1, { state: 'refused' }), verified(2), true],
    [
      'is one whose values the device shows because of another receipt',
      receipt('a', 2, { state: 'parked', lastAnswer: answer('shown') }),
      verified(1),
      true,
    ],
    [
      'is none whose values the device shows after other values of another receipt',
      receipt('a', 2, { state: 'parked', lastAnswer: answer('shown') }),
      verified(1, { values: { txPower: 4 } }),
      false,
    ],
    [
      'is none of an unsure owner, although the device shows its values',
      receipt('a', 2, { state: 'parked', owner: 'unsure', lastAnswer: answer('shown') }),
      verified(1),
      false,
    ],
    [
      'is none whose values the device does not show',
      receipt('a', 2, { state: 'parked', lastAnswer: answer('conflict') }),
      verified(1),
      false,
    ],
    [
      'is none without values that can be compared',
      receipt('a', 2, { state: 'parked', values: {}, lastAnswer: answer('shown') }),
      verified(1, { values: {} }),
      false,
    ],
  ])('%s', (_what, old, good, isSo) => {
    expect([...settledByLater([old, good])]).toEqual(isSo ? ['a'] : []);
  });
});
