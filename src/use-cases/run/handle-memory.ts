/**
 * The handles that were picked in this window, the run that wrote last over each, and when this information becomes
 * invalid.
 */
import { blamesTheBeacon } from '../../domain/result-codes.ts';
import { mayHaveWritten, type Run, type RunFailureCode } from '../../domain/run.ts';
import type { RadioHandle } from './bluetooth-port.ts';
import type { Provisioned } from './provision.ts';

/** The result of one session of a run with its handle. */
export interface Session {
  readonly handle: RadioHandle;
  /** The run before and after the session. */
  readonly run: Run;
  readonly after: Run;
  readonly sameHandle: boolean;
  /** True if this beacon, whichever it is, may hold a response of another run. */
  readonly othersMayHaveWritten: boolean;
  /** True if a write of this session was acknowledged. */
  readonly acknowledged: boolean;
  readonly refusedWrite: boolean;
  readonly end: Provisioned['end'];
  readonly code: RunFailureCode | null;
}

export function createHandleMemory() {
  /** By uniqueId: the handle that the person picked for that beacon. */
  const handles = new Map<string, RadioHandle>();
  /** By run: the handle that took all its writes in this window. Null if there were several. */
  const writtenOver = new Map<string, RadioHandle | null>();
  /** By handle: the run that wrote over it last. The response in 81F2 belongs to that run. */
  const lastWriters = new Map<RadioHandle, string>();
  /** By run: how many writes it had when `updateWrites` was last called. */
  const writeCounts = new Map<string, number>();

  function learnWrites({ handle, run, after, sameHandle, ...session }: Session): void {
    writeCounts.set(after.id, writesIn(after));
    if (writesIn(after) > writesIn(run)) lastWriters.set(handle, after.id);
    // A beacon that refused the write took nothing of this run, so its response may belong to another run.
    if (session.refusedWrite) writtenOver.set(after.id, null);
    else if (!mayHaveWritten(run) && mayHaveWritten(after)) {
      // A write without acknowledgement may not have arrived, so the response may belong to the run before.
      const isProven = session.acknowledged || !session.othersMayHaveWritten;
      writtenOver.set(after.id, isProven ? handle : null);
    } else if (after.writes > run.writes && !sameHandle) writtenOver.set(after.id, null);
  }

  /** Forgets a handle that belongs to another beacon or no longer works. */
  function forgetUnfit({ after, end, code }: Session): void {
    // It is not known whose response this was, and so not which beacon this handle belongs to.
    if (end.kind === 'unsure') handles.delete(after.uniqueId);
    const refusedByOther = after.outcome?.kind === 'refused' && blamesTheBeacon(after.outcome.result);
    if (refusedByOther || (code !== null && DOUBTFUL.includes(code))) handles.delete(after.uniqueId);
  }

  return {
    /** Returns the handle that was picked for this beacon. Null if there is none that can be trusted. */
    of: (uniqueId: string) => handles.get(uniqueId) ?? null,
    keep: (uniqueId: string, handle: RadioHandle) => void handles.set(uniqueId, handle),
    /** Compares the stored runs with those known here, to notice writes of other windows. */
    updateWrites(all: readonly Run[]) {
      // Another window has written since, to an unknown beacon. The response in 81F2 may belong to that write.
      if (all.some((run) => writesIn(run) > (writeCounts.get(run.id) ?? 0)))
        for (const id of writtenOver.keys()) writtenOver.set(id, null);
      for (const run of all) writeCounts.set(run.id, writesIn(run));
    },
    /** True if this handle took every write of this run, and no other run has written over it since. */
    tookAllOf: (run: Run, handle: RadioHandle) =>
      mayHaveWritten(run) && writtenOver.get(run.id) === handle && lastWriters.get(handle) === run.id,
    learn(session: Session) {
      learnWrites(session);
      forgetUnfit(session);
    },
  };
}

const DOUBTFUL: readonly RunFailureCode[] = [
  'otherBeacon',
  'plainNo',
  'beaconIsAhead',
  'noAnswer',
  'outOfRange',
  'notAConfigurableBeacon',
];

/** Returns the number of writes, including failed ones. */
function writesIn({ journal }: Run): number {
  return journal.filter(({ step, note }) => step === 'writing' && note === undefined).length;
}
