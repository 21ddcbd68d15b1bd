/** What runs offer to the screens. */
import type { Live } from '../../domain/live.ts';
import type { NextStep } from '../../domain/provisioning/next-step.ts';
import type { Run, RunFailure, RunOutcome } from '../../domain/run.ts';

export const RUN_PHASES = [
  'choosing',
  'connecting',
  'discovering',
  'checking',
  'writing',
  'processing',
  'settling',
  'reading',
  'saving',
  'copying',
  'releasing',
  'ended',
] as const;

export type RunPhase = (typeof RUN_PHASES)[number];

export interface RunProgress {
  readonly runId: string;
  readonly uniqueId: string;
  /** Name of the command it brings; absent or null for a configuration. */
  readonly command?: string | null;
  readonly phase: RunPhase;
  /** Phases left behind, oldest first, with the time spent in each. */
  readonly past: readonly { readonly phase: RunPhase; readonly tookMs: number }[];
  readonly phaseSinceMs: number;
  /** Connect attempt, from 1. */
  readonly attempt: number;
  readonly attempts: number;
  /** While connecting: an earlier connection to the beacon may still be closing, and the first attempt waits for that. */
  readonly waitsForOldLink?: boolean;
  /** True until the write begins; after that cancelling would leave the beacon's state unknown. */
  readonly cancelSafe: boolean;
  /** A receipt is held in memory but a copy is missing: stay on this screen. */
  readonly copyMissing: 'both' | 'second' | null;
  readonly outcome: RunOutcome | null;
  readonly failure: RunFailure | null;
}

export interface PickOptions {
  /** Opens the chooser even where this window has picked the beacon before. */
  readonly chooseAgain?: boolean;
  /** Opens the chooser and lists every device, whatever its name. */
  readonly showAll?: boolean;
}

export interface Runs {
  readonly list: Live<readonly Run[]>;
  /** The run in this window, until `dismiss`. */
  readonly current: Live<RunProgress | null>;
  /** Ids of runs that another window is carrying out. */
  readonly elsewhere: Live<ReadonlySet<string>>;
  /** 'available' | 'absent' (no Web Bluetooth here) | 'off' (adapter off or not allowed). */
  readonly radio: Live<'available' | 'absent' | 'off' | 'unknown'>;
  nextStep(run: Run): NextStep;
  /**
   * Call first in a click handler: opens the chooser before anything is awaited. Never rejects. `without`: names of beacons
   * that are surely not meant, which the chooser is not to show. After a chooser for a beacon was closed, each further
   * one for it lists every device.
   */
  start(
    packageId: string,
    options?: Pick<PickOptions, 'showAll'> & { readonly without?: readonly string[] },
  ): Promise<void>;
  /** As `start`, for an unfinished run; uses the handle at hand where there is one, else opens the chooser. */
  resume(runId: string, options?: PickOptions): Promise<void>;
  /** True where `resume` would need no chooser. */
  hasHandle(uniqueId: string): boolean;
  cancel(): void;
  /** Tries again to save the copies that are missing. */
  retrySave(): Promise<void>;
  /** The receipt in memory as an export file's text, while a copy is missing. */
  exportHeld(): string | null;
  dismiss(): void;
  /** Ends a run that has touched nothing; false where it has not been ended, as of the next two. */
  abandon(runId: string): Promise<boolean>;
  /**
   * A person gives up a run that may have written ("the beacon is gone"): nothing more is known of the beacon than before, and
   * a receipt that turns up after all is kept. Can be undone with `reopenRun`. A run of another window is left alone.
   */
  closeRun(runId: string, reason: string): Promise<boolean>;
  /** Takes `closeRun` back, and what an earlier version concluded. */
  reopenRun(runId: string): Promise<boolean>;
  /** Whether `reopenRun`, and `resume` with the chooser, are possible for a run that has ended. */
  mayReopen(run: Run): boolean;
}
