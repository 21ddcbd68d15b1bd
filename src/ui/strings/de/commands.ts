/** German words of commands. */
import { isCommandName, type CommandName } from '../../../domain/commands/command.ts';
import { errandOf } from '../../../domain/errand.ts';
import { MAX_PACKET_BYTES } from '../../../domain/limits.ts';
import type { CommandText } from '../commands.ts';
import type { Words } from '../words.ts';
import type * as english from '../commands.ts';
import { number } from '../counting.ts';
import { here } from './place.ts';

const commandTexts: Readonly<Record<CommandName, CommandText>> = {
  identify: {
    name: 'Blinken lassen',
    does: 'Der Beacon blinkt etwa zehn Sekunden lang. So ist zu sehen, welcher es ist.',
    note: '',
    consequence: '',
  },
  restart: {
    name: 'Neu starten',
    does: 'Der Beacon startet neu und behält seine Konfiguration.',
    note: 'Die Verbindung bricht dabei ab. Das ist normal.',
    consequence: '',
  },
  nonConnectable: {
    name: 'Verbindungen sperren',
    does: 'Der Beacon sendet weiter, aber niemand kann sich verbinden, bis er stromlos gemacht wurde.',
    note: 'Funktioniert nachweislich nur bei einer Chipfamilie. Andere Modelle lehnen es vielleicht ab oder ignorieren es.',
    consequence:
      'Niemand kann diesen Beacon konfigurieren, bis jemand ihn öffnet und die Batterie herausnimmt. Alle, die ihn verwalten, verlieren diesen Zugang.',
  },
  bootloader: {
    name: 'Bootloader starten',
    does: 'Der Beacon stellt die Arbeit ein und wartet auf neue Firmware.',
    note: 'Ein Browser kann keine Firmware laden. Nur das Werkzeug des Herstellers bringt den Beacon zurück.',
    consequence:
      'Der Beacon sendet nicht mehr, und diese App kann ihn nicht zurückholen. Alle, die sein Signal brauchen, verlieren es, bis ihn jemand mit dem Werkzeug des Herstellers zurückholt.',
  },
};

const notOffered = 'Dieses Backend bietet den Befehl laut den Einstellungen des Kontos nicht an.';

