/** A receipt as it is stored: padded while reserved, so that the response later needs no new room. */
import type { Receipt } from '../../domain/receipt.ts';
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
