/**
 * Parses Retry-After in every known form: seconds, a date, or both joined by a comma (product.md "What a backend's
 * answer means").
 */

const DATE =
  /[A-Za-z]{3,9}, \d{1,2}[ -][A-Za-z]{3}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT|[A-Za-z]{3} [A-Za-z]{3} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}|\d{4}-\d{2}-\d{2}T[\d:.]{1,30}(?:Z|[+-]\d{2}:?\d{2})/g;

/** Characters that are read, several times those of a header in any known form. */
const MAX_HEADER = 1000;

/**
 * Returns the wait in ms, the longest of several; null when none can be read. `nowMs`: the clock that the date refers
 * to.
 */
export function readRetryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const waits: number[] = [];
  const rest = header.slice(0, MAX_HEADER).replace(DATE, (date) => {
    const atMs = Date.parse(/GMT|Z|[+-]\d{2}:?\d{2}$/.test(date) ? date : `${date} GMT`);
    if (!Number.isNaN(atMs)) waits.push(atMs - nowMs);
    return ' ';
  });
  for (const part of rest.split(/[\s,;]+/)) if (/^\d+(\.\d+)?$/.test(part)) waits.push(Number(part) * 1000);
  return waits.length === 0 ? null : Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.round(Math.max(...waits))));
}
