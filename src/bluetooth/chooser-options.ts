/** The options of `requestDevice`: which devices the browser's chooser shows, and the service that the page may use afterwards. */
import type { ChooserFilter } from '../domain/provisioning/chooser-filter.ts';
import type { BluetoothProfile } from '../domain/settings.ts';

/**
 * Returns `acceptAllDevices` if the filter names no device or the settings have no name prefix. The service is always in
 * `optionalServices`: these beacons do not advertise it, so it cannot be a filter (field-facts.md 2).
 */
export function chooserOptions(
  { names, withPrefixes, excluded = [] }: ChooserFilter,
  profile: BluetoothProfile,
): RequestDeviceOptions {
  const optionalServices = [profile.serviceUuid];
  const prefixes = profile.namePrefixes.filter((prefix) => prefix !== '');
  const filters: BluetoothLEScanFilter[] = names.map((name) => ({ name }));
  if (withPrefixes) filters.push(...prefixes.map((namePrefix) => ({ namePrefix })));
  if (filters.length === 0 || prefixes.length === 0) return { acceptAllDevices: true, optionalServices };
  const exclusionFilters = excluded.map((name) => ({ name }));
  return { filters, ...(exclusionFilters.length === 0 ? {} : { exclusionFilters }), optionalServices };
}
