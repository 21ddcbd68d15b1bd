/** The row of one run while it is carried out. Each step is stored before the operation that it announces. */
import {
  endWith,
  noteIn,
  processedAt,
  reservedRow,
  stepTo,
  stopWith,
  withoutLastWrite,
  withOneWriteLess,
} from '../../domain/provisioning/journal.ts';
import { errandOf } from '../../domain/errand.ts';
import type { Effect, End, EndOutcome } from '../../domain/provisioning/run-state.ts';
import { WRITE_REFUSED } from '../../domain/result-codes.ts';
import type { Run, RunFailure, RunOutcome } from '../../domain/run.ts';
import type { ProvisionPorts, ProvisionTask } from './ports.ts';

type JournalStep = Extract<Effect, { do: 'journal' }>['step'];

export type RunJournal = ReturnType<typeof createRunJournal>;

const PACKAGE_AFTER = {
  noAnswer: 'dead',
  commandSent: 'used',
  abandoned: null,
  needless: null,
  refused: null,
} as const;

export function createRunJournal(ports: ProvisionPorts, task: ProvisionTask) {
  const { runs, receipts, mirror, clock, newId } = ports;
  let run = task.run;
  let begun = task.reservation === null;
  /** The run before its last write, in case that write does not count. */
  let beforeWrite: Run | null = null;

  async function put(next: Run, durability?: 'relaxed'): Promise<void> {
    await runs.put(next, durability);
    run = next;
  }

  async function reserveAgain(): Promise<void> {
    // A command needs no space for a response, but its journal must be on the disk.
    if (!errandOf(run).expectsResponse) return put(run);
    const stored = await receipts.get(run.receiptId);
    // The file of the second copy may be missing if an earlier attempt failed between the two.
    if (stored?.state === 'reserved') return mirror.reserve(run.receiptId);
    // A row that already contains a response belongs to another receipt.
    const next = { ...run, receiptId: newId() };
    const row = { id: next.receiptId, accountId: task.account.id, run: next, nowMs: clock.nowMs() };
    await Promise.all([
      runs.begin(next, reservedRow({ ...row, values: task.package?.values ?? {} })).then(() => (run = next)),
      mirror.reserve(next.receiptId),
    ]);
  }

  return {
    /** The run row that was last sent to the disk. */
    get run(): Run {
      return run;
    },
    /** Stores the run's row and reserves space for its receipt in both copies. */
    async reserve(): Promise<void> {
      if (begun || task.reservation === null) return reserveAgain();
      await task.reservation.row;
      begun = true;
      return task.reservation.room;
    },
    /** `endedAtMs`: when the Control Point reported the end, Unix ms. */
    async step(step: JournalStep, endedAtMs: number | null): Promise<void> {
      const nowMs = clock.nowMs();
      switch (step) {
        case 'look':
          return put(
            task.sameHandle
              ? noteIn(run, nowMs, 'sameConnection', { handle: 'same' })
              : noteIn(run, nowMs, 'pickedAgain', { handle: 'chooser' }),
          );
        case 'writing':
          beforeWrite = run;
          // The beacon processes a repeated write again, so the earlier time does not apply.
          return put({ ...stepTo(run, step, nowMs), processedAtSeconds: null });
        case 'taken':
          return put(noteIn(run, nowMs, 'taken'), 'relaxed');
        case 'reading': {
          const { skewMs, trust } = await task.skew();
          const written = processedAt(stepTo(run, 'written', nowMs), endedAtMs ?? nowMs, skewMs, trust);
          return put(stepTo(written, step, nowMs), 'relaxed');
        }
      }
    },
    /** Adds a plain answer, which is no receipt. It is stored with the end of the run. */
    noteAnswer(answer: { readonly result: number | null; readonly base64: string }) {
      run = noteIn(run, clock.nowMs(), 'plainAnswer', { answer });
    },
    /** Called when a response was committed together with this row. Ignores the row of another run. */
    committed(next: Run) {
      if (next.id === run.id) run = next;
    },
    async close(end: End, failure: RunFailure | null): Promise<void> {
      const nowMs = clock.nowMs();
      // A run that could not begin is not stored.
      if (!begun) return;
      if (end.kind === 'failure') {
        const uncounted =
          end.unwritten === true && end.code === 'otherBeacon' && beforeWrite !== null
            ? withoutLastWrite(run, beforeWrite, nowMs)
            : null;
        if (uncounted !== null) run = uncounted;
        const why =
          failure?.code === end.code ? failure : { code: end.code, detail: failure?.detail ?? '', atMs: nowMs };
        return put(stopWith(run, why, end.unwritten === true && uncounted === null));
      }
      if (end.kind === 'outcome') {
        const last = end.outcome === 'refused' ? withOneWriteLess(run) : run;
        const over = endWith(last, outcomeOf(end.outcome, run), nowMs);
        await runs.end(over, PACKAGE_AFTER[end.outcome]);
        run = over;
      }
    },
  };
}

function outcomeOf(outcome: EndOutcome, { receiptId }: Run): RunOutcome {
  if (outcome === 'refused') return { kind: 'refused', receiptId, result: WRITE_REFUSED };
  // A run that turned out not to be needed ends as an abandoned one.
  return { kind: outcome === 'needless' ? 'abandoned' : outcome };
}
