/** Passes a file to the phone's share sheet, if it has one that accepts such files. */
import { fileName } from './download.ts';

/** Chromium does not share JSON files, although `canShare` may return true, so the file is shared as plain text. */
const TYPES = { txt: 'text/plain', csv: 'text/csv' } as const;

export function canShare(ending: keyof typeof TYPES): boolean {
  const { canShare: can } = navigator as { canShare?: (data: ShareData) => boolean };
  return can?.call(navigator, { files: [new File(['-'], `file.${ending}`, { type: TYPES[ending] })] }) === true;
}

/** False if the person has closed the sheet without sharing. */
export async function shareFile(
  what: Parameters<typeof fileName>[0],
  nowMs: number,
  ending: keyof typeof TYPES,
  text: string,
): Promise<boolean> {
  try {
    await navigator.share({ files: [new File([text], fileName(what, nowMs, ending), { type: TYPES[ending] })] });
    return true;
  } catch (error) {
    if ((error as DOMException).name === 'AbortError') return false;
    throw error;
  }
}
