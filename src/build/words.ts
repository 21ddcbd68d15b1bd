/**
 * Makes the modules in `src/ui/strings` from the catalogues of words in `src/ui/words`: ARB files with messages in ICU
 * MessageFormat. Each message becomes a text or a function of its arguments, so that no page needs a parser.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { encode } from '@jridgewell/sourcemap-codec';
import type { Plugin } from 'vite';

/** What an English catalogue says of a message beside its words. */
interface Note {
  readonly description?: string;
  /** The arguments in the order of the call. Needed where there are several, because a translation may turn them. */
  readonly placeholders?: Readonly<Record<string, { readonly type?: string; readonly optional?: boolean }>>;
}

interface Message {
  readonly key: string;
  readonly elements: readonly MessageFormatElement[];
  /** Line of the catalogue, from 1. */
  readonly line: number;
}

interface Catalogue {
  readonly noun: string;
  readonly messages: ReadonlyMap<string, Message>;
  readonly notes: ReadonlyMap<string, Note>;
}

interface Argument {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
}

/** The language that the code is written against. */
const SOURCE = 'en';
/** Its messages are named by those of others, as `{here}`, and by no page. */
const PLACE = 'place';
/**
 * Nouns whose words are loaded in one file, because what shows them is in one file too (chunks.ts): every start, and what
 * several pages share. The words of every other noun come alone.
 */
export const TOGETHER: Readonly<Record<'first' | 'shared', readonly string[]>> = {
  first: ['device-list', 'devices', 'elements', 'failures', 'no-bluetooth', 'places', 'shell', 'welcome'],
  shared: [
    'bulk',
    'chart',
    'commands',
    'configure',
    'connect',
    'device-page',
    'drafts',
    'evening',
    'file-faults',
    'hand-over',
    'jobs',
    'keys',
    'label',
    'list-options',
    'notices',
    'outbox',
    'ownership',
    'photos',
    'reading',
    'report',
    'run',
    'settings',
    'streams',
    'telemetry',
    'telemetry-desk',
    'transfer',
  ],
};
const CATALOGUES = 'src/ui/words';
const MODULES = 'src/ui/strings';
/** Folder of the declarations in `MODULES`, beside those of the languages. */
const TYPES = 'types';
const LOADERS = 'src/ui/language/loaders.ts';
const HEAD = `// Made from ${CATALOGUES} by src/build/words.ts. Not to be edited.\n`;
/** Functions of `counting.ts` and `readings.ts`, by the style that a message names. */
const NUMBER_STYLES: Readonly<Record<string, string>> = {
  '': 'number',
  percent: 'percent',
  size: 'size',
  tenth: 'tenth',
  megabytes: 'megabytes',
  reading: 'reading',
  signed: 'signed',
};
const FROM: Readonly<Record<string, readonly string[]>> = {
  '../../language/counting.ts': ['allOf', 'form', 'megabytes', 'number', 'percent', 'signed', 'size', 'tenth'],
  '../../language/readings.ts': ['reading'],
};

/** Names every fault of the catalogues, each with its file and line. */
export class WordsError extends Error {
  constructor(faults: readonly string[]) {
    super(`The words cannot be built:\n${faults.join('\n')}`);
    this.name = 'WordsError';
  }
}

/** Writes the modules that differ from those on the disk, and removes those without a catalogue. Throws WordsError. */
export function writeWords(root: string): void {
  const catalogues = readCatalogues(path.join(root, CATALOGUES));
  const modules = modulesOf(catalogues);
  const folder = path.join(root, MODULES);
  for (const [file, text] of modules) writeChanged(path.join(folder, file), text);
  writeChanged(path.join(root, LOADERS), loadersOf(catalogues));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && !modules.has(path.relative(folder, file).replaceAll(path.sep, '/'))) rmSync(file);
  }
}

