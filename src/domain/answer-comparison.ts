/** Compares what the backend was asked for with what it answered: what it says wins over what was asked. */
import { findAttribute } from './attributes/catalogue.ts';
import { comparableNames, sameValue } from './attributes/values.ts';
import type { AttributeValues, Json } from './device.ts';

/**
 * One value that was asked for and is not known to be held. `changed`: the backend holds another value · `ignored`: it named what it
 * holds and left this one out · `notSaid`: its answer names no values at all.
 */
export type AnswerDifference =
  | { readonly kind: 'changed'; readonly name: string; readonly asked: Json; readonly answered: Json }
  | { readonly kind: 'ignored' | 'notSaid'; readonly name: string; readonly asked: Json };

/** `rejected`: the answer leaves the device out. Else the differences; none where the backend holds all that was asked for. */
type ComparedAnswer = 'rejected' | readonly AnswerDifference[];

/**
 * `answered` is what the answer says of the device, null where it leaves the device out. Secrets are not compared, because no backend
 * shows them.
 */
export function compareAnswer(asked: AttributeValues, answered: AttributeValues | null): ComparedAnswer {
  if (answered === null) return 'rejected';
  const names = comparableNames(asked);
  const saysValues =
    names.some((name) => name in answered) ||
    Object.keys(answered).some((name) => findAttribute(name)?.kind === 'physical');
  const differences: AnswerDifference[] = [];
  for (const name of names) {
    const value = asked[name]!;
    const said = answered[name];
    if (!saysValues) differences.push({ name, kind: 'notSaid', asked: value });
    // An absent value and an empty one are the same: both mean "off".
    else if (sameValue(name, value, said)) continue;
    else if (said === undefined) differences.push({ name, kind: 'ignored', asked: value });
    else differences.push({ name, kind: 'changed', asked: value, answered: said });
  }
  return differences;
}

/** The values that were asked for, as the backend holds them: changed ones as it says, ignored ones left out. */
export function valuesHeld(asked: AttributeValues, differences: readonly AnswerDifference[]): AttributeValues {
  const held: Record<string, Json> = { ...asked };
  for (const difference of differences) {
    if (difference.kind === 'ignored') delete held[difference.name];
    else if (difference.kind === 'changed') held[difference.name] = difference.answered;
  }
  return held;
}
