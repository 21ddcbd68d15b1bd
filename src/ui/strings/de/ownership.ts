/** German words of orders, moves and shares. */
import type * as english from '../ownership.ts';
import { MAX_TYPED_IDS } from '../../../domain/limits.ts';
import type { Words } from '../words.ts';
import { count, form, number } from '../counting.ts';
import { here } from './place.ts';

const geräte = (n: number): string => count(n, 'Gerät', 'Geräte');
const bestellungen = (n: number): string => count(n, 'Bestellung', 'Bestellungen');

export const ownership: Words<typeof english> = {
  offlineText: 'Dafür ist Netz nötig. Es wirkt sofort und kann nicht im Ausgang warten.',
  orderStrings: {
    intro: 'Nimmt alle Geräte einer Bestellung in dieses Konto auf, mit dem Zugriff „Besitz“.',
    field: 'Bestellnummern',
    help: 'Eine oder mehrere, durch Kommas oder Zeilenumbrüche getrennt. Groß- und Kleinschreibung beachten.',
    read: (n) => (n === 0 ? 'Noch keine Bestellnummer.' : `${bestellungen(n)}:`),
    tooLong: `Diese Liste ist zu lang: Bis zu ${number(MAX_TYPED_IDS)} Bestellnummern lassen sich auf einmal übernehmen. Zuerst aufteilen.`,
    odd: (ids) => `Ungewöhnliche Zeichen in ${ids}. Etikett prüfen: Gesendet wird genau das Gezeigte.`,
    repeated: (ids) => `Doppelt eingegeben, einmal gesendet: ${ids}.`,
    next: 'Weiter',
    confirmHeading: (account) => `Für ${account} übernehmen?`,
    consequence: (n, account) =>
      form(n, {
        one: `Diese Bestellung und alle ihre Geräte gehen an das Konto „${account}“. Eine Bestellnummer gilt nur einmal: Kein anderes Konto kann sie danach übernehmen.`,
        other: `Diese ${number(n)} Bestellungen und alle ihre Geräte gehen an das Konto „${account}“. Eine Bestellnummer gilt nur einmal: Kein anderes Konto kann sie danach übernehmen.`,
      }),
    action: (n) => `${bestellungen(n)} übernehmen`,
    preview: {
      button: (n) => form(n, { one: 'Inhalt anzeigen', other: 'Inhalte anzeigen' }),
      unsure: 'Vielleicht unterstützt das Backend das nicht.',
      holds: (n) => `${geräte(n)}, noch von niemandem übernommen.`,
      none: 'kein Gerät, das noch zu übernehmen ist. Die Bestellung wurde schon übernommen, oder die Nummer stimmt nicht.',
      here: (n) =>
        form(n, {
          one: '1 davon steht schon in der Liste.',
          other: `${number(n)} davon stehen schon in der Liste.`,
        }),
      isHere: 'in der Liste',
    },
    asking: 'Übernahme läuft',
    reading: 'Geräteliste wird geladen',
    assigned: (found) =>
      found === 0
        ? 'Zugewiesen. Das Backend nennt noch kein neues Gerät; der Import kann dauern.'
        : `Zugewiesen. Neu in der Liste: ${geräte(found)}.`,
    assignedUnread: 'Zugewiesen. Die Geräteliste konnte nicht geladen werden.',
    unknown:
      'Keine Antwort: Die Bestellungen können zugewiesen sein oder nicht. Die App sendet sie nicht von selbst noch einmal. Sie hat stattdessen die Geräteliste geladen.',
    unknownUnread:
      'Keine Antwort: Die Bestellungen können zugewiesen sein oder nicht. Die App sendet sie nicht von selbst noch einmal. Mit Netz die Geräteliste prüfen.',
    unknownNone:
      'Die Liste zeigt noch kein neues Gerät. Erneut prüfen, bevor diese Nummern ein zweites Mal übernommen werden. Eine verbrauchte Nummer wird abgelehnt; sonst passiert nichts.',
    unknownFound: (n) => `Neu in der Liste: ${geräte(n)}. Also wurde mindestens eine Bestellung zugewiesen.`,
    refused: 'Abgelehnt.',
    refusedNone: 'Abgelehnt, und die Liste zeigt kein neues Gerät.',
    refusedUnread:
      'Abgelehnt. Die Geräteliste konnte nicht geladen werden; ob ein Teil zugewiesen wurde, ist nicht bekannt.',
    refusedFound: (n) =>
      `Die letzte Antwort war eine Ablehnung, aber neu in der Liste: ${geräte(n)}. Es wurden Bestellungen zugewiesen. Bricht die Verbindung ab, wiederholt der Browser die Anfrage und zeigt nur die Antwort auf die Wiederholung.`,
    checkAgain: 'Erneut prüfen',
    another: 'Andere Bestellungen übernehmen',
    newDevices: 'Neue Geräte',
    toDevices: 'Geräte öffnen',
    more: (n) => `und ${count(n, 'weiteres', 'weitere')}`,
  },
  giveStrings: {
    move: {
      title: 'Geräte übertragen',
      intro: 'An ein Konto außerhalb der eigenen Firma. Die Geräte verlassen dieses Konto.',
      mail: 'E-Mail des Managers',
      mailHelp: 'Der Manager, der die Geräte bekommt.',
      next: 'Prüfen und übertragen',
      heading: (n) => `${geräte(n)} übertragen?`,
      consequence: (n, mail, account) =>
        form(n, {
          one: `Das Gerät verlässt das Konto „${account}“ und geht an ${mail}. Der eigene Zugriff geht verloren, und nur der neue Besitzer kann es zurückgeben.`,
          other: `${number(n)} Geräte verlassen das Konto „${account}“ und gehen an ${mail}. Der eigene Zugriff geht verloren, und nur der neue Besitzer kann sie zurückgeben.`,
        }),
      action: (n) => `${geräte(n)} übertragen`,
      doing: 'Übertragung läuft',
      done: 'Übertragen',
      shown:
        'Nicht mehr im eigenen Konto: jetzt übertragen oder früher von jemand anderem. Die letzte Antwort sagte es nicht.',
    },
    share: {
      title: 'Geräte freigeben',
      intro: 'Ein anderer Manager kann die Geräte nutzen. Der eigene Zugriff ändert sich nicht.',
      mail: 'E-Mail des Managers',
      mailHelp: 'Der Manager, der Zugriff bekommt.',
      next: 'Freigeben',
      doing: 'Freigabe läuft',
      done: 'Freigegeben',
      shown: 'Wohl freigegeben: Das Backend nennt die Freigabe, aber die letzte Antwort sagte es nicht.',
    },
    access: 'Zugriff',
    accessNames: { VIEWER: 'Ansehen: nichts ändern', EDITOR: 'Bearbeiten: auch konfigurieren' },
    accessOther: 'Anderer Zugriff',
    accessWord: 'Name des Zugriffs',
    accessWordHelp: 'Der Name im Backend. Das Backend entscheidet, was er erlaubt.',
    accessFault: 'Ein Wort ohne Leerzeichen und Kommas eingeben.',
    endless: 'Ohne Enddatum',
    endlessHelp: 'Es wird kein Enddatum gesendet; das Backend entscheidet.',
    ends: 'Endet am',
    endsHelp: 'Am Ende dieses Tages, in der eigenen Zeitzone.',
    withMetadata: 'Mit Metadaten',
    withMetadataHelp: 'Das Backend gibt auch die Metadaten der Geräte weiter.',
    mailFaults: {
      empty: 'E-Mail-Adresse eingeben.',
      notOneAddress: 'Nur eine Adresse eingeben.',
      notAnAddress: 'Das ist keine E-Mail-Adresse.',
    },
    dateFaults: {
      unreadable: 'Datum auswählen.',
      past: 'Ein Datum in der Zukunft wählen.',
      tooFar: 'Ein so fernes Datum nimmt das Backend nicht an.',
    },
    none: 'Kein Gerät ausgewählt.',
    toDevices: 'Geräte auswählen',
    chosen: (n) => geräte(n),
    more: (n) => `und ${count(n, 'weiteres', 'weitere')}`,
    notYours: (n) => `${geräte(n)} ausgelassen: Der eigene Zugriff erlaubt das nicht.`,
    access2: (access) => `eigener Zugriff: ${access}`,
    unknownAccess: (n) => `Das Backend nennt den eigenen Zugriff nicht (${geräte(n)}). Es entscheidet beim Senden.`,
    receipts: (ids) =>
      `Quittungen auf ${here} sind noch nicht zugestellt: ${ids}. Nach der Übertragung nimmt das Backend sie von diesem Konto nicht mehr an. Zuerst senden.`,
    toOutbox: 'Ausgang öffnen',
    stop: 'Nach diesem anhalten',
    results: 'Ergebnis',
    summary: (done, all) => `${number(done)} von ${form(all, { one: '1 Gerät', other: `${number(all)} Geräten` })}`,
    again: 'Übrige erneut versuchen',
    back: 'Zurück zu den Geräten',
    resultWords: {
      done: 'Angenommen',
      shown: 'Wohl angenommen',
      refused: 'Abgelehnt',
      unknown: 'Nicht bekannt: keine Antwort. Vor einem neuen Versuch das Gerät prüfen.',
      notSent: 'Nicht gesendet',
    },
  },
};
