/** The rescue page's words. Both languages are built in, because the page must need no other file. */
import { count, form, number } from '../ui/language/counting.ts';
import { language } from '../ui/language/locale.ts';
import { thisDevice } from '../ui/language/place.ts';

const here = `this ${thisDevice()}`;
const hier = thisDevice() === 'phone' ? 'diesem Telefon' : 'diesem Laptop';

const receipts = (n: number): string => count(n, 'receipt', 'receipts');
const runs = (n: number): string => count(n, 'unfinished run', 'unfinished runs');

const english = {
  title: 'Rescue page',
  why: {
    asked: `This page works without the rest of the app. It saves what is on ${here} as a file.`,
    threw: 'The app did not start because of an error in its program.',
    missing: 'The app did not start because part of it could not be loaded.',
    empty: 'The app did not start, although all of it was loaded.',
  },
  safe: 'Your data was not touched.',
  looking: `Looking for receipts on ${here}.`,
  found: {
    title: `Found on ${here}`,
    nothing: `No receipts and no unfinished runs were found on ${here}.`,
    of: (nReceipts: number, nRuns: number) => `${receipts(nReceipts)} not yet verified, ${runs(nRuns)}.`,
    verified: (n: number) =>
      `${count(n, 'receipt is', 'receipts are')} already verified by the backend. The file includes them for the record.`,
    lock: 'A lock does not protect what this page saves: receipts and unfinished runs of a locked account can be saved too, with the IDs, settings and backend addresses in them. Keys, passphrases and devices are not shown or saved.',
    save: 'Save as a file',
    saved:
      'The file was handed to the browser. Look for it in your downloads. The outbox on any phone or laptop can import it.',
    unknownAccount: 'Account without a name',
    unreadable: (n: number) =>
      form(n, {
        one: '1 entry could not be read. The file includes it as it was found.',
        other: `${number(n)} entries could not be read. The file includes them as they were found.`,
      }),
  },
  trouble: `Part of the storage on ${here} could not be read:`,
  next: {
    title: 'Next',
    reload: 'Start the app again',
    reinstall: 'Download the app again',
    reinstallText:
      'Removes the stored program and downloads it again. Receipts and all other data stay. You need a network.',
  },
  noNetwork: 'The website cannot be reached, so the stored program was not removed. Try again when online.',
  details: 'Details',
};

const german: typeof english = {
  title: 'Rettungsseite',
  why: {
    asked: `Diese Seite funktioniert ohne den Rest der App. Sie speichert in einer Datei, was auf ${hier} liegt.`,
    threw: 'Die App ist wegen eines Fehlers in ihrem Programm nicht gestartet.',
    missing: 'Die App ist nicht gestartet, weil ein Teil von ihr nicht geladen werden konnte.',
    empty: 'Die App ist nicht gestartet, obwohl alles geladen wurde.',
  },
  safe: 'Die gespeicherten Daten sind unverändert.',
  looking: `Quittungen auf ${hier} werden gesucht.`,
  found: {
    title: `Auf ${hier} gefunden`,
    nothing: `Auf ${hier} wurden keine Quittungen und keine offenen Vorgänge gefunden.`,
    of: (nReceipts, nRuns) =>
      `${count(nReceipts, 'Quittung', 'Quittungen')} noch nicht bestätigt, ${count(nRuns, 'offener Vorgang', 'offene Vorgänge')}.`,
    verified: (n) =>
      `${count(n, 'Quittung ist', 'Quittungen sind')} vom Backend schon bestätigt. Die Datei enthält sie zum Nachweis.`,
    lock: 'Eine Sperre schützt nicht, was diese Seite speichert: Auch Quittungen und offene Vorgänge eines gesperrten Kontos lassen sich als Datei speichern, mit den IDs, Einstellungen und Backend-Adressen darin. Schlüssel, Passphrasen und Geräte werden weder gezeigt noch gespeichert.',
    save: 'Als Datei speichern',
    saved:
      'Die Datei wurde dem Browser übergeben. Sie liegt in den Downloads. Der Postausgang auf jedem Telefon oder Laptop kann sie importieren.',
    unknownAccount: 'Konto ohne Namen',
    unreadable: (n) =>
      form(n, {
        one: '1 Eintrag ließ sich nicht lesen. Er steht so in der Datei, wie er gefunden wurde.',
        other: `${number(n)} Einträge ließen sich nicht lesen. Sie stehen so in der Datei, wie sie gefunden wurden.`,
      }),
  },
  trouble: `Ein Teil des Speichers auf ${hier} ließ sich nicht lesen:`,
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
};

export const rescueStrings = language === 'de' ? german : english;
