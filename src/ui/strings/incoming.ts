/** Words about a file that another app has handed over. */
import { inLanguage } from './language.ts';

export const incomingStrings = inLanguage('incomingStrings', {
  unknown: (name: string) => `“${name}” is no job, no receipts, no report and no table. Nothing was opened.`,
  waits: 'The file is shown as soon as you open your account.',
  tableHeading: 'What is this table for?',
  tableNote: 'You see what it holds before anything is saved.',
  forJob: 'Plan a job',
  forDevices: 'Change alias, room, tags and notes',
});
