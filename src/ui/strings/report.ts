/** Words of the acceptance report, and of the page that checks one. */
import { MAX_FILE_BYTES } from '../../domain/limits.ts';
import type { Verdict } from '../../domain/report/report-row.ts';
import { count, form, number, size } from './counting.ts';
import { inLanguage } from './language.ts';

const beacons = (n: number): string => count(n, 'beacon', 'beacons');
const lines = (n: number): string => count(n, 'line', 'lines');

export const reportStrings = inLanguage('reportStrings', {
  check: {
    intro:
      'An acceptance report is a CSV file whose lines are chained by SHA-256. Choose one, and this page tells you whether it has been changed. The file stays in this browser.',
    choose: 'Choose a report',
    drop: 'Drop the report here',
    reading: 'Checking the report',
    whole: (n: number) => `The file matches its seal: ${beacons(n)}. No line was changed after the seal was made.`,
    seal: 'Seal',
    sealMeans:
      'The chain holds no secret: anybody can write a file with a seal that fits. Compare this seal with one that you got another way, on paper or in a message. If all 32 digits are the same, it is the same file. A report printed by an earlier version shows the first 16 digits only: whoever wrote it could have made two files with the same 16.',
    changed: (n: number) =>
      `Changed: ${lines(n)} of this file ${form(n, { one: 'is', other: 'are' })} not as the app wrote ${form(n, { one: 'it', other: 'them' })}.`,
    changedLines: (which: string, more: number) =>
      more === 0
        ? `Lines ${which}. Line 1 is the header.`
        : `Lines ${which} and ${number(more)} more. Line 1 is the header.`,
    changedHelp: 'Saving the file in a spreadsheet changes it too. Ask for the file as the app wrote it.',
    miscounted: (n: number, says: number | null) =>
      says === null || says === n
        ? `Changed: the lines are not in the order in which they were written.`
        : `Changed: the file has ${lines(n)} with a beacon, and was written with ${number(says)}.`,
    noReport: 'This is not an acceptance report of Beacon Fieldkit.',
    unknownVersion: 'This report was written by a newer version of the app. Update the app to check it.',
    tooLarge: `This file is larger than ${size(MAX_FILE_BYTES)}, too large for a report.`,
    unreadable: 'The browser could not read this file.',
  },
  made: 'Made',
  version: 'App version',
  person: 'Person (optional)',
  personShort: 'Person',
  more: (n: number) => `The CSV file has ${beacons(n)} more.`,
  personHelp: 'Shown in the report. Leave it empty to name nobody.',
  counts: (verified: number, all: number) => `${number(verified)} of ${beacons(all)} Verified.`,
  save: 'Save as CSV',
  print: 'Print',
  saved: 'The report is in your downloads.',
  shared: 'The report was handed to another app.',
  making: 'Making the report',
  failed: 'The report could not be made.',
  toReport: 'Report',
  toCheck: 'Check a report',
  none: 'This job has no beacons yet.',
  columns: {
    beacon: 'Beacon',
    room: 'Room',
    change: 'Before → after',
    times: 'When',
    tries: 'Writes, posts',
    verdict: 'State',
    hash: 'Receipt, SHA-256',
  },
  tries: (writes: number, posts: number) => `${number(writes)}, ${number(posts)}`,
  notKnown: 'not known',
  /** Below the lines to sign on paper. */
  signature: { name: 'Name', place: 'Place, date', sign: 'Signature' },
  verdicts: {
    alreadySo: 'The backend shows these values already',
    skipped: 'Skipped',
    parked: 'Parked',
    doneElsewhere: 'Reported as done elsewhere',
  } satisfies Partial<Record<Verdict, string>>,
} as const);
