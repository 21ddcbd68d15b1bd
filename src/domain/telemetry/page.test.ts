import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExactly } from '../file-json.ts';
import { isoOf, readTimeMs } from './moment.ts';
import { isEndUnsaid, nextQuery, readPage, sameQuery, type TelemetryPage } from './page.ts';
import { readRecord, type TelemetryRecord } from './record.ts';

function record(raw: unknown): TelemetryRecord {
  const reading = readRecord(raw);
  if (reading === null) throw new Error('no record');
  return reading.record;
}

function page(raw: unknown): TelemetryPage {
  const read = readPage(raw);
  if (read === null) throw new Error('no page');
  return read;
}

describe('a telemetry record', () => {
  it('needs a trackingId and nothing else', () => {
    expect(record({ trackingId: 'aa:bb' })).toEqual({
      trackingId: 'aa:bb',
      sourceId: null,
      timeMs: null,
      values: {},
      rest: null,
      faults: null,
    });
    expect(readRecord({ sourceId: 'g' })).toBeNull();
    expect(readRecord({ trackingId: ' ' })).toBeNull();
    expect(readRecord([1])).toBeNull();
  });

  it.each([
    ['AA:BB:CC:DD:EE:FF', 'aa:bb:cc:dd:ee:ff'],
    ['aa-bb-cc-dd-ee-ff', 'aa-bb-cc-dd-ee-ff'],
    ['Tag A', 'Tag A'],
  ])('is of the beacon %s, spelled %s', (trackingId, spelled) =>
    expect(record({ trackingId }).trackingId).toBe(spelled),
  );

  it('keeps an ID of a gateway that is no text or too long out of the known fields', () => {
    const read = (sourceId: unknown) => record({ trackingId: 't', sourceId });
    expect(read(7)).toMatchObject({ sourceId: null, rest: { sourceId: 7 }, faults: ['sourceId'] });
    expect(read('g'.repeat(10_000)).faults).toBeNull();
    expect(read('g'.repeat(10_001)).faults).toEqual(['sourceId']);
  });

  it('keeps each digit of a number in an unknown field, and reads a known field as a double', () => {
    const times = '"beaconTimestamp":1760000000.123456789,"timestamp":1760000000123456789';
    const read = record(
      parseExactly(`{"trackingId":"t",${times},"temperature":21.10000000000000009,"odd":0.12345678901234567890}`),
    );
    expect(read.values).toEqual({
      beaconTimestamp: 1_760_000_000_123,
      timestamp: 1_760_000_000_123,
      temperature: 21.1,
    });
    expect(read).toMatchObject({ rest: { odd: '0.12345678901234567890' }, faults: null });
  });

  it('keeps unknown fields and values of the wrong type, and names the latter', () => {
    const read = record({
      trackingId: 't',
      temperature: '21',
      moving: 1,
      batteryLevel: 90,
      gasLevel: { ppm: 3 },
      humidity: null,
    });
    expect(read.values).toEqual({ batteryLevel: 90 });
    expect(read.rest).toEqual({ temperature: '21', moving: 1, gasLevel: { ppm: 3 } });
    expect(read.faults).toEqual(['temperature', 'moving']);
  });

  it('treats a field called __proto__ like any other', () => {
    const read = record(JSON.parse('{"trackingId":"t","__proto__":{"polluted":true}}'));
    expect(Object.keys(read.rest!)).toEqual(['__proto__']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it.each([
    [{ timestamp: '2026-01-02T03:04:05.000Z', cloudTimestamp: '2026-01-02T04:00:00Z' }, '2026-01-02T04:00:00.000Z'],
    [{ beaconTimestamp: '2026-01-02T03:04:05Z', gatewayTimestamp: '2026-01-02T03:05:00Z' }, '2026-01-02T03:05:00.000Z'],
    [
      { gatewayTimestamp: '2026-01-02T04:04:05+01:00', cloudTimestamp: '2026-01-02T03:05:00Z' },
      '2026-01-02T03:05:00.000Z',
    ],
    [{ timestamp: 'soon', cloudTimestamp: '2026-01-02T03:04:05' }, '2026-01-02T03:04:05.000Z'],
  ])('has the time at which it was received: %j', (times, expected) => {
    expect(isoOf(record({ trackingId: 't', ...times }).timeMs!)).toBe(expected);
  });

  it('is read from any data without throwing', () => {
    fc.assert(fc.property(fc.anything(), (raw) => void readRecord(raw)));
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('trackingId', 'timestamp', 'moving', 'rssi', 'model', 'x'), fc.jsonValue()),
        (raw) => {
          const reading = readRecord(raw);
          if (reading === null) return;
          // Every field is a value, kept unchanged in `rest`, or absent because it was null.
          for (const [name, value] of Object.entries(raw)) {
            if (name === 'trackingId' || value === null) continue;
            expect(Object.hasOwn(reading.record.values, name) || Object.hasOwn(reading.record.rest ?? {}, name)).toBe(
              true,
            );
          }
        },
      ),
    );
  });
});

