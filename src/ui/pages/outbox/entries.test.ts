import { describe, expect, it } from 'vitest';
import { fixtureEdit, fixtureReceipt } from '../../../../test/support/fixture-rows.ts';
import { countReceipts, type Receipt } from '../../../domain/receipt.ts';
import { countNeeds } from '../../../domain/delivery/needs.ts';
import { answerWords, remarkWords } from '../../strings/outbox.ts';
import { canPostAgain, canSend, groupOutbox, isOpen, needOf } from './entries.ts';
import { base64Bytes, detailsOf } from './item-details.ts';
import { answerText, remarkText } from '../../words/outbox.ts';

const one = (changes: Partial<Receipt>) => {
  const groups = groupOutbox({ receipts: [fixtureReceipt('a', changes)], edits: [] });
  const group = (Object.keys(groups) as (keyof typeof groups)[]).find((name) => groups[name].length > 0) ?? null;
  return { group, item: group === null ? null : groups[group][0]! };
};

describe('groups of the outbox', () => {
  it.each([
    [{ state: 'reserved' }, null, null],
    [{ state: 'waiting' }, 'waiting', null],
    [{ state: 'sent' }, 'waiting', null],
    [{ state: 'verified' }, 'delivered', null],
    [{ state: 'parked' }, 'needsYou', 'parked'],
    [{ state: 'notVerified' }, 'needsYou', 'notVerified'],
    [{ state: 'notVerified', owner: 'unsure', candidates: ['a', 'b'] }, 'needsYou', 'unsureNotVerified'],
    [{ state: 'waiting', owner: 'unsure', candidates: ['a', 'b'] }, 'waiting', null],
    [{ state: 'refused', held: true, result: 3 }, 'needsYou', 'refused'],
    [{ state: 'waiting', mirrored: false }, 'needsYou', 'notMirrored'],
  ] as const)('put a receipt with %j into the group %s', (changes, group, need) => {
    const entry = one(changes);
    expect(entry.group).toBe(group);
    if (entry.item !== null) expect(needOf(entry.item)).toBe(need);
  });

  it.each([
    ['waiting', true],
    ['parked', true],
    ['sent', false],
    ['notVerified', false],
  ] as const)('count a receipt that is %s as one to send: %s', (state, isToSend) => {
    expect(isOpen(one({ state }).item!)).toBe(isToSend);
  });

  it('sort edits by their state, and send the oldest first', () => {
    const edits = [fixtureEdit('w'), fixtureEdit('p', { state: 'parked' }), fixtureEdit('s', { state: 'saved' })];
    const receipts = [
      fixtureReceipt('n', { id: 'new', createdAtMs: 20 }),
      fixtureReceipt('o', { id: 'old', createdAtMs: 10 }),
    ];
    const groups = groupOutbox({ receipts, edits });
    expect(groups.waiting.map((item) => item.uniqueId)).toEqual(['o', 'n', 'w']);
    expect(groups.needsYou.map((item) => item.uniqueId)).toEqual(['p']);
    expect(groups.delivered.map((item) => item.uniqueId)).toEqual(['s']);
  });

  it('never offer to send a receipt that is held back, being sent, delivered or closed, or whose beacon refused the package', () => {
    for (const changes of [
      { held: true },
      { inFlightSinceMs: 1 },
      { state: 'verified' },
      { state: 'refused' },
      { state: 'parked', givenUpAtMs: 1 },
    ] as Partial<Receipt>[]) {
      expect([canSend(one(changes).item!), canPostAgain(one(changes).item!)], JSON.stringify(changes)).toEqual([
        false,
        false,
      ]);
    }
  });

  it('offer "post again" only for a receipt that was answered and not verified', () => {
    expect(
      (['parked', 'sent', 'notVerified', 'waiting'] as const).map((state) => canPostAgain(one({ state }).item!)),
    ).toEqual([true, true, true, false]);
    expect(
      (['parked', 'sent', 'notVerified', 'waiting'] as const).map((state) => canSend(one({ state }).item!)),
    ).toEqual([false, false, false, true]);
  });

  it('ask for nothing about a receipt that the person has closed, or after which a later receipt of its beacon is verified', () => {
    for (const state of ['parked', 'notVerified', 'refused', 'sent'] as const) {
      const old = fixtureReceipt('a', { id: 'old', state, createdAtMs: 1, responseBase64: 'AAAA' });
      const later = fixtureReceipt('a', { id: 'later', state: 'verified', createdAtMs: 2, responseBase64: 'BBBB' });
      expect(
        groupOutbox({ receipts: [old, later], edits: [] }).aside.map(({ id }) => id),
        state,
      ).toEqual(['old']);
      expect(groupOutbox({ receipts: [old, { ...later, uniqueId: 'b' }], edits: [] }).aside, state).toEqual([]);
      expect(
        groupOutbox({ receipts: [{ ...old, givenUpAtMs: 5 }], edits: [] }).aside.map(({ id }) => id),
        state,
      ).toEqual(['old']);
      expect(countReceipts([old, later])).toEqual({ onlyHere: 0, toSend: 0, unverified: 0 });
      // The badge counts the rows that the page lists.
      for (const receipts of [[old, later], [old], [{ ...old, givenUpAtMs: 5 }]])
        expect(countNeeds(receipts, [])).toBe(groupOutbox({ receipts, edits: [] }).needsYou.length);
    }
    const waiting = fixtureReceipt('a', { id: 'old', state: 'waiting', createdAtMs: 1, responseBase64: 'AAAA' });
    expect(
      groupOutbox({
        receipts: [waiting, fixtureReceipt('a', { state: 'verified', createdAtMs: 2, responseBase64: 'BBBB' })],
        edits: [],
      }).waiting,
    ).toHaveLength(1);
  });
});

describe('the details of a receipt in the outbox', () => {
  it.each([
    ['', 0],
    ['AA==', 1],
    ['AAA=', 2],
    ['AAAA', 3],
    ['AAE', 2],
  ])('count %j as %i bytes', (base64, bytes) => {
    expect(base64Bytes(base64)).toBe(bytes);
  });

  it('show whether its clock was checked, the result of the beacon, and how many copies are stored', () => {
    const item = one({ state: 'refused', result: 7, clock: 'unchecked', mirrored: false }).item!;
    const values = detailsOf(item).map((entry) => entry.value);
    expect(values).toEqual(expect.arrayContaining(['not checked', '7 (token expired)', 'one']));
  });
});

describe('the texts of the outbox', () => {
  it('contain a sentence for every code of an answer, and one sentence for all unknown codes', () => {
    for (const code of [...Object.keys(answerWords), 'unheardOf']) expect(answerText(code)).toMatch(/^[A-Z].+\.$/);
  });

  it('contain a sentence for every remark of the storage', () => {
    for (const foreign of ['toString', 'constructor:1', '__proto__'])
      expect(remarkText(foreign)).toBe(remarkText('never heard of'));
    for (const code of Object.keys(remarkWords)) expect(remarkText(`${code}:3`)).toMatch(/^[A-Z0-9].+\.$/);
    expect(remarkText('copiesRestored:1')).toBe('1 receipt was restored from its second copy and may be a repeat.');
  });
});
