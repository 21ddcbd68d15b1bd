import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { unusedStrings, type SourceText } from './support/string-uses.ts';

const root = path.resolve(import.meta.dirname, '..');

function sources(folder: string): SourceText[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }));
}

/** The words in English, under the path by which pages import them. */
const words = sources('src/ui/strings/en').map((file) => ({ ...file, path: file.path.replace('/en/', '/') }));

describe('the texts of the app', () => {
  it('are all used', () => {
    expect(words.length).toBeGreaterThan(10);
    const users = sources('src').filter((file) => !file.path.startsWith('src/ui/strings/'));
    expect(unusedStrings(words, users)).toEqual([]);
  });

  it('say "bitte" in German only where a person waits or the app has failed (product.md "Words on screen")', () => {
    const polite = sources('src/ui/strings/de').flatMap(({ text }) =>
      Array.from(text.matchAll(/\b[Bb]itte\b[^.'"`]*/g), ([found]) => found),
    );
    expect([...new Set(polite)].sort()).toEqual(['Bitte erneut versuchen', 'Bitte warten']);
  });
});

describe('the check for unused texts', () => {
  const file = (text: string): SourceText[] => [{ path: 'src/ui/strings/a.ts', text }];
  const user = (text: string): SourceText[] => [
    { path: 'src/ui/pages/a/a.ts', text: `import { aStrings } from '../../strings/a.ts';\n${text}` },
  ];
  const declared =
    "export const aStrings = { one: 'One', group: { two: 'Two', three: (n: number) => `${n}` } } as const;";

  it.each([
    ['aStrings.one; aStrings.group.two; aStrings.group.three(1);', []],
    ['const text = aStrings.group; text.two; text.three(2); const { one } = aStrings; one;', []],
    ['aStrings.one; show(aStrings.group[key]);', []],
    ['class A { text = aStrings.group; b() { return this.text.two; } } aStrings.one; aStrings.group.three(1);', []],
    ['aStrings.one; other.two; aStrings.group.three(1);', ['src/ui/strings/a.ts#aStrings.group.two']],
    ['const text = aStrings.group; text.two; aStrings.one;', ['src/ui/strings/a.ts#aStrings.group.three']],
  ])('finds the texts that are not used by %s', (text, unused) => {
    expect(unusedStrings(file(declared), user(text))).toEqual(unused);
  });
});
