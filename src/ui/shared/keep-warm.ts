/** Makes a list of devices ready for the search piece by piece, while the screen stays free. */
import type { CachedDevice } from '../../domain/device.ts';
import { searchIndexOf } from '../../domain/device-list/search.ts';
import { onAccountChange } from './account-state.ts';

/** Devices made ready between two looks at the clock. */
const PIECE = 500;
/** The screen waits no longer than this at a time. */
const TURN_MS = 8;
const NOTHING: { readonly of: readonly CachedDevice[]; readonly done: Promise<void> } = {
  of: [],
  done: Promise.resolve(),
};
let warming = NOTHING;

onAccountChange(() => (warming = NOTHING));

/** Makes the list ready for the search piece by piece, while the screen stays free. Call as often as one likes; resolves when it is ready, or another list took its place. */
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
