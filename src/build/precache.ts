/** Adds a checksum to every file of the precache, so that an incomplete deployment is never installed. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ManifestTransform } from 'workbox-build';

/**
 * `integrity` makes the browser refuse any other bytes. Names with a hash get a revision too, so that a file that an earlier version
 * cached under the bare name is not used.
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
