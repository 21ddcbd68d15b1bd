import { describe, expect, it } from 'vitest';
import { fixtureEdit, fixtureReceipt } from '../../../test/support/fixture-rows.ts';
import type { Receipt } from '../receipt.ts';
import { needGroups, needReason, type NeedReason } from './need-groups.ts';
import { countNeeds } from './needs.ts';

const refused = (status: number, code: string): Partial<Receipt> => ({
  state: 'parked',
  lastAnswer: { atMs: 1, status, code, message: '' },
});

describe('why a receipt needs a person', () => {
  it.each<readonly [string, Partial<Receipt>, NeedReason | null]>([
    ['this key is not allowed to', refused(403, 'forbidden'), 'noAccess'],
    ['there is no such device to this key', refused(404, 'notFound'), 'noAccess'],
    ['refused otherwise', refused(409, 'conflict'), 'refusedPost'],
    ['refused, though the device shows the values', refused(403, 'shown'), 'refusedPost'],
    ['refused, and the device shows nothing of it', refused(403, 'unproven'), 'refusedPost'],
    [
      'it may be the receipt of another beacon',
      { state: 'notVerified', owner: 'unsure', candidates: ['a', 'b'] },
      'choose',
    ],
    ['the backend still has it pending', { state: 'notVerified' }, 'notVerified'],
    ['the beacon has refused', { state: 'refused' }, 'refused'],
    ['it has one copy', { state: 'waiting', mirrored: false }, 'notMirrored'],
    ['it waits', { state: 'waiting', mirrored: true }, null],
    ['it is verified', { state: 'verified' }, null],
  ])('%s', (_, changes, wanted) => expect(needReason(fixtureReceipt('b', changes))).toBe(wanted));

  it('are grouped by what helps, each device named once', () => {
    const row = (id: string, uniqueId: string, reason: NeedReason | null) => ({ id, uniqueId, reason });
    expect(
      needGroups([
        row('1', 'a', 'notVerified'),
        row('2', 'b', 'noAccess'),
        row('3', 'b', 'noAccess'),
        row('4', 'c', null),
      ]),
    ).toEqual([
      { reason: 'noAccess', ids: ['2', '3'], uniqueIds: ['b'] },
      { reason: 'notVerified', ids: ['1'], uniqueIds: ['a'] },
    ]);
  });
});

it('leave out a receipt that waits, was given up or is settled by a later one', () => {
  const parked = refused(409, 'conflict');
  const verified = fixtureReceipt('b', { id: 'later', state: 'verified', createdAtMs: 2 });
  const receipts = [
    fixtureReceipt('a', { id: '1', ...parked }),
    fixtureReceipt('a', { id: '2', ...parked, givenUpAtMs: 1 }),
    fixtureReceipt('b', { id: '3', ...parked, createdAtMs: 1 }),
    verified,
    ...['4', '5', '6'].map((id) => fixtureReceipt('c', { id, state: 'waiting' })),
  ];
  expect(countNeeds(receipts, [])).toBe(1);
  expect(countNeeds(receipts, [fixtureEdit('d', { state: 'parked' }), fixtureEdit('e')])).toBe(2);
});
