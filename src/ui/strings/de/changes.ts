/** German words of what is new, version by version, the newest first. */
import type { Words } from '../words.ts';
import type * as english from '../changes.ts';

export const changes: Words<typeof english> = {
  changes: [
    {
      version: '0.3.0',
      items: [
        'Einsätze: die Arbeit eines Tages an vielen Beacons planen, am Schreibtisch prüfen, was vor Ort aufhalten würde, Raum für Raum abarbeiten und als Datei oder QR-Codes an ein anderes Telefon übergeben.',
        'Auf dem Telefon kommen die Einsätze zuerst: Einsätze steht in der Leiste, die Übersicht führt mit einem Tipp zum laufenden Einsatz zurück, und vor Ort sind Raum, ID und Knopf immer zu sehen, hochkant wie quer.',
        'Die sechs Wörter für den Stand heißen Vorbereitet, Geladen, Geschrieben, Quittung gesichert, Gesendet und Bestätigt, auf dem Telefon wie auf dem Laptop.',
        'Ein Beacon mit unerwartetem Namen oder ohne Namen lässt sich auswählen: nach einer geschlossenen Liste oder mit „Alle Geräte anzeigen“.',
        'Ein gesperrtes Konto öffnet sich nur mit seiner Passphrase, dem eigenen Schlüssel oder einem neuen, mit dem das Backend seine Geräte liefert.',
        'Die App meldet, wenn das Senden immer wieder scheitert, und was hilft.',
        'Eine Quittung, deren erste Antwort verloren ging, wird durch Nachfragen beim Backend bestätigt, statt abgelehnt zu bleiben.',
        'Zwei getauschte Beacons behalten ihre Pakete, wo ihre Pläne gleich sind, und brauchen neue, wo sie sich unterscheiden.',
        'Ausgeschaltetes Bluetooth, fehlende Dienste und Antworten, auf die noch gewartet wird, werden beim Namen genannt.',
        'Die Quittung wird auch gelesen, wo ein Beacon nicht sagen will, dass er fertig ist. Eine fehlende Kopplung und ein zweimal abgelehntes Schreiben werden genannt. Was ein Beacon für ein anderes Konto dieses Telefons hält, wird zuerst gelesen und dafür gesichert.',
        'Etiketten lassen sich mit der Kamera scannen. Abnahmeprotokolle zeigen, ob sie nachträglich geändert wurden. Alarme achten auf Batterie, Stille und Temperatur.',
        'Tabellen kommen aus jedem Programm: Trennzeichen, Kodierungen und einzelne Anführungszeichen werden erkannt, keine Zeile geht verloren, und Verbindungszeichenfolgen füllen das Formular eines Streams.',
        'Telemetrie richtet sich nach der Uhr des Empfängers: Ein Beacon gilt nicht deshalb als gehört oder stumm, weil seine Uhr oder die des Telefons falsch geht.',
        'Jedes Konto behält seine eigene Auswahl und seine Entwürfe. Ein gesperrtes Konto mit Arbeit, die es nur hier gibt, muss vor dem Entfernen geöffnet werden; vor dem Entfernen lassen sich Einsätze und Vorlagen als Dateien speichern.',
        'Was für einen Einsatz, eine Tabelle, Bestellungen, Freigabe und Übertragung, einen Alarm oder einen Stream eingegeben ist, bleibt nach einem Neuladen, „Zurück“ oder einer anderen Seite da, ohne Geheimnisse, bis es verwendet oder verworfen ist.',
        'Geräte haben einen Raum, gespeichert in einem Tag, das andere Apps lesen können: als Spalte, Filter, Auswahl in der Telemetrie und Bereich eines Alarms. Einsätze nehmen Räume von dort und speichern sie auf Wunsch dort.',
        'Aliase, Räume, Tags und Notizen vieler Geräte kommen aus einer Tabelle; jede Änderung ist vor dem Speichern zu sehen.',
        'Beim Verbinden stehen die Adressen bekannter Backends zur Wahl; fehlt https://, wird es ergänzt.',
        'Was das Backend sagt, hat Vorrang vor dem, was angefragt wurde: Werte, die es geändert oder nicht übernommen hat, werden sofort genannt, und eine unvollständige Geräteliste sagt, wie viele von wie vielen kamen.',
        'Eine fehlgeschlagene Installation wird von selbst wiederholt, und „Mehr“ sagt, welche Datei fehlt oder unterwegs verändert wurde. Verlangt das Netz eine Anmeldung, öffnet die App die Anmeldeseite.',
        'Montagedaten und Metadaten eines Geräts lassen sich bearbeiten.',
        'Gateways lassen sich konfigurieren, einzeln und viele zugleich. Sie holen die Änderung selbst beim Backend ab: Wartet auf das Gateway, dann Übernommen.',
        'Ein Einsatz kann jeden bestätigten Beacon als montiert vermerken, mit Datum und Monteur. Gefragt wird nur einmal.',
        'Ein Gerät zeigt Netzstrom, Verbindung und verfügbare oder geplante Firmware-Updates, wo das Backend sie nennt, und die Liste lässt sich danach filtern. Ein Beacon mit Netzstrom löst keinen Batteriealarm aus.',
        'Ein Gerät zeigt, wer darauf Zugriff hat, und ein Zugriff lässt sich entziehen, wo das Backend es anbietet.',
        'Was zu einer Bestellung gehört, ist vor der Übernahme zu sehen, wo das Backend es anbietet.',
        'Eine vorbereitete Änderung lässt sich zurückziehen, einzeln und viele zugleich, wo das Backend es anbietet, und die Pakete vieler Beacons kommen mit viel weniger Anfragen.',
        'Was ein Beacon wirklich enthält, lässt sich über Bluetooth auslesen, wo das Backend es anbietet: Auf seiner Seite stehen Beacon, Backend und Plan nebeneinander, und auf Wunsch wird das Backend angeglichen. Das klärt auch einen Vorgang, der unklar blieb.',
        'Dateien mit Einsätzen, Quittungen und Tabellen lassen sich mit der App öffnen oder mit ihr teilen: Die Seite, die sie zeigt, geht auf, und importiert wird erst auf Knopfdruck. Das Symbol der App zeigt, wie viele Quittungen warten.',
        'Der Schlüssel lässt sich mit der Bildschirmsperre des Telefons schützen: Abends genügt der Fingerabdruck, auch offline; eine Passphrase geht überall. Die Prüfung vor dem Losgehen beginnt damit.',
        'Vor Ort lässt sich ein Beacon ohne Netz zum Blinken bringen: Zwei Befehle dafür kommen mit jedem Paket, und es wird angezeigt, wie viele noch da sind.',
        'Ab 1100 px nutzt jede Seite die Breite: Ein Einsatz ist eine Tabelle mit Filtern, eine irgendwo abgelegte Tabelle wird zum Einsatz, ihre fehlerhaften Zeilen lassen sich an Ort und Stelle korrigieren, und Tags, Freigeben und Übertragen stehen neben der Liste samt Auswahl.',
        'Die Telemetrie hat einen Knopf: „Laden“ lädt, was gezeigt wird. Diagramme lesen am Zeiger alle Linien ab, und Alarme kommen nach Dringlichkeit, mit ihrer Dauer.',
        'Das Abnahmeprotokoll ist eine Seite zum Drucken und Unterschreiben, mit Einheiten, jedem Datum nur einmal und Platz für Unterschriften.',
        'Die Übersicht zeigt Batterie und gehörte Beacons über acht Wochen, und welche Batterien zuerst leer sein werden.',
        'Ein zweites Telefon wird mit einem Code eingerichtet: Das verbundene zeigt Adressen, Hersteller und Namen, nie den Schlüssel, und das andere scannt sie. Ein Link mit denselben Daten zeigt den Host in großer Schrift und fragt, bevor er etwas ausfüllt.',
        'Deutsch.',
      ],
    },
    {
      version: '0.2.0',
      items: [
        'Ein Update wird erst installiert, wenn alle Dateien unverändert angekommen sind. Sonst läuft die bisherige Version weiter und meldet es.',
        'Die App sucht stündlich und bei jeder Rückkehr nach einer neuen Version.',
        'Eine Rettungsseite speichert Quittungen und nicht abgeschlossene Vorgänge als Datei, auch wenn die App nicht startet.',
        'Die Seite hat eine eigene Sicherheitsrichtlinie. Unter „Mehr“ steht, ob die Website sie auch sendet.',
        'Die App kann unter einem Pfad eines Hostnamens liegen, ein Backend hinter demselben Hostnamen.',
      ],
    },
    {
      version: '0.1.0',
      items: ['Geräte, Vorbereiten und Schreiben, Ausgang, Telemetrie, Befehle, Besitz, Streams, Übung.'],
    },
  ],
};
