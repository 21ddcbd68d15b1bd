/** `npm run contract`: tests the clauses of the interface with an account or, without an address, with a new sandbox. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { CHAPTERS, USAGE, environmentFrom, withoutKey } from './settings.mjs';

const root = path.resolve(import.meta.dirname, '../..');

function settings() {
  try {
    return environmentFrom(process.argv.slice(2), process.env);
  } catch (error) {
    process.stderr.write(`${String(error instanceof Error ? error.message : error)}\n\n${USAGE}`);
    process.exit(2);
  }
}

const environment = settings();
const key = environment['FIELDKIT_CONTRACT_KEY'];
const chapter = environment['FIELDKIT_CONTRACT_CHAPTER'];
const vitest = path.join(root, 'node_modules', '.bin', 'vitest');
const child = spawn(
  vitest,
  [
    'run',
    '--config',
    'test/vitest.config.ts',
    '--project',
    'contract',
    '--reporter=verbose',
    ...(chapter === undefined ? [] : [CHAPTERS[chapter]]),
  ],
  {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  },
);

// Line by line, so that a key in two parts is still found and hidden.
for (const [from, to] of [
  [child.stdout, process.stdout],
  [child.stderr, process.stderr],
]) {
  createInterface({ input: from }).on('line', (line) => to.write(`${withoutKey(line, key)}\n`));
}
child.on('error', (error) => {
  process.stderr.write(`${withoutKey(String(error), key)}\n`);
  process.exitCode = 1;
});
child.on('close', (code) => {
  process.exitCode = code ?? 1;
});
