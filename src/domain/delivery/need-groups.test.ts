import { describe, expect, it } from 'vitest';
import { READING } from '../errand.ts';
import { fixtureEdit, fixtureReceipt } from '../../../test/support/fixture-rows.ts';
import { type Receipt } from '../receipt.ts';
import { needGroups, needReason, type NeedReason } from './need-groups.ts';
import { countNeeds } from './needs.ts';

const refused = (status: number, code: string): Partial<Receipt> => ({
  state: 'parked',
  lastAnswer: { atMs: 1, status, code, message: '' },
});

describe('the reason why a receipt needs a person', () => {
  it.each<readonly [string, Partial<Receipt>, NeedReason | null]>([
    ['is missing access when this key may not send it', refused(403, 'forbidden'), 'noAccess'],
    ['is missing access when this key does not see the device', refused(404, 'notFound'), 'noAccess'],
    ['is a refusal with another status', refused(409, 'conflict'), 'refusedPost'],
    ['is a refusal even if the device shows the values', refused(403, 'shown'), 'refusedPost'],
    ['is a refusal if the device does not show the values', refused(403, 'unproven'), 'refusedPost'],
    [
      'is a choice when it may be the receipt of another beacon',
      { state: 'notVerified', owner: 'unsure', candidates: ['a', 'b'] },
      'choose',
    ],
    ['is Not verified when the backend still has the configuration pending', { state: 'notVerified' }, 'notVerified'],
    ['is the refusal of the beacon', { state: 'refused' }, 'refused'],
    ['is a missing second copy', { state: 'waiting', mirrored: false }, 'notMirrored'],
    ['is nothing while it waits', { state: 'waiting', mirrored: true }, null],
    ['is nothing when it is Verified', { state: 'verified' }, null],
    ['is nothing for a refused reading, which is read again', { state: 'refused', kind: READING }, null],
    ['is a refusal of a reading by the backend', { ...refused(409, 'conflict'), kind: READING }, 'refusedPost'],
    [
      'is Not verified for an unsure owner without another candidate',
      { state: 'notVerified', owner: 'unsure', candidates: ['a'] },
      'notVerified',
    ],
    [
      'is Not verified for a known owner',
      { state: 'notVerified', owner: 'known', candidates: ['a', 'b'] },
      'notVerified',
    ],
    ['is a refusal even if a newer change is pending', refused(404, 'shownNewer'), 'refusedPost'],
    ['is a refusal if the backend has no call for it', refused(404, 'notSupported'), 'refusedPost'],
    ['is a refusal whose answer is not stored', { state: 'parked', lastAnswer: null }, 'refusedPost'],
    ['is nothing while it is sent', { state: 'sent', mirrored: false }, null],
    ['is nothing before it is read', { state: 'reserved', mirrored: false }, null],
  ])('%s', (_, changes, wanted) => expect(needReason(fixtureReceipt('b', changes))).toBe(wanted));

  it('determines the order of the groups of receipts, the most urgent first', () => {
    const reasons = ['refused', 'notVerified', 'choose', 'refusedPost', 'noAccess', 'notMirrored'] as const;
    const rows = reasons.map((reason) => ({ id: reason, uniqueId: reason, reason }));
    expect(needGroups(rows).map(({ reason }) => reason)).toEqual(reasons.toReversed());
    expect(needGroups([])).toEqual([]);
  });

  it('groups the receipts, with each device named once in a group', () => {
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

it('the receipts that need a person leave out one that waits, was given up or is settled by a later one', () => {
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
