/** What each effect of a run does to storage and radio; every effect answers with one event and never rejects. */
import { decodeBase64, encodeBase64 } from '../../domain/base64.ts';
import { isOfCommand } from '../../domain/commands/of-command.ts';
import { compareTokenBytes } from '../../domain/packet.ts';
import {
  endWith,
  noteIn,
  processedAt,
  reservedRow,
  stepTo,
  stopWith,
  withoutLastWrite,
} from '../../domain/provisioning/journal.ts';
import {
  transition,
  type After,
  type Effect,
  type End,
  type Event,
  type Place,
  type State,
} from '../../domain/provisioning/machine.ts';
import { pollGapMs, saysEnded } from '../../domain/provisioning/poll-schedule.ts';
import { runFailureAt } from '../../domain/provisioning/radio-failure.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { Run, RunFailure, RunFailureCode } from '../../domain/run.ts';
import { radioFailureCode } from './bluetooth-port.ts';
import { createLooks, readResponse, type ReadResponse, type ResponseRows } from './provision-response.ts';
import type { ProvisionPorts, ProvisionTask } from './provision-task.ts';

/** An idle Control Point may stay silent for ever: on the way back it is asked no longer than this. */
const IDLE_POLL_MS = 3000;
/** 81F2 is asked three times over two seconds before it counts as empty. */
const PAUSE_MS = 1000;

export interface Effects {
  perform(effect: Effect, state: State): Promise<Event>;
  /** The run as it was last given to the disk. */
  readonly run: Run;
  /** Why the last effect failed. */
  readonly failure: RunFailure | null;
  /** The response that was read and is being saved. */
  readonly held: Receipt | null;
  /** Keeps what came after its limit; null before anything did. */
  readonly keptLate: Promise<void> | null;
}

