/** Garbage collection when a test asks for it: what nobody holds any more is gone afterwards. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

/** Which of these somebody still holds. */
export async function stillHeld<T extends object>(refs: readonly WeakRef<T>[]): Promise<readonly T[]> {
  // A collection that was under way already leaves what died after it began; what somebody holds outlives any number of them.
  for (let round = 0; round < 3; round += 1) {
    // What was looked at in a turn is held until its end.
    await new Promise((resolve) => setImmediate(resolve));
    gc();
  }
  return refs.flatMap((ref) => ref.deref() ?? []);
}
