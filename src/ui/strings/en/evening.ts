/** Words of the evening after a day on site: what needs somebody, and whether the beacons are heard. */
import type { NeedReason } from '../../../domain/delivery/need-groups.ts';
import { count, form, number } from '../counting.ts';
import { thisDevice } from '../place.ts';

const here = thisDevice();
const beacons = (n: number): string => count(n, 'beacon', 'beacons');
const receipts = (n: number): string => count(n, 'receipt', 'receipts');

export const eveningStrings = {
  needs: {
    why: {
      notMirrored: (n: number) =>
        `${form(n, { one: '1 receipt has', other: `${number(n)} receipts have` })} one copy only on ${here}`,
      noAccess: (n: number) => `This key has no access to ${beacons(n)}`,
      refusedPost: (n: number) => `Refused by the backend: ${number(n)}`,
      choose: (n: number) => `${receipts(n)}: it is not certain of which beacon`,
      notVerified: (n: number) => `The backend still has a configuration waiting for ${beacons(n)}`,
      refused: (n: number) => `${form(n, { one: '1 beacon', other: `${number(n)} beacons` })} refused the package`,
    } satisfies Record<NeedReason, (n: number) => string>,
    helps: {
      notMirrored: (n: number) => `Export ${receipts(n)}`,
      noAccess: (n: number) => `Hand ${receipts(n)} to a colleague`,
      refusedPost: (n: number) =>
        form(n, { one: 'Try the refused one again', other: `Try the ${number(n)} refused ones again` }),
      notVerified: () => 'Fetch their packages again',
      refused: () => 'Fetch their packages again',
    } satisfies Record<Exclude<NeedReason, 'choose'>, (n: number) => string>,
    again: 'Try again',
    toOutbox: 'Choose in the outbox',
  },
} as const;