export const commands: Words<typeof english> = {
  commandTexts,
  commandNameOf: ({ command }) =>
    errandOf({ command }).name === 'reading'
      ? 'Beacon auslesen'
      : isCommandName(command)
        ? commandTexts[command].name
        : (command ?? ''),
  commandStrings: {
    heading: 'Befehle',
    headingNote: 'Werden wie ein Paket über Bluetooth geschrieben. Beacons bestätigen Befehle nicht.',
    title: (command, uniqueId) => `${command}: ${uniqueId}`,
    unknown: 'Diesen Befehl gibt es nicht.',
    open: (name) => `Befehl „${name}“ öffnen`,
    states: {
      none: '',
      carried: 'Geladen',
      dead: 'Nicht mehr brauchbar',
      unfinished: 'Unklar',
      sent: 'Gesendet, nicht bestätigbar',
      notOffered: 'Von diesem Backend nicht angeboten',
    },
    fetch: 'Befehl holen',
    fetchAgain: 'Erneut holen',
    fetching: 'Befehl wird geholt',
    send: 'Verbinden und senden',
    confirm: (name) => name,
    remove: `Von ${here} entfernen`,
    removed: `Der Befehl wurde von ${here} entfernt.`,
    setAside: 'Zurückstellen',
    asideDone: 'Zurückgestellt: Er wird erneut geholt, wenn ein neueres Paket geschrieben wurde und es Netz gibt.',
    leave: 'Nicht weiter prüfen',
    left: 'Prüfung beendet. Ob der Beacon den Befehl angenommen hat, ist nicht bekannt.',
    reconnect: 'Verbinden und prüfen',
    toDevice: 'Zurück zum Gerät',
    toRun: 'Zum Vorgang',
    cancel: 'Abbrechen',
    pastCancel: 'Schreiben läuft. Noch kurz beim Beacon bleiben.',
    fetched: 'Geholt',
    none: `Noch nicht auf ${here}. Holen, solange es Netz gibt, dann am Beacon senden, online oder offline.`,
    dead: 'Dieser Befehl kann nicht mehr gesendet werden. Erneut holen.',
    aside:
      'Zurückgestellt: Für diesen Beacon wartet ein neueres Paket. Ist es geschrieben und gibt es Netz, wird der Befehl erneut geholt.',
    ended: {
      commandSent: 'Gesendet, nicht bestätigbar.',
      packageDead: 'Der Beacon hat schon ein neueres Paket angenommen, daher ist dieser Befehl nicht mehr brauchbar.',
      noAnswer:
        'Unklar: Er wurde zweimal geschrieben, und der Beacon hat ihn nie bestätigt. Den Beacon prüfen oder den Befehl erneut holen.',
    },
    sentDetail: {
      identify: 'Auf den blinkenden Beacon achten.',
      restart: 'Der Beacon hat ihn angenommen. Dass er neu startet, zeigt sich nur daran, dass er wieder sendet.',
      nonConnectable: 'Der Beacon hat ihn angenommen. Zu sehen ist das nur daran, dass er Verbindungen ablehnt.',
      bootloader: 'Der Beacon hat ihn angenommen. Im Bootloader bleibt er stumm, bis neue Firmware geladen ist.',
    },
    unfinished:
      'Unklar: Die Verbindung endete, bevor der Beacon den Befehl bestätigt hat. Zum Prüfen erneut verbinden.',
    elsewhere: 'Dieser Befehl wird in einem anderen Fenster gesendet.',
    other: (id) => `${id} wird in diesem Fenster beschrieben.`,
    responseWaits:
      'Dieser Beacon hat vielleicht noch die Quittung einer Konfiguration. Diesen Vorgang zuerst abschließen: Ein Befehl könnte sie löschen.',
    configurationFirst:
      'Für diesen Beacon wurde vorher eine Konfiguration geholt. Diese zuerst schreiben, sonst macht der Befehl sie unbrauchbar.',
    carriedFirst: 'Für diesen Beacon wurde vorher ein anderes Paket geholt. Dieses zuerst schreiben oder entfernen.',
    notAllowed: {
      ownerOnly: (access) =>
        `Nur mit dem Zugriff „Besitz“ lässt sich das senden. Der Zugriff auf dieses Gerät ist „${access}“.`,
      viewer: 'Der Zugriff ist „Ansehen“: Ändern ist nicht erlaubt.',
    },
    accessUnknown:
      'Das Backend nennt den Zugriff auf dieses Gerät nicht. Ob das erlaubt ist, entscheidet das Backend beim Senden.',
    notOffered,
    waiting: (names) =>
      `Für diesen Beacon wartet ein früherer Befehl: ${names}. Die Konfiguration zu schreiben würde ihn unbrauchbar machen.`,
    only: (names: string, several: boolean) =>
      several
        ? `Keine Konfiguration für diesen Beacon auf ${here}, nur Befehle: ${names}.`
        : `Keine Konfiguration für diesen Beacon auf ${here}, nur ein Befehl: ${names}.`,
    goToOnly: (name: string) => `Zum Befehl „${name}“`,
    goTo: (name) => `Zuerst senden: ${name}`,
  },
  commandOutcomeWords: {
    notOffered,
    notAccessible: 'Dieser Schlüssel hat keinen Zugriff auf dieses Gerät: In der Antwort des Backends fehlt es.',
    storageFailed: `Der Befehl ließ sich auf ${here} nicht speichern. Speicherplatz freigeben.`,
  },
  commandUnusable: {
    notBase64: 'Was das Backend gesendet hat, ist kein Base64 und lässt sich nicht schreiben.',
    empty: 'Das Backend hat einen leeren Befehl gesendet.',
    tooShort: 'Das Backend hat weniger als 9 Byte gesendet. Das ist zu kurz für einen Befehl.',
    tooLarge: `Das Backend hat mehr als ${number(MAX_PACKET_BYTES)} Byte gesendet. Mehr kann ein Browser nicht schreiben.`,
    otherOperation:
      'Der Kopf des Pakets, das das Backend gesendet hat, nennt keinen Befehl. Es wurde nicht gespeichert.',
  },
  commandOrderWords: {
    first: 'Geladen.',
    renewed: 'Geladen. Die Konfiguration dieses Beacons wurde neu geholt, der Befehl wird also zuerst geschrieben.',
    after: 'Geladen. Zuerst die Konfiguration dieses Beacons schreiben.',
    notRenewed: 'Geladen, aber die Konfiguration ließ sich nicht neu holen. Zuerst die Konfiguration schreiben.',
  },
};
