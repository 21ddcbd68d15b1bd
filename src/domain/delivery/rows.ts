/**
 * Changes to a receipt's row: before its post, after its answer, and after an interruption. The caller writes each
 * change with strict durability.
 */
import { type Receipt } from '../receipt.ts';
import { errandOf } from '../errand.ts';
import type { Delivery } from '../settings.ts';
import { APPLIED_ELSEWHERE, READ_FIRST, SHOWN, SHOWN_NEWER, type Verdict } from './verdict.ts';

/**
 * Marks the row as in flight before its post, so that an interruption is noticed at the next start. `shownBefore`:
 * whether the device's record, as last read, shows the values; null when it does not tell.
 */
export function beginPost(row: Receipt, nowMs: number, shownBefore: boolean | null): Receipt {
  return {
    ...row,
    shownBefore: provesByValues(row) ? (row.shownBefore ?? shownBefore) : null,
    tries: row.tries + 1,
    inFlightSinceMs: nowMs,
  };
}

/** False when the values may be wrong, or may be another beacon's: those of a file, and those of an unsure owner. */
function provesByValues({ origin, owner }: Receipt): boolean {
  return origin !== 'import' && owner === 'known';
}

/** Recovers a row that was in flight when the sender was interrupted: its answer is missing. */
export function recoverCutOff(row: Receipt): Receipt {
  return row.inFlightSinceMs === null ? row : { ...row, inFlightSinceMs: null, unanswered: row.unanswered + 1 };
}

/** Applies a verdict to the current row. Everything else in the row stays, including a person's hold. */
export function applyVerdict(row: Receipt, verdict: Verdict, nowMs: number): Receipt {
  const wasPost = row.inFlightSinceMs !== null;
  const free: Receipt = { ...row, ...(wasPost ? answersAfter(row, verdict) : {}), inFlightSinceMs: null };
  switch (verdict.kind) {
    case 'verified':
    case 'notVerified':
      return { ...free, state: verdict.kind, lastAnswer: verdict.answer, nextAtMs: null, settledAtMs: nowMs };
    case 'parked':
      return { ...free, state: 'parked', lastAnswer: verdict.answer, nextAtMs: null, settledAtMs: null };
    case 'sent':
      return {
        ...free,
        state: 'sent',
        lastAnswer: verdict.answer,
        nextAtMs: verdict.nextAtMs,
        settledAtMs: verdict.nextAtMs === null ? nowMs : null,
      };
    case 'readFirst':
      return { ...free, lastAnswer: verdict.answer, nextAtMs: verdict.nextAtMs };
    case 'retry':
      return {
        ...free,
        lastAnswer: verdict.answer,
        nextAtMs: verdict.nextAtMs,
        unanswered: row.unanswered + (wasPost && verdict.unanswered ? 1 : 0),
      };
    case 'pauseForKey':
      // The backend checks the key first, so the receipt was not processed and the next post is not a repeat.
      return {
        ...free,
        lastAnswer: row.lastAnswer?.code === READ_FIRST || row.state === 'sent' ? row.lastAnswer : verdict.answer,
        nextAtMs: null,
      };
    case 'notSent':
      return { ...free, tries: wasPost ? Math.max(0, row.tries - 1) : row.tries };
  }
}

/** Returns the updated record of the best answer so far. */
function answersAfter(row: Receipt, verdict: Verdict): Pick<Receipt, 'answers'> {
  const isWord =
    verdict.kind === 'verified' ||
    verdict.kind === 'sent' ||
    verdict.kind === 'readFirst' ||
    verdict.kind === 'notVerified' ||
    verdict.kind === 'parked';
  if (!isWord) return {};
  return { answers: verdict.answer.status >= 400 && row.answers !== 'accepted' ? 'refused' : 'accepted' };
}

/** Schedules another try at a person's request: parked, Not verified and Sent rows become due. */
export function sendAgain(row: Receipt): Receipt {
  switch (row.state) {
    case 'parked':
    case 'notVerified':
    case 'sent':
      return {
        ...takeUp(row),
        state: 'waiting',
        lastAnswer: withoutRequestedRead(row.lastAnswer),
        nextAtMs: null,
        settledAtMs: null,
      };
    case 'waiting':
      return { ...row, nextAtMs: null };
    default:
      return row;
  }
}

