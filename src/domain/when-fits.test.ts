import { expect, it } from 'vitest';
import { whenFits } from './when-fits.ts';

/** Calls its listener at once with the present value, as a signal does. */
function counter(value: number) {
  const listeners = new Set<(value: number) => void>();
  return {
    listeners,
    subscribe(listener: (value: number) => void) {
      listeners.add(listener);
      listener(value);
      return () => void listeners.delete(listener);
    },
    set: (next: number) => {
      for (const listener of listeners) listener(next);
    },
  };
}

it('waiting for a value that fits ends at once when the present value fits', async () => {
  const watched = counter(3);
  expect(await whenFits(watched, (value) => value > 2)).toBe(3);
  expect(watched.listeners.size).toBe(0);
});

it('waiting for a value that fits ends with the first such value, and stops listening', async () => {
  const watched = counter(0);
  const found = whenFits(watched, (value) => value > 1);
  for (const value of [1, 2, 3]) watched.set(value);
  expect(await found).toBe(2);
  expect(watched.listeners.size).toBe(0);
});