export function createEffects(ports: ProvisionPorts, task: ProvisionTask): Effects {
  const { runs, receipts, mirror, clock, newId } = ports;
  const { account, handle, signal, skew } = task;
  const { profile, timing } = account.settings;
  let run = task.run;
  let begun = task.reservation === null;
  let failure: RunFailure | null = null;
  let ended: { readonly atMs: number; readonly monotonicMs: number } | null = null;
  /** The run as it was before its last write, in case that one does not count. */
  let beforeWrite: Run | null = null;
  const looks = createLooks(ports, clock);
  let response: ReadResponse | null = null;
  let rows: ResponseRows | null = null;
  /** The second copy that the commit has asked for along with itself; its own effect waits for it. */
  let copying: Promise<void> | null = null;
  /** The commit that was asked for in the turn of the read; its own effect waits for it. */
  let committing: Promise<void> | null = null;
  let commits = 0;
  /** The note that the beacon has taken the package and that its response is read next: stored before that read, or the run stops short. */
  let announced: Promise<void> | null = null;
  /** A response that came after its limit has been committed: how the run stopped short is not worth noting any more. */
  let keptLate: Promise<void> | null = null;

  const fail = (code: RunFailureCode, cause: unknown): Event => {
    failure = { code, detail: detailOf(cause), atMs: clock.nowMs() };
    return { type: 'failed', code };
  };

  async function onDisk(work: () => Promise<unknown>): Promise<Event> {
    try {
      await work();
      return { type: 'done' };
    } catch (cause) {
      return fail(isFull(cause) ? 'storageFull' : 'storageFailed', cause);
    }
  }

  async function onAir(place: Place, work: () => Promise<Event>): Promise<Event> {
    try {
      return await work();
    } catch (cause) {
      const code = signal.aborted ? 'aborted' : radioFailureCode(cause);
      const known = { untouched: run.step === 'intent', isKnownBeacon: task.sameHandle };
      return fail(runFailureAt(place, code, known), cause);
    }
  }

  async function put(next: Run, durability?: 'relaxed'): Promise<void> {
    await runs.put(next, durability);
    run = next;
  }

  async function reserve(): Promise<void> {
    if (!begun && task.reservation !== null) {
      await task.reservation.row;
      begun = true;
      return task.reservation.room;
    }
    // A command has no response to keep a place for; but its journal must be on disk.
    if (isOfCommand(run)) return put(run);
    const stored = await receipts.get(run.receiptId);
    // The second copy's place may be missing: an earlier try can have failed between the two.
    if (stored?.state === 'reserved') return mirror.reserve(run.receiptId);
    // A row that holds a response already is another receipt's now.
    const next = { ...run, receiptId: newId() };
    const row = { id: next.receiptId, accountId: account.id, run: next, nowMs: clock.nowMs() };
    await Promise.all([
      runs.begin(next, reservedRow({ ...row, values: task.package?.values ?? {} })).then(() => (run = next)),
      mirror.reserve(next.receiptId),
    ]);
  }

  async function journal(step: 'look' | 'writing' | 'written' | 'reading'): Promise<void> {
    const nowMs = clock.nowMs();
    if (step === 'look')
      return put(
        task.sameHandle
          ? noteIn(run, nowMs, 'sameConnection', { handle: 'same' })
          : noteIn(run, nowMs, 'pickedAgain', { handle: 'chooser' }),
      );
    const next = stepTo(run, step, nowMs);
    if (step === 'writing') {
      beforeWrite = run;
      ended = null;
      // What is written anew is processed anew.
      return put({ ...next, processedAtSeconds: null });
    }
    if (step === 'reading') {
      // Outliving a kill. A flush is not waited for: what a power cut took would leave `writing`, and the same way back.
      const journalled = putAtOnce(next);
      looks.ask();
      await announced;
      // Asked for before the read in any case; waited for where the beacon is given that time anyway.
      if (timing.beforeResponseMs > 0) await journalled;
      return;
    }
    const { skewMs, trust } = await skew;
    // `reading` follows in its turn, and its row says this step too.
    run = processedAt(next, ended?.atMs ?? nowMs, skewMs, trust);
  }

  /** Rows are stored in the order in which they are asked for. */
  function putAtOnce(next: Run): Promise<void> {
    run = next;
    const stored = runs.put(next, 'relaxed');
    stored.catch(() => undefined);
    return stored;
  }

  async function poll(afterWrite: boolean): Promise<Event> {
    if (afterWrite && timing.afterWriteMs > 0) await clock.sleep(timing.afterWriteMs);
    const sinceMs = clock.monotonicMs();
    const limitMs = afterWrite ? timing.pollTotalMs : Math.min(IDLE_POLL_MS, timing.pollTotalMs);
    for (let read = 1; ; read += 1) {
      const reading = handle.readControlPoint(afterWrite ? undefined : signal);
      if (read === 1) whileAtWork(afterWrite);
      const bytes = await reading;
      if (saysEnded(bytes, profile.controlPointEnded)) {
        ended = { atMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
        return { type: 'done' };
      }
      const gapMs = pollGapMs(read, timing);
      if (clock.monotonicMs() + gapMs - sinceMs > limitMs) {
        fail('neverEnded', `the Control Point did not say ended within ${limitMs} ms`);
        return { type: 'neverEnded' };
      }
      if (gapMs > 0) await clock.sleep(gapMs, afterWrite ? undefined : signal);
    }
  }

  /** What a response is stored with, and the word that it is read next: nothing has to wait for either later on. */
  function whileAtWork(afterWrite: boolean): void {
    looks.ask();
    if (afterWrite) announced = putAtOnce(noteIn(run, clock.nowMs(), 'taken'));
  }

  async function readToken(): Promise<Event> {
    const bytes = await handle.readToken(signal);
    if (bytes === null || run.packageToken === null) return { type: 'token', verdict: 'absent' };
    const verdict = compareTokenBytes(bytes, run.packageToken);
    return { type: 'token', verdict: verdict === 'unreadable' ? 'absent' : verdict };
  }

  async function settle(stop: AbortSignal | undefined): Promise<void> {
    const leftMs = ended === null ? 0 : ended.monotonicMs + timing.beforeResponseMs - clock.monotonicMs();
    if (leftMs > 0) await clock.sleep(leftMs, stop);
  }

  async function takeResponse(place: Place, state: State): Promise<Event> {
    const { wroteHere, sameHandle } = state.course;
    const [around, reading] = await Promise.all([looks.take(), skew]);
    const asRead = run;
    const judge = (bytes: Uint8Array): ReadResponse =>
      readResponse(
        {
          bytes,
          run: asRead,
          package: task.package,
          accountId: account.id,
          wroteHere,
          sameHandle,
          endedAtMs: ended?.atMs ?? null,
          nowMs: clock.nowMs(),
          skew: reading,
          newId,
        },
        around,
      );
    return onAir(place, async () => {
      const bytes = await handle.readResponse((late) => void (keptLate = keepLate(judge(late), state)));
      response = judge(bytes);
      const { owner, result } = response.match;
      const event: Event = { type: 'response', owner };
      const next = transition(state, event).state;
      // In the turn of the read, before anybody is told of it.
      if (next.at === 'saving') committing = commitNow(next.after);
      else if (owner === 'nothing')
        fail('unknown', bytes.length === 0 ? 'the response is empty' : 'the response is stored already');
      else {
        run = noteIn(run, clock.nowMs(), 'plainAnswer', { answer: { result, base64: encodeBase64(bytes) } });
        fail('unknown', `plain result ${result ?? 'none'}`);
      }
      return event;
    });
  }

  /** Stored and copied as any other, in the turn in which it came; whether the run has ended meanwhile does not matter. */
  async function keepLate(late: ReadResponse, state: State): Promise<void> {
    const next = transition(state, { type: 'response', owner: late.match.owner }).state;
    if (next.at !== 'saving') return;
    const { run: asRead, receipt: read, packageState, package: carried } = late.rows(next.after);
    // Where the run goes on already its rows are another's to write: the receipt gets one of its own, and ends the run (settle.ts).
    const isFree = !task.superseded();
    const receipt = isFree ? read : { ...read, id: newId() };
    const committed = isFree
      ? runs.commitResponse(asRead, receipt, packageState, { package: carried, again: false })
      : receipts.put(receipt);
    const copied = mirror.write({ ...receipt, mirrored: true });
    const [row, copy] = await Promise.allSettled([committed, copied]);
    if (isFree && asRead.id === run.id && row.status === 'fulfilled') run = asRead;
    if (row.status === 'rejected') await receipts.put(receipt).catch(() => undefined);
    if (copy.status === 'fulfilled')
      await receipts.update(receipt.id, (stored) => ({ ...stored, mirrored: true }), 'relaxed').catch(() => undefined);
    task.onLate(receipt);
  }

  function commitNow(after: After): Promise<void> {
    if (response === null) throw new Error('there is no response to commit');
    rows = response.rows(after);
    commits += 1;
    const committed = runs.commitResponse(rows.run, rows.receipt, rows.packageState, {
      package: rows.package,
      again: commits > 1,
    });
    // Asked for after the commit, not waited for before it: the sooner there are two, the better.
    copying = copy();
    copying.catch(() => undefined);
    committed.catch(() => undefined);
    return committed;
  }

  async function commit(after: After): Promise<void> {
    const begun = committing;
    // A failed one is tried again.
    committing = null;
    await (begun ?? commitNow(after));
    if (rows !== null && rows.run.id === run.id) run = rows.run;
  }

  const copy = (): Promise<void> => mirror.write({ ...receiptInHand(), mirrored: true });

  async function secondCopy(): Promise<void> {
    const begun = copying;
    // A failed one is tried again.
    copying = null;
    await (begun ?? copy());
  }

  const receiptInHand = (): Receipt => {
    if (rows === null) throw new Error('there is no response in hand');
    return rows.receipt;
  };

  async function close(end: End): Promise<void> {
    const nowMs = clock.nowMs();
    // Nothing is stored of a run that could not be begun.
    if (!begun || keptLate !== null) return;
    if (end.kind === 'failure') {
      const uncounted =
        end.unwritten === true && end.code === 'otherBeacon' && beforeWrite !== null
          ? withoutLastWrite(run, beforeWrite, nowMs)
          : null;
      if (uncounted !== null) run = uncounted;
      await put(
        stopWith(
          run,
          failure?.code === end.code ? failure : { code: end.code, detail: failure?.detail ?? '', atMs: nowMs },
          end.unwritten === true && uncounted === null,
        ),
      );
      return;
    }
    if (end.kind !== 'outcome') return;
    const over = endWith(run, { kind: end.outcome === 'needless' ? 'abandoned' : end.outcome }, nowMs);
    await runs.end(over, PACKAGE_AFTER[end.outcome]);
    run = over;
  }

  function perform(effect: Effect, state: State): Promise<Event> {
    const place = state.at as Place;
    switch (effect.do) {
      case 'reserve':
        return onDisk(reserve);
      case 'connect':
        return onAir(place, async () =>
          done(await handle.connect({ signal, onAttempt: task.onAttempt, onWait: task.onWait })),
        );
      case 'discover':
        return onAir(place, async () => done(await handle.discover(signal)));
      case 'journal':
        return onDisk(() => journal(effect.step));
      case 'write':
        // Not to be cancelled any more: what was begun has only its own limit.
        return onAir(place, async () => done(await handle.write(decodeBase64(run.packageBase64) ?? new Uint8Array())));
      case 'poll':
        return onAir(place, () => poll(effect.afterWrite));
      case 'readToken':
        return onAir(place, readToken);
      case 'settle':
        return onAir(place, async () => done(await settle(state.course.wroteHere ? undefined : signal)));
      case 'pause':
        return onAir(place, async () => done(await clock.sleep(PAUSE_MS, state.course.wroteHere ? undefined : signal)));
      case 'readResponse':
        return whenDiskReads(() => takeResponse(place, state));
      case 'commit':
        return onDisk(() => commit(effect.after));
      case 'copy':
        return onDisk(secondCopy);
      case 'mark':
        // Both copies are on the disk. Where nothing is to be written any more the link is let go at once.
        if (state.at === 'marking' && (state.after === 'finish' || state.after === 'unsure')) handle.disconnect();
        return onDisk(() =>
          receipts.update(receiptInHand().id, (stored) => ({ ...stored, mirrored: true }), 'relaxed'),
        );
      case 'close':
        return onDisk(() => close(effect.end));
      case 'release':
        handle.disconnect();
        return Promise.resolve({ type: 'done' });
    }
  }

  /** What must be known first could not be read: the response stays in the beacon. */
  async function whenDiskReads(work: () => Promise<Event>): Promise<Event> {
    return work().catch((cause: unknown) => fail('storageFailed', cause));
  }

  return {
    perform,
    get run() {
      return run;
    },
    get failure() {
      return failure;
    },
    get keptLate() {
      return keptLate;
    },
    get held() {
      return rows?.receipt ?? null;
    },
  };
}

const PACKAGE_AFTER = { noAnswer: 'dead', commandSent: 'used', abandoned: null, needless: null } as const;

function done(_nothing: void): Event {
  return { type: 'done' };
}

/** By shape: storage is another room. */
function isFull(cause: unknown): boolean {
  if (typeof cause !== 'object' || cause === null) return false;
  const { code, name } = cause as { code?: unknown; name?: unknown };
  return code === 'full' || name === 'QuotaExceededError';
}

function detailOf(cause: unknown): string {
  if (typeof cause === 'string') return cause;
  return cause instanceof Error ? `${cause.name}: ${cause.message}`.slice(0, 300) : String(cause).slice(0, 300);
}
