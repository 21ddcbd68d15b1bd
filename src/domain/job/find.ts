/** Finds beacons of a job by what a person types or a scanner sends: any part of an id, a MAC address, an alias, a name or a room. */
import type { TaskProgress } from './progress.ts';

/** The best first: an id or MAC in full, then what an id begins with, then any part; in the order of the job within these. */
export function findTasks(progress: readonly TaskProgress[], typed: string): readonly TaskProgress[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return progress;
  const hex = wanted.replace(/[^0-9a-f]/g, '');
  const ranks: [TaskProgress[], TaskProgress[], TaskProgress[]] = [[], [], []];
  for (const one of progress) {
    const rank = rankOf(one, wanted, hex);
    if (rank !== null) ranks[rank].push(one);
  }
  // Ids differ in their capitals alone: the one that is spelled as typed comes before its twins.
  ranks[0].sort((a, b) => Number(b.task.uniqueId === typed.trim()) - Number(a.task.uniqueId === typed.trim()));
  return ranks.flat();
}

/** The one that is surely meant: an id or MAC in full, or all that fits. */
export function surelyMeant(found: readonly TaskProgress[], typed: string): TaskProgress | null {
  const wanted = typed.trim();
  const exact = found.find(({ task }) => task.uniqueId === wanted);
  return exact ?? (found.length === 1 ? found[0]! : null);
}

function rankOf({ task, device }: TaskProgress, wanted: string, hex: string): 0 | 1 | 2 | null {
  const id = task.uniqueId.toLowerCase();
  const mac = device?.mac?.toLowerCase().replace(/[^0-9a-f]/g, '') ?? '';
  if (id === wanted || (mac !== '' && mac === hex && hex.length === 12)) return 0;
  if (id.startsWith(wanted)) return 1;
  const texts = [id, device?.mac ?? '', device?.alias ?? '', device?.name ?? '', task.place];
  if (texts.some((text) => text.toLowerCase().includes(wanted))) return 2;
  return hex.length >= 4 && mac.includes(hex) ? 2 : null;
}
