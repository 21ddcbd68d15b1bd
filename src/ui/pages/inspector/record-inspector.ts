/** The page's side of an inspection: starts the worker, collects its messages, and requests lines. */
import {
  MAX_LISTED_FAULTS,
  type InspectAs,
  type InspectionSummary,
  type RecordFault,
} from '../../../domain/streams/inspection.ts';
import type { PositionTrail } from '../../../domain/streams/record-columns.ts';
import type { SeriesData } from '../../../domain/telemetry/series.ts';
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the built worker
import workerUrl from './inspector-worker.ts?worker&url';
import type { FromWorker, InspectionEnd, ToWorker } from './inspector-messages.ts';

export interface InspectionView {
  readonly running: boolean;
  readonly bytes: number;
  readonly totalBytes: number;
  /** Null until the first message of the worker. */
  readonly summary: InspectionSummary | null;
  /** The first faults, up to the limit. */
  readonly faults: readonly RecordFault[];
  readonly end: InspectionEnd | null;
  /** The worker could not be started or has failed. */
  readonly failed: boolean;
}

export type RecordInspector = ReturnType<typeof createRecordInspector>;

export function createRecordInspector(startWorker: (url: string) => Worker, onChange: () => void) {
  let worker: Worker | null = null;
  let view: InspectionView | null = null;
  let calls = 0;
  const waiting = new Map<number, (answer: never) => void>();

  /** Not called before the first start. */
  const show = (part: Partial<InspectionView>): void => {
    view = { ...view!, ...part };
    onChange();
  };

  function close(): void {
    worker?.terminate();
    worker = null;
    waiting.clear();
  }

  function post(message: ToWorker): void {
    worker?.postMessage(message);
  }

  function receive(data: FromWorker): void {
    if (data.kind === 'lines' || data.kind === 'trails') {
      const resolve = waiting.get(data.ask) as ((answer: unknown) => void) | undefined;
      waiting.delete(data.ask);
      resolve?.(data.kind === 'lines' ? data.lines : data.trails);
      return;
    }
    const faults =
      data.faults.length === 0 ? view!.faults : [...view!.faults, ...data.faults].slice(0, MAX_LISTED_FAULTS);
    const { bytes, summary } = data;
    show(data.kind === 'ended' ? { bytes, summary, faults, end: data, running: false } : { bytes, summary, faults });
  }

  /** A number connects the request with its answer. Never resolves when another inspection has started meanwhile. */
  function call<Answer>(request: (ask: number) => ToWorker): Promise<Answer> {
    calls += 1;
    const ask = calls;
    return new Promise<Answer>((resolve) => {
      waiting.set(ask, resolve);
      post(request(ask));
    });
  }

  return {
    /** Null before the first start. */
    get view(): InspectionView | null {
      return view;
    },
    /** Ends a running inspection and starts a new one. */
    start(source: Blob, as: InspectAs) {
      close();
      view = { running: true, bytes: 0, totalBytes: source.size, summary: null, faults: [], end: null, failed: false };
      onChange();
      try {
        const started = startWorker(workerUrl);
        worker = started;
        started.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
          if (worker === started) receive(data);
        });
        started.addEventListener('error', () => {
          if (worker !== started) return;
          close();
          show({ running: false, failed: true });
        });
        post({ kind: 'start', source, as });
      } catch {
        show({ running: false, failed: true });
      }
    },
    /** Keeps what was read so far. */
    stop: (): void => post({ kind: 'stop' }),
    lines: (field: string, trackingIds: readonly string[]) =>
      call<readonly SeriesData[]>((ask) => ({ kind: 'lines', ask, field, trackingIds })),
    trails: (trackingIds: readonly string[]) =>
      call<readonly PositionTrail[]>((ask) => ({ kind: 'trails', ask, trackingIds })),
    close,
  };
}
