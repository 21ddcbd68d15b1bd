/** The last events of the app, in memory and in one small row, and the text with which a person passes them on. */
import { FILE_FORMATS } from '../../domain/file-formats.ts';
import { isRecord } from '../../domain/record.ts';
import type { Clock } from '../surroundings.ts';
import { knownWord, storedEvents, type DiagnosticEvent, type EventKind } from './event.ts';

export const MAX_EVENTS = 500;
const FORMAT = FILE_FORMATS.diagnostics.name;

export interface DiagnosticParts {
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Returns the row shared by all windows; null when there is none or it cannot be read. */
  readonly read: () => string | null;
  /** Stores the row. When there is no space, the events stay in memory only. */
  readonly write: (row: string) => void;
  /** Returns the names of the script files that this page has loaded. */
  readonly ownFiles: () => ReadonlySet<string>;
  /** Called after each event. */
  readonly onNote: () => void;
}

type EventDetails = Partial<Pick<DiagnosticEvent, 'word' | 'number' | 'column'>> & {
  /** An ID. Only the order in which IDs first appeared is recorded; the IDs stay in memory. */
  readonly beaconId?: string;
  readonly file?: string;
};

export type Diagnostics = ReturnType<typeof createDiagnostics>;

export function createDiagnostics({ clock, read, write, ownFiles, onNote }: DiagnosticParts) {
  const earlier = eventsOf(read());
  let own: DiagnosticEvent[] = [];
  const beacons = new Map<string, number>();

  function note(kind: EventKind, { word, number, column, beaconId, file }: EventDetails = {}): void {
    if (beaconId !== undefined && !beacons.has(beaconId)) beacons.set(beaconId, beacons.size + 1);
    own.push({
      atMs: clock.nowMs(),
      kind,
      ...(word === undefined ? {} : { word: knownWord(word) }),
      ...(number === undefined ? {} : { number }),
      ...(column === undefined ? {} : { column }),
      ...(beaconId === undefined ? {} : { beacon: beacons.get(beaconId)! }),
      ...(file !== undefined && ownFiles().has(file) ? { file } : {}),
    });
    own = own.slice(-MAX_EVENTS);
    onNote();
  }

  return {
    note,
    /** Records the name of anything that was thrown, never its message. */
    noteError(
      thrown: unknown,
      place?: { readonly file: string; readonly line: number; readonly column: number },
    ): void {
      const name = isThrown(thrown) ? thrown.name : '';
      note('error', {
        word: name,
        ...(place === undefined ? {} : { file: place.file, number: place.line, column: place.column }),
      });
    },
    /** Adds the events of this window that the stored row lacks. */
    flush(): void {
      // Another window may have written in the meantime, and over what this one wrote.
      const row = eventsOf(read());
      const known = new Set(row.map((event) => JSON.stringify(event)));
      const missing = eventsOf(JSON.stringify(own)).filter((event) => !known.has(JSON.stringify(event)));
      if (missing.length === 0) return;
      write(JSON.stringify([...row, ...missing].sort((a, b) => a.atMs - b.atMs).slice(-MAX_EVENTS)));
    },
    /** Returns the text. `facts`: counts, states and versions. */
    text(facts: Readonly<Record<string, string | number | boolean | null>>): string {
      const events = [...earlier, ...own].slice(-MAX_EVENTS);
      const lines = events.map(({ atMs, ...rest }) => JSON.stringify({ at: new Date(atMs).toISOString(), ...rest }));
      const head = JSON.stringify(
        { format: FORMAT, version: 1, madeAt: new Date(clock.nowMs()).toISOString(), facts },
        null,
        2,
      );
      return `${head.slice(0, -2)},\n  "events": [${lines.length === 0 ? '' : `\n    ${lines.join(',\n    ')}\n  `}]\n}\n`;
    },
  };
}

function eventsOf(row: string | null): DiagnosticEvent[] {
  try {
    return storedEvents
      .parse(JSON.parse(row ?? '[]'))
      .slice(-MAX_EVENTS)
      .filter(isShowable);
  } catch {
    return [];
  }
}

/** False for a time that is outside the range of Date. */
function isShowable({ atMs }: DiagnosticEvent): boolean {
  return Math.abs(atMs) <= 8.64e15;
}

function isThrown(thrown: unknown): thrown is { readonly name: string } {
  return (thrown instanceof Error || isRecord(thrown)) && typeof (thrown as { name?: unknown }).name === 'string';
}
