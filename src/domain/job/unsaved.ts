/**
 * What a job was to save with the devices at the backend (hung up, alias, room) and the backend did not: refused, or
 * accepted without effect. The job itself tells it (product.md "What a job could not keep").
 */
import type { BeaconTable } from '../beacon-table.ts';
import { savedDifferences } from '../delivery/edits.ts';
import type { TaskProgress } from './progress.ts';

export interface UnsavedValues {
  readonly names: readonly string[];
  /** The backend's answer: its status, and its message if it gave one. */
  readonly answer: string;
}

/** By beacon; those without any are missing. */
export type Unsaved = ReadonlyMap<string, UnsavedValues>;

/** Returns the values that the backend has not saved. */
export function unsavedOf(progress: readonly TaskProgress[], { stored }: BeaconTable): Unsaved {
  return new Map(
    progress.flatMap(({ task: { uniqueId }, device }) => {
      const edit = stored.get(uniqueId)?.edit ?? null;
      if (edit === null) return [];
      const names =
        edit.state === 'parked' ? Object.keys(edit.values) : savedDifferences(edit, device).map(({ name }) => name);
      if (names.length === 0) return [];
      const { status = 0, message = '' } = edit.lastAnswer ?? {};
      const parts = [status === 0 ? '' : `HTTP ${status}`, message];
      return [[uniqueId, { names, answer: parts.filter((part) => part !== '').join(': ') }] as const];
    }),
  );
}

/** The names of all values that were not saved, each once. */
export function unsavedNames(unsaved: Unsaved): readonly string[] {
  return [...new Set([...unsaved.values()].flatMap(({ names }) => names))];
}
