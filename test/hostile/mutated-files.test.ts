/**
 * Files of the app in which members were changed, removed, doubled, retyped and nested: whatever is accepted has only
 * the fields that are known, within their limits, and is the same when it is written and read again.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { secretsIn } from '../../src/domain/job/template.ts';
import { readJobFile, writeJobFile } from '../../src/domain/job/job-file.ts';
import { readTemplateFile, writeTemplateFile } from '../../src/domain/job/template-file.ts';
import { importedReceipt, writeReceiptFile } from '../../src/domain/receipt-file.ts';
import { readReceiptFile } from '../../src/domain/receipt-file-reading.ts';
import { draws } from '../support/draws.ts';
import { fixturePackage, fixtureReceipt } from '../support/fixture-rows.ts';
import { fixtureJob, fixtureTask } from '../support/job-rows.ts';

const DRAWS = { numRuns: draws(200, 7000) };

interface Change {
  readonly at: number;
  readonly how: 'remove' | 'double' | 'retype' | 'nest' | 'extend';
  readonly value: unknown;
}
const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    at: fc.nat(),
    how: fc.constantFrom('remove', 'double', 'retype', 'nest', 'extend'),
    value: fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(
        '',
        'x'.repeat(3000),
        -1,
        0.5,
        1e300,
        8.7e15,
        [],
        {},
        null,
        '__proto__',
        'a/b',
        '\u0000',
        '\ud800',
      ),
    ),
  }),
  { minLength: 1, maxLength: 3 },
);

type Members = Record<string, unknown> | unknown[];
const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** Every member of a document, with the object or list that holds it. */
function membersOf(holder: Members): { readonly holder: Members; readonly key: string }[] {
  return Object.entries(holder).flatMap(([key, value]) => [
    { holder, key },
    ...(isMembers(value) ? membersOf(value) : []),
  ]);
}

function changed(text: string, list: readonly Change[]): unknown {
  const data: unknown = JSON.parse(text);
  for (const { at, how, value } of list) {
    const members = membersOf(data as Members);
    const member = members[at % members.length];
    if (member === undefined) break;
    const { holder, key } = member;
    const fields = holder as Record<string, unknown>;
    const before = structuredClone(fields[key]);
    // Copied, because a later change may be made in it.
    const given = structuredClone(value);
    if (how === 'remove') {
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete fields[key];
    } else if (how === 'double') {
      if (Array.isArray(holder)) holder.push(before);
      else fields[`${key}2`] = before;
    } else if (how === 'extend' && isMembers(before)) (fields[key] as Record<string, unknown>)['extra'] = given;
    else fields[key] = how === 'nest' ? { [key]: before } : given;
  }
  return data;
}

/** The limits are written a second time, so that one that is lost in a reader is noticed. */
const text = (most: number) => z.string().check(z.maxLength(most));
const moment = z.number().check(z.gte(0), z.lte(8.64e15));
const whole = z.nullable(z.int());
const values = z.record(z.string(), z.json()).check(z.refine((all) => JSON.stringify(all).length <= 200_000));
const id = text(100);
const strictReceipts = z.strictObject({
  accountId: text(2000).check(z.minLength(1)),
  baseUrl: text(2000).check(z.minLength(1)),
  legacyBaseUrl: text(2000).check(z.minLength(1)),
  vendor: id,
  keyMark: z.nullable(id),
  exportedAtMs: moment,
  receipts: z.array(
    z.strictObject({
      id,
      uniqueId: id.check(z.minLength(1)),
      deviceType: id.check(z.minLength(1)),
      kind: z.optional(z.literal('reading')),
      owner: z.enum(['known', 'unsure']),
      candidates: z.array(id.check(z.minLength(1))).check(z.minLength(1), z.maxLength(1000)),
      responseBase64: text(200_000).check(z.minLength(1)),
      token: whole,
      result: whole,
      updatedSeconds: z.int().check(z.gte(0), z.lte(0xffff_ffff)),
      clock: z.enum(['checkedDate', 'checkedCreated', 'unchecked']),
      values,
      createdAtMs: moment,
    }),
  ),
});
const strictTemplate = z.strictObject({
  name: text(100).check(z.minLength(1)),
  values,
  patterns: z.strictObject({
    countUp: z.record(z.string(), z.int().check(z.gte(0), z.lte(65_535))),
    nameIsId: z.boolean(),
    aliasIsPlace: z.boolean(),
  }),
});
const words = text(300);
const strictJob = z.strictObject({
  madeAtMs: moment,
  job: z.strictObject({
    id: id.check(z.minLength(1), z.regex(/^[^/]+$/)),
    name: words,
    site: words,
    createdAtMs: moment,
    due: z.optional(text(10)),
    schemaVersion: z.int(),
  }),
  tasks: z
    .array(
      z.strictObject({
        id: text(201),
        jobId: id,
        uniqueId: id,
        deviceType: id,
        place: words,
        order: z.int(),
        values,
        note: words,
        mark: z.nullable(z.strictObject({ kind: text(20), reason: words, atMs: moment, untilMs: z.optional(moment) })),
        plannedAtMs: moment,
        hungUpAtMs: z.optional(moment),
      }),
    )
    .check(z.minLength(1)),
  packages: z.array(
    z.strictObject({
      id,
      uniqueId: id,
      deviceType: id,
      kind: z.literal('configuration'),
      state: z.literal('carried'),
      values,
      before: values,
      base64: text(200_000),
      token: whole,
      preparedAtMs: moment,
      fetchedAtMs: z.nullable(moment),
    }),
  ),
  receipts: z.string(),
});

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

