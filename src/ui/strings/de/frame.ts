/** German words of what frames every page of an account: rail, counter, ages. */
import type { Words } from '../words.ts';
import type * as english from '../en/frame.ts';
import { count, number } from '../counting.ts';

export const frame: Words<typeof english> = {
  frameStrings: {
    receipts: {
      none: 'Keine Quittungen offen',
      counting: 'Quittungen werden gezählt',
      onlyHereOfOthers: (n) => `${count(n, 'Quittung', 'Quittungen')} eines anderen Kontos zu senden`,
      withOthers: (text, others) => `${text} (${number(others)} von einem anderen Konto)`,
      onlyHere: (n) => `${count(n, 'Quittung', 'Quittungen')} zu senden`,
      waitForKey: (n) => `${count(n, 'Quittung wartet', 'Quittungen warten')} auf den Schlüssel`,
      open: 'Anzeigen',
    },
    nav: { label: 'Bereiche' },
    age: {
      justNow: 'gerade eben',
      never: 'nie',
      ahead: 'in der Zukunft',
      minutes: (n) => `vor ${count(n, 'Minute', 'Minuten')}`,
      hours: (n) => `vor ${count(n, 'Stunde', 'Stunden')}`,
      days: (n) => `vor ${count(n, 'Tag', 'Tagen')}`,
    },
  },
};
