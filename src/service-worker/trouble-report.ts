/** Failures of the service worker, told to the app's windows, where they reach the diagnostics. The worker sends only while a window with the key is open. */
import * as z from 'zod/mini';

/** The name and the code of an error, and never its message. */
const troubleMessage = z.object({
  type: z.literal('worker-trouble'),
  name: z.string().check(z.maxLength(40)),
  code: z.catch(z.nullable(z.string().check(z.maxLength(40))), null),
});
type TroubleMessage = z.infer<typeof troubleMessage>;

/** In the worker. Never rejects. */
export async function tellWindows({ clients }: ServiceWorkerGlobalScope, error: unknown): Promise<void> {
  const { name, code } = (error ?? {}) as { readonly name?: unknown; readonly code?: unknown };
  const message: TroubleMessage = {
    type: 'worker-trouble',
    name: typeof name === 'string' ? name.slice(0, 40) : 'Error',
    code: typeof code === 'string' ? code.slice(0, 40) : null,
  };
  for (const client of await clients.matchAll({ type: 'window' })) client.postMessage(message);
}

/** In the page: `report` gets an error with the worker's name and code. Returns the way to stop. */
export function hearWorkerTroubles(
  container: ServiceWorkerContainer | undefined,
  report: (error: Error) => void,
): () => void {
  const hear = ({ data }: MessageEvent<unknown>): void => {
    const parsed = troubleMessage.safeParse(data);
    if (!parsed.success) return;
    const { name, code } = parsed.data;
    report(Object.assign(new Error('The service worker failed'), { name, code }));
  };
  container?.addEventListener('message', hear);
  container?.startMessages();
  return () => container?.removeEventListener('message', hear);
}
