/** One beacon's line in a chart. */
import type { Line } from '../../../domain/telemetry/series.ts';

/** From this width on the names are beside their lines, and not in a list below. */
export const LABELLED_PX = 480;

export interface ChartLine extends Line {
  readonly label: string;
  /**
   * Its position in the selection, from 0, which gives a beacon the same colour and mark in every chart. Default: its
   * position among the lines.
   */
  readonly slot?: number;
}
