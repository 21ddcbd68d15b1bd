/** Runs in a dedicated worker: reads the codes in pictures of the camera, so that the page stays quick. */
import { decodeFrame, type GreyPicture } from './decode-frame.ts';
import type { ReadCode } from './label-formats.ts';

declare const self: DedicatedWorkerGlobalScope;

/** `look` counts the pictures. */
export interface LabelFrame {
  readonly frame: ImageBitmap;
  readonly look: number;
}

export interface LabelAnswer {
  readonly code: ReadCode | null;
}

/** Longer side of what is looked at, pixels: finer costs time and finds little more. */
const LONGEST_PX = 960;

self.addEventListener('message', ({ data: { frame, look } }: MessageEvent<LabelFrame>) => {
  const answer: LabelAnswer = { code: decodeFrame(greyOf(frame), look) };
  frame.close();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no target
  self.postMessage(answer);
});

function greyOf(frame: ImageBitmap): GreyPicture {
  const scale = Math.min(1, LONGEST_PX / Math.max(frame.width, frame.height));
  const [width, height] = [Math.round(frame.width * scale), Math.round(frame.height * scale)];
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (context === null) return { width: 0, height: 0, grey: new Uint8ClampedArray() };
  context.drawImage(frame, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const grey = new Uint8ClampedArray(width * height);
  for (let at = 0; at < grey.length; at += 1)
    grey[at] = (data[at * 4]! * 77 + data[at * 4 + 1]! * 150 + data[at * 4 + 2]! * 29) / 256;
  return { width, height, grey };
}
