/** The positions of list rows with two heights. Computed, so that a list may have any length. */

export type RowPlaces = ReturnType<typeof placeRows>;

/** `tall`: indexes of the taller rows, ascending. */
export function placeRows(count: number, low: number, high: number, tall: readonly number[]) {
  const top = (index: number): number => index * low + countBelow(tall, index) * (high - low);
  return {
    /** All lengths have the unit of the given heights. */
    total: top(count),
    top,
    height: (index: number) => (tall[countBelow(tall, index)] === index ? high : low),
    /** The row at this distance from the top; the nearest one outside the list. */
    at(distance: number): number {
      let [first, last] = [0, Math.max(0, count - 1)];
      // Binary search for the last row that begins at or before it.
      while (first < last) {
        const middle = (first + last + 1) >> 1;
        if (top(middle) <= distance) first = middle;
        else last = middle - 1;
      }
      return first;
    },
  };
}

/** Number of positions smaller than the index. */
function countBelow(positions: readonly number[], index: number): number {
  let [from, to] = [0, positions.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (positions[middle]! < index) from = middle + 1;
    else to = middle;
  }
  return from;
}
