/**
 * Reads codes in the camera's picture: with the browser's detector if it supports our formats, and with our own reader
 * in a worker, which is loaded on demand, where there is none or it does not get on.
 */
import { openDetector, type Detect } from './browser-detector.ts';
import { LABEL_FORMATS, type ReadCode, type Wanted } from './label-formats.ts';
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the built worker
import workerUrl from './label-worker.ts?worker&url';
import type { LabelAnswer, LabelFrame } from './label-messages.ts';

export interface LabelReader {
  /** Null when the picture has no code. Rejects when the reader has failed. Call one at a time. */
  read(video: HTMLVideoElement): Promise<ReadCode | null>;
  close(): void;
}

/** Time without a new code after which our own reader gets the pictures too, ms. */
const PATIENCE_MS = 1500;
/** Stands in for our own reader once it has failed. */
const FAILED: LabelReader = { read: async () => null, close: () => undefined };

export async function openLabelReader(startWorker: (url: string) => Worker, wanted: Wanted): Promise<LabelReader> {
  const openOwn = (): LabelReader => workerReader(startWorker(workerUrl), wanted);
  const detect = await Promise.race([openDetector(wanted), pause(PATIENCE_MS)]);
  return detect == null ? openOwn() : detectorReader(detect, openOwn);
}

/**
 * Uses the detector alone until it fails, or has found no new code for `PATIENCE_MS`, whatever the reason. A label that
 * was searched for closes the scanner, so what was read until then was none.
 */
function detectorReader(detect: Detect, openOwn: () => LabelReader): LabelReader {
  let own: LabelReader | null = null;
  let asked: Promise<void> | null = null;
  let hasFailed = false;
  let found: readonly ReadCode[] = [];
  let last = '';
  let newAtMs: number | null = null;
  let isClosed = false;

  async function ask(video: HTMLVideoElement): Promise<void> {
    try {
      found = await detect(video);
      asked = null;
    } catch (error) {
      // `asked` stays, so that it is not asked again.
      hasFailed = true;
      reportError(error);
    }
  }

  /** The detector goes on alone when our own reader fails. */
  async function readOwn(video: HTMLVideoElement): Promise<ReadCode | null> {
    try {
      own ??= openOwn();
      return await own.read(video);
    } catch (error) {
      if (hasFailed) throw error;
      reportError(error);
      own = FAILED;
      return null;
    }
  }

  return {
    async read(video) {
      newAtMs ??= performance.now();
      asked ??= ask(video);
      if (own === null) await Promise.race([asked, pause(newAtMs + PATIENCE_MS - performance.now())]);
      // Alone, the detector must answer.
      else if (own === FAILED) {
        const isAnswered = await Promise.race([asked.then(() => true), pause(PATIENCE_MS)]);
        if (isAnswered !== true || hasFailed) throw new Error('no reader of codes is left');
      }
      if (isClosed) return null;
      const isHelped = own !== null || hasFailed || performance.now() >= newAtMs + PATIENCE_MS;
      const ownCode = isHelped ? await readOwn(video) : null;
      const [code = null] = [...found, ...(ownCode === null ? [] : [ownCode])].sort(
        (a, b) => LABEL_FORMATS.indexOf(a.format) - LABEL_FORMATS.indexOf(b.format),
      );
      found = [];
      if (code !== null && code.text !== last) [last, newAtMs] = [code.text, performance.now()];
      return code;
    },
    close() {
      isClosed = true;
      own?.close();
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
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
