/**
 * The step "starts" of `npm test`: starts campaigns, benches and walks at their smallest size (test/support/starts.ts), two
 * at a time. One that does not run to its end has failed. Each run draws some by its seed; `npm test -- --whole` starts
 * all. Options: --only PART of a script's name and arguments, which starts all of those.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { drawFrom } from '../src/sandbox/seed.ts';
import { findProgram } from './support/programs.mjs';
import { endWithProcess, killGroup } from './support/process-end.ts';
import { seedOfRun } from './support/seed.mjs';
import { STARTS, type Start } from './support/starts.ts';
import { nothingCounted, REPORT_VARIABLE } from './support/totals.mjs';

const root = path.resolve(import.meta.dirname, '..');
const LANES = 2;
/** How many a usual run starts: about a minute. */
const USUAL = 3;
/** For hangs. */
const LIMIT_MS = 600_000;

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const report = process.env[REPORT_VARIABLE];
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const counts = nothingCounted();
const left = chosen();

function chosen(): Start[] {
  if (values.only !== '')
    return STARTS.filter(({ script, args }) => `${script} ${args.join(' ')}`.includes(values.only));
  if (process.env['FIELDKIT_WHOLE'] === 'yes') return [...STARTS];
  const draw = drawFrom(`starts ${seedOfRun()}`);
  const rest = STARTS.filter(({ isLong = false }) => !isLong);
  return Array.from({ length: USUAL }, () => rest.splice(draw.below(rest.length), 1)[0]!);
}

async function start({ script, args, ends, needs }: Start): Promise<void> {
  const name = ['npm run', script, '--', ...args].join(' ');
  if (needs !== undefined && findProgram(needs) === null) {
    counts.skipped.push(name);
    return print(`${name}: skipped, ${needs} is not installed`);
  }
  const beganMs = performance.now();
  const output = await outputOf(script, args);
  const tookS = (performance.now() - beganMs) / 1000;
  if (ends.test(output)) {
    counts.passed += 1;
    return print(`${name}: ${tookS.toFixed(1)} s`);
  }
  counts.failed += 1;
  counts.notes.push(`${name} did not run to its end`);
  print(`${name}: FAILED after ${tookS.toFixed(1)} s\n${output}`);
}

function outputOf(script: string, args: readonly string[]): Promise<string> {
  // The report of this step is not theirs.
  const { [REPORT_VARIABLE]: _, ...own } = process.env;
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
      cwd: root,
      env: { ...own, FIELDKIT_BUILT: 'yes', FIELDKIT_SHELL: 'yes' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    endWithProcess(child);
    const limit = setTimeout(() => killGroup(child), LIMIT_MS);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', (error) => (output += String(error)));
    child.on('close', () => {
      clearTimeout(limit);
      resolve(output);
    });
  });
}

await Promise.all(
  Array.from({ length: LANES }, async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await start(next);
  }),
);
print(`${counts.passed} passed, ${counts.failed} failed`);
if (report !== undefined) writeFileSync(report, JSON.stringify(counts));
process.exit(counts.failed === 0 ? 0 : 1);
