/** What can be saved of a stored receipt that cannot be read as a whole. */
import { newReceipt } from '../../domain/new-receipt.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { parseReceipt } from './rows.ts';

/**
 * Makes a sendable receipt of a row that cannot be read as a whole, when the parts without which there is none are
 * there; null else. What is unknown is set so that the receipt is sent again rather than forgotten.
 */
export function salvageReceipt(raw: unknown, accountId: string, nowMs: number): Receipt | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const { id, uniqueId, responseBase64, ...rest } = raw as Record<string, unknown>;
  if (
    typeof id !== 'string' ||
    typeof uniqueId !== 'string' ||
    typeof responseBase64 !== 'string' ||
    responseBase64 === ''
  )
    return null;
  const whole = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);
  const createdAtMs = whole(rest['createdAtMs']) ?? nowMs;
  const result = whole(rest['result']);
  const candidate = newReceipt({
    id,
    accountId,
    runId: typeof rest['runId'] === 'string' ? rest['runId'] : null,
    uniqueId,
    deviceType: typeof rest['deviceType'] === 'string' ? rest['deviceType'] : 'BEACON',
    owner: rest['owner'] === 'unsure' ? 'unsure' : 'known',
    responseBase64,
    token: whole(rest['token']),
    result,
    updatedSeconds: whole(rest['updatedSeconds']) ?? Math.floor(createdAtMs / 1000),
    clock: 'unchecked',
    values: {},
    createdAtMs,
    tries: 1,
    unanswered: 1,
    origin: 'run',
  });
  const values = parseReceipt({ ...candidate, values: rest['values'] });
  return values.ok ? values.row : candidate;
}
