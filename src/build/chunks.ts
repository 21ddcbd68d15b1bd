/** What is always loaded together lies in one file: it packs better, and a page on a slow network asks for a few files instead of a hundred. */
import type { Plugin } from 'vite';

/** Of a bundler's module graph, what the grouping reads. */
interface Graph {
  getModuleInfo(
    id: string,
  ): { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null;
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
const MAIN = '/src/main.ts';
/**
 * In the order in which they are loaded. The words of another language are waited for while `first` is being started, and
 * the entry waits too: what German stands on lies in two files that need no other, and the entry in one of its own.
 */
const FIRST = [MAIN];
const LOADED_TOGETHER: readonly Together[] = [
  { file: 'ground', from: [GERMAN], sharedWith: FIRST },
  { file: 'ground-of-words', from: [GERMAN], but: /\/src\/ui\/strings\/(de|en)\// },
  { file: 'first', from: FIRST },
  // The first page may have something to say: that there is no Bluetooth, or what went wrong.
  { file: 'notice', from: ['/src/ui/elements/notice/notice.ts'], whole: true },
  {
    file: 'list',
    from: ['/src/app/app.ts', '/src/app/account.ts', '/src/ui/pages/devices/devices-page.ts'],
    whole: true,
  },
];

/** Parts of the app that are loaded when somebody asks for them, by how their paths begin, and the file of what several of them need. */
interface SharedBy {
  readonly file: string;
  readonly parts: readonly string[];
}

const JOBS = ['/src/ui/pages/jobs/'];
/** The first that has all who need a module holds it: so none of these files needs one before it, and all of them can start. */
const SHARED_BY: readonly SharedBy[] = [
  { file: 'calls', parts: ['/src/backend/'] },
  { file: 'ownership-parts', parts: ['/src/ui/pages/ownership/'] },
  { file: 'job-parts', parts: JOBS },
  {
    file: 'beacon-parts',
    parts: [
      ...JOBS,
      '/src/ui/pages/command/',
      '/src/ui/pages/configure/',
      '/src/ui/pages/device/',
      '/src/ui/pages/devices/',
      '/src/ui/pages/guide/',
      '/src/ui/pages/outbox/',
      '/src/ui/pages/overview/',
      '/src/ui/pages/run/',
      '/src/ui/pages/run-list/',
      '/src/ui/pages/tags/',
      '/src/ui/shell/leave-run.ts',
      '/src/use-cases/',
    ],
  },
  {
    file: 'telemetry-parts',
    parts: [
      '/src/ui/beacon/glance.ts',
      '/src/ui/elements/chart/',
      '/src/ui/pages/devices/',
      '/src/ui/pages/inspector/',
      '/src/ui/pages/overview/',
      '/src/ui/pages/telemetry/',
    ],
  },
  {
    file: 'settings-parts',
    parts: ['/src/ui/pages/connect/', '/src/ui/pages/more/', '/src/ui/pages/streams/', '/src/ui/shell/key-dialog.ts'],
  },
  {
    file: 'stream-parts',
    parts: ['/src/backend/', '/src/ui/pages/inspector/', '/src/ui/pages/overview/', '/src/ui/pages/streams/'],
  },
  {
    file: 'code-parts',
    parts: [
      ...JOBS,
      '/src/storage/stores/job-store.ts',
      '/src/ui/beacon/find-by-label.ts',
      '/src/ui/elements/scan-label/',
      '/src/ui/pages/orders/',
      '/src/ui/pages/report-check/',
      '/src/ui/shared/give-codes.ts',
      '/src/ui/shared/take-codes.ts',
    ],
  },
  { file: 'parts', parts: ['/src/'] },
];
/** Practice needs a little of everything, and is no part of the app's own copy. */
const PRACTICE = '/src/sandbox/';

/** A group for `codeSplitting`: the file that a module belongs to, null for what may go anywhere. */
export function loadedTogether(root: string): {
  readonly debugName: string;
  readonly includeDependenciesRecursively: boolean;
  name(id: string, graph: Graph): string | null;
} {
  const idOf = (module: string): string => `${root.replace(/\/$/, '')}${module}`;
  const isIn = (id: string, paths: readonly string[]): boolean => paths.some((path) => id.startsWith(idOf(path)));
  let files: Map<string, string> | null = null;

  function sorted(graph: Graph): Map<string, string> {
    const into = new Map<string, string>();
    const german = needs([idOf(GERMAN)], graph);
    for (const { file, from, whole, sharedWith, but } of LOADED_TOGETHER) {
      const also = sharedWith === undefined ? null : needs(sharedWith.map(idOf), graph);
      for (const id of [...(whole === true ? from.map(idOf) : []), ...needs(from.map(idOf), graph)]) {
        // What German needs besides its own two files must not wait for a file that waits for German.
        const isForGerman = german.has(id) && !from.includes(GERMAN);
        if (!into.has(id) && !isForGerman && (also?.has(id) ?? true) && but?.test(id) !== true) into.set(id, file);
      }
    }
    const parts = [...askedFor(idOf(MAIN), graph)].filter((part) => !isIn(part, [PRACTICE]));
    for (const [id, needing] of neededBy(parts, graph)) {
      const isOurs = isIn(id, ['/src/']) && !isIn(id, [PRACTICE]) && !id.includes('?');
      if (!isOurs || into.has(id) || german.has(id) || needing.length < 2) continue;
      const shared = SHARED_BY.find((one) => needing.every((part) => isIn(part, one.parts)));
      if (shared !== undefined) into.set(id, shared.file);
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

/** All that these modules import without asking. */
function needs(modules: readonly string[], graph: Graph): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (id: string): void => {
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      walk(next);
    }
  };
  modules.forEach(walk);
  return found;
}

/** The parts of the app that are loaded when they are asked for, wherever they are asked for. */
function askedFor(entry: string, graph: Graph): ReadonlySet<string> {
  const parts = new Set<string>();
  const seen = new Set<string>();
  const walk = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    const module = graph.getModuleInfo(id);
    for (const next of module?.dynamicallyImportedIds ?? []) parts.add(next);
    for (const next of [...(module?.importedIds ?? []), ...(module?.dynamicallyImportedIds ?? [])]) walk(next);
  };
  walk(entry);
  return parts;
}

/** Each module with those of the parts that cannot start without it. */
function neededBy(parts: readonly string[], graph: Graph): ReadonlyMap<string, readonly string[]> {
  const by = new Map<string, string[]>();
  for (const part of parts)
    for (const id of new Set([part, ...needs([part], graph)])) by.set(id, [...(by.get(id) ?? []), part]);
  return by;
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

/** The files of a ring in which each needs the next before it can start, so that one of them starts too early; empty where there is none. */
export function ring(files: readonly Pick<BuiltFile, 'fileName' | 'imports'>[]): string[] {
  const byName = new Map(files.map((file) => [file.fileName, file]));
  const done = new Set<string>();
  function from(name: string, way: readonly string[]): string[] {
    if (way.includes(name)) return way.slice(way.indexOf(name));
    if (done.has(name)) return [];
    for (const next of byName.get(name)?.imports ?? []) {
      const found = from(next, [...way, name]);
      if (found.length > 0) return found;
    }
    done.add(name);
    return [];
  }
  for (const { fileName } of files) {
    const found = from(fileName, []);
    if (found.length > 0) return found;
  }
  return [];
}

/** A build that could not start, or in which German could never be spoken, is none. */
export function everyFileStarts(): Plugin {
  return {
    name: 'fieldkit-every-file-starts',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).filter((file) => file.type === 'chunk');
      const stuck = deadlocks(files);
      if (stuck.length > 0) this.error(`German needs ${stuck.join(', ')}, which waits for German`);
      const waiting = ring(files);
      if (waiting.length > 0) this.error(`These files wait for each other: ${waiting.join(', ')}`);
    },
  };
}
