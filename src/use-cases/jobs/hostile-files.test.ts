/**
 * Imports manipulated files into a phone with its own data. Whatever happens, no other job, package or receipt changes,
 * and nothing is stored or sent that the schemas do not name. 500 files of each kind in a usual run; 20,000 with `npm
 * run campaign:hostile -- 1 --rounds 40`.
 */
import { expect, it } from 'vitest';
import { CAMPAIGN } from '../../../test/hostile/campaign.ts';
import { fixturePackage } from '../../../test/support/fixture-rows.ts';
import { fixtureJob, fixtureTask, openMemoryJobs } from '../../../test/support/job-rows.ts';
import { createPhone, IDS } from '../../../test/support/outbox-phone.ts';
import { encodeFields } from '../../backend/wire.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import { isSecret, HIDDEN_VALUE } from '../../domain/attributes/values.ts';
import { hexOf } from '../../domain/hex.ts';
import { taskId } from '../../domain/job/job.ts';
import { readJobFile } from '../../domain/job/job-file.ts';
import { readTemplateFile, writeTemplateFile } from '../../domain/job/template-file.ts';
import { newReceipt } from '../../domain/new-receipt.ts';
import { checkReport } from '../../domain/report/check-report.ts';
import { writeReport } from '../../domain/report/report-file.ts';
import { drawFrom, type Draw } from '../../sandbox/seed.ts';
import type { PackageStore } from '../stores.ts';
import { createHandOver } from './hand-over.ts';

const FILES = 500 * CAMPAIGN.rounds;
const BASE64 = 'AAMQBQAAAAAAAA==';
const OWN_JOB = 'job-of-mine';
const [IN_FILE, IN_BOTH, MINE] = [IDS[0]!, IDS[1]!, IDS[3]!];

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

/** Creates a phone with its own job, packages and receipt. */
async function openPhone() {
  const outside = createPhone('acc');
  const jobs = await openMemoryJobs();
  await jobs.takeOver({
    jobs: [fixtureJob(OWN_JOB)],
    tasks: [MINE, IN_BOTH].map((uniqueId, at) => fixtureTask(at, { jobId: OWN_JOB, uniqueId })),
  });
  const packages = new Map<string, CarriedPackage>();
  for (const uniqueId of [MINE, IN_BOTH])
    packages.set(
      `p-${uniqueId}`,
      fixturePackage(uniqueId, { id: `p-${uniqueId}`, state: 'carried', base64: 'AAMQBQEAAAAAAA==' }),
    );
  const receipt = newReceipt({
    id: 'my-receipt',
    accountId: 'acc',
    runId: 'my-run',
    origin: 'run',
    uniqueId: MINE,
    deviceType: 'BEACON',
    owner: 'known',
    candidates: [MINE],
    responseBase64: 'QUJD',
    token: 1,
    result: 0,
    updatedSeconds: 1000,
    clock: 'unchecked',
    values: { minor: 1 },
    createdAtMs: 1000,
  });
  outside.rows().set(receipt.id, receipt);
  // The backend cannot be reached during the import, so that nothing from the file is sent before it was stored.
  outside.key.value = null;
  const handOver = createHandOver({
    jobs,
    outbox: outside.outbox,
    packages: {
      all: async () => [...packages.values()],
      ofDevice: async (uniqueId: string) => [...packages.values()].filter((row) => row.uniqueId === uniqueId),
      replace: async (row: CarriedPackage) => void packages.set(row.id, row),
    } as unknown as PackageStore,
    runs: { all: async () => [] },
    clock: outside.clock,
    newId: () => crypto.randomUUID(),
    readFile: (text) => readJobFile(text, sha256),
    sha256,
    redraw: async (photo) => photo,
  });
  await outside.outbox.start();
  return { outside, jobs, packages, handOver };
}
type Phone = Awaited<ReturnType<typeof openPhone>>;

/** Returns the phone's own data as text. */
function ownRows({ outside, jobs, packages }: Phone): string {
  const { jobs: rows, tasks } = jobs.state.value;
  return JSON.stringify([
    rows.filter(({ id }) => id === OWN_JOB),
    tasks.get(OWN_JOB),
    [...packages.values()].filter(({ id }) => id.startsWith('p-')),
    outside.row('my-receipt'),
  ]);
}

