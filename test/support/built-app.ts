/** Before the end-to-end suite: builds the app once, unless `dist/` is said to be fresh, and gives the run a TMPDIR of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildApp } from './build-app.ts';

export default async function prepare(): Promise<() => void> {
  // Profiles, and whatever Chromium litters: all of it goes when the suite has ended.
  const temporary = mkdtempSync(path.join(tmpdir(), 'fieldkit-e2e-'));
  process.env['TMPDIR'] = temporary;
  if (process.env['FIELDKIT_BUILT'] !== 'yes') await buildApp();
  return () => {
    try {
      rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    } catch {
      // A browser that is just dying may still write there; what is left is the system's to sweep.
    }
  };
}
