import { describe, expect, it } from 'vitest';
import { fixtureEdit, fixtureReceipt } from '../../../../test/support/fixture-rows.ts';
import type { Receipt } from '../../../domain/receipt.ts';
import { outboxStrings } from '../../strings/outbox.ts';
import { canRetry, groupOutbox, needOf } from './entries.ts';
import { base64Bytes, detailsOf } from './item-details.ts';

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
  ] as const)('%j is in %s', (changes, group, need) => {
    const found = one(changes as Partial<Receipt>);
    expect(found.group).toBe(group);
    if (found.item !== null) expect(needOf(found.item)).toBe(need);
  });

  it('sorts edits by their state, and sends the oldest first', () => {
    const edits = [fixtureEdit('w'), fixtureEdit('p', { state: 'parked' }), fixtureEdit('s', { state: 'saved' })];
    const receipts = [fixtureReceipt('n', { id: 'new', createdAtMs: 20 }), fixtureReceipt('o', { id: 'old', createdAtMs: 10 })];
    const groups = groupOutbox({ receipts, edits });
    expect(groups.waiting.map((item) => item.uniqueId)).toEqual(['o', 'n', 'w']);
    expect(groups.needsYou.map((item) => item.uniqueId)).toEqual(['p']);
    expect(groups.delivered.map((item) => item.uniqueId)).toEqual(['s']);
  });

  it('never offers to post what is held, in the air, delivered or refused by the beacon', () => {
    for (const changes of [{ held: true }, { inFlightSinceMs: 1 }, { state: 'verified' }, { state: 'refused' }] as Partial<Receipt>[]) {
      expect(canRetry(one(changes).item!)).toBe(false);
    }
    expect(canRetry(one({ state: 'parked' }).item!)).toBe(true);
  });
});

describe('details', () => {
  it.each([['', 0], ['AA==', 1], ['AAA=', 2], ['AAAA', 3], ['AAE', 2]])('%j holds %i bytes', (base64, bytes) => {
    expect(base64Bytes(base64)).toBe(bytes);
  });

  it('says which clock, which result and which copies', () => {
    const item = one({ state: 'refused', result: 7, clock: 'unchecked', mirrored: false }).item!;
    const values = detailsOf(item).map((entry) => entry.value);
    expect(values).toEqual(expect.arrayContaining(['clock unchecked', '7 (token expired)', 'one']));
  });
});

describe('words of the outbox', () => {
  it('has a sentence for every code of an answer, and a fallback', () => {
    for (const code of [...outboxStrings.knownAnswers, 'unheardOf']) expect(outboxStrings.answer(code)).toMatch(/^[A-Z].+\.$/);
  });

  it('tells every remark of the storage in words', () => {
    for (const foreign of ['toString', 'constructor:1', '__proto__']) expect(outboxStrings.remark(foreign)).toBe(outboxStrings.remark('never heard of'));
    for (const code of outboxStrings.knownRemarks) expect(outboxStrings.remark(`${code}:3`)).toMatch(/^[A-Z0-9].+\.$/);
    expect(outboxStrings.remark('copiesRestored:1')).toBe('1 receipt came back from its second copy and may be a repeat.');
  });
});
