/** Words of the charts. */

/** Up to three digits after the point, none that say nothing. */
const number = (value: number): string => (Number.isFinite(value) ? Number(value.toPrecision(7)).toLocaleString('en', { maximumFractionDigits: 3 }) : '');

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
  value: (value: number, unit: string) => (unit === '' ? number(value) : unit === '%' ? `${number(value)}%` : `${number(value)} ${unit}`),
  between: (least: string, most: string) => `${least} to ${most}`,
  nothing: '–',
  table: 'Show as a table',
  tableLabel: (heading: string) => `${heading} as a table`,
  everyReading: 'Every reading of the stretch shown.',
  stretches: 'Least and greatest reading of each stretch, which begins at the time given. Zoom in to see every reading.',
  time: 'Time',
  closer: 'Zoom in',
  wider: 'Zoom out',
  earlier: 'Earlier',
  later: 'Later',
  reset: 'Whole range',
} as const;
