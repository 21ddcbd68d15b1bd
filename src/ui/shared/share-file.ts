/** Hands a file to the phone's share sheet, where there is one that takes such files. */
import { fileName } from './download.ts';

/** Chromium hands on no file of JSON, whatever `canShare` says of it: a file of ours goes as plain text. */
const TYPES = { txt: 'text/plain', csv: 'text/csv' } as const;

export function canShare(ending: keyof typeof TYPES): boolean {
  const { canShare: can } = navigator as { canShare?: (data: ShareData) => boolean };
  return can?.call(navigator, { files: [new File(['-'], `file.${ending}`, { type: TYPES[ending] })] }) === true;
}

/** False where the person has closed the sheet: then nothing was handed over. */
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
