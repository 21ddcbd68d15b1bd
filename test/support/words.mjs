/** Makes the modules of words, for programs that Node runs without a compiler. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** Throws when the catalogues have a fault, after it was printed. */
export function makeWords() {
  execFileSync(process.execPath, ['--import', 'tsx', path.join(root, 'src/build/write-words.ts')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
