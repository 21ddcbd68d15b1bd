/** Places in a list that is read anew: whoever still comes in turn keeps the place, so that one that came or went does not move all behind it. */

interface Places {
  /** The place of the device that comes next; `kept` is the one that it had, null where it is new. */
  next(kept: number | null): number;
}

/** `known`: all places that are taken. Those given grow from call to call. */
export function createPlaces(known: readonly number[]): Places {
  const taken = known.toSorted((one, other) => one - other);
  let last = -1;
  let at = 0;
  return {
    next(kept) {
      if (kept !== null && kept > last) return (last = kept);
      while (at < taken.length && taken[at]! <= last) at += 1;
      const following = taken[at];
      const between = following === undefined ? Math.floor(last) + 1 : (last + following) / 2;
      // So many have come in one gap that numbers have no room for another: those behind move.
      last = between > last && between !== following ? between : last + 1;
      return last;
    },
  };
}
