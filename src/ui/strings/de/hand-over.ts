/** Deutsche Wörter für das Übergeben und Übernehmen eines Einsatzes. */
import type * as english from '../hand-over.ts';
import { count, number } from '../counting.ts';
import type { Words } from '../words.ts';

const beacons = (n: number): string => count(n, 'Beacon', 'Beacons');
const packages = (n: number): string => count(n, 'Paket', 'Pakete');
const receipts = (n: number): string => count(n, 'Quittung', 'Quittungen');

export const handOver: Words<typeof english> = {
  handOverStrings: {
    toHandOver: 'Übergeben',
    toTakeOver: 'Einsatz importieren',
    intro:
      'Die Datei enthält den Plan, die Pakete und die Quittungen der ausgewählten Beacons. Ein anderes Telefon, das sie übernimmt, kommt bei ihnen ohne Netz aus. Einen API-Schlüssel enthält sie nicht.',
    which: 'Welche Beacons',
    all: (n) => `Alle ${number(n)}`,
    left: (n) => `Die noch offenen (${number(n)})`,
    room: (place, n) => `${place} (${number(n)})`,
    more: (n) => `und ${number(n)} weitere`,
    noPlace: 'Ohne Raum',
    first: 'Die ersten der noch offenen',
    firstCount: 'Wie viele',
    chosen: (n, carried) => `${beacons(n)}, ${number(carried)} davon mit einem Paket auf diesem Gerät.`,
    notCarried: 'Beacons ohne Paket müssen auf dem anderen Telefon mit Netz vorbereitet werden.',
    setAside: 'Auf diesem Gerät überspringen, damit niemand zweimal hingeht',
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
      isNew: 'Dieser Einsatz ist noch nicht auf diesem Gerät.',
      isKnown: (added, marked, same) =>
        `Dieser Einsatz ist schon hier: ${beacons(added)} neu, ${number(marked)} mit Neuigkeiten, ${number(same)} gleich.`,
      conflicts: (n) => `${beacons(n)} hier und dort verschieden geplant oder markiert.`,
      conflict: (id, ours, theirs) => `${id}: hier „${ours}“, dort „${theirs}“`,
      take: 'Was für sie gilt',
      ours: 'Was auf diesem Gerät steht',
      theirs: 'Was in der Datei steht',
      replaces: (n) =>
        n === 1
          ? 'Die Datei hat ein neueres Paket für einen Beacon, dessen Paket schon auf diesem Gerät liegt.'
          : `Die Datei hat neuere Pakete für ${beacons(n)}, deren Pakete schon auf diesem Gerät liegen.`,
      replaced: (names, more) => (more > 0 ? `${names} und ${number(more)} weitere` : names),
      takePackages: 'Welche Pakete bleiben',
      oursPackages: 'Die auf diesem Gerät behalten',
      theirsPackages: 'Durch die der Datei ersetzen',
      other: (address) =>
        `Diese Datei gehört zu einem anderen Konto, oder es fehlt der Schlüssel, um das zu erkennen. Sie ist für ${address}. Nur übernehmen, wenn das das eigene Konto ist.`,
      go: 'Übernehmen',
      goOther: 'Trotzdem übernehmen',
      taken: (tasks, carried, came) => `Übernommen: ${beacons(tasks)}, ${packages(carried)}, ${receipts(came)}.`,
      nothingNew: 'Alles in dieser Datei war schon hier.',
      failed: 'Die Datei konnte nicht übernommen werden. Verloren ist nichts: bitte noch einmal versuchen.',
      unreadable: 'Der Browser konnte diese Datei nicht lesen.',
      problems: {
        notJson: 'Das ist keine Datei eines Einsatzes.',
        noJob: 'Das ist eine andere Datei. Quittungen werden im Ausgang importiert.',
        newerVersion:
          'Diese Datei wurde von einer neueren Version der App geschrieben. Zum Übernehmen die App aktualisieren.',
        damaged: 'Diese Datei ist beschädigt: Ihre Prüfsumme stimmt nicht. Bitte noch einmal geben lassen.',
        unreadable:
          'Teile dieser Datei sind nicht lesbar, deshalb wird nichts daraus übernommen. Bitte noch einmal geben lassen.',
        tooLarge: 'Diese Datei ist größer als jeder Einsatz.',
        secret: (what) =>
          `Diese Datei plant ein Geheimnis oder ein verborgenes (${what}). Geheimnisse werden nie geplant: bitte eine Datei ohne es geben lassen.`,
        value: (what) =>
          `Diese Datei plant einen Wert, der nicht gesendet werden kann (${what}). Bitte eine Datei ohne ihn geben lassen.`,
      },
    },
  },
};
