/** The connection test: tells apart what a page honestly can about an address and a key (field-facts 3, CORS). */
import type { AccountDraft } from '../domain/account.ts';
import { makeAccount } from '../domain/account.ts';
import type { BackendFailure } from '../domain/backend-failure.ts';
import { createDevicesCalls } from './devices.ts';
import { createHttp, type BackendParts } from './http.ts';

/** `devices` is null unless the backend says how many there are. */
export type ProbeVerdict =
  | { readonly kind: 'ok'; readonly devices: number | null }
  | { readonly kind: 'wrongKey' }
  | { readonly kind: 'hiddenByCors' }
  | { readonly kind: 'wrongHostOrOffline' }
  | { readonly kind: 'other'; readonly failure: BackendFailure };

export type Probe = (draft: AccountDraft, apiKey: string, signal?: AbortSignal) => Promise<ProbeVerdict>;

export function createProbe(parts: Pick<BackendParts, 'fetch' | 'nowMs' | 'timeout'>): Probe {
  return async (draft, apiKey, signal) => {
    const account = makeAccount(draft, 'probe', 'live', parts.nowMs());
    const calls = createDevicesCalls(createHttp({ ...parts, account, apiKey: () => apiKey }));
    const page = await calls.devicePage(null, 1, signal);
    if (page.ok) return { kind: 'ok', devices: page.value.count };
    const { failure } = page;
    if (failure.kind === 'key' || failure.kind === 'forbidden') return { kind: 'wrongKey' };
    if (failure.kind !== 'offline') return { kind: 'other', failure };
    return (await isReachable(account.legacyBaseUrl, account.settings.delivery.timeoutMs, signal)) ? { kind: 'hiddenByCors' } : { kind: 'wrongHostOrOffline' };
  };

  /** Without the key and without a look at the answer: only whether somebody answers there at all. */
  async function isReachable(legacyBaseUrl: string, timeoutMs: number, signal?: AbortSignal): Promise<boolean> {
    const limit = (parts.timeout ?? AbortSignal.timeout.bind(AbortSignal))(timeoutMs);
    try {
      await parts.fetch(`${legacyBaseUrl}/device`, {
        method: 'GET',
        mode: 'no-cors',
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
      });
      return true;
    } catch {
      return false;
    }
  }
}
