/** Lists of IDs as people type and paste them. */
import { describe, expect, it } from 'vitest';
import { labelIndex } from './label.ts';
import { readTypedIds, readTypedOrderIds } from './typed-list.ts';

const index = labelIndex([
  { uniqueId: '82TR3V', mac: '21:19:5c:48:ee:e1', attributes: { orderId: 'AB-1234' } },
  { uniqueId: '5ZPbrLyB', mac: 'aa:bb:cc:dd:ee:ff', attributes: { orderId: 'AB-1234' } },
]);

describe('a typed list of beacons', () => {
  it.each([
    '82TR3V',
    '21:19:5c:48:ee:e1',
    '21-19-5C-48-EE-E1',
    '21195c48eee1',
    '21 19 5c 48 ee e1',
    'https://k.io/b/82TR3V',
    'SN:82TR3V',
    'SN: 82TR3V',
    '"82TR3V"',
    '“82TR3V”',
    '(82TR3V)',
    '82TR3V.',
    '1. 82TR3V',
    '12) 82TR3V',
    '(3) 82TR3V',
    '- 82TR3V',
    '• 82TR3V',
  ])('names the beacon in %s', (typed) => {
    expect(readTypedIds(index, typed)).toMatchObject({ found: ['82TR3V'], unknown: [] });
  });

  it.each([
    '82TR3V|5ZPbrLyB',
    '82TR3V 5ZPbrLyB',
    '82TR3V/5ZPbrLyB',
    '1. 82TR3V\n2. aabbccddeeff',
    '82TR3V;\t5ZPbrLyB,',
  ])('names the two beacons in %j', (typed) => {
    expect(readTypedIds(index, typed)).toMatchObject({ found: ['82TR3V', '5ZPbrLyB'], unknown: [] });
  });

  it.each([
    ['82TR3V nobody', ['nobody']],
    ['nobody: 82TR3V another', ['another']],
    ['82tr3v', ['82tr3v']],
    ['AB-1234', ['AB-1234']],
    ['https://k.io/82TR3V/5ZPbrLyB', ['https://k.io/82TR3V/5ZPbrLyB']],
    ['11:22:33:44:55:66', ['11:22:33:44:55:66']],
    ['SN:', ['SN:']],
    ['1.', ['1.']],
  ])('has a part that names no beacon with certainty in %s', (typed, unknown) => {
    expect(readTypedIds(index, typed).unknown).toEqual(unknown);
  });
});

describe('a typed list of order IDs', () => {
  it.each([
    ['AB-1, cd-2\nEF-3', ['AB-1', 'cd-2', 'EF-3']],
    ['"AB-1234"', ['AB-1234']],
    ['[AB-1234] (CD-1234)', ['AB-1234', 'CD-1234']],
    ['https://shop.example/orders/AB-1234', ['AB-1234']],
    ['1. AB-1234\n2. CD-1234', ['AB-1234', 'CD-1234']],
    ['Order no. AB-1234', ['AB-1234']],
    ['Order ID: AB-1234.', ['AB-1234']],
    ['a_b', ['a_b']],
    ['x', ['x']],
    [' \n"" ', []],
  ])('is read from %j', (typed, ids) => {
    expect(readTypedOrderIds(typed)).toEqual(ids);
  });
});

describe('a typed list of IDs', () => {
  it.each([
    ['of more IDs than are read', 'a,'.repeat(5001)],
    ['of a megabyte', 'aB3 '.repeat(250_000)],
  ])('%s is refused, with a message', (_what, typed) => {
    expect(readTypedIds(index, typed)).toEqual({ found: [], unknown: [], isTooLong: true });
    expect(readTypedOrderIds(typed)).toBe(null);
  });

  it('of the highest permitted number of IDs is read to its last one', () => {
    const { found, unknown, isTooLong } = readTypedIds(index, `${'no '.repeat(4999)}82TR3V`);
    expect([found, unknown.length, isTooLong]).toEqual([['82TR3V'], 4999, false]);
  });
});
