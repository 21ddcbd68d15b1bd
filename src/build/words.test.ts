/** Messages become the texts and functions that a page calls; faults are named with their file and line. */
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

/** Returns the source of the value that a message becomes, in one language. */
function valueOf(message: string, note: unknown = {}, language = 'en', translated = message): string {
  const modules = modulesOf(
    catalogues({ en: { 'aStrings.it': message, '@aStrings.it': note }, de: { 'aStrings.it': translated } }),
  );
  return /^(?:it: |get it\(\): string )(.*), \/\/ \w+\/a\.arb:2$/m.exec(modules.get(`${language}/a.ts`)!)![1]!;
}

const inOrder = (...names: readonly string[]) => ({
  placeholders: Object.fromEntries(names.map((name) => [name, {}])),
});

describe('a message', () => {
  it.each([
    ['Save', '"Save"'],
    ['It’s “here”', '"It’s “here”"'],
    ["Say '{'this'}'", '"Say {this}"'],
    ['{name} is due', '(name: string): string => `${name} is due`'],
    ['{n, number} left', '(n: number): string => `${number(n)} left`'],
    ['{n, number, size}', '(n: number): string => `${size(n)}`'],
    [
      '{n, plural, one {# beacon} other {# beacons}}',
      '(n: number): string => form(n, { one: `${number(n)} beacon`, other: `${number(n)} beacons` })',
    ],
    ['{n, plural, =0 {none} other {#}}', '(n: number): string => n === 0 ? "none" : `${number(n)}`'],
    ['{is, select, true {on} other {off}}', '(is: boolean): string => is ? "on" : "off"'],
    [
      '{of, select, one {1} two {2} other {}}',
      "(of: 'one' | 'two'): string => of === 'one' ? \"1\" : of === 'two' ? \"2\" : \"\"",
    ],
    [
      'A{where, select, none {} other { at {where}}}',
      '(where: string | null): string => `A${(where === null || where === \'\') ? "" : ` at ${where}`}`',
    ],
    ['on {here}', '{ return `on ${here}`; }'],
    ['up to {MOST, number}', '{ return `up to ${number(MOST)}`; }'],
    ['`${x}` \\', '(x: string): string => `\\`$${x}\\` \\\\`'],
  ])('%s', (message, source) => {
    expect(valueOf(message)).toBe(source);
  });

  it('takes its arguments in the order of the English note, whatever the order in a sentence', () => {
    const note = inOrder('n', 'all');
    const parameters = '(n: number, all: number): string =>';
    expect(valueOf('{n, number} of {all, number}', note)).toContain(parameters);
    expect(valueOf('{n, number} of {all, number}', note, 'de', 'von {all, number} {n, number}')).toContain(parameters);
  });

  it('is a function where the note says so, and has what may be left out', () => {
    expect(valueOf('Enter a value.', { placeholders: {} })).toBe('(): string => "Enter a value."');
    expect(valueOf('{n, number}', { placeholders: { n: { optional: true } } })).toContain('(n: number = 0)');
  });

  it('is put together anew each time, also in a list, because the form of a number may change', () => {
    const modules = modulesOf(catalogues({ en: { 'a.l[0]': '{MOST, number}', 'a.l[1]': 'one' } }));
    expect(modules.get('en/a.ts')!.replaceAll(/ \/\/ .*/g, '')).toContain(
      'get l() { return [\n`${number(MOST)}`,\n"one",\n] satisfies [string, string]; },',
    );
  });

  it('may stand in lists and below any key', () => {
    const modules = modulesOf(catalogues({ en: { 'a.l[1]': 'two', 'a.l[0]': 'one', 'a.x/y.': 'nothing' } }));
    expect(modules.get('en/a.ts')!.replaceAll(/ \/\/ .*/g, '')).toContain(
      'l: [\n"one",\n"two",\n] satisfies [string, string],\n"x.y": {\n"": "nothing",\n},',
    );
  });
});

describe('a fault of the catalogues is named with its file and line', () => {
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
  ])('%s', (_what, languages, fault) => {
    expect(() => modulesOf(catalogues(languages))).toThrow(fault);
  });

  it('a key that is there twice', () => {
    const faults: string[] = [];
    readCatalogue('en/a.arb', '{\n"a.one": "One",\n"a.one": "Two"\n}', faults);
    expect(faults).toEqual(['en/a.arb:3: a.one is there twice']);
  });
});
