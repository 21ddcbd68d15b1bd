/** Stored telemetry for the page. A dedicated worker executes every call. */
import { ifPossible } from '../../domain/unawaited.ts';
import { openChanges } from '../idb/changes.ts';
import { StorageError } from '../idb/storage-error.ts';
import { callWorker } from '../worker-calls.ts';
import type { TelemetryFunctions } from './messages.ts';
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the built worker
import workerUrl from './telemetry-worker.ts?worker&url';
import { telemetryDatabase } from '../../names.ts';
import type { TelemetryStore } from '../../use-cases/telemetry/ports.ts';

interface TelemetryStorageOptions {
  readonly accountId: string;
  /** Passes the worker's URL through the page's Trusted Types policy. */
  readonly trustUrl: (url: string) => string;
}

export function openTelemetryStorage({ accountId, trustUrl }: TelemetryStorageOptions): TelemetryStore {
  const changes = openChanges<'blocks' | 'beacons' | 'meta'>(telemetryDatabase(accountId));
  const { remote, stop } = callWorker<TelemetryFunctions>({
    start: () => new Worker(trustUrl(workerUrl), { type: 'module', name: accountId }),
    diedMessage: 'The telemetry worker did not start or has stopped',
  });
  const take = remote('take', (body) => [body]);
  const leaveOff = remote('leaveOff');

  return {
    async take(body, requestedQuery, now, signal) {
      const leave = (): void => void ifPossible(leaveOff());
      signal?.addEventListener('abort', leave);
      try {
        return await take(body, requestedQuery, now);
      } finally {
        signal?.removeEventListener('abort', leave);
      }
    },
    finish: remote('finish'),
    overview: remote('overview'),
    series: remote('series'),
    hours: remote('hours'),
    rows: remote('rows'),
    file: remote('file'),
    takeTurn: remote('takeTurn'),
    endTurn: remote('endTurn'),
    turnsLeft: remote('turnsLeft'),
    setLimit: remote('setLimit'),
    clear: remote('clear'),
    readNote: remote('readNote'),
    writeNote: remote('writeNote'),
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
