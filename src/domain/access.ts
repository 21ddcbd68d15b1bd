/** Compares levels of access to a device (interface.md 2.6). */

/** From the least to the most. */
const LEVELS = ['VIEWER', 'EDITOR', 'SUPERVISOR', 'OWNER'];

/**
 * True when `access` allows at least what `least` allows. A level that is not in the list above equals only itself; where
 * no level was saved (`least` is null) any access is enough.
 */
export function isAccessAtLeast(access: string | null, least: string | null): boolean {
  if (least === null || access === least) return true;
  if (access === null || !LEVELS.includes(least)) return false;
  return LEVELS.indexOf(access) >= LEVELS.indexOf(least);
}