/** Returns a genuine job file and a file of its receipts. */
async function genuineFiles(): Promise<{ readonly job: string; readonly receipts: string }> {
  const { outside, jobs, packages, handOver } = await openPhone();
  const job = await jobs.create({
    name: 'Night',
    site: 'Hospital',
    tasks: [IN_FILE, IN_BOTH].map((uniqueId, at) => ({
      ...fixtureTask(at),
      uniqueId,
      values: { minor: at, interval: 500 },
    })),
  });
  outside
    .rows()
    .set('theirs', { ...outside.row('my-receipt'), id: 'theirs', uniqueId: IN_FILE, candidates: [IN_FILE] });
  await outside.outbox.resume();
  packages.set('theirs', fixturePackage(IN_FILE, { id: 'theirs', state: 'carried', base64: BASE64 }));
  const text = await handOver.write(
    job.id,
    [IN_FILE, IN_BOTH].map((id) => taskId(job.id, id)),
  );
  return { job: text, receipts: (await outside.outbox.export(['theirs'])).text };
}

/** Values that are typical for attacks. */
const HOSTILE: readonly unknown[] = [
  OWN_JOB,
  taskId(OWN_JOB, MINE),
  `p-${MINE}`,
  'my-receipt',
  MINE,
  IN_BOTH,
  '',
  null,
  true,
  [],
  {},
  -1,
  1.5,
  1e300,
  Number.MAX_SAFE_INTEGER,
  'x'.repeat(3000),
  `${'a/'.repeat(100)}b`,
  HIDDEN_VALUE,
  '\0',
  '../..',
  '__proto__',
  { password: 'secret-of-a-file' },
  { uniqueId: MINE, deviceType: 'GATEWAY', apiKey: 'x', response: 'AAAA', updated: 1 },
  { interval: 'not a number' },
];
const NAMES = [
  'zzExtra',
  'password',
  'apiKey',
  'uniqueId',
  'id',
  'state',
  'runId',
  'accountId',
  'mirrored',
  'constructor',
  'values',
];

type Holder = Record<string, unknown> | unknown[];

/** Returns every list and object inside the value, including the value itself. */
function holders(value: unknown, found: Holder[] = []): Holder[] {
  if (typeof value !== 'object' || value === null) return found;
  found.push(value as Holder);
  for (const part of Object.values(value)) holders(part, found);
  return found;
}

/** Changes one to three places of the parsed file. */
function change(data: unknown, draw: Draw): void {
  for (let times = 1 + draw.below(3); times > 0; times -= 1) {
    const holder = draw.pick(holders(data)) as Record<string, unknown>;
    const names = Object.keys(holder);
    const name = names.length === 0 || draw.below(4) === 0 ? draw.pick(NAMES) : draw.pick(names);
    const how = draw.below(5);
    if (how === 0) delete holder[name];
    else if (how === 1 && Array.isArray(holder))
      holder.push(structuredClone(draw.pick(holder.length === 0 ? [null] : holder)));
    else holder[name] = structuredClone(draw.pick(HOSTILE));
  }
}

/** Changes characters of a text. */
function scramble(text: string, draw: Draw): string {
  const at = draw.below(text.length);
  const piece = draw.pick(['', '[', '{"', '"', '\\', '0', ',', '\u202e', '1e999', text.slice(at, at + 40)]);
  return text.slice(0, at) + piece + text.slice(at + draw.below(20));
}

async function changedJob(
  { job, receipts }: { readonly job: string; readonly receipts: string },
  draw: Draw,
): Promise<string> {
  if (draw.below(6) === 0) return scramble(job, draw);
  const file = JSON.parse(job) as { sha256: string; body: Record<string, unknown> };
  const which = draw.below(3);
  if (which === 0) {
    const inner = JSON.parse(receipts) as unknown;
    change(inner, draw);
    file.body['receipts'] = JSON.stringify(inner);
  } else change(which === 1 ? file.body : file, draw);
  // An attacker can compute the checksum again.
  if (which < 2) file.sha256 = hexOf(await sha256(new TextEncoder().encode(JSON.stringify(file.body))));
  return JSON.stringify(file);
}

