/** The legacy interface of one account, one file per resource (interface.md 4.3, 4.4). No request rejects. */
import { createConfigCalls, type ConfigCalls } from './config.ts';
import { createDeviceUpdateCalls, type DeviceUpdateCalls } from './device-update.ts';
import { createDevicesCalls, type DevicesCalls } from './devices.ts';
import { createHttp, type BackendParts } from './http.ts';

export type { BackendParts } from './http.ts';

export type Backend = ConfigCalls & DeviceUpdateCalls & DevicesCalls;

export function createBackend(parts: BackendParts): Backend {
  const http = createHttp(parts);
  return { ...createConfigCalls(http), ...createDeviceUpdateCalls(http), ...createDevicesCalls(http) };
}
