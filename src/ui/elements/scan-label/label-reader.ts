/**
 * Reads codes in the camera's picture, with the browser's reader if it supports our formats, else with ours in a worker
 * that is loaded on demand.
 */
import { LABEL_FORMATS, type LabelFormat, type ReadCode, type Wanted } from './label-formats.ts';
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the built worker
import workerUrl from './label-worker.ts?worker&url';
import type { LabelAnswer, LabelFrame } from './label-messages.ts';

export interface LabelReader {
  /** Null when the picture has no code. Rejects when the reader has failed. Call one at a time. */
  read(video: HTMLVideoElement): Promise<ReadCode | null>;
  close(): void;
}

/** The used part of the Shape Detection API, which TypeScript's library lacks. */
interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string; readonly format: string }[]>;
}
interface NativeDetectors {
  new (options: { formats: readonly string[] }): NativeDetector;
  getSupportedFormats(): Promise<readonly string[]>;
}

export async function openLabelReader(startWorker: (url: string) => Worker, wanted: Wanted): Promise<LabelReader> {
  return (await nativeReader(wanted)) ?? workerReader(startWorker(workerUrl), wanted);
}

async function nativeReader(wanted: Wanted): Promise<LabelReader | null> {
  const formats: readonly LabelFormat[] = wanted === 'pages' ? ['qr_code'] : LABEL_FORMATS;
  const { BarcodeDetector: Detectors } = globalThis as { BarcodeDetector?: NativeDetectors };
  if (Detectors === undefined) return null;
  try {
    const supported = await Detectors.getSupportedFormats();
    if (!formats.every((format) => supported.includes(format))) return null;
    const detector = new Detectors({ formats });
    return {
      async read(video) {
        const [code] = await detector.detect(video);
        if (code === undefined || code.rawValue === '') return null;
        return { text: code.rawValue, format: code.format as LabelFormat };
      },
      close: () => undefined,
    };
  } catch {
    // The interface exists but does not work, as on a phone without the service behind it.
    return null;
  }
}

function workerReader(worker: Worker, wanted: Wanted): LabelReader {
  let frameNumber = 0;
  return {
    async read(video) {
      const frame = await createImageBitmap(video);
      return new Promise((resolve, reject) => {
        worker.addEventListener('message', ({ data }: MessageEvent<LabelAnswer>) => resolve(data.code), { once: true });
        worker.addEventListener('error', () => reject(new Error('the reader of codes has died')), { once: true });
        const message: LabelFrame = { frame, frameNumber: frameNumber++, wanted };
        worker.postMessage(message, [frame]);
      });
    },
    close: () => worker.terminate(),
  };
}
