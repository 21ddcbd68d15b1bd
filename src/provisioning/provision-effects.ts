/** What each effect of a run does to storage and radio; every effect answers with one event and never rejects. */
import type { Account } from '../domain/account.ts';
import { decodeBase64 } from '../domain/base64.ts';
import type { CarriedPackage } from '../domain/carried-package.ts';
import { isOfCommand } from '../domain/commands/command.ts';
import { compareTokenBytes } from '../domain/packet.ts';
import { endWith, processedAt, reservedRow, stepTo, stopWith } from '../domain/provisioning/journal.ts';
import type { After, Effect, End, Event, Place, State } from '../domain/provisioning/machine.ts';
import { pollGapMs, saysEnded } from '../domain/provisioning/poll-schedule.ts';
import { runFailureAt } from '../domain/provisioning/radio-failure.ts';
import type { Receipt } from '../domain/receipt.ts';
import type { Run, RunFailure, RunFailureCode } from '../domain/run.ts';
import { radioFailureCode, type RadioHandle } from './bluetooth-port.ts';
import type { Clock, NewId, PackageStore, ReceiptMirror, ReceiptStore, RunStore, SkewReading } from './ports.ts';
import { NO_SURROUNDINGS, lookAround, readResponse, type ReadResponse, type ResponseRows } from './provision-response.ts';

/** What a run writes to and reads from besides the radio. */
export interface ProvisionPorts {
  readonly packages: PackageStore;
  readonly runs: RunStore;
  readonly receipts: ReceiptStore;
  readonly mirror: ReceiptMirror;
  readonly clock: Clock;
  readonly newId: NewId;
}

export interface ProvisionTask {
  readonly account: Account;
  readonly run: Run;
  /** False for a run whose row is not stored yet. */
  readonly begun: boolean;
  readonly package: CarriedPackage | null;
  readonly handle: RadioHandle;
  readonly newChooser: boolean;
  /** Read while the chooser is open: it is needed at once when the Control Point reports the end. Never rejects. */
  readonly skew: Promise<SkewReading>;
  readonly signal: AbortSignal;
  readonly onAttempt: (attempt: number) => void;
}

export interface Effects {
  perform(effect: Effect, state: State): Promise<Event>;
  /** The run as last stored. */
  readonly run: Run;
  /** Why the last effect failed. */
  readonly failure: RunFailure | null;
  /** The response that was read and is being saved. */
  readonly held: Receipt | null;
}

