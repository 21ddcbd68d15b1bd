/** Sends what waits: one sender at a time over all windows and the worker, several devices at once, one post at a time of each (product.md "What a backend's answer means"). */
import { isTransient } from '../../domain/delivery/answer-types.ts';
import { dueAtMs, jitterMs } from '../../domain/delivery/backoff.ts';
import { recoverCutOffEdit } from '../../domain/delivery/edits.ts';
import { askedWait, choosePost, type Haste, type NextItem, type Queue } from '../../domain/delivery/queue.ts';
import { applyVerdict, beginPost, recoverCutOff } from '../../domain/delivery/rows.ts';
import {
  judgePost,
  judgeReadBack,
  needsRead,
  type Verdict,
  type VerdictContext,
} from '../../domain/delivery/verdict.ts';
import { showedValues, valuesOf } from '../../domain/delivery/read-back.ts';
import type { Device } from '../../domain/device.ts';
import { ofDevice } from '../../domain/device-answers.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { VirtualEdit } from '../../domain/virtual-edit.ts';
import { pauseAtSameRefusal, pauseForKey } from './pause.ts';
import type { DrainerParts, StepEnd } from './drainer-parts.ts';
import { sendEdit } from './edit-sender.ts';
import { readState } from './read-state.ts';
import { sendLock } from '../../names.ts';

type DrainStop =
  /** Nothing is left, or what is left waits for a person. */
  | 'idle'
  /** Something is due at `wakeAtMs`. */
  | 'waiting'
  | 'paused'
  | 'noKey'
  | 'stopped';

export interface DrainReport {
  readonly stop: DrainStop;
  /** When to drain again, Unix ms; null when only an event can help. */
  readonly wakeAtMs: number | null;
  readonly posts: number;
}

export interface Drainer {
  /** Sends until nothing is due. Rejects only when storage or the lock fails; a row then stays marked and is found again. */
  drain(haste: Haste, signal?: AbortSignal): Promise<DrainReport>;
  /** A key was given: a 401 to a post that is still under way was meant for the one before. */
  keyGiven(): void;
}

type TurnEnd = Omit<DrainReport, 'posts'>;
type Step = Exclude<NextItem, { readonly kind: 'idle' | 'wait' }>;

/** One drain, over all of its turns. */
interface Pass {
  haste: Haste;
  readonly hurried: Set<string>;
  posts: number;
  /** Something was taken: network, address and key are right. */
  isProven: boolean;
}

/** Steps after which the lock is let go for a moment: another window may have more to say. */
const MOST_A_TURN = 32;

