/** Words of the charts. */

/** From here on digits are counted, not written. */
const LARGE = 1e15;
const SMALL = 0.0005;

/** Up to three digits after the point, none that say nothing; what no person reads digit by digit as a power of ten. */
function number(value: number): string {
  if (!Number.isFinite(value)) return '';
  const size = Math.abs(value);
  if (size >= LARGE) return value.toExponential(3).replace(/\.?0+e/, 'e');
  if (size > 0 && size < SMALL) return String(Number(value.toPrecision(3)));
  return Number(value.toPrecision(7)).toLocaleString('en', { maximumFractionDigits: 3 });
}

export const chartStrings = {
  role: 'chart',
  label: (heading: string) => `${heading}. Arrow keys move, plus and minus zoom, 0 shows the whole range.`,
  loading: 'Loading the chart',
  failed: 'The chart could not be loaded. The table below has its numbers.',
  empty: 'No readings in this range.',
  silence: 'nothing heard',
  unasked: 'not known',
  no: 'no',
  yes: 'yes',
  number,
  value: (value: number, unit: string) =>
    unit === '' ? number(value) : unit === '%' ? `${number(value)}%` : `${number(value)} ${unit}`,
  between: (least: string, most: string) => `${least} to ${most}`,
  nothing: '–',
  table: 'Show as a table',
  tableLabel: (heading: string) => `${heading} as a table`,
  everyReading: 'Every reading of the stretch shown.',
  stretches:
    'Least and greatest reading of each stretch, which begins at the time given. Zoom in to see every reading.',
  time: 'Time',
  closer: 'Zoom in',
  wider: 'Zoom out',
  earlier: 'Earlier',
  later: 'Later',
  reset: 'Whole range',
} as const;
