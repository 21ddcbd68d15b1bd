/** Builds of the app that differ from `dist` in one thing, each made once a run whichever test asks for it first. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildApp, type BuildOptions } from './build-app.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** What the deployment page tells people to build with. */
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

/** Resolves with its folder, which belongs to all tests of the run: one that changes it takes a copy. */
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
    // Another file of the suite was quicker.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
