/** `npm run campaign:hostile -- N [--rounds R] [--seed S]`: sends N hostile texts (default: all 10,000) through every field of every page, and runs the fuzzers of hostile answers R times as long (default 10). */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { seedOfRun } from '../support/seed.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '10' }, seed: { type: 'string' } },
});
const [texts = '10000'] = positionals;
if (!/^[1-9]\d*$/.test(texts) || !/^[1-9]\d*$/.test(values.rounds)) {
  process.stderr.write('Usage: npm run campaign:hostile -- [N] [--rounds R] [--seed S]\n');
  process.exit(2);
}
const seed = values.seed ?? String(seedOfRun());
process.stdout.write(`${texts} texts, ${values.rounds} rounds, seed ${seed}\n`);
const env = {
  ...process.env,
  FIELDKIT_SEED: seed,
  FIELDKIT_HOSTILE_TEXTS: texts,
  FIELDKIT_HOSTILE_ROUNDS: values.rounds,
};
const bin = (name) => path.join(root, 'node_modules', '.bin', name);
const run = (command, ...args) =>
  spawnSync(command, args, { cwd: root, env, stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;

const answers = run(bin('vitest'), 'run', '--config', 'test/vitest.config.ts', '--project', 'unit', 'hostile');
const pages = run(bin('wtr'), '--config', '.wtr.config.mjs', '--files', 'test/hostile/*.browser.test.ts');
process.stdout.write(`answers ${answers ? 'passed' : 'FAILED'}, pages ${pages ? 'passed' : 'FAILED'}, seed ${seed}\n`);
process.exitCode = answers && pages ? 0 : 1;
