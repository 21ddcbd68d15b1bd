/**
 * Builds of the app that differ from `dist` in one thing. Each is built once in a run, by the test that needs it first.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync } from 'node:fs';
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
  mkdirSync(beaconStore, { recursive: true });
  const fresh = mkdtempSync(path.join(beaconStore, 'building-'));
  await buildApp({ ...VARIANTS[name], outDir: fresh });
  try {
    renameSync(fresh, folder);
  } catch (error) {
    // Another file of the suite was faster.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
