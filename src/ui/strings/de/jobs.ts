/** Deutsche Wörter der Einsätze: die Arbeit eines Tages an vielen Beacons, vom Plan bis zur letzten Quittung. */
import { MAX_COLUMNS, MAX_TEMPLATE_BYTES, MAX_TYPED_IDS } from '../../../domain/limits.ts';
import type * as english from '../jobs.ts';
import { count, form, number, size } from '../counting.ts';
import type { Words } from '../words.ts';
import { here } from './place.ts';

const beacons = (n: number): string => count(n, 'Beacon', 'Beacons');

export const jobs: Words<typeof english> = {
  jobStrings: {
    loading: 'Die Einsätze werden gelesen',
    empty:
      'Ein Einsatz ist der Plan eines Tages: welche Beacons, in welchen Räumen, mit welchen Werten. Hier wird er geplant, mit einem Knopf vorbereitet und dann ohne Netz erledigt.',
    newJob: 'Neuer Einsatz',
    notSaved: 'Das konnte nicht gespeichert werden. Es wurde nichts geändert.',
    counts: {
      progress: 'Bestätigte Beacons',
      verified: (n, all) => `${number(n)} von ${number(all)} bestätigt`,
      alreadySo: (n) => `${number(n)} schon mit diesen Werten`,
      onTheWay: (n) => `${number(n)} geschrieben, noch nicht bestätigt`,
      onlyHere: (n) => `${count(n, 'Quittung', 'Quittungen')} zu senden`,
      parked: (n) => `${number(n)} geparkt`,
      skipped: (n) => `${number(n)} ausgelassen`,
      doneElsewhere: (n) => `${number(n)} anderswo erledigt`,
      left: (n, trouble = 0) =>
        `${number(n)} offen${trouble === 0 ? '' : `, davon ${number(trouble)} für einen zweiten Besuch`}`,
    },
    list: {
      rooms: (n) => count(n, 'Raum', 'Räume'),
      due: (day) => `fällig am ${day}`,
      overdue: (day) => `überfällig seit ${day}`,
    },
    underWay: {
      go: (name) => `Weiter mit ${name}`,
      next: (room) => `als Nächstes ${room}`,
    },
    make: {
      into: 'Einsatz',
      intoNew: 'Ein neuer Einsatz',
      name: 'Name',
      nameHelp: 'Zum Beispiel der Tag und der Gebäudeteil.',
      nameMissing: 'Dem Einsatz einen Namen geben.',
      site: 'Standort',
      siteHelp: 'Wo die Beacons hängen.',
      due: 'Fällig',
      beacons: 'Beacons',
      noneChosen: 'In der Liste sind keine Geräte ausgewählt.',
      choose: 'Geräte auswählen',
      chosen: (n) =>
        form(n, { one: 'Das ausgewählte Gerät nehmen', other: `Die ${number(n)} ausgewählten Geräte nehmen` }),
      ids: 'IDs',
      idsHelp:
        'Eine je Zeile oder durch Leerzeichen getrennt. Groß- und Kleinschreibung beachten. Texte von Etiketten und MAC-Adressen werden auch gelesen.',
      idsTooLong: `Diese Liste ist zu lang: Hier werden bis zu ${number(MAX_TYPED_IDS)} IDs gelesen. Als Tabelle importieren.`,
      missing: (n, ids) =>
        `${form(n, { one: '1 ID ist', other: `${number(n)} IDs sind` })} nicht in der gespeicherten Liste und ${form(n, { one: 'wird', other: 'werden' })} ausgelassen: ${ids}`,
      noBeacons: (n) =>
        form(n, {
          one: '1 ausgewähltes Gateway wird ausgelassen: Es holt seine Konfiguration selbst ab.',
          other: `${number(n)} ausgewählte Gateways werden ausgelassen: Sie holen ihre Konfiguration selbst ab.`,
        }),
      count: (n) => `${beacons(n)} in diesem Plan`,
      cancel: 'Abbrechen',
      create: 'Einsatz anlegen',
      add: 'Zum Einsatz hinzufügen',
      added: (n) => `${beacons(n)} hinzugefügt.`,
    },
    csv: {
      heading: 'Aus einer Tabelle',
      note: 'Eine CSV-Datei mit einem Beacon je Zeile, aus jeder Tabellenkalkulation, durch Kommas, Strichpunkte oder Tabulatoren getrennt. Nichts verlässt diesen Browser.',
      file: 'CSV-Datei',
      choose: 'CSV-Datei auswählen',
      template: 'Vorlage speichern',
      reading: 'Die Zeilen werden geprüft',
      draft: {
        restored: (when) => `Diese Tabelle ist wieder so da, wie sie am ${when} war.`,
        discard: 'Tabelle entfernen',
        discarded: 'Die Tabelle ist entfernt.',
        tooLong:
          'Diese Tabelle ist zu groß, um sie aufzubewahren. Nach dem Verlassen dieser Seite die Datei erneut auswählen.',
      },
      replaced: (name) => `Die Tabelle „${name}“ wurde ersetzt.`,
      usedColumns:
        'Ausgelassene Spalten werden nicht aufbewahrt. Sie sind wieder da, wenn die Datei erneut ausgewählt wird.',
      trouble: {
        tooLarge: 'Diese Datei ist größer als 20 MB. Die Tabelle zuerst aufteilen.',
        tooManyColumns: (n) =>
          `Diese Tabelle hat ${number(n)} Spalten, und höchstens ${number(MAX_COLUMNS)} werden gelesen. Zuerst entfernen, was nicht gebraucht wird.`,
        unreadable: 'Diese Datei ließ sich nicht als Tabelle lesen.',
        empty: 'Diese Datei ist leer.',
        workbook:
          'Das ist eine Arbeitsmappe, keine CSV-Datei. In der Tabellenkalkulation öffnen, als „CSV UTF-8“ speichern und diese Datei auswählen.',
        oldWorkbook:
          'Das ist eine Excel-Arbeitsmappe, keine CSV-Datei. In der Tabellenkalkulation öffnen, als „CSV UTF-8“ speichern und diese Datei auswählen.',
        pdf: 'Das ist ein PDF, Tabellen darin lassen sich nicht lesen. Die Tabelle als CSV-Datei anfordern.',
        webPage:
          'Das ist eine Webseite oder XML, keine CSV-Datei. In der Tabellenkalkulation öffnen, als „CSV UTF-8“ speichern und diese Datei auswählen.',
        richText:
          'Das ist ein Textdokument, keine CSV-Datei. Die Tabelle in eine Tabellenkalkulation kopieren und als „CSV UTF-8“ speichern.',
        archive: 'Das ist ein Archiv. Zuerst entpacken und die CSV-Datei daraus auswählen.',
        binary: 'Das ist keine Textdatei. Im Programm öffnen, aus dem sie stammt, und als „CSV UTF-8“ speichern.',
      },
      found: (rows, good, bad) =>
        `${count(rows, 'Zeile', 'Zeilen')}: ${number(good)} in Ordnung, ${number(bad)} fehlerhaft`,
      unnamed: (n) => `Spalte ${number(n)}`,
      encoding: 'Zeichenkodierung',
      noEncoding: 'Auswählen',
      chooseEncoding:
        'Diese Datei gibt ihre Zeichenkodierung nicht an. Die Zeile wählen, in der die Wörter richtig aussehen.',
      encodings: {
        'utf-8': 'UTF-8',
        'utf-16le': 'UTF-16',
        'utf-16be': 'UTF-16',
        'windows-1252': 'Windows',
        ibm850: 'DOS 850',
        ibm437: 'DOS 437',
        macintosh: 'Mac',
      },
      titles: (n, lines) =>
        form(n, {
          one: `Ausgelassen: Zeile ${lines} über den Spaltennamen.`,
          other: `Ausgelassen: Zeilen ${lines} über den Spaltennamen.`,
        }),
      emptyRows: (n) => `Ausgelassen: ${count(n, 'leere Zeile', 'leere Zeilen')}.`,
      mixedLines: (n) =>
        `${count(n, 'Zeile ist', 'Zeilen sind')} anders kodiert als der Rest der Datei. Dort die Buchstaben prüfen.`,
      cleanedRows: (n) => `In ${count(n, 'Zeile', 'Zeilen')} wurden unsichtbare Zeichen entfernt.`,
      inDbm: 'Die Spalte der Sendeleistung wird als dBm gelesen.',
      noValues: (words) => `Als leere Zelle gelesen: ${words.map((word) => `„${word}“`).join(', ')}.`,
      doubtful: (words) => `Zellen mit ${words.map((word) => `„${word}“`).join(', ')} sind`,
      doubtfulIsNothing: 'leer',
      doubtfulIsText: 'Werte',
      removed: (codes) => `entfernt: ${codes}`,
      noIdColumn: 'Die Spalte mit der Beacon-ID wählen.',
      saveBad: (n) =>
        form(n, { one: 'Die fehlerhafte Zeile speichern', other: `Die ${number(n)} fehlerhaften Zeilen speichern` }),
      results: 'Ergebnis für jede Zeile',
      correct: (column, line) => `${column} in Zeile ${number(line)}`,
      good: 'in Ordnung',
      bad: 'fehlerhaft',
      line: 'Zeile',
      reason: 'Grund',
      roles: {
        '': 'Weglassen',
        uniqueId: 'ID des Beacons',
        place: 'Raum oder Stelle',
        note: 'Notiz',
        alias: 'Alias',
      },
      faults: {
        noId: 'In dieser Zeile steht keine ID.',
        notListed:
          'Diese ID ist nicht in der gespeicherten Liste. Vielleicht hat die Tabellenkalkulation sie verändert, oder dieser Schlüssel hat keinen Zugriff.',
        otherCase: (id) => `Diese ID ist nicht in der gespeicherten Liste. Ist „${id}“ gemeint?`,
        noBeacon: 'Das ist ein Gateway: Es holt seine Konfiguration selbst ab, niemand muss hingehen.',
        viewer: 'Dieses Gerät darf nur angesehen werden.',
        room: {
          comma: 'Ein Raum darf kein Komma enthalten, weil Kommas Tags trennen.',
          tooLong: 'Der Raum ist länger als 27 Zeichen.',
        },
        twice: (line) => `Dieser Beacon steht schon in Zeile ${line}.`,
        tooManyCells: (cell) => `Es gibt mehr Zellen als Spalten, angefangen mit „${cell}“.`,
        tooLong: (most) => `Raum und Notiz dürfen höchstens ${most} Zeichen haben.`,
        value: (name, fault) => `${name}: ${fault}`,
        joined: (lines) =>
          `Ein Anführungszeichen verbindet ${number(lines)} Zeilen der Datei zu dieser einen. Das Zeichen entfernen oder verdoppeln.`,
        failedFormula: (name, word) =>
          `${name}: Eine Formel der Tabelle hatte kein Ergebnis (${word}). Den Wert eingeben oder die Zelle leeren.`,
        rounded: (name, id) =>
          `${name}: „${id}“ sieht aus, als hätte eine Tabellenkalkulation gerundet. Die Spalte als Text formatieren und den Wert neu eingeben.`,
      },
    },
    head: {
      copy: 'Kopieren',
      copyOf: (name) => `Kopie von ${name}`,
      remove: 'Entfernen',
      removed: (name) => `Einsatz „${name}“ entfernt. Pakete und Quittungen bleiben.`,
      save: 'Speichern',
      rooms: {
        save: (n) => `Räume bei ${count(n, 'Gerät', 'Geräten')} speichern`,
        note: 'Speichert den Raum jedes Beacons in einem Tag seines Geräts, wo ihn auch andere Apps lesen können. Andere Tags bleiben.',
        leftOut: (n) =>
          form(n, {
            one: '1 Raum bleibt nur in diesem Einsatz: Ein Raum in einem Tag hat kein Komma und höchstens 27 Zeichen, und der Zugriff muss das Bearbeiten erlauben.',
            other: `${number(n)} Räume bleiben nur in diesem Einsatz: Ein Raum in einem Tag hat kein Komma und höchstens 27 Zeichen, und der Zugriff muss das Bearbeiten erlauben.`,
          }),
      },
    },
    job: {
      gone: `Diesen Einsatz gibt es auf ${here} nicht.`,
      toJobs: 'Einsätze anzeigen',
      noTasks: 'In diesem Einsatz sind noch keine Beacons.',
      addBeacons: 'Beacons hinzufügen',
      find: 'Beacon oder Raum suchen',
      noneFound: (wanted) => `Nichts passt zu „${wanted}“.`,
      tasks: 'Beacons des Einsatzes',
      noPlace: 'Ohne Raum',
      show: 'Anzeigen',
      filters: { all: 'Alle', left: 'Offen', onTheWay: 'Noch nicht bestätigt', alreadySo: 'Hatten die Werte schon' },
      columns: {
        room: 'Raum',
        beacon: 'Beacon',
        change: 'Änderung',
        state: 'Stand',
        lastStep: 'Zuletzt',
        note: 'Notiz',
      },
      plan: 'Werte planen',
      go: 'Mit der Arbeit beginnen',
      goOn: 'Weiter',
      gate: 'Vor dem Losgehen prüfen',
    },
    hungUp: {
      question: 'Jeden bestätigten Beacon als montiert vermerken, montiert von',
      help: 'Name oder E-Mail-Adresse. Status, Datum und Monteur stehen dann im Backend beim Gerät.',
      note: 'Vermerken',
      brief: 'Auch jeden Beacon als montiert vermerken?',
      yes: 'Ja',
      yesBy: 'Ja, montiert von',
      no: 'Nein',
      noted: 'Jeder bestätigte Beacon wird als montiert vermerkt, montiert von',
      stop: 'Nicht mehr vermerken',
    },
    unsaved: {
      notice: (n, names) =>
        `Diese Werte von ${n === 1 ? '1 Beacon' : `${number(n)} Beacons`} hat das Backend nicht gespeichert: ${names}.`,
      line: (names) => `Nicht gespeichert: ${names}`,
      toOutbox: 'Ausgang öffnen',
    },
    task: {
      noValues: 'Keine Werte geplant: Es gilt die ausstehende Änderung',
      alreadySo: 'Hat diese Werte schon',
      notListed: 'Nicht in der gespeicherten Liste: Dieser Schlüssel hat keinen Zugriff, oder die Liste ist alt.',
      otherJob: (name) => `Auch in „${name}“`,
      marks: { skipped: 'Ausgelassen', parked: 'Geparkt', doneElsewhere: 'Anderswo erledigt' },
      markAs: {
        skipped: 'Auslassen',
        parked: 'Parken',
        notFound: 'Nicht gefunden',
        doneElsewhere: 'Anderswo erledigt',
      },
      markMeans: {
        parked: 'Kommt am Ende wieder oder zu der unten gewählten Zeit.',
        skipped: 'Kommt in diesem Einsatz nicht mehr an die Reihe.',
        notFound: 'Kommt nicht mehr an die Reihe. Der Grund steht im Protokoll.',
        doneElsewhere: 'Das hat schon jemand anders gemacht.',
      },
      marked: {
        skipped: (id) => `${id} ausgelassen.`,
        parked: (id) => `${id} geparkt. Er kommt am Ende wieder.`,
        doneElsewhere: (id) => `${id} als anderswo erledigt vermerkt.`,
      },
      parkedUntil: (id, time) => `${id} geparkt. Er kommt um ${time} wieder.`,
      unmark: 'Zurückholen',
      place: 'Raum oder Stelle',
      note: 'Notiz',
      reason: 'Grund',
      reasonHelp: 'Freiwillig. Steht im Protokoll.',
      until: 'Geparkten Beacon wieder versuchen',
      save: 'Raum und Notiz speichern',
      exchanged: 'Vertauscht mit',
      exchangedHelp: 'ID des anderen Beacons. Die beiden tauschen Raum, Werte und Notiz.',
      swap: 'Tauschen',
      swapped: (one, other) =>
        `${one} und ${other} getauscht. Unterscheiden sich ihre Werte, online gehen und beide neu vorbereiten.`,
      noSuch: (typed) => `Kein anderer Beacon dieses Einsatzes passt zu „${typed}“.`,
      plan: 'Seine Werte planen',
      remove: 'Aus dem Einsatz entfernen',
      removed: (id) => `${id} aus dem Einsatz entfernt.`,
      toDevice: 'Gerät öffnen',
    },
    run: {
      find: 'ID, MAC, Alias oder Raum',
      moreFound: (n) => `${count(n, 'weiterer', 'weitere')}. Einfach weitertippen.`,
      chooseFound: (n) =>
        form(n, {
          one: 'Das ist keine ganze Beacon-ID. Den Beacon unten antippen, wenn er der richtige ist.',
          other: 'Das ist keine ganze Beacon-ID. Unten den richtigen antippen.',
        }),
      timeLeft: (minutes) => `Noch etwa ${number(minutes)} min`,
      hints: { parked: 'für später', skipped: 'fällt weg' },
      again: 'noch einmal hin',
      minutes: (minutes) => `${number(minutes)} min`,
      noPlace: 'Ohne Raum',
      more: 'Mehr',
      receiptOf: (id) => `${id}: Quittung gesichert.`,
      allDone: 'Alles erledigt.',
      wake: 'Zum Weitermachen tippen',
      back: (id, place) => `${id}${place === '' ? '' : ` (${place})`} ist wieder dran und kommt als Nächster.`,
      locked: 'Er ist anscheinend gesperrt. Parken und wiederkommen.',
      toJob: 'Einsatz anzeigen',
      blink: {
        button: (left) => (left === 0 ? 'Blinken lassen' : `Blinken lassen (noch ${number(left)})`),
        sent: 'Gesendet. Auf den blinkenden Beacon achten.',
        unsure: 'Verbindung verloren. Vielleicht hat der Beacon geblinkt.',
        noBluetooth: 'Dieser Browser hat kein Bluetooth.',
        notOffered: 'Laut den Einstellungen dieses Kontos bietet das Backend das nicht an.',
        whyNot: {
          none: 'Nicht geladen. Kommt mit dem nächsten geholten Paket.',
          used: 'Alle wurden gesendet. Neue kommen mit dem nächsten geholten Paket.',
          written:
            'Keine mehr brauchbar: Diese Befehle sind älter als das Paket, das der Beacon inzwischen angenommen hat.',
          response: 'Jetzt nicht: Der Beacon hat vielleicht noch eine Quittung, und das Blinken könnte sie löschen.',
          older: 'Jetzt nicht: Ein älteres Paket wartet, und der Beacon würde es danach ablehnen.',
        },
      },
    },
    parked: {
      heading: (n) => `${number(n)} geparkt`,
      noTime: 'ohne Zeit',
      nextIn: (left) => `der nächste kommt wieder in ${left} min`,
      backIn: (left) => `Kommt wieder in ${left} min`,
      again: 'Erneut versuchen',
      at: (at) => `um ${at}`,
      inMinutes: (minutes) => `in ${count(minutes, 'Minute', 'Minuten')}`,
      go: 'Jetzt hingehen',
    },
    gate: {
      heading: 'Vor dem Losgehen prüfen',
      testing: 'Wird geprüft. Das dauert einige Sekunden.',
      failed: 'Die Prüfung ist fehlgeschlagen. Bitte erneut versuchen.',
      again: 'Erneut versuchen',
      back: 'Zurück zum Plan',
      here: (n, all) =>
        `${number(n)} von ${form(all, { one: '1 Paket', other: `${number(all)} Paketen` })} auf ${here}.`,
      flightMode: 'Funktioniert im Flugmodus.',
      ready: 'Bereit',
      open: (n) =>
        form(n, { one: 'Vor dem Losgehen noch 1 Punkt', other: `Vor dem Losgehen noch ${number(n)} Punkte` }),
      passed: (n) => `${count(n, 'Prüfung', 'Prüfungen')} bestanden`,
      states: { heed: 'Hinweis', bad: 'Beheben', unknown: 'Nicht bekannt' },
      checks: {
        packages: {
          name: 'Pakete',
          heed: '',
          bad: `Nicht alle nötigen Pakete sind auf ${here}. Hier vorbereiten, solange es Netz gibt.`,
          unknown: 'Die Pakete sind noch nicht gelesen.',
        },
        current: {
          name: 'Auf dem neuesten Stand',
          heed: '',
          bad: 'Seit das Paket geholt wurde, hat jemand einen Beacon im Backend geändert. Das Paket erneut holen.',
          unknown:
            'Die Geräteliste ist älter als ein halber Tag. Aktualisieren, um zu sehen, ob andere etwas geändert haben.',
        },
        firmware: {
          name: 'Firmware',
          heed: 'Ein Beacon dieses Einsatzes hat eine ältere Firmware, als sein Plan braucht, und ignoriert vielleicht einen Wert. Zuerst die Firmware aktualisieren.',
          bad: '',
          unknown: '',
        },
        room: {
          name: 'Freier Speicher',
          heed: '',
          bad: 'Für die Quittungen ist zu wenig Speicher frei. Vor dem Losgehen Platz schaffen.',
          unknown: 'Der freie Speicher ist noch nicht geprüft.',
        },
        stored: {
          name: 'Speicher geschützt',
          heed: 'Der Browser löscht vielleicht die Daten der App, wenn der Platz knapp wird. Schutz anfordern oder die App installieren.',
          bad: '',
          unknown: 'Nicht bekannt, ob der Browser die Daten der App schützt.',
        },
        app: {
          name: 'Funktioniert offline',
          heed: '',
          bad: 'Die App ist hier nicht vollständig gespeichert. Die App offen lassen, solange es Netz gibt. Unter „Mehr“ steht, was fehlt.',
          unknown: 'Die gespeicherten Dateien der App ließen sich nicht lesen.',
        },
        update: {
          name: 'Version',
          heed: 'Eine neue Version ist bereit. Besser jetzt aktualisieren als unterwegs.',
          bad: '',
          unknown: '',
        },
        bluetooth: {
          name: 'Bluetooth',
          heed: '',
          bad: 'Bluetooth ist aus oder diesem Browser nicht erlaubt. In den Systemeinstellungen einschalten.',
          unknown:
            'Der Browser sagt nicht, ob Bluetooth eingeschaltet ist. Ausprobieren: Seine Liste zeigt, was in der Nähe ist. Irgendetwas wählen; geschrieben wird nichts.',
        },
        camera: {
          name: 'Kamera',
          heed: 'Diese Seite darf die Kamera nicht benutzen, Etiketten lassen sich also nicht scannen. In den Einstellungen dieser Website erlauben oder IDs eintippen.',
          bad: '',
          unknown: 'Die Kamera wurde noch nicht ausprobiert. Wer Etiketten scannen will, probiert sie hier aus.',
        },
        awake: {
          name: 'Bildschirm bleibt an',
          heed: 'Der Bildschirm lässt sich nicht wach halten. Eine lange Zeit bis zur Bildschirmsperre einstellen: Schläft das Telefon ein, reißt die Verbindung ab.',
          bad: '',
          unknown: 'Das Wachhalten des Bildschirms ist noch nicht ausprobiert.',
        },
        clock: {
          name: 'Uhr',
          heed: `Die Uhr auf ${here} geht um mehr als fünf Minuten falsch. Zeiten werden korrigiert; die Uhr trotzdem nach Möglichkeit stellen.`,
          bad: '',
          unknown: 'Die Uhr ließ sich nicht mit dem Backend vergleichen. Zeiten im Protokoll können falsch sein.',
        },
        key: {
          name: 'Schlüssel',
          heed: 'Nach dem Schließen der App warten die Quittungen, bis der Schlüssel neu eingegeben ist; verloren geht nichts. Besser den Schlüssel merken, geschützt durch Bildschirmsperre oder Passphrase.',
          bad: 'Der Schlüssel ist nicht hier. Die Quittungen warten auf ihn, verloren geht nichts.',
          unknown: '',
        },
      },
      faults: {
        damaged: `Ein Paket auf ${here} ist beschädigt und lässt sich nicht schreiben. Erneut holen, solange es Netz gibt.`,
        odd: 'Ein Paket sieht nicht nach einer Konfiguration aus. Der Beacon lehnt es vielleicht ab. Sicherheitshalber erneut holen.',
        notWritten:
          'Nichts lässt sich speichern, obwohl genug Platz ist. Andere Fenster dieser App schließen und erneut versuchen.',
        cameraBusy: 'Eine andere App benutzt die Kamera. Die andere App schließen und erneut versuchen.',
        keyRefused:
          'Das Backend nimmt diesen Schlüssel nicht mehr an. Die Quittungen warten auf einen neuen, verloren geht nichts.',
      },
      remedies: {
        prepare: 'Vorbereiten',
        fetch: 'Erneut holen',
        refresh: 'Geräte aktualisieren',
        persist: 'Schutz anfordern',
        update: 'Jetzt aktualisieren',
        camera: 'Kamera ausprobieren',
        radio: 'Bluetooth ausprobieren',
        storage: 'Speicher anzeigen',
        show: 'Diese Geräte auswählen',
        keepKey: 'Schlüssel merken',
        giveKey: 'Schlüssel eingeben',
      },
    },
    templates: {
      heading: 'Vorlage',
      choose: 'Eine Vorlage verwenden',
      none: 'Keine',
      more: 'Als Vorlage speichern oder eine laden',
      name: 'Name der Vorlage',
      nameHelp: 'Speichert die Werte und Muster dieser Seite für dieses Konto.',
      save: 'Als Vorlage speichern',
      replace: 'Vorlage ersetzen',
      saved: (name) => `Vorlage „${name}“ gespeichert.`,
      take: 'Aus einer Datei laden',
      taken: (name) => `Vorlage „${name}“ aus der Datei geladen.`,
      saveFile: 'Als Datei speichern',
      remove: 'Vorlage entfernen',
      removed: (name) => `Vorlage „${name}“ entfernt. Pläne bleiben, wie sie sind.`,
      problems: {
        notJson: 'Diese Datei ist keine Vorlage.',
        noTemplate: 'Diese Datei ist keine Vorlage.',
        newerVersion: 'Diese Vorlage stammt von einer neueren Version der App. Zuerst die App aktualisieren.',
        damaged: 'Diese Vorlage ist beschädigt. Die Vorlage noch einmal speichern lassen.',
        tooLarge: `Diese Datei ist größer als ${size(MAX_TEMPLATE_BYTES)}, zu groß für eine Vorlage.`,
        secret: (name) =>
          `Eine Vorlage darf keine Passwörter und keine Schlüssel enthalten. Zuerst „${name}“ daraus entfernen.`,
        value: (name) => `Der Wert von „${name}“ in dieser Vorlage lässt sich nicht senden.`,
      },
    },
    plan: {
      heading: (n) => `Werte planen für ${beacons(n)}`,
      note: 'Was hier geändert wird, gehört zum Plan. Andere geplante Werte bleiben. Geheime Werte lassen sich nicht planen.',
      patterns: 'Für jeden Beacon anders',
      countUp: (name) => `${name} hochzählen ab`,
      countUpHelp: (n) =>
        `Für ${beacons(n)}, in der Reihenfolge des Einsatzes. Leer lassen, um diesen Wert nicht zu planen.`,
      countFault: (most) => `Eine ganze Zahl eingeben, mit der der letzte Beacon höchstens ${number(most)} erreicht.`,
      nameIsId: 'Name ist die ID',
      nameIsIdHelp: 'Die Auswahl des Browsers zeigt dann für jeden Beacon eine Zeile.',
      aliasIsPlace: 'Alias ist der Raum',
      aliasIsPlaceHelp: 'Wird im Backend gespeichert, nicht auf dem Beacon.',
      same: 'Für alle gleich',
      apply: (n) => `Für ${beacons(n)} planen`,
    },
  },
};
