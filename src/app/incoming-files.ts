/**
 * Receives files that the system passes to the app: opened with it on a laptop, shared with it on a phone. Runs after
 * the first page.
 */
import { ifPossible } from '../domain/unawaited.ts';
import { forgetSharedFile, takeSharedFile } from '../service-worker/page/shared-file.ts';
import { onAccountChange } from '../ui/shared/account-state.ts';
import type { FkApp } from '../ui/shell/app.ts';
import { createFileOpener } from '../ui/shell/open-file.ts';

/** Chromium's launch queue for apps that are registered for file types. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly files?: readonly FileSystemFileHandle[] }) => void): void;
}

export async function receiveFiles(shell: FkApp, onTrouble: (error: unknown) => void): Promise<void> {
  if (!shell.isConnected || !shell.hasUpdated)
    await new Promise((resolve) => shell.addEventListener('fk-page-shown', resolve, { once: true }));
  const into = document.createElement('div');
  shell.renderRoot.append(into);
  const open = createFileOpener({ services: shell.services, shell, into });
  onAccountChange((accountId) => (accountId === null ? void ifPossible(forgetSharedFile()) : undefined));

  const { launchQueue } = window as Window & { readonly launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files = [] }) => {
    files[0]?.getFile().then(open).catch(onTrouble);
  });
  const shared = await takeSharedFile();
  if (shared !== null) await open(shared);
}
