/**
 * Leads a person through one beacon at a time, including runs that were begun earlier (product.md "After a drop, a
 * reload or a kill").
 */
import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { Account } from '../../domain/account.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import { onDemand } from '../../domain/on-demand.ts';
import { dateAfter, newestRows } from '../../domain/row-dates.ts';
import { ALL_DEVICES, chooserFilter } from '../../domain/provisioning/chooser-filter.ts';
import { latestOfPackage, mayLeaveResponse, precautionFor } from '../../domain/provisioning/earlier-runs.ts';
import { endWith, isRefusedWrite, newRun, reopened } from '../../domain/provisioning/journal.ts';
import { writeReceiptFile } from '../../domain/receipt-file.ts';
import { isUnfinished, type Run, type RunFailure, type RunFailureCode, type RunOutcome } from '../../domain/run.ts';
import { radioFailureCode, type BluetoothPort, type RadioHandle } from './bluetooth-port.ts';
import { createHandleMemory } from './handle-memory.ts';
import type { OtherAccounts, SkewStore, WakeLock, ProvisionPorts, ProvisionTask } from './ports.ts';
import type { Locks } from '../surroundings.ts';
import { pick } from './picked-beacon.ts';
import type { Provision } from './provision.ts';
import { reserve } from './reservation.ts';
import { skewSince } from './skew-since.ts';
import { refusalOf } from './run-refusal.ts';
import { enterEnd, firstProgress, withRadio } from './run-progress.ts';
import { createRunEnds } from './run-ends.ts';
import type { RunViews } from './run-views.ts';
import { RADIO_LOCK, runLock } from '../../names.ts';

export const RUN_PHASES = [
  'choosing',
  'connecting',
  'discovering',
  'checking',
  'writing',
  'processing',
  'settling',
  'reading',
  'saving',
  'copying',
  'releasing',
  'ended',
] as const;

export type RunPhase = (typeof RUN_PHASES)[number];

export interface RunProgress {
  readonly runId: string;
  readonly uniqueId: string;
  /** Name of the command in the package. Absent or null for a configuration. */
  readonly command?: string | null;
  readonly phase: RunPhase;
  /** Completed phases, oldest first, with the time spent in each, ms. */
  readonly past: readonly { readonly phase: RunPhase; readonly tookMs: number }[];
  readonly phaseSinceMs: number;
  /** Number of the connect attempt, from 1. */
  readonly attempt: number;
  readonly attempts: number;
  /** True while the first connect attempt waits for an earlier link to the beacon, which may still be closing. */
  readonly waitsForOldLink?: boolean;
  /** The chooser is open, and the browser says that Bluetooth is off. */
  readonly radioOff?: boolean;
  /** True until the write begins. After that a cancel would leave the beacon's state unknown. */
  readonly cancelSafe: boolean;
  /**
   * The missing copies of a receipt that is held in memory. The person has to stay on this screen. Null: none is
   * missing.
   */
  readonly copyMissing: 'both' | 'second' | null;
  readonly outcome: RunOutcome | null;
  readonly failure: RunFailure | null;
}

export interface PickOptions {
  /** Opens the chooser even if this window has picked the beacon before. */
  readonly chooseAgain?: boolean;
  /** Opens the chooser with every device, whatever its name. */
  readonly showAll?: boolean;
}

/** What the screens may call. */
export type Runs = Omit<RunsService, 'refresh' | 'lateOver' | 'close'>;

export interface RunsPorts extends ProvisionPorts {
  readonly bluetooth: BluetoothPort;
  readonly locks: Locks;
  readonly wakeLock: WakeLock;
  readonly skew: SkewStore;
  readonly account: () => Account | null;
  readonly otherAccounts: OtherAccounts;
  /** Called when a receipt is stored, so that the outbox sends it. */
  readonly onReceipt: (receiptId: string) => void;
}

type RunEnds = ReturnType<typeof createRunEnds>;

interface Active {
  /** Changes if the package already has a run, which was begun in another window. */
  runId: string;
  readonly controller: AbortController;
  provision: Provision | null;
}

/** The request of a click: a package to write, or a run to continue. */
interface RunRequest extends PickOptions {
  readonly package: CarriedPackage | null;
  readonly packageId: string;
  readonly run: Run | null;
  readonly uniqueId: string;
  readonly without?: readonly string[] | undefined;
}

/** Loaded once the device list is shown, which has no room for it. */
export const fetchProvision = onDemand(() => import('./provision.ts'));

