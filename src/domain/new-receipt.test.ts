/** The initial row of a receipt, and the row restored from its second copy. */
import { describe, expect, it } from 'vitest';
import { newReceipt, restoredReceipt, type ReceiptFacts } from './new-receipt.ts';

const facts = (change: Partial<ReceiptFacts> = {}): ReceiptFacts => ({
  id: 'receipt',
  accountId: 'account',
  runId: 'run',
  uniqueId: 'aB3x',
  deviceType: 'BEACON',
  responseBase64: 'AAAA',
  result: null,
  updatedSeconds: 1,
  clock: 'unchecked',
  values: {},
  createdAtMs: 1000,
  origin: 'run',
  ...change,
});

describe('a new receipt', () => {
  it.each([
    ['without a response is reserved', { responseBase64: '' }, 'reserved', false],
    ['with a sealed response waits to be sent', { result: null }, 'waiting', false],
    ['with a plain 0 waits to be sent', { result: 0 }, 'waiting', false],
    ['with a refusal is held back', { result: 4 }, 'refused', true],
    ['of a reading is held, so that an earlier version does not send it', { kind: 'reading' }, 'waiting', true],
  ] as const)('%s', (_, change, state, held) => {
    expect(newReceipt(facts(change))).toMatchObject({ state, held, tries: 0, unanswered: 0, candidates: ['aB3x'] });
  });

  it('takes over nothing of the delivery of another receipt', () => {
    const delivered = {
      ...newReceipt(facts()),
      state: 'verified' as const,
      settledAtMs: 5,
      mirrored: true,
      nextAtMs: 7,
      inFlightSinceMs: 3,
    };
    expect(newReceipt(delivered)).toEqual(newReceipt(facts()));
  });
});

describe('a receipt restored from its second copy', () => {
  it('is held when it is a reading', () => {
    expect(restoredReceipt(newReceipt(facts({ kind: 'reading' })))).toMatchObject({ kind: 'reading', held: true });
  });

  it('is sent again although it was verified, and counts as possibly sent before', () => {
    const copy = { ...newReceipt(facts()), state: 'verified' as const, settledAtMs: 5 };
    expect(restoredReceipt(copy)).toMatchObject({
      state: 'waiting',
      settledAtMs: null,
      tries: 1,
      unanswered: 1,
      mirrored: true,
      origin: 'mirror',
    });
  });

  it('stays held when it is a refusal by the beacon', () => {
    expect(restoredReceipt(newReceipt(facts({ result: 4 })))).toMatchObject({ state: 'refused', held: true });
  });
});

it('a restored receipt keeps its numbers of attempts and of missing answers where they are higher', () => {
  const copy = { ...newReceipt(facts()), tries: 3, unanswered: 2 };
  expect(restoredReceipt(copy)).toMatchObject({ tries: 3, unanswered: 2 });
  expect(restoredReceipt({ ...copy, tries: 3, unanswered: 0 })).toMatchObject({ tries: 3, unanswered: 1 });
});
