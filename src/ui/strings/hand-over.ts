/** Words of handing a job to another phone and of taking one over. */
import type { JobFileProblem } from '../../domain/job/job-file.ts';
import { MAX_FILE_BYTES } from '../../domain/limits.ts';
import { count, number, size } from './counting.ts';
import { thisDevice } from './place.ts';
import { inLanguage } from './language.ts';

const here = thisDevice();
const beacons = (n: number): string => count(n, 'beacon', 'beacons');

export const handOverStrings = inLanguage('handOverStrings', {
  toHandOver: 'Hand over',
  toTakeOver: 'Import a job',
  intro:
    'The file holds the plan, the packages and the receipts of the beacons you choose. Another phone that takes it over can go to them without a network. It holds no API key.',
  which: 'Which beacons',
  all: (n: number) => `All ${number(n)}`,
  left: (n: number) => `The ones that are left (${number(n)})`,
  room: (place: string, n: number) => `${place} (${number(n)})`,
  more: (n: number) => `and ${number(n)} more`,
  noPlace: 'No room',
  first: 'The first of the ones that are left',
  firstCount: 'How many',
  chosen: (n: number, carried: number) => `${beacons(n)}, ${number(carried)} with a package on ${here}.`,
  notCarried: 'Beacons without a package here have to be prepared on the other phone, with a network.',
  setAside: `Skip them on ${here}, so that nobody goes there twice`,
  setAsideReason: 'Handed to a colleague',
  save: 'Save as a file',
  saved: (n: number) => `${beacons(n)} handed over. The file is in your downloads.`,
  shared: (n: number) => `${beacons(n)} handed over.`,
  failed: 'The file could not be made.',
  take: {
    intro: 'Choose the file from your colleague, or drop it here. You see what it holds before anything is imported.',
    choose: 'Choose a file',
    reading: 'Reading the file',
    holds: (tasks: number, packages: number, receipts: number) =>
      `${beacons(tasks)}, ${count(packages, 'package', 'packages')}, ${count(receipts, 'receipt', 'receipts')}.`,
    made: (at: string) => `Made ${at}.`,
    isNew: `This job is not on ${here} yet.`,
    isKnown: (added: number, marked: number, same: number) =>
      `This job is here already: ${beacons(added)} new, ${number(marked)} updated, ${number(same)} unchanged.`,
    conflicts: (n: number) => `${beacons(n)} planned or marked differently on ${here} and in the file.`,
    conflict: (id: string, ours: string, theirs: string) => `${id}: here “${ours}”, in the file “${theirs}”`,
    take: 'Which version to keep',
    ours: `The one on ${here}`,
    theirs: 'The one in the file',
    replaces: (n: number) =>
      n === 1
        ? `The file has a newer package for a beacon whose package is on ${here} already.`
        : `The file has newer packages for ${beacons(n)} whose packages are on ${here} already.`,
    replaced: (names: string, more: number) => (more > 0 ? `${names} and ${number(more)} more` : names),
    takePackages: 'Which packages to keep',
    oursPackages: `Keep those on ${here}`,
    theirsPackages: 'Replace them with those in the file',
    other: (address: string) =>
      `This file is from another account, or that cannot be checked without the key. It is for ${address}. Take it over only if that is your account.`,
    go: 'Take over',
    goOther: 'Take over anyway',
    taken: (tasks: number, packages: number, receipts: number) =>
      `Taken over: ${beacons(tasks)}, ${count(packages, 'package', 'packages')}, ${count(receipts, 'receipt', 'receipts')}.`,
    nothingNew: 'Everything in this file was here already.',
    failed: 'The file could not be taken over. Nothing is lost: try again.',
    unreadable: 'The browser could not read this file.',
    problems: {
      notJson: 'This is not a job file.',
      noJob: 'This is another file. Receipts are imported in the outbox.',
      newerVersion: 'This file was written by a newer version of the app. Update the app to take it over.',
      damaged: 'This file is damaged: its checksum does not match. Ask for it again.',
      unreadable: 'Parts of this file cannot be read, so none of it is taken over. Ask for it again.',
      tooLarge: `This file is larger than ${size(MAX_FILE_BYTES)}, too large for a job.`,
      secret: (what: string) =>
        `This file plans a secret value (${what}). Secrets cannot be planned: ask for a file without it.`,
      value: (what: string) => `This file plans a value that cannot be sent (${what}). Ask for a file without it.`,
    } satisfies Record<JobFileProblem, string | ((what: string) => string)>,
  },
} as const);
