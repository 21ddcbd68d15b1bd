/** The messages between the page and the telemetry worker. Both are built from the same source. */
import type { TurnAnswer } from '../../domain/telemetry/requests-per-minute.ts';
import type { BeaconState } from '../../domain/telemetry/fleet.ts';
import type { FleetHours } from '../../domain/telemetry/hours.ts';
import type { Now } from '../../domain/telemetry/now.ts';
import type { SeriesData } from '../../domain/telemetry/series.ts';
import type {
  StoredTelemetry,
  TelemetryCursor,
  TelemetryFile,
  TelemetryFilter,
  TelemetryRows,
} from '../../use-cases/telemetry/telemetry.ts';
import type { QueriedTelemetry, TakenTelemetry } from '../../use-cases/telemetry/ports.ts';

export type TelemetryRequestMessage =
  | { readonly op: 'open'; readonly accountId: string }
  | { readonly op: 'take'; readonly body: ArrayBuffer; readonly askedQuery: string; readonly now: Now }
  /** Stops the current intake. */
  | { readonly op: 'leaveOff' }
  /** Writes what is still in memory. With `asked`, also stores which range of these beacons was requested. */
  | {
      readonly op: 'finish';
      readonly asked: QueriedTelemetry | null;
    }
  | { readonly op: 'overview' }
  | {
      readonly op: 'series';
      readonly trackingIds: readonly string[];
      readonly fields: readonly string[];
      readonly filter: TelemetryFilter;
    }
  | { readonly op: 'hours'; readonly startMs: number; readonly endMs: number }
  | {
      readonly op: 'rows';
      readonly filter: TelemetryFilter;
      readonly cursor: TelemetryCursor | null;
      readonly limit: number;
      readonly newestFirst: boolean;
    }
  | {
      readonly op: 'file';
      readonly filter: TelemetryFilter;
      readonly cursor: TelemetryCursor | null;
      readonly format: TelemetryFile;
      readonly newestFirst: boolean;
    }
  | { readonly op: 'takeTurn'; readonly nowMs: number }
  | { readonly op: 'endTurn'; readonly turn: string; readonly nowMs: number }
  | { readonly op: 'turnsLeft'; readonly nowMs: number }
  | { readonly op: 'setLimit'; readonly limitBytes: number }
  | { readonly op: 'clear' }
  | { readonly op: 'readNote'; readonly name: string }
  | { readonly op: 'writeNote'; readonly name: string; readonly text: string };

export interface TelemetryAnswers {
  readonly open: null;
  readonly take: TakenTelemetry;
  readonly leaveOff: null;
  /** Number of new records since the last `finish`. */
  readonly finish: { readonly added: number };
  readonly overview: { readonly beacons: readonly BeaconState[]; readonly totals: StoredTelemetry };
  readonly series: readonly SeriesData[];
  readonly hours: FleetHours;
  readonly rows: TelemetryRows;
  /**
   * One piece of the file in UTF-8, and where the next piece begins. The first piece of a CSV file contains the header.
   */
  readonly file: {
    readonly bytes: Uint8Array<ArrayBuffer>;
    readonly rows: number;
    readonly next: TelemetryCursor | null;
  };
  readonly takeTurn: TurnAnswer;
  readonly endTurn: null;
  readonly turnsLeft: number;
  readonly setLimit: null;
  readonly clear: null;
  readonly readNote: string | null;
  readonly writeNote: null;
}

/** Returns the buffers that are transferred instead of copied. */
export function buffersOf(
  { op }: Pick<TelemetryRequestMessage, 'op'>,
  result: TelemetryAnswers[keyof TelemetryAnswers],
): Transferable[] {
  if (op === 'series')
    return (result as TelemetryAnswers['series']).flatMap(({ times, values }) => [times.buffer, values.buffer]);
  if (op === 'hours')
    return (result as TelemetryAnswers['hours']).rows.flatMap(({ counts, battery, temperature }) => [
      counts.buffer,
      battery.buffer,
      temperature.buffer,
    ]);
  return op === 'file' ? [(result as TelemetryAnswers['file']).bytes.buffer] : [];
}
