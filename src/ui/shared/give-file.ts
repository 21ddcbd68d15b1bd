/** Gives a file to the person: as a download, or with the phone's share sheet. As codes too: file-output.ts. */
import { FILE_FORMATS, type FileFormat } from '../../domain/file-formats.ts';
import { transferStrings } from '../strings/transfer.ts';
import type { Outbox } from '../../use-cases/outbox/outbox.ts';
import { SayEvent } from './say.ts';

const TYPES = { json: 'application/json', csv: 'text/csv' } as const;
/** Chromium does not share JSON files, although `canShare` may return true, so the file is shared as plain text. */
const SHARED_AS = { json: { ending: 'txt', type: 'text/plain' }, csv: { ending: 'csv', type: 'text/csv' } } as const;

/** Saves a file with the browser's own download, without a server. */
export function download(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download has started. The address is released once it is no longer needed.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Returns a name such as "beacon-fieldkit-receipts-2026-11-21-0915.json", in local time. */
export function fileName(format: FileFormat, nowMs: number, ending: string = FILE_FORMATS[format].ending): string {
  const at = new Date(nowMs);
  const two = (n: number): string => String(n).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${FILE_FORMATS[format].name}-${day}-${two(at.getHours())}${two(at.getMinutes())}.${ending}`;
}

export function saveFile(format: FileFormat, parts: readonly string[], nowMs = Date.now()): void {
  download(fileName(format, nowMs), new Blob([...parts], { type: TYPES[FILE_FORMATS[format].ending] }));
}

export function canShare(format: FileFormat): boolean {
  const { canShare: can } = navigator as { canShare?: (data: ShareData) => boolean };
  return can?.call(navigator, { files: [sharedFile(format, '-', 0)] }) === true;
}

/** False if the person has closed the sheet without sharing. */
export async function shareFile(format: FileFormat, text: string, nowMs: number): Promise<boolean> {
  try {
    await navigator.share({ files: [sharedFile(format, text, nowMs)] });
    return true;
  } catch (error) {
    if ((error as DOMException).name === 'AbortError') return false;
    throw error;
  }
}

/** Shares a file, and says on the page what came of it. `shared`: in words. */
export async function shareAndSay(
  host: EventTarget,
  shared: string,
  ...file: Parameters<typeof shareFile>
): Promise<void> {
  const message = await shareFile(...file).then(
    (wasShared) => (wasShared ? shared : null),
    () => transferStrings.notShared,
  );
  if (message !== null) host.dispatchEvent(new SayEvent(message));
}

function sharedFile(format: FileFormat, text: string, nowMs: number): File {
  const { ending, type } = SHARED_AS[FILE_FORMATS[format].ending];
  return new File([text], fileName(format, nowMs, ending), { type });
}

/** Exports these receipts, by default all that are not verified. Resolves with the number of receipts in the file. */
export async function saveReceipts(
  outbox: Pick<Outbox, 'export' | 'noteExported'>,
  nowMs: number,
  wanted?: readonly string[],
): Promise<number> {
  const { text, ids } = await outbox.export(wanted);
  saveFile('receipts', [text], nowMs);
  await outbox.noteExported(ids);
  return ids.length;
}