it('a changed file of receipts brings no unknown field and no value beyond its limits', () => {
  const from = { id: 'acc', baseUrl: 'https://a', legacyBaseUrl: 'https://b', vendor: 'v', keyMark: 'k' };
  const receipt = fixtureReceipt('aB3x', { responseBase64: 'AAECAw==', values: { minor: 1 }, createdAtMs: 5 });
  const file = writeReceiptFile(from, [receipt, { ...receipt, id: 'r2', kind: 'reading' }], 9);
  let accepted = 0;
  fc.assert(
    fc.property(changes, (list) => {
      const read = readReceiptFile(JSON.stringify(changed(file, list)));
      if (!read.ok) return;
      accepted += 1;
      strictReceipts.parse(JSON.parse(JSON.stringify(read.file)));
      const { accountId, receipts, exportedAtMs, ...head } = read.file;
      const rows = receipts.map((row) => importedReceipt(row, row.id, accountId));
      const again = readReceiptFile(writeReceiptFile({ ...head, id: accountId }, rows, exportedAtMs));
      expect(again).toEqual({ ok: true, file: read.file, problems: [], dropped: [] });
    }),
    DRAWS,
  );
  expect(accepted).toBeGreaterThan(DRAWS.numRuns / 5);
});

it('a changed template brings no unknown field, no secret and no value beyond its limits', () => {
  const template = {
    id: '1',
    name: 'Ward',
    savedAtMs: 7,
    values: { txPower: 3, packets: ['IBEACON', 'KONTAKT'], shuffled: true },
    patterns: { countUp: { minor: 101 }, nameIsId: true, aliasIsPlace: false },
  };
  const file = writeTemplateFile(template);
  let accepted = 0;
  fc.assert(
    fc.property(changes, (list) => {
      const read = readTemplateFile(JSON.stringify(changed(file, list)));
      if (!read.ok) return;
      accepted += 1;
      strictTemplate.parse(JSON.parse(JSON.stringify(read.template)));
      expect(secretsIn(read.template.values)).toEqual([]);
      const again = readTemplateFile(writeTemplateFile({ ...template, ...read.template }));
      expect(again).toEqual({ ok: true, template: read.template, dropped: [] });
    }),
    DRAWS,
  );
  expect(accepted).toBeGreaterThan(DRAWS.numRuns / 20);
});

it('a changed job file brings no unknown field and no value beyond its limits', async () => {
  const task = fixtureTask(1, { uniqueId: 'aB3x', values: { minor: 3 }, hungUpAtMs: 4 });
  const row = fixturePackage('aB3x', { id: 'p1', state: 'carried', base64: 'AAEC' });
  const file = await writeJobFile(
    { madeAtMs: 5, job: fixtureJob(), tasks: [task], packages: [row], receipts: '{}' },
    sha256,
  );
  const { body, ...head } = JSON.parse(file) as { readonly body: unknown };
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(changes, async (list) => {
      const other = changed(JSON.stringify(body), list);
      // Signed as another program could: a wrong checksum alone would refuse every change.
      const bytes = new TextEncoder().encode(JSON.stringify(other));
      const sum = Buffer.from(await sha256(bytes)).toString('hex');
      const read = await readJobFile(JSON.stringify({ ...head, sha256: sum, body: other }), sha256);
      if (!read.ok) return;
      accepted += 1;
      strictJob.parse(JSON.parse(JSON.stringify(read.file)));
      const again = await readJobFile(await writeJobFile(read.file, sha256), sha256);
      expect(again).toEqual({ ok: true, file: read.file, dropped: [], photos: [], photosLost: 0 });
    }),
    DRAWS,
  );
  expect(accepted).toBeGreaterThan(DRAWS.numRuns / 20);
});
