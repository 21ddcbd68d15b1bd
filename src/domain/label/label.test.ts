/** Printed labels: each spelling finds its beacon, and nothing is guessed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { certainBeacon, isLabelShaped, labelIndex, macsIn, orderIdIn, readLabel, type LabelSubject } from './label.ts';

const ALPHANUMERIC = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'];
const idText = fc
  .constantFrom(4, 6, 8)
  .chain((length) => fc.array(fc.constantFrom(...ALPHANUMERIC), { minLength: length, maxLength: length }))
  .map((letters) => letters.join(''));
const macText = fc
  .uint8Array({ minLength: 6, maxLength: 6 })
  .map((bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(':'));

function subject(uniqueId: string, mac: string | null = null, orderId: string | null = null): LabelSubject {
  return { uniqueId, mac, attributes: orderId === null ? {} : { orderId } };
}

/** Beacons whose IDs differ in more than letter case. */
const fleet = fc
  .uniqueArray(fc.record({ id: idText, mac: macText }), {
    minLength: 2,
    maxLength: 12,
    selector: ({ id }) => id.toLowerCase(),
  })
  .filter((all) => new Set(all.map(({ mac }) => mac)).size === all.length);

const SPELLINGS: readonly ((mac: string) => string)[] = [
  (mac) => mac,
  (mac) => mac.toUpperCase(),
  (mac) => mac.replaceAll(':', '-'),
  (mac) => mac.replaceAll(':', '_'),
  (mac) => mac.replaceAll(':', ''),
  (mac) => mac.replaceAll(':', ' ').toUpperCase(),
  (mac) => mac.replaceAll(':', '').replace(/(.{4})(.{4})(.{4})/, '$1.$2.$3'),
];

