/** Values with which a beacon can be found or reached less well than before: told before they are prepared. */
import type { AttributeValues, Json } from '../device.ts';

export const REACH_RISKS = ['nonConnectable', 'silent', 'slow', 'weak', 'sleeps', 'hidden'] as const;
export type ReachRisk = (typeof REACH_RISKS)[number];

/** From here on it takes many seconds until a phone hears it, ms. */
const SLOW_MS = 2000;
/** Levels of `txPower` that are heard in the same room only. */
const WEAK_LEVEL = 1;

const RISKS: Readonly<Record<string, readonly [ReachRisk, (value: Json) => boolean]>> = {
  interval: ['slow', (value) => Number(value) > SLOW_MS],
  txPower: ['weak', (value) => value !== '' && Number(value) <= WEAK_LEVEL],
  packets: ['silent', isEmpty],
  'powerSaving.features': ['sleeps', (value) => !isEmpty(value)],
  shuffled: ['hidden', (value) => String(value) === 'true'],
};

export function reachRisks(values: AttributeValues): ReachRisk[] {
  const found = new Set<ReachRisk>();
  for (const [name, value] of Object.entries(values)) {
    const risk = Object.hasOwn(RISKS, name) ? RISKS[name]! : null;
    if (risk?.[1](value) === true) found.add(risk[0]);
    // No attribute of the catalogue, but one that a backend may know.
    if (/connectable/i.test(name)) found.add('nonConnectable');
  }
  return REACH_RISKS.filter((risk) => found.has(risk));
}

function isEmpty(value: Json): boolean {
  return Array.isArray(value) ? value.length === 0 : String(value ?? '').trim() === '';
}
