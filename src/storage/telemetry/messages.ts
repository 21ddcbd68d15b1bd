/** What the worker of telemetry offers to the page. The name of the worker is the ID of the account. */
import type { FleetHours } from '../../domain/telemetry/hours.ts';
import type { SeriesData } from '../../domain/telemetry/series.ts';
import type { Now } from '../../domain/telemetry/now.ts';
import type { PageSummary } from '../../domain/telemetry/page-summary.ts';
import type { TelemetryStore } from '../../use-cases/telemetry/ports.ts';

export interface TelemetryFunctions extends Omit<TelemetryStore, 'take' | 'watch' | 'close'> {
  take(body: ArrayBuffer, requestedQuery: string, now: Now): Promise<PageSummary | null>;
  /** Stops the current intake after its batch; the rest of the page is dropped. */
  leaveOff(): Promise<void>;
}

/** Returns the buffers that are transferred instead of copied. */
export function buffersOf(name: keyof TelemetryFunctions, result: unknown): Transferable[] {
  if (name === 'series') return (result as SeriesData[]).flatMap(({ times, values }) => [times.buffer, values.buffer]);
  if (name === 'hours')
    return (result as FleetHours).rows.flatMap(({ counts, battery, temperature }) => [
      counts.buffer,
      battery.buffer,
      temperature.buffer,
    ]);
  return name === 'file' ? [(result as Awaited<ReturnType<TelemetryStore['file']>>).bytes.buffer] : [];
}
