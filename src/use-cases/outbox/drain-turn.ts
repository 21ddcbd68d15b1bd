/** One turn of a drain, under the lock: several devices at once, one step at a time of each. */
import { askedWait, choosePost, type Haste, type NextItem, type Queue } from '../../domain/delivery/queue.ts';
import type { ContextNow, DrainerParts, StepEnd } from './drainer-parts.ts';
import { sendEdit } from './edit-sender.ts';
import type { Pace } from './pace.ts';
import { pauseForKey } from './pause.ts';
import { markPressed, readQueue } from './queue-rows.ts';
import { postReceipt, readBack } from './receipt-sender.ts';

type DrainStop =
  /** Nothing is left, or what is left waits for a person. */
  | 'idle'
  /** Something is due at `wakeAtMs`. */
  | 'waiting'
  | 'paused'
  | 'noKey'
  | 'stopped';

export interface TurnEnd {
  readonly stop: DrainStop;
  /** When to drain again, Unix ms; null when only an event can help. */
  readonly wakeAtMs: number | null;
}

type Step = Exclude<NextItem, { readonly kind: 'idle' | 'wait' }>;

/** One drain, over all of its turns. */
export interface Pass {
  haste: Haste;
  readonly hurried: Set<string>;
  posts: number;
  /** Something was taken: network, address and key are right. */
  isProven: boolean;
}

/** Steps after which the lock is let go for a moment: another window may have more to say. */
const MOST_A_TURN = 32;

/** Why nothing can be sent now; null: it can. */
export function whyNot({ keyKnown }: DrainerParts, signal?: AbortSignal): TurnEnd | null {
  if (signal?.aborted === true) return { stop: 'stopped', wakeAtMs: null };
  return keyKnown() ? null : { stop: 'noKey', wakeAtMs: null };
}

/** Several devices at once, each with one step at a time. Ends when nothing is on its way any more; null: there may be more to do. */
export async function takeTurn(
  parts: DrainerParts,
  pace: Pace,
  pass: Pass,
  signal?: AbortSignal,
): Promise<TurnEnd | null> {
  const { account, queue, clock } = parts;
  /** By device; `rowId`: a person may give a receipt to another device meanwhile. */
  const onTheWay = new Map<string, { readonly rowId: string; readonly work: Promise<void> }>();
  let end: TurnEnd | null = null;
  let taken = 0;
  /** What is on its way tells whether the network is gone, or whether one device alone was left without an answer. */
  let inDoubt = false;
  let trouble: { readonly error: unknown } | null = null;

  function begin(next: Step, rows: Queue): void {
    const { uniqueId } = next.kind === 'edit' ? next.edit : next.receipt;
    taken += 1;
    if (next.kind !== 'read') pass.posts += 1;
    const pressed = pass.haste === 'all' && askedWait(rows, clock.nowMs()) !== null;
    const key = pace.keysGiven;
    const rowId = next.kind === 'edit' ? `edit ${uniqueId}` : next.receipt.id;
    pass.hurried.add(rowId);
    const work = async (): Promise<void> => {
      try {
        const came = await carryOut(parts, next, (tries) => pace.context(tries, pressed), signal);
        if (came.kind === 'noKey') end ??= { stop: 'noKey', wakeAtMs: null };
        if (came.kind === 'key' && key === pace.keysGiven) await pauseForKey(queue, clock.nowMs());
        if (came.kind === 'failed') {
          if (pressed) await markPressed(parts, rows);
          inDoubt = true;
        }
        if (came.kind === 'answered') {
          inDoubt = false;
          pace.answered();
          pass.isProven ||= came.wasTaken;
          // The network is back: retry at once what failed without it.
          if (pass.haste === 'none') pass.haste = 'transport';
        }
      } catch (error) {
        trouble ??= { error };
      } finally {
        onTheWay.delete(uniqueId);
      }
    };
    onTheWay.set(uniqueId, { rowId, work: work() });
  }

  /** Whether something set out, or the rows have to be looked at again. */
  async function beginNext(): Promise<boolean> {
    end ??= whyNot(parts, signal);
    if (end !== null) return false;
    // Whoever comes back while the rows are read is in them as it was before.
    const before = onTheWay.size;
    const busy = new Set([...onTheWay].flatMap(([uniqueId, { rowId }]) => [uniqueId, rowId]));
    const rows = await readQueue(parts, busy);
    if (inDoubt || trouble !== null) return false;
    if (rows.paused) end = { stop: 'paused', wakeAtMs: null };
    // Whether anything is taken at all, or again inside a wait that the backend has asked for, one is enough to find out.
    const isProbe = !pass.isProven || askedWait(rows, clock.nowMs()) !== null;
    if (rows.paused || (isProbe && before > 0)) return false;
    const { haste, hurried } = pass;
    const next = choosePost(rows, { nowMs: clock.nowMs(), settings: account.settings.delivery, haste, hurried, busy });
    if (next.kind !== 'idle' && next.kind !== 'wait') begin(next, rows);
    else if (onTheWay.size === before) {
      if (before === 0)
        end = next.kind === 'idle' ? { stop: 'idle', wakeAtMs: null } : { stop: 'waiting', wakeAtMs: next.untilMs };
      return false;
    }
    return true;
  }

  const works = (): Promise<void>[] => [...onTheWay.values()].map(({ work }) => work);
  try {
    for (;;) {
      const isFull = taken >= MOST_A_TURN || onTheWay.size >= account.settings.bulk.inFlight;
      if (!isFull && !inDoubt && trouble === null && (await beginNext())) continue;
      if (onTheWay.size === 0) break;
      await Promise.race(works());
    }
  } finally {
    // The lock is not let go while anything is on its way.
    await Promise.all(works());
  }
  if (trouble !== null) throw (trouble as { readonly error: unknown }).error;
  if (inDoubt) {
    pace.failed();
    pass.haste = 'none';
  }
  return end;
}

function carryOut(parts: DrainerParts, next: Step, context: ContextNow, signal?: AbortSignal): Promise<StepEnd> {
  switch (next.kind) {
    case 'edit':
      return sendEdit(parts, next.edit, context(0), signal);
    case 'post':
      return postReceipt(parts, next.receipt, context, signal);
    case 'read':
      return readBack(parts, next.receipt, context, signal);
  }
}
