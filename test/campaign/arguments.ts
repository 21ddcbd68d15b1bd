/** Parses the command line of the campaigns. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp } from '../support/build-app.ts';
import type { Idb } from './campaign.ts';

export interface CampaignArguments {
  readonly count: number;
  readonly seed: string;
  readonly backends: readonly Idb[];
  /** The first and the last life to run, from 1. Null: all of them. */
  readonly lives: readonly [first: number, last: number] | null;
  /** The build to serve. */
  readonly outDir: string;
  readonly say: (line: string) => void;
}

/**
 * Reads `<count> [--seed TEXT] [--idb leveldb|sqlite] [--lives 14-15] [--out-dir DIST]`. Builds the app if no build is
 * named and `builds` is true. Ends the process if an argument is invalid.
 */
export async function readCampaignArguments(name: string, { builds = true } = {}): Promise<CampaignArguments> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      idb: { type: 'string' },
      lives: { type: 'string' },
      'out-dir': { type: 'string' },
    },
  });
  const count = Number(positionals[0] ?? 20);
  const backends: readonly Idb[] = values.idb === undefined ? ['leveldb', 'sqlite'] : [values.idb as Idb];
  const [, first = '1', last = first] = /^(\d+)(?:-(\d+))?$/.exec(values.lives ?? '') ?? [];
  const lives = values.lives === undefined ? null : ([Number(first), Number(last)] as const);
  if (!Number.isInteger(count) || count < 1 || !backends.every((idb) => idb === 'leveldb' || idb === 'sqlite')) {
    process.stderr.write(
      `Usage: npm run campaign:${name} -- <count> [--seed TEXT] [--idb leveldb|sqlite] [--lives 14-15]\n`,
    );
    process.exit(2);
  }
  const seed = values.seed ?? process.env['FIELDKIT_SEED'] ?? String(Date.now() % 1_000_000);
  const outDir = values['out-dir'] ?? path.resolve(import.meta.dirname, '../../dist');
  if (builds && values['out-dir'] === undefined && process.env['FIELDKIT_BUILT'] !== 'yes') await buildApp();
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  say(`seed ${seed}`);
  return { count, seed, backends, lives, outDir, say };
}
