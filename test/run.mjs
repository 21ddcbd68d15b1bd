/** `npm test`: every check and every suite, as many at a time as two cores can run, with the time of each and one line with the totals. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { findChrome } from './support/chrome.mjs';
import { filesLeftOut } from './support/drawn-files.mjs';
import { BROWSER_LIMIT_MS, CONTRACT_LIMIT_MS, E2E_LIMIT_MS, UNIT_LIMIT_MS } from './support/limits.mjs';
import { installPrograms } from './support/programs.mjs';
import { seedOfRun } from './support/seed.mjs';
import { makeWords } from './support/words.mjs';
import { REPORT_VARIABLE, countBrowser, countVitest, nothingCounted } from './support/totals.mjs';

const USAGE = 'npm test [-- SUITE...] [-- --changed [--base REVISION]] [-- --whole] [-- --fail-on-skip]';
const root = path.resolve(import.meta.dirname, '..');
const reports = mkdtempSync(path.join(tmpdir(), 'fieldkit-reports-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

const bin = (name) => path.join(root, 'node_modules', '.bin', name);
const vitest = (project, report, more = []) => [
  bin('vitest'),
  'run',
  '--config',
  'test/vitest.config.ts',
  '--project',
  project,
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...more,
];
const built = { FIELDKIT_BUILT: 'yes' };
const CORES = 2;
makeWords();

/**
 * A check passes or fails as a whole and is not counted as a test; a failed one counts as one failure. `cores`: how many
 * cores a step keeps busy, one when absent, none if it mostly waits. More steps than cores would wait for each other, and a waiting browser needs
 * the processor too. The longest of those that need one core come first, so that both cores are done at about the same
 * time. `reached`: the part of the step that a change can reach; null for none, a list is passed to the step.
 */
const steps = [
  {
    name: 'build',
    command: () => [bin('vite'), 'build', '--logLevel', 'warn'],
    reached: ({ e2e }) => (e2e === null ? null : []),
  },
  { name: 'typecheck', command: () => ['npm', 'run', '--silent', 'typecheck'] },
  {
    name: 'kills',
    after: 'build',
    command: () => [bin('tsx'), 'test/campaign/kill.ts', '8'],
    reached: () => null,
    count: countBrowser,
    // The headless shell has the storage of the full browser and ends by the same signal; the long campaign kills the full browser.
    env: { ...built, FIELDKIT_SHELL: 'yes' },
  },
  {
    name: 'lives',
    command: (report) => vitest('lives', report),
    reached: ({ lives }) => (lives ? [] : null),
    count: countVitest,
  },
  {
    name: 'bluez',
    after: 'build',
    command: (report) => vitest('bluez', report),
    reached: ({ bluez }) => (bluez ? [] : null),
    // Only Linux has BlueZ, which these tests emulate.
    count: (report) => countVitest(report, { maySkipAll: true }),
    // It waits most of its time, for example two seconds for each disconnect, as BlueZ does.
    cores: 0,
    limitMs: E2E_LIMIT_MS,
    env: built,
  },
  {
    name: 'format',
    command: (_report, files = ['.']) => [
      bin('prettier'),
      '--check',
      '--ignore-unknown',
      '--no-error-on-unmatched-pattern',
      '--log-level',
      'warn',
      ...files,
    ],
    reached: ({ format }) => format,
  },
  // With the sandbox, even when the environment names an account.
  {
    name: 'contract',
    command: (report) => vitest('contract', report),
    reached: ({ contract }) => (contract ? [] : null),
    count: countVitest,
    limitMs: CONTRACT_LIMIT_MS,
    env: { FIELDKIT_CONTRACT_BASE: '' },
  },
  {
    name: 'lint',
    command: () => [bin('oxlint'), '--type-aware', '--deny-warnings', '--report-unused-disable-directives', '.'],
  },
  {
    name: 'templates',
    command: () => [process.execPath, 'test/lint-templates.mjs'],
    reached: ({ templates }) => (templates ? [] : null),
  },
  { name: 'unused', command: () => ['npm', 'run', '--silent', 'unused'] },
  {
    name: 'starts',
    cores: 2,
    after: 'build',
    command: () => [bin('tsx'), 'test/starts.ts'],
    reached: ({ starts }) => (starts ? [] : null),
    count: countBrowser,
    env: built,
  },
  {
    name: 'unit',
    cores: 2,
    command: (report, files) => vitest('unit*', report, files),
    reached: ({ unit }) => unit,
    count: countVitest,
    limitMs: UNIT_LIMIT_MS,
  },
  {
    name: 'browser',
    cores: 2,
    command: (_report, files = []) => [
      bin('wtr'),
      '--config',
      '.wtr.config.mjs',
      ...files.flatMap((file) => ['--files', file]),
    ],
    reached: ({ browser }) => browser,
    count: countBrowser,
    limitMs: BROWSER_LIMIT_MS,
  },
  {
    name: 'e2e',
    cores: 2,
    after: 'build',
    command: (report, files = withoutUndrawn()) => vitest('e2e', report, files),
    reached: ({ e2e }) => e2e,
    count: countVitest,
    limitMs: E2E_LIMIT_MS,
    env: built,
  },
];

const { values: options, positionals: only } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean' },
    base: { type: 'string' },
    whole: { type: 'boolean' },
    'fail-on-skip': { type: 'boolean' },
  },
});
const unknown = only.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `No such suite: ${unknown.join(', ')}. There are ${steps.map(({ name }) => name).join(', ')}.\n${USAGE}\n`,
  );
  process.exit(2);
}

