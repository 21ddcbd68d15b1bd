/** Names use words of the field and of the glossary; words that the glossary bans are not used in a name. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** Places where a name is given: a declaration, a member, a method, or a parameter with its type. */
const GIVEN = [
  /\b(?:const|let|function\*?|class|interface|type|readonly|private|protected|get|set|async)\s+#?([A-Za-z_$][\w$]*)/g,
  /^ *#?([A-Za-z_$][\w$]*)\??\(.*(?:\{|;)$/gm,
  /[(,{] *(?:\.\.\.)?([A-Za-z_$][\w$]*)\??: (?:readonly )?[A-Za-z({]/g,
];
/** Comments and texts, in which such words are English. */
const PROSE = /\/\*[\s\S]*?\*\/|\/\/.*$|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`$]*`/gm;

/** Returns the words under "Not used in names" of the glossary. */
function banned(): ReadonlySet<string> {
  const glossary = readFileSync(path.join(root, 'src/docs/glossary.md'), 'utf8');
  const [, table = ''] = glossary.split('## Not used in names');
  return new Set(
    Array.from(table.matchAll(/^\| (\w+) \|/gm), ([, word = '']) => word).filter((word) => word !== 'Word'),
  );
}

/** Returns the words of a camelCase name or of a constant's name. */
function wordsOf(name: string): string[] {
  return name.split(/(?<=[a-z\d])(?=[A-Z])|_/).map((word) => word.toLowerCase());
}

/** Returns every name that a source text gives to something. */
function namesIn(source: string): string[] {
  const code = source.replaceAll(PROSE, '');
  return GIVEN.flatMap((given) => Array.from(code.matchAll(given), ([, name = '']) => name));
}

it('the check of names finds declarations, members, methods and parameters, but no words of texts', () => {
  const source = `
    /** A comment with let inComment: string. */
    export function read(text: string, { rows }: Source): void {
      const message = 'let inText: string';
    }
    class Store {
      #load(row: Row): void {`;
  expect(namesIn(source)).toEqual(['read', 'message', 'Store', 'load', 'text', 'row']);
});

it('the check of names splits a name into its words', () => {
  expect(wordsOf('createBeaconStore')).toEqual(['create', 'beacon', 'store']);
  expect(wordsOf('MAX_ROWS')).toEqual(['max', 'rows']);
  expect(wordsOf('surface')).toEqual(['surface']);
});

it('the sources contain no name with a word that the glossary bans', () => {
  const words = banned();
  expect(words.size).toBeGreaterThan(5);
  const found = ['src', 'test'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|mjs)$/.test(entry.name))
      .flatMap((entry) => {
        const file = path.join(entry.parentPath, entry.name);
        return namesIn(readFileSync(file, 'utf8'))
          .filter((name) => wordsOf(name).some((word) => words.has(word)))
          .map((name) => `${path.relative(root, file)}: ${name}`);
      }),
  );
  expect(found).toEqual([]);
});
