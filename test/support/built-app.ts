/**
 * Prepares the end-to-end suite: builds the app once, unless `dist/` is declared up to date, and gives the run its own
 * TMPDIR.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildApp } from './build-app.ts';

export default async function prepare(): Promise<() => void> {
  // For profiles and Chromium's temporary files; removed when the suite has ended.
  const temporary = mkdtempSync(path.join(tmpdir(), 'fieldkit-e2e-'));
  process.env['TMPDIR'] = temporary;
  if (process.env['FIELDKIT_BUILT'] !== 'yes') await buildApp();
  return () => {
    try {
      rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    } catch {
      // A browser that is ending may still write there; the system removes the rest later.
    }
  };
}
