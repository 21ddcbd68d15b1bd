/** Passes on the files that a page was given and does not read itself. */
import { FILE_HEAD_BYTES, fileKindOf, type FileKind } from '../../domain/file-kind.ts';

/** Files for the shell. It offers them one after the other, and opens the first at once if it `opens`. */
export class FilesEvent extends Event {
  constructor(
    readonly files: readonly File[],
    readonly opens = false,
  ) {
    super('fk-files', { bubbles: true, composed: true });
  }
}

/** `unknown` also for a file that the browser cannot read. */
export async function readFileKind(file: File): Promise<FileKind> {
  try {
    return fileKindOf(new Uint8Array(await file.slice(0, FILE_HEAD_BYTES).arrayBuffer()));
  } catch {
    // The page that opens the file says that it cannot be read.
    return 'unknown';
  }
}

/**
 * Passes the first of the files to `onFile`, unless another page reads its kind: then it goes to the shell, like the
 * other files. `kinds`: what the page reads beside files of an unknown kind, of which it says what is wrong. Null where
 * the person chose the file for this page: then the page says so of every other kind.
 */
export async function takeFirst(
  files: Iterable<File> | null | undefined,
  host: EventTarget,
  kinds: readonly FileKind[] | null,
  onFile: (file: File) => void,
): Promise<void> {
  // Read before the first wait: the list of an input or of a drop is emptied after its event.
  const [first, ...others] = files ?? [];
  if (first === undefined) return;
  if (kinds !== null && !['unknown', 'empty', ...kinds].includes(await readFileKind(first))) {
    host.dispatchEvent(new FilesEvent([first, ...others], true));
    return;
  }
  if (others.length > 0) host.dispatchEvent(new FilesEvent(others));
  onFile(first);
}

declare global {
  interface HTMLElementEventMap {
    'fk-files': FilesEvent;
  }
}
