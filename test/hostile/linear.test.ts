/** What reads a text from outside takes twice as long for twice the text, whatever the text. */
import { describe, expect, it } from 'vitest';
import { nextQueryOf } from '../../src/backend/devices.ts';
import { readRetryAfterMs } from '../../src/backend/failure.ts';
import { readZonedTimeMs } from '../../src/backend/wire.ts';
import { checkAccountDraft, completeAddress } from '../../src/domain/account.ts';
import { isSecret } from '../../src/domain/attributes/values.ts';
import { decodeBase64 } from '../../src/domain/base64.ts';
import { cleanKey } from '../../src/domain/clean-text.ts';
import { fileKindOf } from '../../src/domain/file-kind.ts';
import { labelIndex, orderIdIn, readLabel } from '../../src/domain/label/label.ts';
import { readTypedIds } from '../../src/domain/label/typed-list.ts';
import { readOrderIds } from '../../src/domain/ownership/order-ids.ts';
import { readReceiptFile } from '../../src/domain/receipt-file-reading.ts';
import { readSetUpLink } from '../../src/domain/set-up-link.ts';
import { checkDraft } from '../../src/domain/streams/draft.ts';
import { readPasted } from '../../src/domain/streams/pasted.ts';
import { plainCellText } from '../../src/domain/table/cell.ts';
import { decodeTable } from '../../src/domain/table/decode-table.ts';
import { readTable } from '../../src/domain/table/read-table.ts';
import { readTimeMs } from '../../src/domain/telemetry/moment.ts';
import { sampled } from '../support/sampled.ts';
import { bytesOf, LONG_TEXTS } from './long-texts.ts';

const labels = labelIndex([{ uniqueId: 'Ab3d', mac: null, attributes: {} }]);
const READERS_OF_BYTES: readonly (readonly [name: string, read: (bytes: Uint8Array) => unknown])[] = [
  ['the kind of a file', fileKindOf],
  ['the encoding of a table', (bytes) => decodeTable(bytes)],
];
const READERS_OF_TEXT: readonly (readonly [name: string, read: (text: string) => unknown])[] = [
  ['the table', (text) => readTable(text)],
  ['a cell', plainCellText],
  ['a file of receipts', readReceiptFile],
  ['a label', (text) => readLabel(labels, text)],
  ['an order on a label', orderIdIn],
  ['a typed list of IDs', (text) => readTypedIds(labels, text)],
  ['a typed list of orders', readOrderIds],
  ['a set-up code', readSetUpLink],
  ['what was pasted of a stream', readPasted],
  ['a typed field of a stream', (text) => checkDraft({ kind: 'eventHub', fields: { endpoint: text } }, {}, true)],
  ['a typed address', completeAddress],
  [
    'the address of a backend',
    (text) => checkAccountDraft({ name: '', baseUrl: text, legacyBaseUrl: text, vendor: '' }),
  ],
  ['a key or a search', cleanKey],
  ['Base64', decodeBase64],
  ['the next page of a list', (text) => nextQueryOf(`https://a/?startIndex=50&${text}`, 0)],
  ['a time with a zone', readZonedTimeMs],
  ['a time of telemetry', readTimeMs],
  ['a wait that the backend asks for', (text) => readRetryAfterMs(text, 0)],
  ['the name of an attribute', isSecret],
];

/** A reader whose time grows with the square is noticed at the first length, before it takes minutes. */
const LENGTHS = [120_000, 1_000_000];
/** Each doubling of the text may take this many times as long. A time that grows with the square takes four times as long. */
const MOST_GROWTH = 2.6;
/** Measured over several doublings, because the collection of garbage may fall on one of them. */
const DOUBLINGS = 3;
/** Times below this say more about the machine than about the reader. */
const SHORT_MS = 300;
/** What else runs on the machine can make a measurement longer, never shorter. */
const ATTEMPTS = 5;

/** Returns the first two lengths and times between which the time grew too much, else null. */
function excessiveGrowth<Input>(
  read: (input: Input) => unknown,
  inputOf: (length: number) => Input,
  measure: (act: () => unknown) => number = msOf,
): string | null {
  for (const length of LENGTHS) {
    const [part, whole] = [inputOf(length / 2 ** DOUBLINGS), inputOf(length)];
    let [partMs, wholeMs] = [Infinity, Infinity];
    const isFine = (): boolean => wholeMs <= Math.max(SHORT_MS, MOST_GROWTH ** DOUBLINGS * partMs);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      wholeMs = Math.min(
        wholeMs,
        measure(() => read(whole)),
      );
      partMs = Math.min(
        partMs,
        measure(() => read(part)),
      );
      if (isFine()) break;
    }
    if (!isFine())
      return `${wholeMs.toFixed(0)} ms for ${length} characters, ${partMs.toFixed(0)} ms for ${length / 2 ** DOUBLINGS}`;
  }
  return null;
}

/** Returns the time of the processor, in which other processes do not count. */
function msOf(act: () => unknown): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function slowReadings<Input>(
  name: string,
  read: (input: Input) => unknown,
  inputOf: (text: string) => Input,
): readonly string[] {
  return sampled(`long texts as ${name}`, LONG_TEXTS, 8).flatMap((text) => {
    const growth = excessiveGrowth(read, (length) => inputOf(text.of(length)));
    return growth === null ? [] : [`${text.name}: ${growth}`];
  });
}

describe('the time for a text of double length', () => {
  it.each(READERS_OF_TEXT)('at most doubles when %s is read', (name, read) => {
    expect(slowReadings(name, read, (text) => text)).toEqual([]);
  });

  it.each(READERS_OF_BYTES)('at most doubles when %s is read', (name, read) => {
    expect(slowReadings(name, read, bytesOf)).toEqual([]);
  });

  it.each([
    ['is accepted where it is twice the time of the single length', 1, true],
    ['is reported where it is four times the time of the single length', 2, false],
  ])('%s', (_what, power, isFine) => {
    let length = 0;
    const read = (text: string): void => void (length = text.length);
    const measure = (act: () => unknown): number => {
      act();
      return (length / 1000) ** power;
    };
    expect(excessiveGrowth(read, (count) => 'a'.repeat(count), measure) === null).toBe(isFine);
  });
});

it('a table with one long word and a letter of another encoding is decoded within 50 ms', () => {
  const bytes = bytesOf(`${'a'.repeat(16_000)}\t\x80`);
  const times = Array.from({ length: ATTEMPTS }, () => msOf(() => decodeTable(bytes)));
  expect(Math.min(...times)).toBeLessThan(50);
});

it.each([
  ['a typed list of IDs', (text: string) => readTypedIds(labels, text).isTooLong],
  ['a typed list of orders', (text: string) => readOrderIds(text).isTooLong],
])('%s is read within 200 ms, however long it is', (_what, read) => {
  for (const piece of ['a,', 'aB3 ', 'a\n', '12:34:56:78:9a:bc ', 'https://a/b/aB3d,'])
    for (const length of [20_000, 100_000, 1_000_000]) {
      const text = piece.repeat(length / piece.length);
      const times = Array.from({ length: ATTEMPTS }, () => msOf(() => read(text)));
      expect(Math.min(...times), `${piece} ${length}`).toBeLessThan(200);
    }
});
