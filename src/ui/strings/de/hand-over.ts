/** Deutsche Wörter für das Übergeben und Übernehmen eines Einsatzes. */
import { MAX_FILE_BYTES } from '../../../domain/limits.ts';
import type * as english from '../hand-over.ts';
import { count, number, size } from '../counting.ts';
import type { Words } from '../words.ts';
import { here } from './place.ts';

const beacons = (n: number): string => count(n, 'Beacon', 'Beacons');
const packages = (n: number): string => count(n, 'Paket', 'Pakete');
const receipts = (n: number): string => count(n, 'Quittung', 'Quittungen');

export const handOver: Words<typeof english> = {
  handOverStrings: {
    toHandOver: 'Übergeben',
    toTakeOver: 'Einsatz importieren',
    intro:
      'Die Datei enthält den Plan, die Pakete und die Quittungen der ausgewählten Beacons. Ein anderes Telefon, das sie übernimmt, braucht bei diesen Beacons kein Netz. Einen API-Schlüssel enthält sie nicht.',
    which: 'Welche Beacons',
    all: (n) => `Alle ${number(n)}`,
    left: (n) => `Die noch offenen (${number(n)})`,
    room: (place, n) => `${place} (${number(n)})`,
    more: (n) => `und ${count(n, 'weiterer', 'weitere')}`,
    noPlace: 'Ohne Raum',
    first: 'Die ersten der noch offenen',
    firstCount: 'Wie viele',
    chosen: (n, carried) => `${beacons(n)}, ${number(carried)} davon mit einem Paket auf ${here}.`,
    notCarried: 'Beacons ohne Paket müssen auf dem anderen Telefon mit Netz vorbereitet werden.',
    setAside: `Auf ${here} auslassen, damit niemand zweimal hingeht`,
    setAsideReason: 'An jemand anderen übergeben',
    save: 'Als Datei speichern',
    saved: (n) => `${beacons(n)} übergeben. Die Datei liegt bei den Downloads.`,
    shared: (n) => `${beacons(n)} übergeben.`,
    failed: 'Die Datei konnte nicht erstellt werden.',
    take: {
      intro:
        'Die übergebene Datei auswählen oder hier ablegen. Was sie enthält, wird gezeigt, bevor etwas übernommen wird.',
      choose: 'Datei auswählen',
      reading: 'Die Datei wird gelesen',
      holds: (tasks, carried, came) => `${beacons(tasks)}, ${packages(carried)}, ${receipts(came)}.`,
      made: (at) => `Erstellt: ${at}.`,
      isNew: `Dieser Einsatz ist noch nicht auf ${here}.`,
      isKnown: (added, marked, same) =>
        `Dieser Einsatz ist schon hier: ${beacons(added)} neu, ${number(marked)} aktualisiert, ${number(same)} unverändert.`,
      conflicts: (n) => `${beacons(n)} auf ${here} anders geplant oder markiert als in der Datei.`,
      conflict: (id, ours, theirs) => `${id}: hier „${ours}“, in der Datei „${theirs}“`,
      take: 'Welche Angaben gelten',
      ours: `Die auf ${here}`,
      theirs: 'Die in der Datei',
      replaces: (n) =>
        n === 1
          ? `Die Datei hat ein neueres Paket für einen Beacon, dessen Paket schon auf ${here} liegt.`
          : `Die Datei hat neuere Pakete für ${beacons(n)}, deren Pakete schon auf ${here} liegen.`,
      replaced: (names, more) => (more > 0 ? `${names} und ${count(more, 'weiterer', 'weitere')}` : names),
      takePackages: 'Welche Pakete bleiben',
      oursPackages: `Die auf ${here} behalten`,
      theirsPackages: 'Durch die aus der Datei ersetzen',
      other: (address) =>
        `Diese Datei gehört zu einem anderen Konto, oder es fehlt der Schlüssel, um das zu erkennen. Sie ist für ${address}. Nur übernehmen, wenn es das eigene Konto ist.`,
      go: 'Übernehmen',
      goOther: 'Trotzdem übernehmen',
      taken: (tasks, carried, came) => `Übernommen: ${beacons(tasks)}, ${packages(carried)}, ${receipts(came)}.`,
      nothingNew: 'Alles in dieser Datei war schon hier.',
      failed: 'Die Datei konnte nicht übernommen werden. Verloren ist nichts. Bitte erneut versuchen.',
      unreadable: 'Der Browser konnte diese Datei nicht lesen.',
      problems: {
        notJson: 'Das ist keine Einsatzdatei.',
        noJob: 'Das ist eine andere Datei. Quittungen werden im Ausgang importiert.',
        newerVersion:
          'Diese Datei wurde von einer neueren Version der App geschrieben. Zum Übernehmen die App aktualisieren.',
        damaged: 'Diese Datei ist beschädigt: Die Prüfsumme stimmt nicht. Die Datei neu anfordern.',
        unreadable:
          'Teile dieser Datei sind nicht lesbar, deshalb wird nichts daraus übernommen. Die Datei neu anfordern.',
        tooLarge: `Diese Datei ist größer als ${size(MAX_FILE_BYTES)}, zu groß für einen Einsatz.`,
        secret: (what) =>
          `Diese Datei plant einen geheimen Wert (${what}). Geheime Werte lassen sich nicht planen: Eine Datei ohne ihn anfordern.`,
        value: (what) =>
          `Diese Datei plant einen Wert, der nicht gesendet werden kann (${what}). Eine Datei ohne ihn anfordern.`,
      },
    },
  },
};
