/** One beacon's line in a chart. */
import type { Line } from '../../../domain/telemetry/series.ts';

export interface ChartLine extends Line {
  readonly label: string;
}
