/** German words of the More page. */
import type { Words } from '../words.ts';
import type * as english from '../settings.ts';
import { count, form, number } from '../counting.ts';
import { here } from './place.ts';

const runFirst = 'Zuerst den Vorgang abschließen.';
const reload = 'Die Sprache wechselt beim Neuladen der App.';

const plansWords = (jobs: number, beacons: number, templates: number): string =>
  [
    jobs > 0 ? `${count(jobs, 'Einsatz', 'Einsätze')} mit ${count(beacons, 'Beacon', 'Beacons')}` : '',
    templates > 0 ? count(templates, 'Vorlage', 'Vorlagen') : '',
  ]
    .filter((part) => part !== '')
    .join(' und ');

export const settings: Words<typeof english> = {
  settingFaultWords: (fault) => {
    switch (fault.reason) {
      case 'notANumber':
        return 'Eine Zahl eingeben.';
      case 'notWhole':
        return 'Eine ganze Zahl eingeben.';
      case 'tooSmall':
        return `Mindestens ${number(fault.limit)}.`;
      case 'tooLarge':
        return `Höchstens ${number(fault.limit)}.`;
      case 'notAUuid':
        return 'Eine UUID mit 36 Zeichen eingeben, oder vier oder acht hexadezimale Ziffern.';
      case 'tooMany':
        return `Höchstens ${number(fault.limit)} Einträge.`;
      case 'empty':
        return 'Pflichtfeld.';
      case 'beyond':
        return `Darf nicht kleiner als „${settings.settingsStrings.advanced.fields[fault.other]}“ sein.`;
      case 'sameUuid':
        return `„${settings.settingsStrings.advanced.fields[fault.other]}“ hat dieselbe UUID.`;
    }
  },
  settingsStrings: {
    loading: 'Wird geladen',
    places: 'Weitere Bereiche',
    account: {
      title: 'Konto',
      none: `Auf ${here} ist kein Konto verbunden.`,
      connect: 'Konto verbinden',
      connectOther: 'Anderes Konto verbinden',
      practice: 'Übung',
      practiceText: 'Das ist die Sandbox. Nichts hier erreicht ein echtes Backend.',
      name: 'Name',
      baseUrl: 'Basis-URL',
      legacyBaseUrl: 'Legacy-Basis-URL',
      vendor: 'Hersteller',
      id: 'Konto-ID',
      others: `Andere Konten auf ${here}`,
      switch: 'Wechseln',
      switchTo: (name) => `Zu ${name} wechseln`,
      switched: (name) => `Mit ${name} verbunden.`,
      signOut: 'Abmelden',
      signOutTitle: 'Von diesem Konto abmelden',
      signOutSafe: `Alles in diesem Konto ist zugestellt. Was gespeichert ist, bleibt gesperrt auf ${here}. Schlüssel oder Passphrase öffnen es wieder.`,
      signOutWarning: `Das ist bisher nur auf ${here}. Es bleibt gesperrt erhalten, und nichts wird gesendet, bis dieses Konto wieder geöffnet wird:`,
      onlyHere: (n) => `${count(n, 'Quittung', 'Quittungen')} nicht zugestellt`,
      unverified: (n) => `${count(n, 'Quittung', 'Quittungen')} vom Backend nicht bestätigt`,
      unfinished: (n) => `${count(n, 'Vorgang', 'Vorgänge')} nicht abgeschlossen`,
      unsent: (n) => `${count(n, 'Änderung', 'Änderungen')} nicht gesendet`,
      checking: 'Offene Zustellungen werden geprüft',
      toOutbox: 'Zuerst den Ausgang öffnen',
      unsaved:
        'Die Quittung des letzten Vorgangs ist noch nicht zweimal gespeichert. Zuerst zu diesem Vorgang zurückgehen und sie speichern.',
      signedOut: `Abgemeldet. Was gespeichert ist, bleibt gesperrt auf ${here}.`,
      failed: 'Das ging nicht. Es wurde nichts geändert.',
      setUpOther: 'Weiteres Telefon einrichten',
      setUpHow: 'Auf dem anderen Telefon: Konto verbinden, Einrichtungscode scannen.',
      setUpHolds: 'Der Code enthält die Adressen, den Hersteller und den Namen. Der API-Schlüssel ist nicht darin.',
      setUpTooLong: 'Die Adressen dieses Kontos sind zu lang für einen Code.',
    },
    remove: {
      action: `Abmelden und von ${here} entfernen`,
      heading: (name) => `„${name}“ von ${here} entfernen`,
      consequence:
        'Alles in diesem Konto wird hier gelöscht: Geräte, Pakete, Vorgänge, Quittungen, Einsätze, Vorlagen, Telemetrie und der gespeicherte Schlüssel. Das lässt sich nicht rückgängig machen.',
      onlyInFile: 'Die gespeicherte Datei ist dann die einzige Kopie der nicht bestätigten Quittungen.',
      edits: (n) =>
        form(n, {
          one: '1 Änderung ist nicht gesendet und geht verloren.',
          other: `${number(n)} Änderungen sind nicht gesendet und gehen verloren.`,
        }),
      refusedHeading: `Manches ist nur auf ${here}`,
      receipts: (n) =>
        form(n, {
          one: '1 Quittung ist nicht zugestellt. Ohne sie erfährt das Backend nie, dass sich der Beacon geändert hat.',
          other: `${number(n)} Quittungen sind nicht zugestellt. Ohne sie erfährt das Backend nie, dass sich die Beacons geändert haben.`,
        }),
      unverified: (n) =>
        form(n, {
          one: '1 Quittung wurde gesendet, ist aber nicht bestätigt. Nur solange sie hier gespeichert ist, lässt sie sich erneut senden.',
          other: `${number(n)} Quittungen wurden gesendet, sind aber nicht bestätigt. Nur solange sie hier gespeichert sind, lassen sie sich erneut senden.`,
        }),
      runs: (n) =>
        form(n, {
          one: '1 Vorgang ist nicht abgeschlossen. Der Beacon hat vielleicht eine Quittung.',
          other: `${number(n)} Vorgänge sind nicht abgeschlossen. Die Beacons haben vielleicht Quittungen.`,
        }),
      waysOut: {
        receipts: 'Zuerst die Quittungen senden oder als Datei exportieren und diese übergeben.',
        runs: 'Die Vorgänge abschließen oder die Beacons als verschwunden vermerken.',
        plans:
          'Wenn Einsätze und Vorlagen noch gebraucht werden: hier jeden Eintrag als Datei speichern. Ein anderes Konto oder Telefon kann sie übernehmen.',
      },
      plans: (jobs, beacons, templates) => `Nur auf ${here}: ${plansWords(jobs, beacons, templates)}.`,
      plansGo: (jobs, beacons, templates) => `Mit gelöscht: ${plansWords(jobs, beacons, templates)}.`,
      openFirst:
        'Dieses Konto zuerst mit Schlüssel oder Passphrase öffnen. Dann lässt sich als Datei speichern, was nur hier ist. Fehlt beides, die Quittungen auf der Rettungsseite als Datei speichern und danach die Daten dieser Website im Browser löschen.',
      files: {
        job: (n) => count(n, 'Beacon', 'Beacons'),
        template: 'Vorlage',
        save: 'Als Datei speichern',
        saveNamed: (name) => `Als Datei speichern: ${name}`,
        saved: 'gespeichert',
        failed: 'Die Datei konnte nicht erstellt werden.',
        unreadable:
          'Einsätze und Vorlagen konnten nicht gelesen werden. Sie lassen sich auf der Seite „Einsätze“ als Datei speichern.',
        onlyThere: 'Die gespeicherten Dateien sind dann die einzigen Kopien der Einsätze und Vorlagen.',
      },
      withPlans: 'Auch diese entfernen',
      runsAfterExport:
        'Die Datei ist gespeichert. Vor dem Entfernen dieses Kontos die Vorgänge abschließen oder aufgeben.',
      afterExport: 'Die Datei ist gespeichert. Vor dem Entfernen dieses Kontos sicherstellen, dass jemand sie hat.',
      send: 'Senden',
      toRuns: 'Zu den Vorgängen',
      export: 'Als Datei exportieren',
      goOn: 'Die Datei ist übergeben',
      removed: `Das Konto wurde von ${here} entfernt.`,
      busy: `Ein Vorgang läuft. ${runFirst}`,
      left: (n) =>
        form(n, {
          one: '1 Teil des Kontos ließ sich nicht löschen. Die anderen Fenster dieser App schließen. Beim nächsten Start wird es erneut versucht.',
          other: `${number(n)} Teile des Kontos ließen sich nicht löschen. Die anderen Fenster dieser App schließen. Beim nächsten Start wird es erneut versucht.`,
        }),
    },
    lock: {
      now: 'Jetzt sperren',
      locked: 'Gesperrt.',
      busy: `Ein Vorgang läuft. ${runFirst}`,
      idle: 'Automatisch sperren',
      idleHelp: 'Nach so langer Zeit ohne Berührung, aber nicht während eines Vorgangs.',
      minutes: { 0: 'Nie', 5: 'Nach 5 Minuten', 15: 'Nach 15 Minuten', 60: 'Nach 60 Minuten' },
    },
    key: {
      title: 'Schlüssel',
      states: {
        none: 'Kein Schlüssel.',
        needed: 'Diesem Fenster fehlt der Schlüssel. Bis zur Eingabe wird nichts gesendet.',
        ready: 'Der Schlüssel ist im Arbeitsspeicher, bis die App geschlossen wird.',
      },
      ways: {
        screenLock: 'die Bildschirmsperre',
        passphrase: 'die Passphrase',
        both: 'die Bildschirmsperre oder die Passphrase',
      },
      locked: (way) => `Der Schlüssel ist auf ${here} gesperrt: Ihn öffnet ${way}.`,
      readyAndStored: (way) => `Der Schlüssel ist im Arbeitsspeicher. Nach einem Neustart öffnet ihn ${way} wieder.`,
      give: 'Schlüssel eingeben',
      open: 'Mit der Passphrase öffnen',
      remember: 'Mit einer Passphrase merken',
      addPassphrase: 'Passphrase hinzufügen',
      change: 'Passphrase ändern',
      rememberText:
        'Der Schlüssel wird mit einer Passphrase verschlüsselt, die sonst niemand kennt. Ohne sie lässt er sich nicht lesen.',
      set: 'Schlüssel merken',
      saved: 'Der Schlüssel ist gespeichert. Nach einem Neustart öffnet ihn die Passphrase.',
      forget: 'Gespeicherten Schlüssel entfernen',
      forgotten: `Der gespeicherte Schlüssel wurde von ${here} entfernt. Im Arbeitsspeicher bleibt er, bis die App geschlossen wird.`,
    },
    theme: {
      title: 'Darstellung',
      auto: 'Wie das System',
      light: 'Hell',
      dark: 'Dunkel',
      sun: 'Sonne',
      help: 'Sonne ist Schwarz auf Weiß, für direktes Sonnenlicht.',
    },
    rest: {
      label: 'Bildschirm zwischen zwei Beacons eines Einsatzes dunkel schalten',
      help: 'Nach 20 Sekunden ohne Berührung, aber nicht während eines Vorgangs. Einmal tippen holt die Seite zurück.',
    },
    language: {
      title: 'Sprache',
      label: 'Sprache der App',
      choices: { auto: 'Wie der Browser', en: 'English', de: 'Deutsch' },
      reload,
      reloadButton: 'Neu laden',
      afterRun: `${reload} ${runFirst}`,
    },
    phone: {
      title: 'App und Speicher',
      storage: 'Speicher',
      persisted: 'Geschützt: Der Browser löscht keine Quittungen, um Platz zu schaffen.',
      notPersisted: `Nicht geschützt: Der Browser kann die Daten dieser App löschen, wenn der Speicher auf ${here} knapp wird. Die App zu installieren ändert das oft.`,
      unknownPersisted: 'Der Browser hat noch nicht gemeldet, ob er diesen Speicher schützt.',
      ask: 'Schutz anfordern',
      askAgain: 'Erneut anfordern',
      asked: {
        yes: 'Der Browser schützt jetzt den Speicher dieser App.',
        no: 'Der Browser hat nicht zugestimmt. Die App installieren oder öfter benutzen, dann erneut anfordern.',
      },
      install: 'Installieren',
      installable: 'Nach dem Installieren startet die App vom Startbildschirm, auch offline.',
      installButton: 'App installieren',
      notInstallable: 'Schon installiert, oder über das Menü des Browsers installieren.',
      version: 'Version',
      offlineReady: 'Startet auch offline.',
      notOfflineReady: 'Startet noch nicht offline. Die App einen Moment online offen lassen.',
      update: 'Eine neue Version ist bereit.',
      updateButton: 'Jetzt aktualisieren',
      updateBlocked: 'Eine neue Version ist bereit. Aktualisieren geht, wenn der Vorgang beendet ist.',
      updateFailed:
        'Eine neue Version ließ sich nicht laden. Diese Version läuft weiter, und die App sucht stündlich erneut.',
      installFault: {
        missing: (file) => `Auf der Website fehlt eine Datei der App (${file}).`,
        changed: (file) =>
          `Etwas zwischen der Website und diesem Browser, etwa ein Proxy, verändert die Dateien der App (${file}).`,
        webPage: (file) =>
          `Statt einer Datei der App kam eine Webseite (${file}). Sie fehlt auf der Website, oder dieses Netz verlangt eine Anmeldung.`,
        diskFull: () => `Auf ${here} ist nicht genug Speicher frei, um die App zu speichern.`,
        network: (file) => `Eine Datei der App ließ sich nicht laden (${file}).`,
      },
      installAgain:
        'Die App startet noch nicht offline. Solange sie offen und online ist, versucht sie es von selbst erneut.',
      policy: {
        header: 'Diese Seite läuft unter ihrer Sicherheitsrichtlinie.',
        page: 'Diese Seite läuft unter ihrer eingebauten Sicherheitsrichtlinie. Die Website sendet keine, andere Websites könnten die Seite also in einem Rahmen zeigen.',
        none: 'Diese Seite läuft ohne ihre Sicherheitsrichtlinie, weil die Website keine sendet. Den Betreiber der Website informieren.',
        unknown:
          'Offline ist nicht bekannt, ob die Website ihre Sicherheitsrichtlinie sendet. Die Seite hat eine eingebaut.',
      },
      updateWarning: (n) =>
        form(n, {
          one: `1 Quittung ist nicht zugestellt. Sie bleibt beim Aktualisieren auf ${here}.`,
          other: `${number(n)} Quittungen sind nicht zugestellt. Sie bleiben beim Aktualisieren auf ${here}.`,
        }),
    },
    cachedList: {
      title: 'Geräteliste',
      text: `Eine Kopie der Liste ist auf ${here} gespeichert, damit sie offline da ist.`,
      count: (n) => `${count(n, 'Eintrag', 'Einträge')} auf ${here}.`,
      button: 'Gespeicherte Liste löschen',
      ask: 'Die gespeicherte Liste löschen?',
      explain: `Die Liste bleibt leer, bis sie neu geladen wird. Dazu ist Netz nötig. Einträge mit einem Paket, Vorgang oder einer Quittung auf ${here} bleiben.`,
      keep: 'Behalten',
      go: 'Löschen',
      done: 'Die gespeicherte Liste ist gelöscht.',
      failed: 'Die gespeicherte Liste ließ sich nicht löschen.',
    },
    practice: {
      title: 'Übungstafel',
      text: 'Störungen, die sich für die Übungs-Beacons und das Sandbox-Backend einstellen lassen.',
    },
    advanced: {
      title: 'Erweiterte Einstellungen',
      text: 'Nur für dieses Konto. Die Vorgaben passen zu Beacons der dokumentierten Familie.',
      none: 'Ein Konto verbinden, um seine Einstellungen zu ändern.',
      save: 'Einstellungen speichern',
      reset: 'Vorgaben wiederherstellen',
      saved: 'Die Einstellungen wurden gespeichert.',
      wasReset: 'Die Vorgaben sind eingetragen. Speichern, um sie zu benutzen.',
      failed: 'Die Einstellungen ließen sich nicht speichern.',
      faults: (n) => `${count(n, 'Wert', 'Werte')} korrigieren.`,
      unsaved: 'Noch nicht gespeichert',
      groups: {
        timing: 'Zeiten am Beacon',
        delivery: 'Zustellung',
        bulk: 'Viele Geräte auf einmal',
        profile: 'Bluetooth-Profil',
        lists: 'Listen',
        commands: 'Namen der Befehle (API)',
      },
      fields: {
        'timing.connectTimeoutMs': 'Ein Verbindungsversuch',
        'timing.connectGapsMs': 'Pausen zwischen Versuchen',
        'timing.connectTotalMs': 'Verbinden insgesamt',
        'timing.reconnectAfterMs': 'Pause vor dem erneuten Verbinden',
        'timing.discoveryTimeoutMs': 'Suche der Dienste',
        'timing.operationTimeoutMs': 'Eine GATT-Operation',
        'timing.writeTimeoutMs': 'Langes Schreiben',
        'timing.afterWriteMs': 'Pause nach dem Schreiben',
        'timing.pollStartMs': 'Erster Abfrageabstand',
        'timing.pollMaxMs': 'Längster Abfrageabstand',
        'timing.pollTotalMs': 'Abfragen insgesamt',
        'timing.beforeResponseMs': 'Pause vor dem Lesen der Quittung',
        'delivery.timeoutMs': 'Auf eine Antwort warten',
        'delivery.backoffMinMs': 'Kürzeste Pause zwischen Versuchen',
        'delivery.backoffMaxMs': 'Längste Pause zwischen Versuchen',
        'delivery.rateLimitMs': 'Pause, wenn langsamer gesendet werden soll',
        'delivery.keepDeliveredDays': 'Zugestellte Quittungen behalten',
        'delivery.pauseAfterSameRefusal': 'Pause nach gleicher Ablehnung',
        'bulk.inFlight': 'Gleichzeitige Anfragen',
        'bulk.idsAtOnce': 'Geräte in einer Anfrage',
        'profile.serviceUuid': 'Konfigurationsdienst',
        'profile.requestUuid': 'Request-Charakteristik',
        'profile.responseUuid': 'Response-Charakteristik',
        'profile.tokenUuid': 'Token-Charakteristik',
        'profile.controlPointUuid': 'Control-Point-Charakteristik',
        'profile.controlPointEnded': 'Control-Point-Wert für „fertig“',
        'profile.namePrefixes': 'Namensanfänge für die Auswahl',
        pageSize: 'Datensätze je Seite',
        'commands.identify': 'Blinken lassen (leer: nicht angeboten)',
        'commands.restart': 'Neu starten',
        'commands.nonConnectable': 'Verbindungen sperren',
        'commands.bootloader': 'Bootloader',
      },
      help: {
        'timing.connectGapsMs': 'Durch Kommas getrennt. Es gibt einen Versuch mehr als Pausen.',
        'timing.reconnectAfterMs':
          'Nachdem die App die Verbindung zu diesem Beacon getrennt hat oder geöffnet wurde. Das System braucht zum Trennen bis zu 2 Sekunden.',
        'profile.namePrefixes': 'Durch Kommas getrennt. Leer zeigt alle Geräte.',
        'delivery.pauseAfterSameRefusal': 'Geräte hintereinander mit demselben Status.',
        'bulk.inFlight': 'Gilt beim Vorbereiten vieler Geräte und beim Senden der Quittungen.',
        'bulk.idsAtOnce':
          'Gilt für Änderungen mit gleichen Werten und für Pakete. Bei 1 bekommt jedes Gerät eine eigene Anfrage.',
      },
      units: { ms: 'ms', days: 'Tage', devices: 'Geräte', records: 'Datensätze', requests: 'Anfragen' },
    },
    diagnostics: {
      title: 'Diagnose',
      text: 'Die letzten 500 Ereignisse der App als ein Text: Vorgänge, Antworten, Fehler, Versionen. Er enthält keine Schlüssel, Namen, IDs oder Adressen, wird vor dem Speichern gezeigt und von der App nicht gesendet.',
      show: 'Diagnose anzeigen',
      save: 'Als Datei speichern',
      close: 'Schließen',
      failed: 'Die Diagnose konnte nicht gelesen werden.',
    },
    about: {
      title: 'Über die App',
      text: 'Beacon Fieldkit konfiguriert Bluetooth-Beacons vor Ort, online oder offline, und behält jede Quittung, bis das Backend sie hat.',
      notices: 'Lizenzen Dritter',
      parts: 'Liste der Bestandteile (CycloneDX)',
      rescue: 'Rettungsseite',
      changes: 'Neuerungen',
      words: 'Die sechs Wörter',
      wordTexts: [
        ['Vorbereitet', 'im Backend steht eine Konfiguration aus'],
        ['Geladen', 'das verschlüsselte Paket ist hier gespeichert'],
        ['Geschrieben', 'ein Beacon hat es angenommen'],
        ['Quittung gesichert', 'die verschlüsselte Antwort ist hier gespeichert, zweimal'],
        ['Gesendet', 'das Backend hat geantwortet'],
        ['Bestätigt', 'laut Backend ist es übernommen'],
      ],
    },
  },
};
