/** Waits in a page for what events bring about, however busy the machine is; what does not come is named. */
import { WAIT_LIMIT_MS } from './limits.mjs';

/** Looks again after each turn of the event loop; a fixed number of turns would be a time limit in disguise. */
export async function until(met: () => boolean | Promise<boolean>, what = String(met)): Promise<void> {
  const begun = performance.now();
  while (!(await met())) {
    if (performance.now() - begun > WAIT_LIMIT_MS) throw new Error(`it did not come about: ${what}`);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
