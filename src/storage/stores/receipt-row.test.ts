/** A receipt's row while it is reserved, and when another response is stored in it. */
import { describe, expect, it } from 'vitest';
import { fixtureReceipt } from '../../../test/support/fixture-rows.ts';
import { hasResponse, otherResponse, padded, parseStoredReceipt } from './receipt-row.ts';

const reserved = fixtureReceipt('b1', { responseBase64: '', state: 'reserved' });
const first = fixtureReceipt('b1', { responseBase64: 'Zmlyc3Q=' });
const second = fixtureReceipt('b1', { responseBase64: 'c2Vjb25k' });

describe('a reserved receipt', () => {
  it('takes more space than the longest response, and space that cannot be compressed', () => {
    const { padding } = padded(reserved);
    expect(padding.byteLength).toBeGreaterThan(Math.ceil(512 / 3) * 4);
    expect(new Set(padding).size).toBeGreaterThan(200);
  });

  it('is read without its padding', () => {
    expect(parseStoredReceipt(padded(reserved))).toEqual({ ok: true, row: reserved });
    expect(parseStoredReceipt({ ...padded(reserved), state: 'damaged' }).ok).toBe(false);
  });

  it('has no response, and may be overwritten', () => {
    expect(hasResponse(reserved)).toBe(false);
    expect(otherResponse(padded(reserved), first)).toBe(null);
  });
});

describe('a stored response', () => {
  it('is lost when another response or a reservation overwrites it, and not when it is written again', () => {
    expect(hasResponse(first)).toBe(true);
    expect(otherResponse({ ...first, padding: new Uint8Array(1) }, second)).toEqual(first);
    expect(otherResponse(first, reserved)).toEqual(first);
    expect(otherResponse(first, { ...first, state: 'sent' })).toBe(null);
  });

  it('is not found in a row that cannot be read', () => {
    for (const raw of [undefined, null, { ...first, state: 'damaged' }]) expect(otherResponse(raw, second)).toBe(null);
  });
});
