/** Receives the worker's reports of why a version of the app could not be installed. */
import { installFaultMessage, type InstallFault } from '../messages.ts';

/** Calls `listener` with each fault that a worker reports while it is installed. */
export function onInstallFault(container: ServiceWorkerContainer, listener: (fault: InstallFault) => void): void {
  container.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const parsed = installFaultMessage.safeParse(data);
    if (parsed.success) listener({ reason: parsed.data.reason, file: parsed.data.file });
  });
  container.startMessages();
}
