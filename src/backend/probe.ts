/**
 * The connection test: sends requests to both addresses and returns what a page can determine about an address and a
 * key (field-facts.md 3, CORS).
 */
import { makeAccount } from '../domain/account.ts';
import type { BackendFailure } from '../domain/backend-failure.ts';
import type { PolicyWatch } from './content-policy.ts';
import { createDevicesCalls } from './devices.ts';
import type { DevicePage } from '../use-cases/devices/ports.ts';
import { createHttp, type BackendParts } from './http.ts';
import { createStreamCalls } from './streams.ts';
import type { AddressVerdict } from '../use-cases/session/session.ts';
import type { SessionPorts } from '../use-cases/session/ports.ts';

type Probe = SessionPorts['probe'];

type ProbeParts = Pick<BackendParts, 'fetch' | 'clock' | 'timeout'> & {
  /** Absent where no policy can be watched. */
  readonly watchPolicy?: () => PolicyWatch;
};

/**
 * Returns how many devices the key sees, if the first page shows it. A count no larger than the page may mean the page
 * alone.
 */
function knownTotal({ devices, skipped, nextQuery, count }: DevicePage): number | null {
  const onPage = devices.length + skipped;
  if (count !== null && count > onPage) return count;
  return nextQuery === null && count === onPage ? onPage : null;
}

export function createProbe(parts: ProbeParts): Probe {
  return async (draft, apiKey, signal) => {
    const account = makeAccount(draft, 'probe', 'live', parts.clock.nowMs());
    const calls = { ...parts, account, apiKey: () => apiKey };
    const limitMs = account.settings.delivery.timeoutMs;
    const watch = parts.watchPolicy?.() ?? null;
    try {
      const [legacy, v3] = await Promise.all([
        createDevicesCalls(createHttp(calls)).devicePage(0, 1, signal),
        createStreamCalls(calls).readStreams('telemetry', signal),
      ]);
      const ofV3 = v3.ok ? null : v3.failure;
      return {
        ...(legacy.ok
          ? { kind: 'ok', devices: knownTotal(legacy.value) }
          : await verdictOf(legacy.failure, `${account.legacyBaseUrl}/device`)),
        // A missing stream or missing access is still an answer.
        v3:
          ofV3 === null || ofV3.kind === 'notFound' || ofV3.kind === 'forbidden'
            ? { kind: 'ok', devices: null }
            : await verdictOf(ofV3, `${account.baseUrl}/v3/streams/telemetry`),
      };
    } finally {
      watch?.stop();
    }

    async function verdictOf(failure: BackendFailure, url: string): Promise<AddressVerdict> {
      if (failure.note === 'otherKeyHeader') return { kind: 'otherKeyHeader' };
      if (failure.kind === 'mediaType') return { kind: 'otherVersion' };
      if (failure.kind === 'key' || failure.kind === 'forbidden') return { kind: 'wrongKey' };
      if (failure.kind !== 'offline') return { kind: 'other', failure };
      const reachable = await isReachable(url, limitMs, signal);
      if ((await watch?.hasBlocked(url)) === true) return { kind: 'blockedHere' };
      return { kind: reachable ? 'hiddenByCors' : 'wrongHostOrOffline' };
    }
  };

  /** Sends a request without the key and ignores its answer, to find out whether a host answers at all. */
  async function isReachable(url: string, timeoutMs: number, signal?: AbortSignal): Promise<boolean> {
    const limit = parts.timeout?.(timeoutMs) ?? AbortSignal.timeout(timeoutMs);
    try {
      await parts.fetch(url, {
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
