/** Nothing is offered that nobody takes: an export that no other file names is dead, or is its own file's business. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const EXPORT = /^export (?:abstract |async |declare )*(?:const|let|function\*?|class|interface|type) ([\w$]+)/gm;

function filesOf(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|mts|mjs)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** By the words of the other files, so that what only happens to have the name of another thing counts as taken. */
function unusedExports(texts: ReadonlyMap<string, string>): string[] {
  const places = new Map<string, number>();
  for (const text of texts.values())
    for (const word of new Set(text.match(/[\w$]+/g))) places.set(word, (places.get(word) ?? 0) + 1);
  return [...texts].flatMap(([file, text]) =>
    Array.from(text.matchAll(EXPORT), ([, name = '']) => name)
      .filter((name) => places.get(name) === 1)
      .map((name) => `${file}: ${name}`),
  );
}

it('sees an export that no other file names, and lets one be that is named', () => {
  const texts = new Map([
    ['a.ts', 'export const taken = 1;\nexport function lonely() {}\nexport interface Shape {}'],
    ['b.ts', "import { taken } from './a.ts'; type B = Shape;"],
  ]);
  expect(unusedExports(texts)).toEqual(['a.ts: lonely']);
});

it('finds none in the app and its tests', () => {
  const files = [path.join(root, 'vite.config.ts'), ...['src', 'test'].flatMap(filesOf)];
  expect(files.length).toBeGreaterThan(500);
  const texts = new Map(files.map((file) => [path.relative(root, file), readFileSync(file, 'utf8')]));
  expect(unusedExports(texts).filter((found) => found.startsWith('src/'))).toEqual([]);
});
