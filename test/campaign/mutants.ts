/** `npm run campaign:mutants -- 60`: puts so many small mistakes, one at a time, into the sources and says which ones no test finds. Options: --seed N, --in FOLDER-OR-FILE (again for more). */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { reachOf, sourcesOf } from '../support/reach.ts';
import { seedOfRun } from '../support/seed.mjs';
import { mutantInWords, mutantsOf, withMutant, type Mutant } from './mutate.ts';

/** Rooms in which a mistake costs a receipt or a row. */
const ROOMS = ['src/domain', 'src/use-cases', 'src/storage'];
/** A mistake that never ends is found. */
const HANGS_AFTER_MS = 240_000;
const NOT_MUTATED = /\.test\.ts$|\.d\.ts$/;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, in: { type: 'string', multiple: true, default: ROOMS } },
});
const wanted = Number(positionals[0] ?? 60);
if (!Number.isInteger(wanted) || wanted < 1) {
  process.stderr.write('Usage: npm run campaign:mutants -- <mutants> [--seed N] [--in FOLDER-OR-FILE]\n');
  process.exit(2);
}
const seed = values.seed === undefined ? seedOfRun() : Number(values.seed);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const root = path.resolve(import.meta.dirname, '../..');
const copy = path.join(root, '.tmp/mutants');
const sources = sourcesOf(root);

interface Planted {
  readonly file: string;
  readonly mutant: Mutant;
}

/** The same ones for the same seed and sources. */
function draw(all: readonly Planted[]): Planted[] {
  let state = seed + 1;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return all
    .map((planted) => ({ planted, at: next() }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, wanted)
    .map(({ planted }) => planted);
}

/** A copy of the project: a campaign that is stopped leaves no mistake behind. */
function makeCopy(): void {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const name of [
    'src',
    'test',
    'package.json',
    'tsconfig.json',
    'vite.config.ts',
    '.wtr.config.mjs',
    'index.html',
    'public',
    'README.md',
  ])
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
}

/** Whether these tests find something wrong. */
function finds(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(path.join(root, 'node_modules/.bin', command), args, {
      cwd: copy,
      stdio: 'ignore',
      detached: true,
      env: { ...process.env, FIELDKIT_SEED: String(seed) },
    });
    const hangs = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), HANGS_AFTER_MS);
    child.once('exit', (code) => {
      clearTimeout(hangs);
      resolve(code !== 0);
    });
  });
}

const VITEST = ['run', '--config', 'test/vitest.config.ts', '--bail=1'];

/** By what it is found: the tests that import the file, on Node first. Null: by none. */
async function foundBy(file: string): Promise<string | null> {
  const { unit, browser } = reachOf([file], sources);
  const near = (unit ?? []).filter((test) => test !== 'test/architecture.test.ts');
  if (near.length > 0 && (await finds('vitest', [...VITEST, '--project', 'unit', ...near]))) return 'unit';
  const room = file.split('/').slice(0, 2).join('/');
  const inBrowser = (browser ?? []).filter((test) => test.startsWith(`${room}/`));
  if (inBrowser.length > 0 && (await finds('wtr', ['--config', '.wtr.config.mjs', '--files', ...inBrowser])))
    return 'browser';
  if (await finds('vitest', [...VITEST, '--project', 'lives'])) return 'lives';
  return null;
}

const folders = values.in;
const files = [...sources.keys()].filter(
  (file) =>
    file.endsWith('.ts') &&
    !NOT_MUTATED.test(file) &&
    folders.some((folder) => file === folder || file.startsWith(`${folder}/`)),
);
const all = files.toSorted().flatMap((file) => mutantsOf(file, sources.get(file)!).map((mutant) => ({ file, mutant })));
const drawn = draw(all);
say(`seed ${seed}; ${drawn.length} of ${all.length} mutants in ${files.length} files`);
makeCopy();
const survivors: string[] = [];
for (const [at, { file, mutant }] of drawn.entries()) {
  const text = readFileSync(path.join(copy, file), 'utf8');
  const words = `${file}:${mutantInWords(text, mutant)}`;
  writeFileSync(path.join(copy, file), withMutant(text, mutant));
  const by = await foundBy(file);
  writeFileSync(path.join(copy, file), text);
  if (by === null) survivors.push(words);
  say(`${at + 1}/${drawn.length} ${by ?? 'SURVIVED'}  ${words}`);
}
rmSync(copy, { recursive: true, force: true });
const share = ((drawn.length - survivors.length) / drawn.length) * 100;
say(`\n${drawn.length - survivors.length} of ${drawn.length} found (${share.toFixed(0)} %), seed ${seed}`);
for (const words of survivors) say(`  ${words}`);
