/** Messages become the texts and functions that a page calls; faults are named with their file and line. */
import { SourceMap, type SourceMapPayload } from 'node:module';
import { describe, expect, it } from 'vitest';
import { modulesOf, readCatalogue, WordsError, type Catalogues } from './words.ts';

type Entries = Readonly<Record<string, unknown>>;

/** Reads catalogues of one noun, by language. */
function catalogues(languages: Readonly<Record<string, Entries>>): Catalogues {
  const faults: string[] = [];
  const read = Object.entries(languages).map(([language, entries]) => {
    const lines = Object.entries(entries).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
    return [
      language,
      new Map([['a', readCatalogue(`${language}/a.arb`, `{\n${lines.join(',\n')}\n}`, faults)]]),
    ] as const;
  });
  if (faults.length > 0) throw new WordsError(faults);
  return new Map(read);
}

/** Returns the source of the value that a message becomes in one language, and its type. */
function sourceOf(message: string, note: unknown = {}, language = 'en', translated = message): [string, string] {
  const modules = modulesOf(
    catalogues({ en: { 'aStrings.it': message, '@aStrings.it': note }, de: { 'aStrings.it': translated } }),
  );
  const [, value] = /^(?:it: |get it\(\): string )(.*),$/m.exec(modules.get(`${language}/a.ts`)!)!;
  const [, type] = /\bit: (.*);$/m.exec(modules.get('types/a.d.ts')!)!;
  return [value!, type!];
}

const inOrder = (...names: readonly string[]) => ({
  placeholders: Object.fromEntries(names.map((name) => [name, {}])),
});

describe('the code generated from a message of a catalogue', () => {
  it.each([
    ['Save', '"Save"', 'string'],
    ['It’s “here”', '"It’s “here”"', 'string'],
    ["Say '{'this'}'", '"Say {this}"', 'string'],
    ['{name} is due', '(name) => `${name} is due`', '(name: string) => string'],
    ['{n, number} left', '(n) => `${number(n)} left`', '(n: number) => string'],
    ['{n, number, size}', '(n) => `${size(n)}`', '(n: number) => string'],
    [
      '{n, plural, one {# beacon} other {# beacons}}',
      '(n) => form(n, { one: `${number(n)} beacon`, other: `${number(n)} beacons` })',
      '(n: number) => string',
    ],
    ['{n, plural, =0 {none} other {#}}', '(n) => n === 0 ? "none" : `${number(n)}`', '(n: number) => string'],
    ['{is, select, true {on} other {off}}', '(is) => is ? "on" : "off"', '(is: boolean) => string'],
    [
      '{of, select, one {1} two {2} other {}}',
      '(of) => of === \'one\' ? "1" : of === \'two\' ? "2" : ""',
      "(of: 'one' | 'two') => string",
    ],
    [
      'A{where, select, none {} other { at {where}}}',
      '(where) => `A${(where === null || where === \'\') ? "" : ` at ${where}`}`',
      '(where: string | null) => string',
    ],
    ['on {here}', '{ return `on ${here}`; }', 'string'],
    ['up to {MOST, number}', '{ return `up to ${number(MOST)}`; }', 'string'],
    ['`${x}` \\', '(x) => `\\`$${x}\\` \\\\`', '(x: string) => string'],
  ])('for the message %s is %s with the type %s', (message, source, type) => {
    expect(sourceOf(message)).toEqual([source, type]);
  });

  it('takes the arguments in the order of the English note, whatever their order in a sentence', () => {
    const note = inOrder('n', 'all');
    const type = '(n: number, all: number) => string';
    const german = 'von {all, number} {n, number}';
    expect(sourceOf('{n, number} of {all, number}', note)).toEqual([expect.stringContaining('(n, all) =>'), type]);
    expect(sourceOf('{n, number} of {all, number}', note, 'de', german)).toEqual([
      expect.stringContaining('(n, all) =>'),
      type,
    ]);
  });

  it('is a function where the note of the message requires one, and lets optional arguments be left out', () => {
    expect(sourceOf('Enter a value.', { placeholders: {} })).toEqual(['() => "Enter a value."', '() => string']);
    const note = { placeholders: { n: { optional: true } } };
    expect(sourceOf('{n, number}', note)).toEqual(['(n = 0) => `${number(n)}`', '(n?: number) => string']);
  });

  it('formats a number anew at each use, also in a list, because the number format may change', () => {
    const modules = modulesOf(catalogues({ en: { 'a.l[0]': '{MOST, number}', 'a.l[1]': 'one' } }));
    expect(modules.get('en/a.ts')!).toContain(
      'get l(): [string, string] { return [\n`${number(MOST)}`,\n"one",\n]; },',
    );
  });

  it('stands in a list or below a nested key where the key of the message says it', () => {
    const modules = modulesOf(catalogues({ en: { 'a.l[1]': 'two', 'a.l[0]': 'one', 'a.x/y.': 'nothing' } }));
    expect(modules.get('en/a.ts')!).toContain('l: [\n"one",\n"two",\n],\n"x.y": {\n"": "nothing",\n},');
    expect(modules.get('types/a.d.ts')!).toContain('l: [\nstring,\nstring,\n];\n"x.y": {\n"": string;\n};');
  });

  it('declares the message with its note and its line in the catalogue', () => {
    const modules = modulesOf(
      catalogues({ en: { 'a.one': 'One', 'a.group.two': 'Two', '@a.group.two': { description: 'Not of people.' } } }),
    );
    const types = modules.get('types/a.d.ts')!.split('\n');
    const map = new SourceMap(JSON.parse(modules.get('types/a.d.ts.map')!) as SourceMapPayload);
    const lineOf = (row: string): unknown => {
      const { originalSource, originalLine } = map.findEntry(types.indexOf(row), row.length - 1) as {
        readonly originalSource?: string;
        readonly originalLine?: number;
      };
      return [originalSource, originalLine! + 1];
    };
    expect(lineOf('one: string;')).toEqual(['../../words/en/a.arb', 2]);
    expect(lineOf('group: {')).toEqual(['../../words/en/a.arb', 3]);
    expect(lineOf('/** Not of people. */ two: string;')).toEqual(['../../words/en/a.arb', 3]);
  });
});

