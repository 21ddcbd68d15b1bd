/** Files that a page was given beside the one that it opened. The shell offers them one after the other. */
export class FilesEvent extends Event {
  constructor(readonly files: readonly File[]) {
    super('fk-files', { bubbles: true, composed: true });
  }
}

/** Returns the first of the files. The others go to the shell. */
export function takeFirst(files: Iterable<File> | null | undefined, host: EventTarget): File | undefined {
  const [first, ...others] = files ?? [];
  if (others.length > 0) host.dispatchEvent(new FilesEvent(others));
  return first;
}

declare global {
  interface HTMLElementEventMap {
    'fk-files': FilesEvent;
  }
}
