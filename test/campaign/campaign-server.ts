/** The built app with the sandbox beside it, as `npm start` serves them, with an ear on every request: a request is what a kill is triggered by. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { preview } from 'vite';
import { createSandboxBackend, sandboxMiddleware } from '../../src/sandbox/server.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** A page of the app's origin that runs nothing of the app: the disk can be looked at before the app touches it. */
export const BLANK_PATH = '/sandbox/blank';
/** The page calls it synchronously at an armed moment of its journal, and stands still until it is answered. */
export const NOW_PATH = '/sandbox/now';

export interface HeardRequest {
  readonly method: string;
  /** After the namespace: "/legacy/device/update". */
  readonly path: string;
  readonly body: string;
}

export interface CampaignEars {
  /** The request has arrived and has done nothing yet; it waits for what this returns. Throwing leaves it undone and unanswered. */
  arrived(request: HeardRequest): void | Promise<void>;
  /** It has taken effect; nobody has heard of it yet. Throwing leaves it unanswered. */
  tookEffect(request: HeardRequest, status: number): void;
  /** The page stands still at an armed moment, until this resolves. */
  now(): void | Promise<void>;
}

export interface CampaignServer {
  readonly origin: string;
  /** The same server under another name, free of the app's service worker. */
  readonly otherOrigin: string;
  readonly ears: { current: CampaignEars | null };
  close(): Promise<void>;
}

/** The app's own policy forbids the synchronous request with which a page is stopped at a row of its journal. */
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

/** Null for the controls, which are not the app's. */
async function hear(request: Request): Promise<HeardRequest | null> {
  const found = /^\/sandbox(?:\/~[^/]+)?(\/(?:legacy|v3)\/.*)$/.exec(new URL(request.url).pathname);
  if (found === null) return null;
  return {
    method: request.method,
    path: found[1]!,
    body: request.method === 'GET' ? '' : await request.clone().text(),
  };
}
