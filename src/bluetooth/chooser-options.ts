/** The options of `requestDevice`: whom the browser's chooser shows, and the service that we want to use afterwards. */
import type { ChooserFilter } from '../domain/provisioning/chooser-filter.ts';
import type { BluetoothProfile } from '../domain/settings.ts';

/**
 * Without any name everything is shown. The service is always named in `optionalServices`: these beacons do not
 * advertise it, so it cannot be a filter (field-facts.md 2).
 */
export function chooserOptions(
  { names, withPrefixes, excluded = [] }: ChooserFilter,
  profile: BluetoothProfile,
): RequestDeviceOptions {
  const optionalServices = [profile.serviceUuid];
  const filters: BluetoothLEScanFilter[] = names.map((name) => ({ name }));
  if (withPrefixes)
    filters.push(...profile.namePrefixes.filter((prefix) => prefix !== '').map((namePrefix) => ({ namePrefix })));
  if (filters.length === 0) return { acceptAllDevices: true, optionalServices };
  const exclusionFilters = excluded.map((name) => ({ name }));
  return { filters, ...(exclusionFilters.length === 0 ? {} : { exclusionFilters }), optionalServices };
}
