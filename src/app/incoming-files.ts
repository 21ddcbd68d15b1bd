/**
 * Receives files that the system passes to the app: opened with it on a laptop, shared with it on a phone; and those
 * that a page was given beside the one that it opened. Runs after the first page.
 */
import { ifPossible } from '../domain/unawaited.ts';
import { forgetSharedFiles, takeSharedFiles } from '../service-worker/page/shared-file.ts';
import { onAccountChange } from '../ui/shared/account-state.ts';
import type { FkApp } from '../ui/shell/app.ts';
import { createFileOpener } from '../ui/shell/open-file.ts';
import { incomingStrings as text } from '../ui/strings/incoming.ts';

/** Chromium's launch queue for apps that are registered for file types. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly files?: readonly FileSystemFileHandle[] }) => void): void;
}

export async function receiveFiles(shell: FkApp, onTrouble: (error: unknown) => void): Promise<void> {
  if (!shell.isConnected || !shell.hasUpdated)
    await new Promise((resolve) => shell.addEventListener('fk-page-shown', resolve, { once: true }));
  const into = document.createElement('div');
  shell.renderRoot.querySelector('.above')!.append(into);
  const opener = createFileOpener({ services: shell.services, shell, into });
  onAccountChange((accountId) => (accountId === null ? void ifPossible(forgetSharedFiles()) : undefined));
  shell.addEventListener('fk-files', ({ files, opens }) => {
    if (opens) opener.open(files).catch(onTrouble);
    else opener.offer(files);
  });

  /** Reads the files that a launch names. One that cannot be read is named. */
  async function openLaunched(handles: readonly FileSystemFileHandle[]): Promise<void> {
    const files: File[] = [];
    for (const handle of handles)
      try {
        files.push(await handle.getFile());
      } catch (error) {
        onTrouble(error);
        opener.refuse(text.refused.unreadable(handle.name));
      }
    await opener.open(files);
  }

  const { launchQueue } = window as Window & { readonly launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files = [] }) => {
    openLaunched(files).catch(onTrouble);
  });
  const shared = await takeSharedFiles();
  for (const { name, reason } of shared.refused) opener.refuse(text.refused[reason](name));
  await opener.open(shared.files);
}
