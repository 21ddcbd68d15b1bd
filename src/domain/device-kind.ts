/** What kind of thing a device is, by the backend's word for its type. */

/** Cloud beacons are gateways of an older make. Of a word that nobody knows the backend is the judge. */
export type DeviceKind = 'beacon' | 'gateway' | 'cloudBeacon' | 'other';

export function deviceKind(deviceType: string): DeviceKind {
  if (deviceType === 'BEACON') return 'beacon';
  if (deviceType === 'GATEWAY') return 'gateway';
  return deviceType === 'CLOUD_BEACON' ? 'cloudBeacon' : 'other';
}
