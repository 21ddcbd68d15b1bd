import { expect, it } from 'vitest';
import {
  MAX_FLEET_SIZE,
  deviceAt,
  deviceCount,
  findDevice,
  fleetOf,
  furtherIdOf,
  positionOf,
  storedCount,
} from './fleet.ts';
import { DEFAULT_SEED } from './seed.ts';

const ALL = deviceCount(DEFAULT_SEED, MAX_FLEET_SIZE);
const FIRST = storedCount(DEFAULT_SEED);
/** The ends, and positions between them. */
const SOME = [...Array.from({ length: 500 }, (_, index) => FIRST + index * 1999), ALL - 1];

it('each practice device made on demand is found by its ID and by its MAC address', () => {
  for (const position of SOME) {
    const { uniqueId, mac } = deviceAt(DEFAULT_SEED, position);
    expect(uniqueId).toMatch(/^(?=.*[a-z])[A-Za-z2-9]{7}$/i);
    expect(positionOf(DEFAULT_SEED, uniqueId, MAX_FLEET_SIZE)).toBe(position);
    expect(furtherIdOf(mac!)).toBe(uniqueId);
  }
});

it('practice devices made on demand all differ and are in order of creation', () => {
  const made = SOME.map((position) => deviceAt(DEFAULT_SEED, position));
  for (const field of ['uniqueId', 'id', 'mac', 'created'] as const)
    expect(new Set(made.map((device) => device[field])).size).toBe(SOME.length);
  expect(made.map(({ created }) => created)).toEqual(made.map(({ created }) => created).sort((a, b) => a - b));
  expect(made[0]!.created).toBeGreaterThan(deviceAt(DEFAULT_SEED, FIRST - 1).created);
});

it('a practice fleet contains only as many devices as its size allows', () => {
  const at = (position: number): string => deviceAt(DEFAULT_SEED, position).uniqueId;
  const size = 1000;
  const last = deviceCount(DEFAULT_SEED, size) - 1;
  expect(last + 1 - FIRST).toBe(size - fleetOf(DEFAULT_SEED).length);
  expect(findDevice(DEFAULT_SEED, at(last), size)?.uniqueId).toBe(at(last));
  expect(findDevice(DEFAULT_SEED, at(last + 1), size)).toBeNull();
  expect(findDevice(DEFAULT_SEED, at(FIRST))).toBeNull();
  for (const size of [null, 0, 255]) expect(deviceCount(DEFAULT_SEED, size)).toBe(FIRST);
  expect(deviceCount(DEFAULT_SEED, 9_000_000)).toBe(ALL);
});

it.each(['abcdefg', 'AAAAAAA', '0000000', 'undefin', ''])('no practice device is found under the ID %j', (id) => {
  expect(findDevice(DEFAULT_SEED, id, MAX_FLEET_SIZE)).toBeNull();
  expect(furtherIdOf(id)).toBeNull();
});