const TASK_FIELDS = [
  'id',
  'jobId',
  'uniqueId',
  'deviceType',
  'place',
  'order',
  'values',
  'note',
  'mark',
  'plannedAtMs',
];
const JOB_FIELDS = ['id', 'name', 'site', 'createdAtMs', 'schemaVersion'];
const PACKAGE_FIELDS = Object.keys(fixturePackage(IN_FILE));

function strangers(row: object, known: readonly string[]): string[] {
  return Object.keys(row).filter((name) => !known.includes(name));
}

/** Returns what is wrong with the phone's data; empty when it is intact. */
function wrongRows({ outside, jobs, packages }: Phone): string[] {
  const { jobs: rows, tasks } = jobs.state.value;
  const wrong: string[] = [];
  for (const job of rows) wrong.push(...strangers(job, JOB_FIELDS).map((name) => `job: ${name}`));
  for (const [jobId, list] of tasks)
    for (const task of list) {
      wrong.push(...strangers(task, TASK_FIELDS).map((name) => `task: ${name}`));
      if (task.id !== taskId(jobId, task.uniqueId)) wrong.push(`task id ${task.id}`);
      for (const [name, value] of Object.entries(task.values))
        if (isSecret(name) || value === HIDDEN_VALUE) wrong.push(`secret ${name}`);
      // A request names nothing twice, and no other beacon.
      encodeFields({ uniqueId: [task.uniqueId], deviceType: task.deviceType }, task.values);
    }
  for (const row of packages.values()) {
    wrong.push(...strangers(row, PACKAGE_FIELDS).map((name) => `package: ${name}`));
    if (!row.id.startsWith('p-') && ![IN_FILE, IN_BOTH].includes(row.uniqueId)) {
      const isOfFile = [...tasks].some(
        ([jobId, list]) => jobId !== OWN_JOB && list.some(({ uniqueId }) => uniqueId === row.uniqueId),
      );
      if (!isOfFile) wrong.push(`package of ${row.uniqueId}`);
    }
  }
  const receiptFields = Object.keys(outside.row('my-receipt'));
  for (const row of outside.rows().values()) {
    wrong.push(...strangers(row, receiptFields).map((name) => `receipt: ${name}`));
    if (
      row.id !== 'my-receipt' &&
      (!['waiting', 'refused'].includes(row.state) ||
        row.origin !== 'import' ||
        row.accountId !== 'acc' ||
        row.tries !== 0)
    )
      wrong.push(`receipt ${row.id} is ${row.state}`);
  }
  return wrong;
}

it(
  'a changed file of a job changes nothing else on the phone, and stores nothing that no schema names',
  async () => {
    const genuine = await genuineFiles();
    const outcomes = { taken: 0, refused: 0 };
    for (let at = 0; at < FILES; at += 1) {
      const draw = drawFrom(`file ${CAMPAIGN.seed} ${at}`);
      const text = await changedJob(genuine, draw);
      const phone = await openPhone();
      const before = ownRows(phone);
      await phone.handOver.preview(text);
      expect(ownRows(phone), `file ${at}`).toBe(before);
      const choice = draw.pick(['ours', 'theirs'] as const);
      const taken = await phone.handOver.take(text, { conflicts: choice, packages: 'theirs' });
      outcomes[taken === null ? 'refused' : 'taken'] += 1;
      expect([`file ${at}`, wrongRows(phone)]).toEqual([`file ${at}`, []]);
      expect(ownRows(phone), `file ${at}`).toBe(before);
    }
    // Both outcomes occur.
    expect(Math.min(outcomes.taken, outcomes.refused)).toBeGreaterThan(FILES / 20);
  },
  60_000 * CAMPAIGN.rounds,
);

it('a changed template is refused, or contains only values that the form accepts', () => {
  const genuine = writeTemplateFile({
    id: 't',
    name: 'Usual',
    values: { interval: 500, txPower: 5 },
    patterns: { countUp: { minor: 1 }, nameIsId: false, aliasIsPlace: true },
    savedAtMs: 1,
  });
  expect(readTemplateFile(genuine)).toMatchObject({ ok: true });
  for (let at = 0; at < FILES; at += 1) {
    const draw = drawFrom(`template ${CAMPAIGN.seed} ${at}`);
    const data = JSON.parse(genuine) as unknown;
    change(data, draw);
    const text = draw.below(6) === 0 ? scramble(genuine, draw) : JSON.stringify(data);
    const reading = readTemplateFile(text);
    if (!reading.ok) continue;
    const { template } = reading;
    expect([text, strangers(template, ['name', 'values', 'patterns'])]).toEqual([text, []]);
    expect(Object.keys(template.values).filter(isSecret)).toEqual([]);
    encodeFields({ uniqueId: ['a'], deviceType: 'BEACON' }, template.values);
  }
});

