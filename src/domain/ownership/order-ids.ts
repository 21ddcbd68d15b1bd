/**
 * Reads pasted order IDs: one or many, trimmed, letter case unchanged (interface.md 4.4 POST /order/assign,
 * field-facts.md 3 and 5).
 */
import { readTypedOrderIds } from '../label/typed-list.ts';

/**
 * Separated by commas, semicolons, spaces or line breaks. An ID cannot contain them, because lists are comma-joined.
 * What stands around an ID (quotation marks, brackets, the address of a shop, a number of a list) is not part of it.
 */
export function readOrderIds(text: string) {
  // Invisible characters that a scanner or a mail program adds.
  const clean = text.replace(
    // oxlint-disable-next-line no-control-regex
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g,
    '',
  );
  const typed = readTypedOrderIds(clean);
  const ids = new Set<string>();
  const repeated = new Set<string>();
  for (const id of typed ?? []) (ids.has(id) ? repeated : ids).add(id);
  return {
    /** In the order typed, without duplicates; "AB-1" and "ab-1" differ. */
    ids: [...ids],
    /** Ids that were typed more than once. */
    repeated: [...repeated],
    /**
     * IDs with characters other than letters, digits and "-". They are shown before sending, never changed or refused
     * here.
     */
    odd: [...ids].filter((id) => !/^[A-Za-z0-9-]+$/.test(id)),
    /** True for a list of which nothing is read, because it is longer than anything that a person checks. */
    isTooLong: typed === null,
  };
}
