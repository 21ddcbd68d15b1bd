/** Which modules share a built file, so that a phone does not request hundreds, and how the files are called. */
import path from 'node:path';
import type { Plugin } from 'vite';
import { TOGETHER } from './words.ts';

/** The part of the bundler's module graph that the grouping reads. */
interface Graph {
  getModuleInfo(
    id: string,
  ): { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null;
}

interface Group {
  name(id: string, graph: Graph): string | null;
  readonly includeDependenciesRecursively: false;
}

const MAIN = '/src/main.ts';
const WELCOME = '/src/app/welcome.ts';
const APP = ['/src/app/app.ts', '/src/app/account.ts', '/src/ui/pages/devices/devices-page.ts'];
/** A noun's words in a language, or the module that waits for those of the chosen language. */
const STRINGS = /\/src\/ui\/strings\/(?:(\w+)\/)?[\w-]+\.ts$/;
const SANDBOX = '/src/sandbox/';
/** The built file that the welcome page and the app both need. The rest of the welcome page stays in files of its own. */
const FIRST = 'first';
/** The built file with what the entry and all words need. */
const START = 'start';
/** Two words a language, which almost all of its nouns need. */
const PLACE = '/place.ts';

/** Puts modules into three files: for every start, for an account with its device list, and for what several pages share. */
export function sharedFiles(root: string): Group[] {
  const idOf = (module: string): string => `${root.replace(/\/$/, '')}${module}`;
  let files: ReadonlyMap<string, string> | null = null;

  function sorted(graph: Graph): ReadonlyMap<string, string> {
    const into = new Map<string, string>();
    const entry = idOf(MAIN);
    const later = laterParts(entry, graph);
    const words = later.filter((id) => STRINGS.test(id));
    // A file with modules that wait for words must contain nothing that the words need: each would wait for the other.
    for (const id of neededBy([entry, ...words], graph))
      if (id !== entry && (!STRINGS.test(id) || id.endsWith(PLACE))) into.set(id, START);
    const apart = new Set([entry, ...words, ...into.keys()]);
    const put = (id: string, file: string): void => void (apart.has(id) || into.has(id) || into.set(id, file));
    const welcome = neededBy([idOf(WELCOME)], graph);
    for (const id of neededBy(APP.map(idOf), graph)) put(id, welcome.has(id) ? FIRST : 'app');
    for (const id of welcome) {
      if (STRINGS.test(id)) put(id, FIRST);
      apart.add(id);
    }
    const once = new Set<string>();
    for (const part of later.filter((one) => !one.startsWith(idOf(SANDBOX))))
      for (const id of neededBy([part], graph)) {
        if (!id.startsWith(idOf('/src/')) || id.startsWith(idOf(SANDBOX))) continue;
        if (once.has(id)) put(id, 'pages');
        once.add(id);
      }
    const alone = [...into]
      .filter(([id, file]) => file === 'pages' && isAlone(id))
      .map(([id]) => path.basename(id, '.ts'));
    // In one file, words that come alone would be waited for one after the other.
    if (alone.length > 0) throw new Error(`several pages show these words: add ${alone.join(', ')} to TOGETHER.shared`);
    return into;
  }

  return [{ name: (id, graph) => (files ??= sorted(graph)).get(id) ?? null, includeDependenciesRecursively: false }];
}

interface BuiltChunk {
  readonly name: string;
  readonly moduleIds: readonly string[];
}

/** Code that only practice needs. */
export const SANDBOX_CODE = /[\\/]src[\\/]sandbox[\\/]|[\\/]node_modules[\\/]@noble[\\/]/;

/**
 * Names a file with code of the sandbox `sandbox-…`, so that the precache and tests recognize it, and the words of a noun
 * `words-en-…` or `words-…`, apart from the page of the same name.
 */
export function chunkFileName({ name, moduleIds }: BuiltChunk): string {
  const strings = moduleIds.every((id) => STRINGS.test(id)) ? STRINGS.exec(moduleIds[0] ?? '') : null;
  if (strings !== null) return `assets/words-${strings[1] === undefined ? '' : `${strings[1]}-`}[name]-[hash].js`;
  const isSandbox = moduleIds.some((id) => SANDBOX_CODE.test(id));
  return isSandbox && !name.startsWith('sandbox') ? 'assets/sandbox-[name]-[hash].js' : 'assets/[name]-[hash].js';
}

const isAlone = (id: string): boolean => STRINGS.test(id) && !TOGETHER.shared.includes(path.basename(id, '.ts'));

/** Returns `modules` and all that they import statically. */
function neededBy(modules: readonly string[], graph: Graph): ReadonlySet<string> {
  const needed = new Set(modules);
  for (const one of needed) for (const next of graph.getModuleInfo(one)?.importedIds ?? []) needed.add(next);
  return needed;
}

/** Returns all modules that are loaded by an `import()`. */
function laterParts(entry: string, graph: Graph): string[] {
  const seen = new Set([entry]);
  const parts = new Set<string>();
  for (const id of seen) {
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
    for (const next of dynamicallyImportedIds) parts.add(next);
    for (const next of [...importedIds, ...dynamicallyImportedIds]) seen.add(next);
  }
  return [...parts];
}

/** Preloads what the welcome page and the app both need while the entry loads, which saves a visit one round trip. */
export function preloadFirst(): Plugin {
  let base = '/';
  return {
    name: 'fieldkit-preload-first',
    apply: 'build',
    configResolved(config) {
      ({ base } = config);
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        Object.values(bundle)
          .flatMap((file) => (file.type === 'chunk' && file.name === FIRST ? [file.fileName, ...file.imports] : []))
          .filter((file) => !html.includes(file))
          .map((file) => ({ tag: 'link', attrs: { rel: 'modulepreload', href: base + file } })),
    },
  };
}
