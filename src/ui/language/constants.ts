/** The limits and facts that messages name, as in `{MAX_FILE_BYTES, number, size}`. */
import { thisDevice } from './place.ts';

export * from '../../domain/limits.ts';
export { LOW_BATTERY_PERCENT } from '../../domain/low-battery.ts';

/** For what a phone and a laptop do differently. */
export const DEVICE = thisDevice();
