/** Gives every file of the precache its checksum, so that a deployment that is only half there is never installed. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ManifestTransform } from 'workbox-build';

/**
 * `integrity` lets the browser refuse any other bytes. A revision stands on names with a hash too: what an earlier version may
 * have kept under the bare name is then not looked at again.
 */
export function withIntegrity(outDir: () => string): ManifestTransform {
  return (entries) => ({
    warnings: [],
    manifest: entries.map((entry) => {
      const bytes = readFileSync(path.join(outDir(), entry.url));
      return {
        ...entry,
        revision: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
        integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`,
      };
    }),
  });
}
