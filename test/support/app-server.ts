/** Serves the built app with the sandbox beside it, as `npm start` does, on a port of its own; and a second origin. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { preview, type PreviewServer } from 'vite';
import type { BackendFault } from '../../src/sandbox/backend/faults.ts';
import type { LoggedRequest } from '../../src/sandbox/backend/log.ts';
import type { SandboxOptions } from '../../src/sandbox/backend/state.ts';
import type { SnapshotDevice } from '../../src/sandbox/backend/client.ts';
import { createSandboxBackend, sandboxMiddleware } from '../../src/sandbox/server.ts';

const root = path.resolve(import.meta.dirname, '../..');
const configFile = path.join(root, 'vite.config.ts');

export interface RunningServer {
  /** `http://localhost:<port>`. */
  readonly origin: string;
  /** The same server under `http://127.0.0.1:<port>`: another origin, free of the app's service worker. */
  readonly otherOrigin: string;
  close(): Promise<void>;
}

/** `outDir`: the build to serve; when absent the folder that FIELDKIT_DIST names, else `dist`. */
export async function startAppServer({
  outDir = process.env['FIELDKIT_DIST'],
  port,
}: { outDir?: string | undefined; port?: number } = {}): Promise<RunningServer> {
  const serve = async (tries: number): Promise<{ server: PreviewServer; chosen: number }> => {
    const chosen = port ?? (await freePort());
    try {
      const options = { port: chosen, strictPort: true, host: '127.0.0.1' };
      return {
        chosen,
        server: await preview({
          root,
          configFile,
          logLevel: 'error',
          ...(outDir === undefined ? {} : { build: { outDir } }),
          preview: options,
        }),
      };
    } catch (error) {
      // Another file, beside this one, was given the same free port and was quicker.
      if (port !== undefined || tries === 1 || !/already in use/.test(String(error))) throw error;
      return serve(tries - 1);
    }
  };
  const { server, chosen } = await serve(5);
  return {
    origin: `http://localhost:${chosen}`,
    otherOrigin: `http://127.0.0.1:${chosen}`,
    async close() {
      if ('closeAllConnections' in server.httpServer) server.httpServer.closeAllConnections();
      await server.close();
    },
  };
}

/** The sandbox alone on its own origin, for what happens across origins. */
export async function startSandboxServer(): Promise<RunningServer> {
  const server = createServer(sandboxMiddleware(createSandboxBackend({ now: Date.now })));
  const port = await listen(server, 0);
  return {
    origin: `http://localhost:${port}`,
    otherOrigin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export interface SandboxControl {
  /** What the app is given as base URL: interface paths begin with /v3. */
  readonly baseUrl: string;
  readonly legacyBaseUrl: string;
  reset(): Promise<void>;
  /** The records of the devices that were touched, or of those named. */
  devices(...uniqueIds: string[]): Promise<Record<string, SnapshotDevice>>;
  setOptions(options: Partial<SandboxOptions>): Promise<void>;
  /** Replaces all faults; none = all is well. */
  setFaults(...faults: BackendFault[]): Promise<void>;
  log(): Promise<LoggedRequest[]>;
  clearLog(): Promise<void>;
  /** As if another manager had done it. */
  setDevice(change: { uniqueId: string; values?: object; virtual?: object; pending?: object | null }): Promise<void>;
}

/** Controls of one namespace of the sandbox: a test that takes its own disturbs no other. */
export function sandboxControl(origin: string, namespace: string): SandboxControl {
  const base = `${origin}/sandbox/~${namespace}`;
  async function call<T>(method: string, action: string, body?: unknown): Promise<T> {
    const response = await fetch(`${base}/control/${action}`, {
      method,
      // A kept connection that the server closes at that moment would fail the call.
      headers: { connection: 'close' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`sandbox control ${method} ${action}: ${JSON.stringify(answer)}`);
    return answer as T;
  }
  return {
    baseUrl: base,
    legacyBaseUrl: `${base}/legacy`,
    async reset() {
      await call('POST', 'reset');
    },
    async devices(...uniqueIds) {
      const query = uniqueIds.length === 0 ? '' : `?uniqueId=${uniqueIds.join(',')}`;
      return (await call<{ devices: Record<string, SnapshotDevice> }>('GET', `snapshot${query}`)).devices;
    },
    async setOptions(options) {
      await call('PUT', 'options', options);
    },
    async setFaults(...faults) {
      await call('PUT', 'faults', faults);
    },
    log: () => call('GET', 'log'),
    async clearLog() {
      await call('DELETE', 'log');
    },
    async setDevice(change) {
      await call('PUT', 'device', change);
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe, 0);
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  return port;
}
