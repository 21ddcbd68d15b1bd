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
    ['a later one is Verified', receipt('a', 1, { state: 'parked' }), verified(2), true],
    ['an earlier one is Verified', receipt('a', 2, { state: 'parked' }), verified(1), false],
    ['one of the same moment is Verified', receipt('a', 2, { state: 'parked' }), verified(2), false],
    [
      'one of another beacon is Verified',
      receipt('a', 1, { state: 'parked' }),
      verified(2, { uniqueId: 'm3Rw' }),
      false,
    ],
    ['the same response is Verified', receipt('a', 2, { state: 'parked' }), verified(1, { responseBase64: 'a' }), true],
    ['it still waits', receipt('a', 1), verified(2), false],
    ['it is a reading that still waits', receipt('a', 1, { kind: 'reading' }), verified(2), true],
    ['it is Verified itself', receipt('a', 1, { state: 'verified' }), verified(2), false],
    ['it is Sent', receipt('a', 1, { state: 'sent' }), verified(2), true],
    ['it is Not verified', receipt('a', 1, { state: 'notVerified' }), verified(2), true],
    ['it was refused by the beacon', receipt('a', 1, { state: 'refused' }), verified(2), true],
    [
      'the device shows its values, which another one brought',
      receipt('a', 2, { state: 'parked', lastAnswer: answer('shown') }),
      verified(1),
      true,
    ],
    [
      'the device shows its values, and another one brought others',
      receipt('a', 2, { state: 'parked', lastAnswer: answer('shown') }),
      verified(1, { values: { txPower: 4 } }),
      false,
    ],
    [
      'the device shows its values, and nobody is sure whose it is',
      receipt('a', 2, { state: 'parked', owner: 'unsure', lastAnswer: answer('shown') }),
      verified(1),
      false,
    ],
    [
      'the device shows something else',
      receipt('a', 2, { state: 'parked', lastAnswer: answer('conflict') }),
      verified(1),
      false,
    ],
    [
      'it brought nothing that can be compared',
      receipt('a', 2, { state: 'parked', values: {}, lastAnswer: answer('shown') }),
      verified(1, { values: {} }),
      false,
    ],
  ])('where %s', (_what, old, good, isSo) => {
    expect([...settledByLater([old, good])]).toEqual(isSo ? ['a'] : []);
  });
});
