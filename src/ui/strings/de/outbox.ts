/** German words of the outbox. */
import type { Words } from '../words.ts';
import type * as english from '../outbox.ts';
import { count, form, number } from '../counting.ts';
import { failures } from './failures.ts';
import { here } from './place.ts';

const answers: Record<string, string> = {
  ...Object.fromEntries(Object.entries(failures.failureWords).map(([kind, { says }]) => [kind, says])),
  verified: 'Das Backend hat es übernommen.',
  notVerified: 'Im Backend steht noch eine Konfiguration aus.',
  newerChange: 'Das Gerät zeigt diese Werte. Eine neuere Änderung steht aus.',
  replaced: 'Eine neuere Änderung steht aus, daher wurde diese nicht bestätigt.',
  shown: 'Vom Backend abgelehnt, aber das Gerät zeigt diese Werte.',
  shownNewer: 'Vom Backend abgelehnt, aber das Gerät zeigt diese Werte. Eine neuere Änderung steht aus.',
  unproven: 'Das Backend hat den letzten Versuch abgelehnt. Seine Daten zeigen nicht, ob ein früherer gewirkt hat.',
  changedMeanwhile: 'Jemand anders hat das inzwischen geändert.',
  sent: 'Das Backend hat es erhalten.',
  saved: 'Das Backend hat es gespeichert.',
  notSupported: 'Dieses Backend lässt sich nicht an eine Auslesung angleichen. Die Auslesung bleibt hier.',
  readFirst: 'Die Antwort war unklar, darum fragt die App erst beim Backend nach.',
  noKey: 'Nicht gesendet: Zuerst den Schlüssel eingeben.',
  cancelled: 'Das Senden wurde angehalten.',
};

const remarks: Record<string, (n: number) => string> = {
  databaseEmptied: () =>
    'Nach dem Verlust gespeicherter Daten wurde alles wiederhergestellt, was eine zweite Kopie hatte.',
  copiesRestored: (n) =>
    form(n, {
      one: '1 Quittung wurde aus ihrer zweiten Kopie wiederhergestellt und ist vielleicht doppelt.',
      other: `${number(n)} Quittungen wurden aus ihren zweiten Kopien wiederhergestellt und sind vielleicht doppelt.`,
    }),
  copiesWritten: (n) => `${count(n, 'fehlende zweite Kopie wurde', 'fehlende zweite Kopien wurden')} neu geschrieben.`,
  secondCopyMissing: (n) =>
    `${count(n, 'zweite Kopie', 'zweite Kopien')} nicht gespeichert. Die Quittungen zur Sicherheit exportieren.`,
  receiptsMissing: (n) =>
    form(n, {
      one: `1 Quittung fehlt, die auf ${here} schon gezählt war.`,
      other: `${number(n)} Quittungen fehlen, die auf ${here} schon gezählt waren.`,
    }),
  damagedRow: () => 'Ein Eintrag lässt sich nicht lesen. Er wird gesondert aufbewahrt.',
  rowsRepaired: (n) => `${count(n, 'beschädigte Quittung wurde', 'beschädigte Quittungen wurden')} wiederhergestellt.`,
  tornCopy: (n) =>
    form(n, {
      one: 'Das Speichern von 1 zweiten Kopie wurde unterbrochen.',
      other: `Das Speichern von ${number(n)} zweiten Kopien wurde unterbrochen.`,
    }),
  noSecondCopy: () =>
    'Dieser Browser kann keine zweiten Kopien speichern. Quittungen zur Sicherheit als Datei exportieren.',
};

