/** When an unused phone locks its account. */

/** Choices in minutes; 0 is never. */
export const IDLE_LOCK_MINUTES = [0, 5, 15, 60] as const;
export type IdleLockMinutes = (typeof IDLE_LOCK_MINUTES)[number];

/** Default idle lock in minutes. With a stored key a lock costs little; without one it would require the key itself. */
export const USUAL_IDLE_LOCK: Record<'kept' | 'not', IdleLockMinutes> = { kept: 15, not: 0 };

/**
 * True when the account must be locked. A time in the future means that the clock was set back; the idle time is then
 * unknown and the account is locked.
 */
export function isIdleTooLong(touchedAtMs: number, nowMs: number, minutes: IdleLockMinutes): boolean {
  if (minutes === 0) return false;
  return nowMs - touchedAtMs >= minutes * 60_000 || touchedAtMs - nowMs > 60_000;
}
