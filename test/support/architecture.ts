/** Checks source files against the import table of `src/README.md`. */
import path from 'node:path';
import { parseSync } from 'vite';

export interface SourceFile {
  /** Path from the root of the repository, with forward slashes: `src/domain/packet.ts`. */
  readonly path: string;
  readonly text: string;
}

interface RoomRules {
  /** Folders from which it may import. */
  readonly rooms: readonly string[];
  /** Folders from which it may import types only. */
  readonly typesOf?: readonly string[];
  /** True when it shows text to people, which must come from the words in `src/ui`. */
  readonly speaks?: boolean;
  /** True when it draws in the app's pages, with the styles and the elements that these have. */
  readonly draws?: boolean;
  /** Package names; one that ends with `/` or `-` allows every name that begins so. */
  readonly packages: readonly string[];
  /** Globals that it may not use: `name`, or `object.member`. */
  readonly bannedGlobals?: readonly string[];
  readonly runsOnNode?: boolean;
}

const DOM_GLOBALS = [
  'window',
  'document',
  'navigator',
  'location',
  'history',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'caches',
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'BroadcastChannel',
  'Worker',
  'self',
  'globalThis',
];
const IMPURE = [
  ...DOM_GLOBALS,
  'Date.now',
  'Date()',
  'Math.random',
  'crypto',
  'performance',
  'setTimeout',
  'setInterval',
  'queueMicrotask',
  'requestAnimationFrame',
  'console',
  'process',
];
const LIT = ['lit', 'lit/', '@lit/'];
const SIGNALS = '@preact/signals-core';

const ROOMS: Readonly<Record<string, RoomRules>> = {
  domain: { rooms: [], packages: ['zod/mini'], bannedGlobals: IMPURE },
  // Implements the ports whose types it imports.
  bluetooth: { rooms: ['domain'], typesOf: ['use-cases'], packages: ['zod/mini'] },
  backend: { rooms: ['domain'], typesOf: ['use-cases'], packages: ['zod/mini'] },
  storage: { rooms: ['domain'], typesOf: ['use-cases'], packages: ['idb', 'zod/mini', '@zxcvbn-ts/', SIGNALS] },
  'use-cases': { rooms: ['domain'], packages: ['zod/mini', SIGNALS], bannedGlobals: DOM_GLOBALS },
  ui: {
    rooms: ['domain'],
    typesOf: ['use-cases'],
    packages: [...LIT, SIGNALS, 'zod/mini', 'uplot', '@zxing/', 'uqr'],
  },
  // The rescue page and the check of the start are built as separate files that contain what they import.
  rescue: { rooms: ['domain', 'storage'], speaks: true, packages: [] },
  // Runs on Node when the app is built.
  build: {
    rooms: [],
    packages: [
      '@formatjs/icu-messageformat-parser',
      '@jridgewell/sourcemap-codec',
      'vite',
      'vite-plugin-pwa',
      'workbox-build',
    ],
    runsOnNode: true,
  },
  'service-worker': {
    rooms: ['domain', 'backend', 'storage', 'use-cases'],
    packages: ['workbox-', 'zod/mini'],
  },
  sandbox: { rooms: ['domain'], speaks: true, draws: true, packages: ['@noble/', 'zod/mini', ...LIT] },
  'names.ts': { rooms: [], packages: [], bannedGlobals: IMPURE },
  // The only folder, besides the worker's entry, that names concrete classes.
  app: {
    rooms: ['domain', 'bluetooth', 'backend', 'storage', 'use-cases', 'ui', 'service-worker'],
    typesOf: ['sandbox'],
    packages: [SIGNALS],
  },
  'main.ts': { rooms: ['domain', 'ui', 'service-worker'], packages: [] },
};

/** Every package, or beginning of a package's name, that a folder may import. */
export const ALLOWED_PACKAGES: ReadonlySet<string> = new Set(Object.values(ROOMS).flatMap(({ packages }) => packages));

/** Contains all names of the app's databases, keys, locks and channels; every folder may import it. */
const NAMES = 'src/names.ts';

const TOP_LEVEL = new Set([
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'index.html',
  'README.md',
  'src',
  'public',
  'test',
]);
const IGNORED = new Set(['node_modules', 'dist', 'coverage']);

/** Returns names of the top level that are not allowed there. */
export function strayTopLevel(names: readonly string[]): string[] {
  return names.filter((name) => !name.startsWith('.') && !TOP_LEVEL.has(name) && !IGNORED.has(name));
}

