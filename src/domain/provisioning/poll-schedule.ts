/** When the Control Point is read: the gaps grow from the first to the longest (product.md "Numbers to hold"). Both are settings of the account (default-settings.ts). */

interface PollTiming {
  readonly pollStartMs: number;
  readonly pollMaxMs: number;
}

const GROWTH = 1.25;

/** Returns the wait before read number `index` (1 = the second read), ms. */
export function pollGapMs(index: number, { pollStartMs, pollMaxMs }: PollTiming): number {
  return Math.min(pollMaxMs, Math.round(pollStartMs * GROWTH ** (index - 1)));
}

/** True when the Control Point's 1 to 4 bytes (little-endian) signal the end of processing. Empty bytes do not. */
export function saysEnded(bytes: Uint8Array, endedValue: number): boolean {
  if (bytes.length === 0 || bytes.length > 4) return false;
  let value = 0;
  for (let at = bytes.length - 1; at >= 0; at -= 1) value = value * 256 + bytes[at]!;
  return value === endedValue;
}
