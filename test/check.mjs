/** `npm run check`: type check, lint and the unit tests that the changes since HEAD (or `--base REVISION`) can reach, in about a minute. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const suites = ['typecheck', 'lint', 'unused', 'format', 'templates', 'unit'];
const { status } = spawnSync(
  process.execPath,
  [path.join(root, 'test/run.mjs'), ...suites, '--changed', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
process.exitCode = status ?? 1;
