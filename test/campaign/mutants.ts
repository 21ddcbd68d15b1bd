/**
 * `npm run campaign:mutants -- 200`: plants this many small mistakes in each part of the code, one at a time, and lists
 * those that no test finds. Options: --room NAME and --file PATH (both may be repeated; PATH is a file or a folder in the
 * room), --seed N, --again for those that were not found the last time. If it is stopped, the next start continues.
 */
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { importersOf, reachedBy, sourcesOf } from '../support/reach.ts';
import { seedOfRun } from '../support/seed.mjs';
import { mutantsIn, plant } from './mutators.ts';

interface Room {
  readonly folders: readonly string[];
  /** Folders within these that belong to another part. */
  readonly not?: readonly string[];
  /** Its tests need a browser, so each mistake takes as long as they do. */
  readonly inBrowser?: true;
  /** A mistake is to be found by the tests in the folder of its file, if it has any. Those of other folders would find a few more. */
  readonly byFolder?: true;
}
/** Parts of the code where a mistake costs a receipt or a row, and the pages, where it tells a person something untrue. */
const ROOMS: Readonly<Record<string, Room>> = {
  domain: { folders: ['src/domain'], not: ['src/domain/provisioning'] },
  provisioning: { folders: ['src/domain/provisioning', 'src/use-cases/run'] },
  sync: { folders: ['src/use-cases/outbox'] },
  storage: { folders: ['src/storage'], not: ['src/storage/second-copy'], inBrowser: true },
  'second-copy': { folders: ['src/storage/second-copy'], inBrowser: true },
  opening: { folders: ['src/use-cases/session', 'src/app'], inBrowser: true },
  pages: { folders: ['src/ui/pages'], inBrowser: true, byFolder: true },
};
/** A mistake that causes an endless loop counts as found. */
const HANGS_AFTER_MS = 15_000;
/** More than the limit of a single test, and beside what all of them took without a mistake. */
const NEAR_HANGS_AFTER_MS = 90_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    room: { type: 'string', multiple: true, default: Object.keys(ROOMS) },
    file: { type: 'string', multiple: true, default: [] },
    again: { type: 'boolean', default: false },
  },
});
const wanted = Number(positionals[0] ?? 60);
if (!Number.isInteger(wanted) || wanted < 1 || values.room.some((name) => ROOMS[name] === undefined)) {
  const rooms = Object.keys(ROOMS).join('|');
  process.stderr.write(
    `Usage: npm run campaign:mutants -- <mistakes> [--room ${rooms}] [--file PATH] [--seed N] [--again]\n`,
  );
  process.exit(2);
}
const seed = values.seed === undefined ? seedOfRun() : Number(values.seed);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const root = path.resolve(import.meta.dirname, '../..');
process.chdir(root);
const journals = path.join('.tmp', 'mutants');
mkdirSync(journals, { recursive: true });
const sources = sourcesOf(root);
const importers = importersOf(sources);

/** Both count from 1. */
interface Position {
  readonly line: number;
  readonly column: number;
}
interface Tested {
  readonly number: number;
  readonly file: string;
  readonly location: Readonly<Record<'start' | 'end', Position>>;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly status: string;
  /** The test that failed. */
  readonly statusReason?: string;
  readonly tookMs: number;
  /** True if the mistake also passed the type check. */
  readonly isTyped?: boolean;
}
const isCaught = ({ status }: Tested): boolean => status !== 'Survived' && status !== 'NoCoverage';

function filesOf({ folders, not = [] }: Room): string[] {
  const isIn = (file: string, of: readonly string[]): boolean => of.some((folder) => file.startsWith(`${folder}/`));
  return [...sources.keys()]
    .filter((file) => /(?<!\.test|\.d)\.ts$/.test(file) && isIn(file, folders) && !isIn(file, not))
    .filter((file) => values.file.length === 0 || values.file.includes(file) || isIn(file, values.file))
    .toSorted();
}

