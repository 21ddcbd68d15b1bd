import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { german } from '../src/ui/strings/de/de.ts';
import { unusedStrings, type SourceText } from './support/string-uses.ts';

const root = path.resolve(import.meta.dirname, '..');

function sources(folder: string): SourceText[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }));
}

/** Types guarantee that the other languages have the keys of the English strings. */
const isWords = (file: SourceText): boolean =>
  file.path.startsWith('src/ui/strings/') && !/^src\/ui\/strings\/[a-z]+\//.test(file.path);
const isOfAnotherLanguage = (file: SourceText): boolean => file.path.startsWith('src/ui/strings/') && !isWords(file);

describe('strings on screen', () => {
  const all = sources('src');

  it('are all used', () => {
    expect(all.filter(isWords).length).toBeGreaterThan(10);
    expect(
      unusedStrings(
        all.filter(isWords),
        all.filter((file) => !isWords(file) && !isOfAnotherLanguage(file)),
      ),
    ).toEqual([]);
  });
});

describe('translations', () => {
  const exported = sources('src/ui/strings').flatMap(({ text }) =>
    [...text.matchAll(/export const (\w+)[^=]*= inLanguage\(\s*'(\w+)'/g)].map(([, name, translated]) => ({
      name,
      translated,
    })),
  );

  it('are found by the name of the export, which is unique among the files of strings', () => {
    expect(exported.length).toBeGreaterThan(50);
    expect(exported.filter(({ name, translated }) => name !== translated)).toEqual([]);
    expect(new Set(exported.map(({ name }) => name)).size).toBe(exported.length);
  });

  it('say "bitte" in German only where a person waits or the app has failed (product.md "Words on screen")', () => {
    const polite = sources('src/ui/strings/de').flatMap(({ text }) =>
      Array.from(text.matchAll(/\b[Bb]itte\b[^.'`]*/g), ([words]) => words),
    );
    expect([...new Set(polite)].sort()).toEqual(['Bitte erneut versuchen', 'Bitte warten']);
  });

  it('exist in German for each of them', () => {
    expect(exported.filter(({ translated }) => !Object.hasOwn(german, translated!))).toEqual([]);
  });
});

describe('the check itself', () => {
  const words = (text: string): SourceText[] => [{ path: 'src/ui/strings/a.ts', text }];
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
  ])('of %s', (text, unused) => {
    expect(unusedStrings(words(declared), user(text))).toEqual(unused);
  });

  it('checks strings that have a translation', () => {
    const translated = words(
      "export const aStrings = inLanguage('aStrings', { one: 'One', group: { two: 'Two', three: 3 } });",
    );
    expect(unusedStrings(translated, user('aStrings.one; aStrings.group.two;'))).toEqual([
      'src/ui/strings/a.ts#aStrings.group.three',
    ]);
  });
});
