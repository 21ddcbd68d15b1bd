/** How the app is served and built: one page, one service worker, and the sandbox beside them. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import packageJson from './package.json' with { type: 'json' };
import { chunkFileName, preloadFirst, sharedFiles } from './src/build/chunks.ts';
import { deployment } from './src/build/deployment.ts';
import { siteFrom } from './src/build/policy.ts';
import { withIntegrity } from './src/build/precache.ts';
import { notices } from './src/build/notices.ts';
import { rescueFiles } from './src/build/rescue-files.ts';
import { sandboxMount } from './src/build/sandbox-mount.ts';
import { webManifest } from './src/build/web-manifest.ts';
import { words, writeWords } from './src/build/words.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const site = siteFrom(process.env);
writeWords(root);
let outDir = path.join(root, 'dist');

/** The folder that the command line may have named, for those who read what was written there. */
const whereTo: Plugin = {
  name: 'fieldkit-out-dir',
  configResolved(config) {
    outDir = path.resolve(config.root, config.build.outDir);
  },
};

function version(): string {
  try {
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return `${packageJson.version}+${commit.toString().trim()}`;
  } catch {
    return packageJson.version;
  }
}

export default defineConfig({
  root,
  base: site.base,
  appType: 'spa',
  define: { __FIELDKIT_VERSION__: JSON.stringify(process.env['FIELDKIT_VERSION'] ?? version()) },
  // No cross-origin headers of the server's own: what another origin may read is the sandbox's to say.
  server: { port: 5173, cors: false },
  preview: { port: 4173, strictPort: true, cors: false },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Nothing inline: the policy allows scripts, styles and fonts from our own origin only.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { chunkFileNames: chunkFileName, codeSplitting: { groups: sharedFiles(root) } },
    },
  },
  worker: {
    format: 'es',
    // The reader of codes says nothing of itself: only the kinds of codes that are named are to be built in.
    rolldownOptions: { treeshake: { moduleSideEffects: (id) => !id.includes('/@zxing/library/') } },
  },
  plugins: [
    whereTo,
    words(root),
    preloadFirst(),
    deployment(site, webManifest(`${root}public`, site.base)),
    rescueFiles(site),
    notices(),
    sandboxMount(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/service-worker',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: null,
      // Written by deployment(): so it is a file like the others, with a checksum.
      manifest: false,
      includeManifestIcons: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['**/*.{html,js,css,svg,png,woff2,wasm,webmanifest}', 'THIRD-PARTY.txt'],
        globIgnores: ['screenshots/**'],
        manifestTransforms: [withIntegrity(() => outDir)],
      },
      devOptions: { enabled: false },
    }),
  ],
});
