/** Serves the built app with the sandbox, as `npm start` does, on a free port and under a second origin. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { preview, type PreviewServer } from 'vite';
import type { BackendFault } from '../../src/sandbox/backend/faults.ts';
import type { LoggedRequest, RequestLog } from '../../src/sandbox/backend/log.ts';
import type { SandboxOptions } from '../../src/sandbox/backend/options.ts';
import type { SnapshotDevice } from './sandbox-client.ts';
import type { SandboxBackend } from '../../src/sandbox/backend/backend.ts';
import { createSandboxBackend, sandboxMiddleware } from '../../src/sandbox/server.ts';

const root = path.resolve(import.meta.dirname, '../..');
const configFile = path.join(root, 'vite.config.ts');

export interface RunningServer {
  /** `http://localhost:<port>`. */
  readonly origin: string;
  /**
   * The same server under `http://127.0.0.1:<port>`: another origin, which the app's service worker does not control.
   */
  readonly otherOrigin: string;
  close(): Promise<void>;
}

/**
 * `outDir`: the build to serve; by default the folder that FIELDKIT_DIST names, else `dist`. Each server has its own
 * sandbox.
 */
export async function startAppServer({
  outDir = process.env['FIELDKIT_DIST'],
  port = 0,
  backend = createSandboxBackend({ now: Date.now }),
}: {
  outDir?: string | undefined;
  port?: number;
  backend?: SandboxBackend;
} = {}): Promise<RunningServer> {
  const { middlewares } = await previewOf(outDir);
  const sandbox = sandboxMiddleware(backend);
  const server = createServer((request, response) => {
    // Compressing every file for every browser takes longer than sending it uncompressed.
    delete request.headers['accept-encoding'];
    sandbox(request, response, () => middlewares(request, response));
  });
  return listening(server, port);
}

const previews = new Map<string | undefined, Promise<PreviewServer>>();

/**
 * Created once in a process for each folder, because reading the configuration takes longer than most tests. It does
 * not keep the process alive.
 */
function previewOf(outDir: string | undefined): Promise<PreviewServer> {
  let made = previews.get(outDir);
  if (made === undefined) {
    made = startPreview(outDir);
    previews.set(outDir, made);
    void made.then(({ httpServer }) => httpServer.unref());
  }
  return made;
}

function startPreview(outDir: string | undefined): Promise<PreviewServer> {
  return preview({
    root,
    configFile,
    logLevel: 'error',
    ...(outDir === undefined ? {} : { build: { outDir } }),
    preview: { port: 0, strictPort: false, host: '127.0.0.1' },
  });
}

/** Runs `npm start` itself, with the sandbox that the configuration mounts. */
export async function startWholePreview(outDir: string): Promise<RunningServer> {
  const server = await startPreview(outDir);
  const { port } = server.httpServer.address() as AddressInfo;
  return {
    ...originsAt(port),
    async close() {
      if ('closeAllConnections' in server.httpServer) server.httpServer.closeAllConnections();
      await server.close();
    },
  };
}

/** Serves the sandbox alone on its own origin, for cross-origin tests. */
export async function startSandboxServer(): Promise<RunningServer> {
  return listening(createServer(sandboxMiddleware(createSandboxBackend({ now: Date.now }))), 0);
}

const originsAt = (port: number): Pick<RunningServer, 'origin' | 'otherOrigin'> => ({
  origin: `http://localhost:${port}`,
  otherOrigin: `http://127.0.0.1:${port}`,
});

async function listening(server: Server, wanted: number): Promise<RunningServer> {
  const port = await listen(server, wanted);
  return {
    ...originsAt(port),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export interface SandboxControl {
  /** The base URL to enter in the app: paths of the interface begin with /v3. */
  readonly baseUrl: string;
  readonly legacyBaseUrl: string;
  reset(): Promise<void>;
  /** Returns the records of the named devices, or of all that have changed. */
  devices(...uniqueIds: string[]): Promise<Record<string, SnapshotDevice>>;
  setOptions(options: Partial<SandboxOptions>): Promise<void>;
  /** Replaces all faults; without arguments there are none. */
  setFaults(...faults: BackendFault[]): Promise<void>;
  log(): Promise<LoggedRequest[]>;
  /** Numbers of requests by the name of the key, by call and by outcome, since the log was cleared. */
  counts(): Promise<ReturnType<RequestLog['counts']>>;
  clearLog(): Promise<void>;
  /** Changes a device as another manager would. */
  setDevice(change: { uniqueId: string; values?: object; virtual?: object; pending?: object | null }): Promise<void>;
}

/** Controls one namespace of the sandbox. A test with its own namespace does not affect others. */
export function sandboxControl(origin: string, namespace: string): SandboxControl {
  const base = `${origin}/sandbox/~${namespace}`;
  async function call<T>(method: string, action: string, body?: unknown): Promise<T> {
    const response = await fetch(`${base}/control/${action}`, {
      method,
      // The call would fail if the server closed a kept connection at that moment.
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
    counts: () => call('GET', 'counts'),
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
