/** Deutsche Wörter für das, was mit vielen Geräten auf einmal geschieht. */
import type * as english from '../bulk.ts';
import { count, form, number } from '../counting.ts';
import type { Words } from '../words.ts';
import { here } from './place.ts';

const devices = (n: number): string => count(n, 'Gerät', 'Geräte');
const beacons = (n: number): string => count(n, 'Beacon', 'Beacons');

export const bulk: Words<typeof english> = {
  bulkStrings: {
    chosen: (n) => `${devices(n)} ausgewählt`,
    none: 'Es sind keine Geräte ausgewählt.',
    gone: (n) => `${devices(n)} nicht in der gespeicherten Liste`,
    toDevices: 'Geräte auswählen',
    formNote:
      'Ein Formular für alle. Nur geänderte Werte werden gesendet; alles andere bleibt auf jedem Beacon, wie es ist.',
    varies: (values) => `Verschieden: ${values}`,
    valueOf: (value, n) => `${value} (${number(n)})`,
    otherValues: (n) => count(n, 'weiterer', 'weitere'),
    notKnown: 'nicht bekannt',
    reviewHeading: 'Änderungen prüfen',
    reviewNote:
      'Bisher → neu, für jeden Beacon. Ein Beacon ändert sich erst, wenn die Änderung über Bluetooth geschrieben wird.',
    reviewGateways: 'Gateways holen ihre Konfiguration selbst beim Backend ab.',
    perBeacon: 'Für jeden Beacon',
    fetchHeading: 'Pakete holen',
    fetchNote: `Speichert die verschlüsselten Pakete der ausstehenden Änderungen auf ${here}.`,
    willSend: (n) => form(n, { one: '1 Beacon wird vorbereitet', other: `${number(n)} Beacons werden vorbereitet` }),
    willSendDevices: (n) =>
      form(n, { one: '1 Gerät wird vorbereitet', other: `${number(n)} Geräte werden vorbereitet` }),
    willFetch: (n) => form(n, { one: '1 Paket wird geholt', other: `${number(n)} Pakete werden geholt` }),
    leftOutCount: (n) => `${devices(n)} ausgelassen`,
    leftOut: {
      viewer: 'Ausgelassen: Es darf nur angesehen werden.',
      same: 'Ausgelassen: Es hat diese Werte schon.',
      here: `Ausgelassen: Das Paket ist schon auf ${here}.`,
      waits: 'Ausgelassen: Eine Änderung wartet schon auf das Gateway.',
      gateway: 'Ausgelassen: Ein Gateway holt seine Konfiguration selbst ab.',
      nothingPending: 'Ausgelassen: Im Backend steht nichts aus.',
      undeliveredReceipt:
        'Ausgelassen: Die Quittung ist noch nicht bestätigt, und dafür braucht das Backend die Änderung.',
      unfinishedRun:
        'Ausgelassen: Vielleicht schon geschrieben. Zuerst den Vorgang abschließen oder den Beacon als verschwunden vermerken.',
    },
    warning: {
      pending: 'Eine ausstehende Änderung wird ersetzt.',
      undeliveredReceipt:
        'Seine unbestätigte Quittung wird zuerst gesendet. Gelingt das nicht, wird er nicht vorbereitet.',
      unfinishedRun: 'Hat einen offenen Vorgang. Zuerst abschließen, sonst wird der Beacon nicht vorbereitet.',
    },
    warningCount: {
      pending: (n) => `${beacons(n)} mit einer ausstehenden Änderung, die ersetzt wird`,
      undeliveredReceipt: (n) => `${beacons(n)} mit einer Quittung, die nicht bestätigt ist`,
      unfinishedRun: (n) => `${beacons(n)} mit einem offenen Vorgang`,
    },
    toOutbox: 'Ausgang öffnen',
    toRun: 'Vorgang abschließen',
    risk: {
      nonConnectable:
        'Die Beacons nehmen danach vielleicht keine Verbindung mehr an. Dann lässt sich über Bluetooth nichts mehr ändern.',
      silent: 'Ohne Datenpakete senden die Beacons nichts und sind schwer zu finden.',
      slow: 'Mit diesem Intervall dauert es lange, einen Beacon zu finden und sich mit ihm zu verbinden.',
      weak: 'Mit dieser Leistung sind die Beacons nur aus der Nähe zu hören.',
      sleeps: 'Mit schlafenden Beacons kann man sich erst verbinden, wenn sie aufwachen.',
      hidden: 'Beacons mit wechselnder Kennung sind vor Ort schwer zu unterscheiden.',
    },
    nothingToDo: 'Für diese Geräte ist nichts zu tun.',
    back: 'Zurück',
    prepare: (n) => `${beacons(n)} vorbereiten`,
    prepareDevices: (n) => `${devices(n)} vorbereiten`,
    fetch: (n) => `${count(n, 'Paket', 'Pakete')} holen`,
    preparing: 'Wird vorbereitet',
    fetching: 'Pakete werden geholt',
    waitsUntil: (time) => `Das Backend bittet, bis ${time} zu warten.`,
    stopping: 'Wird angehalten. Schon gesendete Anfragen werden noch abgeschlossen.',
    results: 'Ergebnisse',
    prepared: (done, all) => `${number(done)} von ${number(all)} vorbereitet`,
    fetched: (done, all) => `${number(done)} von ${number(all)} geholt`,
    stopped: {
      cancelled: 'Angehalten. Die übrigen wurden nicht versucht.',
      key: 'Angehalten: Das Backend nimmt den API-Schlüssel nicht an.',
      offline: 'Angehalten: Das Backend antwortet nicht. Netz prüfen.',
    },
    allHere: `Alle Pakete sind auf ${here}. Als Nächstes zu den Beacons gehen und die Pakete schreiben.`,
    gatewaysFetch: (n) =>
      form(n, {
        one: '1 Gateway holt seine Konfiguration selbst ab; zu schreiben ist nichts.',
        other: `${number(n)} Gateways holen ihre Konfiguration selbst ab; zu schreiben ist nichts.`,
      }),
    withdraw: {
      note: `Das Backend verwirft die ausstehenden Änderungen. Die zugehörigen Pakete auf ${here} sind dann nicht mehr brauchbar, und die Beacons bleiben, wie sie sind.`,
      unsure: 'Vielleicht unterstützt dieses Backend das nicht. Der erste Versuch zeigt es.',
      notOffered: 'Dieses Backend kann keine Änderung zurückziehen. Eine andere Änderung ersetzt sie.',
      will: (n) =>
        form(n, { one: '1 Änderung wird zurückgezogen', other: `${number(n)} Änderungen werden zurückgezogen` }),
      start: (n) => `${count(n, 'Änderung', 'Änderungen')} zurückziehen`,
      doing: 'Wird zurückgezogen',
      done: (done, all) => `${number(done)} von ${number(all)} zurückgezogen`,
      failed: 'Nicht zurückgezogen.',
      unknown: 'Nicht bekannt, ob sie zurückgezogen ist.',
    },
    toRuns: 'Zu den Vorgängen',
    retry: (n) => `${number(n)} erneut versuchen`,
    makeJob: (n) => (n === 1 ? 'Einsatz für dieses Gerät planen' : `Einsatz für diese ${number(n)} Geräte planen`),
    enterKey: 'Schlüssel eingeben',
    done: 'Schließen',
    onlyTrouble: 'Nur Probleme anzeigen',
    waiting: 'Noch nicht versucht',
    notFetched: 'Nicht geholt.',
    outcome: {
      onThisPhone: 'Geladen',
      waitingForGateway: 'Wartet auf das Gateway',
      preparedOnly: 'Vorbereitet; das Paket fehlt hier noch.',
      notAccessible: 'Kein Zugriff mit diesem Schlüssel.',
      blocked: 'Nicht vorbereitet.',
      noLongerPending: 'Es steht nichts mehr aus.',
      withdrawn: 'Zurückgezogen',
      stillPending: 'Steht noch aus.',
      notOffered: 'Nicht unterstützt.',
      unusable: 'Vorbereitet; das Paket ist nicht brauchbar.',
      storageFailed: 'Konnte nicht gespeichert werden.',
      unknown: 'Nicht bekannt, ob das Backend es hat.',
      failed: 'Nicht vorbereitet.',
    },
    table: {
      note: 'Eine Tabelle mit einer Zeile je Gerät: seine ID und was gesetzt werden soll. Eine leere Zelle ändert nichts, Tags kommen zu den vorhandenen hinzu. Vor dem Speichern wird alles gezeigt.',
      review: 'Was sich ändert',
      counts: (changed, same, leftOut) =>
        [
          changed === 1 ? '1 Gerät ändert sich' : `${devices(changed)} ändern sich`,
          ...(same === 0 ? [] : [`${number(same)} ${same === 1 ? 'bleibt, wie es ist' : 'bleiben, wie sie sind'}`]),
          ...(leftOut === 0 ? [] : [`${number(leftOut)} ausgelassen`]),
        ].join(' · '),
      leftOut: {
        viewer: 'Ausgelassen: Dieses Gerät darf nur angesehen werden.',
        cut: 'Ausgelassen: Ein Wert ist zu lang, um hier ganz gezeigt zu werden.',
        tooManyTags: 'Ausgelassen: mehr als 20 Tags.',
        'room:comma': 'Ausgelassen: Ein Raum darf kein Komma enthalten, weil Kommas Tags trennen.',
        'room:tooLong': 'Ausgelassen: Der Raum ist länger als 27 Zeichen.',
      },
      save: (n) => (n === 0 ? 'Speichern' : `Für ${devices(n)} speichern`),
      saved: (n) => `Für ${devices(n)} gespeichert. Wird gesendet, sobald es Netz gibt.`,
      failed: 'Die Änderungen konnten nicht gespeichert werden. Die Tabelle ist noch da: erneut versuchen.',
    },
    tags: {
      room: 'Raum',
      roomHelp:
        'Wird in einem Tag gespeichert, damit auch andere Apps ihn lesen können: „room:Station 3“. Bleibt das Feld leer, ändert sich kein Raum.',
      note: 'Tags werden nur im Backend gespeichert. Bis es Netz gibt, warten sie hier; dann werden sie gesendet.',
      viewOnly: (n) =>
        form(n, {
          one: '1 Gerät ausgelassen: Der Zugriff erlaubt nur das Ansehen',
          other: `${devices(n)} ausgelassen: Der Zugriff erlaubt nur das Ansehen`,
        }),
      add: 'Tags hinzufügen',
      addHelp: 'Durch Kommas getrennt. Höchstens 20 Tags je Gerät.',
      remove: 'Tags entfernen',
      removeNone: 'Diese Geräte haben keine Tags.',
      save: (n) => `Für ${devices(n)} speichern`,
      saving: 'Wird gespeichert',
      unchanged: 'Bleibt, wie es ist.',
      none: 'keine Tags',
      tooMany: 'Ausgelassen: mehr als 20 Tags.',
      cut: 'Ausgelassen: Die Tags sind zu lang, um ganz gezeigt zu werden.',
      saved: (n) =>
        `Tags von ${form(n, { one: '1 Gerät', other: `${number(n)} Geräten` })} gespeichert. Sie werden gesendet, sobald es Netz gibt.`,
      failed: 'Die Tags konnten nicht gespeichert werden.',
      chooseFirst: 'Zuerst Tags hinzufügen oder entfernen.',
    },
  },
};
