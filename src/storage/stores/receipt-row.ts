/** A receipt as it is stored: padded while reserved, so that the response later needs no new room. */
import { newReceipt, type Receipt } from '../../domain/receipt.ts';
import { parseReceipt, type RowParser } from './rows.ts';

/** More than a committed receipt takes: 512 bytes of response as Base64, and the values it was to set. */
const PADDING_BYTES = 4096;

/** Random, because the database compresses what repeats. */
export function padded(reserved: Receipt): Receipt & { readonly padding: Uint8Array } {
  return { ...reserved, padding: crypto.getRandomValues(new Uint8Array(PADDING_BYTES)) };
}

/** Parses a stored receipt and leaves its padding behind. */
export const parseStoredReceipt: RowParser<Receipt> = (raw) => {
  const parsed = parseReceipt(raw);
  if (!parsed.ok) return parsed;
  const { padding: _, ...row } = parsed.row as Receipt & { padding?: unknown };
  return { ok: true, row };
};

export function hasResponse(receipt: Receipt): boolean {
  return receipt.responseBase64 !== '';
}

/** The stored row, when putting `receipt` in its place would lose another response. */
export function otherResponse(stored: unknown, receipt: Receipt): Receipt | null {
  const parsed = parseStoredReceipt(stored);
  if (!parsed.ok || !hasResponse(parsed.row) || parsed.row.responseBase64 === receipt.responseBase64) return null;
  return parsed.row;
}

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