const seed = seedOfRun();
process.stdout.write(`seed ${seed} (FIELDKIT_SEED=${seed} draws the same again)\n`);
const environment = {
  ...process.env,
  CHROME_PATH: await findChrome(),
  FIELDKIT_SEED: String(seed),
  ...(options.whole === true ? { FIELDKIT_WHOLE: 'yes' } : {}),
};
const reach = options.changed === true || options.base !== undefined ? await reachOf(options.base ?? 'HEAD') : null;
const chosen = steps.filter(
  (step) =>
    (only.length === 0 || only.includes(step.name)) &&
    (reach === null || step.reached === undefined || step.reached(reach) !== null),
);
const missingPrograms = chosen.some(({ name }) => ['e2e', 'bluez', 'starts'].includes(name)) ? installPrograms() : [];
const begun = performance.now();

const done = new Map();
const running = new Map();
const waiting = [...chosen];
/** A suite that runs alone uses the existing build. */
const isReady = ({ after }) => [...waiting, ...running.keys()].every(({ name }) => name !== after);
while (waiting.length + running.size > 0) {
  const free = CORES - [...running.keys()].reduce((sum, { cores = 1 }) => sum + cores, 0);
  const next = waiting.find((step) => (step.cores ?? 1) <= free && isReady(step));
  if (next === undefined) {
    await Promise.race(running.values());
    continue;
  }
  waiting.splice(waiting.indexOf(next), 1);
  const over = perform(next).then((result) => {
    done.set(next, result);
    running.delete(next);
  });
  running.set(next, over);
}

const total = nothingCounted();
const table = [];
const slow = [];
for (const step of chosen) {
  const { name, count, limitMs } = step;
  const { seconds, counts } = done.get(step);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped.push(...counts.skipped);
  for (const note of counts.notes) process.stdout.write(`   ! ${note}\n`);
  const result =
    count === undefined ? (counts.failed === 0 ? 'ok' : 'failed') : `${counts.passed} passed, ${counts.failed} failed`;
  table.push(`${name.padEnd(10)} ${seconds.toFixed(1).padStart(7)} s   ${result}`);
  for (const { name: test, ms } of counts.times)
    if (ms > limitMs / 3) slow.push(`${(ms / 1000).toFixed(1).padStart(7)} s of ${limitMs / 1000}   ${test}`);
}
if (slow.length > 0) process.stdout.write(`\nOver a third of their limit:\n${slow.join('\n')}\n`);
if (total.skipped.length > 0) {
  const missing = missingPrograms.length > 0 ? ` (not installed here: ${missingPrograms.join(', ')})` : '';
  process.stdout.write(`\nSkipped${missing}:\n${total.skipped.map((name) => `  ${name}\n`).join('')}`);
}
const sum = `${total.passed} passed, ${total.failed} failed`;
process.stdout.write(
  `\n${table.join('\n')}\n${'all'.padEnd(10)} ${((performance.now() - begun) / 1000).toFixed(1).padStart(7)} s   seed ${seed}\n\n${total.skipped.length > 0 ? `${sum}, ${total.skipped.length} skipped` : sum}\n`,
);
const skipsFail = options['fail-on-skip'] === true && total.skipped.length > 0;
process.exitCode = total.failed === 0 && !skipsFail ? 0 : 1;

/** Named files always run; of all, a usual run leaves some out. */
function withoutUndrawn() {
  return options.whole === true ? [] : filesLeftOut(seed).flatMap((file) => ['--exclude', file]);
}

async function perform(step) {
  const report = path.join(reports, `${step.name}.json`);
  const started = performance.now();
  const files = reach === null ? undefined : step.reached?.(reach);
  // A single step prints while it runs; several print when each has ended, so that their output is not mixed.
  const live = chosen.length === 1;
  process.stdout.write(live ? `\n== ${step.name}\n` : `-- ${step.name} begins\n`);
  const { exitCode, output } = await run(step.command(report, files), { ...step.env, [REPORT_VARIABLE]: report }, live);
  const seconds = (performance.now() - started) / 1000;
  if (!live) process.stdout.write(`\n== ${step.name}, ${seconds.toFixed(1)} s\n${output}`);

  const counts = step.count?.(report) ?? nothingCounted();
  // A suite that exits with an error but without a failed test (a leak, an error between tests) has failed too.
  if (exitCode !== 0 && counts.failed === 0) {
    counts.failed = 1;
    counts.notes.push(`${step.name} ended with exit code ${exitCode}`);
  }
  return { counts, seconds };
}

/** Collects the output in `output`, and prints it at once when `live`. */
function run([command, ...args], more, live) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...environment, ...more },
      stdio: live ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', (error) => resolve({ exitCode: -1, output: `${output}${String(error)}\n` }));
    child.on('close', (code, signal) => resolve({ exitCode: code ?? signal, output }));
  });
}

/** Returns what the changes since `base` can reach, from `test/support/reach.ts`. */
async function reachOf(base) {
  const answer = path.join(reports, 'reach.json');
  const { exitCode, output } = await run(
    [bin('tsx'), 'test/support/reach.ts', '--base', base, '--out', answer],
    {},
    false,
  );
  process.stdout.write(output);
  if (exitCode !== 0) process.exit(2);
  return JSON.parse(readFileSync(answer, 'utf8'));
}
