/** German words of the charts. */
import type * as english from '../en/chart.ts';
import type { Words } from '../words.ts';
import { reading } from '../counting.ts';

export const chart: Words<typeof english> = {
  chartStrings: {
    role: 'Diagramm',
    label: (heading) =>
      `${heading}. Pfeiltasten bewegen, Plus und Minus ändern den Ausschnitt, 0 zeigt den ganzen Bereich.`,
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
    table: 'Als Tabelle zeigen',
    tableLabel: (heading) => `${heading} als Tabelle`,
    everyReading: 'Jeder Messwert in diesem Ausschnitt.',
    stretches: 'Kleinster und größter Messwert je Abschnitt, mit dessen Beginn. Vergrößern zeigt jeden Messwert.',
    time: 'Zeit',
    closer: 'Vergrößern',
    wider: 'Verkleinern',
    earlier: 'Früher',
    later: 'Später',
    reset: 'Ganzer Bereich',
  },
};