describe('a label', () => {
  it.each([
    ['Ab3dEf', 'one'],
    ['  Ab3dEf\r\n', 'one'],
    ['\u001dAb3dEf\u0000', 'one'],
    ['https://example.com/b/Ab3dEf', 'one'],
    ['https://example.com/b?id=Ab3dEf&v=2', 'one'],
    ['https://example.com/#/Ab3dEf', 'one'],
    ['https://example.com/%41b3dEf', 'one'],
    ['SN:Ab3dEf;HW:2.1', 'one'],
    ['(21)Ab3dEf', 'one'],
    [']C1Ab3dEf', 'one'],
    ['ID:Ab3dEf', 'one'],
    ['ID: Ab3dEf', 'one'],
    ['Ab3\u200bdEf', 'one'],
    ['010950110153000321Ab3dEf', 'one'],
    [']C10109501101530003\u001d21Ab3dEf', 'one'],
    [']C1010950110153000310LOT7\u001d21Ab3dEf\u001d17271231', 'one'],
    ['\u001d0109501101530003172712312 1Ab3dEf'.replace(' ', ''), 'one'],
    ['21Ab3dEf', 'none'],
    ['010950110153000421Ab3dEf', 'none'],
    ['Ab3dEfX', 'none'],
    ['XAb3dEf', 'none'],
    ['https://Ab3dEf.example.com/', 'none'],
    ['', 'none'],
  ])('that says %j names %s', (text, kind) => {
    const reading = readLabel(labelIndex([subject('Ab3dEf'), subject('Zz9yXw')]), text);
    expect(reading.kind).toBe(kind);
    if (reading.kind === 'one') expect(reading).toEqual({ kind: 'one', uniqueId: 'Ab3dEf', sign: 'id' });
  });

  it('finds each beacon by its ID, anywhere in the text', () => {
    const around = fc.constantFrom<[string, string]>(
      ['', ''],
      ['https://example.com/', ''],
      ['id=', ' rev 2'],
      ['S/N ', '\n'],
    );
    fc.assert(
      fc.property(fleet, around, (all, [before, behind]) => {
        const index = labelIndex(all.map(({ id, mac }) => subject(id, mac)));
        for (const { id } of all) {
          const reading = readLabel(index, `${before}${id}${behind}`);
          const named =
            reading.kind === 'one' ? [reading.uniqueId] : reading.kind === 'several' ? reading.uniqueIds : [];
          // Words around it may be IDs of others, but this one is always found.
          expect(named).toContain(id);
        }
      }),
    );
  });

  it('finds each beacon by its address in each spelling', () => {
    fc.assert(
      fc.property(fleet, fc.constantFrom(...SPELLINGS), fc.constantFrom(...SPELLINGS), (all, printed, listed) => {
        const index = labelIndex(all.map(({ id, mac }) => subject(id, listed(mac))));
        for (const { id, mac } of all) {
          expect(macsIn(printed(mac))).toEqual([mac.replaceAll(':', '')]);
          const reading = readLabel(index, `MAC ${printed(mac)}`);
          expect(reading.kind === 'one' ? reading.uniqueId : reading).toBe(id);
        }
      }),
    );
  });

  it('names only beacons of the list, whatever the text', () => {
    fc.assert(
      fc.property(fleet, fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), idText, macText), (all, text) => {
        const ids = new Set(all.map(({ id }) => id));
        const reading = readLabel(labelIndex(all.map(({ id, mac }) => subject(id, mac))), text);
        if (reading.kind === 'one') expect(ids.has(reading.uniqueId)).toBe(true);
        if (reading.kind === 'several') {
          expect(reading.uniqueIds.length).toBeGreaterThan(1);
          expect(new Set(reading.uniqueIds).size).toBe(reading.uniqueIds.length);
          expect(reading.uniqueIds.every((id) => ids.has(id))).toBe(true);
        }
        if (reading.kind === 'none') expect(reading.text.length).toBeLessThanOrEqual(120);
      }),
    );
  });

  it('names two beacons when its ID belongs to one and its address to the other', () => {
    const index = labelIndex([subject('Aa11', '00:11:22:33:44:55'), subject('Bb22', '66:77:88:99:aa:bb')]);
    expect(readLabel(index, 'Aa11 667788 99AABB')).toEqual({ kind: 'one', uniqueId: 'Aa11', sign: 'id' });
    expect(readLabel(index, 'Aa11 66778899AABB')).toEqual({
      kind: 'several',
      uniqueIds: ['Aa11', 'Bb22'],
      sign: 'id',
      contradicts: true,
    });
    expect(readLabel(index, 'Bb22 66778899AABB')).toEqual({ kind: 'one', uniqueId: 'Bb22', sign: 'id' });
  });

  it('names the beacon whose ID is the whole text, although parts of the text are the IDs of other beacons', () => {
    const index = labelIndex([subject('Aa11-Bb22'), subject('Aa11'), subject('Bb22', '00:11:22:33:44:55')]);
    expect(readLabel(index, ' Aa11-Bb22 ')).toEqual({ kind: 'one', uniqueId: 'Aa11-Bb22', sign: 'id' });
    expect(readLabel(index, 'SN Aa11-Bb22')).toMatchObject({ kind: 'several', sign: 'id' });
  });

  it('names several beacons when it contains several IDs, or a MAC address that two devices of the list have', () => {
    const index = labelIndex([subject('Aa11', '00:11:22:33:44:55'), subject('Bb22', '001122334455'), subject('Cc33')]);
    expect(readLabel(index, 'Aa11, Cc33')).toMatchObject({ kind: 'several', uniqueIds: ['Aa11', 'Cc33'] });
    expect(readLabel(index, '00-11-22-33-44-55')).toMatchObject({
      kind: 'several',
      uniqueIds: ['Aa11', 'Bb22'],
      sign: 'mac',
    });
    // The ID beside it decides.
    expect(readLabel(index, 'Bb22 00-11-22-33-44-55')).toEqual({ kind: 'one', uniqueId: 'Bb22', sign: 'id' });
  });

  it.each([
    ['010950110153000321Ab3dEf10LOT7', 'Ab3dEf'],
    ['010950110153000321Ab3dEf17271231', 'Ab3dEf'],
    ['01095011015300031727123121Ab3dEf10LOT7', 'Ab3dEf'],
    ['010950110153000310LOT721Ab3dEf', 'Ab3dEf'],
    [']C101095011015300032166778899AABB10LOT7', 'Bb22'],
    ['\u001d010950110153000321Ab3dEf10LOT7\u001d17271231', 'Ab3dEf'],
  ])(
    'that has lost its separators, %j, names the one beacon whose id or address begins before further elements',
    (text, id) => {
      const index = labelIndex([subject('Ab3dEf'), subject('Bb22', '66:77:88:99:aa:bb'), subject('Zz9yXw')]);
      expect(readLabel(index, text)).toEqual({ kind: 'one', uniqueId: id, sign: id === 'Bb22' ? 'mac' : 'id' });
    },
  );

  it('without separators names several beacons when several IDs may end there, and none when no ID can', () => {
    const label = '010950110153000321Ab3d10X10LOT7';
    const ids = ['Ab3d', 'Ab3d10X'];
    expect(readLabel(labelIndex(ids.map((id) => subject(id))), label)).toMatchObject({
      kind: 'several',
      uniqueIds: ids,
      contradicts: false,
    });
    expect(readLabel(labelIndex([subject('Zz9yXw')]), label).kind).toBe('none');
    // No element follows the ID: the serial number is that of another beacon.
    expect(readLabel(labelIndex([subject('Ab3d')]), '010950110153000321Ab3dEfGh').kind).toBe('none');
    // A date with a letter is not a date.
    expect(readLabel(labelIndex([subject('Ab3d')]), '010950110153000321Ab3d17A71231').kind).toBe('none');
    // Without a trade item or a GS1 symbol it is any text.
    expect(readLabel(labelIndex([subject('Ab3d')]), '21Ab3d10LOT7').kind).toBe('none');
  });

  it.each([
    ['the serial of an asset', '\u001d8004Ab3dEf\u001d10LOT7', 'Ab3dEf'],
    ['a weight before it', '\u001d310300175021Ab3dEf', 'Ab3dEf'],
    ['a place before it', '\u001d414095011015300021Ab3dEf', 'Ab3dEf'],
    ['a variant before it', '\u001d200121Ab3dEf', 'Ab3dEf'],
    ['a parcel before it', '\u001d0012345678901234567521Ab3dEf', 'Ab3dEf'],
    ['an internal value after a count', '\u001d3012\u001d91Ab3dEf', 'Ab3dEf'],
  ])('of GS1 elements names the beacon of each value: %s', (_which, text, id) => {
    expect(readLabel(labelIndex([subject('Ab3dEf'), subject('Zz9yXw')]), text)).toEqual({
      kind: 'one',
      uniqueId: id,
      sign: 'id',
    });
  });

  it('shows at most 120 characters of a text that names no beacon', () => {
    const index = labelIndex([subject('Ab3d')]);
    expect(readLabel(index, 'x'.repeat(120))).toEqual({ kind: 'none', text: 'x'.repeat(120) });
    expect(readLabel(index, 'x'.repeat(121))).toEqual({ kind: 'none', text: 'x'.repeat(120) });
  });

  it('is read only up to its 4000th character', () => {
    const index = labelIndex([subject('Ab3d')]);
    expect(readLabel(index, `${' '.repeat(3996)}Ab3d`).kind).toBe('one');
    expect(readLabel(index, `${' '.repeat(3997)}Ab3d`).kind).toBe('none');
  });

  it.each([
    ['a percent sign that stands for nothing', 'https://example.com/100%/Ab3dEf'],
    ['an address that is none', 'http://[Ab3dEf'],
  ])('is read although it has %s', (_what, text) => {
    expect(readLabel(labelIndex([subject('Ab3dEf')]), text)).toMatchObject({ kind: 'one', uniqueId: 'Ab3dEf' });
  });

  it('names no beacon without an ID, and a beacon that is in the list twice only by its first entry', () => {
    const index = labelIndex([subject('', '00:11:22:33:44:55'), subject('Aa11'), subject('Aa11', '66:77:88:99:aa:bb')]);
    expect(readLabel(index, '00:11:22:33:44:55').kind).toBe('none');
    expect(readLabel(index, '66:77:88:99:aa:bb').kind).toBe('none');
    expect(readLabel(index, '')).toEqual({ kind: 'none', text: '' });
  });

  it('of any length is read quickly', () => {
    const label = `]C1${'21'.repeat(2000)}`;
    const began = performance.now();
    readLabel(labelIndex([subject('Ab3d')]), label);
    readLabel(labelIndex([subject('Ab3d')]), `]C1${'219110'.repeat(33)}`);
    expect(performance.now() - began).toBeLessThan(500);
  });

  it('distinguishes IDs that differ in letter case, and reports an ID that differs in nothing else', () => {
    const index = labelIndex([subject('abCD'), subject('ABcd'), subject('Wxyz')]);
    expect(readLabel(index, 'abCD')).toEqual({ kind: 'one', uniqueId: 'abCD', sign: 'id' });
    expect(readLabel(index, 'ABCD')).toMatchObject({ kind: 'several', uniqueIds: ['abCD', 'ABcd'], sign: 'otherCase' });
    expect(readLabel(index, 'WXYZ')).toEqual({ kind: 'one', uniqueId: 'Wxyz', sign: 'otherCase' });
  });

  it('names beacons by their order ID only when nothing else matches', () => {
    const index = labelIndex([
      subject('Aa11', null, 'AB-12'),
      subject('Bb22', null, 'AB-12'),
      subject('Cc33', null, 'ab-12'),
    ]);
    expect(readLabel(index, 'AB-12')).toEqual({
      kind: 'several',
      uniqueIds: ['Aa11', 'Bb22'],
      sign: 'order',
      contradicts: false,
    });
    expect(readLabel(index, 'ab-12')).toEqual({ kind: 'one', uniqueId: 'Cc33', sign: 'order' });
    expect(readLabel(index, 'Order AB-12 id Aa11')).toEqual({ kind: 'one', uniqueId: 'Aa11', sign: 'id' });
  });

  it.each([
    ['AB-12', 'AB-12'],
    ['https://example.com/order/Xy-77', 'Xy-77'],
    ['Order ID: ab-12', 'ab-12'],
    ['ORDER AB-12 / 40 pcs', 'AB-12'],
    ['https://example.com/order/Xy-77/?page=2', 'Xy-77'],
    ['two words', null],
    ['order no. 77-AB', '77-AB'],
    ['Order # X-1', 'X-1'],
    ['order=AB_12', null],
    ['https://example.com/order/a%2Fb', null],
    ['https://example.com/', null],
    ['HTTPS://example.com/Xy-77', 'Xy-77'],
    ['border AB-12', null],
    ['', null],
    ['ab', null],
    ['abc', 'abc'],
    ['x'.repeat(40), 'x'.repeat(40)],
    ['x'.repeat(41), null],
  ])('that says %j holds the order id %j', (text, orderId) => {
    expect(orderIdIn(text)).toBe(orderId);
  });
});

