/** German words of the run list and the run screen. */
import { MAX_PACKET_BYTES } from '../../../domain/limits.ts';
import { RESULT, WRITE_REFUSED } from '../../../domain/result-codes.ts';
import type { RunFailureCode } from '../../../domain/run.ts';
import type { Words } from '../words.ts';
import type * as english from '../run.ts';
import { count, number } from '../counting.ts';
import { here } from './place.ts';

type English = typeof english;

const anyTime = true;

const runFailureWords: Words<English['runFailureWords']> = {
  noBluetooth: {
    text: 'Dieser Browser kann kein Bluetooth. Die App in Chrome oder Edge unter Android, Windows, macOS oder ChromeOS öffnen.',
  },
  bluetoothOff: {
    text: 'Bluetooth ist aus oder für diesen Browser gesperrt. In den Einstellungen einschalten.',
    anyTime,
  },
  chooserCancelled: { text: 'Kein Beacon ausgewählt. Beim nächsten Mal zeigt die Liste alle Geräte.', anyTime },
  connectFailed: { text: 'Der Beacon hat die Verbindung nicht angenommen.', anyTime },
  connectTimedOut: { text: 'Der Beacon hat nicht rechtzeitig geantwortet.', anyTime },
  outOfRange: {
    text: 'Der Beacon ist außer Reichweite. Näher herangehen, falls vorhanden die Taste drücken, dann erneut auswählen.',
    anyTime,
  },
  notAConfigurableBeacon: {
    text: 'Das ausgewählte Gerät zeigt keinen Konfigurationsdienst. Prüfen, ob es dieser Beacon ist, dann erneut auswählen.',
    anyTime,
  },
  servicesMissing: { text: 'Der Beacon hat seine Dienste nicht rechtzeitig gezeigt.', anyTime },
  busyElsewhere: { text: 'Ein anderes Fenster dieser App benutzt gerade Bluetooth. Zuerst dort abschließen.', anyTime },
  droppedBeforeWrite: { text: 'Die Verbindung brach ab, bevor etwas geschrieben wurde.' },
  noAnswerBeforeWrite: { text: 'Der Beacon hat nicht geantwortet, daher wurde nichts geschrieben.' },
  writeUnanswered: { text: 'Unklar: Der Beacon hat das Schreiben nicht bestätigt.' },
  droppedDuringWrite: {
    text: 'Unklar: Die Verbindung brach beim Schreiben ab. Erneut verbinden und prüfen.',
  },
  packageTooLarge: {
    text: `Das Paket ist größer als ${number(MAX_PACKET_BYTES)} Byte, mehr kann ein Browser nicht schreiben. Ein neues holen.`,
    anyTime,
  },
  droppedWhileProcessing: {
    text: 'Unklar: Die Verbindung brach ab, während der Beacon das Paket verarbeitet hat.',
  },
  neverEnded: { text: 'Unklar: Der Beacon hat nicht gemeldet, dass er fertig ist.' },
  droppedWhileReading: { text: 'Unklar: Die Verbindung brach ab, bevor die Quittung gelesen war.' },
  readTimedOut: { text: 'Unklar: Die Quittung ließ sich nicht lesen.' },
  storageFull: {
    text: `Auf ${here} ist nicht genug Platz für eine Quittung. Der Vorgang wurde angehalten.`,
    anyTime,
  },
  storageFailed: {
    text: `Der Stand ließ sich auf ${here} nicht speichern. Der Vorgang wurde angehalten.`,
    anyTime,
  },
  secondCopyMissing: { text: 'Auf diesem Bildschirm bleiben: Die zweite Kopie der Quittung fehlt.' },
  cancelled: { text: 'Abgebrochen.', anyTime },
  newerPacketWaiting: {
    text: 'Für diesen Beacon wartet noch ein älteres Paket. Würde dieses zuerst geschrieben, wäre das ältere unbrauchbar.',
  },
  packageNotHere: {
    text: `Das Paket dieses Vorgangs ist nicht mehr auf ${here}. Ein neues holen.`,
    anyTime,
  },
  otherOperation: {
    text: 'Der Kopf dieses Pakets nennt etwas anderes, daher schreibt die App es nicht. Ein neues holen.',
    anyTime,
  },
  otherBeacon: {
    text: 'Das ist vermutlich der falsche Beacon. Das Etikett prüfen und erneut auswählen.',
    anyTime,
  },
  beaconIsAhead: {
    text: 'Unklar: Der ausgewählte Beacon hat dieses Paket oder ein neueres schon angenommen. Ein neues Paket holen, sobald es Netz gibt, und schreiben; dann ist es geklärt.',
  },
  receiptLost: {
    text: 'Unklar: Es kam keine Quittung zurück. War es der richtige Beacon, hat er die Änderung übernommen, aber das Backend kann das nicht wissen.',
  },
  noAnswer: {
    text: 'Unklar: Der ausgewählte Beacon hat keine Quittung. Ist es der falsche, erneut auswählen. Sonst ein neues Paket holen, sobald es Netz gibt, und schreiben; dann ist es geklärt.',
  },
  earlierReceipt: {
    text: `Die Quittung des früheren Vorgangs wurde gelesen und ist auf ${here}. Dieses Paket wird nur gebraucht, wenn das Backend sie nicht bestätigt.`,
  },
  plainNo: {
    text: 'Unklar: Der ausgewählte Beacon hat das Paket abgelehnt. Ist es der falsche, erneut auswählen.',
  },
  writeRefused: {
    text: 'Unklar: Der Beacon hat das Schreiben abgelehnt. Erneut verbinden und prüfen.',
  },
  readRefused: {
    text: `Der Beacon hat das Lesen seiner Antwort abgelehnt. Muss er gekoppelt werden: in den Bluetooth-Einstellungen auf ${here} koppeln, dann erneut verbinden.`,
    anyTime,
  },
  notPaired: {
    text: `Der Beacon muss zuerst gekoppelt werden. In den Bluetooth-Einstellungen auf ${here} koppeln, dann erneut verbinden.`,
    anyTime,
  },
  unknown: { text: 'Der Vorgang wurde aus unbekanntem Grund angehalten.', anyTime },
};

