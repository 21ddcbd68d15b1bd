/** What is always loaded together lies in one file: it packs better, and a page on a slow network asks for a few files instead of a hundred. */
import type { Plugin } from 'vite';

/** Of a bundler's module graph, what the grouping reads. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

interface Together {
  readonly file: string;
  /** All that these modules import without asking belongs to the file, unless an earlier one has it; they themselves stay alone. */
  readonly from: readonly string[];
  /** They themselves are in it too. */
  readonly whole?: true;
  /** Only what these need as well. */
  readonly sharedWith?: readonly string[];
  /** Left where it is. */
  readonly but?: RegExp;
}

const GERMAN = '/src/ui/strings/de/de.ts';
/**
 * In the order in which they are loaded. The words of another language are waited for while `first` is being started, and
 * the entry waits too: what German stands on lies in two files that need no other, and the entry in one of its own.
 */
const FIRST = ['/src/main.ts', '/src/ui/pages/welcome/welcome-page.ts'];
const LOADED_TOGETHER: readonly Together[] = [
  { file: 'ground', from: [GERMAN], sharedWith: FIRST },
  { file: 'ground-of-words', from: [GERMAN], but: /\/src\/ui\/strings\/(de|en)\// },
  { file: 'first', from: FIRST },
  {
    file: 'list',
    from: ['/src/main-session.ts', '/src/ui/shell/account-parts.ts', '/src/ui/pages/devices/devices-page.ts'],
    whole: true,
  },
  { file: 'work', from: ['/src/main-work.ts'], but: /\/key-mark\.ts$/ },
];

/** A group for `codeSplitting`: the file that a module belongs to by static imports alone, null for what may go anywhere. */
export function loadedTogether(root: string): {
  readonly debugName: string;
  readonly includeDependenciesRecursively: boolean;
  name(id: string, graph: Graph): string | null;
} {
  const idOf = (module: string): string => `${root.replace(/\/$/, '')}${module}`;
  let files: Map<string, string> | null = null;

  function needs(modules: readonly string[], graph: Graph): ReadonlySet<string> {
    const found = new Set<string>();
    const walk = (id: string): void => {
      for (const next of graph.getModuleInfo(id)?.importedIds ?? []) {
        if (found.has(next)) continue;
        found.add(next);
        walk(next);
      }
    };
    for (const module of modules) walk(idOf(module));
    return found;
  }

  function sorted(graph: Graph): Map<string, string> {
    const into = new Map<string, string>();
    const german = needs([GERMAN], graph);
    for (const { file, from, whole, sharedWith, but } of LOADED_TOGETHER) {
      const also = sharedWith === undefined ? null : needs(sharedWith, graph);
      for (const id of [...(whole === true ? from.map(idOf) : []), ...needs(from, graph)]) {
        // What German needs besides its own two files must not wait for a file that waits for German.
        const isForGerman = german.has(id) && !from.includes(GERMAN);
        if (!into.has(id) && !isForGerman && (also?.has(id) ?? true) && but?.test(id) !== true) into.set(id, file);
      }
    }
    return into;
  }

  return {
    debugName: 'loaded together',
    includeDependenciesRecursively: false,
    name(id, graph) {
      files ??= sorted(graph);
      return files.get(id) ?? null;
    },
  };
}

/** What the check of the built files reads of one. */
interface BuiltFile {
  readonly fileName: string;
  readonly imports: readonly string[];
  readonly moduleIds: readonly string[];
}

/** The files that would wait for each other for ever: those of German that need `first`, which waits for German. */
export function deadlocks(files: readonly BuiltFile[]): string[] {
  const byName = new Map(files.map((file) => [file.fileName, file]));
  const german = files.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(GERMAN)));
  const needed = new Set<string>();
  const walk = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const next of byName.get(name)?.imports ?? []) walk(next);
  };
  for (const { fileName } of german) walk(fileName);
  return [...needed].filter((name) =>
    byName.get(name)?.moduleIds.some((id) => id.endsWith('/src/ui/strings/language.ts') || id.endsWith('/src/main.ts')),
  );
}

/** A build in which German could never be spoken is none. */
export function languagesStart(): Plugin {
  return {
    name: 'fieldkit-languages-start',
    apply: 'build',
    generateBundle(_options, bundle) {
      const stuck = deadlocks(Object.values(bundle).filter((file) => file.type === 'chunk'));
      if (stuck.length > 0) this.error(`German needs ${stuck.join(', ')}, which waits for German`);
    },
  };
}
