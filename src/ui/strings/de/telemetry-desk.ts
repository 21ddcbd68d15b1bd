/** German words of the telemetry desk. */
import { REQUESTS_PER_MINUTE } from '../../../domain/limits.ts';
import type * as english from '../telemetry-desk.ts';
import type { Words } from '../words.ts';
import { count, form, number } from '../counting.ts';
import { here } from './place.ts';

const beacons = (n: number): string => count(n, 'Beacon', 'Beacons');
const requests = (n: number): string => count(n, 'Anfrage', 'Anfragen');

export const telemetryDesk: Words<typeof english> = {
  telemetryDeskStrings: {
    fresh: {
      checked: 'Zuletzt geladen',
      never: 'Noch nie geladen.',
      check: 'Laden',
      checking: 'Wird geladen',
      every: 'Aktualisieren',
      off: 'Aus',
      offAlone: 'Automatik aus',
      minutes: (n) => form(n, { one: 'Jede Minute', other: `Alle ${number(n)} Minuten` }),
      left: (left, of) => `Noch ${number(left)} von ${requests(of)} in dieser Minute`,
      paused: {
        hidden: 'Angehalten, solange diese Seite nicht zu sehen ist.',
        offline: 'Angehalten: kein Netz.',
        key: 'Angehalten: Der API-Schlüssel fehlt.',
        busy: 'Wartet, bis fertig geladen ist.',
      },
    },

    estimate: {
      title: 'Das dauert eine Weile',
      text: (n, minutes) =>
        `Etwa ${requests(n)}, ${count(minutes, 'Minute', 'Minuten')}. Höchstens ${requests(REQUESTS_PER_MINUTE)} je Minute werden gesendet.`,
      hint: (n) =>
        `„Nur die neuesten“ beginnt mit den neuesten Messwerten und hört nach ${count(n, 'Anfrage', 'Anfragen')} auf.`,
      newest: (n) => `Nur die neuesten (${requests(n)})`,
      all: 'Alles laden',
      cancel: 'Abbrechen',
    },

    unloaded:
      'Dieser Zeitraum wurde nicht für alle diese Beacons geladen; eine Lücke heißt vielleicht nur, dass nichts geladen wurde.',
    rooms: { label: 'Raum', all: 'Alle Räume' },
    presets: {
      label: 'Zeitraum',
      lastHour: '1 Std.',
      last24Hours: '24 Std.',
      last7Days: '7 Tage',
      last30Days: '30 Tage',
    },

    hours: {
      heading: 'Datensätze je Stunde',
      headingStep: (hours) => `Datensätze je ${number(hours)} Stunden`,
      empty: 'Keine gespeicherten Datensätze in diesem Zeitraum.',
      gaps: (share) => `${share} dieser Stunden wurden nicht geladen; über sie ist nichts bekannt.`,
      load: 'Laden',
      more: (n) => `${count(n, 'weiteren', 'weitere')} anzeigen`,
      shown: (shown, of) => `${number(shown)} von ${beacons(of)} gezeigt, die am längsten stummen zuerst.`,
    },

    compare: {
      intro: 'Gespeicherte Messwerte nach Stunden, alle im selben Maßstab.',
      empty: 'Keine gespeicherten Messwerte von Batterie oder Temperatur in diesem Zeitraum.',
      order: 'Reihenfolge',
      orders: { battery: 'Schwache Batterie zuerst', temperature: 'Wärmste zuerst', name: 'Nach Namen' },
      line: (what, first, last) => `${what}: von ${first} auf ${last}`,
      scale: (what, least, most) => `${what}: ${least} bis ${most}`,
      more: (n) => `${count(n, 'weiteren', 'weitere')} anzeigen`,
      shown: (shown, of) => `${number(shown)} von ${beacons(of)} gezeigt`,
      open: (name) => `Diagramme von ${name}`,
    },

    gateways: {
      empty: 'Kein gespeicherter Datensatz in diesem Zeitraum nennt ein Gateway.',
      caption: 'Gateways und was sie in diesem Zeitraum gehört haben',
      gateway: 'Gateway',
      heard: 'Gehörte Beacons',
      last: 'Zuletzt gehört',
      records: 'Datensätze',
      all: 'Alle Gateways',
      heardBy: (gateway) => `Gehört von ${gateway}`,
      beaconsCaption: (gateway) => `Beacons, die ${gateway} in diesem Zeitraum gehört hat`,
      none: 'Dieses Gateway hat in diesem Zeitraum keinen Beacon gehört, soweit Datensätze gespeichert sind.',
      beacon: 'Beacon',
      saved: `Gezählt aus den auf ${here} gespeicherten Datensätzen.`,
    },

    alarms: {
      intro:
        'Geprüft wird beim Laden von Telemetrie, in manchen Browsern ab und zu auch, während die App im Hintergrund offen ist. Dazwischen wird nicht geprüft.',
      checked: 'Zuletzt geprüft',
      never: 'Noch nie geprüft: zuerst Telemetrie laden.',
      unchecked: (n) =>
        form(n, {
          one: 'Für 1 Beacon wurde nichts geladen; über ihn ist nichts bekannt.',
          other: `Für ${beacons(n)} wurde nichts geladen; über sie ist nichts bekannt.`,
        }),
      now: 'Alarme jetzt',
      none: 'Kein Alarm in den gespeicherten Messwerten.',
      noRules: 'Noch keine Regel. Unten eine hinzufügen.',
      rules: 'Regeln',
      add: 'Regel hinzufügen',
      kind: 'Was',
      kinds: {
        battery: 'Batterie ist schwach',
        silent: 'Beacon ist stumm',
        temperature: 'Temperatur außerhalb des Bereichs',
      },
      belowPercent: 'Unter',
      afterHours: 'Mindestens',
      below: 'Unter',
      above: 'Über',
      tag: 'Für',
      allBeacons: 'Alle Beacons',
      tagged: (tag) => `Tag ${tag}`,
      inRoom: (room) => `Raum ${room}`,
      save: 'Regel hinzufügen',
      remove: 'Entfernen',
      removeRule: (rule) => `Regel entfernen: ${rule}`,
      faults: {
        battery: '1 bis 100\u00a0% eingeben.',
        silent: `1 bis ${number(2160)} Stunden eingeben.`,
        temperature: `Mindestens eine Grenze eingeben, von −273 bis ${number(1000)} °C.`,
        order: 'Die untere Grenze muss unter der oberen liegen.',
      },
      full: 'Mehr Regeln sind nicht möglich.',
      hours: 'Std.',
      rule: {
        battery: (percent) => `Batterie unter ${number(percent)}\u00a0%`,
        silent: (hours) => `Stumm seit ${number(hours)} Std. oder länger`,
        below: (limit) => `Temperatur unter ${limit}`,
        above: (limit) => `Temperatur über ${limit}`,
        outside: (below, above) => `Temperatur unter ${below} oder über ${above}`,
        forTag: (rule, tag) => `${rule}, Tag ${tag}`,
        forRoom: (rule, room) => `${rule}, Raum ${room}`,
      },
      found: beacons,
      silentFor: (time) => `stumm: ${time}`,
      read: 'gelesen',
      lastHeard: 'zuletzt gehört',
      notHeard: 'kein Datensatz mit Zeit geladen',
      lasts: (duration) => `Dauer: ${duration}`,
      lastsAtLeast: (duration) => `Dauer: mindestens ${duration}`,
      more: (n) => `${count(n, 'weiteren', 'weitere')} anzeigen`,
      notify: 'Neue Alarme melden',
      notifyOn: `Meldungen sind auf ${here} eingeschaltet. Sie kommen, wenn beim Laden etwas Neues gefunden wird.`,
      notifyOff: 'Meldungen sind in den Einstellungen des Browsers gesperrt.',
      badge: 'Alarm',
      batteryAt: (percent) => `Batterie ${percent}`,
      andMore: (short, n) => `${short}, +${number(n)}`,
      raised: (rule, value) => `${rule} (${value})`,
      here: (alarms) => `Alarm: ${alarms}`,
      only: 'Nur Alarme',
      notice: {
        title: (n) => count(n, 'neuer Telemetrie-Alarm', 'neue Telemetrie-Alarme'),
        part: (what, n, unchecked) => `${what}: ${number(n)}${unchecked ? ' (Uhr ungeprüft)' : ''}`,
      },
    },
  },
};
