/** Observes from inside the page what the app stores, and can stop the page right before or right after it. */
import type { Page } from 'playwright-core';
import { NOW_PATH } from './campaign-server.ts';

/**
 * Kinds of rows: `run:<step>`, `run:taken` (the note that the beacon has the package), `end:<outcome>`,
 * `receipt:<reserved|committed|marked>`, `post:<begun|recorded>`, `mirror`, `package:<state>`.
 */
export interface JournalMoment {
  readonly row: string;
  /**
   * `before`: the row is about to be put and not on the disk. `after`: its transaction is complete, but the app has not
   * been notified.
   */
  readonly when: 'before' | 'after';
}

interface WatchedWindow {
  fieldkitArm?: (moment: JournalMoment | null) => void;
  fieldkitNote?: (note: string) => void;
}

/**
 * Calls `note` for every completed row and every second copy that is begun, with the time in the page. Call this before
 * the app is opened.
 */
export async function watchJournal(
  page: Page,
  note: (row: string, detail: string, atMs: number) => void,
): Promise<void> {
  await page.exposeFunction('fieldkitNote', (text: string) => {
    const [atMs = '', row = '', detail = ''] = text.split(' ');
    note(row, detail, Number(atMs));
  });
  await page.addInitScript({
    content: `globalThis.__name ??= (named) => named; (${install.toString()})(${JSON.stringify(NOW_PATH)});`,
  });
}

/** Makes the page stop at this moment until the server answers. Null: at none. */
export async function armJournal(page: Page, moment: JournalMoment | null): Promise<void> {
  await page.evaluate((wanted) => (globalThis as WatchedWindow).fieldkitArm?.(wanted), moment);
}

/** Runs in the page. */
function install(nowPath: string): void {
  const here = globalThis as WatchedWindow;
  if (typeof document === 'undefined' || here.fieldkitArm !== undefined) return;
  let armed: JournalMoment | null = null;
  here.fieldkitArm = (moment) => {
    armed = moment;
  };

  /** Sends a synchronous request, so that no script of this page continues before the answer. */
  function stopIf(row: string, when: JournalMoment['when']): void {
    if (armed?.row !== row || armed.when !== when) return;
    armed = null;
    const request = new XMLHttpRequest();
    request.open('GET', nowPath, false);
    request.send();
  }

  interface Row {
    readonly step?: string;
    readonly journal?: readonly { readonly note?: string }[];
    readonly outcome?: { readonly kind: string } | null;
    readonly state?: string;
    readonly mirrored?: boolean;
    readonly inFlightSinceMs?: number | null;
    readonly tries?: number;
    readonly responseBase64?: string;
  }
  function rowOf(store: string, row: Row): string | null {
    if (store === 'runs') {
      if (row.outcome != null) return `end:${row.outcome.kind}`;
      return `run:${row.journal?.at(-1)?.note === 'taken' ? 'taken' : row.step}`;
    }
    if (store === 'packages') return `package:${row.state}`;
    if (store !== 'receipts') return null;
    if (row.state === 'reserved') return 'receipt:reserved';
    if (row.inFlightSinceMs != null) return 'post:begun';
    if ((row.tries ?? 0) > 0) return 'post:recorded';
    return row.mirrored === true ? 'receipt:marked' : 'receipt:committed';
  }

  const pending = new WeakMap<IDBTransaction, { readonly row: string; readonly detail: string }[]>();
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (value: Row, key?: IDBValidKey) {
    const row = rowOf(this.name, value);
    if (row !== null) {
      stopIf(row, 'before');
      let rows = pending.get(this.transaction);
      if (rows === undefined) {
        rows = [];
        pending.set(this.transaction, rows);
      }
      rows.push({ row, detail: value.responseBase64 ?? '' });
    }
    return key === undefined ? put.call(this, value) : put.call(this, value, key);
  };
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...args: Parameters<typeof transaction>) {
    const made = transaction.apply(this, args);
    // This is the first listener, so the app has not been notified yet.
    made.addEventListener('complete', () => {
      for (const { row, detail } of pending.get(made) ?? []) {
        here.fieldkitNote?.(`${Date.now()} ${row} ${detail}`);
        stopIf(row, 'after');
      }
    });
    return made;
  };
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (this: Worker, ...args: unknown[]) {
    const message = args[0] as { readonly request?: { readonly op?: string; readonly response?: string } };
    const isWrite = message.request?.op === 'write';
    if (isWrite) {
      here.fieldkitNote?.(`${Date.now()} mirror ${message.request?.response ?? ''}`);
      stopIf('mirror', 'before');
    }
    (postMessage as (...given: unknown[]) => void).apply(this, args);
    // The worker continues on its own.
    if (isWrite) stopIf('mirror', 'after');
  } as typeof postMessage;
}
