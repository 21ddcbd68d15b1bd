/** The page's side of an inspection: starts the worker, collects its messages, and requests drawings. */
import type { InspectAs, InspectionSummary } from '../../../domain/streams/inspection.ts';
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the built worker
import workerUrl from './inspector-worker.ts?worker&url';
import type { Drawing, DrawRequest, InspectionNews, ToWorker } from './inspector-messages.ts';

export interface InspectionView extends Omit<InspectionNews, 'summary'> {
  readonly totalBytes: number;
  /** Null until the first message of the worker. */
  readonly summary: InspectionSummary | null;
  /** The worker could not be started or has failed. */
  readonly failed: boolean;
}

export type RecordInspector = ReturnType<typeof createRecordInspector>;

export function createRecordInspector(startWorker: (url: string) => Worker, onChange: (view: InspectionView) => void) {
  let worker: Worker | null = null;

  function close(): void {
    worker?.terminate();
    worker = null;
  }

  const post = (message: ToWorker, ports: Transferable[] = []): void => worker?.postMessage(message, ports);

  return {
    /** Ends a running inspection and starts a new one. */
    start(source: Blob, as: InspectAs) {
      close();
      let view: InspectionView = {
        bytes: 0,
        totalBytes: source.size,
        summary: null,
        faults: [],
        end: null,
        failed: false,
      };
      const show = (part: Partial<InspectionView>): void => onChange((view = { ...view, ...part }));
      const fail = (): void => {
        close();
        show({ failed: true });
      };
      show({});
      try {
        worker = startWorker(workerUrl);
        worker.addEventListener('message', ({ data }: MessageEvent<InspectionNews>) =>
          show({ ...data, faults: [...view.faults, ...data.faults] }),
        );
        worker.addEventListener('error', fail);
        post({ kind: 'start', source, as });
      } catch {
        fail();
      }
    },
    /** Keeps what was read so far. */
    stop: (): void => post({ kind: 'stop' }),
    /** Never resolves when another inspection has started meanwhile. */
    draw: (request: DrawRequest): Promise<Drawing> =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', ({ data }: MessageEvent<Drawing>) => resolve(data), { once: true });
        port1.start();
        post({ kind: 'draw', ...request }, [port2]);
      }),
    close,
  };
}
