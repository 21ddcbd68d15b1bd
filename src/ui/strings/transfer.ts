/** Words of giving a file to another phone at hand: by the share sheet, or as codes on the screen that the other one scans. */
import type { CodePageProblem, PagedKind } from '../../domain/code-pages.ts';
import { count, number } from './counting.ts';
import { inLanguage } from './language.ts';

const pages = (n: number): string => count(n, 'page', 'pages');

export const transferStrings = inLanguage('transferStrings', {
  share: 'Share as a file',
  notShared: 'The file could not be shared. Save it, then pass it on from your downloads.',
  show: 'Show as codes',
  scan: 'Scan codes',
  give: {
    heading: 'Codes for the other phone',
    howTo: {
      job: 'On the other phone: Jobs, Import a job, Scan codes. The pages may be read in any order.',
      receipts: 'On the other phone: Outbox, Scan codes. The pages may be read in any order.',
    } satisfies Record<PagedKind, string>,
    making: 'Making the codes',
    drawing: 'Drawing the code',
    page: (at: number, of: number) => `Page ${number(at)} of ${number(of)}`,
    picture: (at: number, of: number) => `QR code, page ${number(at)} of ${number(of)}`,
    onePicture: 'QR code',
    previous: 'Previous page',
    next: 'Next page',
    pause: 'Pause',
    go: 'Continue',
    speed: 'Speed',
    speeds: { slow: 'Slow', normal: 'Normal', fast: 'Fast' },
    goTo: 'Go to page',
    tooMany: (n: number, most: number) =>
      `This would take ${number(n)} codes, more than the limit of ${number(most)}. Choose fewer, or hand it over as a file.`,
    asFile: 'Save as a file',
    failed: 'The codes could not be made.',
    given: 'The other phone has it',
  },
  take: {
    heading: 'Scan codes',
    hint: 'Point the camera at the codes on the other phone, so that a code fills the frame, and hold it there.',
    troubles: {
      refused:
        'This page may not use the camera. Allow it in the browser’s settings for this page, or ask for the file instead.',
      none: 'There is no camera here. Ask for the file instead.',
      busy: 'The camera cannot be used now. Close other apps that use it, then try again.',
      lost: 'The camera stopped working. Try again: the pages read so far are kept.',
      reader: 'The code scanner did not start. Check that the app is up to date, or ask for the file instead.',
    },
    here: 'Pages read',
    progress: (n: number, of: number) => `${number(n)} of ${pages(of)} read.`,
    missing: (which: string, more: number) =>
      more === 0 ? `Missing: ${which}.` : `Missing: ${which} and ${pages(more)} more.`,
    problems: {
      foreign: 'This code is not a page of a job or of receipts.',
      newerVersion: 'These codes were made by a newer version of the app. Update the app to read them.',
      damaged: 'This page is damaged. Ask for the codes to be made again.',
    } satisfies Record<CodePageProblem, string>,
    otherKind: {
      job: 'These codes hold a job. Scan them under Jobs, Import a job.',
      receipts: 'These codes hold receipts. Scan them in the outbox.',
    } satisfies Record<PagedKind, string>,
    other: (n: number) => `This page belongs to a different hand-over from the ${pages(n)} read so far.`,
    takeOther: 'Start over with this one',
    notWhole: 'The pages do not add up to a complete file: the checksum does not match. Scan them again.',
  },
} as const);
