/** What the campaigns about harmed storage are started with. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp } from '../support/build-app.ts';
import type { Idb } from './campaign.ts';

export interface CampaignArguments {
  readonly count: number;
  readonly seed: string;
  readonly backends: readonly Idb[];
  /** The build to serve. */
  readonly outDir: string;
  readonly say: (line: string) => void;
}

/** Reads `<count> [--seed TEXT] [--idb leveldb|sqlite] [--out-dir DIST]`, and builds the app where no build is named. Ends the process on bad ones. */
export async function readCampaignArguments(name: string): Promise<CampaignArguments> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string' }, idb: { type: 'string' }, 'out-dir': { type: 'string' } },
  });
  const count = Number(positionals[0] ?? 20);
  const backends: readonly Idb[] = values.idb === undefined ? ['leveldb', 'sqlite'] : [values.idb as Idb];
  if (!Number.isInteger(count) || count < 1 || !backends.every((idb) => idb === 'leveldb' || idb === 'sqlite')) {
    process.stderr.write(`Usage: npm run campaign:${name} -- <count> [--seed TEXT] [--idb leveldb|sqlite]\n`);
    process.exit(2);
  }
  const seed = values.seed ?? process.env['FIELDKIT_SEED'] ?? String(Date.now() % 1_000_000);
  const outDir = values['out-dir'] ?? path.resolve(import.meta.dirname, '../../dist');
  if (values['out-dir'] === undefined && process.env['FIELDKIT_BUILT'] !== 'yes') await buildApp();
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  say(`seed ${seed}`);
  return { count, seed, backends, outDir, say };
}
