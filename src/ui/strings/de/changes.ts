/** German words of what is new, version by version, the newest first. */
import type { Words } from '../words.ts';
import type * as english from '../en/changes.ts';

export const changes: Words<typeof english> = {
  changes: [
    {
      version: '0.2.0',
      items: [
        'Ein Update wird erst installiert, wenn alle Dateien unverändert angekommen sind. Sonst läuft die bisherige Version weiter und meldet es.',
        'Die App sucht stündlich und bei jeder Rückkehr nach einer neuen Version.',
        'Eine Rettungsseite sichert Quittungen und nicht abgeschlossene Vorgänge als Datei, auch wenn die App nicht startet.',
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
