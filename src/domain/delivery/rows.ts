/** How a receipt's row changes: before its post, after its answer, and when a kill has cut one off. Each change is one strict write. */
import type { Receipt } from '../receipt.ts';
import type { Delivery } from '../settings.ts';
import { READ_FIRST, SHOWN, SHOWN_NEWER, type Verdict } from './verdict.ts';

/** Marks the row before its post: from here on a kill leaves a trace. */
export function beginPost(row: Receipt, nowMs: number, shownBefore: boolean | null): Receipt {
  // Only what was read before the first post tells what the backend had without it.
  const before =
    row.shownBefore === undefined ? (row.tries === 0 && row.origin === 'run' ? shownBefore : null) : row.shownBefore;
  return { ...row, shownBefore: before, tries: row.tries + 1, inFlightSinceMs: nowMs };
}

/** A row found in flight by the one sender there can be: its answer never came. */
export function recoverCutOff(row: Receipt): Receipt {
  return row.inFlightSinceMs === null ? row : { ...row, inFlightSinceMs: null, unanswered: row.unanswered + 1 };
}

/** Writes the verdict into the row as it is now; a person's hold and everything else stays. */
export function applyVerdict(row: Receipt, verdict: Verdict, nowMs: number): Receipt {
  const wasPost = row.inFlightSinceMs !== null;
  const free: Receipt = { ...row, ...(wasPost ? heardIn(row, verdict) : {}), inFlightSinceMs: null };
  switch (verdict.kind) {
    case 'verified':
      return { ...free, state: 'verified', lastAnswer: verdict.answer, nextAtMs: null, settledAtMs: nowMs };
    case 'notVerified':
      return { ...free, state: 'notVerified', lastAnswer: verdict.answer, nextAtMs: null, settledAtMs: nowMs };
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
      // The key is checked first: nothing was judged, and the next try is no repeat.
      return {
        ...free,
        lastAnswer: row.lastAnswer?.code === READ_FIRST || row.state === 'sent' ? row.lastAnswer : verdict.answer,
        nextAtMs: null,
      };
    case 'notSent':
      return { ...free, tries: wasPost ? Math.max(0, row.tries - 1) : row.tries };
  }
}

/** What the answer to a post adds to what was heard of the receipt before. */
function heardIn(row: Receipt, verdict: Verdict): Pick<Receipt, 'answers'> {
  const isWord =
    verdict.kind === 'verified' ||
    verdict.kind === 'sent' ||
    verdict.kind === 'readFirst' ||
    verdict.kind === 'notVerified' ||
    verdict.kind === 'parked';
  if (!isWord) return {};
  return { answers: verdict.answer.status >= 400 && row.answers !== 'accepted' ? 'refused' : 'accepted' };
}

/** A person asks for another try: parked, Not verified and Sent rows become due; delivered and reserved ones stay. */
export function askAgain(row: Receipt): Receipt {
  switch (row.state) {
    case 'parked':
    case 'notVerified':
    case 'sent':
      return {
        ...withoutEnd(row),
        state: 'waiting',
        lastAnswer: judged(row.lastAnswer),
        nextAtMs: null,
        settledAtMs: null,
      };
    case 'waiting':
      return { ...row, nextAtMs: null };
    default:
      return row;
  }
}

/** A person has seen it and is done with it: it is kept and counted no more, and can be taken up again. */
export function giveUp(row: Receipt, nowMs: number): Receipt {
  const canBe = row.state !== 'verified' && row.state !== 'reserved';
  return canBe && row.givenUpAtMs === undefined ? { ...row, givenUpAtMs: nowMs } : row;
}

export function takeUp(row: Receipt): Receipt {
  return withoutEnd(row);
}

/** What was refused until now pauses the queue no more, whichever window posts next. */
export function forgive(row: Receipt): Receipt {
  return row.state === 'parked' && row.lastAnswer !== null
    ? { ...row, lastAnswer: { ...row.lastAnswer, isForgiven: true } }
    : row;
}

function withoutEnd(row: Receipt): Receipt {
  const { givenUpAtMs: _, ...rest } = row;
  return rest;
}

/** A row that is posted again is not read first: what its last answer called for is over. */
function judged(answer: Receipt['lastAnswer']): Receipt['lastAnswer'] {
  return answer?.code === READ_FIRST ? null : answer;
}

/** The beacon's plain refusal is to be posted anyway. */
export function sendAnyway(row: Receipt): Receipt {
  return row.state === 'refused' ? { ...row, state: 'waiting', held: false, nextAtMs: null, settledAtMs: null } : row;
}

/** The response is taken for another beacon's: what was said of the first one says nothing of this one. */
export function giveTo(row: Receipt, uniqueId: string, deviceType: string, values: Receipt['values']): Receipt {
  const candidates = [uniqueId, ...row.candidates.filter((id) => id !== uniqueId)];
  return {
    ...withoutHeard(withoutEnd(row)),
    uniqueId,
    deviceType,
    values,
    candidates,
    owner: 'unsure',
    state: 'waiting',
    held: false,
    unanswered: 0,
    lastAnswer: null,
    nextAtMs: null,
    settledAtMs: null,
  };
}

function withoutHeard(row: Receipt): Receipt {
  const { answers: _, ...rest } = row;
  return rest;
}

/**
 * The status that parked `settings.pauseAfterSameRefusal` devices one after the other, nothing else being answered in
 * between; null when there is none. What a person has forgiven counts no more.
 */
export function sameRefusal(rows: readonly Receipt[], settings: Delivery): number | null {
  const answered = rows
    .filter((row) => row.lastAnswer !== null && ['parked', 'verified', 'notVerified', 'sent'].includes(row.state))
    .sort((one, other) => other.lastAnswer!.atMs - one.lastAnswer!.atMs);
  const status = answered[0]?.state === 'parked' ? answered[0].lastAnswer!.status : null;
  if (status === null) return null;
  const devices = new Set<string>();
  for (const row of answered) {
    const { status: own, code, isForgiven } = row.lastAnswer!;
    // Where the device shows the values, address and key are right.
    if (row.state !== 'parked' || own !== status || isForgiven === true || code === SHOWN || code === SHOWN_NEWER)
      break;
    devices.add(row.uniqueId);
  }
  return devices.size >= settings.pauseAfterSameRefusal ? status : null;
}
