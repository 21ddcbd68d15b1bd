/** A file that another app has handed to this one, on its way to the page that shows it. It is in memory only and is taken once. */
import type { LitElement, ReactiveController } from 'lit';
import { createLive } from '../../domain/live.ts';
import { onAccountChange } from './account-state.ts';

/** What shows it: a job that is taken over, the outbox, the check of a report, a table for a job or for the devices. */
export type FilePlace = 'job' | 'receipts' | 'report' | 'jobTable' | 'deviceTable';

interface Incoming {
  readonly file: File;
  readonly place: FilePlace;
}

const waiting = createLive<Incoming | null>(null);

// It may come before an account is open, and goes when one is left.
onAccountChange((accountId) => accountId === null && waiting.set(null));

export function bringFile(file: File, place: FilePlace): void {
  waiting.set({ file, place });
}

/** Added to its host, gives it the file that has come for `place`, now or while the host is shown. */
export class IncomingFileController implements ReactiveController {
  #stop: (() => void) | null = null;

  constructor(
    private readonly host: LitElement,
    private readonly place: () => FilePlace,
    private readonly onFile: (file: File) => void,
  ) {}

  hostConnected(): void {
    this.#stop = waiting.subscribe(() => this.#take());
  }

  /** By now the host has its services. */
  hostUpdated(): void {
    if (waiting.value !== null) queueMicrotask(() => this.#take());
  }

  hostDisconnected(): void {
    this.#stop?.();
  }

  #take(): void {
    const { value } = waiting;
    if (value === null || value.place !== this.place() || !this.host.isConnected || !this.host.hasUpdated) return;
    waiting.set(null);
    this.onFile(value.file);
  }
}
