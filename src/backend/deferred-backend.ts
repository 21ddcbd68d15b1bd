/** The backend of one account whose code is fetched with the first call: who looks at the list without a network does not wait for it. */
import type { BackendFailure } from '../domain/backend-failure.ts';
import { onDemand } from '../domain/on-demand.ts';
import type { Backend } from './backend.ts';
import type { BackendParts } from './http.ts';

/** A call that is missing here is a type error. */
const CALLS: Record<keyof Backend, true> = {
  createConfig: true,
  readPending: true,
  encryptConfig: true,
  postResponse: true,
  postVirtual: true,
  devicePage: true,
  readDevices: true,
  readDevice: true,
};

/** What every call can answer: that nothing was sent, since not even the code for it came over the network. */
const NOT_HERE: BackendFailure = {
  kind: 'offline',
  status: 0,
  message: '',
  fields: [],
  retryAfterMs: null,
};
const UNSENT = { ok: false, kind: 'failed', failure: NOT_HERE } as const;

/** As `createBackend`, and no call of it rejects either. */
export function deferBackend(
  parts: BackendParts,
  load: () => Promise<typeof import('./backend.ts')> = () => import('./backend.ts'),
): Backend {
  const opened = onDemand(async () => (await load()).createBackend(parts));
  type Call = (...given: unknown[]) => Promise<unknown>;
  const calls = Object.keys(CALLS).map((name): [string, Call] => [
    name,
    async (...given) => {
      const backend = await opened().catch(() => null);
      return backend === null ? UNSENT : (backend[name as keyof Backend] as Call)(...given);
    },
  ]);
  return Object.fromEntries(calls) as unknown as Backend;
}
