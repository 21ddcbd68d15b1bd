/** Sends what waits, one post at a time and one sender at a time over all windows and the worker (product.md "What a backend's answer means"). */
import { isTransient } from '../../domain/delivery/answer-types.ts';
import { dueAtMs, jitterMs } from '../../domain/delivery/backoff.ts';
import { recoverCutOffEdit } from '../../domain/delivery/edits.ts';
import { askedWait, choosePost, type Haste } from '../../domain/delivery/queue.ts';
import { applyVerdict, beginPost, recoverCutOff } from '../../domain/delivery/rows.ts';
import {
  judgePost,
  judgeReadBack,
  needsRead,
  type Verdict,
  type VerdictContext,
} from '../../domain/delivery/verdict.ts';
import { ofDevice, type Device } from '../../domain/device.ts';
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

export function createDrainer(parts: DrainerParts): Drainer {
  const { account, receipts, edits, queue, backend, clock } = parts;
  /** Read anew each time: a person may change them while the queue stands. */
  const settings = () => account.settings.delivery;
  /** Failures in a row, whichever row they struck: with the network gone, the rows take turns at one pace. */
  let failures = 0;
  let holdUntilMs: number | null = null;
  let keysGiven = 0;

  async function drain(given: Haste, signal?: AbortSignal): Promise<DrainReport> {
    let haste = given;
    let posts = 0;
    const hurried = new Set<string>();
    if (haste !== 'none') holdUntilMs = null;
    for (;;) {
      if (signal?.aborted === true) return { stop: 'stopped', wakeAtMs: null, posts };
      if (!parts.keyKnown()) return { stop: 'noKey', wakeAtMs: null, posts };
      const heldMs = holdUntilMs === null ? 0 : dueAtMs(holdUntilMs, clock.nowMs(), settings());
      if (heldMs > clock.nowMs()) return { stop: 'waiting', wakeAtMs: heldMs, posts };
      // One sender at a time, in whatever window or worker, a post at a time.
      const release = await parts.locks.acquire(sendLock(account.id), signal);
      try {
        const rows = await readQueue();
        if (rows.paused) return { stop: 'paused', wakeAtMs: null, posts };
        const next = choosePost(rows, { nowMs: clock.nowMs(), settings: settings(), haste, hurried });
        if (next.kind === 'idle') return { stop: 'idle', wakeAtMs: null, posts };
        if (next.kind === 'wait') return { stop: 'waiting', wakeAtMs: next.untilMs, posts };
        if (next.kind !== 'read') posts += 1;
        const key = keysGiven;
        const pressed = haste === 'all' && askedWait(rows, clock.nowMs()) !== null;
        let end: StepEnd;
        if (next.kind === 'edit') {
          hurried.add(`edit ${next.edit.uniqueId}`);
          end = await sendEdit(parts, next.edit, context(failures + 1, pressed), signal);
        } else {
          hurried.add(next.receipt.id);
          end =
            next.kind === 'post'
              ? await post(next.receipt, pressed, signal)
              : await read(next.receipt, pressed, signal);
        }
        if (end.kind === 'noKey') return { stop: 'noKey', wakeAtMs: null, posts };
        if (end.kind === 'key' && key === keysGiven) await pauseForKey(queue, clock.nowMs());
        if (end.kind === 'failed') {
          if (pressed) await markPressed(rows);
          failures += 1;
          holdUntilMs = clock.nowMs() + jitterMs(failures, parts.random(), settings());
          haste = 'none';
        }
        if (end.kind === 'answered') {
          failures = 0;
          // The network is back: retry at once what failed without it.
          if (haste === 'none') haste = 'transport';
        }
      } finally {
        release();
      }
    }
  }

  /** The rows as they are, those cut off by a kill marked: whoever holds the lock is the only sender there is. */
  async function readQueue(): Promise<{ receipts: Receipt[]; edits: VirtualEdit[]; paused: boolean }> {
    const mine = (await receipts.all()).filter(({ accountId }) => accountId === account.id);
    for (const row of mine.filter(({ inFlightSinceMs }) => inFlightSinceMs !== null))
      await receipts.update(row.id, recoverCutOff);
    const edited = await edits.all();
    for (const row of edited.filter(({ inFlight }) => inFlight !== null))
      await edits.update(row.uniqueId, (now) => now && recoverCutOffEdit(now));
    const wasCutOff =
      mine.some(({ inFlightSinceMs }) => inFlightSinceMs !== null) || edited.some(({ inFlight }) => inFlight !== null);
    const paused = (await queue.pause()) !== null;
    if (!wasCutOff) return { receipts: mine, edits: edited, paused };
    return {
      receipts: (await receipts.all()).filter(({ accountId }) => accountId === account.id),
      edits: await edits.all(),
      paused,
    };
  }

  /** The one press that a person has inside a wait is used up, also where the post brought no new wait. */
  async function markPressed(rows: {
    readonly receipts: readonly Receipt[];
    readonly edits: readonly VirtualEdit[];
  }): Promise<void> {
    const nowMs = clock.nowMs();
    const isAsked = ({ lastAnswer }: Receipt | VirtualEdit): boolean =>
      lastAnswer?.asked !== undefined && lastAnswer.asked.untilMs > nowMs;
    for (const { id } of rows.receipts.filter(isAsked)) await receipts.update(id, withPress);
    for (const { uniqueId } of rows.edits.filter(isAsked)) await edits.update(uniqueId, (row) => row && withPress(row));
  }

  async function post(chosen: Receipt, pressed: boolean, signal?: AbortSignal): Promise<StepEnd> {
    const begun = await receipts.update(chosen.id, (row) =>
      isAsChosen(row, chosen) ? beginPost(row, clock.nowMs()) : null,
    );
    if (begun === null || begun.inFlightSinceMs === null) return { kind: 'skipped' };
    const { uniqueId, deviceType, responseBase64, updatedSeconds } = begun;
    const answer = await backend.postResponse({ uniqueId, deviceType, responseBase64, updatedSeconds }, signal);
    const verdict = judgePost(answer, begun, context(Math.max(failures + 1, begun.tries), pressed));
    // The answer first: what comes after may take its time or fail.
    await record(begun, verdict, (row) => row.uniqueId === uniqueId);
    const offered =
      answer.kind === 'listing'
        ? ofDevice(
            answer.packages.filter(({ base64 }) => base64 !== ''),
            uniqueId,
          )
        : null;
    if (offered !== null) await beside(() => parts.onNewPackage?.(uniqueId, offered.base64));
    if (verdict.kind === 'retry' && answer.kind === 'failed') return { kind: 'failed', failure: answer.failure };
    return endOf(verdict);
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
    if (stored === null) return;
    if (verdict.kind === 'verified' && stored.state === 'verified') await beside(() => parts.onVerified?.(stored));
    if (verdict.kind !== 'parked') return;
    await pauseAtSameRefusal(queue, await receipts.all(), settings(), clock.nowMs());
  }

  /** What others do with the news must not undo it. */
  async function beside(work: () => Promise<void> | void | undefined): Promise<void> {
    try {
      await work();
    } catch (error) {
      parts.onTrouble?.(error);
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
  return { kind: verdict.kind === 'notSent' ? 'noKey' : 'answered' };
}
