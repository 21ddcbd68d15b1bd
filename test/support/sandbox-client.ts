/** A small client of the emulated backend for tests: builds the interface's requests and reads the controls. */
import { createSandboxBackend, type SandboxBackend } from '../../src/sandbox/backend/backend.ts';
import type { DeviceRecord } from '../../src/sandbox/backend/state.ts';
import type { Values } from '../../src/sandbox/values.ts';

export interface SnapshotDevice extends DeviceRecord {
  readonly values: Values;
  readonly stateChanges: number;
}

export interface SandboxClient {
  as(key: string): SandboxClient;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  form(path: string, fields: Record<string, string>): Promise<Response>;
  create(uniqueId: string, attributes: Record<string, string>): Promise<Response>;
  /** Returns the Base64 package; null when nothing is pending. */
  package(uniqueId: string): Promise<string | null>;
  post(uniqueId: string, response: string, fields?: Record<string, string>): Promise<Response>;
  control(method: string, action: string, body?: unknown): Promise<Response>;
  snapshot(): Promise<{ devices: Record<string, SnapshotDevice> }>;
}

interface ClientOptions {
  readonly backend?: SandboxBackend;
  readonly state?: string;
  readonly namespace?: string;
}

/** A separate backend whose clock stays at 2026-01-01 until it is moved. */
export function clientFor({ backend: existing, state, namespace }: ClientOptions = {}): {
  readonly backend: SandboxBackend;
  readonly clock: { nowMs: number };
  readonly client: SandboxClient;
} {
  const clock = { nowMs: Date.UTC(2026, 0, 1) };
  const backend =
    existing ?? createSandboxBackend({ now: () => clock.nowMs, ...(state === undefined ? {} : { state }) });
  const base = `http://sandbox.test/sandbox${namespace === undefined ? '' : `/~${namespace}`}`;
  return { backend, clock, client: clientOver((request) => backend.handle(request), base, 'sandbox-owner-key') };
}

/** The same calls over any transport, such as fetch. */
export function clientOver(send: (request: Request) => Promise<Response>, base: string, key: string): SandboxClient {
  const accept = 'application/vnd.com.acme+json;version=10';
  const client: SandboxClient = {
    as: (other) => clientOver(send, base, other),
    get(path, headers = {}) {
      const url = path.startsWith('http') ? path : `${base}/legacy${path}`;
      return send(new Request(url, { headers: { accept, 'api-key': key, ...headers } }));
    },
    form(path, fields) {
      const headers = { accept, 'api-key': key, 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
      return send(
        new Request(`${base}/legacy${path}`, { method: 'POST', headers, body: new URLSearchParams(fields).toString() }),
      );
    },
    create: (uniqueId, attributes) => client.form('/config/create', { uniqueId, deviceType: 'BEACON', ...attributes }),
    async package(uniqueId) {
      const answered = await client.get(`/config/encrypt?uniqueId=${uniqueId}`);
      const { configs } = (await answered.json()) as { configs: { config: string }[] };
      return configs[0]?.config ?? null;
    },
    post: (uniqueId, response, fields = {}) =>
      client.form('/device/update', { uniqueId, deviceType: 'BEACON', response, updated: '1767225600', ...fields }),
    control(method, action, body) {
      const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
      return send(new Request(`${base}/control/${action}`, init));
    },
    async snapshot() {
      return (await client.control('GET', 'snapshot')).json() as Promise<{ devices: Record<string, SnapshotDevice> }>;
    },
  };
  return client;
}
