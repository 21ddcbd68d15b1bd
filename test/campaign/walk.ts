/**
 * `npm run campaign:walk -- 40`: one day's work on this many beacons, with its result in figures. Options: --seed TEXT,
 * --out-dir DIST.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp } from '../support/build-app.ts';
import { dayInWords } from './day-judge.ts';
import { runDay } from './day.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, 'out-dir': { type: 'string' } },
});
const beacons = Number(positionals[0] ?? 40);
if (!Number.isInteger(beacons) || beacons < 6 || beacons > 120) {
  process.stderr.write('Usage: npm run campaign:walk -- <beacons, 6 to 120> [--seed TEXT]\n');
  process.exit(2);
}
const seed = values.seed ?? String(Date.now() % 1_000_000);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const temporary = mkdtempSync(path.join(tmpdir(), 'fieldkit-walk-'));
process.env['TMPDIR'] = temporary;
process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
if (values['out-dir'] === undefined && process.env['FIELDKIT_BUILT'] !== 'yes') await buildApp();

print(`seed ${seed}`);
const startedMs = performance.now();
const figures = await runDay({
  beacons,
  seed,
  say: print,
  ...(values['out-dir'] === undefined ? {} : { outDir: path.resolve(values['out-dir']) }),
});
print(`\n${dayInWords(figures)}`);
for (const one of figures.findings) print(`  ! ${one}`);
print(`${((performance.now() - startedMs) / 1000).toFixed(0)} s, seed ${seed}`);
process.exit(figures.findings.length === 0 ? 0 : 1);
