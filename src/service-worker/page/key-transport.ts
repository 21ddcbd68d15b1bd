/** Reaches the app's other windows through the controlling worker, which can tell the app's pages from others of this origin. */
import type { KeyTransport } from '../../storage/accounts/key-channel.ts';
import { keyEnvelope, type KeyEnvelope } from '../messages.ts';

/**
 * Without a controlling worker no other window is reached, and this window asks the person for the key. Messages that are sent while
 * the app's first worker is still being installed are queued until it controls the page.
 */
export function pageKeyTransport(container: ServiceWorkerContainer | undefined): KeyTransport {
  const queued: unknown[] = [];
  container?.addEventListener('controllerchange', sendQueued);

  function sendQueued(): void {
    for (const content of queued.splice(0)) send(content);
  }

  function send(content: unknown): void {
    const worker = container?.controller ?? null;
    if (worker !== null) worker.postMessage({ type: 'key', content } satisfies KeyEnvelope);
    else if (container !== undefined) queued.push(content);
  }

  return {
    send,
    listen(listener) {
      const receive = (event: MessageEvent<unknown>): void => {
        // Another worker of this origin may write to this page as well.
        const isOurs =
          event.source instanceof ServiceWorker && event.source.scriptURL === container?.controller?.scriptURL;
        const parsed = keyEnvelope.safeParse(event.data);
        if (isOurs && parsed.success) listener(parsed.data.content);
      };
      container?.addEventListener('message', receive);
      container?.startMessages();
      return () => container?.removeEventListener('message', receive);
    },
  };
}
