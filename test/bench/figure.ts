/** The results of a bench and how they are printed. Every `*.bench.ts` of this folder exports a `bench`. */

export interface Figure {
  readonly name: string;
  readonly value: number;
  /** "" for a ratio. */
  readonly unit: string;
  /** An upper limit; absent when a figure only explains another one. */
  readonly goal?: number;
  /** What was measured, in one line. */
  readonly detail?: string;
}

export interface BenchBed {
  /** Folder of the built app. */
  readonly outDir: string;
  readonly say: (line: string) => void;
}

/** Exported by every `*.bench.ts` file as `bench`. */
export interface Bench {
  readonly title: string;
  run(bed: BenchBed): Promise<readonly Figure[]>;
}

/** Returns `smallest` in `npm run bench -- --smallest`, which shows only that every bench runs to its end, else `full`. */
export function sized<T>(full: T, smallest: T): T {
  return process.env['FIELDKIT_SMALLEST'] === 'yes' ? smallest : full;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function inWords({ name, value, unit, goal, detail }: Figure): string {
  const number = value.toFixed(unit === '' ? 3 : 1);
  const verdict = goal === undefined ? '' : `   goal ≤ ${goal}${value <= goal ? '' : '   MISSED'}`;
  return `${name.padEnd(52)} ${number.padStart(9)} ${unit.padEnd(4)}${verdict}${detail === undefined ? '' : `\n    ${detail}`}`;
}

/** Figures of the last run on this machine, by bench and name. */
export type LastFigures = Readonly<Record<string, number>>;

/** Factor above which a difference between two runs on one machine is more than noise. */
const WORSE = 1.1;

/** Returns the figures that grew by a tenth or more since the last run. Smaller is always better. */
export function gotWorse(last: LastFigures, now: LastFigures): readonly string[] {
  return Object.entries(now).flatMap(([name, value]) => {
    const before = last[name];
    return before !== undefined && before > 0 && value > before * WORSE
      ? [`${name}: ${before.toFixed(3)} → ${value.toFixed(3)}`]
      : [];
  });
}
