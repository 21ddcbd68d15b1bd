/** Words about a file that another app has handed over. */
import { inLanguage } from './language.ts';

export const incomingStrings = inLanguage('incomingStrings', {
  unknown: (name: string) => `“${name}” is not a job, a report, a table or a file of receipts. Nothing was opened.`,
  waits: 'The file is shown as soon as you open your account.',
  tableHeading: 'What is this table for?',
  tableNote: 'You see what it holds before anything is saved.',
  forJob: 'Plan a job',
  forDevices: 'Change alias, room, tags and notes',
});
