/** The welcome page loads neither services nor the libraries they need. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { importsToBegin } from './support/architecture.ts';

const root = path.resolve(import.meta.dirname, '..');

const read = (file: string): string => (file.startsWith('src/') ? readFileSync(path.join(root, file), 'utf8') : '');

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
/** Evaluated before the language is chosen. */
const BEFORE_PAGES = ['src/main.ts', 'src/ui/strings/de/de.ts'];

it.each([['the first screen', SHELL, /^src\/(storage|use-cases|backend|bluetooth|sandbox)\/|^(idb|zod)/]])(
  '%s comes later',
  (_what, entries, later) => {
    const loaded = loadedBy(...entries);
    expect(loaded.length).toBeGreaterThan(20);
    expect(loaded.filter((file) => later.test(file))).toEqual([]);
  },
);

it('loads no file of strings before the language is chosen', () => {
  const strings = loadedBy(...BEFORE_PAGES).filter(
    (file) => /inLanguage\(/.test(read(file)) && !file.endsWith('/language.ts'),
  );
  expect(strings).toEqual([]);
});
