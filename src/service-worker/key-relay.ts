/** The worker's part in handing the key on: only it knows the address at which a window was created, so it passes the key between the app's own. */
import type { KeyTransport } from '../storage/accounts/key-channel.ts';
import { isAppPage } from './app-pages.ts';
import { keyEnvelope, type KeyEnvelope } from './messages.ts';

type Listener = (content: unknown) => void;
const listeners = new Set<Listener>();

/** Passes on what one window of the app says to all the others; a page that is not the app's is neither heard nor told. */
export function relayKeys(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('message', (event) => {
    const parsed = keyEnvelope.safeParse(event.data);
    if (!parsed.success || !isOwn(event.source, scope)) return;
    const { content } = parsed.data;
    for (const listener of Array.from(listeners)) listener(content);
    event.waitUntil(tell(scope, content, event.source.id));
  });
}

/** For the worker's own key channel. */
export function workerKeyTransport(scope: ServiceWorkerGlobalScope): KeyTransport {
  return {
    send: (content) => void tell(scope, content, null),
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

async function tell(scope: ServiceWorkerGlobalScope, content: unknown, exceptId: string | null): Promise<void> {
  for (const client of await scope.clients.matchAll({ type: 'window' })) {
    if (client.id !== exceptId && isOwn(client, scope))
      client.postMessage({ type: 'key', content } satisfies KeyEnvelope);
  }
}

/** In a window or tab of its own: a frame is put into a page by somebody. */
function isOwn(
  client: Client | ServiceWorker | MessagePort | null,
  { registration }: ServiceWorkerGlobalScope,
): client is Client {
  if (client === null || !('frameType' in client)) return false;
  return (
    client.type === 'window' &&
    ['top-level', 'auxiliary'].includes(client.frameType) &&
    isAppPage(client.url, registration.scope)
  );
}
