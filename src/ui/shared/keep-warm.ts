/** Builds the search index of a device list in small steps that do not block the screen. */
import type { CachedDevice } from '../../domain/device.ts';
import { searchIndexOf } from '../../domain/device-list/search.ts';
import { onAccountChange } from './account-state.ts';

/** Number of devices between two checks of the time. */
const PIECE = 500;
/** The longest step, ms. */
const TURN_MS = 8;
const NOTHING: { readonly of: readonly CachedDevice[]; readonly done: Promise<void> } = {
  of: [],
  done: Promise.resolve(),
};
let warming = NOTHING;

onAccountChange(() => (warming = NOTHING));

/**
 * Builds the index in steps. Safe to call repeatedly. Resolves when it is complete, or when another list has replaced
 * this one.
 */
export function keepWarm(devices: readonly CachedDevice[]): Promise<void> {
  if (devices === warming.of) return warming.done;
  const index = searchIndexOf(devices);
  const done = new Promise<void>((resolve) => {
    const go = (): void => {
      const untilMs = performance.now() + TURN_MS;
      while (warming.of === devices && performance.now() < untilMs) if (index.warm(PIECE)) return resolve();
      if (warming.of !== devices) resolve();
      else setTimeout(go);
    };
    setTimeout(go);
  });
  warming = { of: devices, done };
  return done;
}
