/** Which files of the built app hold what several parts of it need: a phone asks for a few files, not for hundreds. */
import type { Plugin } from 'vite';

/** Of a bundler's module graph, what the grouping reads. */
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
const ACCOUNT = ['/src/app/app.ts', '/src/app/account.ts', '/src/ui/pages/devices/devices-page.ts'];
/** Loaded before any page: their words are not chosen yet, so what these need must not come in a file that holds a page's words. */
const BEFORE_PAGES = [MAIN, '/src/ui/strings/de/de.ts'];
const SANDBOX = '/src/sandbox/';

/** A file needs none of a later group, so all of them can start. */
export function sharedFiles(root: string): Group[] {
  const idOf = (module: string): string => `${root.replace(/\/$/, '')}${module}`;
  let files: ReadonlyMap<string, string> | null = null;

  function sorted(graph: Graph): ReadonlyMap<string, string> {
    const into = new Map<string, string>();
    const before = neededBy(BEFORE_PAGES.map(idOf), graph);
    const put = (id: string, file: string): void => void (before.has(id) || into.has(id) || into.set(id, file));
    for (const id of neededBy([idOf(WELCOME)], graph)) put(id, 'welcome');
    for (const id of neededBy(ACCOUNT.map(idOf), graph)) put(id, 'account');
    const parts = laterParts(idOf(MAIN), graph).filter((part) => !part.startsWith(idOf(SANDBOX)));
    const once = new Set<string>();
    for (const part of parts)
      for (const id of neededBy([part], graph)) {
        if (!id.startsWith(idOf('/src/')) || id.startsWith(idOf(SANDBOX))) continue;
        if (once.has(id)) put(id, 'pages');
        once.add(id);
      }
    return into;
  }

  return [{ name: (id, graph) => (files ??= sorted(graph)).get(id) ?? null, includeDependenciesRecursively: false }];
}

/** These modules and all that they cannot start without. */
function neededBy(modules: readonly string[], graph: Graph): ReadonlySet<string> {
  const needed = new Set(modules);
  for (const one of needed) for (const next of graph.getModuleInfo(one)?.importedIds ?? []) needed.add(next);
  return needed;
}

/** What is loaded by an `import()`, wherever that stands. */
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

/** Asks for the file of the welcome page while the entry is on its way: a first visit waits for one round trip less. */
export function preloadWelcome(): Plugin {
  let base = '/';
  return {
    name: 'fieldkit-preload-welcome',
    apply: 'build',
    configResolved(config) {
      ({ base } = config);
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle)
          .filter((file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(WELCOME)))
          .map(({ fileName }) => ({ tag: 'link', attrs: { rel: 'modulepreload', href: base + fileName } })),
    },
  };
}
