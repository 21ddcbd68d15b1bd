/** The message that a window gets about a failure in the service worker. */
import { expect, it } from 'vitest';
import { drainOnBackgroundSync } from './drain.ts';
import { onWorkerTrouble } from './page/worker-messages.ts';
import { OUTBOX_SYNC_TAG } from '../names.ts';

/** A worker with one window, which gets each message in the form in which a browser hands it over. */
function workerWithWindow() {
  const container = Object.assign(new EventTarget(), { startMessages: () => undefined });
  const client = {
    postMessage: (data: unknown) =>
      container.dispatchEvent(Object.assign(new Event('message'), { data: structuredClone(data) })),
  };
  const scope = Object.assign(new EventTarget(), { clients: { matchAll: async () => [client] } });
  return {
    container: container as unknown as ServiceWorkerContainer,
    scope: scope as unknown as ServiceWorkerGlobalScope,
    send: client.postMessage,
    async wake(): Promise<unknown> {
      let work: Promise<unknown> = Promise.resolve();
      const waitUntil = (promise: Promise<unknown>): void => void (work = promise);
      scope.dispatchEvent(Object.assign(new Event('sync'), { tag: OUTBOX_SYNC_TAG, waitUntil }));
      return work;
    },
  };
}

it('a worker that fails to empty the outbox reports name and code of the error but no message, and the browser tries again', async () => {
  const { container, scope, wake } = workerWithWindow();
  const errors: Error[] = [];
  const stop = onWorkerTrouble(container, (error) => errors.push(error));
  const full = Object.assign(new Error('of a customer'), { name: 'StorageError', code: 'full' });
  drainOnBackgroundSync(scope, () => Promise.reject(full));
  await expect(wake()).rejects.toBe(full);
  expect(errors).toMatchObject([{ name: 'StorageError', code: 'full', message: 'The service worker failed' }]);
  stop();
  await expect(wake()).rejects.toBe(full);
  expect(errors).toHaveLength(1);
});

it('the page ignores messages of the worker that do not report a failure', () => {
  const { container, send } = workerWithWindow();
  const errors: Error[] = [];
  onWorkerTrouble(container, (error) => errors.push(error));
  for (const data of [
    null,
    'x',
    { type: 'key', content: 1 },
    { type: 'worker-trouble' },
    { type: 'worker-trouble', name: 'x'.repeat(41) },
  ])
    send(data);
  expect(errors).toEqual([]);
});
