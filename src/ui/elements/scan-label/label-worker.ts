/** A dedicated worker that reads codes in camera pictures without blocking the page. */
import { decodeFrame, decodePage, type GreyPicture } from './decode-frame.ts';
import type { LabelAnswer, LabelFrame } from './label-messages.ts';

declare const self: DedicatedWorkerGlobalScope;

/**
 * Longer side of the analysed picture, pixels. Finer pictures take longer and find little more. A page has much smaller
 * squares than a label.
 */
const LONGEST_PX = { labels: 960, pages: 1280 } as const;

self.addEventListener('message', ({ data: { frame, frameNumber, wanted } }: MessageEvent<LabelFrame>) => {
  const picture = greyOf(frame, LONGEST_PX[wanted]);
  const answer: LabelAnswer = { code: wanted === 'pages' ? decodePage(picture) : decodeFrame(picture, frameNumber) };
  frame.close();
  self.postMessage(answer);
});

function greyOf(frame: ImageBitmap, longestPx: number): GreyPicture {
  const scale = Math.min(1, longestPx / Math.max(frame.width, frame.height));
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
