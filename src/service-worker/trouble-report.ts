/** Reports failures of the service worker to the app's windows, which pass them on to Diagnostics. */
import type { TroubleMessage } from './messages.ts';

/** Sends the name and the code of `error` to all windows of the app. Never rejects. */
export async function notifyWindows({ clients }: ServiceWorkerGlobalScope, error: unknown): Promise<void> {
  const { name, code } = (error ?? {}) as { readonly name?: unknown; readonly code?: unknown };
  const message: TroubleMessage = {
    type: 'worker-trouble',
    name: typeof name === 'string' ? name.slice(0, 40) : 'Error',
    code: typeof code === 'string' ? code.slice(0, 40) : null,
  };
  for (const client of await clients.matchAll({ type: 'window' })) client.postMessage(message);
}
