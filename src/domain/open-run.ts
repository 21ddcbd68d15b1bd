/** Decides which run a person must not leave or reload without confirmation. */

interface Progress {
  readonly phase: string;
  readonly copyMissing: unknown;
}

/** True for a run that has not ended, or whose receipt has no second copy yet. */
export function isOpen<Run extends Progress>(run: Run | null | undefined): run is Run {
  return run !== null && run !== undefined && (run.phase !== 'ended' || run.copyMissing !== null);
}
