/** German words of the rescue page and of the notice that leads there. */
import type { Words } from '../words.ts';
import type * as english from '../rescue.ts';
import { count, form, number } from '../counting.ts';
import { here } from './place.ts';

export const rescue: Words<typeof english> = {
  rescueStrings: {
    title: 'Rettungsseite',
    why: {
      asked: `Diese Seite funktioniert ohne den Rest der App. Sie speichert in einer Datei, was auf ${here} liegt.`,
      threw: 'Die App ist wegen eines Fehlers in ihrem Programm nicht gestartet.',
      missing: 'Die App ist nicht gestartet, weil ein Teil von ihr nicht geladen werden konnte.',
      empty: 'Die App ist nicht gestartet, obwohl alles geladen wurde.',
    },
    safe: 'Die gespeicherten Daten sind unverändert.',
    looking: `Quittungen auf ${here} werden gesucht.`,
    found: {
      title: `Auf ${here} gefunden`,
      nothing: `Auf ${here} wurden keine Quittungen und keine offenen Vorgänge gefunden.`,
      of: (nReceipts, nRuns) =>
        `${count(nReceipts, 'Quittung', 'Quittungen')} noch nicht bestätigt, ${count(nRuns, 'offener Vorgang', 'offene Vorgänge')}.`,
      verified: (n) =>
        `${count(n, 'Quittung ist', 'Quittungen sind')} vom Backend schon bestätigt. Die Datei enthält sie zum Nachweis.`,
      lock: 'Eine Sperre schützt nicht, was diese Seite speichert: Auch Quittungen und offene Vorgänge eines gesperrten Kontos lassen sich als Datei speichern, mit den IDs, Einstellungen und Backend-Adressen darin. Schlüssel, Passphrasen und Geräte werden weder gezeigt noch gespeichert.',
      save: 'Als Datei speichern',
      saved:
        'Die Datei wurde dem Browser übergeben. Sie liegt in den Downloads. Der Ausgang auf jedem Telefon oder Laptop kann sie importieren.',
      unknownAccount: 'Konto ohne Namen',
      unreadable: (n) =>
        form(n, {
          one: '1 Eintrag ließ sich nicht lesen. Er steht so in der Datei, wie er gefunden wurde.',
          other: `${number(n)} Einträge ließen sich nicht lesen. Sie stehen so in der Datei, wie sie gefunden wurden.`,
        }),
    },
    trouble: `Ein Teil des Speichers auf ${here} ließ sich nicht lesen:`,
    next: {
      title: 'Weiter',
      reload: 'App erneut starten',
      reinstall: 'App neu herunterladen',
      reinstallText:
        'Entfernt das gespeicherte Programm und lädt es neu herunter. Quittungen und alle anderen Daten bleiben. Dazu ist Netz nötig.',
    },
    noNetwork:
      'Die Website ist nicht erreichbar, darum wurde das gespeicherte Programm nicht entfernt. Erneut versuchen, sobald es Netz gibt.',
    details: 'Details',
  },
};
