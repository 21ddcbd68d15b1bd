/** Passes a file from another app to the page that shows it. It is only in memory and can be taken once. */
import { signal } from '@preact/signals-core';
import type { LitElement, ReactiveController } from 'lit';
import { onAccountChange } from './account-state.ts';

/**
 * The place that shows it: a job to take over, the outbox, the report check, or a table for a job or for the devices.
 */
export type FilePlace = 'job' | 'receipts' | 'report' | 'jobTable' | 'deviceTable';

interface Incoming {
  readonly file: File;
  readonly place: FilePlace;
}

const waiting = signal<Incoming | null>(null);

// It may arrive before an account is open, and is removed when an account is left.
onAccountChange((accountId) => accountId === null && void (waiting.value = null));

export function bringFile(file: File, place: FilePlace): void {
  waiting.value = { file, place };
}

/** A controller that passes its host the file for `place`, now or while the host is shown. */
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

  /** The host has its services by now. */
  hostUpdated(): void {
    if (waiting.value !== null) queueMicrotask(() => this.#take());
  }

  hostDisconnected(): void {
    this.#stop?.();
  }

  #take(): void {
    const { value } = waiting;
    if (value === null || value.place !== this.place() || !this.host.isConnected || !this.host.hasUpdated) return;
    waiting.value = null;
    this.onFile(value.file);
  }
}
