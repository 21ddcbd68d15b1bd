/**
 * How much hostile input this run uses, and which: drawn from the pool by the seed of the run. `npm run
 * campaign:hostile` uses more.
 */
import { drawFrom } from '../../src/sandbox/seed.ts';
import { payloads } from './payloads.ts';

export interface Campaign {
  readonly seed: number;
  /** Number of texts for each field. */
  readonly texts: number;
  /** Factor for the number of cases that fuzzers draw, relative to a usual run. */
  readonly rounds: number;
  /** True when no case of a long list is left out. */
  readonly whole: boolean;
}

/** Set by the configuration of the test runner, of Node or of the browser. */
export const CAMPAIGN = JSON.parse(String(import.meta.env['FIELDKIT_CAMPAIGN'])) as Campaign;

/** The number of all texts: they are distinct and come from fixed tables. */
const POOL_SIZE = 10_000;
export const pool = (): string[] => payloads(POOL_SIZE).map(({ text }) => text);

let kindsOfTexts: ReadonlyMap<string, string> | null = null;
/** The kind of each text of the pool; computed once. */
const kindsOf = (): ReadonlyMap<string, string> =>
  (kindsOfTexts ??= new Map(payloads(POOL_SIZE).map(({ text, kind }) => [text, kind])));

/**
 * Returns `count` texts of the pool, spread evenly over it so that every kind is included; another seed draws others.
 */
export function drawn(
  texts: readonly string[],
  { texts: count, seed }: Pick<Campaign, 'texts' | 'seed'> = CAMPAIGN,
): string[] {
  if (count >= texts.length) return [...texts];
  const draw = drawFrom(`hostile ${seed}`);
  const stride = texts.length / count;
  const taken = Array.from({ length: count }, (_, at) => {
    const [from, to] = [Math.floor(at * stride), Math.floor((at + 1) * stride)];
    return texts[from + draw.below(to - from)]!;
  });
  const kindOf = kindsOf();
  const kinds = new Set(kindOf.values());
  // A rare kind that was missed replaces a text of a common kind.
  for (const kind of count < kinds.size ? [] : kinds) {
    const has = taken.map((text) => kindOf.get(text));
    if (has.includes(kind)) continue;
    const common = has.flatMap((one, at) => (has.indexOf(one) === at ? [] : [at]));
    taken[draw.pick(common)] = draw.pick(texts.filter((text) => kindOf.get(text) === kind));
  }
  return taken;
}

/** The settings of a fuzzer: fixed draws in a usual run, more and other ones in a campaign. */
export function fuzzing(numRuns: number, seed: number): { numRuns: number; seed: number } {
  return CAMPAIGN.rounds === 1
    ? { numRuns, seed }
    : { numRuns: Math.ceil(numRuns * CAMPAIGN.rounds), seed: CAMPAIGN.seed };
}
