/** Words of the acceptance report, and of the page that checks one. */
import type { Verdict } from '../../domain/report/report-row.ts';
import { count, number } from './counting.ts';
import { inLanguage } from './language.ts';

const beacons = (n: number): string => count(n, 'beacon', 'beacons');
const lines = (n: number): string => count(n, 'line', 'lines');

export const reportStrings = inLanguage('reportStrings', {
  check: {
    intro:
      'An acceptance report is a CSV file whose lines are chained by SHA-256. Choose one, and this page says whether its lines still fit together. The file stays in this browser.',
    choose: 'Choose a report',
    drop: 'Drop the report here',
    reading: 'Checking the report',
    whole: (n: number) => `The file fits its own seal: ${beacons(n)}. No line was changed after the seal was made.`,
    seal: 'Seal',
    sealMeans:
      'The chain holds no secret: anybody can write a file with a seal that fits. Compare this seal with one that you got another way, on paper or in a message. If all 32 digits are the same, it is the same file. A report printed by an earlier version shows the first 16 digits only: whoever wrote it could have made two files with the same 16.',
    changed: (n: number) => `Changed: ${lines(n)} of this file are not as they were written.`,
    changedLines: (which: string, more: number) =>
      more === 0
        ? `Lines ${which}; line 1 is the head.`
        : `Lines ${which} and ${number(more)} more; line 1 is the head.`,
    changedHelp: 'A spreadsheet that saves the file anew changes it, too. Ask for the file as the app wrote it.',
    miscounted: (n: number, says: number | null) =>
      says === null || says === n
        ? `Changed: the lines are not in the order in which they were written.`
        : `Changed: the file has ${lines(n)} with a beacon, and was written with ${number(says)}.`,
    noReport: 'This is not an acceptance report of Beacon Fieldkit.',
    unknownVersion: 'This report was written by a newer version of the app. Update the app to check it.',
    tooLarge: 'This file is larger than any report.',
    unreadable: 'The browser could not read this file.',
  },
  made: 'Made',
  version: 'App version',
  person: 'Person (optional)',
  personShort: 'Person',
  more: (n: number) => `${beacons(n)} more stand in the CSV file.`,
  personHelp: 'Stands in the report. Leave it empty if nobody is to be named.',
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
    doneElsewhere: 'Done elsewhere, as somebody said',
  } satisfies Partial<Record<Verdict, string>>,
} as const);