function failureText(code: RunFailureCode, written: boolean): string {
  const words = runFailureWords[code];
  if (words.anyTime !== true) return words.text;
  return `${words.text} ${written ? 'Was der Beacon davor getan hat, ist weiter unklar.' : 'Es wurde nichts geschrieben.'}`;
}

const refusedWords: Words<English['refusedWords']> = (result) => {
  switch (result) {
    case 3:
    case 4:
      return {
        reason: 'Der Beacon nimmt dieses Paket nicht an. Vermutlich ist es der falsche. Das Etikett prüfen.',
        action: 'pickAgain',
      };
    case 7:
      return {
        reason: 'Der ausgewählte Beacon hat dieses Paket oder ein neueres schon angenommen.',
        action: 'fetchPackage',
      };
    case 9:
      return { reason: 'Paket abgelaufen.', action: 'fetchPackage' };
    case 1:
      return { reason: 'Der Beacon konnte das Paket nicht lesen.', action: 'fetchPackage' };
    case 2:
      return { reason: 'Der Beacon unterstützt diese Art von Paket nicht.', action: 'configure' };
    case 5:
      return { reason: 'Der Beacon kennt eine der Einstellungen nicht.', action: 'configure' };
    case 6:
      return { reason: 'Zu viele Änderungen auf einmal für diesen Beacon.', action: 'configure' };
    case 8:
      return { reason: 'Der Beacon hatte einen internen Fehler.', action: 'connectAgain' };
    case WRITE_REFUSED:
      return {
        reason: `Der Beacon hat das Schreiben zweimal abgelehnt, es wurde also nichts geschrieben. Vielleicht ist er gesperrt oder muss in den Bluetooth-Einstellungen auf ${here} gekoppelt werden.`,
        action: 'fetchPackage',
      };
    default:
      return { reason: 'Der Beacon nennt einen unbekannten Grund.', action: 'fetchPackage' };
  }
};

const stale = 'Seitdem wurde ein neueres Paket geschrieben. Der Beacon lehnt dieses vielleicht ab.';

