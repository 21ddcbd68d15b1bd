/** A phone with a key at the sandbox's backend. What it stores and does there is added by the tests of each use case. */
import { createBackend, type BackendParts } from '../../src/backend/backend.ts';
import { createSandboxBackend, type SandboxBackend } from '../../src/sandbox/backend/backend.ts';
import type { QueueStore } from '../../src/use-cases/outbox/ports.ts';
import { AT_SANDBOX, fixtureAccount } from './fixture-rows.ts';
import { clientOver, type SnapshotDevice } from './sandbox-client.ts';
import { memoryPace } from './pace.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts';

export const START = Date.UTC(2026, 0, 2);

interface PhoneRequest {
  readonly method: string;
  /** Below the legacy address. */
  readonly path: string;
  readonly search: string;
  readonly body: string;
}

interface SandboxPhoneOptions {
  readonly seed: string;
  readonly accountId?: string;
  readonly clock?: VirtualClock;
  /** That of another phone. */
  readonly sandbox?: SandboxBackend | undefined;
  /** Where the wait that the backend requires is stored. */
  readonly queue?: QueueStore;
  /** Surrounds each request. */
  readonly around?: (request: PhoneRequest, send: () => Promise<Response>) => Promise<Response>;
}

export function createSandboxPhone({
  seed,
  accountId = 'phone',
  clock = createVirtualClock(START),
  sandbox = createSandboxBackend({ seed, now: () => clock.nowMs() }),
  queue,
  around = (_, send) => send(),
}: SandboxPhoneOptions) {
  const account = fixtureAccount({ id: accountId, ...AT_SANDBOX });
  /** Null: it is not entered. */
  const key: { value: string | null } = { value: 'sandbox-owner-key' };
  const pace = memoryPace(clock, queue);
  const http: BackendParts = {
    account,
    pace,
    apiKey: () => key.value,
    clock,
    timeout: () => new AbortController().signal,
    fetch(url, init) {
      const { pathname, search } = new URL(url);
      const path = pathname.slice('/sandbox/legacy'.length);
      const request = { method: init.method ?? 'GET', path, search, body: String(init.body ?? '') };
      // To a page, a failure of the network looks like this.
      const send = () =>
        sandbox.handle(new Request(url, init)).catch(() => Promise.reject(new TypeError('Failed to fetch')));
      return around(request, send);
    },
  };
  const client = clientOver(sandbox.handle, AT_SANDBOX.baseUrl, '');
  return {
    clock,
    sandbox,
    account,
    pace,
    key,
    backend: createBackend(http),
    /** For further calls of the backend. */
    http,
    control: (action: string, body: unknown) => client.control('PUT', action, body),
    async snapshot(uniqueId: string): Promise<SnapshotDevice> {
      const answer = await client.control('GET', `snapshot?uniqueId=${uniqueId}`);
      return ((await answer.json()) as { devices: Record<string, SnapshotDevice> }).devices[uniqueId]!;
    },
  };
}
