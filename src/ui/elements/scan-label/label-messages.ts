/** Messages between the page and the worker that reads codes in camera pictures. */
import type { ReadCode, Wanted } from './label-formats.ts';

/** `look` counts the pictures. */
export interface LabelFrame {
  readonly frame: ImageBitmap;
  readonly look: number;
  readonly wanted: Wanted;
}

export interface LabelAnswer {
  readonly code: ReadCode | null;
}
