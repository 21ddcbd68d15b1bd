/** Receives what the service worker tells the page of its own accord. */
import type * as z from 'zod/mini';
import { troubleMessage } from '../messages.ts';

/** Calls `receive` with each message that fits the schema. Returns the function that unsubscribes. */
export function onWorkerMessage<Message>(
  container: ServiceWorkerContainer | undefined,
  schema: z.ZodMiniType<Message>,
  receive: (message: Message) => void,
): () => void {
  const parse = ({ data }: MessageEvent<unknown>): void => {
    const parsed = schema.safeParse(data);
    if (parsed.success) receive(parsed.data);
  };
  container?.addEventListener('message', parse);
  container?.startMessages();
  return () => container?.removeEventListener('message', parse);
}

/** Calls `report` with an error that has the name and code of the worker's error (tell-windows.ts). */
export function onWorkerTrouble(
  container: ServiceWorkerContainer | undefined,
  report: (error: Error) => void,
): () => void {
  return onWorkerMessage(container, troubleMessage, ({ name, code }) =>
    report(Object.assign(new Error('The service worker failed'), { name, code })),
  );
}
