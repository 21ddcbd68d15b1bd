/** Only receipts that the backend has verified are deleted, and only after the configured number of days. */
import { expect, it } from 'vitest';
import { receipt } from '../../../test/support/delivery-rows.ts';
import { RECEIPT_STATES } from '../receipt.ts';
import { deliveredLongAgo } from './delivered-long-ago.ts';

const DAY_MS = 24 * 3600_000;
const NOW_MS = 100 * DAY_MS;

it('a verified receipt is selected for deletion after its days, to the millisecond, and not before', () => {
  const settledAt = (settledAtMs: number | null) => receipt({ state: 'verified', settledAtMs });
  const due = settledAt(NOW_MS - 30 * DAY_MS);
  expect(deliveredLongAgo([due, settledAt(NOW_MS - 30 * DAY_MS + 1), settledAt(null)], NOW_MS, 30)).toEqual([due]);
});

it('a receipt in any other state is never selected for deletion, however old it is', () => {
  const others = RECEIPT_STATES.filter((state) => state !== 'verified').map((state) =>
    receipt({ state, settledAtMs: 0 }),
  );
  expect(deliveredLongAgo(others, NOW_MS, 30)).toEqual([]);
});

it('a reading that the backend has taken is selected for deletion after its days, and a sent configuration is not', () => {
  const taken = receipt({ state: 'sent', kind: 'reading', settledAtMs: NOW_MS - DAY_MS });
  expect(deliveredLongAgo([taken, receipt({ state: 'sent', settledAtMs: 0 })], NOW_MS, 1)).toEqual([taken]);
  expect(deliveredLongAgo([{ ...taken, settledAtMs: null }], NOW_MS, 1)).toEqual([]);
});
