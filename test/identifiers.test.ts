/** Names are words of the field and of the glossary: a word that only its author understands is not used for a name. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** Where a name is given: a declaration, a parameter or a member with its type. */
const GIVEN = /\b(?:const|let|function\*?|class|interface|type|readonly|private|protected)\s+#?([A-Za-z_$][\w$]*)/g;

/** The words under "Not used in names" of the glossary. */
function banned(): ReadonlySet<string> {
  const glossary = readFileSync(path.join(root, 'src/docs/glossary.md'), 'utf8');
  const [, table = ''] = glossary.split('## Not used in names');
  return new Set(
    Array.from(table.matchAll(/^\| (\w+) \|/gm), ([, word = '']) => word).filter((word) => word !== 'Word'),
  );
}

/** The words of a camelCase name or of one in capitals. */
function wordsOf(name: string): string[] {
  return name.split(/(?<=[a-z\d])(?=[A-Z])|_/).map((word) => word.toLowerCase());
}

it('tells the words of a name apart', () => {
  expect(wordsOf('createBeaconStore')).toEqual(['create', 'beacon', 'store']);
  expect(wordsOf('MOST_ROWS')).toEqual(['most', 'rows']);
  expect(wordsOf('surface')).toEqual(['surface']);
});

it('uses no word for a name that the glossary bans', () => {
  const words = banned();
  expect(words.size).toBeGreaterThan(5);
  const found = ['src', 'test'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|mjs)$/.test(entry.name))
      .flatMap((entry) => {
        const file = path.join(entry.parentPath, entry.name);
        return Array.from(readFileSync(file, 'utf8').matchAll(GIVEN), ([, name = '']) => name)
          .filter((name) => wordsOf(name).some((word) => words.has(word)))
          .map((name) => `${path.relative(root, file)}: ${name}`);
      }),
  );
  expect(found).toEqual([]);
});