export class RunsService {
  readonly list: RunViews['list'];
  /** IDs of runs that another window is carrying out. */
  readonly elsewhere: RunViews['elsewhere'];
  /**
   * 'available', 'absent' (no Web Bluetooth here), 'off' (adapter off or not allowed), or 'unknown' (not read yet, or
   * the browser does not tell).
   */
  readonly radio: RunViews['radio'];
  readonly nextStep: RunViews['nextStep'];
  /** True if an ended run can be continued with `reopenRun`, or with `resume` and the chooser. */
  readonly mayReopen: RunViews['mayReopen'];
  /** Reads everything again: the lists, the radio, the runs of other windows. Resolves when all is read. */
  readonly refresh: RunViews['refresh'];
  readonly abandon: RunEnds['abandon'];
  readonly closeRun: RunEnds['closeRun'];
  readonly reopenRun: RunEnds['reopenRun'];
  readonly #current = signal<RunProgress | null>(null);
  /** The run in this window, until `dismiss` is called. */
  readonly current: ReadonlySignal<RunProgress | null> = this.#current;
  readonly #ports: RunsPorts;
  readonly #views: RunViews;
  readonly #ends: RunEnds;
  readonly #handles = createHandleMemory();
  readonly #stopRadio: () => void;
  /**
   * uniqueIds of beacons that were missing from the chooser's list: the person closed the chooser, or requested all
   * devices.
   */
  readonly #unlisted = new Set<string>();
  /** The latest session of each run in this window, while it runs or its response may still arrive. */
  readonly #sessions = new Map<string, Active>();
  /** Stopped runs whose response may still arrive. This window keeps their lock. */
  readonly #late = new Map<string, RadioHandle>();
  #active: Active | null = null;

