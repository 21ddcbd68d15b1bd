/** A receipt as it is stored: padded while it is reserved, so that storing the response needs no additional space. */
import type { Receipt } from '../../domain/receipt.ts';
import { parseReceipt, type RowParser } from './rows.ts';

/** More than a committed receipt needs: 512 bytes of response as Base64, and its values. */
const PADDING_BYTES = 4096;

/** Adds random padding; the database would compress repeated bytes. */
export function padded(reserved: Receipt): Receipt & { readonly padding: Uint8Array } {
  return { ...reserved, padding: crypto.getRandomValues(new Uint8Array(PADDING_BYTES)) };
}

/** Parses a stored receipt without its padding. */
export const parseStoredReceipt: RowParser<Receipt> = (raw) => {
  const parsed = parseReceipt(raw);
  if (!parsed.ok) return parsed;
  const { padding: _, ...row } = parsed.row as Receipt & { padding?: unknown };
  return { ok: true, row };
};

export function hasResponse(receipt: Receipt): boolean {
  return receipt.responseBase64 !== '';
}

/** Returns the stored row if overwriting it with `receipt` would lose another response, else null. */
export function otherResponse(stored: unknown, receipt: Receipt): Receipt | null {
  const parsed = parseStoredReceipt(stored);
  if (!parsed.ok || !hasResponse(parsed.row) || parsed.row.responseBase64 === receipt.responseBase64) return null;
  return parsed.row;
}
