/** Whose response was read from 81F2: by the handle, else by token against every run on this phone (product.md "After a drop, a reload or a kill"). */
import { isOfCommand } from '../commands/of-command.ts';
import { readPacket } from '../packet.ts';
import { RESULT } from '../result-codes.ts';
import { isRefusal } from '../new-receipt.ts';
import { mayHaveWritten, type Run } from '../run.ts';
import type { Owner, PlainWord } from './machine.ts';

export interface ResponseFacts {
  readonly run: Run;
  /** Runs of this phone that may still have a response somewhere, unfinished ones and others (earlier-runs.ts); `run` may be among them. */
  readonly open: readonly Run[];
  /** Base64 of the responses that are stored here already. */
  readonly stored: ReadonlySet<string>;
  readonly bytes: Uint8Array;
  readonly base64: string;
  /** The package was written over this very connection, so this is the answer to it. */
  readonly wroteHere: boolean;
  /** The beacon at hand is the one that took every write of this run. */
  readonly sameHandle: boolean;
}

export interface ResponseMatch {
  readonly owner: Owner;
  /** The run it is stored for: ours, or the other one that fits. */
  readonly run: Run;
  /** uniqueIds it may belong to, the likeliest first. */
  readonly candidates: readonly string[];
  readonly token: number | null;
  /** Result code of a plain response, null where it is encrypted or unreadable. */
  readonly result: number | null;
}

/** Judges any bytes; what cannot be read still counts as a response, since the layout is advisory (field-facts.md 1). */
export function matchResponse(facts: ResponseFacts): ResponseMatch {
  const { run, bytes, wroteHere, sameHandle } = facts;
  const { packet, result } = readPacket(bytes);
  const token = packet?.token ?? null;
  const found = (owner: Owner, whose: Run = run, candidates: readonly string[] = []): ResponseMatch => ({
    owner,
    run: whose,
    candidates,
    token,
    result,
  });
  const isStored = facts.stored.has(facts.base64);

  if (bytes.length === 0 || (isStored && !wroteHere)) return found('nothing');
  if (isRefusal(result)) {
    const word = wordOf(result, facts);
    return word === 'ours' ? found('ours', run, [run.uniqueId]) : found(word);
  }
  const others = facts.open.filter((other) => other.id !== run.id && mayHaveWritten(other) && !isOfCommand(other));
  // A response that was read before cannot answer a new write, unless all beacons say the same: the backend judges.
  if (wroteHere && isStored) return found('unsure', run, candidatesOf([run, ...others]));
  // Encrypted, it answers our write, whichever beacon this is; in plain, a beacon picked anew proves nothing.
  if (wroteHere && (sameHandle || result === null)) return found('ours', run, [run.uniqueId]);
  if (!wroteHere && sameHandle && !isOfCommand(run)) return found('ours', run, [run.uniqueId]);

  // A plain OK of a beacon picked anew ends nothing either, whatever its token.
  const isPlain = result !== null;
  const mine = mayHaveWritten(run) && !isOfCommand(run) ? [run] : [];
  const fitting = [...mine, ...others].filter((one) => fits(token, one));
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1 && !isPlain) {
    if (only.id === run.id) return found('ours', run, [run.uniqueId]);
    return found(only.uniqueId === run.uniqueId ? 'earlierRun' : 'otherDevice', only, [only.uniqueId]);
  }
  // Those that fit come first. A run that has written nothing itself meets what an earlier one of its device has left.
  const earlier = others.filter((other) => other.uniqueId === run.uniqueId).toReversed();
  const whose = mine[0] ?? earlier[0] ?? fitting[0] ?? others.at(-1) ?? run;
  return found('unsure', whose, candidatesOf([...fitting, ...mine, ...earlier, whose, ...others, run]));
}

/** The token of a response may be that of its package, or the next one; it may as well have nothing to do with it. */
export function fits(token: number | null, run: Run): boolean {
  return token !== null && run.packageToken !== null && (token === run.packageToken || token === run.packageToken + 1);
}

/** What a plain no means. Only on the handle of the first write is it an answer that a run may end with. */
function wordOf(result: number, { run, wroteHere, sameHandle }: ResponseFacts): 'ours' | PlainWord {
  if (isOfCommand(run) || (!wroteHere && !sameHandle)) return 'nobody';
  const hadThat = result === RESULT.tokenExpired || result === RESULT.packetExpired;
  if (sameHandle) return hadThat && run.writes > 1 ? 'hadThat' : 'ours';
  if (hadThat) return 'hadThat';
  return blamesTheBeacon(result) ? 'notForMe' : 'otherNo';
}

/** Whether the beacon that refused is probably not the one the package was made for. */
export function blamesTheBeacon(result: number): boolean {
  return result === RESULT.authorizationFailed || result === RESULT.verificationFailed;
}

function candidatesOf(runs: readonly Run[]): string[] {
  return [...new Set(runs.map(({ uniqueId }) => uniqueId))];
}