export function createEffects(ports: ProvisionPorts, task: ProvisionTask): Effects {
  const { packages, runs, receipts, mirror, clock, newId } = ports;
  const { account, handle, signal, skew } = task;
  const { profile, timing } = account.settings;
  let run = task.run;
  let begun = task.begun;
  let failure: RunFailure | null = null;
  let endedAtMs: number | null = null;
  let response: ReadResponse | null = null;
  let rows: ResponseRows | null = null;
  /** The second copy that the commit has asked for along with itself; its own effect waits for it. */
  let copying: Promise<void> | null = null;

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
      const untouched = run.step === 'intent';
      return fail(runFailureAt(place, code, untouched), cause);
    }
  }

  async function put(next: Run): Promise<void> {
    await runs.put(next);
    run = next;
  }

  const row = (id: string, whose: Run, values: CarriedPackage['values']) => ({ id, accountId: account.id, run: whose, values, nowMs: clock.nowMs() });
  const ownValues = (): CarriedPackage['values'] => task.package?.values ?? {};

  async function reserve(): Promise<void> {
    // A command has no response to keep a place for; its journal must be on disk all the same.
    if (isOfCommand(run)) {
      await put(run);
      begun = true;
      return;
    }
    if (begun) {
      const stored = await receipts.get(run.receiptId);
      // The second copy's place may be missing: an earlier try can have failed between the two.
      if (stored?.state === 'reserved') return mirror.reserve(run.receiptId);
    }
    // A row that holds a response already is another receipt's now.
    const next = begun ? { ...run, receiptId: newId() } : run;
    await Promise.all([
      runs.begin(next, reservedRow(row(next.receiptId, next, ownValues())), begun ? 'again' : 'new').then(() => {
        begun = true;
        run = next;
      }),
      mirror.reserve(next.receiptId),
    ]);
  }

  async function journal(step: 'writing' | 'written' | 'reading'): Promise<void> {
    const nowMs = clock.nowMs();
    const next = stepTo(run, step, nowMs);
    if (step !== 'written') return put(next);
    const { skewMs, trust } = await skew;
    run = processedAt(next, endedAtMs ?? nowMs, skewMs, trust);
    // `reading` follows strictly and in its turn, and its row says this step too: worth a row of its own only where there is time between the two.
    if (timing.beforeResponseMs > 0) void runs.put(run, 'relaxed').catch(() => undefined);
    return undefined;
  }

  async function poll(afterWrite: boolean): Promise<Event> {
    if (afterWrite && timing.afterWriteMs > 0) await clock.sleep(timing.afterWriteMs);
    const sinceMs = clock.nowMs();
    for (let read = 1; ; read += 1) {
      const bytes = await handle.readControlPoint(afterWrite ? undefined : signal);
      if (saysEnded(bytes, profile.controlPointEnded)) {
        endedAtMs = clock.nowMs();
        return { type: 'done' };
      }
      const gapMs = pollGapMs(read, timing);
      if (clock.nowMs() + gapMs - sinceMs > timing.pollTotalMs) {
        fail('neverEnded', `the Control Point did not say ended within ${timing.pollTotalMs} ms`);
        return { type: 'neverEnded' };
      }
      if (gapMs > 0) await clock.sleep(gapMs, afterWrite ? undefined : signal);
    }
  }

  async function readToken(): Promise<Event> {
    const bytes = await handle.readToken(signal);
    if (bytes === null || run.packageToken === null) return { type: 'token', verdict: 'absent' };
    const verdict = compareTokenBytes(bytes, run.packageToken);
    return { type: 'token', verdict: verdict === 'unreadable' ? 'absent' : verdict };
  }

  async function settle(): Promise<void> {
    // Nothing is to be waited for when the processing ended in an earlier session.
    const leftMs = endedAtMs === null ? 0 : endedAtMs + timing.beforeResponseMs - clock.nowMs();
    if (leftMs > 0) await clock.sleep(leftMs);
  }

  async function takeResponse(place: Place, wroteHere: boolean): Promise<Event> {
    const [around, reading] = await Promise.all([wroteHere ? NO_SURROUNDINGS : lookAround(runs, receipts, packages), skew]);
    return onAir(place, async () => {
      const bytes = await handle.readResponse();
      response = readResponse({
        bytes, run, package: task.package, accountId: account.id, wroteHere, newChooser: task.newChooser, before: place === 'readingBefore',
        endedAtMs, nowMs: clock.nowMs(), skew: reading, newId,
      }, around);
      const { owner } = response.match;
      if (owner === 'nothing') fail('unknown', bytes.length === 0 ? 'the response is empty' : 'the response is stored already');
      return { type: 'response', owner };
    });
  }

  async function commit(after: After): Promise<void> {
    if (response === null) throw new Error('there is no response to commit');
    rows = response.rows(after);
    const committed = runs.commitResponse(rows.run, rows.receipt, rows.packageState);
    // Asked for after the commit, not waited for before it: the sooner there are two, the better.
    copying = copy();
    copying.catch(() => undefined);
    await committed;
    if (rows.run.id === run.id) run = rows.run;
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
    if (!begun) return;
    if (end.kind === 'failure') {
      await put(stopWith(run, failure?.code === end.code ? failure : { code: end.code, detail: failure?.detail ?? '', atMs: nowMs }, end.unwritten === true));
      return;
    }
    if (end.kind !== 'outcome') return;
    const ended = endWith(run, { kind: end.outcome }, nowMs);
    await runs.end(ended, PACKAGE_AFTER[end.outcome]);
    run = ended;
  }

  function perform(effect: Effect, state: State): Promise<Event> {
    const place = state.at as Place;
    const { wroteHere } = state.course;
    switch (effect.do) {
      case 'reserve':
        return onDisk(reserve);
      case 'connect':
        return onAir(place, async () => done(await handle.connect({ signal, onAttempt: task.onAttempt })));
      case 'discover':
        return onAir(place, async () => done(await handle.discover(signal)));
      case 'journal':
        return onDisk(() => journal(effect.step));
      case 'write':
        // Not to be cancelled any more: what was begun has only its own limit.
        return onAir(place, async () => done(await handle.write(packageBytes(run))));
      case 'poll':
        return onAir(place, () => poll(effect.afterWrite));
      case 'readToken':
        return onAir(place, readToken);
      case 'settle':
        return onAir(place, async () => done(await settle()));
      case 'readResponse':
        return whenDiskReads(() => takeResponse(place, wroteHere));
      case 'commit':
        return onDisk(() => commit(effect.after));
      case 'copy':
        return onDisk(secondCopy);
      case 'mark':
        // Both copies are on the disk. Where nothing is to be written any more the link is let go at once.
        if (state.at === 'marking' && (state.after === 'finish' || state.after === 'unsure')) handle.disconnect();
        return onDisk(() => receipts.update(receiptInHand().id, (stored) => ({ ...stored, mirrored: true }), 'relaxed'));
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
    get held() {
      return rows?.receipt ?? null;
    },
  };
}

const PACKAGE_AFTER = { packageDead: 'dead', receiptLost: 'used', noAnswer: 'dead', commandSent: 'used', abandoned: null } as const;

function done(_nothing: void): Event {
  return { type: 'done' };
}

function packageBytes(run: Run): Uint8Array {
  return decodeBase64(run.packageBase64) ?? new Uint8Array();
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
