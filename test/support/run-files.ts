/** Loads the files of runs, as the app does long before a beacon is picked: virtual time does not wait for them. */
import { fetchHandle } from '../../src/bluetooth/bluetooth.ts';
import { fetchProvision } from '../../src/use-cases/run/runs.ts';

await Promise.all([fetchProvision(), fetchHandle()]);
