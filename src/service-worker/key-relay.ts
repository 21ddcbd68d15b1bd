/** Passes the key between the app's windows. Only the worker knows the address at which a window was created, and so which windows are the app's. */
import type { KeyTransport } from '../storage/accounts/key-channel.ts';
import { keyEnvelope, type KeyEnvelope } from './messages.ts';

/** First part of the path of each page (ui/shell/routes.ts); '' is the welcome page. */
export const APP_PAGES = [
  '',
  'index.html',
  'connect',
  'overview',
  'practice',
  'devices',
  'configure',
  'packages',
  'withdraw',
  'tags',
  'device-table',
  'labels',
  'orders',
  'move',
  'share',
  'jobs',
  'run',
  'outbox',
  'telemetry',
  'more',
  'check-phone',
  'streams',
  'inspector',
  'report-check',
] as const;

type Listener = (content: unknown) => void;
const listeners = new Set<Listener>();

/** Forwards the key messages of one window of the app to all others. Pages that are not the app's neither send nor receive any. */
export function relayKeys(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('message', (event) => {
    const parsed = keyEnvelope.safeParse(event.data);
    if (!parsed.success || !isOwn(event.source, scope)) return;
    const { content } = parsed.data;
    for (const listener of Array.from(listeners)) listener(content);
    event.waitUntil(sendToWindows(scope, content, event.source.id));
  });
}

/** The transport of the worker's own key channel. */
export function workerKeyTransport(scope: ServiceWorkerGlobalScope): KeyTransport {
  return {
    send: (content) => void sendToWindows(scope, content, null),
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

async function sendToWindows(
  scope: ServiceWorkerGlobalScope,
  content: unknown,
  exceptId: string | null,
): Promise<void> {
  for (const client of await scope.clients.matchAll({ type: 'window' })) {
    if (client.id !== exceptId && isOwn(client, scope))
      client.postMessage({ type: 'key', content } satisfies KeyEnvelope);
  }
}

/** True for a window or tab that shows the app. A frame is not trusted, because another page may have embedded it. */
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

/** True if `address` is a page of the app: other pages of the origin are not trusted. `scope` is the URL of the app's folder, with a slash at its end. */
export function isAppPage(address: string, scope: string): boolean {
  const page = new URL(address);
  const home = new URL(scope);
  if (page.origin !== home.origin || !page.pathname.startsWith(home.pathname)) return false;
  const [first = '', ...rest] = page.pathname.slice(home.pathname.length).split('/');
  return APP_PAGES.some((one) => one === first) && (first !== '' || rest.length === 0);
}
