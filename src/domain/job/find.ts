/**
 * Finds beacons of a job by what a person types or a scanner sends: a label, or any part of an ID, a MAC address, an
 * alias, a name or a room.
 */
import { cleanKey, comparable } from '../clean-text.ts';
import { certainBeacon, labelIndex, readLabel, type LabelReading, type LabelSubject } from '../label/label.ts';
import { memoizeByObject } from '../memoize.ts';
import type { TaskProgress } from './progress.ts';

/**
 * Returns the beacons that match, best first: named by a label, then an ID that begins so, then any part; each group in
 * the order of the job.
 */
export function findTasks(progress: readonly TaskProgress[], typed: string): readonly TaskProgress[] {
  const clean = cleanKey(typed).text;
  const wanted = comparable(clean);
  if (wanted === '') return progress;
  const reading = readingOf(progress, typed);
  const named = new Set(
    reading.kind === 'one' ? [reading.uniqueId] : reading.kind === 'several' ? reading.uniqueIds : [],
  );
  const hex = wanted.replace(/[^0-9a-f]/g, '');
  const ranks: [TaskProgress[], TaskProgress[], TaskProgress[]] = [[], [], []];
  for (const one of progress) {
    const rank = named.has(one.task.uniqueId) ? 0 : rankOf(one, wanted, hex);
    if (rank !== null) ranks[rank].push(one);
  }
  // IDs may differ only in upper and lower case: the one spelled as typed comes first.
  ranks[0].sort((a, b) => Number(b.task.uniqueId === clean) - Number(a.task.uniqueId === clean));
  return ranks.flat();
}

/**
 * Returns the one beacon with exactly this ID or MAC address, else null: a person chooses among matches of a room, an
 * alias or a part.
 */
export function surelyMeant(found: readonly TaskProgress[], typed: string): TaskProgress | null {
  const uniqueId = certainBeacon(readingOf(found, typed));
  return found.find(({ task }) => task.uniqueId === uniqueId) ?? null;
}

function readingOf(progress: readonly TaskProgress[], typed: string): LabelReading {
  return readLabel(indexOf(progress), typed);
}

/** One index for each list of tasks, because `findTasks` runs at each keystroke. */
const indexOf = memoizeByObject((progress: readonly TaskProgress[]) => labelIndex(progress.map(subjectOf)));

function subjectOf({ task, device }: TaskProgress): LabelSubject {
  return { uniqueId: task.uniqueId, mac: device?.mac ?? null, attributes: device?.attributes ?? {} };
}

function rankOf({ task, device }: TaskProgress, wanted: string, hex: string): 0 | 1 | 2 | null {
  const id = task.uniqueId.toLowerCase();
  const mac = device?.mac?.toLowerCase().replace(/[^0-9a-f]/g, '') ?? '';
  if (id === wanted) return 0;
  if (id.startsWith(wanted)) return 1;
  const texts = [id, device?.mac ?? '', device?.alias ?? '', device?.name ?? '', task.place];
  if (texts.some((text) => comparable(text).includes(wanted))) return 2;
  return hex.length >= 4 && mac.includes(hex) ? 2 : null;
}
