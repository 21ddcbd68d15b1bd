/** German words of what a beacon really holds. */
import type * as english from '../reading.ts';
import type { Words } from '../words.ts';
import { count, number } from '../counting.ts';
import { here } from './place.ts';

export const reading: Words<typeof english> = {
  readingStrings: {
    heading: 'Was der Beacon enthält',
    note: 'Liest alle Werte über Bluetooth aus dem Beacon selbst und zeigt sie neben denen des Backends. Am Beacon ändert sich nichts.',
    unsure: 'Dieses Backend unterstützt das vielleicht nicht.',
    fetch: 'Beacon auslesen',
    fetchAgain: 'Erneut auslesen',
    fetching: 'Anfrage wird geholt',
    offline: `Anscheinend gibt es kein Netz. Die Anfrage holen, solange es Netz gibt; danach ist sie auf ${here}, und das Auslesen geht offline.`,
    ready: 'Die Anfrage ist da. Zum Beacon gehen und verbinden.',
    connect: 'Verbinden und auslesen',
    remove: `Von ${here} entfernen`,
    removed: `Die Anfrage wurde von ${here} entfernt.`,
    responseFirst:
      'Ein Vorgang dieses Beacons ist nicht abgeschlossen, und der Beacon hat vielleicht noch die Antwort darauf. Auslesen würde sie löschen. Zuerst diesen Vorgang abschließen.',
    toRun: 'Zum Vorgang',
    uncertain:
      'Der letzte Vorgang ist unklar, und seine Antwort war nicht zu finden. Auslesen zeigt, ob der Beacon die Werte hat.',
    kills: (n) =>
      n === 1
        ? 'Ein früher geholtes Paket ist noch nicht geschrieben. Nach dem Auslesen nimmt der Beacon es nicht mehr an.'
        : `${count(n, 'Paket', 'Pakete')} wurden früher geholt und sind noch nicht geschrieben. Nach dem Auslesen nimmt der Beacon sie nicht mehr an.`,
    writeFirst: 'Zuerst das Paket schreiben',
    dead: 'Der Beacon hat schon ein neueres Paket angenommen. Mit einer neuen Anfrage auslesen.',
    unfinished: 'Die Verbindung endete, bevor die Werte gelesen waren. Erneut verbinden, um sie zu lesen.',
    notYet: 'Die Werte wurden nicht ausgelesen.',
    storageFull: `Auf ${here} ist nicht genug Platz für die Werte. Das Auslesen wurde angehalten.`,
    lost: 'Die Werte wurden nicht ausgelesen. Erneut auslesen.',
    earlierReceipt: `Der Beacon hatte noch die Quittung eines früheren Vorgangs. Sie wurde zuerst gelesen und ist auf ${here}. Zum Auslesen der Werte erneut verbinden.`,
    copyMissing: {
      both: `Was ausgelesen wurde, steht nur in diesem Fenster, denn es ließ sich auf ${here} nicht speichern. Die App nicht schließen.`,
      second: 'Eine Kopie der Auslesung ist gespeichert, die zweite fehlt. Die App nicht schließen.',
    },
    exportHeld: 'Auslesung als Datei exportieren',
    exported: 'Die Auslesung wurde als Datei exportiert.',
    phases: { reading: 'Werte werden ausgelesen', saving: 'Werte werden gespeichert' },
    leave: 'Nicht weiter auslesen',
    elsewhere: 'Dieser Beacon wird in einem anderen Fenster ausgelesen.',
    busy: (id) => `${id} wird in diesem Fenster beschrieben oder ausgelesen.`,
    outcomes: {
      notOffered: 'Dieses Backend kann keine Anfrage zum Auslesen erstellen.',
      notAccessible: 'Dieser Schlüssel hat keinen Zugriff auf dieses Gerät: In der Antwort des Backends fehlt es.',
      storageFailed: `Das ließ sich auf ${here} nicht speichern. Speicherplatz freigeben.`,
      unusable: 'Was das Backend gesendet hat, lässt sich nicht auf einen Beacon schreiben.',
      otherOperation:
        'Der Kopf des Pakets, das das Backend gesendet hat, nennt kein Auslesen. Es wurde nicht gespeichert.',
    },
    cannotShowValues: 'Dieses Backend kann die Werte einer Auslesung nicht anzeigen.',

    read: 'Ausgelesen',
    showValues: 'Werte anzeigen',
    showValuesNote: 'Die Werte sind verschlüsselt. Das Backend entschlüsselt sie und ändert dabei nichts.',
    looking: 'Werte werden beim Backend erfragt',
    sync: 'Backend angleichen',
    syncUnsure: 'Nicht jedes Backend lässt sich so angleichen.',
    verifies: 'Nach dem Angleichen gilt der unklare Vorgang als bestätigt, wenn der Beacon dessen Werte enthält.',
    syncQuestion: 'Backend angleichen?',
    syncConsequence:
      'Das Backend zeigt dann die Werte, die beim Auslesen im Beacon standen, statt der eigenen. Am Beacon ändert sich nichts. Das lässt sich nicht rückgängig machen.',
    cannotSync: `Dieses Backend lässt sich nicht an eine Auslesung angleichen. Die Auslesung bleibt auf ${here}.`,
    toOutbox: 'Ausgang öffnen',
    giveUp: 'Auslesung aufgeben',
    gaveUp: (id) => `Die Auslesung von ${id} wurde aufgegeben. Sie bleibt im Ausgang.`,

    table: 'Werte von Beacon, Backend und Plan',
    beacon: 'Beacon',
    backend: 'Backend',
    plan: 'Plan',
    differs: 'weicht vom Beacon ab',
    notRead: 'Nicht ausgelesen',
    unplanned: 'Unverändert',
    different: (n) => `${count(n, 'Wert weicht', 'Werte weichen')} vom Beacon ab.`,
    allSame: 'Das Backend zeigt, was der Beacon enthält.',
    same: (n) => `Überall gleich (${number(n)})`,
  },
};