export const outbox: Words<typeof english> = {
  outboxStrings: {
    loading: 'Ausgang wird geladen',
    needsYou: 'Zu klären',
    waiting: 'Noch zu senden',
    aside: 'Aufgegeben oder geklärt',
    delivered: (days) => `In den letzten ${count(days, 'Tag', 'Tagen')} zugestellt`,
    empty: 'Der Ausgang ist leer. Quittungen und Änderungen stehen hier, bis sie zugestellt sind.',
    emptyAction: 'Zu den Vorgängen',
    noneFound: (text) => `Nichts im Ausgang passt zu „${text}“.`,
    nothingWaits: 'Alles ist zugestellt.',
    find: 'Nach ID suchen',
    sendNow: 'Jetzt senden',
    sending: 'Wird gesendet',
    syncing: 'Vom Backend beantwortet',
    onlyHere: (n) => `${count(n, 'Quittung', 'Quittungen')} zu senden`,
    select: 'Auswählen',
    selectDone: 'Auswahl beenden',
    selectOne: (id) => `${id} auswählen`,
    exportAll: 'Alle exportieren',
    exportSome: (n) => `${number(n)} exportieren`,
    exported: (n) => `${count(n, 'Quittung', 'Quittungen')} als Datei exportiert.`,
    shared: (n) => `${count(n, 'Quittung', 'Quittungen')} an eine andere App gegeben.`,
    handedOver: (n) => `${count(n, 'Quittung', 'Quittungen')} an ein anderes Telefon gegeben.`,
    exportFailed: 'Die Datei ließ sich nicht erstellen.',
    import: 'Datei importieren',
    drop: 'Datei hier ablegen, um ihre Quittungen zu importieren',
    more: (n) => `${count(n, 'weiteren', 'weitere')} anzeigen`,
    actionFailed: 'Das ging nicht. Es wurde nichts geändert.',
    pause: {
      key: (n) =>
        n === 0
          ? 'Das Senden wartet auf den Schlüssel.'
          : `${count(n, 'Quittung wartet', 'Quittungen warten')} auf den Schlüssel.`,
      keyRefused:
        'Das Backend hat den Schlüssel nicht angenommen. Nichts ist verloren. Nach Eingabe eines Schlüssels geht es weiter.',
      giveKey: 'Schlüssel eingeben',
      same: 'Das Backend hat drei Geräte hintereinander auf dieselbe Weise abgelehnt. Adresse und Schlüssel prüfen, dann fortsetzen.',
      status: (status) => `HTTP-Status ${status}`,
      resume: 'Fortsetzen',
    },
    offline: 'Kein Netz. Sobald es eines gibt, wird automatisch gesendet.',
    remark: (remark) => {
      const [code = '', detail = ''] = remark.split(':');
      return (
        (Object.hasOwn(remarks, code) ? remarks[code]?.(Number(detail) || 0) : null) ??
        `Der Speicher auf ${here} meldet etwas Ungewöhnliches.`
      );
    },
    knownRemarks: Object.keys(remarks),
    imported: (added, known) =>
      known === 0
        ? `${count(added, 'Quittung', 'Quittungen')} importiert.`
        : `${count(added, 'Quittung', 'Quittungen')} importiert, ${number(known)} schon vorhanden.`,
    removeImported: (n) =>
      form(n, { one: 'Die importierte Quittung entfernen', other: `${number(n)} importierte Quittungen entfernen` }),
    removeOne: `Von ${here} entfernen`,
    removed: (n) =>
      form(n, {
        one: '1 importierte Quittung entfernt. In der Datei ist sie weiterhin.',
        other: `${number(n)} importierte Quittungen entfernt. In der Datei sind sie weiterhin.`,
      }),
    noneRemoved: 'Nichts wurde entfernt: Was ausgewählt war, wird gerade gesendet oder ist schon zugestellt.',
    importInvalid: 'In dieser Datei sind keine Quittungen, die sich importieren lassen.',
    importReading: 'Die Datei wird gelesen',
    importTooLarge: 'Die Datei ist größer als 50 MB. Dort, wo sie herkommt, weniger Quittungen auf einmal exportieren.',
    importPartly: 'Einige Quittungen in dieser Datei sind beschädigt und wurden ausgelassen. Die anderen sind hier.',
    importUnreadable: 'Die Datei ließ sich nicht lesen.',
    importDialog: {
      title: 'Quittungen in dieser Datei',
      text: (n, beacons) =>
        form(n, {
          one: `1 Quittung von ${count(beacons, 'Beacon', 'Beacons')}, aus diesem Konto. Nach dem Import wird sie wie die eigenen gesendet. Vielleicht wird sie auch von dort gesendet, wo sie exportiert wurde.`,
          other: `${number(n)} Quittungen von ${count(beacons, 'Beacon', 'Beacons')}, aus diesem Konto. Nach dem Import werden sie wie die eigenen gesendet. Vielleicht werden sie auch von dort gesendet, wo sie exportiert wurden.`,
        }),
      exported: 'Exportiert',
      damaged: 'Einige Zeilen der Datei sind beschädigt und werden ausgelassen.',
      go: (n) => `${count(n, 'Quittung', 'Quittungen')} importieren`,
      titleOther: 'Aus einem anderen Konto',
      textOther: (n) =>
        form(n, {
          one: '1 Quittung in dieser Datei gehört zu einem anderen Konto. Nach dem Import wird sie mit dem Schlüssel dieses Kontos gesendet.',
          other: `${number(n)} Quittungen in dieser Datei gehören zu einem anderen Konto. Nach dem Import werden sie mit dem Schlüssel dieses Kontos gesendet.`,
        }),
      from: 'Datei von',
      account: 'Konto',
      here: 'Dieses Konto',
      goOther: 'Trotzdem hier importieren',
      cancel: 'Nicht importieren',
    },
    receipt: 'Quittung',
    reading: 'Auslesung',
    readingStates: {
      held: 'Nicht gesendet: noch zu entscheiden',
      waiting: 'Noch zu senden',
      sent: 'Gesendet',
      taken: 'Backend ist angeglichen',
      parked: 'Vom Backend abgelehnt',
      verified: 'Bestätigt',
      refused: 'Vom Beacon abgelehnt',
      outdated: 'Überholt: seitdem neu geschrieben',
    },
    readingHelp: 'Alle Werte des Beacons. Das Backend an sie angleichen oder die Auslesung aufgeben.',
    bringUpToDate: 'Backend angleichen',
    doNotSend: 'Nicht senden',
    edit: 'Änderung',
    editStates: { waiting: 'Noch nicht gesendet', parked: 'Abgelehnt', saved: 'Gespeichert' },
    editCleared: 'geleert',
    answer: (code) => (Object.hasOwn(answers, code) ? answers[code]! : 'Das Backend gab eine unbekannte Antwort.'),
    knownAnswers: Object.keys(answers),
    notTried: 'Noch nicht versucht.',
    unanswered: 'Der letzte Versuch wurde unterbrochen. Das Backend hat es vielleicht schon.',
    tries: (n) => (n === 0 ? 'Nicht versucht' : count(n, 'Versuch', 'Versuche')),
    nextNow: 'Nächster Versuch gleich',
    nextIn: (text) => `Nächster Versuch in ${text}`,
    seconds: (n) => `${number(n)} s`,
    minutes: (n, seconds) => (seconds === 0 ? `${number(n)} min` : `${number(n)} min ${number(seconds)} s`),
    inFlight: 'Wird gesendet',
    beaconNow: (word) => `Der Beacon jetzt: ${word}`,
    held: 'Von Hand zurückgehalten',
    repeat: 'Vielleicht doppelt',
    clockUnchecked: 'Uhr nicht geprüft',
    why: {
      unsure: 'Diese Quittung gehört vielleicht zu einem anderen Beacon.',
      notMirrored: 'Die zweite Kopie fehlt. Zur Sicherheit exportieren.',
      unsureNotVerified:
        'Das Backend hat sie für diesen Beacon nicht bestätigt. Sie gehört vielleicht zu einem anderen.',
      refused: 'Vom Beacon abgelehnt. Nichts zu senden.',
      notVerified: 'Im Backend steht für diesen Beacon noch eine Konfiguration aus.',
    },
    retry: 'Jetzt versuchen',
    postAgain: 'Erneut senden',
    giveUp: 'Aufgeben',
    gaveUp: (id) => `Die Quittung von ${id} wurde aufgegeben.`,
    appliedElsewhere:
      'Es steht nichts mehr aus, und das Gerät zeigt diese Werte. Vielleicht hat ein anderes Telefon oder ein Gateway sie übernommen.',
    givenUp: 'Von Hand aufgegeben. Sie bleibt, zählt aber nicht mit.',
    takeUp: 'Wieder aufnehmen',
    settledByLater: 'Geklärt: Das Backend hat eine andere Quittung dieses Beacons bestätigt.',
    requestedWait: (time, seconds, mayPress) =>
      [
        `Das Backend bittet, bis ${time} zu warten (${seconds < 90 ? `${number(seconds)} s` : `${number(Math.ceil(seconds / 60))} min`}).`,
        ...(mayPress ? [] : ['Vor dieser Zeit wurde es schon einmal versucht. Jetzt wartet die App.']),
      ].join(' '),
    unverified: (n) => `${count(n, 'Quittung', 'Quittungen')} im Backend angekommen, aber noch nicht bestätigt.`,
    hold: 'Zurückhalten',
    release: 'Nicht mehr zurückhalten',
    details: 'Details',
    sendAnyway: 'Trotzdem senden',
    sendAnywayHelp: 'Sendet die Ablehnung trotzdem an das Backend.',
    toDevice: 'Gerät öffnen',
    toRun: 'Vorgang öffnen',
    candidates: 'Beacons, zu denen sie gehören kann',
    choose: 'Beacon auswählen',
    give: (id) => `${id} zuordnen`,
    likeliest: 'Am wahrscheinlichsten',
    discard: 'Verwerfen',
    discarded: (id) => `Die Änderung an ${id} wurde verworfen.`,
    fields: {
      state: 'Stand',
      created: 'Vom Beacon gelesen',
      createdEdit: 'Geändert',
      updated: 'Verarbeitet (updated)',
      clock: 'Uhr',
      bytes: 'Antwort',
      token: 'Token',
      result: 'Ergebnis',
      copies: `Kopien auf ${here}`,
      origin: 'Herkunft',
      tries: 'Versuche',
      unanswered: 'Versuche ohne Antwort',
      status: 'HTTP-Status',
      message: 'Meldung des Backends',
      code: 'Technischer Name',
      settled: 'Zugestellt',
      id: 'Eintrag',
      values: 'Werte',
    },
    clocks: {
      checkedDate: 'mit dem Backend verglichen',
      checkedCreated: 'beim Vorbereiten der Konfiguration verglichen',
      unchecked: 'nicht geprüft',
    },
    origins: { run: `ein Vorgang auf ${here}`, mirror: 'die zweite Kopie', import: 'eine importierte Datei' },
    encrypted: 'verschlüsselt, nur für das Backend',
    plain: (result, name) => `${result} (${name})`,
    bytes: (n) => count(n, 'Byte', 'Byte'),
    copies: (mirrored) => (mirrored ? 'zwei' : 'eine'),
    stateNames: {
      reserved: 'reserviert',
      waiting: 'zu senden',
      sent: 'gesendet',
      verified: 'bestätigt',
      notVerified: 'nicht bestätigt',
      parked: 'vom Backend abgelehnt',
      refused: 'vom Beacon abgelehnt',
    },
  },
};
