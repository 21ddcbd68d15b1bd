/** Which devices are selected after each click. */
import { expect, it } from 'vitest';
import { chooseAll, countAway, extend, NOTHING_CHOSEN, toggle, type Chosen } from './chosen.ts';

const LISTED = ['a', 'b', 'c', 'd'].map((uniqueId) => ({ uniqueId }));
const chosen = (anchor: string | null, ...ids: string[]): Chosen => ({ ids: new Set(ids), anchor });

it('a click selects a device, and a second click deselects it', () => {
  const once = toggle(toggle(NOTHING_CHOSEN, 'a'), 'b');
  expect(once).toEqual(chosen('b', 'a', 'b'));
  expect(toggle(once, 'a')).toEqual(chosen('a', 'b'));
  expect(NOTHING_CHOSEN).toEqual(chosen(null));
});

it.each<[string, Chosen, string, Chosen]>([
  ['down', chosen('b', 'b'), 'd', chosen('b', 'b', 'c', 'd')],
  ['up', chosen('c', 'c'), 'a', chosen('c', 'c', 'a', 'b')],
  ['to itself', chosen('b', 'b'), 'b', chosen('b', 'b')],
  ['beside what is selected', chosen('a', 'd', 'a'), 'b', chosen('a', 'd', 'a', 'b')],
  ['from nothing', NOTHING_CHOSEN, 'c', chosen('c', 'c')],
  ['from a device that is not listed', chosen('gone', 'gone'), 'c', chosen('gone', 'gone', 'c')],
  ['to a device that is not listed', chosen('a', 'a'), 'gone', chosen('a', 'a')],
])('a range of devices is selected %s', (_way, before, to, after) => {
  expect(extend(before, to, LISTED)).toEqual(after);
});

it('when all devices are selected, the next range starts at the first', () => {
  expect(chooseAll(LISTED)).toEqual(chosen('a', 'a', 'b', 'c', 'd'));
  expect(chooseAll([])).toEqual(NOTHING_CHOSEN);
});

it('the selection counts devices that are outside the list', () => {
  expect(countAway(chosen('a', 'a', 'gone', 'x'), LISTED)).toBe(2);
  expect(countAway(chosen('a', 'a'), LISTED)).toBe(0);
});
