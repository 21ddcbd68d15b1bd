/**
 * `npm run bench`: runs every `*.bench.ts` next to this file, prints each result with its goal, and lists what got
 * worse since the last run on this machine (`.tmp/bench.json`). Options: --json FILE, --only NAME, --out-dir DIST.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp } from '../support/build-app.ts';
import { gotWorse, inWords, type Bench, type Figure, type LastFigures } from './figure.ts';

const { values } = parseArgs({
  options: { json: { type: 'string' }, only: { type: 'string' }, 'out-dir': { type: 'string' } },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const temporary = mkdtempSync(path.join(tmpdir(), 'fieldkit-bench-'));
process.env['TMPDIR'] = temporary;
process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
const outDir = path.resolve(values['out-dir'] ?? path.join(import.meta.dirname, '../../dist'));
if (values['out-dir'] === undefined) await buildApp();

const files = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.bench.ts') && name.includes(values.only ?? ''))
  .toSorted();
const results: { readonly bench: string; readonly figures: readonly Figure[] }[] = [];
for (const file of files) {
  const { bench } = (await import(path.join(import.meta.dirname, file))) as { readonly bench: Bench };
  print(`\n${bench.title}`);
  const figures = await bench.run({ outDir, say: print });
  for (const figure of figures) print(`  ${inWords(figure)}`);
  results.push({ bench: file.replace('.bench.ts', ''), figures });
}
if (values.json !== undefined) {
  const bare = results.flatMap(({ bench, figures }) =>
    figures.map(({ name, value, unit, goal }) => ({ bench, name, value, unit, goal: goal ?? null })),
  );
  writeFileSync(values.json, `${JSON.stringify(bare, null, 2)}\n`);
}
const lastFile = path.resolve(import.meta.dirname, '../../.tmp/bench.json');
const last: LastFigures = existsSync(lastFile) ? (JSON.parse(readFileSync(lastFile, 'utf8')) as LastFigures) : {};
const now: LastFigures = Object.fromEntries(
  results.flatMap(({ bench, figures }) => figures.map(({ name, value }) => [`${bench}, ${name}`, value] as const)),
);
const worse = gotWorse(last, now);
mkdirSync(path.dirname(lastFile), { recursive: true });
writeFileSync(lastFile, `${JSON.stringify({ ...last, ...now }, null, 2)}\n`);
if (Object.keys(last).length > 0)
  print(worse.length === 0 ? '\nnothing got worse by a tenth' : `\nworse than last time:\n  ${worse.join('\n  ')}`);
const missed = results
  .flatMap(({ figures }) => figures)
  .filter(({ value, goal }) => goal !== undefined && value > goal);
print(missed.length === 0 ? '\nevery goal is met' : `\nmissed: ${missed.map(({ name }) => name).join(', ')}`);
process.exit(missed.length === 0 ? 0 : 1);
