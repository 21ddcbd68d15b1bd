/** Rooms as tags: read, written and merged with a device's other tags. */
import { describe, expect, it } from 'vitest';
import { roomFault, roomOf, withRoom } from './room.ts';

describe('reading the room from tags', () => {
  it.each([
    [['lift', 'room:Ward 3'], 'Ward 3'],
    [['Room: Ward 3 '], 'Ward 3'],
    [['room:A', 'room:B'], 'A'],
    [['room:', 'bathroom:1'], null],
    [[], null],
  ])('finds the room in %j', (tags, room) => {
    expect(roomOf(tags)).toBe(room);
  });
});

describe('a room written into tags', () => {
  it('keeps every other tag and the position of the room', () => {
    expect(withRoom(['a', 'room:Old', 'b'], 'New')).toEqual(['a', 'room:New', 'b']);
    expect(withRoom(['a', 'b'], 'New')).toEqual(['a', 'b', 'room:New']);
  });

  it('leaves one room tag if there were several, and none without a room', () => {
    expect(withRoom(['room:A', 'x', 'ROOM:B'], 'C')).toEqual(['room:C', 'x']);
    expect(withRoom(['room:A', 'x'], null)).toEqual(['x']);
    expect(withRoom(['room:A', 'x'], '  ')).toEqual(['x']);
  });

  it('is read back as it was written', () => {
    for (const room of ['Ward 3', 'Flur Süd', '1.04', 'room:1']) expect(roomOf(withRoom([], room))).toBe(room);
  });
});

describe('a room that cannot be a tag', () => {
  it('has a comma or is too long', () => {
    expect(roomFault('East, left')).toBe('comma');
    expect(roomFault('x'.repeat(28))).toBe('tooLong');
    expect(roomFault('x'.repeat(27))).toBeNull();
  });
});

it('a room has its characters counted as people see them, without the spaces around it', () => {
  expect(roomFault('🛗'.repeat(27))).toBeNull();
  expect(roomFault('🛗'.repeat(28))).toBe('tooLong');
  expect(roomFault(` ${'x'.repeat(27)} `)).toBeNull();
  expect(roomFault('')).toBeNull();
});

it('a room has the same name however its umlaut is encoded', () => {
  expect(roomOf(['room:Ku\u0308che'])).toBe('Küche');
  expect(withRoom(['room:West'], 'Ku\u0308che')).toEqual(['room:Küche']);
});

it('the room of a device is in the first room tag that is not empty, wherever that stands among other tags', () => {
  expect(roomOf(['room: ', 'lift', 'ROOM:B', 'room:C'])).toBe('B');
  expect(withRoom(['room: ', 'lift'], 'C')).toEqual(['room: ', 'lift', 'room:C']);
  expect(withRoom(['lift'], null)).toEqual(['lift']);
});
