/** The page's way to the app's other windows: through the worker in control, which knows the app's pages from others of this origin. */
import * as z from 'zod/mini';
import type { KeyTransport } from '../storage/accounts/key-channel.ts';
import type { KeyEnvelope } from './key-relay.ts';

const envelope = z.object({ type: z.literal('key'), content: z.unknown() });

/** Without a worker in control nobody is told and nobody answers: this window then asks for the key itself. */
export function pageKeyTransport(container: ServiceWorkerContainer | undefined): KeyTransport {
  return {
    send(content) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target
      container?.controller?.postMessage({ type: 'key', content } satisfies KeyEnvelope);
    },
    listen(listener) {
      const hear = (event: MessageEvent<unknown>): void => {
        // Another worker of this origin may write to this page as well.
        const isOurs =
          event.source instanceof ServiceWorker && event.source.scriptURL === container?.controller?.scriptURL;
        const parsed = envelope.safeParse(event.data);
        if (isOurs && parsed.success) listener(parsed.data.content);
      };
      container?.addEventListener('message', hear);
      container?.startMessages();
      return () => container?.removeEventListener('message', hear);
    },
  };
}
