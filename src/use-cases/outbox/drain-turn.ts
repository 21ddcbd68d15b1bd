/** One turn of a drain, under the lock: several devices at once, one step at a time for each. */
import { recoverCutOffEdit } from '../../domain/delivery/edits.ts';
import { requestedWait } from '../../domain/delivery/backoff.ts';
import { choosePost, type Haste, type NextItem, type Queue } from '../../domain/delivery/queue.ts';
import { recoverCutOff } from '../../domain/delivery/rows.ts';
import type { Backoff } from './backoff.ts';
import type { ContextNow, DrainerParts, StepEnd } from './drainer-parts.ts';
import { sendEdit } from './edit-sender.ts';
import { pauseForKey } from './pause.ts';
import { postReceipt, readBack } from './receipt-sender.ts';

type DrainStop =
  /** Nothing is left, or everything left waits for a person. */
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

/** The state of one drain over all of its turns. */
export interface Pass {
  haste: Haste;
  readonly hurried: Set<string>;
  posts: number;
  /** A request was accepted, so network, address and key are right. */
  isProven: boolean;
}

/**
 * Steps after which the lock is released for a moment, because another window may have more urgent work. Each release
 * waits until nothing is in flight.
 */
const MAX_A_TURN = 100;

/** Steps in progress per request allowed in flight, so that requests continue while answers are being stored. */
const STEPS_PER_REQUEST = 2;

/** Returns why nothing can be sent, or null when sending is possible. */
export function whyNot({ hasKey }: DrainerParts, signal?: AbortSignal): TurnEnd | null {
  if (signal?.aborted === true) return { stop: 'stopped', wakeAtMs: null };
  return hasKey() ? null : { stop: 'noKey', wakeAtMs: null };
}

/**
 * Sends for several devices at once, one step at a time for each. Returns when nothing is in flight; null when there
 * may be more to do.
 */
