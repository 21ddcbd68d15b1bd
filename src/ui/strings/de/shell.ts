/** German words of the shell. */
import type { DeviceKind } from '../../../domain/device.ts';
import type { Words } from '../words.ts';
import type * as english from '../en/shell.ts';
import { count, form, number } from '../counting.ts';

const kinds: Record<DeviceKind, string> = {
  beacon: 'Beacon',
  gateway: 'Gateway',
  cloudBeacon: 'Cloud-Beacon',
  other: 'Gerät',
};

export const shell: Words<typeof english> = {
  shellStrings: {
    documentTitle: (page) => `${page} · Beacon Fieldkit`,
    skip: 'Zum Inhalt',
    help: (page) => `Hilfe: ${page}`,
    titles: {
      welcome: 'Beacon Fieldkit',
      connect: 'Konto verbinden',
      overview: 'Übersicht',
      guide: 'Anleitung',
      devices: 'Geräte',
      device: (uniqueId, kind) => `${kinds[kind]} ${uniqueId}`,
      configure: (uniqueId) => `${uniqueId} konfigurieren`,
      command: (uniqueId) => `Befehl für ${uniqueId}`,
      orders: 'Bestellungen übernehmen',
      move: 'Geräte verschieben',
      share: 'Geräte freigeben',
      jobs: 'Einsätze',
      newJob: 'Neuer Einsatz',
      job: 'Einsatz',
      jobRun: 'Einsatz erledigen',
      runList: 'Schreiben',
      run: (uniqueId) => `Vorgang an ${uniqueId}`,
      configureMany: 'Viele konfigurieren',
      fetchMany: 'Pakete abrufen',
      tags: 'Tags',
      outbox: 'Ausgang',
      telemetry: 'Telemetrie',
      more: 'Mehr',
      streams: 'Streams',
      inspector: 'Inspektor',
      handOver: 'Auftrag übergeben',
      takeOver: 'Auftrag übernehmen',
      jobReport: 'Abnahmeprotokoll',
      reportCheck: 'Protokoll prüfen',
      gallery: 'Galerie',
      unknown: 'Seite nicht gefunden',
    },
    places: {
      overview: 'Übersicht',
      devices: 'Geräte',
      jobs: 'Einsätze',
      run: 'Schreiben',
      outbox: 'Ausgang',
      telemetry: 'Telemetrie',
      streams: 'Streams',
      inspector: 'Inspektor',
      orders: 'Bestellungen',
      more: 'Mehr',
    },
    purposes: {
      overview: 'Was zu klären ist, und der Bestand in Zahlen',
      devices: 'Die Liste: suchen, filtern, vorbereiten, freigeben',
      jobs: 'Die Arbeit eines Tages planen, vorbereiten und Raum für Raum erledigen',
      run: 'Vorbereitetes auf die Beacons schreiben',
      outbox: 'Quittungen und Änderungen auf dem Weg zum Backend',
      telemetry: 'Was Gateways hörten: Batterie, Temperatur, Bewegung',
      streams: 'Datensätze an die eigene Cloud weitergeben',
      inspector: 'Eingefügte Stream-Datensätze prüfen',
      orders: 'Die Geräte einer Bestellung in dieses Konto übernehmen',
      more: 'Konto, Schlüssel, Darstellung, Sprache, Speicher, Einstellungen',
    },
    badges: {
      unfinished: (n) => count(n, 'offener Vorgang', 'offene Vorgänge'),
      parked: (n) => count(n, 'Eintrag zu klären', 'Einträge zu klären'),
    },
    theme: {
      names: { auto: 'wie das System', light: 'hell', dark: 'dunkel', sun: 'Sonne' },
      change: (now, next) => `Darstellung: ${now}. Zu ${next} wechseln`,
    },
    update: { ready: 'Eine neue Version ist bereit.', apply: 'Jetzt aktualisieren' },
    loadingPage: 'Seite wird geladen',
    pageFailed: {
      text: 'Diese Seite ist noch nicht auf diesem Gerät gespeichert und ließ sich nicht laden.',
      again: 'Erneut versuchen',
    },
    unknownPage: { text: 'Unter dieser Adresse gibt es keine Seite.', action: 'Zur Übersicht' },
    copied: (value) => `${value} kopiert`,
    copyFailed: 'Kopieren ist hier nicht erlaubt',
    storageTrouble:
      'Die gespeicherten Daten dieses Kontos ließen sich nicht öffnen. Nichts wurde geändert. Andere Fenster dieser App schließen und neu laden.',
    openingAccount: 'Gespeicherte Daten werden geöffnet',
    loadAgain: 'App neu laden',
    blocked: {
      heading: 'Dieser Browser speichert nichts für diese App',
      text: 'Websitedaten sind hier gesperrt, Quittungen ließen sich nicht aufheben. Cookies und Websitedaten für diese Adresse erlauben, dann die App neu laden.',
    },
    lost: {
      emptied: 'Der Browser oder das System hat den Speicher dieses Kontos geleert.',
      registry: 'Die Liste der Konten auf diesem Gerät war verloren und wurde wiederhergestellt.',
      receipts: (n) =>
        form(n, {
          one: '1 Quittung wurde aus ihrer zweiten Kopie wiederhergestellt.',
          other: `${number(n)} Quittungen wurden aus ihren zweiten Kopien wiederhergestellt.`,
        }),
      missing: (n) =>
        form(n, {
          one: '1 zuvor gezählte Quittung fehlt.',
          other: `${number(n)} zuvor gezählte Quittungen fehlen.`,
        }),
      runs: (n) =>
        form(n, {
          one: '1 offener Vorgang wurde wiederhergestellt. Sein Beacon hat vielleicht eine Quittung.',
          other: `${number(n)} offene Vorgänge wurden wiederhergestellt. Ihre Beacons haben vielleicht Quittungen.`,
        }),
      packages: 'Die hier gespeicherten Pakete sind weg. Neu holen.',
      runHere:
        'Gespeicherte Daten gingen verloren. Der Vorgang an diesem Beacon wurde aus seiner zweiten Kopie wiederhergestellt. Wie weit er kam, ist nicht bekannt, und der Beacon hat vielleicht seine Quittung. Vor jedem weiteren Vorbereiten mit ihm verbinden.',
      beaconHere:
        'Gespeicherte Daten gingen verloren, vielleicht auch die dieses Beacons. Ein nicht wiederhergestellter offener Vorgang sähe aus, als gäbe es keinen.',
      toRuns: 'Vorgänge zeigen',
      understood: 'Verstanden',
    },
    manyHere: {
      text: (n) =>
        form(n, {
          one: '1 Quittung ist nur auf diesem Gerät. Geht es verloren, ist auch sie weg. Bis zum Senden eine Datei davon woanders aufheben.',
          other: `${number(n)} Quittungen sind nur auf diesem Gerät. Geht es verloren, sind auch sie weg. Bis zum Senden eine Datei davon woanders aufheben.`,
        }),
      export: 'Exportieren',
      saved: (n) => `${count(n, 'Quittung', 'Quittungen')} als Datei exportiert.`,
      failed: 'Die Datei ließ sich nicht erstellen.',
      later: 'Jetzt nicht',
    },
    otherKey: {
      heading: 'Wessen Schlüssel ist das?',
      ask: 'Diese Adressen sind auf diesem Gerät mit einem anderen Schlüssel bekannt. Noch wurde nichts gesendet oder gezeigt.',
      same: (name) => `Ein neuer Schlüssel für „${name}“`,
      waits: (n) => `${count(n, 'Quittung wartet', 'Quittungen warten')} dort.`,
      sameMeans: 'Zuerst muss das Backend den Schlüssel annehmen. Dann wird damit gesendet, was wartet.',
      endsVault: 'Der dort gemerkte Schlüssel ist der alte und wird entfernt.',
      other: 'Ein anderes Konto',
      otherMeans: 'Es bekommt einen eigenen Speicher. Was für das andere Konto gespeichert ist, bleibt dort.',
      notProven: {
        wrongKey: 'Das Backend nimmt diesen Schlüssel nicht an, darum wurde nichts geöffnet.',
        unreached:
          'Das Backend war nicht erreichbar, um diesen Schlüssel zu prüfen, darum wurde nichts geöffnet. Erneut versuchen, sobald online.',
      },
    },
    noPolicy:
      'Diese Seite läuft ohne ihre Sicherheitsrichtlinie. Bitte dem Betreiber der Website melden. Unter „Mehr“ steht, was fehlt.',
    leaveRun: {
      heading: 'Ein Vorgang läuft',
      running: (uniqueId) =>
        `Der Vorgang an ${uniqueId} läuft weiter. Für den nächsten Schritt zu seinem Bildschirm zurückkommen.`,
      saving: (uniqueId) =>
        `Auf diesem Bildschirm bleiben: Die Quittung von ${uniqueId} ist noch nicht zweimal gespeichert.`,
      stay: 'Hier bleiben',
      leave: 'Bildschirm verlassen',
    },
    key: {
      give: 'Schlüssel eingeben',
      heading: 'API-Schlüssel',
      why: 'Der Schlüssel bleibt nur im Arbeitsspeicher und ist beim Schließen der App weg.',
      waiting: (n) => `${count(n, 'Quittung wartet', 'Quittungen warten')} auf den Schlüssel.`,
      account: (name) => `Konto ${name}`,
      label: 'API-Schlüssel',
      use: 'Diesen Schlüssel benutzen',
      openHeading: 'Mit der Passphrase öffnen',
      passphrase: 'Passphrase',
      open: 'Öffnen',
      wrong: 'Falsche Passphrase.',
      noVault: 'Auf diesem Gerät ist kein Schlüssel gespeichert. Stattdessen den Schlüssel eingeben.',
      typeInstead: 'Stattdessen Schlüssel eingeben',
      passphraseInstead: 'Stattdessen Passphrase benutzen',
      empty: 'Zuerst den Schlüssel eingeben.',
      failed: 'Der Schlüssel ließ sich nicht benutzen.',
      offerHeading: 'Schlüssel auf diesem Gerät merken?',
      offer: 'Eine Passphrase schützt den Schlüssel auf diesem Gerät. Er muss dann nicht jedes Mal eingegeben werden.',
      remember: 'Schlüssel merken',
      notNow: 'Jetzt nicht',
      remembered: 'Der Schlüssel ist auf diesem Gerät gespeichert, geschützt durch die Passphrase.',
      accepted: 'Der Schlüssel wird benutzt.',
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
  },
};