it.each([
  ['an ID', 'Aa11', 'Aa11'],
  ['an address', '00:11:22:33:44:55', 'Aa11'],
  ['an ID in other case', 'aa11', null],
  ['an order', 'AB-12', null],
  ['two IDs', 'Aa11 Bb22', null],
  ['nothing of the list', 'Cc33', null],
])('a label names a beacon with certainty only by its whole ID or address: %s', (_what, text, uniqueId) => {
  const index = labelIndex([subject('Aa11', '00:11:22:33:44:55', 'AB-12'), subject('Bb22')]);
  expect(certainBeacon(readLabel(index, text))).toBe(uniqueId);
});

it.each([
  ['ward 3', false],
  ['Müller', false],
  ['', false],
  ['Ab3dEf', false],
  ['SN:Ab3dEf', true],
  ['https://example.com', true],
  ['001122334455', true],
  ['0109501101530003', true],
  ['010950110153000', false],
])('the reader of labels takes %j for the text of a label: %s', (text, isLabel) => {
  expect(isLabelShaped(text)).toBe(isLabel);
});

it.each([
  ['00:11:22:33:44:55', ['001122334455']],
  ['00:11:22:33:44:55 00-11-22-33-44-55', ['001122334455']],
  ['00:11:22:33:44:55, 66:77:88:99:aa:bb', ['001122334455', '66778899aabb']],
  ['0011.2233.4455', ['001122334455']],
  ['00:11-22:33:44:55', []],
  ['00:11:22:33:44', []],
  ['00112233445566', []],
  ['x001122334455', []],
  ['00:11:22:33:44:5g', []],
])('the reader of labels finds in %j the MAC addresses %j', (text, macs) => {
  expect(macsIn(text)).toEqual(macs);
});
