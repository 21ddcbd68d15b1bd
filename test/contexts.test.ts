/** Each context of the app compiles with the globals that exist when it runs. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
let folder: string;

beforeAll(async () => {
  // Inside the project, so that its files find the type packages.
  folder = await mkdtemp(path.join(root, 'node_modules/.contexts-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns the code of the compiler's first error for `source` in the context of `config`, or null. */
async function errorOf(source: string, config: string): Promise<string | null> {
  await writeFile(path.join(folder, 'source.ts'), `${source}\nexport {};\n`);
  await writeFile(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: path.join(root, config), include: ['source.ts'], exclude: [] }),
  );
  const output = await new Promise<string>((resolve) =>
    execFile(
      process.execPath,
      [path.join(root, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', folder],
      (_, stdout) => resolve(stdout),
    ),
  );
  return /error (TS\d+)/.exec(output)?.[1] ?? null;
}

it.each([
  ['document.title', 'src/service-worker/tsconfig.json'],
  ['localStorage.length', 'src/service-worker/tsconfig.json'],
  ['declare const scope: ServiceWorkerGlobalScope; void scope.skipWaiting()', 'src/app/tsconfig.json'],
  ['process.cwd()', 'src/app/tsconfig.json'],
  ['document.title', 'src/build/tsconfig.json'],
])('code that the context lacks, "%s", does not compile with %s', async (source, config) => {
  expect(await errorOf(source, config)).toMatch(/^TS2/);
});

it.each([
  ['document.title', 'src/app/tsconfig.json'],
  ['declare const scope: ServiceWorkerGlobalScope; void scope.skipWaiting()', 'src/service-worker/tsconfig.json'],
  ['process.cwd()', 'src/build/tsconfig.json'],
])('code that the context offers, "%s", compiles with %s', async (source, config) => {
  expect(await errorOf(source, config)).toBeNull();
});
