/** Words of the record inspector: what it takes, what it counts, and every fault it tells. */
import type { RecordFaultReason } from '../../domain/streams/inspection.ts';
import type { StreamType } from '../../domain/streams/stream.ts';
import { count, megabytes, number, tenth } from './counting.ts';
import { thisDevice } from './place.ts';
import { inLanguage } from './language.ts';

const here = thisDevice();

export const inspectorStrings = inLanguage('inspectorStrings', {
  intro: `Check records that a stream delivered: paste them, drop a file here, or choose one. They stay on ${here}.`,
  shapes:
    'One record per line, records one after another, a JSON array, or the envelope of a cloud tool. Gzip is unpacked, inside an envelope too.',
  as: 'Check as',
  asOptions: {
    auto: 'Detect automatically',
    telemetry: 'Telemetry records',
    position: 'Position records',
  } satisfies Record<'auto' | StreamType, string>,
  paste: 'Records',
  pasteHelp: 'Checked when pasted. Long text is not shown here.',
  check: 'Check',
  file: 'Choose a file',
  drop: 'Drop the file to check it',
  clear: 'Check other records',
  replaced: 'The records were replaced.',
  nothingTyped: 'Paste or type a record first.',
  running: 'Checking',
  doing: (done: number, total: number, records: number) =>
    `${megabytes(done)} of ${megabytes(total)} MB, ${count(records, 'record', 'records')} so far`,
  megabytes,
  stopped: 'Stopped. These are the results so far.',
  unreadable: 'The file could not be read to its end. These are the results so far.',
  failed: `The check could not be started on ${here}.`,
  again: 'Try again',
  empty: 'No records were found.',

  allGood: 'Every record is valid.',
  someFaulty: (n: number, of: number) =>
    `Records with faults: ${number(n)} of ${number(of)}. The others are counted and shown in the chart.`,
  onlyText: 'Every record is valid, but the text around them is not.',
  counts: {
    telemetry: 'Valid telemetry records',
    position: 'Valid position records',
    faulty: 'Records with faults',
    lines: 'Lines',
  },

  groups: 'Faults by kind',
  groupColumns: { where: 'Field', what: 'Fault', count: 'Count', first: 'First line' },
  faults: 'All faults',
  faultsCut: (shown: number, all: number) => `The first ${number(shown)} of ${number(all)}.`,
  faultColumns: { line: 'Line', field: 'Field', reason: 'Fault', found: 'Found' },
  more: (n: number) => `Show ${number(n)} more`,
  whole: 'whole record',
  lineOf: (line: number) => `line ${number(line)}`,
  times: (n: number) => `${number(n)} ×`,
  reasons: {
    missing: 'Required, but missing.',
    empty: 'Required, but empty.',
    notText: 'Not text.',
    notNumber: 'Not a number.',
    notFlag: 'Not true or false.',
    notIso: 'Not an ISO 8601 time.',
    notSeconds: 'Not a time in seconds; perhaps milliseconds.',
    notPercent: 'Not between 0 and 100.',
    notCounter: 'Not a whole number from 0 to 255.',
    negative: 'Below 0.',
    notShare: 'Not between 0 and 1.',
    notClosed: 'A bracket is not closed.',
    lineBreak: 'A string is not closed at the end of its line.',
    tooLarge: 'Longer than 16 MB.',
    arrayNotClosed: 'The array is not closed. The text may be cut off.',
    notJson: 'Not valid JSON.',
    notAnObject: 'Not an object.',
    notUnpacked: 'Begins like gzip, but could not be unpacked, or holds more than 16 MB.',
    avro: 'An Avro file, as Event Hubs Capture writes it. Turn it into JSON first, for instance with “avro-tools tojson”, and check the result.',
    parquet:
      'A Parquet file, as Event Hubs Capture or Firehose can write it. Turn it into JSON first, one record per line, and check the result.',
    zip: 'A ZIP archive. Unpack it first and check the files in it.',
    kindUnclear: 'Its fields do not show whether it is a telemetry or a position record.',
  } satisfies Record<RecordFaultReason, string>,

  unknown: 'Unknown fields',
  unknownText: 'Not a fault: the interface may gain new fields.',
  unknownType: { telemetry: 'telemetry', position: 'position' } satisfies Record<StreamType, string>,

  plot: 'Chart',
  field: 'Field',
  beacons: 'Beacons',
  beaconsOf: (shown: number, all: number) =>
    `${number(shown)} of ${count(all, 'beacon', 'beacons')}, those with the most records first.`,
  chooseBeacon: 'Choose at least one beacon.',
  beaconOption: (id: string, records: number) => `${id} (${number(records)})`,
  noFields: 'The valid records have no readings for a chart.',
  drawing: 'Drawing the chart',
  map: 'Positions on the floor',
  mapUnit: 'm',
  mapSentence: (id: string, steps: number, x: string, y: string) =>
    `${id}: ${count(steps, 'position', 'positions')}, x from ${x} m, y from ${y} m.`,
  mapRange: (low: number, high: number) => `${tenth(low)} to ${tenth(high)}`,
  mapLost: (n: number) => `${number(n)} of them out of range.`,
  number,
} as const);
