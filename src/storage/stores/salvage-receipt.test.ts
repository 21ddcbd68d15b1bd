/** What a damaged receipt still says reaches the backend. */
import { describe, expect, it } from 'vitest';
import { newReceipt } from '../../domain/new-receipt.ts';
import { parseReceipt } from './rows.ts';
import { salvageReceipt } from './salvage-receipt.ts';

const NOW_MS = 1_750_000_000_000;
const CREATED_MS = 1_700_000_000_999;
const whole = newReceipt({
  id: 'rcp-1',
  accountId: 'acc-1',
  runId: 'run-1',
  uniqueId: 'b1',
  deviceType: 'GATEWAY',
  responseBase64: 'AAEQ',
  token: 7,
  result: null,
  updatedSeconds: 1_699_999_999,
  clock: 'checkedDate',
  values: { txPower: 4 },
  createdAtMs: CREATED_MS,
  origin: 'import',
});
/** What is known about every rebuilt receipt: it may have been sent before, and no measured time confirms its date. */
const rebuilt = { ...whole, clock: 'unchecked', tries: 1, unanswered: 1, origin: 'run' };
const salvaged = (changes: object) => salvageReceipt({ ...whole, ...changes }, 'acc-1', NOW_MS);

describe('a damaged receipt', () => {
  it('is sent with every part that can still be read', () => {
    expect(salvaged({ state: 'damaged', lastAnswer: 7 })).toEqual(rebuilt);
    expect(salvaged({ state: 'damaged' })).not.toHaveProperty('kind');
    expect(parseReceipt(salvaged({ state: 'damaged' }))).toMatchObject({ ok: true });
  });

  it('is taken for a receipt of the account in whose database it is', () => {
    expect(salvaged({ accountId: 7 })).toEqual(rebuilt);
  });

  it.each(['id', 'uniqueId', 'responseBase64'])('cannot be sent without its %s', (field) => {
    for (const damage of [undefined, null, 7]) expect(salvaged({ [field]: damage })).toBe(null);
  });

  it('cannot be sent when its response is empty, or when it is no row at all', () => {
    expect(salvaged({ responseBase64: '' })).toBe(null);
    for (const raw of [null, undefined, 'text', []]) expect(salvageReceipt(raw, 'acc-1', NOW_MS)).toBe(null);
  });

  it.each([
    ['deviceType', 'BEACON'],
    ['runId', null],
    ['token', null],
    ['result', null],
    ['owner', 'known'],
    ['values', {}],
    ['updatedSeconds', Math.floor(CREATED_MS / 1000)],
  ])('is sent when its %s cannot be read', (field, instead) => {
    for (const damage of [undefined, new Date(0)])
      expect(salvaged({ [field]: damage })).toEqual({ ...rebuilt, [field]: instead });
  });

  it('is dated by now when no time in it can be read', () => {
    expect(salvaged({ createdAtMs: 'x' })).toEqual({ ...rebuilt, createdAtMs: NOW_MS });
    expect(salvaged({ createdAtMs: 'x', updatedSeconds: 'x' })).toEqual({
      ...rebuilt,
      createdAtMs: NOW_MS,
      updatedSeconds: NOW_MS / 1000,
    });
  });

  it('stays one of unsure owner', () => {
    expect(salvaged({ state: 'damaged', owner: 'unsure' })).toEqual({ ...rebuilt, owner: 'unsure' });
  });

  it('stays a reading, which is not sent as the response to a configuration', () => {
    expect(salvaged({ state: 'damaged', kind: 'reading' })).toMatchObject({
      kind: 'reading',
      state: 'waiting',
      held: true,
    });
    expect(salvaged({ state: 'damaged', kind: 7 })).not.toHaveProperty('kind');
  });

  it('stays a plain refusal, which only a person sends', () => {
    expect(salvaged({ state: 'damaged', result: 7 })).toMatchObject({ result: 7, state: 'refused', held: true });
  });
});
