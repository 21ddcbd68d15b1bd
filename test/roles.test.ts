/**
 * The tests of pages find what a person meets, by role and name (support/roles.ts): an element, a class or a shadow root
 * is replaced with the code that has it, and a test that hangs on it would be rewritten with that code.
 */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
/** An element's own test may look inside it. */
const files = ['src/ui/pages', 'src/ui/shell', 'src/ui/beacon', 'src/ui/shared', 'src/sandbox']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  )
  .filter((file) => file.endsWith('.browser.test.ts'));

it.each([
  ['a reach into a shadow root', /\b(?:shadowRoot|renderRoot)\b|\binside[(<]/g],
  [
    'a class in a selector',
    /(?:deepAll|querySelector(?:All)?|closest|matches)(?:<[^(]*>)?\([^'`)]*['`][^'`]*\.[a-z][\w-]*/g,
  ],
  [
    'one of our elements in a selector',
    /(?:deepAll|querySelector(?:All)?|closest|matches)(?:<[^(]*>)?\([^'`)]*['`][^'`]*\b(?:fk|x)-[a-z]/g,
  ],
])('no browser test of a page uses %s', (_, pattern) => {
  const found = files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return [...text.matchAll(pattern)].map(({ 0: words, index }) => {
      const line = text.slice(0, index).split('\n').length;
      return `${file}:${line}: ${words}`;
    });
  });
  expect(files.length).toBeGreaterThan(40);
  expect(found).toEqual([]);
});