/** Draws `count` of the numbers below `of`. The same seed gives the same numbers. */
function draw(count: number, of: number): number[] {
  let state = seed + 1;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const drawn = new Set<number>();
  while (drawn.size < Math.min(count, of)) drawn.add(Math.floor(next() * of));
  return [...drawn].toSorted((a, b) => a - b);
}

/** Returns the last result of each mistake. */
function readJournal(journal: string): Map<number, Tested> {
  const lines = existsSync(journal) ? readFileSync(journal, 'utf8').trim().split('\n') : [];
  return new Map(lines.map((line) => JSON.parse(line) as Tested).map((tested) => [tested.number, tested]));
}

/** Returns the tests of this part that import one of these files, by runner, nearest first. */
function testsOf(files: readonly string[], { folders, byFolder }: Room): Record<'unit' | 'browser', string[]> {
  /** 0 for a file's own tests, 1 for those beside it, 2 for all others. */
  const distanceOf = (test: string): number =>
    Math.min(
      ...files.map((file) => {
        if (test.startsWith(file.replace(/ts$/, ''))) return 0;
        return path.posix.dirname(test) === path.posix.dirname(file) ? 1 : 2;
      }),
    );
  const reached = [...reachedBy(files, importers)].filter((file) => file.endsWith('.test.ts'));
  const within = (some: readonly string[]): string[] =>
    reached.filter((file) => some.some((folder) => file.startsWith(`${folder}/`)));
  const beside = byFolder === true ? within(files.map((file) => path.posix.dirname(file))) : [];
  const tests = (beside.length > 0 ? beside : within(folders)).toSorted((a, b) => distanceOf(a) - distanceOf(b));
  const isBrowser = (test: string): boolean => test.endsWith('.browser.test.ts');
  return { unit: tests.filter((test) => !isBrowser(test)), browser: tests.filter(isBrowser) };
}

async function test(name: string, room: Room): Promise<{ all: number; tested: readonly Tested[] }> {
  const files = filesOf(room);
  const contents = files.map((file) => ({ name: file, content: sources.get(file)! }));
  plant(() => true);
  const all = (await mutantsIn(contents)).length;
  const version = createHash('sha256').update(JSON.stringify(contents)).digest('hex').slice(0, 8);
  const journal = path.join(journals, `${name}-${seed}-${version}.jsonl`);
  const drawn = draw(wanted, all);
  const known = readJournal(journal);
  const open = drawn.filter((number) => {
    const tested = known.get(number);
    return tested === undefined || tested.status === 'Ignored' || (values.again && !isCaught(tested));
  });
  print(`\n${name}: ${drawn.length} of ${all} mistakes in ${files.length} files, ${open.length} to be tested`);
  if (room.inBrowser !== true) await plantAndTest('vitest', open);
  // A mistake in code that runs once when a file is loaded would need every test of Stryker's own runner.
  const isMadeOnce = (number: number): boolean => readJournal(journal).get(number)?.status === 'Ignored';
  await plantAndTest('near', room.inBrowser === true ? open : open.filter(isMadeOnce));

  async function plantAndTest(testRunner: 'vitest' | 'near', numbers: readonly number[]): Promise<void> {
    if (numbers.length === 0) return;
    const isWanted = new Set(numbers);
    plant((number) => isWanted.has(number));
    const wanted = [...new Set((await mutantsIn(contents)).map(({ fileName }) => fileName))];
    plant((number) => isWanted.has(number));
    const near = testRunner === 'near' && {
      tests: Object.fromEntries(wanted.map((file) => [file, testsOf([file], room)])),
      allTests: testsOf(wanted, room),
    };
    process.env['FIELDKIT_MUTANTS'] = JSON.stringify({ journal: path.resolve(journal), numbers, ...near });
    process.env['FIELDKIT_SEED'] = String(seed);
    await new Stryker({
      mutate: files,
      testRunner,
      plugins: ['@stryker-mutator/vitest-runner', path.join(root, 'test/campaign/mutants-plugin.mjs')],
      vitest: { configFile: 'test/campaign/mutants.vitest.ts' },
      coverageAnalysis: near ? 'off' : 'perTest',
      ignoreStatic: !near,
      reporters: ['journal'],
      concurrency: 1,
      timeoutMS: near ? NEAR_HANGS_AFTER_MS : HANGS_AFTER_MS,
      dryRunTimeoutMinutes: 30,
      // Rewriting it needs a compiler with an API, which TypeScript 7 does not have. Nothing here reads the file.
      tsconfigFile: 'none.json',
      disableTypeChecks: false,
      tempDirName: '.tmp/stryker',
      cleanTempDir: 'always',
      ignorePatterns: ['.tmp', 'dist'],
      allowEmpty: true,
      logLevel: 'error',
    } as ConstructorParameters<typeof Stryker>[0]).runMutationTest();
  }

  const survivors = drawn
    .flatMap((number) => readJournal(journal).get(number) ?? [])
    .filter((tested) => !isCaught(tested) && tested.isTyped !== true);
  for (const tested of typedOf(survivors)) appendFileSync(journal, `${JSON.stringify(tested)}\n`);
  const results = readJournal(journal);
  return { all, tested: drawn.flatMap((number) => results.get(number) ?? []) };
}

