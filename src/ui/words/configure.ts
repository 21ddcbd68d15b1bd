/** Names, help and faults of settings of a beacon, by the name on the wire. */
import type { ValueFault } from '../../domain/attributes/check-value.ts';
import { number } from '../language/counting.ts';
import { ownOf } from './own.ts';
import { attributeHelp, attributeNames, valueFaultWords } from '../strings/configure.ts';

export function labelOf(name: string): string {
  return ownOf(attributeNames, name) ?? name;
}

export function helpOf(name: string): string {
  return ownOf(attributeHelp, name) ?? '';
}

/** Faults whose detail is a number. */
const LIMITS: readonly ValueFault[] = ['tooSmall', 'tooLarge', 'tooLong', 'wrongLength', 'tooMany'];

export function faultWords(reason: ValueFault, detail: string): string {
  const words: Readonly<Record<ValueFault, (detail: string) => string>> = valueFaultWords;
  return words[reason](LIMITS.includes(reason) ? number(Number(detail)) : detail);
}
