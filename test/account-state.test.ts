/**
 * Module-level state of the screens is reset when the account changes: it is registered, or listed here with the reason
 * why it holds nothing of an account.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ui = path.resolve(import.meta.dirname, '../src/ui');

/** The reason why a variable holds nothing of an account, by file and name. */
const OF_NO_ACCOUNT: Readonly<Record<string, string>> = {
  'shared/account-state.ts: listeners': 'the registry itself',
  'shared/account-state.ts: current': 'the registry itself',
  'elements/scan-label/scan-label.ts: starts': 'numbers the starts of the camera',
  'elements/row-window/row-window.ts: unplaced': 'holds elements of the page until they are placed',
  'controllers/draft-controller.ts: connected': 'holds the forms on the page, each with the drafts of its account',
  'language/load.ts: isMissing': 'tells of the words of the language',
  'language/load.ts: onMissing': 'tells of the words of the language',
  'language/formats.ts: settings': 'tells how the phone writes numbers and times',
  'shell/sound-and-vibration.ts: audio': 'holds the loudspeaker',
  'shell/sound-and-vibration.ts: sounding': 'counts tones',
  'beacon/csv/csv-worker.ts: table': 'belongs to a worker that ends with its page',
  'pages/inspector/inspector-worker.ts: inspection': 'belongs to a worker that ends with its page',
  'pages/inspector/inspector-worker.ts: stopped': 'belongs to a worker that ends with its page',
};

/** Module-level state that can change: a variable, a collection that is not read-only, a signal, a memo. */
const MUTABLE =
  /^(?:export )?(?:let ([\w$]+)|const ([\w$]+)(?!: (?:Readonly|SettingFaults|readonly ))(?:: [^=]+)? = (?:new (?:Map|Set|WeakMap|WeakSet|Array)\b(?!<BarcodeFormat|<DecodeHintType)|signal\b|createRelay|memoizeLast|memoizeMembers|\[\];))/gm;

function mutables(text: string): string[] {
  return Array.from(text.matchAll(MUTABLE), ([, variable, constant]) => variable ?? constant!);
}

/** Returns the text of each call of `onAccountChange`. */
function registrations(text: string): string {
  const calls: string[] = [];
  for (const { index } of text.matchAll(/^onAccountChange\(/gm)) {
    const call = /^onAccountChange\((?:.*\)|[^]*?\n\}\));$/m.exec(text.slice(index));
    calls.push(call?.[0] ?? '');
  }
  return calls.join('\n');
}

function unregistered(file: string, text: string): string[] {
  const registered = registrations(text);
  return mutables(text)
    .filter((name) => !new RegExp(String.raw`\b${name}\b`).test(registered))
    .map((name) => `${file}: ${name}`);
}

it('the check of module-level state finds a variable, a collection and a signal, and recognises each registration', () => {
  const text = [
    'let draft: string | null = null;',
    'export const chosen = signal<readonly string[]>([]);',
    'const cache = new Map<string, number>();',
    'const list: string[] = [];',
    'const KINDS: ReadonlySet<string> = new Set();',
    'const rowsOf = memoizeLast(makeRows);',
    'function inner() {\n  let mine = 0;\n}',
  ].join('\n');
  expect(unregistered('a.ts', text)).toEqual([
    'a.ts: draft',
    'a.ts: chosen',
    'a.ts: cache',
    'a.ts: list',
    'a.ts: rowsOf',
  ]);
  expect(unregistered('a.ts', `${text}\nonAccountChange(() => (draft = null));`)).not.toContain('a.ts: draft');
  expect(
    unregistered('a.ts', `${text}\nonAccountChange(() => {\n  chosen.set([]);\n  cache.clear();\n});\nlist.push('a');`),
  ).toEqual(['a.ts: draft', 'a.ts: list', 'a.ts: rowsOf']);
});

it('the app resets all module-level state of the screens with the account', () => {
  const files = readdirSync(ui, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) => unregistered(file, readFileSync(path.join(ui, file), 'utf8')));
  expect(found.toSorted()).toEqual(Object.keys(OF_NO_ACCOUNT).toSorted());
});
