/** Dates and times as people write them in their own region, with its 12 or 24-hour clock: one form of a moment on every screen. */
import { formatOf } from './formats.ts';

export type Zone = 'local' | 'utc';

const FORMS = {
  date: { dateStyle: 'medium' },
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
  moment: { dateStyle: 'medium', timeStyle: 'medium' },
  day: { day: 'numeric', month: 'short' },
  time: { timeStyle: 'short' },
  timeWithSeconds: { timeStyle: 'medium' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

/** What a `Date` can hold, Unix ms either way. */
const FURTHEST_MS = 8.64e15;

/** Total: a moment that no calendar holds is shown as nothing. */
function inForm(form: keyof typeof FORMS): (atMs: number, zone?: Zone) => string {
  const formats = {
    local: formatOf((locale) => new Intl.DateTimeFormat(locale, FORMS[form])),
    utc: formatOf((locale) => new Intl.DateTimeFormat(locale, { ...FORMS[form], timeZone: 'UTC' })),
  };
  return (atMs, zone = 'local') => (Math.abs(atMs) <= FURTHEST_MS ? formats[zone]().format(atMs) : '');
}

/** `Mar 10, 2026` or `10.03.2026`. */
export const date = inForm('date');
/** `Mar 10, 2026, 2:05 PM` or `10.03.2026, 14:05`. */
export const dateTime = inForm('dateTime');
/** To the second, where records and receipts are told apart by it. */
export const moment = inForm('moment');
/** `Mar 10` or `10. März`. */
export const day = inForm('day');
/** `2:05 PM` or `14:05`. */
export const time = inForm('time');
export const timeWithSeconds = inForm('timeWithSeconds');
