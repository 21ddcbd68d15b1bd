/** Finds values that make a beacon harder to find or to connect, as a warning before preparing. */
import type { AttributeValues, Json } from '../device.ts';

const REACH_RISKS = ['nonConnectable', 'silent', 'slow', 'weak', 'sleeps', 'hidden'] as const;
export type ReachRisk = (typeof REACH_RISKS)[number];

/** From this interval on it takes many seconds until a phone receives an advertisement, ms. */
const SLOW_MS = 2000;
/** Levels of `txPower` that reach only the same room. */
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
    // Not in the catalogue, but a backend may know it.
    if (/connectable/i.test(name)) found.add('nonConnectable');
  }
  return REACH_RISKS.filter((risk) => found.has(risk));
}

function isEmpty(value: Json): boolean {
  return Array.isArray(value) ? value.length === 0 : String(value ?? '').trim() === '';
}
