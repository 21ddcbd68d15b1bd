/** Collects garbage on request, so that a test can tell which objects are still referenced. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { nextTurn } from './until.ts';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

/** Collections in a row without a find after which the rest counts as referenced. */
const QUIET_ROUNDS = 10;

/** Returns the objects that are still referenced. */
export async function stillHeld<T extends object>(refs: readonly WeakRef<T>[]): Promise<readonly T[]> {
  // A collection in progress spares objects that died after it began, sometimes for several rounds; a referenced object
  // survives any number of them.
  for (let left = refs.length, quiet = 0; quiet < QUIET_ROUNDS;) {
    // An object that was read from a WeakRef stays alive until the end of the turn.
    await nextTurn();
    gc();
    const now = refs.filter((ref) => ref.deref() !== undefined).length;
    quiet = now === left ? quiet + 1 : 0;
    left = now;
  }
  return refs.flatMap((ref) => ref.deref() ?? []);
}
