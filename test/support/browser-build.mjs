/**
 * Builds the test files before a browser run and serves them, so that a page loads a few files instead of hundreds of
 * modules.
 */
import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { defineCampaign, seedOfRun } from './seed.mjs';

// As in the development server: Lit warns of wrong use, and a worker may be in any folder.
process.env['NODE_ENV'] = 'development';

/** Builds `files` into `outDir`, each under its path relative to `root`. */
export async function buildTests(root, files, outDir) {
  const nameOf = (file) => path.relative(root, file).replaceAll(path.sep, '/');
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    define: { __FIELDKIT_VERSION__: JSON.stringify('0.0.0+test'), ...defineCampaign(seedOfRun()) },
    worker: { format: 'es' },
    plugins: [
      {
        name: 'runner-modules',
        enforce: 'pre',
        // The test runner serves these itself, under the same path.
        resolveId: (id) => (id.startsWith('/__web-') ? { id, external: true } : undefined),
      },
    ],
    build: {
      outDir,
      target: 'esnext',
      minify: false,
      sourcemap: true,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: Object.fromEntries(files.map((file) => [nameOf(file), file])),
        makeAbsoluteExternalsRelative: false,
        output: {
          entryFileNames: '[name]',
          // A module runs when it is imported, not when its file is loaded, so that a page runs only what its test
          // needs.
          strictExecutionOrder: true,
          codeSplitting: {
            includeDependenciesRecursively: false,
            // Dynamic imports stay in separate files.
            groups: [{ name: 'shared', tags: ['$initial'], minShareCount: 2 }],
          },
          sourcemapExcludeSources: true,
          // A file is served under another path than its own, so a relative path would mislead the test runner.
          sourcemapPathTransform: (source, map) => path.resolve(path.dirname(map), source),
        },
      },
    },
  });
}

/**
 * Serves the built files of `outDir`, and passes other requests to the test runner.
 * @returns {import('@web/test-runner').Middleware}
 */
export function builtFrom(outDir) {
  return (context, next) => {
    const file = path.join(outDir, context.path);
    if (!/\.(ts|js|map)$/.test(file) || !existsSync(file)) return next();
    context.type = 'js';
    context.body = createReadStream(file);
  };
}
