/** Compares levels of access to a device (interface.md 2.6). */

/** Levels in ascending order. */
const LEVELS = ['VIEWER', 'EDITOR', 'SUPERVISOR', 'OWNER'];

/**
 * True when `access` allows at least what `least` allows. A level outside the list equals only itself. When no level
 * was stored (`least` is null), any access is enough.
 */
export function isAccessAtLeast(access: string | null, least: string | null): boolean {
  if (least === null || access === least) return true;
  if (access === null || !LEVELS.includes(least)) return false;
  return LEVELS.indexOf(access) >= LEVELS.indexOf(least);
}
