import { describe, expect, it } from 'vitest';
import { sampleReceipt } from '../../../test/support/sample-rows.ts';
import { decodeRecord, encodeNote, encodeRecord, encodeReservation } from './mirror-record.ts';

const json = JSON.stringify(sampleReceipt('a', '1', { uniqueId: 'Zürich 🗼' }));
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe('the record of a second copy', () => {
  it('has the layout that earlier and later versions read', async () => {
    for (const [magic, encode] of [
      ['BFKR', encodeRecord],
      ['BFK1', encodeNote],
    ] as const) {
      const bytes = await encode(json);
      const body = new TextEncoder().encode(json);
      expect(bytes).toHaveLength(44 + body.length);
      expect(text(bytes.subarray(0, 4))).toBe(magic);
      expect([...bytes.subarray(4, 8)]).toEqual([1, 0, 0, 0]);
      expect(new DataView(bytes.buffer).getUint32(8, true)).toBe(body.length);
      expect(bytes.slice(12, 44)).toEqual(new Uint8Array(await crypto.subtle.digest('SHA-256', body)));
      expect(text(bytes.subarray(44))).toBe(json);
    }
    expect(text(encodeReservation().subarray(0, 4))).toBe('BFK0');
  });

  it('decodes to what was encoded, whatever follows it in the file', async () => {
    const file = encodeReservation();
    file.set(await encodeRecord(json));
    expect(await decodeRecord(file)).toEqual({ kind: 'record', json });
    expect(await decodeRecord(await encodeRecord(''))).toEqual({ kind: 'record', json: '' });
  });

  it('decodes from a part of a larger buffer', async () => {
    const record = await encodeRecord(json);
    const larger = new Uint8Array(record.length + 20);
    larger.set(record, 10);
    expect(await decodeRecord(larger.subarray(10, 10 + record.length))).toEqual({ kind: 'record', json });
    expect((await decodeRecord(larger.subarray(10, 9 + record.length))).kind).toBe('torn');
  });

  it('is torn at every length short of the whole record', async () => {
    const record = await encodeRecord(json);
    for (let length = 1; length < record.length; length += 1)
      expect((await decodeRecord(record.slice(0, length))).kind, `${length} bytes`).toBe('torn');
  });

  it('is torn when any byte of it is changed, except the spare bytes', async () => {
    const record = await encodeRecord(json);
    for (let at = 0; at < record.length; at += 1) {
      if (at >= 5 && at < 8) continue;
      const changed = record.slice();
      changed[at] = changed[at]! ^ 0x10;
      expect((await decodeRecord(changed)).kind, `byte ${at}`).toBe('torn');
    }
  });
});

describe('a reservation', () => {
  it('is an empty file, or one that fills two blocks with bytes that cannot be compressed', async () => {
    const bytes = encodeReservation();
    expect(bytes).toHaveLength(8192);
    expect(new Set(bytes).size).toBeGreaterThan(200);
    expect(encodeReservation()).not.toEqual(bytes);
    for (const file of [new Uint8Array(), bytes])
      expect(await decodeRecord(file)).toEqual({ kind: 'reserved', note: null });
  });

  it('contains the note that was written over its start', async () => {
    const file = encodeReservation();
    file.set(await encodeNote('{"run":1}'));
    expect(await decodeRecord(file)).toEqual({ kind: 'reserved', note: '{"run":1}' });
  });

  it('stays a reservation when its note was cut off', async () => {
    const file = encodeReservation();
    file.set((await encodeNote('{"run":1}')).subarray(0, 48));
    expect(await decodeRecord(file)).toEqual({ kind: 'reserved', note: null });
  });
});
