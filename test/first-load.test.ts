/** The welcome page loads neither services nor the libraries they need. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { TOGETHER } from '../src/build/words.ts';
import { importsToBegin } from './support/architecture.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Returns everything that is loaded before these entries run: our files, and packages by name. */
function loadedBy(...entries: string[]): string[] {
  const found = new Set(entries);
  for (const file of found) {
    if (!file.startsWith('src/')) continue;
    for (const from of importsToBegin(file, readFileSync(path.join(root, file), 'utf8'))) {
      if (from.includes('?')) continue;
      found.add(from.startsWith('.') ? path.posix.join(path.posix.dirname(file), from) : from);
    }
  }
  return [...found];
}

const SHELL = ['src/main.ts', 'src/app/welcome.ts'];
const isWords = (file: string): boolean => /^src\/ui\/strings\/[\w-]+\.ts$/.test(file);

it.each([['the first screen', SHELL, /^src\/(storage|use-cases|backend|bluetooth|sandbox)\/|^(idb|zod)/]])(
  'the browser loads no code of storage, use cases, backend, Bluetooth or sandbox for %s',
  (_what, entries, later) => {
    const loaded = loadedBy(...entries);
    expect(loaded.length).toBeGreaterThan(20);
    expect(loaded.filter((file) => later.test(file))).toEqual([]);
  },
);

it('the first page waits for no texts before it begins to load, nor do the modules that the texts need', () => {
  const words = readdirSync(path.join(root, 'src/ui/strings'), { recursive: true, encoding: 'utf8' })
    .map((file) => `src/ui/strings/${file.replaceAll(path.sep, '/')}`)
    .filter((file) => file.endsWith('.ts') && !isWords(file));
  expect(words.length).toBeGreaterThan(80);
  expect(loadedBy('src/main.ts', ...words).filter(isWords)).toEqual([]);
});

it('the browser loads the texts of the first page in one file', () => {
  const pages = ['src/ui/pages/welcome/welcome-page.ts', 'src/ui/pages/devices/devices-page.ts'];
  const needed = loadedBy('src/app/welcome.ts', 'src/app/app.ts', 'src/app/account.ts', ...pages)
    .filter(isWords)
    .map((file) => path.basename(file, '.ts'));
  expect([...TOGETHER.first].sort()).toEqual([...new Set(needed)].sort());
});
