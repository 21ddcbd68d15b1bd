/** Messages between the page and the worker that reads codes in camera pictures. */
import type { ReadCode, Wanted } from './label-formats.ts';

/** `frameNumber` counts the pictures. */
export interface LabelFrame {
  readonly frame: ImageBitmap;
  readonly frameNumber: number;
  readonly wanted: Wanted;
}

export interface LabelAnswer {
  readonly code: ReadCode | null;
}
