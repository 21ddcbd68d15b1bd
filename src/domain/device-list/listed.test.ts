/** A device of the list before and after the list is read. */
import { describe, expect, it } from 'vitest';
import { fixtureDevice } from '../../../test/support/fixture-rows.ts';
import { listedDevice } from './listed.ts';

const device = fixtureDevice(0, { uniqueId: 'tB4x' });

describe('a device of the list', () => {
  it('is neither found nor missing before the list was read', () => {
    expect(listedDevice(undefined, 'tB4x')).toBe('unread');
    expect(listedDevice({ devices: null, head: { devices: [] } }, 'tB4x')).toBe('unread');
  });

  it('is found among the first devices while the list is still being read', () => {
    expect(listedDevice({ devices: null, head: { devices: [device] } }, 'tB4x')).toBe(device);
  });

  it('is missing only from a list that was read', () => {
    expect(listedDevice({ devices: [] }, 'tB4x')).toBeNull();
    expect(listedDevice({ devices: [device] }, 'tB4x')).toBe(device);
  });
});
