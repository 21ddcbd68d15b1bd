/** German, all of it: one file beside each English one. */
import type { Catalogue } from '../words.ts';
import { chart } from './chart.ts';
import { configure } from './configure.ts';
import { deviceList } from './device-list.ts';
import { devices } from './devices.ts';
import { inspector } from './inspector.ts';
import { ownership } from './ownership.ts';
import { streams } from './streams.ts';
import { telemetry } from './telemetry.ts';

export const german: Partial<Catalogue> = {
  chart,
  configure,
  deviceList,
  devices,
  inspector,
  ownership,
  streams,
  telemetry,
};
