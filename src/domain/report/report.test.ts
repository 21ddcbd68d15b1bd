/** The acceptance report: its rows, that an unchanged file is recognised, and that every change is detected. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixtureDevice, fixturePackage, fixtureReceipt, fixtureRun } from '../../../test/support/fixture-rows.ts';
import { fixtureTask, progressGiven, type JobGiven } from '../../../test/support/job-rows.ts';
import { cellsBy } from '../../../test/support/csv-dialects.ts';
import type { Task } from '../job/job.ts';
import { MAX_FILE_BYTES } from '../limits.ts';
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

  it('replaces characters that would break a line by one blank', async () => {
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
    expect((await check([lines[1], lines[0], ...lines.slice(2)])).kind).toBe('changed');
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

  it('has a different seal than any other file, and shows 128 bits of the seal', async () => {
    const [one] = fc.sample(row, 1);
    const first = await writeReport(HEAD, [one!], sha256);
    const other = await writeReport({ ...HEAD, person: 'R. Lamarr' }, [one!], sha256);
    expect(first.seal).not.toBe(other.seal);
    expect(sealText(first.seal).replaceAll(' ', '')).toBe(first.seal.slice(0, 32));
    expect(sealText('0123456789abcdef'.repeat(4))).toBe('0123 4567 89ab cdef 0123 4567 89ab cdef');
    expect(sealText('')).toBe('');
  });

  it('shows the seal of an earlier version as the first half of its own', () => {
    expect(sealText('04dc1843fdf35592aa'.padEnd(64, '0')).startsWith('04dc 1843 fdf3 5592 ')).toBe(true);
  });

  const ONE: ReportRow = {
    uniqueId: 'Ab3d',
    alias: 'Ward 3',
    place: 'Room 1',
    changes: [
      { name: 'interval', before: '350', after: '500' },
      { name: 'txPower', before: null, after: null },
    ],
    times: { prepared: 0, onThisPhone: 1_999, written: null, receipt: 9e15, sent: null, verified: 86_400_000 },
    writes: 1,
    posts: 2,
    verdict: 'verified',
    reason: '',
    note: 'by the door',
    responseBase64: 'AAECAw==',
  };

  it('has the same text and the same seal in every version of the app, so that an old seal can be compared', async () => {
    const { text, seal, rows } = await writeReport(HEAD, [ONE], sha256);
    expect(text.slice(1).split('\r\n')).toEqual([
      'beacon fieldkit report 1,job,site,made,app version,person,beacon,alias,room,change,prepared,on this phone,written,receipt on this phone,sent,verified,writes,posts,verdict,reason,note,receipt sha-256,chain',
      `1/1,Night shift,City hospital,2026-11-22T18:05:01Z,1.0.0+abc,,Ab3d,Ward 3,Room 1,"interval: 350 -> 500; txPower: ? -> ",1970-01-01T00:00:00Z,1970-01-01T00:00:01Z,,,,1970-01-02T00:00:00Z,1,2,verified,,by the door,054edec1d0211f624fed0cbca9d4f9400b0e491c43742af2c5b0abebf0c990d8,${seal}`,
      '',
    ]);
    expect(seal).toBe('3194bbc0d6a3224be3ac02901f520e70f963fd381c77187737b50b9c54975812');
    expect(rows).toEqual([{ ...ONE, hash: '054edec1d0211f624fed0cbca9d4f9400b0e491c43742af2c5b0abebf0c990d8' }]);
  });

  it('states in one line when and by whom a battery was changed, and when telemetry confirmed it', async () => {
    const reasonOf = async (battery: ReportRow['battery']) =>
      /verified,"?(.*?)"?,by the door/.exec((await writeReport(HEAD, [{ ...ONE, battery }], sha256)).text)?.[1];
    const noted = { notedAtMs: 0, by: 'Ada' };
    const words = 'battery noted as changed 1970-01-01T00:00:00Z';
    expect(await reasonOf(undefined)).toBe('');
    expect(await reasonOf({})).toBe('battery to change');
    expect(await reasonOf({ notedAtMs: 0 })).toBe(`${words}, installer not given`);
    expect(await reasonOf(noted)).toBe(`${words} by Ada`);
    const confirmed = await reasonOf({ ...noted, confirmedAtMs: 86_400_000 });
    expect(confirmed).toBe(`${words} by Ada, confirmed by telemetry 1970-01-02T00:00:00Z`);
  });

  it.each<readonly [ReportRow['verdict'], Partial<Task>]>([
    ['toChange', { battery: {} }],
    ['noted', { battery: { notedAtMs: 1 } }],
    ['confirmed', { battery: { notedAtMs: 1, confirmedAtMs: 2 } }],
    ['skipped', { battery: {}, mark: { kind: 'skipped', reason: '', atMs: 1 } }],
    ['noted', { battery: { notedAtMs: 1 }, mark: { kind: 'skipped', reason: '', atMs: 1 } }],
    ['nothing', { battery: { notedAtMs: 1 }, values: { minor: 1 } }],
  ])(
    'reports a beacon as %s by its battery only where no configuration is planned for the beacon',
    (verdict, changes) => {
      const given = { devices: new Map(), packages: [], runs: [], receipts: [] };
      const [one] = progressGiven([fixtureTask(0, { values: {}, ...changes })], given);
      expect(reportRow(one!).verdict).toBe(verdict);
      expect(reportRow(one!).battery).toEqual(changes.battery);
    },
  );

  it('has the hash of the stored text of a receipt when the text is not Base64, and no hash without a receipt', async () => {
    const hashOf = async (responseBase64: string | null) =>
      (await writeReport(HEAD, [{ ...ONE, responseBase64 }], sha256)).rows[0]!.hash;
    expect(await hashOf('a')).toBe('ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb');
    expect(await hashOf(null)).toBe('');
  });

  it('names the first twenty changed lines, and how many more there are', async () => {
    const changedIn = async (count: number) => {
      const rows = Array.from({ length: 25 }, () => ONE);
      const lines = (await writeReport(HEAD, rows, sha256)).text.split('\r\n');
      const edited = lines.map((line, at) => (at >= 1 && at <= count ? line.replace('Ward 3', 'Ward 4') : line));
      return checkReport(bytesOf(edited.join('\r\n')), sha256);
    };
    const first = (count: number) => Array.from({ length: count }, (_, at) => at + 2);
    expect(await changedIn(20)).toEqual({ kind: 'changed', lines: first(20), more: 0 });
    expect(await changedIn(23)).toEqual({ kind: 'changed', lines: first(20), more: 3 });
  });

  it('names the line in which a spreadsheet, an editor or a transfer changed the file', async () => {
    const { text } = await writeReport(HEAD, [ONE, ONE], sha256);
    const linesOf = async (changed: string | Uint8Array) =>
      checkReport(typeof changed === 'string' ? bytesOf(changed) : changed, sha256);
    const changed = (line: number) => ({ kind: 'changed', lines: [line], more: 0 });
    expect(await linesOf(text.slice(1))).toEqual(changed(1));
    expect(await linesOf(text.replace('beacon fieldkit report 1', '"beacon fieldkit report 1"'))).toEqual(changed(1));
    expect(await linesOf(text.slice(0, -2))).toEqual(changed(3));
    expect(await linesOf(`${text.slice(0, -2)},\r\n`)).toEqual(changed(3));
    // A transfer that ended within the last character.
    expect(await linesOf(Uint8Array.from([...bytesOf(text.slice(0, -2)), 0xef, 0xbf]))).toEqual(changed(3));
    // A letter of another encoding, in the second and in the third line.
    for (const line of [2, 3]) {
      const bytes = bytesOf(text);
      const at = bytesOf(text.split('\r\n').slice(0, line).join('\r\n')).length - 70;
      bytes[at] = 0xfc;
      expect(await linesOf(bytes)).toEqual(changed(line));
    }
  });

  it('is reported as miscounted when it has no line', async () => {
    const { text } = await writeReport(HEAD, [], sha256);
    expect(await checkReport(bytesOf(text), sha256)).toEqual({ kind: 'miscounted', rows: 0, says: null });
  });

  it('is checked if it has at most 50 MB', async () => {
    expect(await checkReport(new Uint8Array(MAX_FILE_BYTES), sha256)).toEqual({ kind: 'noReport' });
    expect(await checkReport(new Uint8Array(MAX_FILE_BYTES + 1), sha256)).toEqual({ kind: 'tooLarge' });
  });
});

describe('a row of a report', () => {
  const nothing: JobGiven = { devices: new Map(), packages: [], runs: [], receipts: [] };
  const rowOf = (task: Task, facts: Partial<JobGiven>): ReportRow =>
    reportRow(progressGiven([task], { ...nothing, ...facts })[0]!);
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
    const last = (facts: Partial<JobGiven>): number | null =>
      lastStepMs(progressGiven([task], { ...nothing, ...facts })[0]!);
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

  it('shows the values of the backend as the values before, while nothing was written', () => {
    const device = fixtureDevice(1, { uniqueId: 'Ab3d', attributes: { interval: 350 }, pending: null });
    expect(rowOf(task, { devices: new Map([['Ab3d', device]]) }).changes).toEqual([
      { name: 'interval', before: '350', after: '500' },
    ]);
  });

  it('shows that a person has skipped the beacon only while nothing else is known of the beacon', () => {
    const skipped = { ...task, mark: { kind: 'skipped', reason: 'Room locked', atMs: 1 } } as const;
    expect(rowOf(skipped, {})).toMatchObject({ verdict: 'skipped', reason: 'Room locked' });
    expect(rowOf(skipped, verified)).toMatchObject({ verdict: 'verified', reason: '' });
  });

  it.each(['skipped', 'parked', 'doneElsewhere'] as const)(
    'shows that a beacon was %s as long as it was not written, and with the reason',
    (kind) => {
      const marked = { ...task, mark: { kind, reason: 'Room locked', atMs: 1 } };
      const [carried] = verified.packages;
      const prepared = { ...carried!, state: 'prepared' as const, base64: null, fetchedAtMs: null };
      for (const packages of [[], [prepared], [{ ...carried!, state: 'carried' as const }]])
        expect(rowOf(marked, { packages })).toMatchObject({ verdict: kind, reason: 'Room locked' });
      const waiting = { ...verified.receipts[0]!, state: 'waiting' as const, lastAnswer: null, settledAtMs: null };
      expect(rowOf(marked, { ...verified, receipts: [waiting] })).toMatchObject({ verdict: 'receipt', reason: '' });
    },
  );

  it.each([
    ['refused', { result: 4 }, 'result 4'],
    ['parked', { lastAnswer: { atMs: 1, status: 409, code: 'conflict', message: 'busy' } }, 'HTTP 409: busy'],
    ['parked', { lastAnswer: { atMs: 1, status: 409, code: 'conflict', message: '' } }, 'HTTP 409'],
    ['parked', { lastAnswer: { atMs: 1, status: 0, code: 'conflict', message: 'no answer' } }, 'no answer'],
    ['parked', { lastAnswer: null }, ''],
    ['sent', { lastAnswer: { atMs: 1, status: 204, code: 'accepted', message: 'fine' } }, ''],
  ] as const)('has the reason of a %s receipt with %j: %j', (state, changes, reason) => {
    const receipt = fixtureReceipt('Ab3d', { createdAtMs: 6000, values: { interval: 500 }, state, ...changes });
    expect(rowOf(task, { receipts: [receipt] }).reason).toBe(reason);
  });

  it.each([
    ['waiting', null, null],
    ['parked', null, null],
    ['sent', 7500, null],
    ['notVerified', 7500, null],
    ['verified', 7500, 8000],
  ] as const)('has the times of a receipt that is %s: sent %s, verified %s', (state, sent, verifiedAt) => {
    const receipts = [{ ...verified.receipts[0]!, state }];
    expect(rowOf(task, { ...verified, receipts }).times).toMatchObject({ sent, verified: verifiedAt });
  });

  it('says that nothing had to be written when the backend already shows the values', () => {
    const device = fixtureDevice(1, { uniqueId: 'Ab3d', attributes: { interval: 500 }, pending: null });
    expect(rowOf(task, { devices: new Map([['Ab3d', device]]) }).verdict).toBe('alreadySo');
  });

  it('has no changes without a plan and a receipt, and leaves empty what the backend does not show', () => {
    const bare = fixtureTask(1, { uniqueId: 'Ab3d', values: {}, plannedAtMs: 1000 });
    expect(rowOf(bare, {}).changes).toEqual([]);
    const device = fixtureDevice(1, { uniqueId: 'Ab3d', attributes: {}, pending: null });
    expect(rowOf(task, { devices: new Map([['Ab3d', device]]) }).changes).toEqual([
      { name: 'interval', before: null, after: '500' },
    ]);
  });

  it('has the time of the write from the journal when the beacon did not report it', () => {
    const journal = [
      { step: 'intent', atMs: 4000 },
      { step: 'writing', atMs: 4500 },
      { step: 'written', atMs: 4800 },
      { step: 'writing', atMs: 4900 },
      { step: 'written', atMs: 5100 },
      { step: 'receipt', atMs: 6000 },
    ] as const;
    const runs = [{ ...verified.runs[0]!, processedAtSeconds: null, journal }];
    expect(rowOf(task, { ...verified, runs }).times.written).toBe(5100);
    expect(rowOf(task, { ...verified, runs: [{ ...runs[0]!, journal: [] }] }).times.written).toBeNull();
  });

  it('has the values of the receipt when the plan has none, and lists and booleans as text', () => {
    const values = { shuffled: true, packets: ['IBEACON', 'KONTAKT'], interval: null };
    const receipts = [{ ...verified.receipts[0]!, values }];
    const bare = fixtureTask(1, { uniqueId: 'Ab3d', values: {}, plannedAtMs: 1000 });
    expect(rowOf(bare, { ...verified, receipts }).changes).toEqual([
      { name: 'shuffled', before: null, after: 'true' },
      { name: 'packets', before: null, after: 'IBEACON KONTAKT' },
      { name: 'interval', before: '350', after: null },
    ]);
  });

  it('contains no secret value', async () => {
    const row = rowOf(fixtureTask(1, { uniqueId: 'Ab3d', values: { password: 'deadbeef', interval: 500 } }), verified);
    expect((await writeReport(HEAD, [row], sha256)).text).not.toContain('deadbeef');
  });
});
