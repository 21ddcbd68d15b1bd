/** German help. */
import type { Words } from '../words.ts';
import type * as english from '../help.ts';

export const help: Words<typeof english> = {
  helpStrings: {
    heading: (page) => `Hilfe: ${page}`,
    terms: 'Begriffe',
    keys: 'Tastenkürzel',
    termWords: {
      receipt: {
        word: 'Quittung',
        means:
          'Was ein Beacon nach dem Schreiben antwortet, ein einziges Mal und verschlüsselt. Nur durch sie weiß das Backend, dass sich der Beacon geändert hat. Bis zum Senden wird sie zweifach aufgehoben.',
      },
      package: {
        word: 'Paket',
        means:
          'Die Änderung für einen Beacon, vom Backend verschlüsselt und auf diesem Gerät gespeichert. Damit geht das Schreiben auch ohne Netz.',
      },
      pending: {
        word: 'Ausstehend',
        means:
          'Im Backend wartet eine Änderung für diesen Beacon. Das bleibt so, bis die Quittung dort angekommen ist.',
      },
      access: {
        word: 'Zugriff',
        means:
          'Was der Schlüssel bei einem Gerät darf. Besitz: alles, auch freigeben und verschieben. Aufsicht und Bearbeiten: konfigurieren. Ansehen: nur ansehen.',
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
        means:
          'Weist gegenüber dem Backend aus. Er bleibt nur im Arbeitsspeicher, außer die Bildschirmsperre oder eine Passphrase schützt ihn auf dem Gerät.',
      },
      alias: {
        word: 'Alias, Tags, Notizen',
        means: 'Eigene Namen für ein Gerät. Sie stehen im Backend, nicht auf dem Beacon.',
      },
      trackingId: {
        word: 'Tracking-ID',
        means: 'Der Name, unter dem die Telemetrie einen Beacon führt, meist seine MAC-Adresse.',
      },
      silent: {
        word: 'Stumm',
        means:
          'In den geladenen Stunden hat kein Gateway den Beacon gehört. Von nicht geladenen Stunden ist nichts bekannt.',
      },
    },
    pages: {
      welcome: {
        says: [
          'Mit dieser App lassen sich Beacons dort ändern, wo sie hängen, mit oder ohne Netz.',
          'Die Übung arbeitet mit erdachten Beacons. Nichts davon erreicht einen echten.',
          'Für eigene Beacons braucht es die beiden Adressen des Backends und einen API-Schlüssel.',
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
          'Die Adressen und den Schlüssel eingeben, die der Anbieter genannt hat.',
          'Ist ein anderes Telefon schon verbunden? Den Einrichtungscode scannen, den es unter „Mehr“ zeigt: Er füllt alles aus, nur nicht den Schlüssel.',
          '„Verbindung testen“ fragt nach einer Seite Geräte und ändert nichts.',
          'Die Bildschirmsperre oder eine Passphrase schützt den gespeicherten Schlüssel, damit er nicht jeden Tag einzugeben ist. Niemand kann die Passphrase wiederherstellen.',
        ],
        terms: ['key'],
      },
      overview: {
        says: [
          'Oben steht, was zu klären ist, das Schlimmste zuerst, mit je einer Taste.',
          'Darunter sind die Geräte gezählt: wie weit ihre Konfiguration ist, nach Batterie, Modell, Firmware und Zugriff. Ein Name oder ein Balken öffnet die passende Liste.',
          'Alle Zahlen stammen aus der gespeicherten Liste und sind deshalb auch ohne Netz da. Die oberste Zeile sagt, wie alt sie sind.',
        ],
        terms: ['pending', 'package', 'receipt', 'silent', 'access'],
      },
      devices: {
        says: [
          'Suchen nach jedem Teil einer ID, eines Alias, eines Namens, einer MAC-Adresse oder eines Tags. Mehrere Wörter müssen alle passen.',
          '„Ansicht“ sortiert und filtert. „Auswählen“ markiert mehrere Geräte auf einmal.',
          'Die Liste ist gespeichert. „Aktualisieren“ lädt sie neu vom Backend.',
        ],
        terms: ['alias', 'pending', 'access', 'verified'],
      },
      device: {
        says: [
          'Das ist, was das Backend zuletzt von diesem Gerät wusste, und was hier dafür gespeichert ist.',
          '„Konfigurieren“ bereitet eine Änderung vor. Alias, Tags und Notizen gehen sofort hinaus, oder sobald es Netz gibt.',
          'Was auf dem Beacon steht, lässt sich nur über Bluetooth ändern.',
          '„Was der Beacon wirklich enthält“ liest seine Werte über Bluetooth und zeigt, wo die des Backends abweichen.',
        ],
        terms: ['pending', 'package', 'receipt', 'alias', 'access'],
      },
      configure: {
        says: [
          'Nur ändern, was anders werden soll; alles andere bleibt.',
          'Die Prüfung zeigt jede Änderung mit dem Wert, den sie ersetzt. „Vorbereiten“ bittet das Backend um ein Paket.',
          'Sobald das Paket auf diesem Gerät ist, geht es ohne Netz zum Beacon.',
          'Ein Gateway holt seine Konfiguration selbst beim Backend ab: Es gibt kein Paket und nichts zu schreiben.',
        ],
        terms: ['package', 'pending'],
      },
      configureMany: {
        says: [
          'Ein Formular für alle ausgewählten Geräte. Wo sie sich unterscheiden, steht es da, und nur Angefasstes ändert sich.',
          'Vor dem Senden steht jedes Gerät mit altem und neuem Wert da. Jedes bekommt sein eigenes Ergebnis, und Abbrechen geht jederzeit.',
        ],
        terms: ['package', 'pending'],
      },
      fetchMany: {
        says: [
          'Für diese Geräte steht im Backend eine Änderung aus. Hier werden ihre Pakete geholt, damit das Schreiben ohne Netz geht.',
          'Jedes Gerät bekommt sein eigenes Ergebnis. Was nicht zu holen war, lässt sich erneut versuchen.',
        ],
        terms: ['package', 'pending'],
      },
      withdrawMany: {
        says: [
          'Zieht zurück, was für diese Geräte vorbereitet und noch nicht bestätigt ist. Das Backend vergisst es, und die Beacons bleiben, wie sie sind.',
          'Ein Gerät, dessen Beacon vielleicht schon geschrieben ist, wird ausgelassen: erst den Vorgang beenden oder die Quittung senden. Nicht jedes Backend bietet das an.',
        ],
        terms: ['package', 'pending'],
      },
      deviceTable: {
        says: [
          'Liest eine Tabelle (CSV) mit einer Zeile je Gerät und zeigt, was sich ändern würde. Leere Zellen ändern nichts.',
          'Die Werte stehen im Backend. Ohne Netz warten sie im Ausgang.',
        ],
        terms: ['alias'],
      },
      tags: {
        says: [
          'Tags aller ausgewählten Geräte auf einmal hinzufügen und entfernen oder alle einem Raum zuordnen. Andere Tags bleiben.',
          'Tags stehen im Backend. Ohne Netz warten sie im Ausgang.',
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
          'Die Bestellnummer steht auf dem Lieferschein. Mit dem Übernehmen kommen alle ihre Geräte in dieses Konto, als dessen Eigentum.',
          'Groß- und Kleinschreibung zählt. Zurücknehmen lässt sich das hier nicht.',
        ],
        terms: ['access'],
      },
      move: {
        says: [
          'Verschobene Geräte gehören danach der anderen Firma, und dieses Konto verliert sie.',
          'Jedes Gerät bekommt sein eigenes Ergebnis. Nichts wird verschoben, bevor eingetippt ist, was das Formular verlangt.',
        ],
        terms: ['access'],
      },
      share: {
        says: [
          'Jemand anderes darf freigegebene Geräte benutzen. Der eigene Zugriff bleibt, wie er ist.',
          'Jedes Gerät bekommt sein eigenes Ergebnis.',
        ],
        terms: ['access'],
      },
      jobs: {
        says: [
          'Ein Einsatz ist der Plan eines Tages: welche Beacons, in welchen Räumen, mit welchen Werten. Er wird am Schreibtisch gemacht, mit einem Knopf vorbereitet und dann ohne Netz erledigt.',
          'Die Zahlen neben einem Einsatz stammen aus Paketen, Vorgängen und Quittungen. Ein Plan allein sagt nichts über einen Beacon.',
        ],
        terms: ['package', 'receipt', 'verified'],
      },
      newJob: {
        says: [
          'Zuerst Beacons in der Geräteliste auswählen, ihre Kennungen eintippen oder eine Tabelle (CSV) einlesen. Jede Zeile wird geprüft, bevor etwas gespeichert wird.',
          'Fehlerhafte Zeilen lassen sich mit dem Grund als Datei speichern und nach der Korrektur erneut einlesen.',
        ],
        terms: ['package', 'alias'],
      },
      job: {
        says: [
          'Jeder Beacon steht bei seinem Raum, mit den bisherigen und den geplanten Werten. Ein Plan ändert keinen Beacon.',
          '„Alle vorbereiten“ ruft die Pakete ab. „Vor dem Losgehen prüfen“ findet hier heraus, was im Keller aufhalten würde.',
          'Am Abend steht oben, was jemanden braucht. „Signale prüfen“ fragt die Telemetrie, ob jeder verifizierte Beacon seit dem Schreiben gehört wurde.',
        ],
        terms: ['package', 'pending', 'receipt', 'verified'],
      },
      jobRun: {
        says: [
          'Zum gezeigten Beacon gehen und „Verbinden“ tippen. Ist seine Quittung gespeichert, kommt der nächste von selbst.',
          'Oder sie nehmen, wie sie hängen: einen Teil der Kennung, der MAC-Adresse, des Alias oder des Raums eintippen oder scannen.',
          'Was jetzt nicht geht, auslassen oder parken. Beides lässt sich zurücknehmen, und Geparktes kommt am Ende wieder.',
        ],
        terms: ['run', 'receipt', 'uncertain'],
      },
      runList: {
        says: [
          'Oben stehen Vorgänge, die noch zu Ende zu bringen sind, darunter Pakete, die bereit sind.',
          'Einen öffnen, zum Beacon gehen und „Verbinden“ tippen.',
        ],
        terms: ['run', 'package', 'uncertain'],
      },
      run: {
        says: [
          'Nahe an den Beacon gehen und „Verbinden“ tippen. Der Browser zeigt die Beacons ringsum: den auswählen, der vor einem hängt.',
          'In der Nähe bleiben, bis die Quittung gespeichert ist. Das dauert wenige Sekunden.',
          'Ein falscher Beacon lehnt das Paket ab und bleibt, wie er ist. Reißt die Verbindung ab, erneut verbinden: Die App liest zuerst und rät nie.',
        ],
        terms: ['receipt', 'uncertain', 'verified', 'refused'],
      },
      outbox: {
        says: [
          'Quittungen und Änderungen warten hier, bis das Backend sie hat. Mit Netz und Schlüssel gehen sie von selbst hinaus.',
          'Oben steht, was zu klären ist, geordnet danach, was hilft. „Exportieren“ macht eine Datei, damit die Quittungen noch an einer zweiten Stelle sind. Codes geben sie ohne Netz an ein Telefon daneben.',
        ],
        terms: ['receipt', 'verified', 'notVerified', 'refused'],
      },
      telemetry: {
        says: [
          'Gateways hören Beacons und melden Batterie, Temperatur, Bewegung und Signal. Geladenes wird hier gespeichert und ist auch ohne Netz lesbar.',
          'Die Seite beginnt mit den neuesten Messwerten. Höchstens 30 Anfragen in der Minute sind erlaubt, und vor mehr als zehn wird gefragt. Abbrechen geht jederzeit, und was da ist, bleibt.',
          'Alarme werden geprüft, wenn Telemetrie geladen wird, und ab und zu, während die App im Hintergrund offen ist, in Browsern, die das können. Dazwischen wacht niemand.',
        ],
        terms: ['silent', 'trackingId'],
      },
      streams: {
        says: [
          'Ein Stream schickt Datensätze an ein eigenes Ziel, sobald sie eintreffen. Er beginnt angehalten.',
          'Das Backend zeigt Geheimnisse nie wieder an. Beim Ersetzen der ganzen Konfiguration sind sie neu einzugeben.',
        ],
        terms: ['key'],
      },
      inspector: {
        says: [
          'Datensätze eines Streams einfügen oder ablegen. Sie werden an der Schnittstelle gemessen und verlassen diesen Browser nie.',
          'Angezeigt wird, welches Feld welches Datensatzes falsch ist; Zahlen werden über die Zeit gezeichnet.',
        ],
        terms: ['trackingId'],
      },
      handOver: {
        says: [
          'Auswählen, welche Beacons des Einsatzes jemand anderes übernimmt: die noch offenen, einen Raum oder die ersten so vielen. Die Datei enthält Plan, Pakete und Quittungen, aber keinen Schlüssel.',
          'Die Datei speichern, teilen oder als Codes zeigen, die das andere Telefon scannt. Für Codes braucht keines der beiden ein Netz; am Ende sagen, dass das andere alles hat.',
          'Ist die Arbeit dort getan, gibt das andere Telefon dieselben Beacons zurück. Nichts kommt doppelt.',
        ],
        terms: ['package', 'receipt'],
      },
      takeOver: {
        says: [
          'Die Datei eines Einsatzes auswählen oder ihre Codes vom Bildschirm des anderen Telefons scannen. Die Seite sagt, was sie enthält und für welches Konto, bevor etwas übernommen wird.',
          'Wo beide Geräte über einen Beacon Verschiedenes sagen, ist auszuwählen, was gilt. Die Quittungen beider bleiben erhalten.',
        ],
        terms: ['package', 'receipt'],
      },
      jobReport: {
        says: [
          'Was über jeden Beacon des Einsatzes bekannt ist: bisher und neu, wann er welchen Stand erreichte, Versuche und der Hash seiner Quittung. Nichts wird behauptet, was nicht bekannt ist.',
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
          'Konto, Schlüssel und sein Schutz, Darstellung, Sprache, Speicher und alle Zahlen des Ablaufs stehen hier.',
          'Abmelden behält die Quittungen. Ein Konto zu entfernen löscht alles davon und sagt vorher, was verloren ginge.',
        ],
        terms: ['key', 'receipt'],
      },
    },
  },
};
