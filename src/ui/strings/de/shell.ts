/** German words of the shell. */
import type { DeviceKind } from '../../../domain/device-kind.ts';
import type { Words } from '../words.ts';
import type * as english from '../shell.ts';
import { here } from './place.ts';

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
      kinds,
      configure: (uniqueId) => `${uniqueId} konfigurieren`,
      command: (uniqueId) => `Befehl für ${uniqueId}`,
      orders: 'Bestellungen übernehmen',
      move: 'Geräte übertragen',
      share: 'Geräte freigeben',
      jobs: 'Einsätze',
      newJob: 'Neuer Einsatz',
      job: 'Einsatz',
      jobRun: 'Vor Ort',
      runList: 'Schreiben',
      run: (uniqueId) => `Vorgang an ${uniqueId}`,
      configureMany: 'Viele konfigurieren',
      fetchMany: 'Pakete holen',
      withdrawMany: 'Änderungen zurückziehen',
      tags: 'Tags',
      deviceTable: 'Geräte aus einer Tabelle',
      outbox: 'Ausgang',
      telemetry: 'Telemetrie',
      more: 'Mehr',
      streams: 'Streams',
      inspector: 'Inspektor',
      handOver: 'Einsatz übergeben',
      takeOver: 'Einsatz importieren',
      jobReport: 'Abnahmeprotokoll',
      reportCheck: 'Protokoll prüfen',
      gallery: 'Galerie',
      unknown: 'Seite nicht gefunden',
    },
    theme: {
      names: { auto: 'wie das System', light: 'hell', dark: 'dunkel', sun: 'Sonne' },
      change: (now, next) => `Darstellung: ${now}. Umstellen auf: ${next}`,
    },
    update: {
      ready: 'Eine neue Version ist bereit.',
      apply: 'Jetzt aktualisieren',
      asked: 'Die neue Version wird gestartet.',
      held: 'Die alte Version läuft noch. Andere Fenster dieser App schließen. Dann geht es von selbst weiter, spätestens in einigen Minuten.',
    },
    loadingPage: 'Seite wird geladen',
    pageFailed: {
      text: `Diese Seite ist noch nicht auf ${here} gespeichert und ließ sich nicht laden.`,
      again: 'Erneut versuchen',
    },
    unknownPage: { text: 'Unter dieser Adresse gibt es keine Seite.', action: 'Zur Übersicht' },
    copied: (value) => `${value} kopiert`,
    copyFailed: 'Der Browser erlaubt das Kopieren hier nicht',
    storageTrouble:
      'Die gespeicherten Daten dieses Kontos ließen sich nicht öffnen. Nichts wurde geändert. Andere Fenster dieser App schließen, dann die App neu laden. Hilft das nicht, den Browser neu starten. Die Rettungsseite kann die Quittungen als Datei speichern.',
    rescue: 'Rettungsseite öffnen',
    openingAccount: 'Gespeicherte Daten werden geöffnet',
    loadAgain: 'App neu laden',
    blocked: {
      heading: 'Dieser Browser speichert nichts für diese App',
      text: 'Websitedaten sind hier gesperrt, also lassen sich keine Quittungen speichern. Cookies und Websitedaten für diese Adresse erlauben, dann die App neu laden.',
    },
    noPolicy:
      'Diese Seite läuft ohne ihre Sicherheitsrichtlinie. Den Betreiber der Website informieren. Unter „Mehr“ steht, was fehlt.',
  },
};
