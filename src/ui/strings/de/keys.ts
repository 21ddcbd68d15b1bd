/** German words around the key. */
import type { Words } from '../words.ts';
import type * as english from '../keys.ts';
import { count } from '../counting.ts';
import { here } from './place.ts';

export const keys: Words<typeof english> = {
  keyStrings: {
    key: {
      heading: 'API-Schlüssel',
      why: 'Der Schlüssel bleibt nur im Arbeitsspeicher und ist nach dem Schließen der App weg.',
      unchecked:
        'Das Backend hat diesen Schlüssel noch nicht angenommen, darum wurde er nicht gespeichert. Online die Geräteliste laden und erneut versuchen.',
      waiting: (n) => `${count(n, 'Quittung wartet', 'Quittungen warten')} auf den Schlüssel.`,
      account: (name) => `Konto ${name}`,
      label: 'API-Schlüssel',
      use: 'Diesen Schlüssel benutzen',
      openHeading: 'Mit der Passphrase öffnen',
      passphrase: 'Passphrase',
      open: 'Öffnen',
      wrong: 'Falsche Passphrase.',
      noVault: `Auf ${here} ist kein Schlüssel gespeichert. Stattdessen den Schlüssel eingeben.`,
      instead: {
        screenLock: 'Stattdessen Bildschirmsperre benutzen',
        passphrase: 'Stattdessen Passphrase benutzen',
        key: 'Stattdessen Schlüssel eingeben',
      },
      empty: 'Zuerst den Schlüssel eingeben.',
      unsendable: (sign) =>
        sign.trim() === ''
          ? 'In diesem Schlüssel ist ein Leerzeichen. Den Schlüssel neu kopieren.'
          : `„${sign}“ kann nicht Teil eines Schlüssels sein. Den Schlüssel neu kopieren.`,
      failed: 'Der Schlüssel ließ sich nicht benutzen.',
      offerHeading: `Schlüssel auf ${here} merken?`,
      offer: `Eine Passphrase schützt den Schlüssel auf ${here}. Er muss dann nicht jedes Mal eingegeben werden.`,
      remember: 'Schlüssel merken',
      notNow: 'Jetzt nicht',
      remembered: `Der Schlüssel ist auf ${here} gespeichert, geschützt durch die Passphrase.`,
      accepted: 'Der Schlüssel wird benutzt.',
    },
    screenLock: {
      heading: 'Schlüssel entsperren',
      openText:
        'Den Schlüssel so entsperren wie den Bildschirm: mit Fingerabdruck, Gesicht oder PIN. Das geht auch offline.',
      open: 'Mit der Bildschirmsperre entsperren',
      offer:
        'Beim nächsten Mal wird der Schlüssel so entsperrt wie der Bildschirm: mit Fingerabdruck, Gesicht oder PIN. Er wird verschlüsselt gespeichert. Das Entsperren geht auch offline.',
      use: 'Bildschirmsperre benutzen',
      saved: `Der Schlüssel liegt auf ${here}, geschützt durch die Bildschirmsperre.`,
      failed: 'Der Schlüssel ließ sich nicht speichern. Unter „Mehr“ erneut versuchen.',
      notSaved:
        'Das wurde nicht bestätigt, darum ist der Schlüssel nicht gespeichert. Erneut versuchen oder eine Passphrase benutzen.',
      refusals: {
        notConfirmed:
          'Das wurde nicht bestätigt. Erneut versuchen oder anders öffnen. Ist der Passkey dieser App gelöscht, geht es nur noch anders.',
        noPrf: `Die Bildschirmsperre auf ${here} erkennt zwar die Person, kann für diesen Browser aber keinen Schlüssel verschlüsseln. Eine Passphrase benutzen.`,
        unavailable: `Dieser Browser kann auf ${here} keine Bildschirmsperre benutzen. Ist keine eingerichtet, geht das in den Systemeinstellungen. Sonst anders öffnen.`,
        damaged:
          'Der Schlüssel hinter der Bildschirmsperre war nicht lesbar und wurde entfernt. Das Konto anders öffnen, dann den Schlüssel neu speichern.',
      },
    },
    passphrase: {
      label: 'Passphrase',
      repeat: 'Passphrase wiederholen',
      help: 'Mindestens 12 Zeichen, die niemand errät: mehrere Wörter, die nicht zusammengehören. Sie lässt sich später nicht wiederherstellen.',
      short: (n) => `Noch ${count(n, 'Zeichen', 'Zeichen')} nötig.`,
      sameAsKey: 'Die Passphrase darf nicht der Schlüssel selbst sein.',
      guessable: 'Zu leicht zu erraten. Wörter hinzufügen, die nicht zusammengehören.',
      notJudged: 'Die Passphrase ließ sich nicht prüfen. Einmal online gehen und erneut versuchen.',
      differs: 'Die Passphrasen stimmen nicht überein.',
      good: 'Gut genug.',
      strong: 'Stark.',
    },
    otherKey: {
      heading: 'Wessen Schlüssel ist das?',
      ask: `Dieser Schlüssel öffnet nicht, was auf ${here} für diese Adressen gespeichert ist. Noch wurde nichts gesendet oder gezeigt. Bei einem Tippfehler: schließen und neu eingeben.`,
      same: (name) => `Ein neuer Schlüssel für „${name}“`,
      waits: (n) => `${count(n, 'Quittung wartet', 'Quittungen warten')} dort.`,
      sameMeans:
        'Zuerst muss das Backend zeigen, dass der Schlüssel die Geräte dieses Kontos erreicht. Dann ersetzt er den alten, und damit wird gesendet, was wartet.',
      endsVault: 'Der dort gespeicherte Schlüssel ist der alte und wird entfernt.',
      other: 'Ein anderes Konto',
      otherMeans: 'Es bekommt einen eigenen Speicher. Was für das andere Konto gespeichert ist, bleibt dort.',
      passphraseOnly: (name) =>
        `„${name}“ wurde von einer früheren Version der App gesperrt. Nur die Passphrase öffnet es. Hat das Backend den Schlüssel danach angenommen, öffnet es auch der Schlüssel.`,
      noWayIn: (name) =>
        `„${name}“ wurde von einer früheren Version der App gesperrt und hat keine Passphrase, darum kann es kein Schlüssel öffnen. Die Quittungen lassen sich auf der Rettungsseite speichern und in ein anderes Konto importieren.`,
      toRescue: 'Rettungsseite öffnen',
      notProven: {
        wrongKey: 'Das Backend nimmt diesen Schlüssel nicht an, darum wurde nichts geöffnet.',
        unchecked:
          'Dieser Schlüssel ließ sich nicht beim Backend prüfen, darum wurde nichts geöffnet. Erneut versuchen, sobald es Netz gibt.',
        otherAccount:
          'Das Backend nimmt diesen Schlüssel an, liefert damit aber nicht alle Geräte dieses Kontos mit demselben Zugriff. Es wurde nichts geöffnet. Den Schlüssel als anderes Konto verbinden.',
        noDevices: `Von diesem Konto sind auf ${here} keine Geräte gespeichert, darum lässt sich der Schlüssel nicht prüfen. Es wurde nichts geöffnet. Den Schlüssel als anderes Konto verbinden.`,
        needsPassphrase: 'Kein Schlüssel kann dieses Konto öffnen, darum wurde nichts geöffnet.',
      },
    },
  },
};
