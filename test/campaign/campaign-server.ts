/**
 * Serves the built app with the sandbox beside it, as `npm start` does, and reports every request, because a request
 * can trigger a kill.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { preview } from 'vite';
import { createSandboxBackend, sandboxMiddleware } from '../../src/sandbox/server.ts';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * A page of the app's origin that runs none of the app's code, so that stored data can be read before the app changes
 * it.
 */
export const BLANK_PATH = '/sandbox/blank';
/** The page requests this path synchronously at an armed moment of its journal, and is blocked until the answer. */
export const NOW_PATH = '/sandbox/now';

export interface HeardRequest {
  readonly method: string;
  /** The path after the namespace, such as "/legacy/device/update". */
  readonly path: string;
  readonly body: string;
}

export interface CampaignEars {
  /**
   * Called when a request has arrived, before it takes effect. The request waits for the returned promise. If this
   * throws, the request has no effect and no answer.
   */
  arrived(request: HeardRequest): void | Promise<void>;
  /** Called when it has taken effect, before the answer is sent. If this throws, it has no answer. */
  tookEffect(request: HeardRequest, status: number): void;
  /** Called while the page is blocked at an armed moment. The page continues when this resolves. */
  now(): void | Promise<void>;
}

export interface CampaignServer {
  readonly origin: string;
  /** The same server under another origin, which the app's service worker does not control. */
  readonly otherOrigin: string;
  readonly ears: { current: CampaignEars | null };
  close(): Promise<void>;
}

/** Removes `sync-xhr` from the app's policy: a page is stopped at a row of its journal by a synchronous request. */
function allowStop(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    setHeader(
      name,
      name.toLowerCase() === 'permissions-policy' ? String(value).replace(/,? ?sync-xhr=\(\)/, '') : value,
    );
}

/** `outDir`: the build to serve. */
export async function startCampaignServer(outDir: string): Promise<CampaignServer> {
  const app = await preview({
    root,
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, strictPort: false, host: '127.0.0.1' },
  });
  const backend = createSandboxBackend({ now: Date.now });
  const ears: CampaignServer['ears'] = { current: null };
  const sandbox = sandboxMiddleware({
    ...backend,
    async handle(request) {
      const heard = await hear(request);
      if (heard !== null) await ears.current?.arrived(heard);
      const answer = await backend.handle(request);
      if (heard !== null) ears.current?.tookEffect(heard, answer.status);
      return answer;
    },
  });
  const server = createServer((request: IncomingMessage, response) => {
    const url = request.url ?? '/';
    if (url === BLANK_PATH)
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>blank</title>');
    else if (url === NOW_PATH) void Promise.resolve(ears.current?.now()).then(() => response.end());
    else if (url.startsWith('/sandbox/')) sandbox(request, response);
    else {
      allowStop(response);
      app.middlewares(request, response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    otherOrigin: `http://127.0.0.1:${port}`,
    ears,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await app.close();
    },
  };
}

/** Returns the request. Null for requests to the controls, which are not the app's. */
async function hear(request: Request): Promise<HeardRequest | null> {
  const found = /^\/sandbox(?:\/~[^/]+)?(\/(?:legacy|v3)\/.*)$/.exec(new URL(request.url).pathname);
  if (found === null) return null;
  return {
    method: request.method,
    path: found[1]!,
    body: request.method === 'GET' ? '' : await request.clone().text(),
  };
}