/** Marks the row as given up at a person's request. It is kept, no longer counted, and can be resumed. */
export function giveUp(row: Receipt, nowMs: number): Receipt {
  const canBe = row.state !== 'verified' && row.state !== 'reserved';
  return canBe && row.givenUpAtMs === undefined ? { ...row, givenUpAtMs: nowMs } : row;
}

/**
 * True for the refusal of a beacon that nobody has settled. Not where its values may be wrong or another beacon's, and
 * not where a person has picked it up again.
 */
export function isRefusalInDoubt(row: Receipt): boolean {
  return (
    row.state === 'refused' &&
    errandOf(row).configures &&
    row.givenUpAtMs === undefined &&
    provesByValues(row) &&
    row.lastAnswer?.code !== APPLIED_ELSEWHERE
  );
}

/** Marks the refusal as settled: somebody else has brought the values to the beacon. It is kept like one that was given up. */
export function settledElsewhere(row: Receipt, nowMs: number): Receipt {
  return { ...giveUp(row, nowMs), lastAnswer: { atMs: nowMs, status: 0, code: APPLIED_ELSEWHERE, message: '' } };
}

/** Forgives the refusal of this row, so that it no longer pauses the queue in any window. */
export function forgive(row: Receipt): Receipt {
  return row.state === 'parked' && row.lastAnswer !== null
    ? { ...row, lastAnswer: { ...row.lastAnswer, isForgiven: true } }
    : row;
}

/** Undoes `giveUp`. */
export function takeUp(row: Receipt): Receipt {
  const { givenUpAtMs: _, ...rest } = row;
  return rest;
}

/** Clears a requested read, because the row is posted again instead. */
function withoutRequestedRead(answer: Receipt['lastAnswer']): Receipt['lastAnswer'] {
  return answer?.code === READ_FIRST ? null : answer;
}

/** Queues a response in which the beacon refused in plain text. */
export function sendAnyway(row: Receipt): Receipt {
  return row.state === 'refused' && errandOf(row).configures
    ? { ...row, state: 'waiting', held: false, nextAtMs: null, settledAtMs: null }
    : row;
}

/** Assigns the response to another beacon and clears the answers for the previous one. */
export function giveTo(row: Receipt, uniqueId: string, deviceType: string, values: Receipt['values']): Receipt {
  const candidates = [uniqueId, ...row.candidates.filter((id) => id !== uniqueId)];
  return {
    ...withoutAnswers(takeUp(row)),
    uniqueId,
    deviceType,
    // A reading of unsure owner settles no run.
    values: errandOf(row).configures ? values : {},
    candidates,
    owner: 'unsure',
    state: 'waiting',
    held: !errandOf(row).configures,
    unanswered: 0,
    lastAnswer: null,
    nextAtMs: null,
    settledAtMs: null,
  };
}

/** Removes what was learned about the device that the row belonged to. */
function withoutAnswers(row: Receipt): Receipt {
  const { answers: _answers, shownBefore: _shownBefore, ...rest } = row;
  return rest;
}

/**
 * Returns the status with which `settings.pauseAfterSameRefusal` devices in a row were parked, or null. Forgiven
 * refusals do not count, and neither do those of readings: the backend may not have the call for them.
 */
export function sameRefusal(rows: readonly Receipt[], settings: Delivery): number | null {
  const answered = rows
    .filter(
      (row) =>
        errandOf(row).configures &&
        row.lastAnswer !== null &&
        ['parked', 'verified', 'notVerified', 'sent'].includes(row.state),
    )
    .sort((one, other) => other.lastAnswer!.atMs - one.lastAnswer!.atMs);
  const status = answered[0]?.state === 'parked' ? answered[0].lastAnswer!.status : null;
  if (status === null) return null;
  const devices = new Set<string>();
  for (const row of answered) {
    const { status: own, code, isForgiven } = row.lastAnswer!;
    // A device that shows the values proves that address and key are right.
    if (row.state !== 'parked' || own !== status || isForgiven === true || code === SHOWN || code === SHOWN_NEWER)
      break;
    devices.add(row.uniqueId);
  }
  return devices.size >= settings.pauseAfterSameRefusal ? status : null;
}
