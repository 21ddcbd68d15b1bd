/** Garbage collection when a test asks for it: what nobody holds any more is gone afterwards. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

/** Collections in a row that have found nothing more to take: then what is left is held by somebody. */
const QUIET_ROUNDS = 10;

/** Which of these somebody still holds. */
export async function stillHeld<T extends object>(refs: readonly WeakRef<T>[]): Promise<readonly T[]> {
  // A collection that was under way spares what died after it began, at times for several rounds; what somebody holds outlives any number of them.
  for (let left = refs.length, quiet = 0; quiet < QUIET_ROUNDS;) {
    // What was looked at in a turn is held until its end.
    await new Promise((resolve) => setTimeout(resolve));
    gc();
    const now = refs.filter((ref) => ref.deref() !== undefined).length;
    quiet = now === left ? quiet + 1 : 0;
    left = now;
  }
  return refs.flatMap((ref) => ref.deref() ?? []);
}
