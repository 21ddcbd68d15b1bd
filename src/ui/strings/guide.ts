/** Words of the practice guide: three steps from a change to Verified, then the same with a link that drops. */
import { inLanguage } from './language.ts';

export const guideStrings = inLanguage('guideStrings', {
  lead: (uniqueId: string) => `Three steps with the practice beacon ${uniqueId}. Nothing here reaches a real beacon.`,
  leadDrop: (uniqueId: string) => `The same with ${uniqueId}, and this time the link drops while you write.`,
  steps: {
    change: 'Change a value',
    changeSays: 'How far should it be heard?',
    prepare: 'Prepare',
    prepareSays: 'The backend makes an encrypted package, and it is saved here.',
    write: 'Write it',
    writeSays: 'Connect, pick the beacon, and keep its receipt.',
    writeSaysDrop: 'When the link drops, the run says Uncertain. Connect again: the app reads what the beacon holds.',
  },
  reached: 'finished',
  ranges: { near: 'Near', middle: 'Middle', far: 'Far' },
  power: (dBm: number) => `${dBm < 0 ? '−' : '+'}${Math.abs(dBm)} dBm`,
  now: 'now',
  preparing: 'Preparing',
  write: 'Go to the beacon',
  goOn: 'Continue the run',
  verified: 'Verified: the backend says that the change is applied.',
  verifiedDrop: 'Verified, although the link dropped: the receipt was read from the beacon and nothing was lost.',
  drop: 'Now with a dropped link',
  again: 'Once more',
  job: {
    start: 'Practise a whole job: 12 beacons, 5 minutes',
    name: 'Practice job',
    site: 'Practice site',
    room: (n: number) => `Room ${n}`,
    failed: 'The practice job could not be made. Nothing was changed.',
  },
  /** Notes at the beacons of the practice job. */
  lessons: {
    first:
      'It is Prepared and Downloaded already. Press Connect and pick it: Written and Receipt saved follow by themselves.',
    marks: 'Watch the six steps. The last two come from the backend: only Verified says that the change is applied.',
    connects: 'The first connect fails here, as on site about 3 of 10 do. The app tries again by itself.',
    drops:
      'The link drops while this one is written. That is Uncertain: the beacon may have changed. Connect again, and the app checks.',
    slow: 'This one is slow. Just wait for it.',
    locked:
      'This one refuses the write, as a locked beacon does. Park it: it comes back at the end, or at a time that you set.',
    reads: 'The link drops before its receipt is read. Connect again: the receipt is still there.',
    wrong: 'A different beacon answers. Nothing changed: pick again.',
    skip: 'Imagine that the door is locked. Press Skip and go on.',
    plain: 'Nothing goes wrong here.',
    last: 'The last one. After it, go back to the parked ones, and look at the job: what is Verified, and what is not?',
  },
  connect: 'Connect your account',
  skip: 'Skip the guide',
  toOverview: 'Go to the overview',
  notPractice: 'The guide belongs to practice. Your own account is connected now.',
  opening: 'Opening practice',
} as const);
