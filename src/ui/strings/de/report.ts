/** Deutsche Wörter für das Abnahmeprotokoll und die Seite, die eines prüft. */
import { MAX_FILE_BYTES } from '../../../domain/limits.ts';
import type * as english from '../report.ts';
import { count, form, number, size } from '../counting.ts';
import type { Words } from '../words.ts';

const beacons = (n: number): string => count(n, 'Beacon', 'Beacons');

export const report: Words<typeof english> = {
  reportStrings: {
    check: {
      intro:
        'Ein Abnahmeprotokoll ist eine CSV-Datei, deren Zeilen durch SHA-256 verkettet sind. Nach der Auswahl zeigt diese Seite, ob es verändert wurde. Die Datei bleibt in diesem Browser.',
      choose: 'Protokoll auswählen',
      drop: 'Protokoll hier ablegen',
      reading: 'Das Protokoll wird geprüft',
      whole: (n) =>
        `Die Datei passt zu ihrem Siegel: ${beacons(n)}. Keine Zeile wurde verändert, seit das Siegel entstand.`,
      seal: 'Siegel',
      sealMeans:
        'Die Kette enthält nichts Geheimes: Jeder kann eine Datei mit passendem Siegel schreiben. Dieses Siegel mit einem vergleichen, das auf anderem Weg kam, auf Papier oder in einer Nachricht. Sind alle 32 Ziffern gleich, ist es dieselbe Datei. Ein Protokoll, das eine frühere Version gedruckt hat, zeigt nur die ersten 16 Ziffern: Wer es geschrieben hat, könnte zwei Dateien mit denselben 16 gemacht haben.',
      changed: (n) =>
        form(n, {
          one: 'Verändert: 1 Zeile dieser Datei ist nicht so, wie die App sie geschrieben hat.',
          other: `Verändert: ${number(n)} Zeilen dieser Datei sind nicht so, wie die App sie geschrieben hat.`,
        }),
      changedLines: (which, more) =>
        more === 0
          ? `Zeile ${which}. Zeile 1 ist die Kopfzeile.`
          : `Zeile ${which} und ${number(more)} weitere. Zeile 1 ist die Kopfzeile.`,
      changedHelp:
        'Auch das Speichern in einer Tabellenkalkulation verändert die Datei. Die Datei so anfordern, wie die App sie geschrieben hat.',
      miscounted: (n, says) =>
        says === null || says === n
          ? 'Verändert: Die Zeilen stehen nicht in der Reihenfolge, in der sie geschrieben wurden.'
          : `Verändert: Zeilen mit Beacons in der Datei: ${number(n)}, beim Schreiben: ${number(says)}.`,
      noReport: 'Das ist kein Abnahmeprotokoll von Beacon Fieldkit.',
      unknownVersion:
        'Dieses Protokoll wurde von einer neueren Version der App geschrieben. Zum Prüfen die App aktualisieren.',
      tooLarge: `Diese Datei ist größer als ${size(MAX_FILE_BYTES)}, zu groß für ein Protokoll.`,
      unreadable: 'Der Browser konnte diese Datei nicht lesen.',
    },
    made: 'Erstellt',
    version: 'Version der App',
    person: 'Person (freiwillig)',
    personShort: 'Person',
    more: (n) =>
      `Die CSV-Datei enthält ${form(n, { one: '1 weiteren Beacon', other: `${number(n)} weitere Beacons` })}.`,
    personHelp: 'Steht im Protokoll. Leer lassen, wenn niemand genannt werden soll.',
    counts: (verified, all) => `${number(verified)} von ${beacons(all)} bestätigt.`,
    save: 'Als CSV speichern',
    print: 'Drucken',
    saved: 'Das Protokoll liegt in den Downloads.',
    shared: 'Das Protokoll wurde an eine andere App gegeben.',
    making: 'Das Protokoll wird erstellt',
    failed: 'Das Protokoll konnte nicht erstellt werden.',
    toReport: 'Protokoll',
    toCheck: 'Protokoll prüfen',
    none: 'Dieser Einsatz hat noch keine Beacons.',
    columns: {
      beacon: 'Beacon',
      room: 'Raum',
      change: 'Bisher → neu',
      times: 'Wann',
      tries: 'Geschrieben, gesendet',
      verdict: 'Stand',
      hash: 'Quittung, SHA-256',
    },
    tries: (writes, posts) => `${number(writes)}, ${number(posts)}`,
    notKnown: 'nicht bekannt',
    signature: { name: 'Name', place: 'Ort, Datum', sign: 'Unterschrift' },
    verdicts: {
      alreadySo: 'Das Backend zeigt diese Werte bereits',
      skipped: 'Ausgelassen',
      parked: 'Geparkt',
      doneElsewhere: 'Laut Angabe anderswo erledigt',
    },
  },
};
