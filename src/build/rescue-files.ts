/** Builds the rescue page and the start watch as separate files, which do not depend on the app's bundle. */
import path from 'node:path';
import { build, type Plugin } from 'vite';
import { policyTags } from './deployment.ts';
import type { Site } from './policy.ts';

const SCRIPTS = { 'watch.js': 'src/rescue/watch.ts', 'rescue.js': 'src/rescue/rescue.ts' } as const;

export function rescueFiles(site: Site): Plugin {
  let root = '';
  let isBuild = false;
  return {
    name: 'fieldkit-rescue-files',
    configResolved(config) {
      root = config.root;
      isBuild = config.command === 'build';
    },
    transformIndexHtml: {
      order: 'pre',
      // Before the app's script, so that it notices when that script fails.
      handler: (html) =>
        isBuild
          ? html.replace(
              '<script type="module"',
              `<script src="${site.base}watch.js" vite-ignore></script>\n    <script type="module"`,
            )
          : html,
    },
    async generateBundle() {
      for (const [fileName, entry] of Object.entries(SCRIPTS)) {
        this.emitFile({ type: 'asset', fileName, source: await classicScript(path.join(root, entry)) });
      }
      this.emitFile({ type: 'asset', fileName: 'rescue.html', source: page(site) });
    },
  };
}

/** Builds one script without imports, which runs even if other files are missing. */
async function classicScript(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: entry, output: { format: 'iife', codeSplitting: false } },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const chunk = 'output' in output ? output.output[0] : undefined;
  if (chunk === undefined) throw new Error(`${entry} was not built`);
  return chunk.code;
}

function page(site: Site): string {
  return `<!doctype html>
<html lang="en" translate="no">
  <head>
    <meta charset="utf-8" />
    ${policyTags(site)}
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="${site.base}icons/icon.svg" type="image/svg+xml" />
    <title>Rescue · Beacon Fieldkit</title>
    <script src="${site.base}rescue.js" defer></script>
  </head>
  <body>
    <noscript>Beacon Fieldkit needs JavaScript.</noscript>
  </body>
</html>
`;
}
