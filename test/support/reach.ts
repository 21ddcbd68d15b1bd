/**
 * Finds what a change can reach: the tests that import a changed file directly or indirectly, the end-to-end files of
 * its folders, and the checks that read it. `tsx test/support/reach.ts --base HEAD --out FILE` writes it for `npm test
 * -- --changed`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { importsIn } from './architecture.ts';
import { endToEndOf, isProvedOverBluez } from './rooms.ts';

/** Files by suite; null when nothing is reached. Suites without files run whole or not at all. */
export interface Reach {
  readonly unit: readonly string[] | null;
  readonly browser: readonly string[] | null;
  readonly e2e: readonly string[] | null;
  /** True when the runs over BlueZ are reached. */
  readonly bluez: boolean;
  readonly contract: boolean;
  readonly lives: boolean;
  /** True when a script changed that `npm test` only starts. */
  readonly starts: boolean;
  readonly templates: boolean;
  /** Only the changed files themselves, because formatting depends on no other file. */
  readonly format: readonly string[] | null;
}

/** Files that decide how everything is built, transformed or run. */
const REACHES_ALL = /^(package(-lock)?\.json|tsconfig\.json|\.wtr\.config\.mjs|test\/vitest\.config\.ts)$/;
/** Benches, campaigns, walks and what starts them. */
const STARTED = /^test\/(?:bench|campaign|walks|lives)\/(?!.*\.test\.ts$)|^test\/(?:pictures|starts)\.ts$/;
/** Tests that read the sources as text, whatever they import. */
const READS_SOURCES = ['test/architecture.test.ts', 'test/expressions.test.ts'];

/** Returns the importing files of each file. */
export function importersOf(files: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>();
  for (const [file, text] of files) {
    for (const from of /\.(ts|mts|mjs)$/.test(file) ? importsIn(file, text) : []) {
      if (!from.startsWith('.')) continue;
      const target = path.posix.join(path.posix.dirname(file), from.replace(/\?.*$/, ''));
      const direct = importers.get(target) ?? new Set();
      importers.set(target, direct.add(file));
    }
  }
  return importers;
}

/** Returns the changed files and all that import them, directly or indirectly. */
export function reachedBy(
  changed: readonly string[],
  importers: ReadonlyMap<string, ReadonlySet<string>>,
): Set<string> {
  const reached = new Set(changed);
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  return reached;
}

const isUnit = (file: string): boolean => file.endsWith('.test.ts') && !isBrowser(file);
const isBrowser = (file: string): boolean => file.endsWith('.browser.test.ts');
const isOverBluez = (file: string): boolean => file.startsWith('test/bluez/') && file.endsWith('.e2e.ts');
const isEndToEnd = (file: string): boolean => file.endsWith('.e2e.ts') && !isOverBluez(file);
const orNull = (files: readonly string[]): readonly string[] | null => (files.length === 0 ? null : files.toSorted());

/** `files`: every source and test file with its text. */
export function reachOf(changed: readonly string[], files: ReadonlyMap<string, string>): Reach {
  const all = [...files.keys()];
  const importers = importersOf(files);
  const everything = [...reachedBy(changed, importers)].some((file) => REACHES_ALL.test(file));
  const reached = everything ? new Set(all) : reachedBy(changed, importers);
  const there = [...reached].filter((file) => files.has(file));
  const touchesSources = changed.some((file) => /^(src|test)\//.test(file));
  const endToEnd = new Set([...there.filter(isEndToEnd), ...changed.flatMap(endToEndOf)]);
  return {
    unit: orNull([...new Set([...there.filter(isUnit), ...(touchesSources ? READS_SOURCES : [])])]),
    browser: orNull(there.filter(isBrowser)),
    e2e: orNull([...endToEnd].filter((file) => files.has(file))),
    bluez: there.some(isOverBluez) || changed.some(isProvedOverBluez),
    contract: there.some(
      (file) => file.startsWith('test/contract/') || /^src\/sandbox\/(backend|streams|telemetry)\//.test(file),
    ),
    lives: there.some((file) => file.startsWith('test/lives/')),
    starts: everything || changed.some((file) => STARTED.test(file)),
    templates:
      there.some((file) => file.startsWith('src/ui/')) ||
      changed.some((file) => file.startsWith('src/ui/') || file === 'test/lint-templates.mjs'),
    format: everything || changed.some((file) => file.startsWith('.prettier')) ? ['.'] : orNull(changed),
  };
}

/** Returns every source and test file, with the text of those that can import. */
export function sourcesOf(root: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const folder of ['src', 'test']) {
    for (const entry of readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })) {
      const whole = path.join(entry.parentPath, entry.name);
      if (entry.isFile() && existsSync(whole))
        files.set(
          path.relative(root, whole).replaceAll(path.sep, '/'),
          /\.(ts|mts|mjs)$/.test(entry.name) ? readFileSync(whole, 'utf8') : '',
        );
    }
  }
  return files;
}

function inWords(changed: readonly string[], { unit, browser, e2e, contract }: Reach): string {
  const count = (files: readonly string[] | null): number => files?.length ?? 0;
  return `${changed.length} changed files reach ${count(unit)} unit, ${count(browser)} browser and ${count(e2e)} end-to-end files${contract ? ' and the contract' : ''}\n`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = path.resolve(import.meta.dirname, '../..');
  const { values } = parseArgs({ options: { base: { type: 'string', default: 'HEAD' }, out: { type: 'string' } } });
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter((line) => line !== '');
  const changed = [
    ...new Set([
      ...git('diff', '--name-only', '--no-renames', values.base),
      ...git('ls-files', '--others', '--exclude-standard'),
    ]),
  ];
  const files = sourcesOf(root);
  const reach = reachOf(changed, files);
  process.stdout.write(inWords(changed, reach));
  if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(reach));
}
