/** German words of what went wrong with a call to the backend. */
import type * as english from '../failures.ts';
import type { Words } from '../words.ts';
import { count, number, size } from '../counting.ts';

export const failures: Words<typeof english> = {
  failureWords: {
    offline: {
      says: 'Keine Antwort vom Backend. Netz und Adresse prüfen; vielleicht sperrt das Backend auch diese Seite aus.',
      action: 'again',
    },
    timeout: { says: 'Das Backend hat zu lange nicht geantwortet.', action: 'again' },
    portal: {
      says: 'Nicht das Backend hat geantwortet. Vielleicht ist in diesem Netz eine Anmeldung nötig.',
      action: 'signIn',
    },
    key: { says: 'Das Backend nimmt den API-Schlüssel nicht an.', action: 'key' },
    forbidden: { says: 'Der Schlüssel erlaubt das nicht.', action: 'none' },
    notFound: { says: 'Im Backend nicht gefunden, oder der Schlüssel hat keinen Zugriff darauf.', action: 'none' },
    conflict: {
      says: 'Abgelehnt: Es widerspricht den Daten des Backends, oder das Modell unterstützt es nicht.',
      action: 'none',
    },
    mediaType: {
      says: 'Das Backend unterstützt diese Version nicht. Den Hersteller im Konto prüfen.',
      action: 'account',
    },
    invalid: { says: 'Das Backend nimmt diese Werte nicht an.', action: 'none' },
    tooLarge: { says: 'Diese Anfrage ist zu groß für das Backend oder für einen Proxy davor.', action: 'none' },
    wrongHost: { says: 'Der Host antwortet nicht für diese Adresse. Die Adressen im Konto prüfen.', action: 'account' },
    legal: { says: 'Der Zugriff ist aus rechtlichen Gründen gesperrt.', action: 'none' },
    proxyGaveUp: { says: 'Ein Proxy vor dem Backend bekam keine Antwort. Erneut versuchen.', action: 'again' },
    refused: { says: 'Das Backend hat diese Anfrage abgelehnt.', action: 'none' },
    rateLimit: { says: 'Zu viele Anfragen. Das Backend bittet um eine Pause.', action: 'again' },
    server: { says: 'Das Backend meldet einen eigenen Fehler.', action: 'again' },
    unreadable: { says: 'Die Antwort des Backends war nicht lesbar.', action: 'again' },
    otherDevices: { says: 'Die Antwort betraf nicht dieses Gerät und wurde nicht verwendet.', action: 'again' },
    noKey: { says: 'Nichts gesendet: Zuerst den Schlüssel eingeben.', action: 'key' },
    cancelled: { says: 'Abgebrochen.', action: 'again' },
  },
  failureActions: {
    again: 'Erneut versuchen',
    key: 'Schlüssel eingeben',
    account: 'Konto',
    signIn: 'Anmeldeseite öffnen',
  },
  failureNotes: {
    redirected: 'Statt einer Antwort kam eine Weiterleitung.',
    webPage: 'Statt einer Antwort kam eine Webseite.',
    plainText: 'Statt einer Antwort kam einfacher Text.',
    cutOff: 'Die Antwort wurde abgeschnitten.',
    otherAnswer: 'Die Antwort passt nicht zur Anfrage.',
    tooLarge: `Die Antwort ist größer als ${size(50_000_000)}.`,
    otherDevices:
      'Das Backend wurde nach einem Gerät gefragt und hat mit anderen geantwortet; ob es dieses hat, ist nicht bekannt.',
    unsendableKey: 'Der Schlüssel enthält Zeichen, die sich nicht senden lassen.',
    repeatsSecret: 'Die Meldung des Backends enthält einen geheimen Wert und wird darum nicht gezeigt.',
    listTooLong: `Die Liste hat mehr als ${number(200_000)} Geräte. Die übrigen fehlen hier.`,
  },
  moreFields: (n) => count(n, 'weiteres Feld', 'weitere Felder'),
};
