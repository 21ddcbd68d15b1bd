/**
 * Waits in a page for a condition that events bring about, on a machine of any speed; a timeout names the condition.
 */
import { WAIT_LIMIT_MS } from './limits.mjs';

/** Checks again after each turn of the event loop; a fixed number of turns would be a hidden time limit. */
export async function until(met: () => boolean | Promise<boolean>, what = String(met)): Promise<void> {
  const begun = performance.now();
  while (!(await met())) {
    if (performance.now() - begun > WAIT_LIMIT_MS) throw new Error(`it did not come about: ${what}`);
    await nextTurn();
  }
}

/**
 * Runs what is due in this turn of the event loop. For a test that shows that something does not happen; what does happen
 * is waited for with `until`.
 */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
