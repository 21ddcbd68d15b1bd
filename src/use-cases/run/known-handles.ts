/** Which beacon this window has at hand, which run wrote over it, and when that knowledge is worth nothing any more. */
import { blamesTheBeacon } from '../../domain/provisioning/response-match.ts';
import { mayHaveWritten, type Run, type RunFailureCode } from '../../domain/run.ts';
import type { RadioHandle } from './bluetooth-port.ts';
import type { Provisioned } from './provision.ts';

/** What one session of a run tells of the handle it went over. */
export interface Session {
  readonly handle: RadioHandle;
  /** The run before and after it. */
  readonly run: Run;
  readonly after: Run;
  readonly sameHandle: boolean;
  /** Whichever beacon this is, it may hold a response of another run. */
  readonly othersMayHaveWritten: boolean;
  /** A write of this session was acknowledged. */
  readonly acknowledged: boolean;
  readonly refusedWrite: boolean;
  readonly end: Provisioned['end'];
  readonly code: RunFailureCode | null;
}

interface KnownHandles {
  /** The one that was picked for this beacon; null where there is none to be trusted. */
  of(uniqueId: string): RadioHandle | null;
  keep(uniqueId: string, handle: RadioHandle): void;
  /** Runs as they are on the disk: what other windows have written meanwhile. */
  look(all: readonly Run[]): void;
  /** This handle took every write of this run, and no other run has written over it since. */
  tookAllOf(run: Run, handle: RadioHandle): boolean;
  learn(session: Session): void;
}

export function createKnownHandles(): KnownHandles {
  /** Picked in this window, by the uniqueId the person said it is. */
  const handles = new Map<string, RadioHandle>();
  /** The beacon that took every write of a run in this window; null where it was written to several. */
  const writtenOver = new Map<string, RadioHandle | null>();
  /** The run that wrote last over each handle: what 81F2 holds answers that one. */
  const lastWriters = new Map<RadioHandle, string>();
  /** How often each run had written when this window last looked. */
  const writesKnown = new Map<string, number>();

  function learnWrites({ handle, run, after, sameHandle, ...session }: Session): void {
    writesKnown.set(after.id, writesIn(after));
    if (writesIn(after) > writesIn(run)) lastWriters.set(handle, after.id);
    // A beacon that refused the write took nothing of this run: what it holds may answer another one.
    if (session.refusedWrite) writtenOver.set(after.id, null);
    else if (!mayHaveWritten(run) && mayHaveWritten(after)) {
      // Without its acknowledgement the write may never have come: what is there may answer the run before.
      const isProven = session.acknowledged || !session.othersMayHaveWritten;
      writtenOver.set(after.id, isProven ? handle : null);
    } else if (after.writes > run.writes && !sameHandle) writtenOver.set(after.id, null);
  }

  /** A handle that is not this beacon, or is dead, must not be used for it again. */
  function forgetUnfit({ after, end, code }: Session): void {
    // Whose response it was nobody knows yet: nor is it known which beacon this handle holds.
    if (end.kind === 'unsure') handles.delete(after.uniqueId);
    const refusedByOther = after.outcome?.kind === 'refused' && blamesTheBeacon(after.outcome.result);
    if (refusedByOther || (code !== null && DOUBTFUL.includes(code))) handles.delete(after.uniqueId);
  }

  return {
    of: (uniqueId) => handles.get(uniqueId) ?? null,
    keep: (uniqueId, handle) => void handles.set(uniqueId, handle),
    look(all) {
      // Another window has written since, over which beacon nobody here knows: what 81F2 holds may answer that write.
      if (all.some((run) => writesIn(run) > (writesKnown.get(run.id) ?? 0)))
        for (const id of writtenOver.keys()) writtenOver.set(id, null);
      for (const run of all) writesKnown.set(run.id, writesIn(run));
    },
    tookAllOf: (run, handle) =>
      mayHaveWritten(run) && writtenOver.get(run.id) === handle && lastWriters.get(handle) === run.id,
    learn(session) {
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

/** Also those that did not count. */
function writesIn({ journal }: Run): number {
  return journal.filter(({ step, note }) => step === 'writing' && note === undefined).length;
}
