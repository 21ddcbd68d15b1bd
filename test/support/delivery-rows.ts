/** Short receipts, answers and reads for tests of delivery. */
import type { BackendFailure, BackendFailureKind } from '../../src/domain/backend-failure.ts';
import type { Receipt } from '../../src/domain/receipt.ts';
import { fixtureReceipt } from './fixture-rows.ts';
import { DEFAULT_SETTINGS } from '../../src/domain/default-settings.ts';
import type { ReadBack } from '../../src/domain/delivery/answer-types.ts';
import { type VerdictContext } from '../../src/domain/delivery/verdict.ts';

export const settings = DEFAULT_SETTINGS.delivery;
export const NOW = 1_700_000_000_000;
export const context: VerdictContext = { nowMs: NOW, random: 0.5, settings, failures: 1 };
export const OURS = { minor: 5, 'powerSaving.features': [] as string[] };

export const receipt = (change: Partial<Receipt> = {}): Receipt =>
  fixtureReceipt('abcd', {
    id: 'r1',
    accountId: 'a',
    values: OURS,
    createdAtMs: NOW - 5000,
    tries: 1,
    inFlightSinceMs: NOW,
    ...change,
  });
export function failure(
  kind: BackendFailureKind,
  status: number,
  retryAfterMs: number | null = null,
): { kind: 'failed'; failure: BackendFailure } {
  return { kind: 'failed', failure: { kind, status, message: 'said so', fields: [], retryAfterMs } };
}
export const listing = (...ids: string[]) => ({
  kind: 'listing' as const,
  status: 200,
  isWhole: true,
  packages: ids.map((uniqueId) => ({ uniqueId, base64: 'AAAA' })),
});
export const read = (change: Partial<Extract<ReadBack, { kind: 'read' }>> = {}): ReadBack => ({
  kind: 'read',
  listed: true,
  pending: null,
  pendingFrom: 'config',
  values: {},
  device: null,
  ...change,
});
export const afterAnswer = (status: number, change: Partial<Receipt> = {}): Receipt =>
  receipt({
    inFlightSinceMs: null,
    lastAnswer: { atMs: NOW - 1000, status, code: 'readFirst', message: 'said so' },
    ...change,
  });
export const sent = (ageMs: number): Receipt =>
  receipt({
    state: 'sent',
    inFlightSinceMs: null,
    lastAnswer: { atMs: NOW - ageMs, status: 202, code: 'sent', message: '' },
  });
export const sent4xx = (): Receipt =>
  receipt({
    state: 'sent',
    inFlightSinceMs: null,
    lastAnswer: { atMs: NOW - 1000, status: 422, code: 'unproven', message: '' },
  });
