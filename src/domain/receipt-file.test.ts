import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixtureReceipt } from '../../test/support/fixture-rows.ts';
import { HIDDEN_VALUE } from './attributes/values.ts';
import type { FileFault } from './file-faults.ts';
import { importedReceipt, writeReceiptFile } from './receipt-file.ts';
import { readReceiptFile } from './receipt-file-reading.ts';

const FROM = { id: 'acc', baseUrl: 'https://a', legacyBaseUrl: 'https://a/legacy' };
const RECEIPT = fixtureReceipt('aB3x', {
  id: 'r1',
  accountId: 'acc',
  owner: 'unsure',
  candidates: ['aB3x', 'cD4y'],
  responseBase64: 'AAECAw==',
  updatedSeconds: 1_700_000_000,
  values: { minor: 1, password: 'a1b2c3d4' },
  state: 'parked',
  held: true,
  createdAtMs: 5,
  tries: 3,
  unanswered: 1,
});
const file = (): Record<string, unknown> => JSON.parse(writeReceiptFile(FROM, [RECEIPT], 9)) as Record<string, unknown>;
const problemsOf = (change: (data: Record<string, unknown>) => void): readonly string[] => {
  const data = file();
  change(data);
  return readReceiptFile(JSON.stringify(data)).problems.map(faultText);
};
/** Returns a fault as text: `receipts.0.uniqueId missing`. */
const faultText = (fault: FileFault): string =>
  fault.code === 'notJson' ? `line ${fault.line}` : `${fault.path.join('.')} ${fault.code}`;

