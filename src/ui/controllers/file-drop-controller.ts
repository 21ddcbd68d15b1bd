/** A file that is dragged over the host and dropped on it. */
import type { LitElement } from 'lit';

export class FileDropController {
  /** A file is held over the host. */
  over = false;

  readonly #host: LitElement;
  readonly #onFile: (file: File) => void;

  constructor(host: LitElement, onFile: (file: File) => void) {
    this.#host = host;
    this.#onFile = onFile;
  }

  readonly onDrag = (event: DragEvent): void => {
    if (!(event.dataTransfer?.types.includes('Files') ?? false)) return;
    event.preventDefault();
    this.#show(true);
  };

  readonly onLeave = (event: DragEvent): void => {
    // From one child to another the file is still over the host.
    if (event.relatedTarget === null || !this.#host.renderRoot.contains(event.relatedTarget as Node)) this.#show(false);
  };

  readonly onDrop = (event: DragEvent): void => {
    this.#show(false);
    const file = event.dataTransfer?.files[0];
    if (file === undefined) return;
    event.preventDefault();
    this.#onFile(file);
  };

  #show(over: boolean): void {
    this.over = over;
    this.#host.requestUpdate();
  }
}
