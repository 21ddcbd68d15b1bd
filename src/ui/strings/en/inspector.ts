/** Words of the record inspector: what it takes, what it counts, and every fault it tells. */
import type { RecordFaultReason } from '../../../domain/streams/inspection.ts';
import type { StreamType } from '../../../domain/streams/stream.ts';
import { number } from '../counting.ts';

const megabytes = (bytes: number): string =>
  (bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 });

export const inspectorStrings = {
  intro:
    'Check records that a stream has delivered: paste them, drop a file here, or choose one. They stay on this device.',
  shapes: 'One record a line, a JSON array, or one after the other; gzip is unpacked.',
  as: 'Check as',
  asOptions: {
    auto: 'What their fields say',
    telemetry: 'Telemetry records',
    position: 'Position records',
  } satisfies Record<'auto' | StreamType, string>,
  paste: 'Records',
  pasteHelp: 'A paste is checked at once. Long ones are not shown here.',
  check: 'Check',
  file: 'Choose a file',
  drop: 'Drop the file to check it',
  clear: 'Check others',
  nothingTyped: 'Paste or type a record first.',
  running: 'Checking',
  doing: (done: number, total: number, records: number) =>
    `${megabytes(done)} of ${megabytes(total)} MB, ${number(records)} ${records === 1 ? 'record' : 'records'} so far`,
  megabytes,
  stopped: 'Stopped. This is what was checked until then.',
  unreadable: 'The file could not be read to its end. This is what was checked until then.',
  failed: 'The check could not be started on this device.',
  again: 'Try again',
  empty: 'There is no record in it.',

  allGood: 'Every record keeps to the interface.',
  someFaulty: (n: number, of: number) =>
    `${number(n)} of ${number(of)} ${of === 1 ? 'record' : 'records'} ${n === 1 ? 'has' : 'have'} faults. The others are counted and drawn.`,
  onlyText: 'Every record keeps to the interface, but the text around them does not.',
  counts: {
    telemetry: 'Good telemetry records',
    position: 'Good position records',
    faulty: 'Records with faults',
    lines: 'Lines',
  },

  groups: 'Faults by kind',
  groupColumns: { where: 'Field', what: 'Fault', count: 'How often', first: 'First in line' },
  faults: 'Faults, one by one',
  faultsCut: (shown: number, all: number) => `The first ${number(shown)} of ${number(all)}.`,
  faultColumns: { line: 'Line', field: 'Field', reason: 'Fault', found: 'Found' },
  more: (n: number) => `Show ${number(n)} more`,
  whole: 'whole record',
  lineOf: (line: number) => `line ${number(line)}`,
  times: (n: number) => `${number(n)} ×`,
  reasons: {
    missing: 'It is missing, and required.',
    empty: 'It is empty, and required.',
    notText: 'It is no text.',
    notNumber: 'It is no number.',
    notFlag: 'It is neither true nor false.',
    notIso: 'It is no ISO 8601 time.',
    notSeconds: 'It is no time in seconds; perhaps it is in milliseconds.',
    notPercent: 'It is not between 0 and 100.',
    notCounter: 'It is no whole number from 0 to 255.',
    negative: 'It is below 0.',
    notShare: 'It is not between 0 and 1.',
    notClosed: 'A bracket is not closed.',
    lineBreak: 'A text is not closed before its line ends.',
    tooLarge: 'It is longer than 1 MB.',
    arrayNotClosed: 'The array is not closed; the text may have been cut off.',
    notJson: 'It is no JSON.',
    notAnObject: 'It is no object.',
    kindUnclear: 'Its fields do not tell whether it is a telemetry or a position record.',
  } satisfies Record<RecordFaultReason, string>,

  unknown: 'Fields the interface does not know',
  unknownText: 'They are no fault; new fields may appear.',
  unknownType: { telemetry: 'telemetry', position: 'position' } satisfies Record<StreamType, string>,

  plot: 'Drawn',
  field: 'Field',
  beacons: 'Beacons',
  beaconsOf: (shown: number, all: number) =>
    `${number(shown)} of ${number(all)} beacons, those with the most records first.`,
  chooseBeacon: 'Choose at least one beacon.',
  beaconOption: (id: string, records: number) => `${id} (${number(records)})`,
  noFields: 'The good records have no reading that could be drawn.',
  drawing: 'Drawing',
  map: 'Positions on the floor',
  mapUnit: 'm',
  mapSentence: (id: string, steps: number, x: string, y: string) =>
    `${id}: ${number(steps)} ${steps === 1 ? 'position' : 'positions'}, x from ${x} m, y from ${y} m.`,
  mapRange: (low: string, high: string) => `${low} to ${high}`,
  mapLost: (n: number) => (n === 1 ? '1 of them out of range.' : `${number(n)} of them out of range.`),
  number,
} as const;