/** The base that takes an account's services for all others. They exist before any page is drawn: they are never null. */
const ACCOUNT_ELEMENT = 'src/ui/shell/account-element.ts';
/** The only way to get the services that are always there. */
const APP_SERVICES =
  /^@consume\(\{ context: appContext, subscribe: true \}\)\s+private readonly services[!?]: AppServices;/;

/** Returns one sentence for each breach, beginning with `path:line`. */
export function breaches(file: SourceFile): string[] {
  const found: string[] = [];
  if (!/\.(ts|mts|mjs)$/.test(file.path)) return found;

  const program = parseSync(file.path, file.text);
  const lineOf = (offset: number) => file.text.slice(0, offset).split('\n').length;
  const report = (offset: number, what: string) => found.push(`${file.path}:${lineOf(offset)} ${what}`);

  const room = roomOf(file.path);
  const rules = room === null ? undefined : ROOMS[room];
  const isTest = file.path.endsWith('.test.ts');
  const imports = importsOf(program.program);
  if (room === null) return found;
  if (rules === undefined) {
    if (!file.path.endsWith('.d.ts')) report(0, `stands in "${room}", which is no room of the house`);
    return found;
  }
  // A test may combine several folders, except in the domain.
  if (!isTest || room === 'domain') {
    for (const one of imports) {
      const complaint = complain(one, file.path, room, rules, isTest);
      if (complaint !== null) report(one.start, complaint);
    }
  }
  // Names of plugins in src/build are not stored names.
  if (!isTest && room !== 'build' && file.path !== NAMES) {
    for (const { name, start } of ownNames(program.program)) report(start, `names "${name}": only ${NAMES} may`);
  }
  if (!isTest && rules.bannedGlobals !== undefined) {
    for (const use of globalsUsed(program.program, new Set(rules.bannedGlobals))) {
      report(use.start, `uses ${use.name}: ${room} takes it as a parameter or a port`);
    }
  }
  for (const use of file.text.matchAll(/@consume\(\{ context: (account|app)Context/g)) {
    if (use[1] === 'app' ? !APP_SERVICES.test(file.text.slice(use.index)) : file.path !== ACCOUNT_ELEMENT)
      report(use.index, 'takes its services otherwise than the other pages');
  }
  return found;
}

/** Returns the specifiers of all imports of a file, of any kind. */
export function importsIn(filePath: string, text: string): string[] {
  return importsOf(parseSync(filePath, text).program).map(({ from }) => from);
}

/** Returns the specifiers of what is loaded before a file runs: neither types nor dynamic imports. */
export function importsToBegin(filePath: string, text: string): string[] {
  return importsOf(parseSync(filePath, text).program).flatMap(({ from, how }) => (how === 'value' ? [from] : []));
}

interface Import {
  readonly from: string;
  readonly start: number;
  readonly how: 'value' | 'type' | 'dynamic';
}

function complain(one: Import, filePath: string, room: string, rules: RoomRules, isTest: boolean): string | null {
  if (!one.from.startsWith('.')) {
    if (one.from.startsWith('node:')) {
      return rules.runsOnNode === true || filePath === 'src/sandbox/server.ts'
        ? null
        : `imports ${one.from}: only src/sandbox/server.ts, and what is in src/build/, runs on Node`;
    }
    const known = isTest ? [...rules.packages, 'vitest', 'fast-check'] : rules.packages;
    const allowed = known.some((name) => (/[/-]$/.test(name) ? one.from.startsWith(name) : one.from === name));
    return allowed ? null : `imports the package ${one.from}, which ${room} may not use`;
  }
  const target = path.posix.join(path.posix.dirname(filePath), one.from.replace(/\?.*$/, ''));
  const targetRoom = roomOf(target);
  if (targetRoom === room) {
    return room === 'ui' ? complainInside(one, filePath, target) : null;
  }
  // Samples for tests of the domain are in test/support, where product code cannot import them.
  if (isTest && target.startsWith('test/support/')) return null;
  if (target === NAMES) return null;
  if (targetRoom === null) return `imports ${target}, which is outside src`;
  if (targetRoom === 'sandbox') {
    return room === 'app' && one.how !== 'value' ? null : 'imports the sandbox: only src/app may, by a dynamic import';
  }
  if (rules.rooms.includes(targetRoom)) return null;
  if (room === 'main.ts' && targetRoom === 'app' && one.how === 'dynamic') return null;
  if (rules.speaks === true && /^src\/ui\/(?:language|strings|words)\//.test(target)) return null;
  if (rules.draws === true && /^src\/ui\/(?:kit|elements)\//.test(target)) return null;
  if (one.how === 'type' && rules.typesOf?.includes(targetRoom) === true) return null;
  return `imports ${target}: ${room} may not enter ${targetRoom}`;
}

/** Folders of `src/ui` from the lowest up: each may import from itself and from those before it. */
const UI_FLOORS = [
  'language',
  'strings',
  'words',
  'kit',
  'controllers',
  'elements',
  'shared',
  'shell',
  'beacon',
  'pages',
];

/** Checks imports inside `ui`: a page imports no other page, and shared folders import no page. */
function complainInside(one: Import, filePath: string, target: string): string | null {
  const [, , folder = '', page] = target.split('/');
  const [, , own = '', ownPage] = filePath.split('/');
  if (one.how === 'dynamic') return null;
  if (folder === 'pages' && own === 'pages')
    return page === ownPage ? null : `imports ${target}: a page imports no other page`;
  return UI_FLOORS.indexOf(folder) > UI_FLOORS.indexOf(own)
    ? `imports ${target}: ${own} may not enter ${folder}`
    : null;
}

/** Returns `domain` for src/domain/x.ts, `main.ts` for src/main.ts, and null outside src. */
function roomOf(filePath: string): string | null {
  const [top, room] = filePath.split('/');
  if (top !== 'src') return null;
  return room ?? null;
}

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

export function* descend(node: Node): Generator<{ node: Node; parent: Node; key: string }> {
  for (const [key, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (!isNode(child)) continue;
      yield { node: child, parent: node, key };
      yield* descend(child);
    }
  }
}

function importsOf(program: unknown): Import[] {
  if (!isNode(program)) return [];
  const found: Import[] = [];
  for (const { node } of descend(program)) {
    const source = node['source'];
    if (!isNode(source) || typeof source['value'] !== 'string') continue;
    const from = source['value'];
    switch (node.type) {
      case 'ImportDeclaration':
        found.push({ from, start: node.start, how: node['importKind'] === 'type' ? 'type' : 'value' });
        break;
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
        found.push({ from, start: node.start, how: node['exportKind'] === 'type' ? 'type' : 'value' });
        break;
      case 'ImportExpression':
        found.push({ from, start: node.start, how: 'dynamic' });
        break;
      case 'TSImportType':
        found.push({ from, start: node.start, how: 'type' });
        break;
    }
  }
  return found;
}

/** Yields strings that begin like the names of our databases, keys, locks and channels. */
function* ownNames(program: unknown): Generator<{ name: string; start: number }> {
  if (!isNode(program)) return;
  for (const { node } of descend(program)) {
    const text = node.type === 'Literal' ? node['value'] : firstPart(node);
    if (typeof text === 'string' && /^fieldkit(?![a-z])/.test(text)) yield { name: text, start: node.start };
  }
}

function firstPart(node: Node): unknown {
  if (node.type !== 'TemplateLiteral') return null;
  const [first] = node['quasis'] as Node[];
  return (first?.['value'] as { readonly cooked?: unknown } | undefined)?.cooked;
}

/** Yields uses of the banned names as values: not as a property, a key, a parameter's name or inside a type. */
function globalsUsed(program: unknown, banned: ReadonlySet<string>): { name: string; start: number }[] {
  if (!isNode(program)) return [];
  const own = new Set<string>();
  const used: { name: string; start: number }[] = [];
  for (const { node, parent, key } of descend(program)) {
    if (
      node.type === 'NewExpression' &&
      isNamed(node['callee'], 'Date') &&
      (node['arguments'] as unknown[]).length === 0
    ) {
      if (banned.has('Date()')) used.push({ name: 'new Date()', start: node.start });
    }
    if (node.type === 'MemberExpression' && isNode(node['object']) && isNode(node['property'])) {
      const name = `${String(node['object']['name'])}.${String(node['property']['name'])}`;
      if (banned.has(name)) used.push({ name, start: node.start });
    }
    if (node.type !== 'Identifier') continue;
    const name = String(node['name']);
    if (!banned.has(name) || parent.type.startsWith('TS')) continue;
    if (declares(parent, key)) own.add(name);
    else if (!(isKey(parent, key) && parent['computed'] !== true)) used.push({ name, start: node.start });
  }
  return used.filter((use) => !own.has(use.name));
}

/** True when the file declares the name itself (such as a parameter called `location`), so it is not the global. */
function declares(parent: Node, key: string): boolean {
  return (
    key === 'params' ||
    (parent.type === 'VariableDeclarator' && key === 'id') ||
    (parent.type === 'Property' && key === 'value' && parent['shorthand'] === true)
  );
}

function isKey(parent: Node, key: string): boolean {
  return (parent.type === 'MemberExpression' && key === 'property') || key === 'key';
}

function isNamed(node: unknown, name: string): boolean {
  return isNode(node) && node['name'] === name;
}
