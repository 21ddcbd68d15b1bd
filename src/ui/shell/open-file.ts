/**
 * Opens the pages for files that another app has passed to this one, one after the other. Importing requires a press on
 * that page. A file that is not opened is named.
 */
import { whenFits } from '../../domain/when-fits.ts';
import { MAX_FILE_BYTES } from '../../domain/limits.ts';
import { html, nothing, render } from 'lit';
import { WAITING_FILES_KEY } from '../../names.ts';
import { readFileKind } from '../controllers/files-event.ts';
import '../elements/basics.ts';
import { onAccountChange } from '../shared/account-state.ts';
import { bringFile, type FilePlace } from '../shared/file-input.ts';
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
  /** The element in which the question about a table is rendered, and what else waits or was not opened. */
  readonly into: HTMLElement;
  readonly go?: (path: string) => void;
}

/** While no account is open, files wait in memory. */
export function createFileOpener({ services, shell, into, go = navigate }: FileOpenerParts) {
  let waiting: File[] = [];
  /** The file that is being opened, or that waits for an account or an answer. */
  let current: File | null = null;
  let table: File | null = null;
  let refusals: string[] = [];
  onAccountChange((accountId) => {
    if (accountId !== null) return;
    [waiting, current, table, refusals] = [[], null, null, []];
    draw();
  });

  function draw(): void {
    storeNames([...(current === null ? [] : [current]), ...waiting].map(({ name }) => name));
    render(
      html`${refusals.length === 0 && waiting.length === 0 ? nothing : renderRest()}${table === null ? nothing : renderQuestion(table)}`,
      into,
    );
  }

  function renderRest() {
    return html`<div class="offer spread warning" role="status">
      <div>${refusals.map((sentence) => html`<p>${sentence}</p>`)}${
        waiting.length === 0 ? nothing : html`<p>${text.more(waiting.length, waiting[0]!.name)}</p>`
      }</div>
      ${waiting.length === 0 ? nothing : html`<fk-button @click=${() => void openNext()}>${text.open}</fk-button>`}
      <fk-button variant="quiet" @click=${dismiss}>${text.dismiss}</fk-button>
    </div>`;
  }

  function renderQuestion(file: File) {
    return html`<fk-dialog open .heading=${text.tableHeading} @fk-close=${closeQuestion}>
      <p><bdi>${file.name}</bdi></p>
      <p>${text.tableNote}</p>
      <fk-button slot="actions" @click=${() => show(file, 'deviceTable')}>${text.forDevices}</fk-button>
      <fk-button slot="actions" variant="primary" @click=${() => show(file, 'jobTable')}>${text.forJob}</fk-button>
    </fk-dialog>`;
  }

  function dismiss(): void {
    [waiting, refusals] = [[], []];
    draw();
  }

  function closeQuestion(): void {
    [table, current] = [null, null];
    draw();
  }

  function show(file: File, place: FilePlace): void {
    closeQuestion();
    bringFile(file, place);
    go(PATHS[place]);
  }

  function refuse(sentence: string): void {
    refusals.push(sentence);
    draw();
  }

  async function openNext(): Promise<void> {
    const file = waiting.shift();
    if (file === undefined) return;
    current = file;
    table = null;
    draw();
    const kind = file.size > MAX_FILE_BYTES ? 'tooLarge' : await readFileKind(file);
    if (current !== file) return;
    if (kind === 'unknown' || kind === 'empty' || kind === 'tooLarge') {
      current = null;
      refuse(kind === 'tooLarge' ? text.refused.tooLarge(file.name) : text[kind](file.name));
      return openNext();
    }
    if (kind !== 'report') {
      if (services.session.state.value.account === null) shell.dispatchEvent(new SayEvent(text.waits));
      await whenFits(services.account, ({ services }) => services !== null);
      if (current !== file) return;
    }
    if (kind !== 'table') return show(file, kind);
    table = file;
    draw();
  }

  for (const name of namesBefore()) refusals.push(text.lost(name));
  if (refusals.length > 0) draw();

  return {
    /** Opens the first file, unless others wait already, and offers the others after it. */
    async open(files: readonly File[]): Promise<void> {
      const isFree = waiting.length === 0 && current === null;
      waiting.push(...files);
      if (isFree) await openNext();
      else draw();
    },
    /** Offers the files without opening one. */
    offer(files: readonly File[]) {
      waiting.push(...files);
      draw();
    },
    /** Names a file that cannot be opened. */
    refuse,
  };
}

/** The names of the files that wait, so that they can be named if the page is loaded again, which loses the files. */
function storeNames(names: readonly string[]): void {
  try {
    if (names.length === 0) sessionStorage.removeItem(WAITING_FILES_KEY);
    else sessionStorage.setItem(WAITING_FILES_KEY, JSON.stringify(names));
  } catch {
    // There is no space for the names. The files are in memory, and only a reload would lose them unnamed.
  }
}

function namesBefore(): readonly string[] {
  try {
    const names: unknown = JSON.parse(sessionStorage.getItem(WAITING_FILES_KEY) ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    // The browser blocks site data, or somebody else has written there.
    return [];
  }
}
