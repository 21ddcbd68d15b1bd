/** A dedicated worker that draws codes without blocking the page. */
import type { CodeRequest, CodeDrawn } from './code-messages.ts';
import { drawCode } from './draw-code.ts';

declare const self: DedicatedWorkerGlobalScope;

self.addEventListener('message', ({ data: { id, text } }: MessageEvent<CodeRequest>) => {
  const answer: CodeDrawn = { id, code: drawCode(text) };
  self.postMessage(answer);
});
