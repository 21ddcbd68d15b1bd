/** Builds the app once before the end-to-end suite, unless the caller says that `dist/` is fresh. */
import path from 'node:path';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');

export default async function buildOnce(): Promise<void> {
  if (process.env['FIELDKIT_BUILT'] === 'yes') return;
  await build({ root, configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' });
}