it(
  'a changed file of receipts changes no receipt of the phone, and stores nothing that no schema names',
  async () => {
    const { receipts: genuine } = await genuineFiles();
    const outcomes = { taken: 0, refused: 0 };
    for (let at = 0; at < FILES; at += 1) {
      const draw = drawFrom(`receipts ${CAMPAIGN.seed} ${at}`);
      const data = JSON.parse(genuine) as unknown;
      change(data, draw);
      const text = draw.below(6) === 0 ? scramble(genuine, draw) : JSON.stringify(data);
      const phone = await openPhone();
      const before = ownRows(phone);
      const found = await phone.outside.outbox.preview(text);
      expect(ownRows(phone), `file ${at}`).toBe(before);
      const outcome = await phone.outside.outbox.import(text, { intoThisAccount: true });
      outcomes[outcome.kind === 'imported' ? 'taken' : 'refused'] += 1;
      // What was shown before is what is imported.
      expect(outcome.kind === 'imported', `file ${at}`).toBe(found.kind !== 'invalid');
      expect([`file ${at}`, wrongRows(phone)]).toEqual([`file ${at}`, []]);
      expect(ownRows(phone), `file ${at}`).toBe(before);
    }
    expect(Math.min(outcomes.taken, outcomes.refused)).toBeGreaterThan(FILES / 20);
  },
  60_000 * CAMPAIGN.rounds,
);

/** Changes bytes of a text, also to invalid UTF-8. */
function changedBytes(text: string, draw: Draw): Uint8Array {
  if (draw.below(2) === 0) return new TextEncoder().encode(scramble(text, draw));
  const bytes = new TextEncoder().encode(text);
  for (let times = 1 + draw.below(3); times > 0; times -= 1) bytes[draw.below(bytes.length)] = draw.below(256);
  return bytes;
}

it('a changed report is never accepted as the sealed one, and only its own lines are named', async () => {
  const rows = IDS.map((uniqueId, at) => ({
    uniqueId,
    alias: 'Entrance, "north"',
    place: `Room ${at}`,
    changes: [{ name: 'interval', before: '350', after: '500' }],
    times: { prepared: 1000, onThisPhone: 2000, written: 3000, receipt: 4000, sent: 5000, verified: 6000 },
    writes: 1,
    posts: 1,
    verdict: 'verified' as const,
    reason: '',
    note: '=1+1',
    responseBase64: 'QUJD',
  }));
  const head = { job: 'Night', site: 'Hospital', person: '', appVersion: '1.0', madeAtMs: 0 };
  const { text, seal } = await writeReport(head, rows, sha256);
  const genuine = new TextEncoder().encode(text);
  expect(await checkReport(genuine, sha256)).toEqual({ kind: 'whole', rows: rows.length, seal });
  const kinds = new Set<string>();
  for (let at = 0; at < FILES; at += 1) {
    const draw = drawFrom(`report ${CAMPAIGN.seed} ${at}`);
    const bytes = changedBytes(text, draw);
    const isSame = bytes.length === genuine.length && bytes.every((byte, place) => byte === genuine[place]);
    const check = await checkReport(bytes, sha256);
    kinds.add(check.kind);
    if (check.kind === 'whole') expect([`report ${at}`, isSame || check.seal !== seal]).toEqual([`report ${at}`, true]);
    if (check.kind !== 'changed') continue;
    const lines = new TextDecoder().decode(bytes).split('\n').length;
    expect(check.lines.length, `report ${at}`).toBeGreaterThan(0);
    for (const line of check.lines)
      expect([`report ${at}`, line >= 1 && line <= lines]).toEqual([`report ${at}`, true]);
  }
  expect(kinds).toContain('changed');
});