/** Writes the modules before a build, and again while serving when a catalogue changes. */
export function words(root: string): Plugin {
  return {
    name: 'fieldkit-words',
    configureServer({ watcher, config }) {
      watcher.add(path.join(root, CATALOGUES));
      watcher.on('all', (_event, file) => {
        if (!file.endsWith('.arb')) return;
        try {
          writeWords(root);
        } catch (error) {
          // A message is often wrong while somebody writes it.
          config.logger.error(String(error));
        }
      });
    },
  };
}

/** By language, then by noun. */
export type Catalogues = ReadonlyMap<string, ReadonlyMap<string, Catalogue>>;

function readCatalogues(folder: string): Catalogues {
  const faults: string[] = [];
  const languages = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const read = new Map(
    languages.map(({ name: language }) => {
      const files = readdirSync(path.join(folder, language)).filter((file) => file.endsWith('.arb'));
      const catalogues = files.map((file) =>
        readCatalogue(`${language}/${file}`, readFileSync(path.join(folder, language, file), 'utf8'), faults),
      );
      return [language, new Map(catalogues.map((one) => [one.noun, one]))];
    }),
  );
  if (faults.length > 0) throw new WordsError(faults);
  return read;
}

/** Reads one catalogue; adds to `faults` what cannot be read. `file`: such as `en/jobs.arb`. */
export function readCatalogue(file: string, text: string, faults: string[]): Catalogue {
  const noun = path.basename(file, '.arb');
  const messages = new Map<string, Message>();
  const notes = new Map<string, Note>();
  let entries: Readonly<Record<string, unknown>> = {};
  try {
    entries = JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch (error) {
    faults.push(`${file}: ${String(error)}`);
  }
  const lines = linesByKey(text, (key, line) => faults.push(`${file}:${line}: ${key} is there twice`));
  for (const [key, value] of Object.entries(entries)) {
    const line = lines.get(key) ?? 0;
    if (key.startsWith('@@')) continue;
    if (key.startsWith('@')) notes.set(key.slice(1), value as Note);
    else if (typeof value !== 'string') faults.push(`${file}:${line}: ${key} is not a text`);
    else
      try {
        const elements = parse(value, { ignoreTag: true });
        checkElements(elements);
        messages.set(key, { key, elements, line });
      } catch (error) {
        faults.push(`${file}:${line}: ${key}: ${error instanceof Error ? error.message : String(error)}`);
      }
  }
  for (const key of notes.keys())
    if (!Object.hasOwn(entries, key))
      faults.push(`${file}:${lines.get(`@${key}`) ?? 0}: a note on ${key}, which is no message`);
  return { noun, messages, notes };
}

/** Throws when a message has something that no other code here knows. */
function checkElements(elements: readonly MessageFormatElement[]): void {
  for (const element of elements) {
    if (element.type === TYPE.date || element.type === TYPE.time)
      throw new Error(`a message has no ${TYPE[element.type]}`);
    if (element.type === TYPE.number && !Object.hasOwn(NUMBER_STYLES, styleOf(element)))
      throw new Error(`no style "${styleOf(element)}"`);
    if (element.type === TYPE.plural || element.type === TYPE.select)
      for (const { value } of Object.values(element.options)) checkElements(value);
  }
}

function styleOf({ style }: { readonly style?: unknown }): string {
  return typeof style === 'string' ? style : '';
}

/** A catalogue has one entry a line. Of two with one key, JSON would lose the first without a word. */
function linesByKey(text: string, onTwice: (key: string, line: number) => void): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const [at, line] of text.split('\n').entries()) {
    const [, quoted] = /^\s*("(?:[^"\\]|\\.)*"):/.exec(line) ?? [];
    if (quoted === undefined) continue;
    const key = JSON.parse(quoted) as string;
    if (lines.has(key)) onTwice(key, at + 1);
    lines.set(key, at + 1);
  }
  return lines;
}

