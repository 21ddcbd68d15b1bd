/** Receives the failures that the service worker reports (trouble-report.ts). */
import { troubleMessage } from '../messages.ts';

/** Calls `report` with an error that has the name and code of the worker's error. Returns the function that unsubscribes. */
export function onWorkerTrouble(
  container: ServiceWorkerContainer | undefined,
  report: (error: Error) => void,
): () => void {
  const receive = ({ data }: MessageEvent<unknown>): void => {
    const parsed = troubleMessage.safeParse(data);
    if (!parsed.success) return;
    const { name, code } = parsed.data;
    report(Object.assign(new Error('The service worker failed'), { name, code }));
  };
  container?.addEventListener('message', receive);
  container?.startMessages();
  return () => container?.removeEventListener('message', receive);
}