export const run: Words<English> = {
  runActionWords: {
    connect: 'Verbinden',
    connectAgain: 'Erneut verbinden',
    pickAgain: 'Beacon erneut auswählen',
    reconnect: 'Verbinden und prüfen',
    fetchPackage: 'Neues Paket holen',
    retrySave: 'Erneut speichern',
    freeSpace: 'Speicher ansehen',
    waitOther: 'Zurück zur Liste',
    useOtherBrowser: 'Adresse kopieren',
    turnOnBluetooth: 'Erneut versuchen',
    readReceipt: 'Quittung lesen',
    stopWaiting: 'Nicht länger warten und erneut verbinden',
    configure: 'Konfiguration ändern',
    closeAndPrepare: 'Vorgang schließen und neu vorbereiten',
    nextBeacon: 'Nächster Beacon',
    toOutbox: 'Ausgang öffnen',
    nothing: 'Zurück zur Liste',
  },
  runFailureWords,
  failureText,
  refusedWords,
  resultNames: {
    0: 'OK',
    1: 'ungültiges Format',
    2: 'Operation nicht unterstützt',
    3: 'Autorisierung fehlgeschlagen',
    4: 'Prüfung fehlgeschlagen',
    5: 'ID nicht gefunden',
    6: 'zu viele Daten angefordert',
    7: 'Token abgelaufen',
    8: 'interner Fehler',
    9: 'Paket abgelaufen',
    [WRITE_REFUSED]: 'Schreiben abgelehnt',
  },
  phaseWords: {
    choosing: 'Beacon auswählen',
    connecting: 'Verbinden',
    discovering: 'Konfigurationsdienst suchen',
    checking: 'Letzten Stand prüfen',
    writing: 'Paket schreiben',
    processing: 'Warten, bis der Beacon es verarbeitet hat',
    settling: 'Auf die Antwort warten',
    reading: 'Quittung lesen',
    saving: 'Quittung speichern',
    copying: 'Zweite Kopie speichern',
    releasing: 'Verbindung trennen',
    ended: 'Beendet',
  },
  phaseNow: {
    choosing: 'Im Fenster des Browsers den Beacon auswählen',
    connecting: 'Verbindung wird aufgebaut',
    discovering: 'Konfigurationsdienst wird gesucht',
    checking: 'Letzter Stand wird geprüft',
    writing: 'Schreiben läuft',
    processing: 'Der Beacon verarbeitet es',
    settling: 'Warten auf die Antwort',
    reading: 'Quittung wird gelesen',
    saving: 'Quittung wird gespeichert',
    copying: 'Zweite Kopie wird gespeichert',
    releasing: 'Verbindung wird getrennt',
    ended: 'Beendet',
  },
  nextStepWords: {
    start: 'Es wurde noch nichts geschrieben. Direkt am Beacon starten.',
    resume:
      'Unklar: Das Schreiben wurde unterbrochen, vielleicht ging eine Antwort verloren. Zum Prüfen mit demselben Beacon verbinden.',
    readResponse:
      'Geschrieben, aber die Quittung ist noch nicht gelesen. Mit demselben Beacon verbinden und sie lesen.',
    awaitAnswer: 'Die Antwort des Beacons steht noch aus. In seiner Nähe bleiben.',
    deliver:
      'Eine Quittung ist gespeichert und wird automatisch gesendet. Das Backend prüft, ob sie zu diesem Beacon gehört.',
    fetchPackage: 'Dieses Paket ist nicht mehr brauchbar. Ein neues holen, sobald es Netz gibt.',
    nothing: 'Für diesen Vorgang ist nichts mehr zu tun.',
    runningElsewhere: 'Läuft in einem anderen Fenster.',
  },
  runStrings: {
    loading: 'Vorgang wird geladen',
    willChange: 'Das ändert sich',
    asked: 'Angeforderte Änderungen',
    changes: (n) => count(n, 'Wert', 'Werte'),
    moreChanges: (n) => count(n, 'weiterer Wert', 'weitere Werte'),
    noChanges: 'Dieses Paket nennt keine Werte.',
    fetched: 'Paket geholt',
    prepared: 'Vorbereitet',
    size: 'Paketgröße',
    bytes: (n) => count(n, 'Byte', 'Byte'),
    token: 'Token',
    old: (days) => `Vor ${count(days, 'Tag', 'Tagen')} geholt: neu holen, sobald es Netz gibt`,
    chooser: {
      title: 'Welcher Beacon?',
      names: 'Einen dieser Namen auswählen',
      pick: 'In der Liste auswählen:',
      label:
        'Den Beacon auswählen, vor dem man steht. Ist es der falsche, lehnt er dieses Paket ab und bleibt unverändert.',
      missing:
        'Ein Beacon erscheint in der Liste, wenn er nah genug ist. Hat er eine Taste, diese drücken und zehn Sekunden warten.',
      showAll: 'Nicht in der Liste? Alle Geräte anzeigen',
    },
    noRadioMeanwhile: 'Alles außer Bluetooth funktioniert hier, zum Beispiel Vorbereiten und der Ausgang.',
    radioOff: 'Bluetooth ist aus oder für diesen Browser gesperrt. Einschalten, dann verbinden.',
    radioOffNow: 'Bluetooth ist aus. Einschalten, dann den Beacon auswählen.',
    steps: 'Schritte dieses Vorgangs',
    attempt: (attempt, attempts) => `Versuch ${number(attempt)} von ${number(attempts)}`,
    waitsForOldLink: 'Warten, bis die letzte Verbindung getrennt ist',
    cancel: 'Abbrechen',
    pastCancel: 'Schreiben läuft. Beim Beacon bleiben, bis es fertig ist.',
    cancelling: 'Abbrechen ist jetzt gefahrlos möglich. Es wurde nichts geschrieben.',
    stay: 'Auf diesem Bildschirm bleiben',
    copyMissing: {
      both: `Die Quittung ist nur in diesem Fenster, denn sie ließ sich auf ${here} nicht speichern. Die App nicht schließen.`,
      second: 'Eine Kopie der Quittung ist gespeichert, die zweite fehlt. Die App nicht schließen.',
    },
    exportHeld: 'Quittung als Datei exportieren',
    exported: 'Die Quittung wurde exportiert. Die Datei behalten, bis die Quittung bestätigt ist.',
    mayBeHere: `Unklar: Auf ${here} ist eine Quittung, die von diesem Beacon sein kann. Sobald sie gesendet ist, prüft das Backend das.`,
    sendFirst: 'Zuerst muss eine Quittung gesendet werden, die von diesem Beacon sein kann.',
    unsureSent:
      'Eine Quittung ist gesendet, gehört aber vielleicht zu einem anderen Beacon. Das Backend hat sie noch nicht bestätigt.',
    unsureDenied:
      'Das Backend hat eine Quittung nicht bestätigt, die von diesem Beacon sein kann. Im Ausgang den richtigen Beacon wählen.',
    unsure: 'Eine Quittung ist gespeichert, gehört aber vielleicht zu einem anderen Beacon. Das Backend prüft das.',
    receipt: 'Quittung gesichert. Sie wird automatisch gesendet. Weiter zum nächsten Beacon.',
    receiptStopped:
      'Quittung gesichert. Das Senden ist angehalten; der Ausgang zeigt, warum. Weiter zum nächsten Beacon.',
    deliverStopped: 'Eine Quittung ist gespeichert, aber das Senden ist angehalten. Der Ausgang zeigt, warum.',
    receiptSent: 'Gesendet. Das Backend hat sie noch nicht bestätigt.',
    receiptVerified: 'Vom Backend bestätigt.',
    receiptNotVerified: 'Nicht bestätigt: Im Backend steht noch eine Konfiguration aus.',
    receiptNothingPending: 'Nicht bestätigt, und im Backend steht nichts mehr aus.',
    receiptReplaced: 'Nicht bestätigt: Im Backend steht eine neuere Änderung aus.',
    receiptNewerChange: 'Gesendet. Das Gerät zeigt diese Werte, und eine neuere Änderung steht aus.',
    receiptUnproven:
      'Unklar: Das Backend hat den letzten Versuch abgelehnt. Seine Daten zeigen nicht, ob ein früherer gewirkt hat. Siehe Ausgang.',
    receiptParked: 'Das Backend hat die Quittung abgelehnt. Näheres im Ausgang.',
    receiptShown: 'Das Backend hat die Quittung abgelehnt, das Gerät zeigt aber diese Werte. Siehe Ausgang.',
    receiptSaving: 'Die Quittung wird gespeichert.',
    packageDead:
      'Unklar: Eine frühere Version dieser App hielt dieses Paket für überholt. Zurück zum Beacon und prüfen, oder ein neues Paket holen, sobald es Netz gibt.',
    receiptLost:
      'Unklar: Es kam keine Quittung zurück. Zurück zum Beacon und prüfen, oder ein neues Paket holen, sobald es Netz gibt.',
    noAnswer:
      'Unklar: Das Paket wurde zweimal geschrieben, der Beacon hat nie geantwortet. Zurück zum Beacon und prüfen, oder ein neues Paket holen, sobald es Netz gibt.',
    packageBefore: {
      unsettled: `Unklar: Es ist nicht bekannt, was das vorige Paket bewirkt hat. Dieses neuere ist auf ${here}: schreiben, dann ist es geklärt.`,
      receipt: 'Quittung des vorigen Pakets gesichert. Dieses neuere ist noch nicht geschrieben.',
      sent: 'Gesendet, noch nicht bestätigt: die Quittung des vorigen Pakets. Dieses neuere ist noch nicht geschrieben.',
      notVerified: 'Nicht bestätigt: die Quittung des vorigen Pakets. Dieses neuere ist noch nicht geschrieben.',
      refused: 'Vom Backend abgelehnt: die Quittung des vorigen Pakets. Dieses neuere ist noch nicht geschrieben.',
      uncertain:
        'Unklar: Es ist nicht bekannt, ob das vorige Paket gewirkt hat. Dieses neuere ist noch nicht geschrieben.',
    },
    oddPackage:
      'Der Kopf dieses Pakets nennt keine Änderung von Werten. Ein neues holen oder vor dem Schreiben beim Hersteller nachfragen.',
    refusedBefore: (result) => {
      if (result === WRITE_REFUSED)
        return `Der Beacon hat das Schreiben beim letzten Besuch abgelehnt. Vielleicht ist er gesperrt oder muss in den Bluetooth-Einstellungen auf ${here} gekoppelt werden.`;
      return result === RESULT.internalError
        ? 'Der Beacon hatte beim letzten Besuch einen internen Fehler. Erneut versuchen.'
        : 'Der zuletzt ausgewählte Beacon hat dieses Paket abgelehnt. Das Etikett prüfen und erneut auswählen.';
    },
    settledLater: 'Ein späterer Vorgang dieses Beacons wurde bestätigt.',
    settledByReading: 'Der Beacon wurde später ausgelesen, und das Backend zeigt die Werte dieses Vorgangs.',
    refused: (reason) => `Abgelehnt: ${reason}`,
    refusedWhileUncertain: (reason) =>
      `Unklar: Was der Beacon enthält, ist weiter nicht bekannt. Dieses Paket wurde abgelehnt: ${reason}`,
    closed: 'Dieser Vorgang wurde geschlossen. Was der Beacon getan hat, ist weiter unklar.',
    abandoned: 'Dieser Vorgang wurde aufgegeben, bevor etwas geschrieben wurde.',
    other: 'Dieser Vorgang ist beendet.',
    lastBeacon: `Auf ${here} wartet kein weiteres Paket.`,
    nextNamed: (name) => `Nächster: ${name}`,
    later: 'Später',
    laterNext: (next) => `Später. ${next}`,
    series: (written, beacons, verified) =>
      `${number(written)} von ${number(beacons)} geschrieben, ${number(verified)} bestätigt`,
    allRuns: 'Alle Vorgänge',
    toGuide: 'Weiter mit der Anleitung',
    again: 'Erneut aus der Liste auswählen',
    giveUp: 'Vorgang abbrechen',
    gaveUp: `Der Vorgang wurde aufgegeben. Das Paket bleibt auf ${here}.`,
    close: {
      button: 'Als verschwunden vermerken',
      line: 'Der Beacon wurde entfernt oder ersetzt.',
      title: (id) => `${id} als verschwunden vermerken?`,
      means:
        'Sein Vorgang wird geschlossen. Was der Beacon getan hat, bleibt unklar. Taucht seine Quittung doch noch auf, bleibt sie gespeichert. Der Vorgang lässt sich später wieder öffnen.',
      reason: 'Grund',
      reasonHelp: `Wird mit dem Vorgang auf ${here} gespeichert. Leer bedeutet: „Der Beacon ist weg“.`,
      defaultReason: 'Der Beacon ist weg',
      overtaken: 'Im Backend steht nichts mehr aus',
      closedOnly: (id) => `Der Vorgang von ${id} ist geschlossen.`,
      keep: 'Offen lassen',
      confirm: 'Als verschwunden vermerken',
      closed: (id) => `${id} ist als verschwunden vermerkt.`,
      notClosed: (id) =>
        `Der Vorgang von ${id} wurde nicht geschlossen: Er ist schon beendet, oder er läuft in einem anderen Fenster.`,
      reopen: 'Vorgang wieder öffnen',
    },
    elsewhere: 'Dieser Beacon wird in einem anderen Fenster konfiguriert. Dort weitermachen.',
    otherHere: (id) => `${id} wird in diesem Fenster beschrieben.`,
    toOther: 'Zu diesem Vorgang',
    unreadElsewhere: (name, runs) =>
      `${name}: ${count(runs, 'Vorgang', 'Vorgänge')} an diesem Beacon nicht abgeschlossen. Was der Beacon dafür hält, wird zuerst gelesen und für dieses Konto gesichert.`,
    ofGateway: 'Ein Gateway holt seine Konfiguration selbst beim Backend ab. Hier ist nichts zu schreiben.',
    nothing: 'Für diesen Beacon gibt es nichts zu schreiben. Zuerst eine Konfiguration vorbereiten.',
    unreadable: `Was auf ${here} zu diesem Beacon gespeichert ist, widerspricht sich. Sein Zustand ist daher nicht bekannt. Alles bleibt erhalten. Mit der Diagnose unter „Mehr“ melden.`,
    toDevice: 'Gerät öffnen',
    preparedOnly: `Vorbereitet, aber das Paket ist noch nicht auf ${here}.`,
    otherPlan: `Für den Plan dieses Beacons ist kein Paket auf ${here}. Online gehen und ihn im Einsatz vorbereiten.`,
    dead: `Das Paket auf ${here} ist nicht mehr brauchbar. Ein neues holen, sobald es Netz gibt.`,
    deadForGood: `Das Paket auf ${here} ist nicht mehr brauchbar, und im Backend steht nichts aus. Eine neue Konfiguration vorbereiten.`,
    overtaken:
      'Unklar, und im Backend steht nichts mehr aus. Vielleicht hat jemand anders diesen Beacon konfiguriert. Diesen Vorgang schließen und neu vorbereiten.',
    journal: 'Schritte',
    technical: 'Technischer Name',
    list: {
      find: 'Nach ID oder Name suchen',
      clear: 'Alle anzeigen',
      unfinished: 'Nicht abgeschlossen',
      unfinishedHint: 'Zuerst zu diesen Beacons zurückgehen.',
      ready: 'Bereit zum Schreiben',
      notReady: 'Nicht bereit',
      commands: 'Befehle',
      commandStates: {
        unfinished: 'Unklar: Verbinden und prüfen.',
        notRead: 'Die Werte wurden nicht ausgelesen.',
        stale,
      },
      overtaken: 'Ein späterer Vorgang dieses Beacons hat eine Quittung. Ist sie bestätigt, ist auch dieser geklärt.',
      renewed: `Unklar. Ein neues Paket ist auf ${here}: schreiben, dann ist es geklärt.`,
      closed: 'Geschlossen',
      closedHint:
        'Was diese Beacons getan haben, ist unklar. Taucht ein Beacon wieder auf, seinen Vorgang wieder öffnen.',
      closedBecause: (reason) => `Geschlossen: ${reason}`,
      seriesVerified: (verified, beacons) =>
        verified === beacons
          ? `${number(verified)} von ${number(beacons)} bestätigt.`
          : `${number(verified)} von ${number(beacons)} bestätigt. Die Quittungen der übrigen sind im Ausgang.`,
      toOutbox: 'Ausgang öffnen',
      empty: `Auf ${here} gibt es noch nichts zu schreiben. Eine Konfiguration vorbereiten, solange es Netz gibt.`,
      unprotected: `Quittungen können verloren gehen, wenn der Speicher auf ${here} knapp wird. Die App zu installieren verhindert das oft.`,
      install: 'App installieren',
      installByMenu: 'Über das Menü des Browsers installieren.',
      seeStorage: 'Speicher ansehen',
      toDevices: 'Zu den Geräten',
      noneFound: (text) => `Kein Vorgang oder Paket passt zu „${text}“.`,
      here: 'Läuft in diesem Fenster',
      elsewhere: 'Läuft in einem anderen Fenster',
      go: 'Weiter',
      open: 'Öffnen',
      more: (n) => `${count(n, 'weiteren Eintrag', 'weitere Einträge')} anzeigen`,
      changes: (n) => count(n, 'Wert ändert sich', 'Werte ändern sich'),
      refusedBefore: 'Beim letzten Besuch abgelehnt.',
      fetched: 'geholt',
      fetching: 'Wird geholt',
      fetch: 'Paket holen',
      prepare: 'Erneut vorbereiten',
      reasons: {
        preparedOnly: `Vorbereitet, aber noch nicht auf ${here}.`,
        dead: 'Dieses Paket ist nicht mehr brauchbar.',
        stale,
        refused: 'Der Beacon hat dieses Paket abgelehnt.',
        receiptLost: 'Es kam keine Quittung zurück. Ein neues Paket ist nötig.',
      },
    },
  },
};
