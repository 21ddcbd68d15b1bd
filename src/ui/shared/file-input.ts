/** How a file comes in: chosen, dropped anywhere in the window, or passed on by another app. */
import { signal } from '@preact/signals-core';
import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import type { FileKind } from '../../domain/file-kind.ts';
import { takeFirst } from '../controllers/files-event.ts';
import '../elements/basics.ts';
import { onAccountChange } from './account-state.ts';
import { OneWork } from './one-work.ts';

/**
 * The place that shows it: a job to take over, the outbox, the report check, or a table for a job or for the devices.
 */
export type FilePlace = 'job' | 'receipts' | 'report' | 'jobTable' | 'deviceTable';

/** A file from another app. It is only in memory and can be taken once. */
const waiting = signal<{ readonly file: File; readonly place: FilePlace } | null>(null);

// It may arrive before an account is open, and is removed when an account is left.
onAccountChange((accountId) => accountId === null && void (waiting.value = null));

export function bringFile(file: File, place: FilePlace): void {
  waiting.value = { file, place };
}

interface FileInputOptions {
  /** Null where other apps pass no files on. */
  readonly place: () => FilePlace | null;
  /** What the host reads of dropped files. A file that another page reads goes to the shell. */
  readonly kinds: readonly FileKind[];
  readonly onFile: (file: File) => void;
}

/** Passes its host the files that are meant for it, while it is on the page. */
export class FileInput implements ReactiveController {
  /** True while a file is dragged over the window. */
  isOver = false;
  readonly #reading: OneWork;
  #stop: (() => void) | null = null;

  constructor(
    private readonly host: LitElement,
    private readonly options: FileInputOptions,
  ) {
    host.addController(this);
    this.#reading = new OneWork(host);
  }

  hostConnected(): void {
    window.addEventListener('dragover', this.#onDrag);
    window.addEventListener('dragleave', this.#onLeave);
    window.addEventListener('drop', this.#onDrop);
    this.#stop = waiting.subscribe(() => this.#takeWaiting());
  }

  /** The host has its services by now. */
  hostUpdated(): void {
    if (waiting.value !== null) queueMicrotask(() => this.#takeWaiting());
  }

  hostDisconnected(): void {
    window.removeEventListener('dragover', this.#onDrag);
    window.removeEventListener('dragleave', this.#onLeave);
    window.removeEventListener('drop', this.#onDrop);
    this.#stop?.();
    this.#reading.stop();
  }

  /** Opens the browser's chooser. */
  readonly choose = (): void => chooseFile(this.host);

  /** Draws the chooser, which nobody sees. */
  render(label: string, accept: string): TemplateResult {
    return renderFileInput(this.host, label, accept, this.options.onFile);
  }

  /** Takes files that were dropped or pasted. */
  take(files: FileList | undefined): void {
    void takeFirst(files, this.host, this.options.kinds, this.options.onFile);
  }

  /** Resolves with null when the person, another file or leaving the page has stopped it. */
  read<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result | null> {
    this.#reading.stop();
    return this.#reading.run(work);
  }

  renderReading(label: string): TemplateResult | typeof nothing {
    if (!this.#reading.isBusy) return nothing;
    return html`<fk-progress
      .total=${null}
      .label=${label}
      .cancellable=${true}
      @fk-cancel=${this.#reading.stop}
    ></fk-progress>`;
  }

  #takeWaiting(): void {
    const { value } = waiting;
    if (value?.place !== this.options.place() || !this.host.isConnected || !this.host.hasUpdated) return;
    waiting.value = null;
    this.options.onFile(value.file);
  }

  readonly #onDrag = (event: DragEvent): void => {
    if (!(event.dataTransfer?.types.includes('Files') ?? false)) return;
    event.preventDefault();
    this.#showOver(true);
  };

  /** When the pointer moves from one element to another, the file is still over the window. */
  readonly #onLeave = (event: DragEvent): void => {
    if (event.relatedTarget === null) this.#showOver(false);
  };

  readonly #onDrop = (event: DragEvent): void => {
    this.#showOver(false);
    const files = event.dataTransfer?.files;
    if (files === undefined || files.length === 0) return;
    event.preventDefault();
    this.take(files);
  };

  #showOver(isOver: boolean): void {
    if (this.isOver === isOver) return;
    this.isOver = isOver;
    this.host.requestUpdate();
  }
}

/** Opens the chooser that `renderFileInput` has drawn. */
export function chooseFile(host: LitElement): void {
  host.renderRoot.querySelector<HTMLInputElement>('input[type=file]')?.click();
}

/** Of several files the first goes to `onFile`, and the shell offers the others. */
export function renderFileInput(
  host: EventTarget,
  label: string,
  accept: string,
  onFile: (file: File) => void,
): TemplateResult {
  const onChange = ({ target }: Event): void => {
    const input = target as HTMLInputElement;
    void takeFirst(input.files, host, null, onFile);
    // Allows the same file to be chosen again after it was corrected.
    input.value = '';
  };
  return html`<input type="file" multiple accept=${accept} hidden aria-label=${label} @change=${onChange} />`;
}
