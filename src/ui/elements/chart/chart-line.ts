/** One beacon's line in a chart. */
import type { Line } from '../../../domain/telemetry/series.ts';

export interface ChartLine extends Line {
  readonly label: string;
  /** Its place in the choice, from 0: what gives a beacon the same colour and dashes in every chart. Without it: its place among the lines. */
  readonly slot?: number;
}
