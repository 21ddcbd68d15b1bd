/**
 * The default seed of the sandbox, and repeatable random numbers, so that a restarted server and a stored beacon agree.
 */

export const DEFAULT_SEED = 'beacon-fieldkit-practice';

export type Draw = ReturnType<typeof drawFrom>;

/** The same text always gives the same numbers. Not suitable for keys. */
export function drawFrom(text: string) {
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  const fraction = (): number => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 0x1_0000_0000;
  };
  const below = (limit: number): number => Math.floor(fraction() * limit);
  return {
    /** Returns a number in [0, 1). */
    fraction,
    /** Returns a whole number in [0, below). */
    below,
    pick: <T>(from: readonly T[]) => from[below(from.length)]!,
    /** Returns true in `percent` of 100 draws. */
    chance: (percent: number) => fraction() * 100 < percent,
  };
}
