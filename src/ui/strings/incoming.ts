/** Words about files that another app has handed over. */
import { MAX_FILE_BYTES } from '../../domain/limits.ts';
import { number, size } from './counting.ts';
import { inLanguage } from './language.ts';

export const incomingStrings = inLanguage('incomingStrings', {
  unknown: (name: string) => `“${name}” is not a job, a report, a table or a file of receipts. Nothing was opened.`,
  empty: (name: string) => `“${name}” is empty: it has 0 bytes. Nothing was opened.`,
  waits: 'The file is shown as soon as you open your account.',
  tableHeading: 'What is this table for?',
  tableNote: 'You see what it holds before anything is saved.',
  forJob: 'Plan a job',
  forDevices: 'Change alias, room, tags and notes',
  more: (n: number, next: string) => (n === 1 ? `1 more file: “${next}”.` : `${number(n)} more files, next “${next}”.`),
  open: 'Open next file',
  dismiss: 'Dismiss',
  lost: (name: string) => `“${name}” was not opened, because the app was loaded again. Share it again.`,
  refused: {
    tooLarge: (name: string) => `“${name}” is larger than ${size(MAX_FILE_BYTES)}. Nothing was opened.`,
    tooMany: (name: string) => `“${name}” was left out, because too many files were shared at once. Share it again.`,
    noSpace: (name: string) => `There is no space for “${name}”. Nothing was opened.`,
    unreadable: (name: string) => (name === '' ? 'A shared file could not be read.' : `“${name}” could not be read.`),
  },
});
