/** Deutsche Wörter für das Weitergeben einer Datei an ein anderes Telefon: über das Teilen-Menü oder als Codes auf dem Bildschirm. */
import type * as english from '../transfer.ts';
import { count, number } from '../counting.ts';
import type { Words } from '../words.ts';

const pages = (n: number): string => count(n, 'Seite', 'Seiten');

export const transfer: Words<typeof english> = {
  transferStrings: {
    share: 'Als Datei teilen',
    notShared: 'Die Datei ließ sich nicht teilen. Die Datei speichern und aus den Downloads weitergeben.',
    show: 'Als Codes anzeigen',
    scan: 'Codes scannen',
    give: {
      heading: 'Codes für das andere Telefon',
      howTo: {
        job: 'Auf dem anderen Telefon: Einsätze, Einsatz importieren, Codes scannen. Die Seiten können in beliebiger Reihenfolge gelesen werden.',
        receipts:
          'Auf dem anderen Telefon: Ausgang, Codes scannen. Die Seiten können in beliebiger Reihenfolge gelesen werden.',
      },
      making: 'Die Codes werden erstellt',
      drawing: 'Der Code wird gezeichnet',
      page: (at, of) => `Seite ${number(at)} von ${number(of)}`,
      picture: (at, of) => `QR-Code, Seite ${number(at)} von ${number(of)}`,
      onePicture: 'QR-Code',
      previous: 'Vorige Seite',
      next: 'Nächste Seite',
      pause: 'Anhalten',
      go: 'Weiter',
      speed: 'Tempo',
      speeds: { slow: 'Langsam', normal: 'Normal', fast: 'Schnell' },
      goTo: 'Zu Seite',
      tooMany: (n, most) =>
        `Das wären ${number(n)} Codes, mehr als die erlaubten ${number(most)}. Weniger auswählen oder als Datei übergeben.`,
      asFile: 'Als Datei speichern',
      failed: 'Die Codes konnten nicht erstellt werden.',
      given: 'Das andere Telefon hat alles',
    },
    take: {
      heading: 'Codes scannen',
      hint: 'Die Kamera auf die Codes des anderen Telefons richten, sodass ein Code den Rahmen füllt, und ruhig halten.',
      troubles: {
        refused:
          'Diese Seite darf die Kamera nicht benutzen. In den Einstellungen des Browsers für diese Seite erlauben oder die Datei anfordern.',
        none: 'Hier gibt es keine Kamera. Stattdessen die Datei anfordern.',
        busy: 'Die Kamera ist gerade nicht verfügbar. Andere Apps schließen, die sie benutzen, und erneut versuchen.',
        lost: 'Die Kamera ist ausgefallen. Erneut versuchen: Die gelesenen Seiten bleiben.',
        reader: 'Der Scanner ließ sich nicht starten. Prüfen, ob die App aktuell ist, oder die Datei anfordern.',
      },
      here: 'Gelesene Seiten',
      progress: (n, of) => `${number(n)} von ${pages(of)} gelesen.`,
      missing: (which, more) =>
        more === 0
          ? `Es fehlen: ${which}.`
          : `Es fehlen: ${which} und ${count(more, 'weitere Seite', 'weitere Seiten')}.`,
      problems: {
        foreign: 'Dieser Code gehört weder zu einem Einsatz noch zu Quittungen.',
        newerVersion: 'Diese Codes stammen von einer neueren Version der App. Zum Lesen die App aktualisieren.',
        damaged: 'Diese Seite ist beschädigt. Die Codes neu erstellen lassen.',
      },
      otherKind: {
        job: 'Diese Codes enthalten einen Einsatz. Gescannt werden sie unter Einsätze, Einsatz importieren.',
        receipts: 'Diese Codes enthalten Quittungen. Gescannt werden sie im Ausgang.',
      },
      other: (n) =>
        `Diese Seite gehört zu einer anderen Übergabe als die bisher ${n === 1 ? 'gelesene Seite' : `gelesenen ${pages(n)}`}.`,
      takeOther: 'Mit dieser beginnen',
      notWhole:
        'Die Seiten ergeben keine vollständige Datei: Die Prüfsumme stimmt nicht. Alle Seiten noch einmal scannen.',
    },
  },
};
