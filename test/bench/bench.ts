/**
 * `npm run bench`: runs every `*.bench.ts` next to this file, prints each result with its goal, and lists what got
 * worse since the last run on this machine (`.tmp/bench.json`). Options: --json FILE, --only NAME, --out-dir DIST,
 * --smallest (few rows and rounds: shows only that each bench runs to its end, and judges and keeps no figure).
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp } from '../support/build-app.ts';
import { gotWorse, inWords, type Bench, type Figure, type LastFigures } from './figure.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    only: { type: 'string' },
    'out-dir': { type: 'string' },
    smallest: { type: 'boolean', default: false },
  },
});
if (values.smallest) process.env['FIELDKIT_SMALLEST'] = 'yes';
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const temporary = mkdtempSync(path.join(tmpdir(), 'fieldkit-bench-'));
process.env['TMPDIR'] = temporary;
process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
const outDir = path.resolve(values['out-dir'] ?? path.join(import.meta.dirname, '../../dist'));
if (values['out-dir'] === undefined && process.env['FIELDKIT_BUILT'] !== 'yes') await buildApp();

const files = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.bench.ts') && name.includes(values.only ?? ''))
  .toSorted();
const results: { readonly bench: string; readonly figures: readonly Figure[] }[] = [];
const broken: string[] = [];
for (const file of files) {
  const name = file.replace('.bench.ts', '');
  try {
    const { bench } = (await import(path.join(import.meta.dirname, file))) as { readonly bench: Bench };
    print(`\n${bench.title}`);
    const figures = await bench.run({ outDir, say: print });
    for (const figure of figures) print(`  ${inWords(figure)}`);
    results.push({ bench: name, figures });
  } catch (error) {
    // The other benches take long and measure something else, so they still run.
    broken.push(name);
    print(`  BROKEN: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
}
const brokenWords = broken.length === 0 ? 'every bench ran to its end' : `broken: ${broken.join(', ')}`;
if (values.smallest) {
  print(`\n${brokenWords}`);
  process.exit(broken.length === 0 ? 0 : 1);
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
print(brokenWords);
process.exit(missed.length + broken.length === 0 ? 0 : 1);
