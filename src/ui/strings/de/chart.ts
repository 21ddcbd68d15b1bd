/** German words of the charts. */
import type * as english from '../chart.ts';
import type { Words } from '../words.ts';
import { count } from '../counting.ts';
import { reading } from '../readings.ts';

export const chart: Words<typeof english> = {
  chartStrings: {
    role: 'Diagramm',
    label: (heading) =>
      `${heading}. Pfeiltasten verschieben, Plus und Minus vergrößern und verkleinern, 0 zeigt den ganzen Bereich.`,
    loading: 'Diagramm wird geladen',
    failed: 'Das Diagramm konnte nicht geladen werden. Die Tabelle darunter zeigt die Zahlen.',
    empty: 'Keine Messwerte in diesem Bereich.',
    silence: 'nichts gehört',
    unasked: 'nicht bekannt',
    no: 'nein',
    yes: 'ja',
    number: reading,
    value: (value, unit) => (unit === '' ? reading(value) : `${reading(value)}\u00a0${unit}`),
    between: (least, most) => `${least} bis ${most}`,
    nothing: '–',
    inWords: 'In Worten anzeigen',
    table: 'Als Tabelle anzeigen',
    tableLabel: (heading) => `${heading} als Tabelle`,
    everyReading: 'Jeder Messwert in diesem Ausschnitt.',
    stretches: 'Kleinster und größter Messwert je Abschnitt, mit dessen Beginn. Vergrößern zeigt jeden Messwert.',
    time: 'Zeit',
    closer: 'Vergrößern',
    wider: 'Verkleinern',
    earlier: 'Früher',
    later: 'Später',
    reset: 'Ganzer Bereich',
    heat: {
      role: 'Heatmap',
      label: (heading) => `${heading}. Pfeiltasten gehen von Feld zu Feld, die Eingabetaste öffnet den Beacon.`,
      hint: 'Auf ein Feld zeigen, um seinen Wert zu sehen. Ein Klick auf eine Zeile öffnet ihren Beacon.',
      heard: 'Gehört: je kräftiger, desto öfter',
      silent: 'Geladen, kein Datensatz',
      unknown: 'Nicht geprüft',
      beacon: 'Beacon',
      caption: 'Datensätze je Abschnitt, mit dessen Beginn. – heißt: nicht geprüft.',
      nothing: 'nichts gehört',
      notChecked: 'nicht geprüft',
      records: (n) => count(n, 'Datensatz', 'Datensätze'),
      cell: (beacon, from, what) => `${beacon}, ${from}: ${what}`,
    },
  },
};
