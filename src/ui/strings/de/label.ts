/** Deutsche Wörter für das Scannen eines Etiketts und für das, was es benennt. */
import type * as english from '../label.ts';
import { count, form, number } from '../counting.ts';
import type { Words } from '../words.ts';

const beacons = (n: number): string => count(n, 'Beacon', 'Beacons');

export const label: Words<typeof english> = {
  labelStrings: {
    heading: 'Etikett scannen',
    hint: 'Den Code ruhig in den Rahmen halten. Gelesen werden QR, DataMatrix, Code 128 und EAN.',
    view: 'Bild der Kamera',
    starting: 'Die Kamera startet.',
    looking: 'Es wird ein Code gesucht.',
    torchOn: 'Licht einschalten',
    torchOff: 'Licht ausschalten',
    noTorch: 'Das Licht ließ sich nicht schalten.',
    again: 'Erneut versuchen',
    troubles: {
      refused:
        'Diese Seite darf die Kamera nicht benutzen. In den Einstellungen des Browsers für diese Seite erlauben oder die ID eintippen.',
      none: 'Hier gibt es keine Kamera. Die ID eintippen.',
      busy: 'Die Kamera ist gerade nicht verfügbar. Andere Apps schließen, die sie benutzen, und erneut versuchen.',
      lost: 'Die Kamera ist ausgefallen. Erneut versuchen oder die ID eintippen.',
      reader: 'Der Scanner ließ sich nicht starten. Prüfen, ob die App aktuell ist, oder die ID eintippen.',
    },
    read: (text) => `Auf dem Etikett steht „${text}“.`,
    none: 'Kein Beacon in dieser Liste hat diese ID oder Adresse.',
    several: (n) => `${beacons(n)} passen zu diesem Etikett. Den richtigen auswählen.`,
    contradicts: 'ID und Adresse auf diesem Etikett gehören zu verschiedenen Beacons. Den richtigen auswählen.',
    one: 'Das kann der Beacon sein. Groß- und Kleinschreibung der ID prüfen.',
    more: (n) =>
      form(n, {
        one: '1 weiterer Beacon passt. Zum Suchen die ID eintippen.',
        other: `${number(n)} weitere Beacons passen. Zum Suchen die ID eintippen.`,
      }),
    by: {
      id: 'anhand der ID',
      mac: 'anhand der Adresse',
      otherCase: 'die ID ist anders groß- oder kleingeschrieben',
      order: 'kam mit dieser Bestellung',
    },
    orderAdded: (id) => `${id} hinzugefügt.`,
    noOrder: 'Auf diesem Etikett steht keine Bestellnummer.',
  },
};
