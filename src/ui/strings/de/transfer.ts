/** Deutsche Wörter für das Weitergeben einer Datei an ein anderes Telefon: über das Teilen-Menü oder als Codes auf dem Bildschirm. */
import type * as english from '../en/transfer.ts';
import type { Words } from '../words.ts';

export const transfer: Words<typeof english> = {
  transferStrings: {
    share: 'Datei teilen',
    notShared: 'Die Datei ließ sich nicht teilen. Sie kann gespeichert und aus den Downloads weitergegeben werden.',
  },
};
