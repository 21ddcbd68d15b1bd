/** Builds the test files of a browser run ahead of it, and serves them: a page loads a few files instead of hundreds of single modules. */
import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { defineCampaign, seedOfRun } from './seed.mjs';

// As `vite` serves the app to its developers: Lit tells of wrong use, and a worker may lie anywhere.
process.env['NODE_ENV'] = 'development';

/** Builds `files` into `outDir`, each under its own path from `root`. */
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
        // The runner serves these itself, under the same path.
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
          // A module runs when it is imported, not when its file is loaded: a page has only what its test asks for.
          strictExecutionOrder: true,
          codeSplitting: {
            includeDependenciesRecursively: false,
            // What is only imported when it is needed stays in files of its own.
            groups: [{ name: 'shared', tags: ['$initial'], minShareCount: 2 }],
          },
          sourcemapExcludeSources: true,
          // A file is served from another place than it lies in: a relative path would lead the runner astray.
          sourcemapPathTransform: (source, map) => path.resolve(path.dirname(map), source),
        },
      },
    },
  });
}

/** Serves what was built in `outDir`; all else is for the runner. @returns {import('@web/test-runner').Middleware} */
export function builtFrom(outDir) {
  return (context, next) => {
    const file = path.join(outDir, context.path);
    if (!/\.(ts|js|map)$/.test(file) || !existsSync(file)) return next();
    context.type = 'js';
    context.body = createReadStream(file);
  };
}