export async function takeTurn(
  parts: DrainerParts,
  backoff: Backoff,
  pass: Pass,
  signal?: AbortSignal,
): Promise<TurnEnd | null> {
  const { account, receipts, queue, pace, clock } = parts;
  // Another window may have sent until now.
  receipts.forget?.();
  /** By device. `rowId` is needed because a person may assign a receipt to another device during its post. */
  const inFlight = new Map<string, { readonly rowId: string; readonly work: Promise<void> }>();
  /** By device: the steps whose request has no answer yet. The next request starts while an answer is being stored. */
  const unanswered = new Map<string, Promise<void>>();
  let end: TurnEnd | null = null;
  let taken = 0;
  /**
   * Set after a request without an answer. The other requests in flight show whether the network is gone or only this
   * device got no answer.
   */
  let inDoubt = false;
  let trouble: { readonly error: unknown } | null = null;

  function begin(next: Step, rows: Queue, busy: Set<string>): void {
    const { uniqueId } = next.kind === 'edit' ? next.edit : next.receipt;
    taken += 1;
    if (next.kind !== 'read') pass.posts += 1;
    const pressed = pass.haste === 'all' && requestedWait(rows.wait, clock.nowMs()) !== null;
    const key = backoff.keysGiven;
    const rowId = next.kind === 'edit' ? `edit ${uniqueId}` : next.receipt.id;
    pass.hurried.add(rowId);
    busy.add(uniqueId).add(rowId);
    let wake = (): void => undefined;
    unanswered.set(uniqueId, new Promise((resolve) => (wake = resolve)));
    const answered = (): void => {
      unanswered.delete(uniqueId);
      wake();
    };
    const work = async (): Promise<void> => {
      try {
        const came = await carryOut(parts, next, backoff.context, answered, signal);
        if (came.kind === 'noKey') end ??= { stop: 'noKey', wakeAtMs: null };
        if (came.kind === 'key' && key === backoff.keysGiven) await pauseForKey(queue, clock.nowMs());
        if (pressed) await pace.skipped(came.kind === 'answered');
        if (came.kind === 'failed') inDoubt = true;
        if (came.kind === 'answered') {
          inDoubt = false;
          backoff.answered();
          pass.isProven ||= came.wasTaken;
          // The network is back: retry at once what failed without it.
          if (pass.haste === 'none') pass.haste = 'transport';
        }
      } catch (error) {
        trouble ??= { error };
      } finally {
        inFlight.delete(uniqueId);
        answered();
      }
    };
    inFlight.set(uniqueId, { rowId, work: work() });
  }

  const isFull = (): boolean =>
    taken >= MAX_A_TURN ||
    unanswered.size >= account.settings.bulk.inFlight ||
    inFlight.size >= account.settings.bulk.inFlight * STEPS_PER_REQUEST;

  /** Starts as many of the next steps as there is room for. Returns false when none can be started until one has ended. */
  async function beginNext(): Promise<boolean> {
    end ??= whyNot(parts, signal);
    if (end !== null) return false;
    // A step that ends while the rows are read is still in them as it was before.
    const before = inFlight.size;
    const busy = new Set([...inFlight].flatMap(([uniqueId, { rowId }]) => [uniqueId, rowId]));
    const rows = await readQueue(parts, busy);
    if (inDoubt || trouble !== null) return false;
    if (rows.paused) end = { stop: 'paused', wakeAtMs: null };
    // One request is enough to find out whether requests are accepted, or are accepted again during a requested wait.
    const isProbe = !pass.isProven || requestedWait(rows.wait, clock.nowMs()) !== null;
    if (rows.paused || (isProbe && before > 0)) return false;
    for (let begun = 0; ; begun += 1) {
      const { haste, hurried } = pass;
      const next = choosePost(rows, {
        nowMs: clock.nowMs(),
        settings: account.settings.delivery,
        haste,
        hurried,
        busy,
      });
      if (next.kind === 'idle' || next.kind === 'wait') {
        if (begun === 0 && before === 0)
          end = next.kind === 'idle' ? { stop: 'idle', wakeAtMs: null } : { stop: 'waiting', wakeAtMs: next.untilMs };
        return begun > 0 || inFlight.size !== before;
      }
      begin(next, rows, busy);
      if (isProbe || isFull()) return true;
    }
  }

  const works = (): Promise<void>[] => [...inFlight.values()].map(({ work }) => work);
  try {
    for (;;) {
      if (!isFull() && !inDoubt && trouble === null && (await beginNext())) continue;
      if (inFlight.size === 0) break;
      await Promise.race([...unanswered.values(), ...works()]);
    }
  } finally {
    // Keep the lock while anything is in flight.
    await Promise.all(works());
  }
  if (trouble !== null) throw (trouble as { readonly error: unknown }).error;
  if (inDoubt) {
    backoff.failed();
    pass.haste = 'none';
  }
  return end;
}

function carryOut(
  parts: DrainerParts,
  next: Step,
  context: ContextNow,
  answered: () => void,
  signal?: AbortSignal,
): Promise<StepEnd> {
  switch (next.kind) {
    case 'edit':
      return sendEdit(parts, next.edit, context(0), signal);
    case 'post':
      return postReceipt(parts, next.receipt, context, answered, signal);
    case 'read':
      return readBack(parts, next.receipt, context, signal);
  }
}

/**
 * Returns the rows and recovers those that were in flight during a kill. Safe because the holder of the lock is the
 * only sender.
 */
export async function readQueue(
  { account, receipts, edits, queue, pace }: DrainerParts,
  busy: ReadonlySet<string>,
): Promise<Queue> {
  const [all, edited, pause, wait] = await Promise.all([receipts.all(), edits.all(), queue.pause(), pace.read()]);
  const mine = all.filter(({ accountId }) => accountId === account.id);
  const cutOff = mine.filter(({ id, inFlightSinceMs }) => inFlightSinceMs !== null && !busy.has(id));
  for (const row of cutOff) await receipts.update(row.id, recoverCutOff);
  const cutOffEdits = edited.filter(({ inFlight, uniqueId }) => inFlight !== null && !busy.has(uniqueId));
  for (const row of cutOffEdits) await edits.update(row.uniqueId, (now) => now && recoverCutOffEdit(now));
  const paused = pause !== null;
  if (cutOff.length + cutOffEdits.length === 0) return { receipts: mine, edits: edited, paused, wait };
  return {
    receipts: (await receipts.all()).filter(({ accountId }) => accountId === account.id),
    edits: await edits.all(),
    paused,
    wait,
  };
}
