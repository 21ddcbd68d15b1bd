/** The messages between the inspector page and its worker. */
import type { Container } from '../../../domain/streams/envelope.ts';
import type { InspectAs, InspectionSummary, RecordFault } from '../../../domain/streams/inspection.ts';
import type { BeaconCount, PositionTrail } from '../../../domain/streams/record-columns.ts';
import type { StreamType } from '../../../domain/streams/stream.ts';
import type { SeriesData } from '../../../domain/telemetry/series.ts';

export type ToWorker =
  | { readonly kind: 'start'; readonly source: Blob; readonly as: InspectAs }
  /** Keeps what was read so far. */
  | { readonly kind: 'stop' }
  | { readonly kind: 'lines'; readonly ask: number; readonly field: string; readonly trackingIds: readonly string[] }
  | { readonly kind: 'trails'; readonly ask: number; readonly trackingIds: readonly string[] };

/** `unreadable`: the end could not be read. A container file is recognised but not read. */
export type InspectionOutcome = 'whole' | 'stopped' | 'unreadable' | Container;

/** What was read since the start, with the faults since the last message. */
export interface InspectionNews {
  readonly bytes: number;
  readonly summary: InspectionSummary;
  readonly faults: readonly RecordFault[];
}

export interface InspectionEnd extends InspectionNews {
  readonly kind: 'ended';
  readonly how: InspectionOutcome;
  /** The beacons with the most records, which the charts offer. */
  readonly beacons: Readonly<Record<StreamType, readonly BeaconCount[]>>;
  readonly beaconCounts: Readonly<Record<StreamType, number>>;
  /** Telemetry fields that can be drawn. */
  readonly fields: readonly string[];
}

export type FromWorker =
  | ({ readonly kind: 'progress' } & InspectionNews)
  | InspectionEnd
  | { readonly kind: 'lines'; readonly ask: number; readonly lines: readonly SeriesData[] }
  | { readonly kind: 'trails'; readonly ask: number; readonly trails: readonly PositionTrail[] };
