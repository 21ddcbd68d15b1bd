/** The page's way to the app's other windows: through the worker in control, which knows the app's pages from others of this origin. */
import type { KeyTransport } from '../../storage/accounts/key-channel.ts';
import { keyEnvelope, type KeyEnvelope } from '../messages.ts';

/**
 * Without a worker in control nobody is told and nobody answers: this window then asks for the key itself. A window that
 * opens while the app's first worker is still being installed gets one a little later; what was to be said waits for it.
 */
export function pageKeyTransport(container: ServiceWorkerContainer | undefined): KeyTransport {
  const early: unknown[] = [];
  container?.addEventListener('controllerchange', sayEarly);

  function sayEarly(): void {
    for (const content of early.splice(0)) say(content);
  }

  function say(content: unknown): void {
    const worker = container?.controller ?? null;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target
    if (worker !== null) worker.postMessage({ type: 'key', content } satisfies KeyEnvelope);
    else if (container !== undefined) early.push(content);
  }

  return {
    send: say,
    listen(listener) {
      const hear = (event: MessageEvent<unknown>): void => {
        // Another worker of this origin may write to this page as well.
        const isOurs =
          event.source instanceof ServiceWorker && event.source.scriptURL === container?.controller?.scriptURL;
        const parsed = keyEnvelope.safeParse(event.data);
        if (isOurs && parsed.success) listener(parsed.data.content);
      };
      container?.addEventListener('message', hear);
      container?.startMessages();
      return () => container?.removeEventListener('message', hear);
    },
  };
}
