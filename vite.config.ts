/** How the app is served and built: one page, one service worker, and the sandbox beside them. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import packageJson from './package.json' with { type: 'json' };
import { chunkFileName, sandboxMount } from './test/support/build/sandbox-mount.ts';
import { securityHeaders } from './test/support/build/security-headers.ts';
import { webManifest } from './test/support/build/web-manifest.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

function version(): string {
  try {
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
    return `${packageJson.version}+${commit.toString().trim()}`;
  } catch {
    return packageJson.version;
  }
}

export default defineConfig({
  root,
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
    rolldownOptions: { output: { chunkFileNames: chunkFileName } },
  },
  worker: { format: 'es' },
  plugins: [
    securityHeaders(),
    sandboxMount(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/service-worker',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: null,
      manifest: webManifest(`${root}public`),
      includeManifestIcons: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['**/*.{html,js,css,svg,png,woff2,wasm,webmanifest}'],
        globIgnores: ['**/sandbox-*', 'screenshots/**'],
      },
      devOptions: { enabled: false },
    }),
  ],
});
