/** How much hostile input this run sends, and which: drawn from the pool by the seed of the run. The long form is `npm run campaign:hostile`. */
import { drawFrom } from '../../src/sandbox/seed.ts';
import { payloads } from './payloads.ts';

export interface Campaign {
  readonly seed: number;
  /** Texts through each field. */
  readonly texts: number;
  /** How often the fuzzers draw, against a usual run. */
  readonly rounds: number;
  /** No case of a long list is left out. */
  readonly whole: boolean;
}

/** Set by the configuration of the runner, of Node or of the browser. */
export const CAMPAIGN = JSON.parse(String(import.meta.env['FIELDKIT_CAMPAIGN'])) as Campaign;

/** All there are: distinct, from fixed tables. */
const POOL_SIZE = 10_000;
export const pool = (): string[] => payloads(POOL_SIZE).map(({ text }) => text);

let kindsOfTexts: ReadonlyMap<string, string> | null = null;
/** The kind of each text of the pool; made once. */
const kindsOf = (): ReadonlyMap<string, string> =>
  (kindsOfTexts ??= new Map(payloads(POOL_SIZE).map(({ text, kind }) => [text, kind])));

/** As many of the pool as asked, spread evenly over it, so that every kind is among them; another seed draws others. */
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
  // A rare kind may have been passed over: it takes the place of one of a common kind.
  for (const kind of count < kinds.size ? [] : kinds) {
    const has = taken.map((text) => kindOf.get(text));
    if (has.includes(kind)) continue;
    const common = has.flatMap((one, at) => (has.indexOf(one) === at ? [] : [at]));
    taken[draw.pick(common)] = draw.pick(texts.filter((text) => kindOf.get(text) === kind));
  }
  return taken;
}

/** For a fuzzer of answers: its own known draws in a usual run, more and others in a campaign. */
export function fuzzing(numRuns: number, seed: number): { numRuns: number; seed: number } {
  return CAMPAIGN.rounds === 1
    ? { numRuns, seed }
    : { numRuns: Math.ceil(numRuns * CAMPAIGN.rounds), seed: CAMPAIGN.seed };
}
