/** Opens the page for a file that another app has passed to this one. Importing requires a press on that page. */
import { html, nothing, render } from 'lit';
import { FILE_HEAD_BYTES, fileKindOf } from '../../domain/file-kind.ts';
import '../elements/button/button.ts';
import '../elements/dialog/dialog.ts';
import { onAccountChange } from '../shared/account-state.ts';
import { bringFile, type FilePlace } from '../shared/incoming-file.ts';
import { SayEvent } from '../shared/say.ts';
import { incomingStrings as text } from '../strings/incoming.ts';
import { navigate } from './router.ts';
import type { AppServices } from './services.ts';

const PATHS: Readonly<Record<FilePlace, string>> = {
  job: '/jobs/take-over',
  receipts: '/outbox',
  report: '/report-check',
  jobTable: '/jobs/new',
  deviceTable: '/device-table',
};

interface FileOpenerParts {
  readonly services: Pick<AppServices, 'session' | 'account'>;
  /** Receives the events that show messages. */
  readonly shell: HTMLElement;
  /** The element in which the question about a table is rendered. */
  readonly into: HTMLElement;
  readonly go?: (path: string) => void;
}

/**
 * Returns a function that opens a file. While no account is open the file waits in memory; a later file replaces it.
 */
export function createFileOpener({
  services,
  shell,
  into,
  go = navigate,
}: FileOpenerParts): (file: File) => Promise<void> {
  let newest: File | null = null;
  const notify = (words: string): void => void shell.dispatchEvent(new SayEvent(words));
  const closeQuestion = (): void => void render(nothing, into);
  onAccountChange((accountId) => {
    if (accountId !== null) return;
    newest = null;
    closeQuestion();
  });

  function show(file: File, place: FilePlace): void {
    newest = null;
    closeQuestion();
    bringFile(file, place);
    go(PATHS[place]);
  }

  function openTableDialog(file: File): void {
    render(
      html`<fk-dialog open .heading=${text.tableHeading} @fk-close=${closeQuestion}>
        <p><bdi>${file.name}</bdi></p>
        <p>${text.tableNote}</p>
        <fk-button slot="actions" @click=${() => show(file, 'deviceTable')}>${text.forDevices}</fk-button>
        <fk-button slot="actions" variant="primary" @click=${() => show(file, 'jobTable')}>${text.forJob}</fk-button>
      </fk-dialog>`,
      into,
    );
  }

  return async (file) => {
    newest = file;
    closeQuestion();
    const kind = await headOf(file).then(fileKindOf, () => 'unknown' as const);
    if (newest !== file) return;
    if (kind === 'unknown') return notify(text.unknown(file.name));
    if (kind !== 'report') {
      if (services.session.state.value.account === null) notify(text.waits);
      await accountOpen(services.account);
      if (newest !== file) return;
    }
    if (kind === 'table') openTableDialog(file);
    else show(file, kind);
  };
}

async function headOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, FILE_HEAD_BYTES).arrayBuffer());
}

function accountOpen(account: AppServices['account']): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (account.value.services === null) return;
      stop();
      resolve();
    };
    const stop = account.subscribe(check);
    check();
  });
}