describe('a file of receipts', () => {
  it('is read back as it was written, without secrets and delivery state', () => {
    const text = writeReceiptFile(FROM, [RECEIPT, { ...RECEIPT, id: 'reserved', responseBase64: '' }], 9);
    expect(text).not.toContain('a1b2c3d4');
    const reading = readReceiptFile(`\uFEFF${text}`);
    expect(reading).toMatchObject({
      ok: true,
      problems: [],
      file: { accountId: 'acc', baseUrl: 'https://a', legacyBaseUrl: 'https://a/legacy', exportedAtMs: 9 },
    });
    if (!reading.ok) return;
    expect(reading.file.receipts).toHaveLength(1);
    expect(importedReceipt(reading.file.receipts[0]!, 'new', 'acc')).toEqual({
      ...RECEIPT,
      id: 'new',
      runId: null,
      values: { minor: 1, password: HIDDEN_VALUE },
      state: 'waiting',
      held: false,
      mirrored: false,
      tries: 0,
      unanswered: 0,
      origin: 'import',
    });
  });

  it('holds a plain refusal', () => {
    const reading = readReceiptFile(writeReceiptFile(FROM, [{ ...RECEIPT, result: 4 }], 9));
    expect(reading.ok && importedReceipt(reading.file.receipts[0]!, 'new', 'acc')).toMatchObject({
      state: 'refused',
      held: true,
      result: 4,
    });
  });

  it.each([
    ['format otherFormat', (data: Record<string, unknown>) => (data['format'] = 'other')],
    ['version otherVersion', (data: Record<string, unknown>) => (data['version'] = 2)],
    ['accountId missing', (data: Record<string, unknown>) => delete data['accountId']],
    ['receipts notList', (data: Record<string, unknown>) => (data['receipts'] = {})],
    [
      'receipts.0.responseBase64 notBase64',
      (data: Record<string, unknown>) =>
        ((data['receipts'] as Record<string, unknown>[])[0]!['responseBase64'] = 'AA?'),
    ],
    [
      'receipts.0.updatedSeconds tooLarge',
      (data: Record<string, unknown>) =>
        ((data['receipts'] as Record<string, unknown>[])[0]!['updatedSeconds'] = 1_700_000_000_000),
    ],
    [
      'receipts.0.uniqueId missing',
      (data: Record<string, unknown>) => ((data['receipts'] as Record<string, unknown>[])[0]!['uniqueId'] = ''),
    ],
  ])('names the fault "%s"', (problem, change) => {
    expect(problemsOf((data) => void change(data)).join('\n')).toContain(problem);
  });

  it('names the line of broken JSON', () => {
    const lines = writeReceiptFile(FROM, [RECEIPT], 9).split('\n');
    lines[4] = '  nonsense';
    expect(readReceiptFile(lines.join('\n'))).toMatchObject({
      ok: false,
      problems: [{ code: 'notJson', line: 5 }],
    });
  });

  it('returns the valid receipts beside an invalid one', () => {
    const data = file();
    (data['receipts'] as unknown[]).push({ uniqueId: 'x' }, null);
    const reading = readReceiptFile(JSON.stringify(data));
    expect(reading.ok && reading.file.receipts).toHaveLength(1);
    expect(reading.problems.map(faultText)).toEqual([
      'receipts.1.deviceType missing',
      'receipts.1.responseBase64 missing',
      'receipts.1.updatedSeconds missing',
      'receipts.2 notObject',
    ]);
  });

  it('is read without fields that only a newer version knows, and each such field is named once', () => {
    const data = file();
    const [row] = data['receipts'] as object[];
    const newer = {
      ...data,
      crew: 'north',
      receipts: [
        { ...row, floor: 3 },
        { ...row, floor: 4 },
      ],
    };
    const reading = readReceiptFile(JSON.stringify(newer));
    expect(reading.ok && reading.dropped).toEqual(['crew', 'receipts[].floor']);
    expect(reading.ok && reading.file.receipts).toHaveLength(2);
  });

  const LONG = 'A'.repeat(1_000_000);
  it.each(['accountId', 'baseUrl', 'legacyBaseUrl', 'uniqueId', 'deviceType', 'responseBase64'])(
    'is refused when a text is longer than any phone writes: %s',
    (field) => {
      const [problem] = problemsOf((data) => {
        const [row] = data['receipts'] as Record<string, unknown>[];
        (field in data ? data : row!)[field] = LONG;
      });
      expect(problem).toMatch(new RegExp(`^(receipts.0.)?${field} tooLong$`));
    },
  );

  it('limits what was added to a receipt, and rejects a time that a Date cannot represent', () => {
    const data = file();
    const [row] = data['receipts'] as Record<string, unknown>[];
    const deep = `${'['.repeat(900)}${']'.repeat(900)}`;
    Object.assign(row!, {
      id: LONG,
      createdAtMs: Number.MAX_SAFE_INTEGER,
      candidates: Array.from({ length: 100_000 }, (_, at) => (at === 0 ? LONG : `id${at}`)),
      values: { minor: 1, notes: LONG, deep: 'DEEP' },
    });
    const reading = readReceiptFile(JSON.stringify({ ...data, exportedAtMs: 1e300 }).replace('"DEEP"', deep));
    if (!reading.ok) throw new Error(reading.problems.map(faultText).join('; '));
    const [stored] = reading.file.receipts;
    expect(JSON.stringify(reading.file).length).toBeLessThan(250_000);
    expect(stored!.values).toMatchObject({ minor: 1 });
    expect([stored!.createdAtMs, reading.file.exportedAtMs]).toEqual([RECEIPT.updatedSeconds * 1000, 0]);
  });

  const readChanged = (changes: object, head: object = {}) => {
    const data = file();
    const [row] = data['receipts'] as object[];
    const reading = readReceiptFile(JSON.stringify({ ...data, ...head, receipts: [{ ...row, ...changes }] }));
    return reading.ok ? reading.file : reading.problems.map(faultText);
  };

  it('has a default for everything that a phone can do without', () => {
    const without = Object.fromEntries(
      ['id', 'owner', 'candidates', 'token', 'result', 'clock', 'values', 'createdAtMs'].map((name) => [
        name,
        undefined,
      ]),
    );
    const head = { vendor: undefined, keyMark: undefined, exportedAtMs: undefined };
    expect(readChanged(without, head)).toEqual({
      accountId: 'acc',
      baseUrl: 'https://a',
      legacyBaseUrl: 'https://a/legacy',
      vendor: '',
      keyMark: null,
      exportedAtMs: 0,
      receipts: [
        {
          id: '',
          uniqueId: 'aB3x',
          deviceType: 'BEACON',
          owner: 'known',
          candidates: ['aB3x'],
          responseBase64: 'AAECAw==',
          token: null,
          result: null,
          updatedSeconds: 1_700_000_000,
          clock: 'unchecked',
          values: {},
          createdAtMs: 1_700_000_000_000,
        },
      ],
    });
  });

  it.each<[what: string, changes: object, problem: string | null]>([
    ['the longest ID', { uniqueId: 'x'.repeat(500) }, null],
    ['a longer ID', { uniqueId: 'x'.repeat(501) }, 'receipts.0.uniqueId tooLong'],
    ['the first second', { updatedSeconds: 0 }, null],
    ['the last second of four bytes', { updatedSeconds: 0xffff_ffff }, null],
    ['a longer response than expected', { responseBase64: 'A'.repeat(200_000) }, null],
    ['a response that is too long', { responseBase64: 'A'.repeat(200_004) }, 'receipts.0.responseBase64 tooLong'],
  ])('has, with %s, the fault: $2', (_what, changes, problem) => {
    const read = readChanged(changes);
    if (problem === null) expect(read).toMatchObject({ receipts: [changes] });
    else expect(read).toEqual([problem]);
  });

  it.each([-1, 0x1_0000_0000, 1.5, '5'])(
    'is refused with %s as the time at which the beacon processed the package',
    (updatedSeconds) => {
      expect(readChanged({ updatedSeconds })).toEqual([expect.stringMatching(/^receipts\.0\.updatedSeconds /)]);
    },
  );

  it.each(['A', 'AA', 'AAA', 'A===', 'AA=A', 'AAA\n', '===='])('is refused with %j as a response', (responseBase64) => {
    expect(readChanged({ responseBase64 })).toEqual([expect.stringMatching(/^receipts\.0\.responseBase64 /)]);
  });

  it('keeps of a receipt the candidates that can be read, at most a thousand', () => {
    const ids = Array.from({ length: 1001 }, (_, at) => `id${at}`);
    expect(readChanged({ candidates: ids })).toMatchObject({ receipts: [{ candidates: ids.slice(0, 1000) }] });
    expect(readChanged({ candidates: ['', 'a', 7, 'b'] })).toMatchObject({ receipts: [{ candidates: ['a', 'b'] }] });
    expect(readChanged({ candidates: 'a' })).toMatchObject({ receipts: [{ candidates: ['aB3x'] }] });
  });

  it('is read with the first and the last time that a Date can represent', () => {
    for (const createdAtMs of [0, 8_640_000_000_000_000])
      expect(readChanged({ createdAtMs }, { exportedAtMs: createdAtMs })).toMatchObject({
        exportedAtMs: createdAtMs,
        receipts: [{ createdAtMs }],
      });
    for (const createdAtMs of [-1, 8_640_000_000_000_001])
      expect(readChanged({ createdAtMs }, { exportedAtMs: createdAtMs })).toMatchObject({
        exportedAtMs: 0,
        receipts: [{ createdAtMs: 1_700_000_000_000 }],
      });
  });

  it('is read when it has no receipt, and refused when none of its receipts can be read', () => {
    expect(readReceiptFile(JSON.stringify({ ...file(), receipts: [] }))).toMatchObject({
      ok: true,
      file: { receipts: [] },
      problems: [],
    });
    expect(problemsOf((data) => (data['receipts'] = [null]))).toEqual(['receipts.0 notObject']);
    expect(readReceiptFile(JSON.stringify({ ...file(), receipts: [null] })).ok).toBe(false);
  });

  it('lists less than 2000 faults if each of 50,000 receipts is wrong', () => {
    const many = problemsOf((data) => void (data['receipts'] = Array.from({ length: 50_000 }, () => ({}))));
    expect(many.length).toBeLessThan(2000);
    const deep = `${'['.repeat(50)}${']'.repeat(50)}`;
    for (const version of [JSON.stringify(LONG), deep, '{"__proto__":{"length":1}}'])
      expect(readReceiptFile(JSON.stringify(file()).replace('"version":1', `"version":${version}`)).problems).toEqual([
        { path: ['version'], code: 'otherVersion', limit: null },
      ]);
  });

  it('keeps readings in a list of their own, and leaves out kinds of a later version', () => {
    const text = writeReceiptFile(
      FROM,
      [
        RECEIPT,
        { ...RECEIPT, id: 'reading', kind: 'reading' },
        { ...RECEIPT, id: 'later', kind: 'later' },
        { ...RECEIPT, id: 'empty reading', kind: 'reading', responseBase64: '' },
      ],
      9,
    );
    const lists = JSON.parse(text) as Record<'receipts' | 'readings', { id: string }[]>;
    expect([lists.receipts, lists.readings].map((list) => list.map(({ id }) => id))).toEqual([['r1'], ['reading']]);
    const reading = readReceiptFile(text);
    expect(reading.ok && reading.file.receipts.map(({ id, kind }) => [id, kind])).toEqual([
      ['r1', undefined],
      ['reading', 'reading'],
    ]);
    expect(file()).not.toHaveProperty('readings');
  });

  it('names in a fault of a reading the list of readings', () => {
    expect(problemsOf((data) => (data['readings'] = [null]))).toEqual(['readings.0 notObject']);
    expect(problemsOf((data) => (data['readings'] = {}))).toEqual(['readings notList']);
  });

  it('contains the vendor and a short mark that identifies the key, where they are known', () => {
    const of = (more: object) => JSON.parse(writeReceiptFile({ ...FROM, ...more }, [], 9)) as object;
    expect(of({ vendor: 'acme', keyMark: 'ab' })).toMatchObject({ vendor: 'acme', keyMark: 'ab' });
    expect(of({})).toMatchObject({ vendor: '', keyMark: null, version: 1, exportedAtMs: 9 });
  });

  it('is read from any text without throwing', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.jsonValue().map((value) => JSON.stringify({ ...file(), receipts: [value] })),
        ),
        (text) => {
          expect(typeof readReceiptFile(text).ok).toBe('boolean');
        },
      ),
    );
  });
});
