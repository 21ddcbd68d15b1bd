/** Stored telemetry for the page. A dedicated worker executes every call. */
import { ifPossible } from '../../domain/unawaited.ts';
import { openChanges } from '../idb/changes.ts';
import { StorageError } from '../idb/storage-error.ts';
import { callWorker } from '../worker-calls.ts';
import type { TelemetryAnswers, TelemetryRequestMessage } from './messages.ts';
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the built worker
import workerUrl from './telemetry-worker.ts?worker&url';
import { telemetryDatabase } from '../../names.ts';
import type { TelemetryStore } from '../../use-cases/telemetry/ports.ts';

export type TelemetryStorage = TelemetryStore;

interface TelemetryStorageOptions {
  readonly accountId: string;
  /** Passes the worker's URL through the page's Trusted Types policy. */
  readonly trustUrl: (url: string) => string;
}

export function openTelemetryStorage({ accountId, trustUrl }: TelemetryStorageOptions): TelemetryStorage {
  const changes = openChanges<'blocks' | 'beacons' | 'meta'>(telemetryDatabase(accountId));
  const { ask: send, stop } = callWorker<TelemetryRequestMessage, TelemetryAnswers>({
    start: () => new Worker(trustUrl(workerUrl), { type: 'module', name: 'telemetry' }),
    opening: { op: 'open', accountId },
    diedMessage: 'The telemetry worker did not start or has stopped',
  });

  return {
    async take(body, askedQuery, now, signal) {
      const leave = (): void => void ifPossible(send({ op: 'leaveOff' }));
      signal?.addEventListener('abort', leave);
      try {
        return await send({ op: 'take', body, askedQuery, now }, [body]);
      } finally {
        signal?.removeEventListener('abort', leave);
      }
    },
    finish: (asked) => send({ op: 'finish', asked }),
    overview: () => send({ op: 'overview' }),
    series: (trackingIds, fields, filter) => send({ op: 'series', trackingIds, fields, filter }),
    hours: (startMs, endMs) => send({ op: 'hours', startMs, endMs }),
    rows: (filter, cursor, limit, newestFirst) => send({ op: 'rows', filter, cursor, limit, newestFirst }),
    file: (filter, cursor, format, newestFirst) => send({ op: 'file', filter, cursor, format, newestFirst }),
    takeTurn: (nowMs) => send({ op: 'takeTurn', nowMs }),
    async endTurn(turn, nowMs) {
      await send({ op: 'endTurn', turn, nowMs });
    },
    turnsLeft: (nowMs) => send({ op: 'turnsLeft', nowMs }),
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
