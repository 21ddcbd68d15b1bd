/** Numbers, counts and sizes in the person's own form: every word with a number in it goes through here. */
import { formatOf } from './formats.ts';

const plurals = formatOf((locale) => new Intl.PluralRules(locale));
const numbers = formatOf((locale) => new Intl.NumberFormat(locale));
const percents = formatOf((locale) => new Intl.NumberFormat(locale, { style: 'percent' }));

/** One form of a noun for each plural category of a language; `other` serves where a category has none. */
type Forms = { readonly other: string } & Partial<Readonly<Record<Intl.LDMLPluralRule, string>>>;

/** `1,234` or `1.234`. */
export const number = (n: number): string => numbers().format(n);

/** `64%` or `64 %`, of a number from 0 to 100. */
export const percent = (n: number): string => percents().format(n / 100);

/** A part of a whole in percent; '' for no whole. Some is never shown as 0 %. */
export const share = (part: number, all: number): string => {
  if (all === 0) return '';
  return part > 0 && part / all < 0.01 ? `< ${percent(1)}` : percent(Math.round((100 * part) / all));
};

/** The form of the noun that goes with n, without the number. */
export const form = (n: number, forms: Forms): string => forms[plurals().select(n)] ?? forms.other;

/** `1 receipt`, `12 receipts`. */
export const count = (n: number, one: string, other: string): string => `${number(n)} ${form(n, { one, other })}`;

const sized = (unit: string, maximumFractionDigits: number): (() => Intl.NumberFormat) =>
  formatOf((locale) => new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits }));
const kilobytes = sized('kilobyte', 0);
const inMegabytes = [sized('megabyte', 1), sized('megabyte', 0)];

/** `12 kB`, `3.4 MB`, `120 MB`: never less than there is below a megabyte. */
export const size = (bytes: number): string =>
  bytes < 1_000_000
    ? kilobytes().format(Math.ceil(bytes / 1000))
    : inMegabytes[bytes < 10_000_000 ? 0 : 1]!().format(bytes / 1_000_000);

const tenths = formatOf(
  (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1, minimumFractionDigits: 1 }),
);

/** `2.6`. */
export const tenth = (n: number): string => tenths().format(n);

/** `1.0`: sizes that stand beside each other, without the unit. */
export const megabytes = (bytes: number): string => tenth(bytes / 1_000_000);

const signs = formatOf((locale) => new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }));

/** `+4`, `−4`, `0`. */
export const signed = (n: number): string => signs().format(n).replace('-', '−');

const list = formatOf((locale) => new Intl.ListFormat(locale, { type: 'conjunction' }));

/** `A, B and C`. */
export const allOf = (words: readonly string[]): string => list().format(words);