/** Returns the text of each module by its path in `src/ui/strings`. Throws WordsError where languages differ. */
export function modulesOf(catalogues: Catalogues): ReadonlyMap<string, string> {
  const source = catalogues.get(SOURCE) ?? new Map<string, Catalogue>();
  const faults: string[] = [];
  const modules = new Map<string, string>();
  for (const [language, nouns] of catalogues) {
    for (const noun of nouns.keys())
      if (!source.has(noun)) faults.push(`${language}/${noun}.arb: no such catalogue in ${SOURCE}`);
    for (const [noun, english] of source) {
      const own = nouns.get(noun);
      if (own === undefined) faults.push(`${language}/${noun}.arb: missing`);
      else modules.set(`${language}/${noun}.ts`, moduleOf(language, own, english, faults));
    }
  }
  for (const language of catalogues.keys())
    for (const [group, nouns] of Object.entries(TOGETHER)) modules.set(`${language}/${fileOf(group)}`, groupOf(nouns));
  for (const [noun, english] of source) {
    const { types, map } = typesOf(english);
    modules.set(`${TYPES}/${noun}.d.ts`, types);
    modules.set(`${TYPES}/${noun}.d.ts.map`, map);
    if (noun !== PLACE) modules.set(`${noun}.ts`, entryOf(noun, english.messages));
  }
  if (faults.length > 0) throw new WordsError(faults);
  return modules;
}

/** What pages import: the words in the language of this start. */
function entryOf(noun: string, messages: Catalogue['messages']): string {
  const names = [...new Set([...messages.keys()].map((key) => segmentsOf(key)[0]))];
  return `${HEAD}import { wordsOf } from '../language/load.ts';

export const { ${names.join(', ')} } = await wordsOf<typeof import('./${TYPES}/${noun}.d.ts')>('${noun}');
`;
}

const fileOf = (group: string): string => `${group}-words.ts`;
const nameOf = (noun: string): string => noun.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());

function groupOf(nouns: readonly string[]): string {
  return `${HEAD}${nouns.map((noun) => `export * as ${nameOf(noun)} from './${noun}.ts';\n`).join('')}`;
}

/** How the words of each noun are loaded in each language. */
function loadersOf(catalogues: Catalogues): string {
  const nouns = [...(catalogues.get(SOURCE)?.keys() ?? [])].filter((noun) => noun !== PLACE);
  const rows = nouns.map((noun) => {
    const group = Object.entries(TOGETHER).find(([, nouns]) => nouns.includes(noun))?.[0];
    const loads = [...catalogues.keys()].map((language) => {
      const from = `../strings/${language}/`;
      return group === undefined
        ? `${language}: () => import('${from}${noun}.ts')`
        : `${language}: () => import('${from}${fileOf(group)}').then(({ ${nameOf(noun)} }) => ${nameOf(noun)})`;
    });
    return `  '${noun}': { ${loads.join(', ')} },`;
  });
  return `${HEAD}export const loaders = {\n${rows.join('\n')}\n};\n`;
}

/** A message: the source of its text or function, or of its type. */
interface Leaf {
  readonly source: string;
  readonly line: number;
  readonly comment?: string;
}

type Tree = Map<string, Tree | Leaf>;

const isLeaf = (value: Tree | Leaf): value is Leaf => !(value instanceof Map);

