import { describe, expect, it } from 'vitest';
import { matchNamed } from './match.ts';

const ENTRIES = [
  { label: 'Overview' },
  { label: 'Outbox', also: 'receipts post' },
  { label: 'Claim orders' },
  { label: 'Übersicht der Aufträge' },
  { label: 'Theme: dark', also: 'colour night' },
] as const;
const labelsOf = (query: string) => matchNamed(ENTRIES, query).map(({ label }) => label);

describe('finding pages and actions of the app', () => {
  it.each([
    ['', ENTRIES.map(({ label }) => label)],
    ['  ', ENTRIES.map(({ label }) => label)],
    ['o', ['Overview', 'Outbox', 'Claim orders']],
    ['OUT', ['Outbox']],
    ['ord', ['Claim orders']],
    ['orders claim', ['Claim orders']],
    ['receipts', ['Outbox']],
    ['uber', ['Übersicht der Aufträge']],
    ['dark th', ['Theme: dark']],
    ['night dark', ['Theme: dark']],
    ['view', []],
    ['nosuch', []],
  ])('gives the right ones by the text %j', (query, labels) => expect(labelsOf(query)).toEqual(labels));
});
