/** `npm run test:steady`: runs `npm test` twice while two other processes keep two cores busy; prints both results and the tests that came near their limit. Arguments such as `-- SUITE...` are passed to `npm test`. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { performance } from 'node:perf_hooks';

const ROUNDS = 2;
const BUSY_PROCESSES = 2;
const root = path.resolve(import.meta.dirname, '..');

// They end with this process in any case, because their standard input closes.
const busy = Array.from({ length: BUSY_PROCESSES }, () =>
  spawn(
    process.execPath,
    [
      '-e',
      "process.stdin.resume().on('end', () => process.exit()); const work = () => { const end = Date.now() + 200; while (Date.now() < end); setImmediate(work); }; work();",
    ],
    { stdio: ['pipe', 'ignore', 'ignore'] },
  ),
);

const results = [];
for (let round = 1; round <= ROUNDS; round += 1) {
  process.stdout.write(`\n==== round ${round} of ${ROUNDS}, ${BUSY_PROCESSES} other processes busy\n`);
  const begun = performance.now();
  const { code, output } = await runTests();
  results.push({
    round,
    code,
    minutes: (performance.now() - begun) / 60_000,
    last: output.trimEnd().split('\n').at(-1),
    slow: slowOnes(output),
  });
}
for (const child of busy) child.kill('SIGKILL');

for (const { round, minutes, last, slow } of results) {
  process.stdout.write(
    `\nround ${round}: ${last} in ${minutes.toFixed(1)} min, ${slow.length} tests over a third of their limit\n${slow.join('')}`,
  );
}
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1;

function runTests() {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(root, 'test/run.mjs'), ...process.argv.slice(2)], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      process.stdout.write(text);
    });
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** Returns the lines that `npm test` prints under its heading for slow tests. */
function slowOnes(output) {
  const [, after = ''] = output.split('\nOver a third of their limit:\n');
  return after
    .split('\n\n')[0]
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `${line}\n`);
}
