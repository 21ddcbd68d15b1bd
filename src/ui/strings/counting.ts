/** Numbers, counts and moments in the person's own form: every word with a number in it goes through here. */
import { locale } from './locale.ts';

const plurals = new Intl.PluralRules(locale);
const numbers = new Intl.NumberFormat(locale);

/** One form of a noun for each plural category of a language; `other` serves where a category has none. */
export type Forms = { readonly other: string } & Partial<Readonly<Record<Intl.LDMLPluralRule, string>>>;

/** `1,234` or `1.234`. */
export const number = (n: number): string => numbers.format(n);

/** The form of the noun that goes with n, without the number. */
export const form = (n: number, forms: Forms): string => forms[plurals.select(n)] ?? forms.other;

/** `1 receipt`, `12 receipts`. */
export const count = (n: number, one: string, other: string): string => `${number(n)} ${form(n, { one, other })}`;
