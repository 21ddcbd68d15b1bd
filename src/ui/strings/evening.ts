/** Words of the evening after a day on site: what needs somebody, and whether the beacons are heard. */
import type { NeedReason } from '../../domain/delivery/need-groups.ts';
import type { Alive } from '../../domain/job/alive.ts';
import { count, form, number } from './counting.ts';
import { thisDevice } from './place.ts';
import { inLanguage } from './language.ts';

const here = thisDevice();
const beacons = (n: number): string => count(n, 'beacon', 'beacons');
const receipts = (n: number): string => count(n, 'receipt', 'receipts');

export const eveningStrings = inLanguage('eveningStrings', {
  needs: {
    why: {
      notMirrored: (n: number) =>
        `${form(n, { one: '1 receipt has', other: `${number(n)} receipts have` })} only one copy on ${here}`,
      noAccess: (n: number) => `This key has no access to ${beacons(n)}`,
      refusedPost: (n: number) => `Refused by the backend: ${number(n)}`,
      choose: (n: number) => `${receipts(n)} could belong to more than one beacon`,
      notVerified: (n: number) => `The backend still has a configuration waiting for ${beacons(n)}`,
      refused: (n: number) => `${form(n, { one: '1 beacon', other: `${number(n)} beacons` })} refused the package`,
    } satisfies Record<NeedReason, (n: number) => string>,
    helps: {
      notMirrored: (n: number) => `Export ${receipts(n)}`,
      noAccess: (n: number) => `Hand ${receipts(n)} to a colleague`,
      refusedPost: (n: number) =>
        form(n, { one: 'Try the refused one again', other: `Try the ${number(n)} refused ones again` }),
      notVerified: () => 'Fetch new packages',
      refused: () => 'Fetch new packages',
    } satisfies Record<Exclude<NeedReason, 'choose'>, (n: number) => string>,
    toOutbox: 'Choose in the outbox',
  },
  alive: {
    heading: 'Check signals',
    note: (n: number) => `Looks for ${beacons(n)} in the telemetry: was each one heard after it was written?`,
    check: 'Check',
    again: 'Check again',
    asking: 'Checking',
    busy: 'Other telemetry is being loaded. Try again when that is finished.',
    bounded: 'Not all of the telemetry was loaded.',
    failed: 'The telemetry could not be opened.',
    counts: {
      heard: (n: number) => `${number(n)} heard since written`,
      silent: (n: number) => `${number(n)} silent since written`,
      noGateway: (n: number) => `${number(n)} not heard, and no gateway is known nearby`,
      noTelemetry: (n: number) => `${number(n)} set to send no telemetry`,
      early: (n: number) => `${number(n)} not heard yet, checked less than an hour after the write`,
      unasked: (n: number) => `${number(n)} not checked since written`,
    } satisfies Record<Alive, (n: number) => string>,
    lastHeard: (time: string) => `last heard ${time}`,
    neverHeard: 'no record was loaded',
    heardUnchecked: (n: number) => `clock unchecked for ${number(n)}`,
    clockUnchecked: 'clock unchecked',
    phoneClockUnchecked: `Clock unchecked: the time on ${here} was not compared with the backend’s.`,
    more: (n: number) => `${number(n)} more`,
    nextJob: (n: number) =>
      form(n, { one: 'Plan a job for the silent one', other: `Plan a job for the ${number(n)} silent ones` }),
    jobName: (name: string) => `Silent: ${name}`,
    jobNote: (time: string) => `Not heard since it was written ${time}`,
  },
} as const);
