/**
 * The link to one practice beacon: it has latency, performs one operation at a time, may drop or hang, and invalidates
 * old objects.
 */
import type { LinkRequest } from '../beacon/link.ts';
import { gattError } from './gatt-error.ts';
import type { BeaconStore } from './beacon-store.ts';

/** Time between the error of an operation and the event that the link dropped, ms. */
const DROP_REPORT_MS = 3;

export interface LinkTiming {
  /** Latency of each operation, ms. 15 is typical. */
  readonly latencyMs: number;
  readonly wait: (ms: number) => Promise<void>;
}

export type Link = ReturnType<typeof createLink>;

export function createLink(beaconStore: BeaconStore, uniqueId: string, timing: () => LinkTiming, onDrop: () => void) {
  let connected = false;
  let busy = false;
  let epoch = 0;
  let attempt = 0;
  /** True while the page has closed the link and the system still keeps it. */
  let isClosing = false;
  let cut: PromiseWithResolversLike = deferred();

  function drop(): void {
    if (!connected) return;
    connected = false;
    busy = false;
    // The promise is replaced first: an error that stays referenced would keep everything on its stack in memory.
    const ended = cut;
    cut = deferred();
    ended.reject(gattError('lost'));
    onDrop();
  }

  return {
    get connected() {
      return connected;
    },
    /** Changes with each connection, and with the services. Services and characteristics of an earlier one are invalid. */
    get epoch() {
      return epoch;
    },
    async connect(): Promise<void> {
      if (connected) return;
      attempt += 1;
      const mine = attempt;
      const { latencyMs, wait } = timing();
      if (isClosing) {
        connected = true;
        epoch += 1;
        return;
      }
      await wait(latencyMs);
      if (mine !== attempt) throw gattError('connectFailed');
      const answer = beaconStore.exchange(uniqueId, { operation: 'connect' });
      await wait(answer.delayMs);
      if (answer.outcome === 'hang') await new Promise<never>(() => undefined);
      if (answer.outcome !== 'ok' || mine !== attempt) throw gattError('connectFailed');
      connected = true;
      epoch += 1;
      if (answer.thenDrops) void wait(latencyMs).then(drop);
    },
    disconnect(): void {
      attempt += 1;
      if (!connected) return;
      drop();
      const closeMs = isClosing ? 0 : beaconStore.takeCloseMs(uniqueId);
      if (closeMs === 0) return;
      isClosing = true;
      void timing()
        .wait(closeMs)
        .then(() => {
          isClosing = false;
          drop();
        });
    },
    /** Performs one operation. Rejects with Chromium's errors. */
    async operate(request: LinkRequest): Promise<Uint8Array> {
      if (!connected) throw gattError('notConnected');
      if (busy) throw gattError('inProgress');
      busy = true;
      const mine = epoch;
      const { latencyMs, wait } = timing();
      const { promise: gone } = cut;
      try {
        await Promise.race([wait(latencyMs), gone]);
        const answer = beaconStore.exchange(uniqueId, request);
        await Promise.race([wait(answer.delayMs), gone]);
        if (answer.outcome === 'hang') await gone;
        if (answer.outcome === 'drop' && answer.errorFirst === true) {
          void wait(DROP_REPORT_MS).then(() => (mine === epoch ? drop() : undefined));
          throw gattError('busy');
        }
        if (answer.outcome === 'drop') {
          drop();
          throw gattError('lost');
        }
        if (answer.error === 'servicesChanged') {
          busy = false;
          epoch += 1;
        }
        if (answer.outcome === 'error') throw gattError(answer.error ?? 'busy');
        if (answer.thenDrops) void wait(latencyMs).then(() => (mine === epoch ? drop() : undefined));
        return answer.bytes ?? new Uint8Array();
      } finally {
        if (mine === epoch) busy = false;
      }
    },
  };
}

interface PromiseWithResolversLike {
  readonly promise: Promise<never>;
  readonly reject: (reason: unknown) => void;
}

/** Rejects when the connection ends. The `catch` prevents an unhandled rejection if the connection is not awaited. */
function deferred(): PromiseWithResolversLike {
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<never>((_resolve, fail) => {
    reject = fail;
  });
  promise.catch(() => undefined);
  return { promise, reject };
}