export function createDrainer(parts: DrainerParts): Drainer {
  const { account, receipts, edits, queue, backend, clock } = parts;
  /** Read anew each time: a person may change them while the queue stands. */
  const settings = () => account.settings.delivery;
  /** Failures in a row, whichever row they struck: with the network gone, the rows take turns at one pace. */
  let failures = 0;
  let holdUntilMs: number | null = null;
  let keysGiven = 0;

  async function drain(given: Haste, signal?: AbortSignal): Promise<DrainReport> {
    const pass: Pass = { haste: given, hurried: new Set(), posts: 0, isProven: false };
    if (given !== 'none') holdUntilMs = null;
    for (;;) {
      const heldMs = holdUntilMs === null ? 0 : dueAtMs(holdUntilMs, clock.nowMs(), settings());
      const why = whyNot(signal) ?? (heldMs > clock.nowMs() ? { stop: 'waiting' as const, wakeAtMs: heldMs } : null);
      if (why !== null) return { ...why, posts: pass.posts };
      // One sender at a time, in whatever window or worker, for a few posts at a time.
      const release = await parts.locks.acquire(sendLock(account.id), signal);
      try {
        const end = await takeTurn(pass, signal);
        if (end !== null) return { ...end, posts: pass.posts };
      } finally {
        release();
      }
    }
  }

  function whyNot(signal?: AbortSignal): TurnEnd | null {
    if (signal?.aborted === true) return { stop: 'stopped', wakeAtMs: null };
    return parts.keyKnown() ? null : { stop: 'noKey', wakeAtMs: null };
  }

  /** Several devices at once, each with one step at a time. Ends when nothing is on its way any more; null: there may be more to do. */
  async function takeTurn(pass: Pass, signal?: AbortSignal): Promise<TurnEnd | null> {
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
      const key = keysGiven;
      const rowId = next.kind === 'edit' ? `edit ${uniqueId}` : next.receipt.id;
      pass.hurried.add(rowId);
      const work = async (): Promise<void> => {
        try {
          const came = await carryOut(next, pressed, signal);
          if (came.kind === 'noKey') end ??= { stop: 'noKey', wakeAtMs: null };
          if (came.kind === 'key' && key === keysGiven) await pauseForKey(queue, clock.nowMs());
          if (came.kind === 'failed') {
            if (pressed) await markPressed(rows);
            inDoubt = true;
          }
          if (came.kind === 'answered') {
            inDoubt = false;
            failures = 0;
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
      end ??= whyNot(signal);
      if (end !== null) return false;
      // Whoever comes back while the rows are read is in them as it was before.
      const before = onTheWay.size;
      const busy = new Set([...onTheWay].flatMap(([uniqueId, { rowId }]) => [uniqueId, rowId]));
      const rows = await readQueue(busy);
      if (inDoubt || trouble !== null) return false;
      if (rows.paused) end = { stop: 'paused', wakeAtMs: null };
      // Whether anything is taken at all, or again inside a wait that the backend has asked for, one is enough to find out.
      const isProbe = !pass.isProven || askedWait(rows, clock.nowMs()) !== null;
      if (rows.paused || (isProbe && before > 0)) return false;
      const { haste, hurried } = pass;
      const next = choosePost(rows, { nowMs: clock.nowMs(), settings: settings(), haste, hurried, busy });
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
      failures += 1;
      holdUntilMs = clock.nowMs() + jitterMs(failures, parts.random(), settings());
      pass.haste = 'none';
    }
    return end;
  }

  function carryOut(next: Step, pressed: boolean, signal?: AbortSignal): Promise<StepEnd> {
    switch (next.kind) {
      case 'edit':
        return sendEdit(parts, next.edit, context(failures + 1, pressed), signal);
      case 'post':
        return post(next.receipt, pressed, signal);
      case 'read':
        return read(next.receipt, pressed, signal);
    }
  }

  /** The rows as they are, those cut off by a kill marked: whoever holds the lock is the only sender there is. */
  async function readQueue(busy: ReadonlySet<string>): Promise<Queue> {
    const [all, edited, pause] = await Promise.all([receipts.all(), edits.all(), queue.pause()]);
    const mine = all.filter(({ accountId }) => accountId === account.id);
    const cutOff = mine.filter(({ id, inFlightSinceMs }) => inFlightSinceMs !== null && !busy.has(id));
    for (const row of cutOff) await receipts.update(row.id, recoverCutOff);
    const cutOffEdits = edited.filter(({ inFlight, uniqueId }) => inFlight !== null && !busy.has(uniqueId));
    for (const row of cutOffEdits) await edits.update(row.uniqueId, (now) => now && recoverCutOffEdit(now));
    const paused = pause !== null;
    if (cutOff.length + cutOffEdits.length === 0) return { receipts: mine, edits: edited, paused };
    return {
      receipts: (await receipts.all()).filter(({ accountId }) => accountId === account.id),
      edits: await edits.all(),
      paused,
    };
  }

  /** The one press that a person has inside a wait is used up, also where the post brought no new wait. */
  async function markPressed(rows: Queue): Promise<void> {
    const nowMs = clock.nowMs();
    const isAsked = ({ lastAnswer }: Receipt | VirtualEdit): boolean =>
      lastAnswer?.asked !== undefined && lastAnswer.asked.untilMs > nowMs;
    for (const { id } of rows.receipts.filter(isAsked)) await receipts.update(id, withPress);
    for (const { uniqueId } of rows.edits.filter(isAsked)) await edits.update(uniqueId, (row) => row && withPress(row));
  }

  async function post(chosen: Receipt, pressed: boolean, signal?: AbortSignal): Promise<StepEnd> {
    const shownBefore = chosen.shownBefore === undefined ? await showedBefore(chosen) : null;
    const begun = await receipts.update(chosen.id, (row) =>
      isAsChosen(row, chosen) ? beginPost(row, clock.nowMs(), shownBefore) : null,
    );
    if (begun === null || begun.inFlightSinceMs === null) return { kind: 'skipped' };
    const { uniqueId, deviceType, responseBase64, updatedSeconds } = begun;
    const answer = await backend.postResponse({ uniqueId, deviceType, responseBase64, updatedSeconds }, signal);
    const knownIds = answer.kind === 'listing' ? await knownAmong(answer.packages) : new Set<string>();
    const verdict = judgePost(answer, begun, context(Math.max(failures + 1, begun.tries), pressed), knownIds);
    // The answer first: what comes after may take its time or fail.
    await record(begun, verdict, (row) => row.uniqueId === uniqueId);
    const offered =
      answer.kind === 'listing'
        ? ofDevice(
            answer.packages.filter(({ base64 }) => base64 !== ''),
            uniqueId,
          )
        : null;
    if (offered !== null) await beside(() => parts.onNewPackage(uniqueId, offered.base64));
    if (verdict.kind === 'retry' && answer.kind === 'failed') return { kind: 'failed', failure: answer.failure };
    return endOf(verdict);
  }

  /** What the saved device list says of the values of a receipt that was never posted; null where it does not tell. */
  async function showedBefore({ uniqueId, values }: Receipt): Promise<boolean | null> {
    let showed: boolean | null = null;
    await beside(async () => {
      const device = await parts.devices.get(uniqueId);
      showed = device === null ? null : showedValues(valuesOf(device), values);
    });
    return showed;
  }

  /** The listed ids that are in this phone's device list; none if the list cannot be read, so that the device is read first. */
  async function knownAmong(listed: readonly { readonly uniqueId: string }[]): Promise<ReadonlySet<string>> {
    const ids = listed.map(({ uniqueId }) => uniqueId);
    let known: ReadonlyMap<string, unknown> = new Map();
    await beside(async () => {
      known = await parts.devices.getMany(ids.map((id) => id.trim()));
    });
    return new Set(ids.filter((id) => known.has(id.trim())));
  }

  async function read(chosen: Receipt, pressed: boolean, signal?: AbortSignal): Promise<StepEnd> {
    const shown = await readState(backend, chosen.uniqueId, chosen.deviceType, signal);
    const device = shown.kind === 'read' ? shown.device : null;
    if (device !== null) await beside(() => keepDevice(device));
    const verdict = judgeReadBack(shown, chosen, context(failures + 1, pressed));
    await record(chosen, verdict, (row) => isAsChosen(row, chosen));
    if (shown.kind === 'failed' && isTransient(shown.failure) && verdict.kind !== 'notSent')
      return { kind: 'failed', failure: shown.failure };
    return endOf(verdict);
  }

  /** Writes the verdict into the row, unless a person has meanwhile made it another question. */
  async function record(asked: Receipt, verdict: Verdict, isSame: (row: Receipt) => boolean): Promise<void> {
    const stored = await receipts.update(asked.id, (row) =>
      isSame(row) ? applyVerdict(row, verdict, clock.nowMs()) : { ...row, inFlightSinceMs: null },
    );
    if (stored === null) {
      // A row is never removed while its post is under way, so storage has lost it.
      parts.onTrouble(new DOMException('A receipt disappeared from storage during its post', 'NotFoundError'));
      return;
    }
    if (verdict.kind === 'verified' && stored.state === 'verified') await beside(() => parts.onVerified(stored));
    if (verdict.kind !== 'parked') return;
    await pauseAtSameRefusal(queue, await receipts.all(), settings(), clock.nowMs());
  }

  /** A callback that fails must not undo the verdict that was recorded before it. */
  async function beside(work: () => Promise<void> | void): Promise<void> {
    try {
      await work();
    } catch (error) {
      parts.onTrouble(error);
    }
  }

  async function keepDevice(device: Device): Promise<void> {
    const cached = await parts.devices.get(device.uniqueId);
    if (cached !== null) await parts.devices.putMany([{ ...device, order: cached.order, readAtMs: clock.nowMs() }]);
  }

  function context(inARow: number, pressed: boolean): VerdictContext {
    return { nowMs: clock.nowMs(), random: parts.random(), settings: settings(), failures: inARow, pressed };
  }

  return {
    drain,
    keyGiven() {
      keysGiven += 1;
    },
  };
}

function isAsChosen(row: Receipt, chosen: Receipt): boolean {
  return (
    row.state === chosen.state && row.uniqueId === chosen.uniqueId && !row.held && needsRead(row) === needsRead(chosen)
  );
}

function withPress<Row extends Receipt | VirtualEdit>(row: Row): Row {
  const { lastAnswer } = row;
  return lastAnswer?.asked === undefined
    ? row
    : { ...row, lastAnswer: { ...lastAnswer, asked: { ...lastAnswer.asked, wasPressed: true } } };
}

function endOf(verdict: Verdict): StepEnd {
  if (verdict.kind === 'pauseForKey') return { kind: 'key' };
  if (verdict.kind === 'notSent') return { kind: 'noKey' };
  return { kind: 'answered', wasTaken: ['verified', 'sent', 'notVerified'].includes(verdict.kind) };
}
