/** Readings of sensors in the person's own form. */
import { formatOf } from './formats.ts';

const precise = formatOf((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }));
const small = formatOf((locale) => new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 }));

/** From here on digits are counted, not written. */
const LARGE = 1e15;
const SMALL = 0.0005;

/** A reading: up to three digits after the point, none that say nothing; what no person reads digit by digit as a power of ten. */
export function reading(value: number): string {
  if (!Number.isFinite(value)) return '';
  const magnitude = Math.abs(value);
  const far = magnitude >= LARGE || (magnitude > 0 && magnitude < SMALL);
  if (!far) return signed(precise().format(Number(value.toPrecision(7))));
  const [mantissa, exponent] = (
    magnitude >= LARGE ? value.toExponential(3) : String(Number(value.toPrecision(3)))
  ).split('e');
  return signed(
    exponent === undefined ? small().format(Number(mantissa)) : `${precise().format(Number(mantissa))}e${exponent}`,
  );
}

/** With a true minus, as wide as a digit, whatever the locale writes. */
function signed(text: string): string {
  return text.replace(/^-/, '−');
}
