/**
 * Assigns positions in a list that is read again. Devices that keep their order keep their position, so that an added
 * or removed one does not move all that follow.
 */

/** `before`: all positions in use. The positions returned increase from call to call. */
export function createPlaces(before: readonly number[]) {
  const taken = before.toSorted((one, other) => one - other);
  let last = -1;
  let at = 0;
  return {
    /** The position of the next device; `place` is its previous one, null for a new device. */
    next(place: number | null): number {
      if (place !== null && place > last) return (last = place);
      while (at < taken.length && taken[at]! <= last) at += 1;
      const following = taken[at];
      const between = following === undefined ? Math.floor(last) + 1 : (last + following) / 2;
      // The gap is full, so the following devices move.
      last = between > last && between !== following ? between : last + 1;
      return last;
    },
  };
}
