/**
 * The sandbox's backend for a session: with the app's own calls, the keys of two customers, and a network that can be
 * switched off.
 */
import { createBackend } from '../../src/backend/backend.ts';
import type { FetchLike } from '../../src/backend/http.ts';
import { createProbe } from '../../src/backend/probe.ts';
import type { Account } from '../../src/domain/account.ts';
import { createSandboxBackend } from '../../src/sandbox/backend/backend.ts';
import type { SessionBackend } from './session-phone.ts';

export const SANDBOX_DRAFT = {
  name: 'North wing',
  baseUrl: 'http://localhost:4173/sandbox/v3',
  legacyBaseUrl: 'http://localhost:4173/sandbox/legacy',
  vendor: 'acme',
};

interface SandboxSession {
  readonly backend: SessionBackend;
  isOnline: boolean;
  /** The IDs requested by name, one list for each request. */
  readonly requestedIds: string[][];
  /** Returns the whole list for this key: ID and access. */
  readAccess(account: Account, apiKey: string): Promise<Map<string, string | null>>;
}

export function sandboxSession(): SandboxSession {
  const sandbox = createSandboxBackend({ now: Date.now });
  const requestedIds: string[][] = [];
  const send: FetchLike = async (url, init) => {
    if (!session.isOnline) throw new TypeError('Failed to fetch');
    const ids = new URL(url).searchParams.getAll('uniqueId');
    if (ids.length > 0) requestedIds.push(ids.flatMap((one) => one.split(',')));
    return sandbox.handle(new Request(url, init));
  };
  const backendOf = (account: Account, apiKey: string) =>
    createBackend({ account, apiKey: () => apiKey, fetch: send, clock: { nowMs: Date.now } });
  const session: SandboxSession = {
    isOnline: true,
    requestedIds,
    backend: {
      probe: createProbe({ fetch: send, clock: { nowMs: Date.now } }),
      findDevices: (account, apiKey, uniqueIds) => backendOf(account, apiKey).readDevices(uniqueIds),
    },
    async readAccess(account, apiKey) {
      const { devicePage } = backendOf(account, apiKey);
      const access = new Map<string, string | null>();
      for (let at: string | number | null = 0; at !== null;) {
        const page = await devicePage(at, 500);
        if (!page.ok) throw new Error(page.failure.kind);
        for (const device of page.value.devices) access.set(device.uniqueId, device.access);
        at = page.value.nextQuery;
      }
      return access;
    },
  };
  return session;
}
