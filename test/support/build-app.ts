/**
 * Builds the app exactly as `npm run build` does, in its own process, because the test runner's NODE_ENV would change
 * the result.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';

const ownRoot = path.resolve(import.meta.dirname, '../..');

export interface BuildOptions {
  /** Default `dist`. */
  readonly outDir?: string;
  /** The version that the app shows; from package.json and the commit by default. */
  readonly version?: string;
  /** FIELDKIT_CONNECT_SRC. */
  readonly connectSrc?: string;
  /** FIELDKIT_BASE. */
  readonly base?: string;
  /** The folder of the sources; this checkout by default. */
  readonly root?: string;
}

/** Rejects with the output of the build when it fails. */
export function buildApp({ outDir, version, connectSrc, base, root = ownRoot }: BuildOptions = {}): Promise<void> {
  const args = [path.join(ownRoot, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', '--emptyOutDir'];
  if (outDir !== undefined) args.push('--outDir', outDir);
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production' };
  if (version !== undefined) env['FIELDKIT_VERSION'] = version;
  if (connectSrc !== undefined) env['FIELDKIT_CONNECT_SRC'] = connectSrc;
  if (base !== undefined) env['FIELDKIT_BASE'] = base;
  // Vite would detect these variables of the test runner and behave as in a test.
  for (const name of Object.keys(env)) if (name.startsWith('VITEST')) delete env[name];

  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`the build failed:\n${output}`))));
  });
}
