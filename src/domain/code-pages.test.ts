/**
 * Pages of codes: in any order and read any number of times, the file is restored exactly or not at all, and each fault
 * of a code is named.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_CODE_PAGES,
  codePageCount,
  gathered,
  joinPages,
  missingPages,
  readCodePage,
  writeCodePages,
  type CodePage,
  type Gathered,
} from './code-pages.ts';

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

const file = (most = 6000): fc.Arbitrary<Uint8Array<ArrayBuffer>> =>
  fc.uint8Array({ minLength: 1, maxLength: most, size: 'max' }).map((bytes) => Uint8Array.from(bytes));

async function page(text: string): Promise<CodePage> {
  const reading = await readCodePage(text, sha256);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.page;
}

async function problem(text: string): Promise<string | null> {
  const reading = await readCodePage(text, sha256);
  return reading.ok ? null : reading.problem;
}

async function all(texts: readonly string[]): Promise<Gathered | null> {
  let now: Gathered | null = null;
  for (const text of texts) now = gathered(now, await page(text));
  return now;
}

describe('the QR code pages of a file', () => {
  it('restore the file in any order, however often each is read', async () => {
    await fc.assert(
      fc.asyncProperty(
        file().chain((bytes) => {
          const pages = Array.from({ length: codePageCount(bytes.length) }, (_, at) => at);
          return fc.record({
            bytes: fc.constant(bytes),
            order: fc.shuffledSubarray(pages, { minLength: pages.length }),
            again: fc.array(fc.constantFrom(...pages), { maxLength: 10 }),
          });
        }),
        fc.constantFrom('job' as const, 'receipts' as const),
        async ({ bytes, order, again }, kind) => {
          const texts = await writeCodePages(kind, bytes, sha256);
          const now = await all([...again, ...order, ...again].map((at) => texts[at]!));
          expect(now).toMatchObject({ kind, of: texts.length });
          expect(missingPages(now!)).toEqual([]);
          expect(await joinPages(now!, sha256)).toEqual(bytes);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('name the missing pages, and restore no incomplete file', async () => {
    await fc.assert(
      fc.asyncProperty(
        file().filter(({ length }) => length > 600),
        fc.infiniteStream(fc.boolean()),
        async (bytes, drops) => {
          const texts = await writeCodePages('job', bytes, sha256);
          const keeps = texts.map((_, at) => at === 0 || (at < texts.length - 1 && drops.next().value === true));
          const now = (await all(texts.filter((_, at) => keeps[at])))!;
          const named = missingPages(now).flatMap(([first, last]) =>
            Array.from({ length: last - first + 1 }, (_, at) => first + at),
          );
          expect(named).toEqual(keeps.flatMap((isKept, at) => (isKept ? [] : [at])));
          expect(await joinPages(now, sha256)).toBeNull();
        },
      ),
      { numRuns: 40 },
    );
  });

  it('are listed as ranges when many are missing', async () => {
    const texts = await writeCodePages('job', new Uint8Array(10 * 560), sha256);
    expect(missingPages((await all([texts[2]!, texts[3]!, texts[8]!]))!)).toEqual([
      [0, 1],
      [4, 7],
      [9, 9],
    ]);
  });

  it('are ignored when they belong to another file, kind or number of pages', async () => {
    await fc.assert(
      fc.asyncProperty(file(2000), file(2000), async (one, other) => {
        fc.pre(one.length !== other.length || one.some((byte, at) => byte !== other[at]));
        const before = await all(await writeCodePages('job', one, sha256));
        for (const text of await writeCodePages('job', other, sha256))
          expect(gathered(before, await page(text))).toBeNull();
        for (const text of await writeCodePages('receipts', one, sha256))
          expect(gathered(before, await page(text))).toBeNull();
        expect(
          gathered(before, { ...(await page((await writeCodePages('job', one, sha256))[0]!)), of: 99 }),
        ).toBeNull();
      }),
      { numRuns: 20 },
    );
  });

  it('are refused when any digit is read wrongly', async () => {
    const texts = await writeCodePages(
      'receipts',
      Uint8Array.from({ length: 700 }, (_, at) => at),
      sha256,
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...texts),
        fc.nat(2000),
        fc.integer({ min: 1, max: 9 }),
        async (text, where, by) => {
          const at = where % text.length;
          const digit = String((Number(text[at]) + by) % 10);
          expect(await problem(text.slice(0, at) + digit + text.slice(at + 1))).not.toBeNull();
        },
      ),
      { numRuns: 300 },
    );
  });

  it('are told apart from a foreign code, a code of a newer app and a damaged one', async () => {
    const [text = ''] = await writeCodePages('job', Uint8Array.of(1, 2, 3), sha256);
    expect(await problem(text)).toBeNull();
    for (const foreign of [
      '',
      'https://example.com/b/Ab3dEf',
      '4006381333931',
      '0',
      '00',
      'x'.repeat(9000),
      '9'.repeat(9000),
      `${text}x`,
    ])
      expect(await problem(foreign), foreign.slice(0, 30)).toBe('foreign');
    const changed = (at: number, byte: number): string => {
      const hex = BigInt(text).toString(16);
      return BigInt(
        `0x${hex.slice(0, at * 2)}${byte.toString(16).padStart(2, '0')}${hex.slice(at * 2 + 2)}`,
      ).toString();
    };
    expect(await problem(changed(3, 2))).toBe('newerVersion');
    for (const [at, byte] of [
      [3, 0],
      [4, 7],
      [6, 1],
      [8, 0],
      [8, 2],
      [12, 0],
      [18, 0],
      [22, 9],
    ] as const)
      expect(await problem(changed(at, byte)), `byte ${at}`).toBe('damaged');
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.bigInt({ min: 0n }).map(String)), async (any) => {
        expect(await problem(any)).toBe('foreign');
      }),
    );
  });

  it('count as a foreign code when half a byte is missing', async () => {
    const [text = ''] = await writeCodePages('job', Uint8Array.of(1, 2, 3), sha256);
    expect(await problem(BigInt(`0x${BigInt(text).toString(16).slice(0, -1)}`).toString())).toBe('foreign');
  });

  it('that were forged are refused when their page number does not fit their page count', async () => {
    const [text = ''] = await writeCodePages('job', Uint8Array.of(1, 2, 3), sha256);
    const forged = async (...counts: readonly number[]): Promise<string | null> => {
      const bytes = Uint8Array.from(BigInt(text).toString(16).match(/../g) ?? [], (two) => Number.parseInt(two, 16));
      bytes.set(counts, 5);
      const check = await sha256(Uint8Array.from([...bytes.subarray(0, 17), ...bytes.subarray(21)]));
      bytes.set(check.subarray(0, 4), 17);
      return problem(
        BigInt(`0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`).toString(),
      );
    };
    expect(await forged(0, 0, 0, 1)).toBeNull();
    expect(await forged(0, 0, 0, 0)).toBe('damaged');
    expect(await forged(0, 5, 0, 5)).toBe('damaged');
    expect(await forged(0, 0, 255, 255)).toBe('damaged');
  });

  it('that were forged count as a foreign code when their content is empty or longer than a page allows', async () => {
    const withPiece = async (length: number): Promise<string | null> => {
      const [text = ''] = await writeCodePages('job', Uint8Array.of(1), sha256);
      const head = Uint8Array.from(BigInt(text).toString(16).match(/../g) ?? [], (two) => Number.parseInt(two, 16));
      const bytes = Uint8Array.from([...head.subarray(0, 21), ...new Uint8Array(length)]);
      const check = await sha256(Uint8Array.from([...bytes.subarray(0, 17), ...bytes.subarray(21)]));
      bytes.set(check.subarray(0, 4), 17);
      return problem(
        BigInt(`0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`).toString(),
      );
    };
    expect([await withPiece(0), await withPiece(1), await withPiece(560), await withPiece(561)]).toEqual([
      'foreign',
      null,
      null,
      'foreign',
    ]);
  });

  it('are as many as the length of the file requires, and at least one', () => {
    expect([0, 1, 560, 561, 1120, 1121].map(codePageCount)).toEqual([1, 1, 1, 2, 2, 3]);
  });

  it('may be as many as the limit allows', async () => {
    const texts = await writeCodePages('job', new Uint8Array(MAX_CODE_PAGES * 560), sha256);
    expect(texts).toHaveLength(MAX_CODE_PAGES);
    expect(await page(texts.at(-1)!)).toMatchObject({ at: MAX_CODE_PAGES - 1, of: MAX_CODE_PAGES });
  });

  it('restore no file when the whole does not have the expected checksum', async () => {
    const texts = await writeCodePages('job', new Uint8Array(1000), sha256);
    const now = (await all(texts))!;
    const forged = { ...now, pieces: new Map(now.pieces).set(1, Uint8Array.of(1)) };
    expect(await joinPages(forged, sha256)).toBeNull();
  });

  it('are refused for a file that is too large to scan, or empty', async () => {
    expect(codePageCount(MAX_CODE_PAGES * 560)).toBe(MAX_CODE_PAGES);
    await expect(writeCodePages('job', new Uint8Array(MAX_CODE_PAGES * 560 + 1), sha256)).rejects.toThrow();
    await expect(writeCodePages('job', new Uint8Array(), sha256)).rejects.toThrow();
  });
});
