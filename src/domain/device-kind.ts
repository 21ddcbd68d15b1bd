/** The kind of a device, derived from the backend's type. */

/** Cloud beacons are gateways of an older make. For an unknown type the backend decides what is possible. */
export type DeviceKind = 'beacon' | 'gateway' | 'cloudBeacon' | 'other';

export function deviceKind(deviceType: string): DeviceKind {
  if (deviceType === 'BEACON') return 'beacon';
  if (deviceType === 'GATEWAY') return 'gateway';
  return deviceType === 'CLOUD_BEACON' ? 'cloudBeacon' : 'other';
}