  /** `views`: the cached rows. Their creator opens them; `close` closes them. */
  constructor(ports: RunsPorts, views: RunViews) {
    this.#ports = ports;
    this.#views = views;
    this.#ends = createRunEnds(ports, {
      isCarriedOut: (runId) => this.#active?.runId === runId,
      giveUpLateRead: (runId) => this.#late.get(runId)?.giveUpLateRead(),
      refresh: views.refresh,
    });
    ({ list: this.list, elsewhere: this.elsewhere, radio: this.radio } = views);
    ({ nextStep: this.nextStep, mayReopen: this.mayReopen, refresh: this.refresh } = views);
    ({ abandon: this.abandon, closeRun: this.closeRun, reopenRun: this.reopenRun } = this.#ends);
    this.#stopRadio = this.radio.subscribe(() => this.#progress((now) => withRadio(now, this.radio.value)));
    views.follow({
      isLocked: (runId) => this.#active?.runId === runId || this.#late.has(runId),
      // After a drop no response can come, although the browser may reject the read much later.
      isAwaited: (runId) => this.#late.get(runId)?.connected === true,
    });
  }

  /**
   * Call it first in a click handler, because it opens the chooser before it awaits anything. Never rejects. `without`:
   * names of other beacons, which the chooser does not show. Once a chooser for a beacon was closed, later ones for it
   * list every device.
   */
  start(
    packageId: string,
    options: Pick<PickOptions, 'showAll'> & { readonly without?: readonly string[] } = {},
  ): Promise<void> {
    const carried = this.#views.package(packageId);
    const open = this.#before(packageId);
    const uniqueId = carried?.uniqueId ?? open?.uniqueId ?? '';
    return this.#carryOut({
      package: carried,
      packageId: open?.packageId ?? packageId,
      run: open,
      uniqueId,
      ...options,
    });
  }

  /** As `start`, for an unfinished run. Uses the handle of this window if there is one, else opens the chooser. */
  resume(runId: string, options: PickOptions = {}): Promise<void> {
    const run = this.list.value.find((one) => one.id === runId) ?? null;
    if (run === null || (!isUnfinished(run) && !this.mayReopen(run))) return Promise.resolve();
    return this.#carryOut({
      package: this.#views.package(run.packageId),
      packageId: run.packageId,
      run,
      uniqueId: run.uniqueId,
      ...options,
    });
  }

  /** True if `resume` needs no chooser. */
  hasHandle(uniqueId: string): boolean {
    return this.#handles.of(uniqueId) !== null;
  }

  cancel(): void {
    if (this.#active === null) return;
    const { provision: made, controller } = this.#active;
    if (made === null || this.current.value?.cancelSafe === true)
      controller.abort(new DOMException('cancelled', 'AbortError'));
  }

  /** Tries again to save the missing copies. */
  async retrySave(): Promise<void> {
    await this.#active?.provision?.retry();
  }

  /** Returns the receipt in memory as the text of an export file. Null if no copy is missing. */
  exportHeld(): string | null {
    const held = this.#active?.provision?.effects.held ?? null;
    const connected = this.#ports.account();
    return held === null || connected === null ? null : writeReceiptFile(connected, [held], this.#ports.clock.nowMs());
  }

  dismiss(): void {
    if (this.#active === null) this.#current.value = null;
  }

  /** Resolves when no late read is pending, and both copies of its response are stored. */
  async lateOver(): Promise<void> {
    await Promise.all(
      [...this.#late.values()].map((handle) => new Promise<void>((over) => handle.onLateReadOver(over))),
    );
    for (const { provision: made } of this.#sessions.values()) await made?.effects.lateResponseSaved;
  }

  close(): void {
    this.#stopRadio();
    this.#views.close();
  }

  /**
   * Returns the unfinished run of this package. A run of another package for the same device is handled by
   * earlier-runs.ts.
   */
  #before(packageId: string): Run | null {
    return this.list.value.find((run) => isUnfinished(run) && run.packageId === packageId) ?? null;
  }

  #progress(change: (now: RunProgress) => RunProgress): void {
    if (this.current.value !== null) this.#current.value = change(this.current.value);
  }

  #failureNow(code: RunFailureCode, detail: string): RunFailure {
    return { code, detail, atMs: this.#ports.clock.nowMs() };
  }

  #showEnd(run: Run | null, failure: RunFailure | null): void {
    this.#progress((now) => enterEnd(now, run, failure, this.#ports.clock.nowMs()));
  }

  /**
   * Carries out the request of a click, from the chooser to the end that is shown. Not async: the chooser is opened in
   * the turn of the click, before anything is awaited.
   */
  #carryOut(request: RunRequest): Promise<void> {
    const connected = this.#ports.account();
    if (this.#active !== null || connected === null) return Promise.resolve();
    if (request.showAll === true) this.#unlisted.add(request.uniqueId);
    const mustChoose = request.chooseAgain === true || request.showAll === true || request.run === null;
    const atHand = mustChoose ? null : this.#handles.of(request.uniqueId);
    const chosen = atHand === null ? this.#choose(request) : Promise.resolve(atHand);
    const runId = request.run?.id ?? this.#ports.newId();
    const mine: Active = { runId, controller: new AbortController(), provision: null };
    this.#active = mine;
    const progress = firstProgress({
      runId,
      uniqueId: request.uniqueId,
      command: (request.run ?? request.package)?.command ?? null,
      phase: atHand === null ? 'choosing' : 'connecting',
      attempts: connected.settings.timing.connectGapsMs.length + 1,
      phaseSinceMs: this.#ports.clock.nowMs(),
    });
    this.#current.value = withRadio(progress, this.radio.value);
    if (atHand === null) void this.#views.readRadio();
    return this.#takeSteps(mine, connected, request, chosen)
      .catch((cause: unknown) => this.#showEnd(null, this.#failureNow('unknown', String(cause))))
      .finally(() => {
        this.#active = null;
        void this.#views.refresh();
      });
  }

  #choose({ uniqueId, package: carried, chooseAgain = false, without = [] }: RunRequest): Promise<RadioHandle> {
    const filter = this.#unlisted.has(uniqueId)
      ? ALL_DEVICES
      : chooserFilter({
          uniqueId,
          values: carried?.values ?? {},
          device: this.#views.device(uniqueId),
          accountNames: this.#views.names(),
          wide: chooseAgain,
          without,
        });
    const chosen = this.#ports.bluetooth.choose(filter);
    chosen.catch((cause: unknown) => {
      if (radioFailureCode(cause) === 'chooserCancelled') this.#unlisted.add(uniqueId);
    });
    return chosen;
  }

  /** Takes one step after the other. A step without a result has shown why the run does not go on. */
  async #takeSteps(mine: Active, connected: Account, request: RunRequest, chosen: Promise<RadioHandle>): Promise<void> {
    const releases: (() => void)[] = [];
    try {
      const all = await this.#lock(mine, request, releases);
      const rows = all === null ? null : await this.#readRows(mine.runId, request, all);
      const task = rows === null ? null : await this.#pickBeacon(mine, connected, rows, chosen);
      if (task === null) return;
      const awake = this.#ports.wakeLock.acquire();
      releases.push(() => void awake.then((release) => release?.()));
      await this.#write(mine, connected, task);
      if (this.#late.has(task.run.id)) this.#keepLockForLate(task.run.id, task.handle, releases);
    } catch (cause) {
      this.#showEnd(null, this.#failureNow('storageFailed', String(cause)));
    } finally {
      for (const release of releases) release();
    }
  }

  /** Takes the locks of the radio and of the run. Returns all runs as they are stored. */
  async #lock(mine: Active, request: RunRequest, releases: (() => void)[]): Promise<readonly Run[] | null> {
    const lock = async (name: string): Promise<boolean> => {
      const release = await this.#ports.locks.tryAcquire(name);
      if (release !== null) releases.push(release);
      else this.#showEnd(null, this.#failureNow('busyElsewhere', `${name} is held by another window`));
      return release !== null;
    };
    this.#late.get(mine.runId)?.giveUpLateRead();
    if (!(await lock(RADIO_LOCK))) return null;
    // The rows are read from the disk, because another window may have written or begun a run before it released the
    // radio.
    const all = await this.#ports.runs.all();
    const begun =
      request.run === null ? all.find((run) => isUnfinished(run) && run.packageId === request.packageId) : undefined;
    if (begun !== undefined) {
      mine.runId = begun.id;
      this.#progress((now) => ({ ...now, runId: mine.runId }));
    }
    return (await lock(runLock(mine.runId))) ? all : null;
  }

  /** Returns the stored run and its package, if there is something to carry out. */
  async #readRows(runId: string, request: RunRequest, all: readonly Run[]): Promise<Stored | null> {
    const { runs, packages, clock } = this.#ports;
    let stored = all.find((run) => run.id === runId) ?? null;
    if (
      stored !== null &&
      stored.outcome !== null &&
      request.run?.outcome?.kind === stored.outcome.kind &&
      (await this.#ends.mayReopen(stored))
    ) {
      stored = reopened(stored, clock.nowMs(), 'openedAgain');
      await runs.put(stored);
    }
    const carried = await packages.get(stored?.packageId ?? request.packageId);
    // A click can come before the lists in memory contain a package that was just stored.
    const uniqueId = stored?.uniqueId ?? carried?.uniqueId ?? request.uniqueId;
    this.#progress((now) => (now.uniqueId === uniqueId ? now : { ...now, uniqueId }));
    // A window that slept may start a package that was already written. The result of its last run is shown.
    const isOver = stored === null ? carried?.state !== 'carried' : stored.outcome !== null;
    const last = isOver ? (latestOfPackage(all, stored?.packageId ?? request.packageId) ?? stored) : null;
    if (last !== null) {
      this.#progress((now) => enterEnd({ ...now, runId: last.id }, last, null, clock.nowMs()));
      return null;
    }
    const refusal = await refusalOf(packages, stored, carried, all);
    if (refusal !== null) {
      if ((refusal.code === 'packageNotHere' || refusal.code === 'otherOperation') && stored !== null)
        await runs.end(endWith(stored, { kind: 'abandoned' }, clock.nowMs()), null);
      this.#showEnd(null, this.#failureNow(refusal.code, refusal.detail));
      return null;
    }
    return { stored, carried, uniqueId, all };
  }

  /** Reserves the receipt of a new run while the chooser is open, and waits for the beacon that is picked. */
  async #pickBeacon(
    mine: Active,
    connected: Account,
    { stored, carried, uniqueId, all }: Stored,
    chosen: Promise<RadioHandle>,
  ): Promise<WriteTask | null> {
    const { packages, receipts, clock, newId, skew } = this.#ports;
    const rows = { runs: all, receipts: await receipts.all(), packages: await packages.ofDevice(uniqueId) };
    const dateMs = dateAfter(newestRows(rows), [uniqueId], clock.nowMs());
    const skewNow = skewSince(
      clock,
      skew.read().catch(() => ({ skewMs: 0, trust: 'unchecked' as const })),
    );
    const run = stored ?? newRun({ id: mine.runId, receiptId: newId(), package: carried!, nowMs: dateMs });
    // Released if nothing is picked.
    const place = { accountId: connected.id, values: carried?.values ?? {}, nowMs: clock.nowMs() };
    const reservation = stored === null ? reserve(this.#ports, run, place) : null;
    this.#handles.updateWrites(all);
    const elsewhere = await this.#ports.otherAccounts.unreadRuns(uniqueId);
    const before = elsewhere.length > 0 ? 'look' : precautionFor(all, uniqueId, run.id);
    const othersMayHaveWritten = all.some((other) => other.id !== run.id && mayLeaveResponse(other));
    const picked = await pick(chosen, mine.controller.signal);
    if ('code' in picked) {
      await reservation?.giveBack();
      this.#showEnd(null, this.#failureNow(picked.code, picked.detail));
      return null;
    }
    const { handle } = picked;
    const refusedBefore = isRefusedWrite(run, run.lastFailure) && this.#handles.of(uniqueId) === handle;
    this.#handles.keep(uniqueId, handle);
    return {
      run,
      reservation,
      package: carried,
      handle,
      sameHandle: this.#handles.tookAllOf(run, handle),
      before,
      elsewhere,
      refusedBefore,
      othersMayHaveWritten,
      skew: skewNow,
    };
  }

  /** Writes the package and reads the response, as far as the machine decides, and shows the end. */
  async #write(mine: Active, connected: Account, task: WriteTask): Promise<void> {
    const { clock, onReceipt } = this.#ports;
    const { createProvision, enterState, codeOf } = await fetchProvision();
    let notifiedReceiptId: string | null = null;
    let cameLate = false;
    const notifyReceipt = (receiptId: string | null): void => {
      if (receiptId !== null && notifiedReceiptId !== receiptId) onReceipt(receiptId);
      notifiedReceiptId = receiptId;
    };
    const made: Provision = createProvision(
      this.#ports,
      {
        ...task,
        account: connected,
        signal: mine.controller.signal,
        onAttempt: (attempt) => this.#progress((now) => ({ ...now, attempt, waitsForOldLink: false })),
        onWait: () => this.#progress((now) => ({ ...now, waitsForOldLink: true })),
        superseded: () => this.#sessions.get(task.run.id) !== mine,
        onLate: (receipt) => {
          cameLate = true;
          onReceipt(receipt.id);
          const { run } = made.effects;
          const now = this.current.value;
          if (now?.runId === run.id && now.phase === 'ended' && run.outcome !== null) this.#showEnd(run, null);
          void this.#views.refresh();
        },
      },
      (state) => {
        if (state.at !== 'ended') this.#progress((now) => enterState(now, state, clock.nowMs(), made.effects.failure));
        // A receipt without a second copy is sent to the backend as soon as possible.
        if (state.at === 'held' && state.copies.row) notifyReceipt(made.effects.held?.id ?? null);
      },
    );
    mine.provision = made;
    this.#sessions.set(task.run.id, mine);
    const { end, receiptId } = await made.execute();
    const forget = (): boolean => this.#sessions.get(task.run.id) === mine && this.#sessions.delete(task.run.id);
    // Leaving the account waits until both copies of a late response are stored.
    task.handle.onLateReadOver(() => void Promise.resolve(made.effects.lateResponseSaved).then(forget, forget));
    const { run, failure } = made.effects;
    const code = codeOf(end);
    this.#handles.learn({
      ...task,
      after: run,
      end,
      code,
      refusedWrite: isRefusedWrite(run, failure),
      acknowledged: made.state.flags.wroteHere,
    });
    notifyReceipt(receiptId);
    if (task.handle.readsLate) this.#late.set(task.run.id, task.handle);
    // The rows are read first, so that the run's message and its track change together.
    await this.#views.readRows();
    const last = made.effects.run;
    if (code === null || (cameLate && last.outcome !== null)) return this.#showEnd(last, null);
    // The stored failure knows how often it came in a row.
    const stored = last.lastFailure?.code === code ? last.lastFailure : null;
    this.#showEnd(last, stored ?? this.#failureNow(code, failure?.detail ?? ''));
  }

  /**
   * Takes the lock of the run, the second of `releases`, out of the list, and releases it when no late response can
   * arrive.
   */
  #keepLockForLate(runId: string, handle: RadioHandle, releases: (() => void)[]): void {
    const [release] = releases.splice(1, 1);
    handle.onLateReadOver(() => {
      if (this.#late.get(runId) === handle) this.#late.delete(runId);
      release?.();
      void this.#views.refresh();
    });
  }
}

/** The stored rows for the request of a click. */
interface Stored {
  readonly stored: Run | null;
  readonly carried: CarriedPackage | null;
  readonly uniqueId: string;
  /** All runs of the account. */
  readonly all: readonly Run[];
}

/** What is known once the beacon is picked. */
interface WriteTask extends Omit<
  ProvisionTask,
  'account' | 'signal' | 'onAttempt' | 'onWait' | 'onLate' | 'superseded'
> {
  /** True if this beacon, whichever it is, may hold a response of another run. */
  readonly othersMayHaveWritten: boolean;
}
