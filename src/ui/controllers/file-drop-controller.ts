/** Handles files that are dragged over the window and dropped anywhere in it, while the host is on the page. */
import type { LitElement, ReactiveController } from 'lit';
import type { FileKind } from '../../domain/file-kind.ts';
import { takeFirst } from './files-event.ts';

export class FileDropController implements ReactiveController {
  /** True while a file is dragged over the window. */
  over = false;

  /** `kinds`: what the host reads. A file that another page reads goes to the shell. */
  constructor(
    private readonly host: LitElement,
    private readonly kinds: readonly FileKind[],
    private readonly onFile: (file: File) => void,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener('dragover', this.#onDrag);
    window.addEventListener('dragleave', this.#onLeave);
    window.addEventListener('drop', this.#onDrop);
  }

  hostDisconnected(): void {
    window.removeEventListener('dragover', this.#onDrag);
    window.removeEventListener('dragleave', this.#onLeave);
    window.removeEventListener('drop', this.#onDrop);
  }

  readonly #onDrag = (event: DragEvent): void => {
    if (!(event.dataTransfer?.types.includes('Files') ?? false)) return;
    event.preventDefault();
    this.#show(true);
  };

  /** When the pointer moves from one element to another, the file is still over the window. */
  readonly #onLeave = (event: DragEvent): void => {
    if (event.relatedTarget === null) this.#show(false);
  };

  readonly #onDrop = (event: DragEvent): void => {
    this.#show(false);
    const files = event.dataTransfer?.files;
    if (files === undefined || files.length === 0) return;
    event.preventDefault();
    void takeFirst(files, this.host, this.kinds, (file) => this.onFile(file));
  };

  #show(over: boolean): void {
    if (this.over === over) return;
    this.over = over;
    this.host.requestUpdate();
  }
}
