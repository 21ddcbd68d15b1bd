/** The selection of devices: one by one, or a range from the last selected one. */

export interface Chosen {
  readonly ids: ReadonlySet<string>;
  /** The start of a range; null before the first selection. */
  readonly anchor: string | null;
}

export const NOTHING_CHOSEN: Chosen = { ids: new Set(), anchor: null };

export function toggle({ ids }: Chosen, uniqueId: string): Chosen {
  const next = new Set(ids);
  if (!next.delete(uniqueId)) next.add(uniqueId);
  return { ids: next, anchor: uniqueId };
}

/**
 * Adds everything between the anchor and this device in the present list. Without an anchor it adds only this device.
 */
export function extend(
  { ids, anchor }: Chosen,
  uniqueId: string,
  listed: readonly { readonly uniqueId: string }[],
): Chosen {
  const to = listed.findIndex((row) => row.uniqueId === uniqueId);
  const from = anchor === null ? to : listed.findIndex((row) => row.uniqueId === anchor);
  if (to < 0) return { ids, anchor };
  const start = from < 0 ? to : from;
  const range = listed.slice(Math.min(start, to), Math.max(start, to) + 1);
  return { ids: new Set([...ids, ...range.map((row) => row.uniqueId)]), anchor: anchor ?? uniqueId };
}

export function chooseAll(listed: readonly { readonly uniqueId: string }[]): Chosen {
  return { ids: new Set(listed.map((row) => row.uniqueId)), anchor: listed[0]?.uniqueId ?? null };
}

/** Number of selected devices outside the present list. */
export function countAway({ ids }: Chosen, listed: readonly { readonly uniqueId: string }[]): number {
  return ids.size - listed.reduce((seen, { uniqueId }) => seen + Number(ids.has(uniqueId)), 0);
}