/** Checks the types of mistakes that no test has found, one of each file at a time, because they may not compile. */
function* typedOf(survivors: readonly Tested[]): Generator<Tested> {
  if (survivors.length === 0) return;
  const copy = path.join('.tmp', 'mutants', `typed-${process.pid}`);
  for (const name of ['src', 'test', 'tsconfig.json', 'vite.config.ts'])
    cpSync(name, path.join(copy, name), { recursive: true });
  symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'), 'junction');
  for (let left = [...survivors]; left.length > 0;) {
    const byFile = new Map(left.map((tested) => [tested.file, tested]));
    for (const [file, tested] of byFile) {
      const text = sources.get(file)!;
      const [from, to] = rangeIn(text, tested);
      writeFileSync(path.join(copy, file), text.slice(0, from) + tested.replacement + text.slice(to));
    }
    const { stdout } = spawnSync(path.resolve('node_modules/.bin/tsc'), ['--noEmit', '-p', copy], { encoding: 'utf8' });
    for (const [file, tested] of byFile) {
      yield stdout.includes(`/${file}(`) ? { ...tested, status: 'CompileError' } : { ...tested, isTyped: true };
      writeFileSync(path.join(copy, file), sources.get(file)!);
    }
    left = left.filter((tested) => byFile.get(tested.file) !== tested);
  }
  rmSync(copy, { recursive: true, force: true });
}

function rangeIn(text: string, { location: { start, end } }: Tested): [from: number, to: number] {
  const lines = text.split('\n');
  const offsetOf = ({ line, column }: Position): number =>
    lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0) + column - 1;
  return [offsetOf(start), offsetOf(end)];
}

/** Formats a result as `src/a.ts:12 ForgottenCall: f();  ->  ;`. */
function inWords(tested: Tested): string {
  const { file, location, mutatorName, replacement } = tested;
  const text = sources.get(file)!;
  const short = (words: string): string => words.replaceAll(/\s+/g, ' ').slice(0, 100);
  return `${file}:${location.start.line} ${mutatorName}: ${short(text.slice(...rangeIn(text, tested)))}  ->  ${short(replacement)}`;
}

print(`seed ${seed}`);
const sums: string[] = [];
for (const name of values.room) {
  const { all, tested } = await test(name, ROOMS[name]!);
  const survivors = tested.filter((one) => !isCaught(one));
  const caught = tested.length - survivors.length;
  const meanMs = tested.reduce((sum, { tookMs }) => sum + tookMs, 0) / tested.length;
  for (const survivor of survivors) print(`  ${inWords(survivor)}`);
  sums.push(
    `${name.padEnd(13)} ${caught} of ${tested.length} caught (${((caught / tested.length) * 100).toFixed(0)} %), drawn from ${all}; ${(meanMs / 1000).toFixed(1)} s each`,
  );
}
print(`\nseed ${seed}\n${sums.join('\n')}`);
