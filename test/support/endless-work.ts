/** A beacon that works on its configuration until the test says that it has ended, on a machine of any speed. */
import type { SettingPath } from '../../src/domain/settings-table.ts';
import type { Beacon, BeaconStore } from './peripheral.ts';

/** For `beaconNamed`. */
export const ENDLESS_WORK = { processingMs: 3_600_000 };

/** Advanced settings with which the app waits for such a beacon longer than any test runs. */
export const WAITS_FOR_WORK: Partial<Record<SettingPath, string>> = { 'timing.pollTotalMs': '600000' };

/** The beacon has processed what was written to it. */
export function endWork(beaconStore: BeaconStore, { address }: Beacon): void {
  const { processing, ...state } = beaconStore.beacons.get(address)!.state;
  beaconStore.keep(address, { ...state, processing: { ...processing!, untilMs: 0 } });
}
