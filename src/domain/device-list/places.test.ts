/** Positions in a list that is read again. */
import { expect, it } from 'vitest';
import { createPlaces } from './places.ts';

/** Reads `ids` over the stored list; returns all positions. */
function read(before: ReadonlyMap<string, number>, ids: readonly string[]): ReadonlyMap<string, number> {
  const places = createPlaces([...before.values()]);
  return new Map(ids.map((id) => [id, places.next(before.get(id) ?? null)]));
}
const moved = (before: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): string[] =>
  [...now].flatMap(([id, place]) => (before.has(id) && before.get(id) !== place ? [id] : []));
const inOrder = (now: ReadonlyMap<string, number>): string[] =>
  [...now].toSorted(([, one], [, other]) => one - other).map(([id]) => id);

const ids = Array.from({ length: 100 }, (_, at) => `d${at}`);
const positions = read(new Map(), ids);

it('the devices of a list that is read for the first time are numbered 0, 1, 2 and so on', () => {
  expect([...positions.values()]).toEqual(ids.map((_, at) => at));
});

it.each([
  ['an unchanged list', ids],
  ['a list without one device', ids.toSpliced(40, 1)],
  ['a list with a new device at the end', [...ids, 'new']],
  ['a list with a new device in the middle', ids.toSpliced(40, 0, 'new')],
  ['a list with new devices at the beginning', ['n1', 'n2', 'n3', ...ids]],
  [
    'a list without half of its devices and with new ones',
    [...ids.filter((_, at) => at % 2 === 0).toSpliced(7, 0, 'n1', 'n2'), 'n3'],
  ],
])('%s changes no place of a device that stays', (_what, next) => {
  const now = read(positions, next);
  expect(moved(positions, now)).toEqual([]);
  expect(inOrder(now)).toEqual(next);
});

it.each([
  ['a reversed list', ids.toReversed()],
  ['a list whose last device comes first', ['d99', ...ids.slice(0, 99)]],
  [
    'a list with a thousand new devices between two others',
    ids.toSpliced(40, 0, ...Array.from({ length: 1000 }, (_, at) => `n${at}`)),
  ],
])('%s gets places by which its order can be read again', (_what, next) => {
  expect(inOrder(read(positions, next))).toEqual(next);
});

it('new devices keep the order of the list although 80 of them, one by one, get the same position', () => {
  let [now, list]: [ReadonlyMap<string, number>, string[]] = [positions, ids];
  for (let round = 0; round < 80; round += 1) {
    list = list.toSpliced(40, 0, `r${round}`);
    now = read(now, list);
    expect(inOrder(now)).toEqual(list);
  }
});