describe('a time in a telemetry record', () => {
  it.each([
    ['2026-01-02', '2026-01-02T00:00:00.000Z'],
    ['2026-01-02T03:04Z', '2026-01-02T03:04:00.000Z'],
    ['2026-01-02 03:04:05.123456Z', '2026-01-02T03:04:05.123Z'],
    ['2026-01-02T03:04:05-0230', '2026-01-02T05:34:05.000Z'],
    ['2026-01-02T03:04:05+02', '2026-01-02T01:04:05.000Z'],
    [1_767_323_045, '2026-01-02T03:04:05.000Z'],
    [1_767_323_045_000, '2026-01-02T03:04:05.000Z'],
    [1_767_323_045_000_000, '2026-01-02T03:04:05.000Z'],
    [1_767_323_045_000_000_000, '2026-01-02T03:04:05.000Z'],
    [1_767_323_045.1236, '2026-01-02T03:04:05.124Z'],
    [946_684_800, '2000-01-01T00:00:00.000Z'],
    [4_102_444_799, '2099-12-31T23:59:59.000Z'],
    [' 2026-01-02t03:04:05,5 z ', '2026-01-02T03:04:05.500Z'],
    ['2026-01-02T03:04:05 +02:00', '2026-01-02T01:04:05.000Z'],
    ['2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z'],
  ])('is read from %s', (input, expected) => expect(isoOf(readTimeMs(input)!)).toBe(expected));

  it.each([
    '',
    'yesterday',
    '2026-13-45',
    '2026-01-02T99:00Z',
    '2026-13-45T03:04:05.000Z',
    'a text of 24 letters...Z',
    'x2026-01-02',
    '2026-01-02x',
    '2026-01-02T03:04:05.1234567890Z',
    '2026-01-02T03:04:05+2',
    null,
    true,
    Number.NaN,
    1e300,
    946_684_799,
    4_102_444_800,
    -1,
  ])('is not read from %s', (input) => expect(readTimeMs(input)).toBeNull());

  it('is empty as text when it is outside the calendar', () => {
    expect([isoOf(9e15), isoOf(-9e15), isoOf(Number.NaN)]).toEqual(['', '', '']);
    expect(isoOf(8.64e15)).toBe('+275760-09-13T00:00:00.000Z');
  });
});

