/** Words of the charts. */
import { count } from './counting.ts';
import { reading } from './readings.ts';
import { inLanguage } from './language.ts';

export const chartStrings = inLanguage('chartStrings', {
  role: 'chart',
  label: (heading: string) => `${heading}. Arrow keys move, plus and minus zoom, 0 shows the whole range.`,
  loading: 'Loading the chart',
  failed: 'The chart could not be loaded. The table below has the numbers.',
  empty: 'No readings in this range.',
  silence: 'nothing heard',
  unasked: 'not known',
  no: 'no',
  yes: 'yes',
  number: reading,
  value: (value: number, unit: string) =>
    unit === '' ? reading(value) : unit === '%' ? `${reading(value)}%` : `${reading(value)} ${unit}`,
  between: (least: string, most: string) => `${least} to ${most}`,
  nothing: '–',
  inWords: 'Show in words',
  table: 'Show as a table',
  tableLabel: (heading: string) => `${heading} as a table`,
  everyReading: 'Every reading in this part of the chart.',
  stretches: 'Lowest and highest reading of each interval, with its start time. Zoom in to see every reading.',
  time: 'Time',
  closer: 'Zoom in',
  wider: 'Zoom out',
  earlier: 'Earlier',
  later: 'Later',
  reset: 'Whole range',
  heat: {
    role: 'heat map',
    label: (heading: string) => `${heading}. Arrow keys move from cell to cell, Enter opens the beacon.`,
    hint: 'Point at a cell to see its value. Click a row to open its beacon.',
    heard: 'Heard: stronger is more often',
    silent: 'Loaded, no record',
    unknown: 'Not checked',
    beacon: 'Beacon',
    caption: 'Records in each interval, with its start time. – means not checked.',
    nothing: 'nothing heard',
    notChecked: 'not checked',
    records: (n: number) => count(n, 'record', 'records'),
    cell: (beacon: string, from: string, what: string) => `${beacon}, ${from}: ${what}`,
  },
} as const);
