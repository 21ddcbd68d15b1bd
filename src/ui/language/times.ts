/** Dates and times as people write them in their own region, with its 12 or 24-hour clock: one form of a moment on every screen. */
import { locale } from './locale.ts';

export type Zone = 'local' | 'utc';

const FORMS = {
  date: { dateStyle: 'medium' },
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
  moment: { dateStyle: 'medium', timeStyle: 'medium' },
  day: { day: 'numeric', month: 'short' },
  time: { timeStyle: 'short' },
  timeWithSeconds: { timeStyle: 'medium' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;
type Form = keyof typeof FORMS;

/** What a `Date` can hold, Unix ms either way. */
const FURTHEST_MS = 8.64e15;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Total: a moment that no calendar holds is shown as nothing. */
const inForm =
  (form: Form) =>
  (atMs: number, zone: Zone = 'local'): string => {
    if (!(Math.abs(atMs) <= FURTHEST_MS)) return '';
    const key = `${form} ${zone}`;
    const format =
      formats.get(key) ??
      new Intl.DateTimeFormat(locale, { ...FORMS[form], ...(zone === 'utc' && { timeZone: 'UTC' }) });
    formats.set(key, format);
    return format.format(atMs);
  };

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
