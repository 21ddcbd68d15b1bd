/** Beacons that show their token in 81F3 and those that do not: every fault ends alike with both. */
import { sampled } from './sampled.ts';

const KINDS = [
  ['with 81F3', true],
  ['without 81F3', false],
] as const;

/** A name and whether 81F3 can be read: one of the two a run, drawn by its seed. */
export const tokenKinds = (list: string): readonly (typeof KINDS)[number][] => sampled(`81F3, ${list}`, KINDS, 1);
