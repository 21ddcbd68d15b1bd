/** Whose response was read from 81F2: matched by token against every unfinished run on this phone (product.md). */
import { isOfCommand } from '../commands/command.ts';
import { RESULT, readPacket } from '../packet.ts';
import { mayHaveWritten, type Run } from '../run.ts';
import type { Owner } from './machine.ts';

export interface ResponseFacts {
  readonly run: Run;
  /** Every unfinished run of this phone; `run` may be among them. */
  readonly unfinished: readonly Run[];
  /** Base64 of the responses that are stored here already. */
  readonly stored: ReadonlySet<string>;
  readonly bytes: Uint8Array;
  readonly base64: string;
  /** The package was written over this very connection, so this is the answer to it. */
  readonly wroteHere: boolean;
  /** A chooser was opened on the way back: the beacon at hand may be another one. */
  readonly newChooser: boolean;
  /** Read on the way back from `writing`, before it is known that the beacon has processed our package. */
  readonly before: boolean;
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

/** Judges any bytes; what cannot be read is a response all the same, its layout is advisory (field-facts 1). */
export function matchResponse(facts: ResponseFacts): ResponseMatch {
  const { run, bytes } = facts;
  const { packet, result } = readPacket(bytes);
  const token = packet?.token ?? null;
  const found = (owner: Owner, whose: Run, candidates: readonly string[]): ResponseMatch => ({ owner, run: whose, candidates, token, result });
  const ours = found('ours', run, [run.uniqueId]);

  if (bytes.length === 0 || (facts.stored.has(facts.base64) && !facts.wroteHere)) return found('nothing', run, []);
  if (facts.wroteHere) return ours;

  const others = facts.unfinished.filter((other) => other.id !== run.id && mayHaveWritten(other) && !isOfCommand(other));
  const fitting = token === null ? [] : others.filter((other) => other.packageToken === token);
  const fitsUs = token !== null && run.packageToken === token;
  // Packages fetched in the same second carry the same token: only the same beacon makes ours certain then.
  if (fitsUs && (fitting.length === 0 || !facts.newChooser)) return ours;
  if (fitsUs) return found('unsure', run, candidatesOf(run, fitting));
  if (fitting.length === 1) {
    const other = fitting[0]!;
    return found(other.uniqueId === run.uniqueId ? 'earlierRun' : 'otherDevice', other, [other.uniqueId]);
  }
  // A refusal is judged by nobody else: after our package was processed it can only be about that.
  if (isRefusal(result) && !facts.before) return ours;
  if (fitting.length > 1) return found('unsure', run, candidatesOf(fitting[0]!, [...fitting.slice(1), run]));
  return found('unsure', run, candidatesOf(run, others));
}

/** A plain response with a result other than 0: the beacon said no. */
export function isRefusal(result: number | null): result is number {
  return result !== null && result !== RESULT.ok;
}

/**
 * What a refusal means for its package. 7 and 9: the beacon has a newer token or finds it expired, and 1, 2, 5, 6 blame
 * the packet itself: it is dead, fetch another. 3 and 4 are what the wrong beacon says and 8 is the beacon's own trouble:
 * the package stays carried and may be tried again, at the right beacon.
 */
export function packageAfterRefusal(result: number): 'dead' | 'carried' {
  const tryAgain: readonly number[] = [RESULT.authorizationFailed, RESULT.verificationFailed, RESULT.internalError];
  return tryAgain.includes(result) ? 'carried' : 'dead';
}

/** Whether the beacon that refused is probably not the one the package was made for. */
export function blamesTheBeacon(result: number): boolean {
  return result === RESULT.authorizationFailed || result === RESULT.verificationFailed;
}

function candidatesOf(first: Run, others: readonly Run[]): string[] {
  return [...new Set([first.uniqueId, ...others.map((other) => other.uniqueId)])];
}
