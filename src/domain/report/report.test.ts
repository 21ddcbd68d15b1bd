/** The acceptance report: its rows, that an unchanged file is recognised, and that every change is detected. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixtureDevice, fixturePackage, fixtureReceipt, fixtureRun } from '../../../test/support/fixture-rows.ts';
import { fixtureTask, progressOf } from '../../../test/support/job-rows.ts';
import { cellsBy } from '../../../test/support/csv-dialects.ts';
import type { Task } from '../job/job.ts';
import { type JobFacts } from '../job/progress.ts';
import { checkReport } from './check-report.ts';
import { REPORT_COLUMNS, sealText, writeReport, type ReportHead, type Sha256 } from './report-file.ts';
import { lastStepMs, reportRow, type ReportRow } from './report-row.ts';

const sha256: Sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
const HEAD: ReportHead = {
  job: 'Night shift',
  site: 'City hospital',
  person: '',
  appVersion: '1.0.0+abc',
  madeAtMs: Date.UTC(2026, 10, 22, 18, 5, 1),
};
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('=1+1', 'a,b;"c"', '\r\n', '\ud800', '\ufffd'),
);
const momentOrNull = fc.option(fc.integer({ min: 0, max: 4_102_444_800_000 }));
const row: fc.Arbitrary<ReportRow> = fc.record({
  uniqueId: text,
  alias: text,
  place: text,
  changes: fc.array(fc.record({ name: text, before: fc.option(text), after: fc.option(text) }), { maxLength: 3 }),
  times: fc.record({
    prepared: momentOrNull,
    onThisPhone: momentOrNull,
    written: momentOrNull,
    receipt: momentOrNull,
    sent: momentOrNull,
    verified: momentOrNull,
  }),
  writes: fc.nat(9),
  posts: fc.nat(9),
  verdict: fc.constantFrom('verified', 'sent', 'uncertain', 'skipped'),
  reason: text,
  note: text,
  responseBase64: fc.option(fc.base64String()),
});
const rows = fc.array(row, { minLength: 1, maxLength: 6 });
const RUNS = { numRuns: 60 };

describe('the file of a report', () => {
  it('is accepted unchanged, with its seal, and each line has all its columns', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (all) => {
        const report = await writeReport(HEAD, all, sha256);
        expect(await checkReport(bytesOf(report.text), sha256)).toEqual({
          kind: 'whole',
          rows: all.length,
          seal: report.seal,
        });
        const cells = cellsBy(',', report.text.slice(1));
        expect(cells.map(({ length }) => length)).toEqual(
          Array.from({ length: all.length + 1 }, () => REPORT_COLUMNS.length),
        );
      }),
      RUNS,
    );
  });

  it('replaces what would break a line by one blank', async () => {
    const rows = fc.sample(row, 1).map((one) => ({ ...one, note: 'left\r\n\u2028of the door' }));
    expect((await writeReport(HEAD, rows, sha256)).text).toContain('left of the door');
  });

  it('reports any byte that was changed, inserted or removed', async () => {
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.nat(),
        fc.nat(255),
        fc.constantFrom('change', 'add', 'remove'),
        async (all, where, byte, how) => {
          const bytes = bytesOf((await writeReport(HEAD, all, sha256)).text);
          const at = where % bytes.length;
          fc.pre(how === 'remove' || byte !== bytes[at]);
          const edited = [...bytes];
          edited.splice(at, how === 'add' ? 0 : 1, ...(how === 'remove' ? [] : [byte]));
          expect((await checkReport(Uint8Array.from(edited), sha256)).kind).not.toBe('whole');
        },
      ),
      { numRuns: 300 },
    );
  });

  it('names the one line that was changed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 3, maxLength: 6 }), fc.nat(), async (all, which) => {
        const at = which % all.length;
        const lines = (await writeReport(HEAD, all, sha256)).text.split('\r\n');
        lines[at + 1] = lines[at + 1]!.replace('Night shift', 'Day shift');
        expect(await checkReport(bytesOf(lines.join('\r\n')), sha256)).toEqual({
          kind: 'changed',
          lines: [at + 2],
          more: 0,
        });
      }),
      RUNS,
    );
  });

  it('reports lines that were removed, doubled or exchanged', async () => {
    const { text: whole } = await writeReport(HEAD, fc.sample(row, 5), sha256);
    const [head = '', ...lines] = whole.split('\r\n').slice(0, -1);
    const check = (some: readonly (string | undefined)[]) =>
      checkReport(bytesOf([head, ...some, ''].join('\r\n')), sha256);
    expect(await check(lines)).toMatchObject({ kind: 'whole' });
    expect(await check(lines.slice(0, 4))).toEqual({ kind: 'miscounted', rows: 4, says: 5 });
    expect((await check([...lines, lines[4]])).kind).not.toBe('whole');
    expect((await check([lines[1], lines[0], ...lines.slice(2)])).kind).not.toBe('whole');
    expect((await check([lines[0], ...lines.slice(2)])).kind).not.toBe('whole');
    expect((await check([])).kind).toBe('miscounted');
  });

  it('recognises a file that is not a report, and a report of another version', async () => {
    const { text: whole } = await writeReport(HEAD, fc.sample(row, 1), sha256);
    for (const other of ['', 'id,name\r\n', '{}', '\ufeff'])
      expect((await checkReport(bytesOf(other), sha256)).kind).toBe('noReport');
    for (const version of ['2', '10'])
      expect((await checkReport(bytesOf(whole.replace('report 1', `report ${version}`)), sha256)).kind).toBe(
        'unknownVersion',
      );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        expect((await checkReport(bytes, sha256)).kind).toBe('noReport');
      }),
    );
  });

  it('has a different seal for a different file, and shows 128 bits of it', async () => {
    const [one] = fc.sample(row, 1);
    const first = await writeReport(HEAD, [one!], sha256);
    const other = await writeReport({ ...HEAD, person: 'R. Lamarr' }, [one!], sha256);
    expect(first.seal).not.toBe(other.seal);
    expect(sealText(first.seal).replaceAll(' ', '')).toBe(first.seal.slice(0, 32));
    expect(sealText('0123456789abcdef'.repeat(4))).toBe('0123 4567 89ab cdef 0123 4567 89ab cdef');
  });

  it('shows the seal of an earlier version as the first half of its own', () => {
    expect(sealText('04dc1843fdf35592aa'.padEnd(64, '0')).startsWith('04dc 1843 fdf3 5592 ')).toBe(true);
  });
});

describe('a row of a report', () => {
  const nothing: JobFacts = { devices: new Map(), packages: [], runs: [], receipts: [] };
  const rowOf = (task: Task, facts: Partial<JobFacts>): ReportRow =>
    reportRow(progressOf([task], { ...nothing, ...facts })[0]!);
  const task = fixtureTask(1, { uniqueId: 'Ab3d', values: { interval: 500 }, plannedAtMs: 1000 });
  const verified = {
    packages: [
      fixturePackage('Ab3d', {
        id: 'p',
        state: 'used',
        values: { interval: 500 },
        before: { interval: 350 },
        preparedAtMs: 2000,
        fetchedAtMs: 3000,
      }),
    ],
    runs: [
      fixtureRun('Ab3d', {
        id: 'r',
        packageId: 'p',
        receiptId: 'q',
        step: 'receipt',
        outcome: { kind: 'receipt', receiptId: 'q' },
        processedAtSeconds: 5,
        writes: 1,
        startedAtMs: 4000,
      }),
    ],
    receipts: [
      fixtureReceipt('Ab3d', {
        id: 'q',
        runId: 'r',
        state: 'verified',
        values: { interval: 500 },
        createdAtMs: 6000,
        tries: 2,
        settledAtMs: 8000,
        lastAnswer: { atMs: 7500, status: 204, code: 'verified', message: '' },
      }),
    ],
  };

  it('has the time of the last step: verified, else the start of an interrupted run, else none', () => {
    const last = (facts: Partial<JobFacts>): number | null =>
      lastStepMs(progressOf([task], { ...nothing, ...facts })[0]!);
    expect(last(verified)).toBe(8000);
    const [run] = verified.runs;
    expect(
      last({
        packages: verified.packages,
        runs: [{ ...run!, step: 'writing', outcome: null, processedAtSeconds: null }],
      }),
    ).toBe(4000);
    expect(last({})).toBeNull();
  });

  it('shows each state with its time, values before and after, attempts, and the hash of the receipt', () => {
    expect(
      rowOf(task, {
        ...verified,
        devices: new Map([['Ab3d', fixtureDevice(1, { uniqueId: 'Ab3d', alias: 'Ward 3' })]]),
      }),
    ).toEqual({
      uniqueId: 'Ab3d',
      alias: 'Ward 3',
      place: task.place,
      changes: [{ name: 'interval', before: '350', after: '500' }],
      times: { prepared: 2000, onThisPhone: 3000, written: 5000, receipt: 6000, sent: 7500, verified: 8000 },
      writes: 1,
      posts: 2,
      verdict: 'verified',
      reason: '',
      note: '',
      responseBase64: verified.receipts[0]!.responseBase64,
    });
  });

  it('leaves empty what is unknown', () => {
    const row = rowOf(task, {});
    expect(row.verdict).toBe('nothing');
    expect(Object.values(row.times)).toEqual([null, null, null, null, null, null]);
    expect(row.changes).toEqual([{ name: 'interval', before: null, after: '500' }]);
    expect(row.responseBase64).toBeNull();
  });

  it("shows the backend's values as those before, while nothing was written", () => {
    const device = fixtureDevice(1, { uniqueId: 'Ab3d', attributes: { interval: 350 }, pending: null });
    expect(rowOf(task, { devices: new Map([['Ab3d', device]]) }).changes).toEqual([
      { name: 'interval', before: '350', after: '500' },
    ]);
  });

  it('shows a person’s mark only when nothing is known of the beacon', () => {
    const skipped = { ...task, mark: { kind: 'skipped', reason: 'Room locked', atMs: 1 } } as const;
    expect(rowOf(skipped, {})).toMatchObject({ verdict: 'skipped', reason: 'Room locked' });
    expect(rowOf(skipped, verified)).toMatchObject({ verdict: 'verified', reason: '' });
  });

  it('contains no secret value', async () => {
    const row = rowOf(fixtureTask(1, { uniqueId: 'Ab3d', values: { password: 'deadbeef', interval: 500 } }), verified);
    expect((await writeReport(HEAD, [row], sha256)).text).not.toContain('deadbeef');
  });
});
