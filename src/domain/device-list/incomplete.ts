/** True when devices may be missing: the list was never read to its end, and it is not being read now. */
export function isIncomplete(list: {
  readonly completedAtMs: number | null;
  readonly refreshing: object | null;
}): boolean {
  return list.completedAtMs === null && list.refreshing === null;
}