/** Returns the types of a noun's words, and the source map by which an editor finds the line of each message. */
function typesOf({ noun, messages, notes }: Catalogue): { readonly types: string; readonly map: string } {
  const tree: Tree = new Map();
  for (const message of messages.values()) {
    const note = notes.get(message.key) ?? {};
    const parameters = argumentsOf(message, note).map(
      ({ name, type, isOptional }) =>
        `${name}${isOptional ? '?' : ''}: ${type === 'list' ? 'readonly string[]' : type}`,
    );
    put(tree, segmentsOf(message.key), {
      source: isFunction(message, note) ? `(${parameters.join(', ')}) => string` : 'string',
      line: message.line,
      comment: note.description === undefined ? '' : `/** ${note.description.replaceAll('*/', '* /')} */ `,
    });
  }
  const rows: { readonly text: string; readonly line: number }[] = [];
  const declare = (value: Tree | Leaf, before: string, after: string): void => {
    const line = firstLineOf(value);
    if (isLeaf(value)) rows.push({ text: `${value.comment}${before}${value.source}${after}`, line });
    else {
      const isList = isListOf(value);
      rows.push({ text: `${before}${isList ? '[' : '{'}`, line });
      for (const [name, inner] of entriesOf(value))
        if (isList) declare(inner, '', ',');
        else declare(inner, `${keyOf(name)}: `, ';');
      rows.push({ text: `${isList ? ']' : '}'}${after}`, line });
    }
  };
  for (const [name, value] of tree) declare(value, `export declare const ${name}: `, ';');
  const file = `${noun}.d.ts`;
  return {
    types: `${rows.map(({ text }) => `${text}\n`).join('')}//# sourceMappingURL=${file}.map\n`,
    map: JSON.stringify({
      version: 3,
      file,
      names: [],
      sources: [`../../words/${SOURCE}/${noun}.arb`],
      mappings: encode(rows.map(({ line }) => [[0, 0, line - 1, 0]])),
    }),
  };
}

const firstLineOf = (value: Tree | Leaf): number =>
  isLeaf(value) ? value.line : Math.min(...[...value.values()].map(firstLineOf));

function moduleOf(language: string, own: Catalogue, english: Catalogue, faults: string[]): string {
  const { noun } = own;
  const tree: Tree = new Map();
  const needed = new Set<string>();
  const place = (line: number): string => `${language}/${noun}.arb:${line}`;
  for (const { key, line } of own.messages.values())
    if (!english.messages.has(key)) faults.push(`${place(line)}: ${key} is not in ${SOURCE}`);
  for (const source of english.messages.values()) {
    const message = own.messages.get(source.key);
    if (message === undefined) {
      faults.push(`${place(0)}: ${source.key} is missing`);
      continue;
    }
    const note = english.notes.get(source.key) ?? {};
    const known = argumentsOf(source, note);
    if (known.length > 1 && note.placeholders === undefined)
      faults.push(
        `${SOURCE}/${noun}.arb:${source.line}: ${source.key} has several arguments and no note on their order`,
      );
    const types = new Map(known.map(({ name, type }) => [name, type]));
    for (const { name, type } of argumentsOf(message, { ...note, placeholders: {} })) {
      const wanted = types.get(name);
      if (wanted === undefined) faults.push(`${place(message.line)}: ${source.key} has no argument {${name}}`);
      else if (!canTake(type, wanted))
        faults.push(`${place(message.line)}: {${name}} of ${source.key} is ${wanted}, not ${type}`);
    }
    const text = expression(message.elements, types, needed, null);
    const parameters = known.map(({ name, type, isOptional }) =>
      isOptional ? `${name} = ${type === 'number' ? '0' : "''"}` : name,
    );
    put(tree, segmentsOf(source.key), {
      source: isFunction(source, note) ? `(${parameters.join(', ')}) => ${text}` : text,
      line: message.line,
    });
  }
  const imports = Object.entries(FROM).flatMap(([from, names]) => {
    const used = names.filter((name) => needed.has(name));
    return used.length === 0 ? [] : [`import { ${used.join(', ')} } from '${from}';`];
  });
  const constants = [...needed].filter((name) => CONSTANT.test(name));
  if (constants.length > 0)
    imports.push(`import { ${constants.sort().join(', ')} } from '../../language/constants.ts';`);
  if (needed.has('here'))
    imports.push(
      `import { thisDevice } from '../../language/place.ts';`,
      `import { placeStrings } from './${PLACE}.ts';`,
      '',
      'const here = placeStrings[thisDevice()];',
    );
  const body = [...tree].map(
    ([name, value]) =>
      `export const ${name}: typeof words.${name} = ${isLeaf(value) ? value.source : objectOf(value)};`,
  );
  imports.unshift(`import type * as words from '../${TYPES}/${noun}.d.ts';`);
  return `${HEAD}${imports.join('\n')}\n\n${body.join('\n\n')}\n`;
}

