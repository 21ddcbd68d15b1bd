/** Runs in a dedicated worker: draws codes, so that the page stays quick. */
import { drawCode, type DrawnCode } from './draw-code.ts';

declare const self: DedicatedWorkerGlobalScope;

/** `id` comes back with the answer. */
export interface CodeAsked {
  readonly id: number;
  readonly text: string;
}

export interface CodeDrawn {
  readonly id: number;
  readonly code: DrawnCode;
}

self.addEventListener('message', ({ data: { id, text } }: MessageEvent<CodeAsked>) => {
  const answer: CodeDrawn = { id, code: drawCode(text) };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no target
  self.postMessage(answer);
});
