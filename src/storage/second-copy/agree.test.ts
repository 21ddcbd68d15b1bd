import { describe, expect, it } from 'vitest';
import type { Receipt } from '../../domain/receipt.ts';
import { NOW_MS, RESERVED, sampleReceipt } from '../../../test/support/sample-rows.ts';
import { copiesAgree, countAccounted, namesAgree } from './agree.ts';
import type { MirrorFile } from './mirror.ts';

const DAY_MS = 24 * 3600_000;
const receipt = (id: string, changes: Partial<Receipt> = {}): Receipt =>
  sampleReceipt('a', id, { mirrored: true, ...changes });
const copyOf = (row: Receipt): MirrorFile => ({
  kind: 'receipt',
  name: `${row.id}.receipt`,
  modifiedMs: NOW_MS,
  receipt: row,
});
const [one, two] = [receipt('1'), receipt('2')];
const moved = receipt('1', { uniqueId: 'dev-b', owner: 'unsure', candidates: ['dev-1', 'dev-b'] });
const delivered = (daysAgo: number) =>
  receipt('1', { state: 'verified', tries: 1, settledAtMs: NOW_MS - daysAgo * DAY_MS });

describe('the two copies of the receipts', () => {
  for (const [name, rows, files, expected] of [
    ['agree when nothing is stored', [], [], true],
    ['agree when each row has its file', [one, two], [copyOf(one), copyOf(two)], true],
    ['agree when a row is still reserved and has no file', [one, receipt('2', RESERVED)], [copyOf(one)], true],
    ['agree when the file names the beacon from before the reassignment', [moved], [copyOf(one), copyOf(moved)], true],
    ['agree when nothing could be read from the files', [one], null, true],
    ['agree while a delivered row is younger than the limit', [delivered(29.9)], [copyOf(one)], true],
    ['disagree when a row has no file', [one, two], [copyOf(one)], false],
    ['disagree when a file has no row', [one], [copyOf(one), copyOf(two)], false],
    ['disagree when a row does not know that it has a file', [receipt('1', { mirrored: false })], [copyOf(one)], false],
    ['disagree when only the old beacon has a file', [moved], [copyOf(one)], false],
    [
      'disagree when space is still reserved',
      [one],
      [copyOf(one), { kind: 'reserved', name: 'rcp-2.receipt', modifiedMs: NOW_MS, runNote: null }],
      false,
    ],
    [
      'disagree when a file is torn',
      [one],
      [copyOf(one), { kind: 'torn', name: 'rcp-2.receipt', detail: 'short' }],
      false,
    ],
    ['disagree when a row is due for deletion', [delivered(30)], [copyOf(one)], false],
  ] as const satisfies readonly (readonly [string, readonly Receipt[], readonly MirrorFile[] | null, boolean])[])
    it(name, () => {
      expect(copiesAgree({ rows, allReadable: true, files }, NOW_MS, 30)).toBe(expected);
    });

  it('disagree when a row cannot be read', () => {
    for (const files of [[copyOf(one)], null])
      expect(copiesAgree({ rows: [one], allReadable: false, files }, NOW_MS, 30)).toBe(false);
  });
});

describe('the names of the second copies', () => {
  const rows = [one, two, receipt('3', RESERVED)];
  for (const [name, names, expected] of [
    ['agree when every response has its file, in any order', ['rcp-2.receipt', 'rcp-1.receipt'], true],
    ['disagree when a file is missing', ['rcp-1.receipt'], false],
    ['disagree when there is one more', ['rcp-1.receipt', 'rcp-2.receipt', 'rcp-3.receipt'], false],
    ['disagree when one has another name', ['rcp-1.receipt', 'rcp-4.receipt'], false],
  ] as const)
    it(name, () => {
      expect(namesAgree({ rows, allReadable: true }, names)).toBe(expected);
    });

  it('disagree when a row cannot be read', () => {
    expect(namesAgree({ rows, allReadable: false }, ['rcp-1.receipt', 'rcp-2.receipt'])).toBe(false);
  });
});

it('a row is accounted for by its copy if another row holds the same response', () => {
  const same = receipt('2', { uniqueId: one.uniqueId, responseBase64: one.responseBase64 });
  expect(countAccounted([one], [copyOf(one), copyOf(same)])).toBe(2);
  expect(countAccounted([one], [copyOf(one), copyOf(receipt('3', { responseBase64: 'AAAA' }))])).toBe(1);
  expect(countAccounted([moved], [copyOf(one), copyOf(moved)])).toBe(1);
  expect(countAccounted([one, receipt('2', RESERVED)], [])).toBe(1);
});
