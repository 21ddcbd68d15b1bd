/** The messages between the inspector page and its worker. */
import type { Container } from '../../../domain/streams/envelope.ts';
import type { InspectAs, InspectionSummary, RecordFault } from '../../../domain/streams/inspection.ts';
import type { BeaconCount, PositionTrail } from '../../../domain/streams/record-columns.ts';
import type { StreamType } from '../../../domain/streams/stream.ts';
import type { SeriesData } from '../../../domain/telemetry/series.ts';

/** Positions have no field. */
export interface DrawRequest {
  readonly type: StreamType;
  readonly field: string;
  readonly trackingIds: readonly string[];
}

/** The answer to a request, which it repeats: lines for telemetry, else trails. */
export interface Drawing extends DrawRequest {
  readonly lines: readonly SeriesData[];
  readonly trails: readonly PositionTrail[];
}

export type ToWorker =
  | { readonly kind: 'start'; readonly source: Blob; readonly as: InspectAs }
  /** Keeps what was read so far. */
  | { readonly kind: 'stop' }
  /** The drawing is sent to the port that comes with the message. */
  | ({ readonly kind: 'draw' } & DrawRequest);

/** `unreadable`: the end could not be read. A container file is recognised but not read. */
export type InspectionOutcome = 'whole' | 'stopped' | 'unreadable' | Container;

export interface InspectionEnd {
  readonly how: InspectionOutcome;
  /** The beacons with the most records, which the charts offer. */
  readonly beacons: Readonly<Record<StreamType, readonly BeaconCount[]>>;
  readonly beaconCounts: Readonly<Record<StreamType, number>>;
  /** Telemetry fields that can be drawn. */
  readonly fields: readonly string[];
}

/** What was read since the start, with the faults since the last message. */
export interface InspectionNews {
  readonly bytes: number;
  readonly summary: InspectionSummary;
  readonly faults: readonly RecordFault[];
  /** Null while it goes on. */
  readonly end: InspectionEnd | null;
}