/** `a.b[0].c/d` is the value `c.d` of the first entry of `b` in `a`. */
function segmentsOf(key: string): string[] {
  return key
    .replaceAll(/\[(\d+)\]/g, '.[$1]')
    .split('.')
    .map((segment) => segment.replaceAll('/', '.'));
}

function put(tree: Tree, [name = '', ...rest]: readonly string[], leaf: Leaf): void {
  if (rest.length === 0) tree.set(name, leaf);
  else {
    const inner = tree.get(name) ?? new Map();
    tree.set(name, inner);
    if (!isLeaf(inner)) put(inner, rest, leaf);
  }
}

const indexOf = (name: string): number => Number(name.slice(1, -1));

const keyOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));

const isListOf = (tree: Tree): boolean => [...tree.keys()].every((name) => /^\[\d+\]$/.test(name));

/** The entries of a list in their order, or those of an object. */
const entriesOf = (tree: Tree): readonly (readonly [string, Tree | Leaf])[] =>
  isListOf(tree) ? [...tree].sort(([one], [other]) => indexOf(one) - indexOf(other)) : [...tree];

/** Whether a text without arguments is put together, as of a number in the phone's form, which may change. */
const isPutTogether = (value: Tree | Leaf): boolean =>
  isLeaf(value) ? !/^["(]/.test(value.source) : isListOf(value) && [...value.values()].some(isPutTogether);

function objectOf(tree: Tree): string {
  const isList = isListOf(tree);
  const rows = entriesOf(tree).map(([name, value]) => {
    const source = isLeaf(value) ? value.source : objectOf(value);
    if (isList) return `${source},\n`;
    if (!isPutTogether(value)) return `${keyOf(name)}: ${source},\n`;
    // What a getter returns does not follow from the type of the object. A list has a fixed number of texts.
    const type = isLeaf(value) ? 'string' : `[${[...value.keys()].map(() => 'string').join(', ')}]`;
    return `get ${keyOf(name)}(): ${type} { return ${source}; },\n`;
  });
  return isList ? `[\n${rows.join('')}]` : `{\n${rows.join('')}}`;
}

const CONSTANT = /^[A-Z][A-Z_0-9]*$/;

const isArgument = (name: string): boolean => name !== 'here' && !CONSTANT.test(name);

const isFunction = (message: Message, note: Note): boolean =>
  note.placeholders !== undefined || argumentsOf(message, note).length > 0;

/** Returns the arguments of a message in the order of the call. */
function argumentsOf({ elements }: Message, { placeholders = {} }: Note): Argument[] {
  const found = new Map<string, Set<string>>();
  collect(elements, found);
  const names = [...new Set([...Object.keys(placeholders), ...found.keys()])];
  return names.map((name) => ({
    name,
    type: placeholders[name]?.type ?? typeOf(found.get(name) ?? new Set()),
    isOptional: placeholders[name]?.optional === true,
  }));
}

/** Collects how each argument is used: `number`, `text`, or the keys that are chosen by it. */
function collect(elements: readonly MessageFormatElement[], found: Map<string, Set<string>>): void {
  const add = (name: string, ...uses: readonly string[]): void => {
    if (isArgument(name)) found.set(name, new Set([...(found.get(name) ?? []), ...uses]));
  };
  for (const element of elements) {
    if (element.type === TYPE.argument) add(element.value, 'text');
    if (element.type === TYPE.number || element.type === TYPE.plural) add(element.value, 'number');
    if (element.type === TYPE.select)
      for (const [key, { value }] of Object.entries(element.options))
        add(element.value, key === 'other' && value.length === 0 ? '' : `=${key}`);
    if (element.type === TYPE.select || element.type === TYPE.plural)
      for (const { value } of Object.values(element.options)) collect(value, found);
  }
}

function typeOf(uses: ReadonlySet<string>): string {
  const keys = [...uses].filter((use) => use.startsWith('=')).map((use) => use.slice(1));
  const orNull = keys.includes('none') ? ' | null' : '';
  if (uses.has('number')) return `number${orNull}`;
  if (keys.includes('true')) return 'boolean';
  const chosen = keys.filter((key) => key !== 'none' && key !== 'other');
  if (chosen.length === 0 || keys.includes('other') || uses.has('text')) return `string${orNull}`;
  return chosen.map((key) => `'${key}'`).join(' | ') + orNull;
}

/** Whether a message that uses an argument as `type` can take one that is given as `wanted`. */
function canTake(type: string, wanted: string): boolean {
  const isOf = (kind: string): boolean => type.startsWith(kind);
  // A text can be made of everything.
  return (!isOf('number') && !isOf('boolean')) || wanted.startsWith(type.split(' ')[0]!);
}

/** Returns the source of an expression that gives the text. `plural`: the number that `#` stands for. */
function expression(
  elements: readonly MessageFormatElement[],
  types: ReadonlyMap<string, string>,
  needed: Set<string>,
  plural: string | null,
): string {
  if (elements.every((element) => element.type === TYPE.literal))
    return JSON.stringify(elements.map(({ value }) => value).join(''));
  const call = (name: string, argument: string): string => {
    needed.add(name);
    if (!isArgument(argument)) needed.add(argument);
    return `${name}(${argument})`;
  };
  const part = (element: MessageFormatElement): string => {
    switch (element.type) {
      case TYPE.literal:
        return element.value.replaceAll(/[\\`]|\$\{/g, (sign) => `\\${sign}`);
      case TYPE.argument:
        if (!isArgument(element.value)) needed.add(element.value);
        return `\${${types.get(element.value) === 'list' ? call('allOf', element.value) : element.value}}`;
      case TYPE.number:
        return `\${${call(NUMBER_STYLES[styleOf(element)]!, element.value)}}`;
      case TYPE.pound:
        return `\${${call('number', plural!)}}`;
      case TYPE.plural:
        return `\${${pluralOf(element.value, element.options)}}`;
      case TYPE.select:
        return `\${${selectOf(element.value, element.options)}}`;
      default:
        // Refused when the catalogue was read.
        return '';
    }
  };
  const pluralOf = (argument: string, options: Options): string => {
    const inner = (value: readonly MessageFormatElement[]): string => expression(value, types, needed, argument);
    const forms = Object.entries(options).filter(([key]) => !key.startsWith('='));
    const exact = Object.entries(options).filter(([key]) => key.startsWith('='));
    if (!isArgument(argument)) needed.add(argument);
    const rest =
      forms.length === 1
        ? inner(forms[0]![1].value)
        : `form(${argument}, { ${forms.map(([key, { value }]) => `${key}: ${inner(value)}`).join(', ')} })`;
    if (forms.length > 1) needed.add('form');
    return exact.map(([key, { value }]) => `${argument} === ${key.slice(1)} ? ${inner(value)} : `).join('') + rest;
  };
  const selectOf = (argument: string, options: Options): string => {
    if (!isArgument(argument)) needed.add(argument);
    const type = types.get(argument) ?? 'string';
    const test = (key: string): string => {
      if (key === 'true') return argument;
      if (key !== 'none') return `${argument} === '${key}'`;
      return type.startsWith('number') ? `${argument} === null` : `(${argument} === null || ${argument} === '')`;
    };
    const cases = Object.entries(options).filter(([key]) => key !== 'other');
    const inner = (value: readonly MessageFormatElement[]): string => expression(value, types, needed, plural);
    return (
      cases.map(([key, { value }]) => `${test(key)} ? ${inner(value)} : `).join('') + inner(options['other']!.value)
    );
  };
  const [only] = elements;
  if (elements.length === 1 && only!.type === TYPE.plural) return pluralOf(only!.value, only!.options);
  if (elements.length === 1 && only!.type === TYPE.select) return selectOf(only!.value, only!.options);
  return `\`${elements.map(part).join('')}\``;
}

type Options = Readonly<Record<string, { readonly value: readonly MessageFormatElement[] }>>;

function writeChanged(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