describe('a page of telemetry', () => {
  const content = [{ trackingId: 'a' }, 7, { rssi: -1 }];

  it('is read in the shape of the tracking-ID query', () => {
    const read = page({
      links: [
        { rel: 'self', href: 'https://x/v3/telemetry?page=0' },
        { rel: 'next', href: 'https://x/v3/telemetry?page=1&trackingId=a%3Ab' },
      ],
      content,
      page: { startTime: '2026-01-01T00:00:00Z', endTime: '2026-01-02T00:00:00Z', hasNext: true, size: 20 },
    });
    expect(read.records.map(({ trackingId }) => trackingId)).toEqual(['a']);
    expect(read.skipped).toBe(2);
    expect(read.facts).toEqual({
      size: 20,
      totalPages: null,
      number: null,
      startMs: Date.UTC(2026, 0, 1),
      endMs: Date.UTC(2026, 0, 2),
      hasNext: true,
    });
    expect(nextQuery(read, 'page=0&trackingId=a%3Ab')).toBe('page=1&trackingId=a%3Ab');
  });

  it('is read in the shape of the source-ID query', () => {
    for (const number of [1, '1']) {
      const spelled = page({ links: [], content, page: { size: '20', totalElements: 45, totalPages: 3, number } });
      expect(spelled.facts).toMatchObject({ size: 20, number: 1 });
    }
    const read = page({ links: [], content, page: { size: 20, totalElements: 45, totalPages: 3, number: 1 } });
    expect(read.facts.totalPages).toBe(3);
    expect(nextQuery(read, 'sourceId=g&page=1&size=20')).toBe('sourceId=g&size=20&page=2');
    expect(nextQuery(page({ content, page: { totalPages: 3, number: 2 } }), 'page=2')).toBeNull();
  });

  it.each([
    ['no content', { links: [], page: {} }],
    ['content that is no list', { content: 'x' }],
    ['a text', 'hello'],
    ['null', null],
  ])('is not read from %s', (_, raw) => expect(readPage(raw)).toBeNull());

  it('takes from a link only its query, and ignores a link that is a template or too long', () => {
    const links = [
      { rel: 'next', href: '//evil.example/steal?page=3#x' },
      { rel: 'last', href: 'https://x/y{?page,size}' },
      { rel: 'first', href: `https://x/y?a=${'b'.repeat(9000)}` },
      { rel: 'prev' },
      null,
    ];
    expect(page({ content: [], links }).links).toEqual([{ rel: 'next', query: 'page=3' }]);
  });

  it('is the last page when its next link leads to itself or when it is empty', () => {
    const links = [{ rel: 'next', href: '?size=20&page=4' }];
    expect(nextQuery(page({ content, links }), 'page=4&size=20')).toBeNull();
    expect(nextQuery(page({ content: [], page: { hasNext: true } }), 'page=0')).toBeNull();
    expect(nextQuery(page({ content, page: { hasNext: true } }), 'a=1')).toBe('a=1&page=1');
  });

  it.each<[what: string, raw: object, asked: string, isUnsaid: boolean]>([
    ['yes, a full page without any statement', {}, 'size=3', true],
    ['no, a page that is not full', {}, 'size=4', false],
    ['yes, a page that is full by its own size', { page: { size: 3 } }, 'size=100', true],
    ['no, a page that is not full by its own size', { page: { size: 4 } }, 'size=100', false],
    ['no, a full page that states whether there is another', { page: { hasNext: false } }, 'size=3', false],
    ['no, a full page that states the number of pages', { page: { totalPages: 1 } }, 'size=3', false],
    ['no, a full page that links to the first page', { links: [{ rel: 'first', href: '?page=0' }] }, 'size=3', false],
    ['yes, a full page that links only to itself', { links: [{ rel: 'self', href: '?page=0' }] }, 'size=3', true],
  ])('leaves unknown whether another page follows: %s', (_what, raw, query, isUnsaid) => {
    expect(isEndUnsaid(page({ content: [{ trackingId: 'a' }, 7, {}], ...raw }), query)).toBe(isUnsaid);
  });

  it('is read from a bare array, and without the links and numbers that cannot be read', () => {
    const nothing = {
      size: null,
      totalPages: null,
      number: null,
      startMs: null,
      endMs: null,
      hasNext: null,
    };
    for (const raw of [content, { content }, { content, page: 'x', links: 'y' }]) {
      const read = page(raw);
      expect([read.records.length, read.skipped, read.links, read.facts]).toEqual([1, 2, [], nothing]);
    }
    const odd = {
      size: -1,
      totalPages: '12345678901',
      number: 1.5,
      startTime: 'soon',
      hasNext: 1,
    };
    expect(page({ content, page: odd }).facts).toEqual(nothing);
    expect(page({ content, page: { size: '12x', number: 'x12', totalPages: '' } }).facts).toEqual(nothing);
    expect(page({ content, page: { size: 'one', totalPages: '123456789' } }).facts).toEqual({
      ...nothing,
      totalPages: 123_456_789,
    });
    expect(page({ content, page: { number: 0, hasNext: 'true' } }).facts).toMatchObject({ number: 0, hasNext: true });
    expect(page({ content, page: { hasNext: 'false' } }).facts.hasNext).toBe(false);
  });

  it('names the fields that were cut, with their beacon and time', () => {
    const long = 'x'.repeat(300_000);
    expect(page([{ trackingId: 'a', timestamp: '2026-01-02', odd: long }, { trackingId: 'b' }]).cut).toEqual([
      { trackingId: 'a', timeMs: Date.UTC(2026, 0, 2), field: 'odd' },
    ]);
  });

  it.each<[what: string, facts: object, asked: string, next: string | null]>([
    ['the page after its own number', { number: 0, totalPages: 2 }, 'page=7', 'page=1'],
    ['the page after the number that was requested', { totalPages: 5 }, 'page=3', 'page=4'],
    ['page 1 when the requested number cannot be read', { totalPages: 5 }, 'page=-3', 'page=1'],
    ['page 1 when the requested number is not whole', { totalPages: 5 }, 'page=1.5', 'page=1'],
    ['page 1 when no number was requested', { totalPages: 5 }, '', 'page=1'],
    ['nothing when it states that no page follows', { totalPages: 5, hasNext: false }, 'page=0', null],
    ['nothing when it does not state that a page follows', {}, 'page=0', null],
    [
      'the next number and all other parameters of the query',
      { hasNext: true },
      'pages=1&page=0&size=9',
      'pages=1&size=9&page=1',
    ],
  ])('without a link continues with %s', (_what, facts, asked, next) =>
    expect(nextQuery(page({ content, page: facts }), asked)).toBe(next),
  );

  it('follows a link in any spelling of its name, also from an empty page', () => {
    const links = [
      { rel: 'Self', href: '?page=1' },
      { rel: 'NEXT', href: '/v3/telemetry?page=2' },
    ];
    expect(nextQuery(page({ content: [], links }), 'page=1')).toBe('page=2');
    expect(isEndUnsaid(page({ content: [{}], links: links.slice(0, 1) }), 'size=1')).toBe(true);
  });

  it('continues with a link only if its query has at most 8000 characters', () => {
    const link = (length: number) => ({ rel: 'next', href: `?${'a'.repeat(length)}` });
    const others = ['/none', '/a#?page=1', '?a=b c', '?', '?page={page}'].map((href) => ({ rel: 'next', href }));
    expect(page({ content: [], links: [link(8000), link(8001), ...others] }).links).toHaveLength(1);
  });

  it('counts two queries as equal when they differ only in spelling and order', () => {
    expect(sameQuery('a=1%2C2&b=3', 'b=3&a=1,2')).toBe(true);
    expect(sameQuery('a=1', 'a=2')).toBe(false);
  });

  it('is read from any data without throwing', () => {
    fc.assert(fc.property(fc.anything(), (raw) => void readPage(raw)));
    fc.assert(
      fc.property(
        fc.array(fc.anything()),
        fc.anything(),
        fc.anything(),
        (list, links, facts) => void readPage({ content: list, links, page: facts }),
      ),
    );
  });
});
