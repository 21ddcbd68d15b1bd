/** What a receipt's state means: for the others of its beacon, for the counts, and for sending it. */
import { describe, expect, it } from 'vitest';
import { READING } from './errand.ts';
import { fixtureReceipt } from '../../test/support/fixture-rows.ts';
import type { LastAnswer, Receipt } from './receipt.ts';
import {
  countReceipts,
  countUnexported,
  countedIds,
  isDelivered,
  isHeld,
  isOutdatedReading,
  isRemovable,
  settledByLater,
  undelivered,
  waitingForPerson,
  withHold,
} from './receipt.ts';

const VALUES = { txPower: 5, interval: 500 };
const answer = (code: string): LastAnswer => ({ atMs: 1, status: 409, code, message: '' });
const receipt = (id: string, createdAtMs: number, changes: Partial<Receipt> = {}): Receipt =>
  fixtureReceipt('tB4x', { id, createdAtMs, responseBase64: id, values: VALUES, ...changes });
const verified = (createdAtMs: number, changes: Partial<Receipt> = {}): Receipt =>
  receipt('good', createdAtMs, { state: 'verified', ...changes });

describe('a receipt that can have no further effect', () => {
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
    [
      'is none with the answer to an earlier receipt of other values',
      receipt('a', 2, { state: 'sent' }),
      verified(1, { responseBase64: 'a', values: { txPower: 4 } }),
      false,
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

describe('the counts of receipts', () => {
  const rows: readonly Receipt[] = [
    receipt('waiting', 1),
    receipt('parked', 2, { state: 'parked' }),
    receipt('sent', 3, { state: 'sent' }),
    receipt('not verified', 4, { state: 'notVerified' }),
    receipt('reserved', 5, { state: 'reserved' }),
    receipt('refused', 6, { state: 'refused' }),
    receipt('given up', 7, { givenUpAtMs: 8 }),
    receipt('given up after it was sent', 8, { state: 'sent', givenUpAtMs: 9 }),
    receipt('reading', 9, { kind: READING }),
    receipt('reading that was taken', 10, { kind: READING, state: 'sent' }),
    receipt('imported', 11, { origin: 'import' }),
    receipt('settled', 12, { uniqueId: 'm3Rw', state: 'parked' }),
    receipt('verified', 13, { uniqueId: 'm3Rw', state: 'verified' }),
  ];

  it('contain the receipts on this phone alone and those that the backend has not verified', () => {
    expect(countReceipts(rows)).toEqual({ onlyHere: 4, toSend: 3, unverified: 2 });
    expect(countReceipts([])).toEqual({ onlyHere: 0, toSend: 0, unverified: 0 });
  });

  it('come with the IDs of the counted receipts', () => {
    expect(countedIds(rows)).toEqual(['waiting', 'parked', 'sent', 'not verified', 'reading', 'imported']);
  });

  it('leave out receipts that are in an exported file', () => {
    expect(countUnexported(rows, new Set())).toBe(3);
    expect(countUnexported(rows, new Set(['parked', 'sent']))).toBe(2);
  });

  it('come with a list of the receipts that preparing their beacons again would make worthless', () => {
    const open = receipt('sent, open', 14, { state: 'sent', settledAtMs: null });
    const settled = receipt('sent, settled', 15, { state: 'sent', settledAtMs: 16 });
    const givenUp = receipt('sent, given up', 16, { state: 'sent', settledAtMs: null, givenUpAtMs: 17 });
    expect(undelivered([...rows, open, settled, givenUp]).map(({ id }) => id)).toEqual([
      'waiting',
      'parked',
      'sent',
      'imported',
      'sent, open',
    ]);
  });

  it('come with a list of the beacons whose undelivered receipts only a person can send', () => {
    const held = receipt('held', 17, { uniqueId: 'held', held: true, candidates: ['perhaps'] });
    const refused = receipt('refused', 18, { uniqueId: 'refused', state: 'parked', candidates: [] });
    const free = receipt('free', 19, { uniqueId: 'free' });
    const verified = receipt('verified', 20, { uniqueId: 'verified', state: 'verified', held: true });
    expect([...waitingForPerson([held, refused, free, verified])]).toEqual(['held', 'perhaps', 'refused']);
  });
});

it.each<[what: string, Partial<Receipt>, held: boolean]>([
  ['that is free', { held: false }, false],
  ['that a person holds back', { held: true }, true],
  ['of a reading that nobody asked for', { kind: READING, held: true }, true],
  ['of a reading that was asked for', { kind: READING, held: true, syncAskedAtMs: 5 }, false],
  ['of a later version, asked for or not', { kind: 'later', held: false, syncAskedAtMs: 5 }, true],
])('a receipt %s is held: %s', (_what, changes, held) => {
  expect(isHeld(receipt('a', 1, changes))).toBe(held);
});

it('a receipt that a person holds back stays held until the person releases the receipt, and a released reading is to be delivered', () => {
  expect(withHold(receipt('a', 1), true, 7)).toEqual(receipt('a', 1, { held: true }));
  expect(withHold(receipt('a', 1, { held: true }), false, 7)).toEqual(receipt('a', 1, { held: false }));
  const reading = receipt('a', 1, { kind: READING, held: true });
  expect(withHold(reading, false, 7)).toEqual({ ...reading, syncAskedAtMs: 7 });
  expect(withHold({ ...reading, syncAskedAtMs: 7 }, true, 8)).toEqual(reading);
});

it.each<[what: string, Partial<Receipt>, delivered: boolean]>([
  ['is verified', { state: 'verified' }, true],
  ['is sent and settled', { state: 'sent', settledAtMs: 5 }, false],
  ['is a reading that the backend has taken', { kind: READING, state: 'sent', settledAtMs: 5 }, true],
  ['is a reading that is still read back', { kind: READING, state: 'sent', settledAtMs: null }, false],
  ['is a reading that was refused', { kind: READING, state: 'parked', settledAtMs: 5 }, false],
])('a receipt that %s is delivered: %s', (_what, changes, delivered) => {
  expect(isDelivered(receipt('a', 1, changes))).toBe(delivered);
});

it.each<[what: string, Partial<Receipt>, outdated: boolean]>([
  ['was written later', {}, true],
  ['was written in the same moment', { createdAtMs: 5 }, false],
  ['was written before', { createdAtMs: 4 }, false],
  ['is to be written, and nothing was read yet', { state: 'reserved' }, false],
  ['has refused a later write', { state: 'refused' }, false],
  ['is read again', { kind: READING }, false],
  ['is not the beacon of the later write', { uniqueId: 'm3Rw' }, false],
])('a reading of a beacon that %s is outdated: %s', (_what, changes, outdated) => {
  const reading = receipt('reading', 5, { kind: READING });
  expect(isOutdatedReading(reading, [reading, receipt('other', 6, changes)])).toBe(outdated);
  expect(isOutdatedReading({ ...receipt('a', 5) }, [receipt('other', 6, changes)])).toBe(false);
});

it.each<[what: string, Partial<Receipt>, removable: boolean]>([
  ['came from a file', { origin: 'import' }, true],
  ['was read here', { origin: 'run' }, false],
  ['was restored', { origin: 'mirror' }, false],
  ['came from a file and is being sent', { origin: 'import', inFlightSinceMs: 5 }, false],
  ['came from a file and is verified', { origin: 'import', state: 'verified' }, false],
])('a receipt that %s may be removed: %s', (_what, changes, removable) => {
  expect(isRemovable(receipt('a', 1, changes))).toBe(removable);
});
