/** A measured value with its unit. */
import { reading } from '../language/readings.ts';
import { chartStrings } from '../strings/chart.ts';

export function shownValue(value: number, unit: string): string {
  if (unit === '') return reading(value);
  return unit === '%' ? chartStrings.percent(value) : chartStrings.withUnit(value, unit);
}
