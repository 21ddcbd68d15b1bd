/** Beacons that show their token in 81F3 and those that do not: every fault has the same result with both. */
import { sampled } from './sampled.ts';

const KINDS = [
  ['with 81F3', true],
  ['without 81F3', false],
] as const;

/** Names with whether 81F3 can be read: one of the two in each run, drawn by its seed. */
export const tokenKinds = (list: string): readonly (typeof KINDS)[number][] => sampled(`81F3, ${list}`, KINDS, 1);
