/** A dedicated worker that draws codes without blocking the page. */
import type { CodeRequest, CodeDrawn } from './code-messages.ts';
import { drawCode } from './draw-code.ts';

declare const self: DedicatedWorkerGlobalScope;

self.addEventListener('message', ({ data: { id, text } }: MessageEvent<CodeRequest>) => {
  const answer: CodeDrawn = { id, code: drawCode(text) };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no target
  self.postMessage(answer);
});
