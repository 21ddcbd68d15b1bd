/** Compares what the backend was asked to hold with its answer. The answer takes precedence. */
import { findAttribute } from './attributes/catalogue.ts';
import { comparableNames, sameValue } from './attributes/values.ts';
import type { AttributeValues, Json } from './device.ts';

/**
 * A requested value that the backend may not hold. `changed`: it holds another value · `ignored`: its answer names
 * values, but not this one · `notSaid`: its answer names no values.
 */
export type AnswerDifference =
  | { readonly kind: 'changed'; readonly name: string; readonly requested: Json; readonly answered: Json }
  | { readonly kind: 'ignored' | 'notSaid'; readonly name: string; readonly requested: Json };

/**
 * Returns where the device's values in the answer differ; empty when the backend holds every requested value. Secrets
 * are not compared, because no backend shows them.
 */
export function compareAnswer(requested: AttributeValues, answered: AttributeValues): readonly AnswerDifference[] {
  const names = comparableNames(requested);
  const hasValues =
    names.some((name) => name in answered) ||
    Object.keys(answered).some((name) => findAttribute(name)?.kind === 'physical');
  const differences: AnswerDifference[] = [];
  for (const name of names) {
    const value = requested[name]!;
    const answer = answered[name];
    if (!hasValues) differences.push({ name, kind: 'notSaid', requested: value });
    // An absent value equals an empty one: both mean "off".
    else if (sameValue(name, value, answer)) continue;
    else if (answer === undefined) differences.push({ name, kind: 'ignored', requested: value });
    else differences.push({ name, kind: 'changed', requested: value, answered: answer });
  }
  return differences;
}

/** Returns the requested values as the backend holds them: changed ones as answered, ignored ones left out. */
export function valuesAtBackend(requested: AttributeValues, differences: readonly AnswerDifference[]): AttributeValues {
  const held: Record<string, Json> = { ...requested };
  for (const difference of differences) {
    if (difference.kind === 'ignored') delete held[difference.name];
    else if (difference.kind === 'changed') held[difference.name] = difference.answered;
  }
  return held;
}
