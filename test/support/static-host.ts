/** A plain web host for one folder, with or without the sandbox. The test sets what it answers for a missing file. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createSandboxBackend, sandboxMiddleware } from '../../src/sandbox/server.ts';

export interface StaticHost {
  readonly origin: string;
  /** Sets the served folder. */
  serve(folder: string, missing: 'page' | 'notFound'): void;
  /** Sends only the head of the app's page until this resolves. */
  holdBody(until: Promise<void>): void;
  /**
   * Delays each answer to a worker or for a script from now on. Returns how many were requested since, and the most at
   * once.
   */
  slowDown(latencyMs: number): () => { readonly requests: number; readonly atOnce: number };
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain',
  '.json': 'application/json',
};

export async function startStaticHost(first: string, hasSandbox = true): Promise<StaticHost> {
  let folder = first;
  let missing: 'page' | 'notFound' = 'page';
  let waiting: Promise<void> | null = null;
  let latencyMs = 0;
  let open = 0;
  let counts = { requests: 0, atOnce: 0 };
  const sandbox = hasSandbox
    ? sandboxMiddleware(createSandboxBackend({ now: Date.now }))
    : (...[, , next]: [unknown, unknown, () => void]): void => next();
  const server = createServer((request, response) => {
    sandbox(request, response, () => {
      if (latencyMs === 0 || request.headers['sec-fetch-dest'] !== 'empty') return answer(request, response);
      open += 1;
      counts = { requests: counts.requests + 1, atOnce: Math.max(counts.atOnce, open) };
      setTimeout(() => {
        open -= 1;
        answer(request, response);
      }, latencyMs);
    });
  });

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const urlPath = decodeURI(new URL(request.url ?? '/', 'http://localhost').pathname);
    const wanted = path.join(folder, urlPath);
    const isThere = existsSync(wanted) && statSync(wanted).isFile();
    // Real hosts know the app's pages by their addresses; only a careless host serves the page for a missing file.
    const isPage = !/^\/assets\/|\.\w+$/.test(urlPath);
    if (!isThere && !isPage && missing === 'notFound') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
      return;
    }
    const file = isThere ? wanted : path.join(folder, 'index.html');
    response.writeHead(200, {
      'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
      // By path alone, as careless rules do it: a wrong answer then also stays in the browser's cache.
      'cache-control': urlPath.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    const content = readFileSync(file);
    if (waiting === null || path.basename(file) !== 'index.html') {
      response.end(content);
      return;
    }
    const bodyAt = content.indexOf('<body');
    response.write(content.subarray(0, bodyAt));
    void waiting.then(() => response.end(content.subarray(bodyAt)));
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    serve(next, whenMissing) {
      folder = next;
      missing = whenMissing;
    },
    holdBody(until) {
      waiting = until;
      void until.then(() => (waiting = null));
    },
    slowDown(ms) {
      latencyMs = ms;
      counts = { requests: 0, atOnce: 0 };
      return () => counts;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
