/**
 * Waits in a page for a condition that events bring about, on a machine of any speed; a timeout names the condition.
 */
import { WAIT_LIMIT_MS } from './limits.mjs';

/**
 * Checks again after a pause as long as the last check, so that half of the processor is left for what is awaited; a
 * fixed number of turns would be a hidden time limit.
 */
export async function until(met: () => boolean | Promise<boolean>, what = String(met)): Promise<void> {
  const begun = performance.now();
  for (;;) {
    const checked = performance.now();
    if (await met()) return;
    if (performance.now() - begun > WAIT_LIMIT_MS) throw new Error(`it did not come about: ${what}`);
    await nextTurn(performance.now() - checked);
  }
}

/**
 * Runs what is due in this turn of the event loop. For a test that shows that something does not happen; what does happen
 * is waited for with `until`.
 */
export const nextTurn = (afterMs = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, afterMs));
