/** A file from another app is recognised by its content, whatever its name. */
import { describe, expect, it } from 'vitest';
import { fileKindOf, FILE_HEAD_BYTES } from './file-kind.ts';
import { writeReceiptFile } from './receipt-file.ts';
import { writeJobFile } from './job/job-file.ts';
import { writeReport } from './report/report-file.ts';

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
const kindOf = (content: string | Uint8Array): string =>
  fileKindOf((typeof content === 'string' ? new TextEncoder().encode(content) : content).subarray(0, FILE_HEAD_BYTES));
const receipts = writeReceiptFile({ id: 'acc', baseUrl: 'https://a', legacyBaseUrl: 'https://b' }, [], 1);

describe('the kind of a file', () => {
  it('is receipts for an export of the outbox, also with a byte order mark', () => {
    expect(kindOf(receipts)).toBe('receipts');
    expect(kindOf(`\uFEFF${receipts}`)).toBe('receipts');
  });

  it('is job for a handed-over job, with the receipts it contains', async () => {
    const job = { id: 'j', name: 'East', site: '', createdAtMs: 1, schemaVersion: 1 };
    expect(kindOf(await writeJobFile({ madeAtMs: 1, job, tasks: [], packages: [], receipts }, sha256))).toBe('job');
  });

  it('is report for an acceptance report, also one that a spreadsheet has saved again', async () => {
    const head = { job: 'East', site: '', person: '', appVersion: '1', madeAtMs: 0 };
    const { text } = await writeReport(head, [], sha256);
    expect(kindOf(text)).toBe('report');
    expect(kindOf(`"${text.slice(1)}`)).toBe('report');
  });

  it.each([
    ['commas', 'uniqueId,room\r\ntB4x,Room 1\r\n'],
    ['semicolons', 'uniqueId;room\r\ntB4x;Küche\r\n'],
    ['one column', 'tB4x\ntB5x\n'],
  ])('is table for a text with %s', (_, content) => {
    expect(kindOf(content)).toBe('table');
  });

  it('is table for UTF-16, and for a text that is cut inside a character', () => {
    expect(kindOf(new Uint8Array([0xff, 0xfe, ...Buffer.from('id;room\r\na;b\r\n', 'utf16le')]))).toBe('table');
    expect(kindOf(`a${'ü'.repeat(FILE_HEAD_BYTES)}`)).toBe('table');
  });

  it('is empty for a file without bytes', () => expect(kindOf('')).toBe('empty'));

  it.each([
    ['blanks', ' \n'],
    ['an export of the outbox with words before it', `Sent by Ann\n${receipts}`],
    ['other JSON', '{"format":"something else"}'],
    ['a list', '[1,2]'],
    ['a web page', '<!doctype html><p>'],
    ['a workbook', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0])],
    ['bytes that are no text', new Uint8Array([1, 0, 0, 2, 0xff, 0, 7])],
  ])('is unknown for %s', (_, content) => {
    expect(kindOf(content)).toBe('unknown');
  });
});
