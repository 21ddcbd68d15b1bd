/** German help. */
import { FREE_REQUESTS, REQUESTS_PER_MINUTE } from '../../../domain/limits.ts';
import type { Words } from '../words.ts';
import type * as english from '../help.ts';
import { number } from '../counting.ts';
import { here } from './place.ts';

export const help: Words<typeof english> = {
  helpStrings: {
    heading: (page) => `Hilfe: ${page}`,
    terms: 'Begriffe',
    keys: 'Tastenkürzel',
    termWords: {
      receipt: {
        word: 'Quittung',
        means:
          'Die verschlüsselte Antwort, die ein Beacon nach dem Schreiben ein einziges Mal gibt. Nur durch sie erfährt das Backend, dass sich der Beacon geändert hat. Bis zum Senden bleiben zwei Kopien gespeichert.',
      },
      package: {
        word: 'Paket',
        means: `Die Änderung für einen Beacon, vom Backend verschlüsselt und auf ${here} gespeichert. Damit lässt sich der Beacon auch ohne Netz beschreiben.`,
      },
      pending: {
        word: 'Ausstehend',
        means:
          'Im Backend steht eine Änderung für diesen Beacon aus. Das bleibt so, bis die Quittung dort angekommen ist.',
      },
      access: {
        word: 'Zugriff',
        means:
          'Was der Schlüssel bei einem Gerät darf. Besitz: alles, auch freigeben und übertragen. Aufsicht und Bearbeiten: konfigurieren. Ansehen: nichts ändern.',
      },
      verified: {
        word: 'Bestätigt',
        means: 'Das Backend sagt, dass die Änderung übernommen ist. Nur dieses Wort bedeutet: fertig.',
      },
      uncertain: {
        word: 'Unklar',
        means:
          'Die Verbindung endete, als sich der Beacon vielleicht schon geändert hatte. Verloren ist nichts: mit demselben Beacon erneut verbinden, dann liest die App seine Antwort.',
      },
      notVerified: {
        word: 'Nicht bestätigt',
        means: 'Die Quittung ist gesendet, und im Backend steht noch eine Änderung aus. Der Ausgang zeigt, warum.',
      },
      refused: {
        word: 'Abgelehnt',
        means: 'Der Beacon oder das Backend hat nein gesagt und einen Grund genannt. Der Grund steht unter Details.',
      },
      run: {
        word: 'Vorgang',
        means: 'Ein Versuch, ein Paket auf einen Beacon zu schreiben: verbinden, schreiben, Quittung lesen.',
      },
      key: {
        word: 'API-Schlüssel',
        means: `Weist gegenüber dem Backend nach, wer zugreift. Er bleibt nur im Arbeitsspeicher, außer die Bildschirmsperre oder eine Passphrase schützt ihn auf ${here}.`,
      },
      alias: {
        word: 'Alias, Tags, Notizen',
        means: 'Eigene Angaben zu einem Gerät. Sie werden im Backend gespeichert, nicht auf dem Beacon.',
      },
      trackingId: {
        word: 'Tracking-ID',
        means: 'Der Name, unter dem die Telemetrie einen Beacon führt, meist seine MAC-Adresse.',
      },
      silent: {
        word: 'Stumm',
        means:
          'In den geladenen Stunden hat kein Gateway den Beacon gehört. Über nicht geladene Stunden ist nichts bekannt.',
      },
    },
    pages: {
      welcome: {
        says: [
          'Mit dieser App lassen sich Beacons dort ändern, wo sie hängen, mit oder ohne Netz.',
          'In der Übung sind alle Beacons erfunden. Nichts davon erreicht einen echten.',
          'Für eigene Beacons sind die beiden Adressen des Backends und ein API-Schlüssel nötig.',
        ],
        terms: ['key', 'receipt'],
      },
      guide: {
        says: [
          'Drei Schritte bringen einen Übungs-Beacon von einer Änderung bis „Bestätigt“. Nichts davon erreicht einen echten Beacon.',
          'Danach dasselbe mit einer Verbindung, die abreißt: So zeigt sich, was die App dann tut.',
        ],
        terms: ['package', 'receipt', 'verified', 'uncertain'],
      },
      connect: {
        says: [
          'Die Adressen und den Schlüssel eingeben, die der Hersteller genannt hat.',
          'Ist ein anderes Telefon schon verbunden? Den Einrichtungscode scannen, den es unter „Mehr“ zeigt: Er füllt alles aus, nur nicht den Schlüssel.',
          '„Verbindung testen“ ruft eine Seite der Geräteliste ab und ändert nichts.',
          'Die Bildschirmsperre oder eine Passphrase schützt den gespeicherten Schlüssel, damit er nicht jeden Tag eingegeben werden muss. Niemand kann die Passphrase wiederherstellen.',
        ],
        terms: ['key'],
      },
      overview: {
        says: [
          'Oben steht, was zu klären ist, das Dringendste zuerst, mit je einem Knopf.',
          'Darunter sind die Geräte gezählt: wie weit ihre Konfiguration ist, nach Batterie, Modell, Firmware und Zugriff. Ein Name oder ein Balken öffnet die passende Liste.',
          'Alle Zahlen stammen aus der gespeicherten Liste und sind deshalb auch ohne Netz da. Die oberste Zeile sagt, wie alt sie sind.',
        ],
        terms: ['pending', 'package', 'receipt', 'silent', 'access'],
      },
      devices: {
        says: [
          'Gesucht wird nach einem beliebigen Teil einer ID, eines Alias, eines Namens, einer MAC-Adresse oder eines Tags. Mehrere Wörter müssen alle passen.',
          '„Ansicht“ sortiert und filtert. „Auswählen“ markiert mehrere Geräte auf einmal.',
          'Die Liste ist gespeichert. „Aktualisieren“ lädt sie neu vom Backend.',
        ],
        terms: ['alias', 'pending', 'access', 'verified'],
      },
      device: {
        says: [
          'Diese Seite zeigt, was dem Backend zuletzt über dieses Gerät bekannt war und was hier dazu gespeichert ist.',
          '„Konfigurieren“ bereitet eine Änderung vor. Alias, Tags und Notizen werden sofort gesendet, oder sobald es Netz gibt.',
          'Die Werte auf dem Beacon lassen sich nur über Bluetooth ändern.',
          '„Was der Beacon enthält“ liest seine Werte über Bluetooth und zeigt, wo die des Backends abweichen.',
        ],
        terms: ['pending', 'package', 'receipt', 'alias', 'access'],
      },
      configure: {
        says: [
          'Nur ändern, was anders werden soll; alles andere bleibt.',
          'Die Prüfung zeigt jede Änderung mit dem Wert, den sie ersetzt. „Vorbereiten“ bittet das Backend um ein Paket.',
          `Sobald das Paket auf ${here} ist, geht alles Weitere am Beacon ohne Netz.`,
          'Ein Gateway holt seine Konfiguration selbst beim Backend ab: Es gibt kein Paket und nichts zu schreiben.',
        ],
        terms: ['package', 'pending'],
      },
      configureMany: {
        says: [
          'Ein Formular für alle ausgewählten Geräte. Felder, in denen sie sich unterscheiden, sind gekennzeichnet. Gesendet werden nur geänderte Felder.',
          'Vor dem Senden wird jedes Gerät mit altem und neuem Wert gezeigt. Jedes bekommt sein eigenes Ergebnis, und Abbrechen ist jederzeit möglich.',
        ],
        terms: ['package', 'pending'],
      },
      fetchMany: {
        says: [
          'Für diese Geräte steht im Backend eine Änderung aus. Hier werden ihre Pakete geholt, damit sich die Beacons ohne Netz beschreiben lassen.',
          'Jedes Gerät bekommt sein eigenes Ergebnis. Fehlgeschlagenes lässt sich erneut versuchen.',
        ],
        terms: ['package', 'pending'],
      },
      withdrawMany: {
        says: [
          'Zieht zurück, was für diese Geräte vorbereitet und noch nicht bestätigt ist. Das Backend verwirft es, und die Beacons bleiben, wie sie sind.',
          'Ein Gerät, dessen Änderung vielleicht schon geschrieben ist, wird ausgelassen: Zuerst den Vorgang abschließen oder die Quittung senden. Nicht jedes Backend bietet das an.',
        ],
        terms: ['package', 'pending'],
      },
      deviceTable: {
        says: [
          'Liest eine Tabelle (CSV) mit einer Zeile je Gerät und zeigt, was sich ändern würde. Leere Zellen ändern nichts.',
          'Die Werte werden im Backend gespeichert. Ohne Netz warten sie im Ausgang.',
        ],
        terms: ['alias'],
      },
      tags: {
        says: [
          'Tags aller ausgewählten Geräte auf einmal hinzufügen und entfernen oder alle diese Geräte einem Raum zuordnen. Andere Tags bleiben.',
          'Tags werden im Backend gespeichert. Ohne Netz warten sie im Ausgang.',
        ],
        terms: ['alias'],
      },
      command: {
        says: [
          'Ein Befehl wird wie ein Paket über Bluetooth geschrieben. Beacons bestätigen Befehle nicht mit einer Quittung.',
          'Vor dem Senden lesen, was der Befehl tut: Manches lässt sich vor Ort nicht rückgängig machen.',
        ],
        terms: ['package', 'run'],
      },
      orders: {
        says: [
          'Die Bestellnummer steht auf dem Lieferschein. Nach der Übernahme gehören alle ihre Geräte zu diesem Konto, mit dem Zugriff „Besitz“.',
          'Auf Groß- und Kleinschreibung achten. Eine Übernahme lässt sich hier nicht rückgängig machen.',
        ],
        terms: ['access'],
      },
      move: {
        says: [
          'Übertragene Geräte gehören danach der anderen Firma, und dieses Konto verliert sie.',
          'Jedes Gerät bekommt sein eigenes Ergebnis. Nichts wird übertragen, bevor eingetippt ist, was das Formular verlangt.',
        ],
        terms: ['access'],
      },
      share: {
        says: [
          'Ein anderer Manager darf die freigegebenen Geräte nutzen. Der eigene Zugriff bleibt, wie er ist.',
          'Jedes Gerät bekommt sein eigenes Ergebnis.',
        ],
        terms: ['access'],
      },
      jobs: {
        says: [
          'Ein Einsatz ist der Plan eines Tages: welche Beacons, in welchen Räumen, mit welchen Werten. Er wird am Schreibtisch geplant, mit einem Knopf vorbereitet und dann ohne Netz erledigt.',
          'Die Zahlen neben einem Einsatz stammen aus Paketen, Vorgängen und Quittungen. Ein Plan allein sagt nichts über einen Beacon.',
        ],
        terms: ['package', 'receipt', 'verified'],
      },
      newJob: {
        says: [
          'Zuerst Beacons in der Geräteliste auswählen, ihre IDs eintippen oder eine Tabelle (CSV) einlesen. Jede Zeile wird geprüft, bevor etwas gespeichert wird.',
          'Fehlerhafte Zeilen lassen sich mit dem Grund als Datei speichern und nach der Korrektur erneut einlesen.',
        ],
        terms: ['package', 'alias'],
      },
      job: {
        says: [
          'Jeder Beacon steht bei seinem Raum, mit den bisherigen und den geplanten Werten. Ein Plan ändert keinen Beacon.',
          'Der Knopf „… Beacons vorbereiten“ holt die Pakete. „Vor dem Losgehen prüfen“ zeigt schon hier, was im Keller aufhalten würde.',
          'Am Abend steht oben, was zu klären ist. „Signale prüfen“ sieht in der Telemetrie nach, ob jeder bestätigte Beacon seit dem Schreiben gehört wurde.',
        ],
        terms: ['package', 'pending', 'receipt', 'verified'],
      },
      jobRun: {
        says: [
          'Zum gezeigten Beacon gehen und „Verbinden“ antippen. Ist seine Quittung gespeichert, kommt der nächste von selbst.',
          'Oder in beliebiger Reihenfolge: einen Teil der ID, der MAC-Adresse, des Alias oder des Raums eintippen oder scannen.',
          'Was jetzt nicht geht, auslassen oder parken. Beides lässt sich zurücknehmen, und Geparktes kommt am Ende wieder.',
        ],
        terms: ['run', 'receipt', 'uncertain'],
      },
      runList: {
        says: [
          'Oben stehen Vorgänge, die noch abzuschließen sind, darunter Pakete, die zum Schreiben bereit sind.',
          'Einen Eintrag öffnen, zum Beacon gehen und „Verbinden“ antippen.',
        ],
        terms: ['run', 'package', 'uncertain'],
      },
      run: {
        says: [
          'Nah an den Beacon herangehen und „Verbinden“ antippen. Der Browser zeigt die Beacons in der Nähe: den auswählen, vor dem man steht.',
          'In der Nähe bleiben, bis die Quittung gespeichert ist. Das dauert wenige Sekunden.',
          'Ein falscher Beacon lehnt das Paket ab und bleibt, wie er ist. Reißt die Verbindung ab, erneut verbinden: Die App liest immer zuerst aus dem Beacon.',
        ],
        terms: ['receipt', 'uncertain', 'verified', 'refused'],
      },
      outbox: {
        says: [
          'Quittungen und Änderungen warten hier, bis das Backend sie hat. Mit Netz und Schlüssel werden sie von selbst gesendet.',
          'Oben steht, was zu klären ist, geordnet danach, was hilft. „Exportieren“ speichert die Quittungen zusätzlich als Datei. Codes geben sie ohne Netz an ein anderes Telefon weiter.',
        ],
        terms: ['receipt', 'verified', 'notVerified', 'refused'],
      },
      telemetry: {
        says: [
          'Gateways hören Beacons und melden Batterie, Temperatur, Bewegung und Signal. Geladenes wird hier gespeichert und ist auch ohne Netz lesbar.',
          `Die Seite beginnt mit den neuesten Messwerten. Die App sendet höchstens ${number(REQUESTS_PER_MINUTE)} Anfragen je Minute und fragt nach, bevor es mehr als ${number(FREE_REQUESTS)} werden. Abbrechen ist jederzeit möglich; was schon geladen ist, bleibt.`,
          'Alarme werden beim Laden von Telemetrie geprüft. Manche Browser prüfen sie ab und zu auch, während die App im Hintergrund offen ist. Dazwischen wird nicht geprüft.',
        ],
        terms: ['silent', 'trackingId'],
      },
      streams: {
        says: [
          'Ein Stream schickt Datensätze an ein eigenes Ziel, sobald sie eintreffen. Zu Beginn ist er pausiert.',
          'Das Backend zeigt geheime Werte nie wieder an. Wer die ganze Konfiguration ersetzt, gibt sie neu ein.',
        ],
        terms: ['key'],
      },
      inspector: {
        says: [
          'Datensätze eines Streams einfügen oder ablegen. Sie werden mit der Schnittstelle verglichen und verlassen diesen Browser nicht.',
          'Die Seite zeigt, welches Feld in welchem Datensatz falsch ist, und stellt Zahlen im Zeitverlauf dar.',
        ],
        terms: ['trackingId'],
      },
      handOver: {
        says: [
          'Auswählen, welche Beacons des Einsatzes jemand anders übernimmt: die noch offenen, einen Raum oder die ersten paar. Die Datei enthält Plan, Pakete und Quittungen, aber keinen Schlüssel.',
          'Die Datei speichern, teilen oder als Codes anzeigen, die das andere Telefon scannt. Für Codes braucht keines der beiden ein Netz. Am Ende bestätigen, dass das andere Telefon alles hat.',
          'Ist die Arbeit dort getan, gibt das andere Telefon dieselben Beacons zurück. Sie werden abgeglichen, nicht doppelt angelegt.',
        ],
        terms: ['package', 'receipt'],
      },
      takeOver: {
        says: [
          'Eine Einsatzdatei auswählen oder ihre Codes vom Bildschirm des anderen Telefons scannen. Die Seite zeigt, was sie enthält und für welches Konto, bevor etwas übernommen wird.',
          'Widersprechen sich die beiden Telefone bei einem Beacon, lässt sich wählen, was gilt. Die Quittungen beider bleiben erhalten.',
        ],
        terms: ['package', 'receipt'],
      },
      jobReport: {
        says: [
          'Was über jeden Beacon des Einsatzes bekannt ist: bisher und neu, wann er welchen Stand erreicht hat, die Versuche und der Hash seiner Quittung. Was nicht bekannt ist, ist so gekennzeichnet.',
          'Als CSV-Datei speichern oder drucken. Jede Zeile der Datei ist mit den vorigen verkettet, sodass eine Änderung auffällt.',
        ],
        terms: ['verified', 'receipt', 'uncertain'],
      },
      reportCheck: {
        says: [
          'Ein Abnahmeprotokoll auswählen oder hier ablegen. Die Seite sagt, ob die Zeilen noch zusammenpassen, und sonst, welche verändert wurden.',
          'Das Siegel mit dem auf dem Ausdruck vergleichen. Nur wenn alle Ziffern gleich sind, ist es dieselbe Datei.',
        ],
        terms: ['verified', 'receipt'],
      },
      more: {
        says: [
          'Hier stehen Konto, Schlüssel und sein Schutz, Darstellung, Sprache, Speicher und die erweiterten Einstellungen.',
          'Beim Abmelden bleiben die Quittungen erhalten. Beim Entfernen eines Kontos wird alles darin gelöscht; vorher zeigt die App, was verloren ginge.',
        ],
        terms: ['key', 'receipt'],
      },
    },
  },
};