describe('a fault of the catalogues', () => {
  const english = { 'a.one': 'One {n, number}', 'a.two': 'Two' };
  it.each<[string, Readonly<Record<string, Entries>>, string]>([
    ['a missing message', { en: english, de: { 'a.one': 'Eins {n, number}' } }, 'de/a.arb:0: a.two is missing'],
    ['an unknown one', { en: english, de: { ...english, 'a.three': 'Drei' } }, 'de/a.arb:4: a.three is not in en'],
    [
      'an unknown argument',
      { en: english, de: { ...english, 'a.one': '{m}' } },
      'de/a.arb:2: a.one has no argument {m}',
    ],
    [
      'an argument of another kind',
      { en: { 'a.one': '{n}' }, de: { 'a.one': '{n, number}' } },
      'de/a.arb:2: {n} of a.one is string, not number',
    ],
    ['a message that cannot be read', { en: { 'a.one': '{n' } }, 'en/a.arb:2: a.one: EXPECT_ARGUMENT_CLOSING_BRACE'],
    ['a value that is no text', { en: { 'a.one': 1 } }, 'en/a.arb:2: a.one is not a text'],
    ['a note on nothing', { en: { '@a.one': {} } }, 'en/a.arb:2: a note on a.one, which is no message'],
    [
      'several arguments in no order',
      { en: { 'a.one': '{a} {b}' } },
      'en/a.arb:2: a.one has several arguments and no note',
    ],
    ['a style that nobody knows', { en: { 'a.one': '{n, number, loud}' } }, 'en/a.arb:2: a.one: no style "loud"'],
    ['an element of another kind', { en: { 'a.one': '{n, date, short}' } }, 'en/a.arb:2: a.one: a message has no date'],
  ])('is reported with its file and line: %s', (_what, languages, fault) => {
    expect(() => modulesOf(catalogues(languages))).toThrow(fault);
  });

  it('is reported with its file and line: a key that is there twice', () => {
    const faults: string[] = [];
    readCatalogue('en/a.arb', '{\n"a.one": "One",\n"a.one": "Two"\n}', faults);
    expect(faults).toEqual(['en/a.arb:3: a.one is there twice']);
  });
});
