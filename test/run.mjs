/** `npm test`: every check and every suite, the time of each, and one line with the true sum at the end. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { findChrome } from './support/chrome.mjs';
import { REPORT_VARIABLE, countBrowser, countVitest } from './support/totals.mjs';

const root = path.resolve(import.meta.dirname, '..');
const reports = mkdtempSync(path.join(tmpdir(), 'fieldkit-reports-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

const bin = (name) => path.join(root, 'node_modules', '.bin', name);
const vitest = (project, report) => [
  bin('vitest'), 'run', '--config', 'test/vitest.config.ts', '--project', project,
  '--reporter=default', '--reporter=json', `--outputFile.json=${report}`,
];

/** A check passes or fails as a whole and is not counted as a test; a failed one counts as one failure. */
const steps = [
  { name: 'typecheck', command: () => [bin('tsc'), '--noEmit', '-p', '.'] },
  { name: 'lint', command: () => [bin('oxlint'), '--type-aware', '--quiet', '.'] },
  { name: 'unit', command: (report) => vitest('unit', report), count: countVitest },
  { name: 'lives', command: (report) => vitest('lives', report), count: countVitest },
  // Against the sandbox, whatever account the environment may name.
  { name: 'contract', command: (report) => vitest('contract', report), count: countVitest, env: { FIELDKIT_CONTRACT_BASE: '' } },
  { name: 'browser', command: () => [bin('wtr'), '--config', '.wtr.config.mjs'], count: countBrowser },
  { name: 'build', command: () => [bin('vite'), 'build', '--logLevel', 'warn'] },
  { name: 'e2e', command: (report) => vitest('e2e', report), count: countVitest, env: { FIELDKIT_BUILT: 'yes' } },
  { name: 'kills', command: () => [bin('tsx'), 'test/campaign/kill.ts', '20'], count: countBrowser, env: { FIELDKIT_BUILT: 'yes' } },
];

const only = process.argv.slice(2);
const unknown = only.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  process.stderr.write(`No such suite: ${unknown.join(', ')}. There are ${steps.map(({ name }) => name).join(', ')}.\n`);
  process.exit(2);
}

const chrome = await findChrome();
const total = { passed: 0, failed: 0 };
const table = [];

for (const step of steps) {
  if (only.length > 0 && !only.includes(step.name)) continue;
  process.stdout.write(`\n== ${step.name}\n`);
  const report = path.join(reports, `${step.name}.json`);
  const started = performance.now();
  const exitCode = await run(step.command(report), { ...step.env, CHROME_PATH: chrome, [REPORT_VARIABLE]: report });
  const seconds = (performance.now() - started) / 1000;

  const counts = step.count?.(report) ?? { passed: 0, failed: 0, notes: [] };
  // A suite that ended badly without a failed test (a leak, an error between tests) has failed all the same.
  if (exitCode !== 0 && counts.failed === 0) {
    counts.failed = 1;
    counts.notes.push(`${step.name} ended with exit code ${exitCode}`);
  }
  for (const note of counts.notes) process.stdout.write(`   ! ${note}\n`);
  total.passed += counts.passed;
  total.failed += counts.failed;
  const said = step.count === undefined ? (counts.failed === 0 ? 'ok' : 'failed') : `${counts.passed} passed, ${counts.failed} failed`;
  table.push(`${step.name.padEnd(10)} ${seconds.toFixed(1).padStart(7)} s   ${said}`);
}

process.stdout.write(`\n${table.join('\n')}\n\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 ? 0 : 1;

function run([command, ...args], env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    });
    child.on('error', (error) => {
      process.stderr.write(`${String(error)}\n`);
      resolve(-1);
    });
    child.on('close', (code, signal) => resolve(code ?? signal));
  });
}
