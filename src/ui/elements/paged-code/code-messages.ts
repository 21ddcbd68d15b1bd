/** Messages between the page and the worker that draws codes. */
import type { DrawnCode } from './draw-code.ts';

/** `id` comes back with the answer. */
export interface CodeRequest {
  readonly id: number;
  readonly text: string;
}

export interface CodeDrawn {
  readonly id: number;
  readonly code: DrawnCode;
}
