/** The run services for the screens. */
import type { ReadonlySignal } from '@preact/signals-core';
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
  /** Name of the command in the package. Absent or null for a configuration. */
  readonly command?: string | null;
  readonly phase: RunPhase;
  /** Completed phases, oldest first, with the time spent in each, ms. */
  readonly past: readonly { readonly phase: RunPhase; readonly tookMs: number }[];
  readonly phaseSinceMs: number;
  /** Number of the connect attempt, from 1. */
  readonly attempt: number;
  readonly attempts: number;
  /** True while the first connect attempt waits for an earlier link to the beacon, which may still be closing. */
  readonly waitsForOldLink?: boolean;
  /** The chooser is open, and the browser says that Bluetooth is off. */
  readonly radioOff?: boolean;
  /** True until the write begins. After that a cancel would leave the beacon's state unknown. */
  readonly cancelSafe: boolean;
  /**
   * The missing copies of a receipt that is held in memory. The person has to stay on this screen. Null: none is
   * missing.
   */
  readonly copyMissing: 'both' | 'second' | null;
  readonly outcome: RunOutcome | null;
  readonly failure: RunFailure | null;
}

export interface PickOptions {
  /** Opens the chooser even if this window has picked the beacon before. */
  readonly chooseAgain?: boolean;
  /** Opens the chooser with every device, whatever its name. */
  readonly showAll?: boolean;
}

export interface Runs {
  readonly list: ReadonlySignal<readonly Run[]>;
  /** The run in this window, until `dismiss` is called. */
  readonly current: ReadonlySignal<RunProgress | null>;
  /** IDs of runs that another window is carrying out. */
  readonly elsewhere: ReadonlySignal<ReadonlySet<string>>;
  /**
   * 'available', 'absent' (no Web Bluetooth here), 'off' (adapter off or not allowed), or 'unknown' (not read yet, or
   * the browser does not tell).
   */
  readonly radio: ReadonlySignal<'available' | 'absent' | 'off' | 'unknown'>;
  nextStep(run: Run): NextStep;
  /**
   * Call it first in a click handler, because it opens the chooser before it awaits anything. Never rejects. `without`:
   * names of other beacons, which the chooser does not show. Once a chooser for a beacon was closed, later ones for it
   * list every device.
   */
  start(
    packageId: string,
    options?: Pick<PickOptions, 'showAll'> & { readonly without?: readonly string[] },
  ): Promise<void>;
  /** As `start`, for an unfinished run. Uses the handle of this window if there is one, else opens the chooser. */
  resume(runId: string, options?: PickOptions): Promise<void>;
  /** True if `resume` needs no chooser. */
  hasHandle(uniqueId: string): boolean;
  cancel(): void;
  /** Tries again to save the missing copies. */
  retrySave(): Promise<void>;
  /** Returns the receipt in memory as the text of an export file. Null if no copy is missing. */
  exportHeld(): string | null;
  dismiss(): void;
  /**
   * Ends a run that has written nothing, or any unfinished run of a command. Returns false if it was not ended, like
   * the next two functions.
   */
  abandon(runId: string): Promise<boolean>;
  /**
   * Closes a run that may have written, for example because the beacon is gone. The beacon's state remains uncertain,
   * and a receipt that still arrives is stored. `reopenRun` undoes it. A run of another window is not changed.
   */
  closeRun(runId: string, reason: string): Promise<boolean>;
  /**
   * Reopens an ended run if `mayReopen` allows it: one that was closed, that ended without a response, or whose receipt
   * was not verified.
   */
  reopenRun(runId: string): Promise<boolean>;
  /** True if an ended run can be continued with `reopenRun`, or with `resume` and the chooser. */
  mayReopen(run: Run): boolean;
}
