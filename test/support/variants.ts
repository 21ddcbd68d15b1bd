/**
 * Builds of the app that differ from `dist` in one thing. Each is built once in a run, by the test that needs it first.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildApp, type BuildOptions } from './build-app.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** The value that the deployment page recommends. */
export const DOCUMENTED_CONNECT_SRC = /FIELDKIT_CONNECT_SRC="([^"]+)"/.exec(
  readFileSync(path.join(root, 'src/docs/deployment.md'), 'utf8'),
)![1]!;

const VARIANTS = {
  one: { version: '1.0.0+one' },
  two: { version: '1.0.0+two' },
  three: { version: '1.0.0+three' },
  below: { base: '/fieldkit/' },
  /** The first version again, with another policy. */
  narrow: { version: '1.0.0+one', connectSrc: DOCUMENTED_CONNECT_SRC },
} as const satisfies Record<string, BuildOptions>;

/** Resolves with the folder of the build, which all tests of the run share: a test that changes it takes a copy. */
export async function variant(name: keyof typeof VARIANTS): Promise<string> {
  // The run's own TMPDIR (built-app.ts).
  const beaconStore = path.join(tmpdir(), 'fieldkit-variants');
  const folder = path.join(beaconStore, name);
  if (existsSync(folder)) return folder;
  const fresh = `${folder}-building`;
  if (mkdirSync(fresh, { recursive: true }) === undefined) {
    // Another file of the suite builds it.
    await untilGone(fresh);
    return variant(name);
  }
  try {
    await buildApp({ ...VARIANTS[name], outDir: fresh });
    renameSync(fresh, folder);
  } finally {
    // After a failed build, the next file that needs the variant tries again.
    rmSync(fresh, { recursive: true, force: true });
  }
  return folder;
}

/** Resolves when a folder that another process writes has been renamed or removed. */
function untilGone(folder: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(path.dirname(folder), () => check());
    const check = (): void => {
      if (existsSync(folder)) return;
      watcher.close();
      resolve();
    };
    check();
  });
}
