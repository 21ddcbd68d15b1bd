/** Saves a stream as a file: directly to the disk if the browser can, else collected as a Blob. */
import { download } from './give-file.ts';

/** The used part of the File System Access API, which the library's types lack. */
interface PickerWindow {
  showSaveFilePicker?: (options: {
    suggestedName: string;
    types: { description: string; accept: Record<string, string[]> }[];
  }) => Promise<{
    createWritable(): Promise<{
      write(data: Uint8Array<ArrayBuffer>): Promise<void>;
      close(): Promise<void>;
      abort(): Promise<void>;
    }>;
  }>;
}

interface SaveOptions {
  readonly name: string;
  readonly type: string;
  readonly signal: AbortSignal;
  readonly onRows: (rows: number) => void;
}

type SaveOutcome =
  { readonly kind: 'saved' | 'stopped'; readonly rows: number } | { readonly kind: 'empty' | 'notChosen' };

/** Call it first in a click handler, because the picker needs the gesture. Rejects when reading or writing fails. */
export async function saveRows(
  pieces: (signal: AbortSignal) => AsyncIterable<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly rows: number }>,
  options: SaveOptions,
): Promise<SaveOutcome> {
  const { name, type, signal, onRows } = options;
  const picker = (window as unknown as PickerWindow).showSaveFilePicker;
  let handle = null;
  if (picker !== undefined) {
    try {
      const ending = name.slice(name.lastIndexOf('.'));
      handle = await picker.call(window, {
        suggestedName: name,
        types: [{ description: ending.slice(1).toUpperCase(), accept: { [type]: [ending] } }],
      });
    } catch (error) {
      if ((error as DOMException).name === 'AbortError') return { kind: 'notChosen' };
      // The platform refuses the picker, for example in a frame. The download always works.
    }
  }
  const file = (await handle?.createWritable()) ?? null;
  const gathered: Uint8Array<ArrayBuffer>[] = [];
  let rows = 0;
  try {
    for await (const piece of pieces(signal)) {
      if (signal.aborted) break;
      if (file === null) gathered.push(piece.bytes);
      else await file.write(piece.bytes);
      rows += piece.rows;
      onRows(rows);
    }
  } catch (error) {
    // The caller reports the failed write. A failure to discard the file is ignored.
    await file?.abort().catch(() => undefined);
    throw error;
  }
  if (signal.aborted || rows === 0) {
    await file?.abort();
    return signal.aborted ? { kind: 'stopped', rows } : { kind: 'empty' };
  }
  if (file === null) download(name, new Blob(gathered, { type }));
  else await file.close();
  return { kind: 'saved', rows };
}
