/**
 * Decides which run a response from 81F2 belongs to: by the handle, else by its token against every run on this phone
 * (product.md "After a drop, a reload or a kill").
 */
import { OPERATION, readPacket, type Packet } from '../packet.ts';
import { errandOf } from '../errand.ts';
import { blamesTheBeacon, RESULT } from '../result-codes.ts';
import { isRefusal } from '../new-receipt.ts';
import { mayHaveWritten, type Run } from '../run.ts';
import type { Owner, PlainWord } from './run-state.ts';

export interface ResponseFacts {
  readonly run: Run;
  /**
   * Runs of this phone whose response may still be on a beacon, finished or not (earlier-runs.ts). May contain `run`.
   */
  readonly open: readonly Run[];
  /** Base64 of the responses that are already stored. */
  readonly stored: ReadonlySet<string>;
  readonly bytes: Uint8Array;
  readonly base64: string;
  /** The package was written over this connection, so the response answers this write. */
  readonly wroteHere: boolean;
  /** The connected beacon took every write of this run. */
  readonly sameHandle: boolean;
}

export interface ResponseMatch {
  readonly owner: Owner;
  /** The run it is stored for: this one, or another one that matches. */
  readonly run: Run;
  /** uniqueIds it may belong to, most likely first. */
  readonly candidates: readonly string[];
  readonly token: number | null;
  /** Result code of a plain response; null when it is encrypted or unreadable. */
  readonly result: number | null;
  /** It holds the values of a beacon, not the answer to a configuration. */
  readonly isReading: boolean;
}

/** Accepts any bytes. Unreadable ones count as a response too, because the layout is advisory (field-facts.md 1). */
export function matchResponse(facts: ResponseFacts): ResponseMatch {
  const { run, bytes, wroteHere, sameHandle } = facts;
  const { packet, result } = readPacket(bytes);
  const token = packet?.token ?? null;
  const match = (owner: Owner, owningRun: Run = run, candidates: readonly string[] = []): ResponseMatch => ({
    owner,
    run: owningRun,
    candidates,
    token,
    result,
    isReading: owner === 'unsure' ? isReadingOf(packet, owningRun) : errandOf(owningRun).name === 'reading',
  });
  const isStored = facts.stored.has(facts.base64);

  if (bytes.length === 0 || (isStored && !wroteHere)) return match('nothing');
  if (isRefusal(result)) {
    const answer = classifyRefusal(result, facts);
    return answer === 'ours' ? match('ours', run, [run.uniqueId]) : match(answer);
  }
  const isAnswered = (one: Run): boolean =>
    mayHaveWritten(one) &&
    errandOf(one).expectsResponse &&
    isReadingOf(packet, one) === (errandOf(one).name === 'reading');
  const others = facts.open.filter((other) => other.id !== run.id && isAnswered(other));
  // A response that was read before cannot answer a new write, unless all beacons answer the same. The backend decides.
  if (wroteHere && isStored) return match('unsure', run, candidatesOf([run, ...others]));
  // An encrypted response answers our write, whichever beacon this is. A plain one proves nothing after a new chooser.
  if (wroteHere && (sameHandle || result === null)) return match('ours', run, [run.uniqueId]);
  if (!wroteHere && sameHandle && isAnswered(run)) return match('ours', run, [run.uniqueId]);

  // A plain OK after a new chooser does not end a run either, whatever its token.
  const isPlain = result !== null;
  const ownRuns = isAnswered(run) ? [run] : [];
  const matching = [...ownRuns, ...others].filter((one) => matchesToken(token, one));
  const [only] = matching;
  if (only !== undefined && matching.length === 1 && !isPlain) {
    if (only.id === run.id) return match('ours', run, [run.uniqueId]);
    return match(only.uniqueId === run.uniqueId ? 'earlierRun' : 'otherDevice', only, [only.uniqueId]);
  }
  // Prefer matching runs. A run that has written nothing finds what an earlier run of its device left.
  const earlier = others.filter((other) => other.uniqueId === run.uniqueId).toReversed();
  const owningRun = ownRuns[0] ?? earlier[0] ?? matching[0] ?? others.at(-1) ?? run;
  return match('unsure', owningRun, candidatesOf([...matching, ...ownRuns, ...earlier, owningRun, ...others, run]));
}

/** True for the response to a reading: by its operation, which is advisory, else by the run. */
function isReadingOf(packet: Packet | null, run: Run): boolean {
  if (packet?.operation === OPERATION.readAll) return true;
  return packet?.operation === OPERATION.write ? false : errandOf(run).name === 'reading';
}

/** True when the token is that of the run's package or the next one. A response's token may also be unrelated. */
export function matchesToken(token: number | null, run: Run): boolean {
  return token !== null && run.packageToken !== null && (token === run.packageToken || token === run.packageToken + 1);
}

/** Classifies a plain refusal. It ends a run only when the handle has not changed since the first write. */
function classifyRefusal(result: number, { run, wroteHere, sameHandle }: ResponseFacts): 'ours' | PlainWord {
  if (!errandOf(run).expectsResponse || (!wroteHere && !sameHandle)) return 'nobody';
  const hadThat = result === RESULT.tokenExpired || result === RESULT.packetExpired;
  if (sameHandle) return hadThat && run.writes > 1 ? 'hadThat' : 'ours';
  if (hadThat) return 'hadThat';
  return blamesTheBeacon(result) ? 'notForMe' : 'otherNo';
}

function candidatesOf(runs: readonly Run[]): string[] {
  return [...new Set(runs.map(({ uniqueId }) => uniqueId))];
}
