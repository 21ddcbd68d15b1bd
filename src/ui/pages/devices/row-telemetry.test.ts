import { describe, expect, it } from 'vitest';
import { fixtureDevice } from '../../../../test/support/fixture-rows.ts';
import { freshBeacon, type BeaconState } from '../../../domain/telemetry/fleet.ts';
import { timeInWords } from '../../beacon/device-row.ts';
import { heardAtBy, heardBy } from './row-telemetry.ts';

const MAC = 'fa:bc:00:00:00:07';
const device = fixtureDevice(0, { uniqueId: 'aB3d', mac: MAC });
const textOf = (changes: Partial<BeaconState>, typed = {}): string =>
  heardBy({ beacons: [{ ...freshBeacon(MAC), ...changes }], typed })(device);

describe('the last telemetry of a device', () => {
  const [from, until] = [Date.UTC(2026, 2, 1), Date.UTC(2026, 2, 2)];
  it('is shown as a time, as the requested range that holds no record, or as not checked', () => {
    expect(textOf({ lastHeardMs: from, heardBy: 'cloud' as const, askedFromMs: from, askedUntilMs: until })).toBe(
      timeInWords(from),
    );
    expect(textOf({ lastHeardMs: from, heardBy: 'cloud' as const })).toBe(timeInWords(from));
    const silent = textOf({ askedFromMs: from, askedUntilMs: until });
    expect(silent).toContain(timeInWords(from));
    expect(silent).toContain(timeInWords(until));
    expect(silent).toContain('Not in the records loaded');
    expect(textOf({ latestAtMs: until })).toBe('The backend has no record');
    expect(textOf({ undatedAtMs: until })).toBe('Heard, time unreadable');
    expect(textOf({ lastHeardMs: from, heardBy: 'gateway' })).toBe(`${timeInWords(from)} · clock unchecked`);
    expect(textOf({})).toBe('Not checked');
    expect(heardBy({ beacons: [], typed: {} })(device)).toBe('Not checked');
  });
  it('is found by the tracking ID from telemetry or an entered one, not by one that equals the unique ID', () => {
    const bare = fixtureDevice(11, { uniqueId: 'aB3d' });
    const beacons = [{ ...freshBeacon('x-1'), uniqueId: 'aB3d', lastHeardMs: from, heardBy: 'cloud' as const }];
    expect(heardBy({ beacons, typed: {} })(bare)).toBe(timeInWords(from));
    expect(
      heardBy({
        beacons: [{ ...freshBeacon('x-2'), lastHeardMs: until, heardBy: 'cloud' as const }],
        typed: { aB3d: 'x-2' },
      })(bare),
    ).toBe(timeInWords(until));
    expect(
      heardBy({ beacons: [{ ...freshBeacon('aB3d'), lastHeardMs: until, heardBy: 'cloud' as const }], typed: {} })(
        bare,
      ),
    ).toBe('Not checked');
    // Tracking IDs ignore case.
    const loud = [{ ...freshBeacon(MAC.toUpperCase()), lastHeardMs: from, heardBy: 'cloud' as const }];
    expect(heardBy({ beacons: loud, typed: {} })(device)).toBe(timeInWords(from));
    expect(heardAtBy({ beacons: loud, typed: {} })(device)).toBe(from);
  });

  it('has a time for sorting only if a record was received', () => {
    const of = (beacons: BeaconState[]) => heardAtBy({ beacons, typed: {} })(device);
    expect(of([{ ...freshBeacon(MAC), lastHeardMs: from, heardBy: 'cloud' as const }])).toBe(from);
    expect(of([{ ...freshBeacon(MAC), askedFromMs: from, askedUntilMs: until }])).toBeNull();
    expect(of([])).toBeNull();
  });
});
