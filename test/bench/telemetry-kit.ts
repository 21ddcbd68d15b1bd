/** Loaded into the page of the telemetry bench: our chart and store, and the bare libraries for comparison. */
import { signal } from '@preact/signals-core';
import * as idb from 'idb';
import uPlot from 'uplot';
import { createTelemetry } from '../../src/use-cases/telemetry/telemetry.ts';
import { createTelemetryCalls } from '../../src/backend/telemetry.ts';
import { makeAccount } from '../../src/domain/account.ts';
import { openTelemetryStorage } from '../../src/storage/telemetry/telemetry.ts';
import '../../src/ui/elements/chart/chart.ts';

export const telemetryKit = {
  idb,
  uPlot,
  signal,
  createTelemetry,
  createTelemetryCalls,
  makeAccount,
  openTelemetryStorage,
};

export interface TelemetryWindow {
  telemetryKit: typeof telemetryKit;
}

(globalThis as unknown as TelemetryWindow).telemetryKit = telemetryKit;
