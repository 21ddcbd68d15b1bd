/** Stored telemetry as the page sees it: every call is carried out by a worker of its own. */
import { openChanges } from '../idb/changes.ts';
import { StorageError, storageErrorOf, toStorageError } from '../idb/storage-error.ts';
import type { TelemetryAnswers, TelemetryCall, TelemetryReply, TelemetryRequestMessage } from './messages.ts';
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the built worker
import workerUrl from './telemetry-worker.ts?worker&url';
import { telemetryDatabase } from '../../names.ts';
import type { TelemetryStore } from '../../use-cases/telemetry/ports.ts';

export type TelemetryStorage = TelemetryStore;

export interface TelemetryStorageOptions {
  readonly accountId: string;
  /** Passes the worker's URL through the page's Trusted Types policy. */
  readonly trustUrl: (url: string) => string;
}

export function openTelemetryStorage({ accountId, trustUrl }: TelemetryStorageOptions): TelemetryStorage {
  const changes = openChanges<'blocks' | 'beacons' | 'meta'>(telemetryDatabase(accountId));
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: StorageError): void }>();
  let worker: Worker | null = null;
  let calls = 0;

  function start(): Worker {
    const started = new Worker(trustUrl(workerUrl), { type: 'module', name: 'telemetry' });
    started.addEventListener('message', (event: MessageEvent<TelemetryReply>) => {
      const reply = event.data;
      const call = waiting.get(reply.call);
      waiting.delete(reply.call);
      if ('error' in reply) call?.reject(storageErrorOf(reply.error.name, reply.error.message));
      else call?.resolve(reply.answer);
    });
    started.addEventListener('error', () =>
      stop(new StorageError('unknown', 'The telemetry worker did not start or has stopped')),
    );
    worker = started;
    // Whatever is asked next waits for this in the worker; should it fail, all fail with its reason.
    send({ op: 'open', accountId }).catch((error: unknown) => stop(toStorageError(error)));
    return started;
  }

  /** The next call starts a new worker. */
  function stop(reason: StorageError): void {
    worker?.terminate();
    worker = null;
    for (const call of waiting.values()) call.reject(reason);
    waiting.clear();
  }

  function send<R extends TelemetryRequestMessage>(
    request: R,
    transfer: Transferable[] = [],
  ): Promise<TelemetryAnswers[R['op']]> {
    return new Promise<TelemetryAnswers[R['op']]>((resolve, reject) => {
      try {
        const to = worker ?? start();
        const call = ++calls;
        waiting.set(call, { resolve: (answer) => resolve(answer as TelemetryAnswers[R['op']]), reject });
        to.postMessage({ call, request } satisfies TelemetryCall, transfer);
      } catch (error) {
        reject(toStorageError(error));
      }
    });
  }

  return {
    async take(body, askedQuery, signal) {
      const leave = (): void => void send({ op: 'leaveOff' }).catch(() => undefined);
      signal?.addEventListener('abort', leave, { once: true });
      try {
        return await send({ op: 'take', body, askedQuery }, [body]);
      } finally {
        signal?.removeEventListener('abort', leave);
      }
    },
    finish: (asked) => send({ op: 'finish', asked }),
    overview: () => send({ op: 'overview' }),
    series: (trackingIds, fields, filter) => send({ op: 'series', trackingIds, fields, filter }),
    rows: (filter, cursor, limit, newestFirst) => send({ op: 'rows', filter, cursor, limit, newestFirst }),
    file: (filter, cursor, format, newestFirst) => send({ op: 'file', filter, cursor, format, newestFirst }),
    takeTurn: (nowMs) => send({ op: 'takeTurn', nowMs }),
    async endTurn(turn, nowMs, refused) {
      await send({ op: 'endTurn', turn, nowMs, refused });
    },
    async setLimit(limitBytes) {
      await send({ op: 'setLimit', limitBytes });
    },
    async clear() {
      await send({ op: 'clear' });
    },
    readNote: (name) => send({ op: 'readNote', name }),
    async writeNote(name, text) {
      await send({ op: 'writeNote', name, text });
    },
    watch(listener) {
      const stops = (['beacons', 'meta'] as const).map((store) => changes.watch(store, listener));
      return () => {
        for (const end of stops) end();
      };
    },
    close() {
      stop(new StorageError('unknown', 'Telemetry was closed'));
      changes.close();
    },
  };
}
