/** German words of the connect page. */
import type { Words } from '../words.ts';
import type * as english from '../connect.ts';
import { count } from '../counting.ts';
import { here } from './place.ts';

export const connect: Words<typeof english> = {
  connectStrings: {
    show: 'Anzeigen',
    hide: 'Verbergen',
    showLabel: (label) => `${label} anzeigen`,
    hideLabel: (label) => `${label} verbergen`,
    preset: 'Backend',
    ownAddresses: 'Anderes oder eigener Proxy',
    presets: { kontaktUs: 'Kontakt.io, USA', kontaktUk: 'Kontakt.io, Großbritannien' },
    name: 'Name',
    nameHelp: 'Ein Name für dieses Konto, zum Beispiel der Standort.',
    baseUrl: 'Basis-URL',
    baseUrlHelp: 'Die v3-Adresse, zum Beispiel https://api.example.com',
    legacyBaseUrl: 'Legacy-Basis-URL',
    legacyBaseUrlHelp: 'Für Geräteliste und Konfigurationen, zum Beispiel https://dm.example.com',
    vendor: 'Hersteller',
    vendorHelp: (vendor) =>
      `Teil des Medientyps: application/vnd.com.${vendor === '' ? '<vendor>' : vendor}+json;version=10`,
    apiKey: 'API-Schlüssel',
    apiKeyHelp: 'Er wird beim Schließen der App vergessen, außer er wird unten gespeichert.',
    keyEmpty: 'Den API-Schlüssel eingeben.',
    remember: `Schlüssel auf ${here} merken`,
    rememberHelp: 'Geschützt durch eine Passphrase, die sonst niemand kennt.',
    rememberWays: 'Dann muss er nicht jedes Mal eingegeben werden.',
    lockedBy: 'Geschützt durch',
    locks: { screenLock: 'Bildschirmsperre', passphrase: 'Passphrase' },
    screenLockHelp: 'Fingerabdruck, Gesicht oder PIN, wie beim Entsperren des Bildschirms.',
    advanced: 'Erweitert: Bluetooth-Profil und Zahlen',
    test: 'Verbindung testen',
    connect: 'Verbinden',
    connectFailed: `Das Konto ließ sich auf ${here} nicht speichern.`,
    fixFirst: (n) => `${count(n, 'Feld', 'Felder')} korrigieren.`,
    faults: {
      empty: 'Pflichtfeld.',
      notAUrl: 'Eine vollständige Adresse eingeben, zum Beispiel https://api.example.com',
      notHttps: 'https benutzen. Einfaches http geht nur für localhost.',
      hasQuery: 'Alles ab ? oder # weglassen.',
      hasCredentials:
        'Benutzer und Passwort vor dem @ weglassen. Die Adresse wird gespeichert und gezeigt. Der API-Schlüssel hat ein eigenes Feld.',
      oddCharacters:
        'Nur einfache Buchstaben, Ziffern und Zeichen. Die Adresse von Hand eingeben. Ein Hostname mit anderen Buchstaben wird als xn--… geschrieben.',
      otherAddress:
        'Der Browser würde eine andere Adresse aufrufen als die eingegebene. Host und Pfad ausschreiben, ohne %, umgekehrte Schrägstriche, Punkte am Ende und Teile, die nur aus Punkten bestehen.',
      badVendor: 'Nur Buchstaben, Ziffern, Punkte und Bindestriche.',
    },
    ofAddress: (label) => `${label}: `,
    verdict: {
      blockedHere:
        'Diese App darf diese Adresse nicht erreichen: Die Sicherheitsrichtlinie nennt die erlaubten Adressen, diese ist nicht dabei. Nichts wurde gesendet. Eine https-Adresse benutzen oder die App so bereitstellen, dass diese erlaubt ist.',
      ok: (devices) =>
        devices === null
          ? 'Die Verbindung steht.'
          : `Die Verbindung steht. Dieser Schlüssel hat Zugriff auf ${count(devices, 'Gerät', 'Geräte')}.`,
      wrongKey: 'Das Backend nimmt diesen API-Schlüssel nicht an. Prüfen und erneut testen.',
      hiddenByCors:
        'Das Backend ist erreichbar, sperrt aber diese Website (CORS). Die Website dort freigeben lassen oder einen eigenen Reverse Proxy als Basis-URL benutzen.',
      wrongHostOrOffline:
        'Keine Antwort. Entweder ist die Adresse falsch, oder es gibt kein Netz. Beides prüfen und erneut testen.',
      other: 'Das Backend gab eine unerwartete Antwort. Die Adressen und den Hersteller prüfen, dann erneut testen.',
    },
    scan: 'Einrichtungscode scannen',
    scanning: {
      heading: 'Einrichtungscode scannen',
      hint: 'Auf dem schon verbundenen Telefon: Mehr, Weiteres Telefon einrichten. Die Kamera auf den Code dort richten.',
      troubles: {
        refused:
          'Diese Seite darf die Kamera nicht benutzen. In den Einstellungen des Browsers für diese Seite erlauben oder die Adressen eingeben.',
        none: 'Hier gibt es keine Kamera. Die Adressen eintippen.',
        busy: 'Die Kamera ist gerade nicht verfügbar. Andere Apps schließen, die sie benutzen, und erneut versuchen.',
        lost: 'Die Kamera ist ausgefallen. Erneut versuchen oder die Adressen eingeben.',
        reader: 'Der Scanner ließ sich nicht starten. Prüfen, ob die App aktuell ist, oder die Adressen eingeben.',
      },
    },
    setUp: {
      heading: 'Dieses Backend benutzen?',
      known: (backend) => `Bekanntes Backend: ${backend}`,
      unknown:
        'Dieses Backend steht nicht in der Liste der App. Beim Verbinden geht der API-Schlüssel dorthin. Nur weitermachen, wenn diese Adresse bekannt ist.',
      noKey: 'Es wurde noch nichts gesendet. Der API-Schlüssel wird von Hand eingegeben.',
      fill: 'Formular ausfüllen',
      leave: 'Nicht benutzen',
      filled: 'Ausgefüllt. Jetzt den API-Schlüssel eingeben.',
      problems: {
        foreign:
          'Das ist kein Einrichtungscode. Das verbundene Telefon zeigt ihn unter „Mehr“, „Weiteres Telefon einrichten“.',
        newerVersion: 'Diese Einrichtung stammt von einer neueren Version der App. Zuerst die App aktualisieren.',
        damaged: 'Diese Einrichtung ist unvollständig oder zu lang. Es wurde nichts ausgefüllt.',
        badAddress:
          'Diese Einrichtung hat eine Adresse oder einen Hersteller, die die App nicht annimmt. Es wurde nichts ausgefüllt.',
      },
    },
    detailsStatus: (status, message) =>
      status === 0 ? message : `HTTP ${status}${message === '' ? '' : `: ${message}`}`,
  },
};
