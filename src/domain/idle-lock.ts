/** When a phone that nobody touches locks its account. */

/** 0 is never. */
export const IDLE_LOCK_MINUTES = [0, 5, 15, 60] as const;
export type IdleLockMinutes = (typeof IDLE_LOCK_MINUTES)[number];

/** A time in the future comes from a clock that was set back: then it is not known how long it was, and the account is locked. */
export function isIdleTooLong(touchedAtMs: number, nowMs: number, minutes: IdleLockMinutes): boolean {
  if (minutes === 0) return false;
  return nowMs - touchedAtMs >= minutes * 60_000 || touchedAtMs - nowMs > 60_000;
}
