/**
 * Serves one page that loads modules of the project from their sources, for measurements and tests without the built
 * app.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer, type DepOptimizationOptions } from 'vite';

interface SourceServerOptions {
  /** The page for any address that is not a file. */
  readonly page: string;
  /** Dependencies of the modules, found in advance, because the page must not reload in the middle. */
  readonly found?: DepOptimizationOptions;
  /** Called first; returns true when it has answered. */
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

export interface SourceServer {
  readonly origin: string;
  close(): Promise<void>;
}

export async function openSourceServer({ page, found, answer }: SourceServerOptions): Promise<SourceServer> {
  const cacheDir = mkdtempSync(path.join(tmpdir(), 'fieldkit-vite-'));
  const vite = await createServer({
    root: path.resolve(import.meta.dirname, '../..'),
    configFile: false,
    appType: 'custom',
    cacheDir,
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: found ?? { noDiscovery: true, include: ['idb', 'zod/mini'] },
  });
  const http = createHttpServer((request, response) => {
    if (answer?.(request, response) === true) return;
    vite.middlewares(request, response, () => {
      // Bare specifiers in a script of the page are resolved to addresses.
      void vite
        .transformIndexHtml('/', page)
        .then((html) => response.writeHead(200, { 'content-type': 'text/html' }).end(html));
    });
  });
  await new Promise<void>((resolve) => http.listen(0, 'localhost', resolve));
  return {
    origin: `http://localhost:${(http.address() as AddressInfo).port}`,
    async close() {
      await new Promise((resolve) => http.close(resolve));
      await vite.close();
      rmSync(cacheDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
