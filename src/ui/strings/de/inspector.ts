/** German words of the record inspector. */
import type * as english from '../inspector.ts';
import type { Words } from '../words.ts';
import { count, form, megabytes, number, tenth } from '../counting.ts';
import { here } from './place.ts';

export const inspector: Words<typeof english> = {
  inspectorStrings: {
    intro: `Gelieferte Datensätze eines Streams prüfen: einfügen, eine Datei hierher ziehen oder auswählen. Sie bleiben auf ${here}.`,
    shapes:
      'Ein Datensatz je Zeile, Datensätze hintereinander, ein JSON-Array oder die Umschläge von Cloud-Werkzeugen. Gzip wird entpackt, auch in einem Umschlag.',
    as: 'Prüfen als',
    asOptions: { auto: 'Automatisch erkennen', telemetry: 'Telemetrie-Datensätze', position: 'Positions-Datensätze' },
    paste: 'Datensätze',
    pasteHelp: 'Eingefügtes wird sofort geprüft. Langer Text wird hier nicht gezeigt.',
    check: 'Prüfen',
    file: 'Datei auswählen',
    drop: 'Datei zum Prüfen ablegen',
    clear: 'Andere Datensätze prüfen',
    replaced: 'Die Datensätze wurden ersetzt.',
    nothingTyped: 'Zuerst einen Datensatz einfügen oder eintippen.',
    running: 'Prüfung läuft',
    doing: (done, total, records) =>
      `${megabytes(done)} von ${megabytes(total)} MB, bisher ${count(records, 'Datensatz', 'Datensätze')}`,
    megabytes,
    stopped: 'Abgebrochen. Das sind die Ergebnisse bis dahin.',
    unreadable: 'Die Datei konnte nicht bis zum Ende gelesen werden. Das sind die Ergebnisse bis dahin.',
    failed: `Die Prüfung konnte auf ${here} nicht starten.`,
    again: 'Erneut versuchen',
    empty: 'Keine Datensätze gefunden.',

    allGood: 'Alle Datensätze sind gültig.',
    someFaulty: (n, of) =>
      `Datensätze mit Fehlern: ${number(n)} von ${number(of)}. Die übrigen sind gezählt und im Diagramm.`,
    onlyText: 'Alle Datensätze sind gültig, der Text um sie herum nicht.',
    counts: {
      telemetry: 'Gültige Telemetrie-Datensätze',
      position: 'Gültige Positions-Datensätze',
      faulty: 'Datensätze mit Fehlern',
      lines: 'Zeilen',
    },

    groups: 'Fehler nach Art',
    groupColumns: { where: 'Feld', what: 'Fehler', count: 'Anzahl', first: 'Erste Zeile' },
    faults: 'Alle Fehler',
    faultsCut: (shown, all) => `Die ersten ${number(shown)} von ${number(all)}.`,
    faultColumns: { line: 'Zeile', field: 'Feld', reason: 'Fehler', found: 'Gefunden' },
    more: (n) => `${count(n, 'weiteren', 'weitere')} anzeigen`,
    whole: 'ganzer Datensatz',
    lineOf: (line) => `Zeile ${number(line)}`,
    times: (n) => `${number(n)} ×`,
    reasons: {
      missing: 'Pflichtfeld fehlt.',
      empty: 'Pflichtfeld ist leer.',
      notText: 'Kein Text.',
      notNumber: 'Keine Zahl.',
      notFlag: 'Weder true noch false.',
      notIso: 'Keine Zeit nach ISO 8601.',
      notSeconds: 'Keine Zeit in Sekunden; vielleicht Millisekunden.',
      notPercent: 'Nicht zwischen 0 und 100.',
      notCounter: 'Keine ganze Zahl von 0 bis 255.',
      negative: 'Kleiner als 0.',
      notShare: 'Nicht zwischen 0 und 1.',
      notClosed: 'Eine Klammer ist nicht geschlossen.',
      lineBreak: 'Ein Text ist am Zeilenende nicht geschlossen.',
      tooLarge: 'Länger als 16 MB.',
      arrayNotClosed: 'Das Array ist nicht geschlossen. Der Text ist vielleicht abgeschnitten.',
      notJson: 'Kein gültiges JSON.',
      notAnObject: 'Kein Objekt.',
      notUnpacked: 'Beginnt wie Gzip, ließ sich aber nicht entpacken oder enthält mehr als 16 MB.',
      avro: 'Eine Avro-Datei, wie Event Hubs Capture sie schreibt. Zuerst in JSON umwandeln, zum Beispiel mit „avro-tools tojson“, und das Ergebnis prüfen.',
      parquet:
        'Eine Parquet-Datei, wie Event Hubs Capture oder Firehose sie schreiben können. Zuerst in JSON umwandeln, ein Datensatz je Zeile, und das Ergebnis prüfen.',
      zip: 'Ein ZIP-Archiv. Zuerst entpacken und die Dateien darin prüfen.',
      kindUnclear: 'Die Felder zeigen nicht, ob es Telemetrie oder eine Position ist.',
    },

    unknown: 'Unbekannte Felder',
    unknownText: 'Kein Fehler: Neue Felder können dazukommen.',
    unknownType: { telemetry: 'Telemetrie', position: 'Position' },

    plot: 'Diagramm',
    field: 'Feld',
    beacons: 'Beacons',
    beaconsOf: (shown, all) =>
      `${number(shown)} von ${count(all, 'Beacon', 'Beacons')}, die mit den meisten Datensätzen zuerst.`,
    chooseBeacon: 'Mindestens einen Beacon auswählen.',
    beaconOption: (id, records) => `${id} (${number(records)})`,
    noFields: 'Die gültigen Datensätze haben keine Messwerte für ein Diagramm.',
    drawing: 'Diagramm wird gezeichnet',
    map: 'Positionen auf der Etage',
    mapUnit: 'm',
    mapSentence: (id, steps, x, y) => `${id}: ${count(steps, 'Position', 'Positionen')}, x von ${x} m, y von ${y} m.`,
    mapRange: (low, high) => `${tenth(low)} bis ${tenth(high)}`,
    mapLost: (n) =>
      form(n, { one: 'Davon 1 außerhalb des Bereichs.', other: `Davon ${number(n)} außerhalb des Bereichs.` }),
    number,
  },
};
