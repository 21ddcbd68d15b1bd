/** Runs: leads a person through one beacon at a time, over whatever was begun before (product.md "After a drop, a reload or a kill", services.ts `Runs`). */
import type { Account } from '../../domain/account.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import { isOfCommand } from '../../domain/commands/of-command.ts';
import { createLive } from '../../domain/live.ts';
import { dateAfter, newestRows } from '../../domain/order.ts';
import { ALL_DEVICES, chooserFilter } from '../../domain/provisioning/chooser-filter.ts';
import { latestOfPackage, mayLeaveResponse, precautionFor } from '../../domain/provisioning/earlier-runs.ts';
import { canReopen } from '../../domain/provisioning/reopening.ts';
import { endWith, newRun, reopened } from '../../domain/provisioning/journal.ts';
import { writeReceiptFile } from '../../domain/receipt-file.ts';
import {
  isUnfinished,
  mayHaveWritten,
  receiptIdOf,
  type Run,
  type RunFailure,
  type RunFailureCode,
} from '../../domain/run.ts';
import { radioFailureCode, type BluetoothPort, type RadioHandle } from './bluetooth-port.ts';
import { createKnownHandles } from './known-handles.ts';
import type { DeviceStore } from '../stores.ts';
import type { SkewStore, WakeLock } from './ports.ts';
import type { Locks } from '../surroundings.ts';
import { pick } from './picked-beacon.ts';
import { codeOf, createProvision, type Provision } from './provision.ts';
import type { ProvisionPorts, ProvisionTask } from './provision-task.ts';
import { reserve } from './reservation.ts';
import { refusalOf } from './run-refusal.ts';
import { enterEnd, enterState, firstProgress } from './run-progress.ts';
import { createRunViews, type RunViews } from './run-views.ts';
import type { PickOptions, RunProgress, Runs } from './offered.ts';
import { RADIO_LOCK, runLock } from '../../names.ts';

interface RunsPorts extends ProvisionPorts {
  readonly bluetooth: BluetoothPort;
  readonly devices: DeviceStore;
  readonly locks: Locks;
  readonly wakeLock: WakeLock;
  readonly skew: SkewStore;
  readonly account: () => Account | null;
  /** Kicks the outbox: this receipt has reached the disk. */
  readonly onReceipt: (receiptId: string) => void;
}

export interface RunsService extends Runs {
  /** Reads everything anew: the lists, the radio, who else is running. Resolves when all is known. */
  refresh(): Promise<void>;
  /** Resolves when no read that has outlived its limit is under way any more, and what it brought is kept twice. */
  lateOver(): Promise<void>;
  close(): void;
}

/** Letters of the reason for which a person closes a run. */
const MAX_REASON = 200;

interface Active {
  /** Another one where the package turns out to have a run already, begun in another window. */
  runId: string;
  readonly controller: AbortController;
  provision: Provision | null;
}

/** What a click asks for: a package to bring out, or a run to go on with. */
interface Wish extends PickOptions {
  readonly package: CarriedPackage | null;
  readonly packageId: string;
  readonly run: Run | null;
  readonly uniqueId: string;
  readonly without?: readonly string[] | undefined;
}

/** `views`: what is known already; opened and closed by whoever has made them. */
export function createRuns(ports: RunsPorts, views: RunViews = createRunViews(ports)): RunsService {
  const { bluetooth, packages, runs, locks, clock, newId, account, onReceipt } = ports;
  const current = createLive<RunProgress | null>(null);
  const handles = createKnownHandles();
  /** UniqueIds of beacons that were not in the list of names: the person has closed it, or asked for all devices. */
  const unlisted = new Set<string>();
  /** The latest session of each run in this window, while it goes on or its response may still come in. */
  const sessions = new Map<string, Active>();
  /** Runs that have stopped, and whose response may still come in: this window keeps their lock. */
  const late = new Map<string, RadioHandle>();
  let active: Active | null = null;
  views.follow({ isCarriedOut: (runId) => active?.runId === runId, isAwaited: (runId) => late.has(runId) });

  const progress = (change: (now: RunProgress) => RunProgress): void => {
    if (current.value !== null) current.set(change(current.value));
  };
  const failureNow = (code: RunFailureCode, detail: string): RunFailure => ({ code, detail, atMs: clock.nowMs() });

  /** Not async: the chooser is opened in the turn of the click, before anything is awaited. */
  function lead(wish: Wish): Promise<void> {
    const connected = account();
    if (active !== null || connected === null) return Promise.resolve();
    if (wish.showAll === true) unlisted.add(wish.uniqueId);
    const mustChoose = wish.chooseAgain === true || wish.showAll === true || wish.run === null;
    const atHand = mustChoose ? null : handles.of(wish.uniqueId);
    const chosen = atHand === null ? choose(wish) : Promise.resolve(atHand);
    const runId = wish.run?.id ?? newId();
    const mine: Active = { runId, controller: new AbortController(), provision: null };
    active = mine;
    const attempts = connected.settings.timing.connectGapsMs.length + 1;
    const command = wish.run === null ? (wish.package?.command ?? null) : (wish.run.command ?? null);
    current.set(
      firstProgress(
        runId,
        wish.uniqueId,
        command,
        atHand === null ? 'choosing' : 'connecting',
        attempts,
        clock.nowMs(),
      ),
    );
    return carryOut(mine, connected, wish, chosen)
      .catch((cause: unknown) => {
        progress((now) => enterEnd(now, null, failureNow('unknown', String(cause)), clock.nowMs()));
      })
      .finally(() => {
        active = null;
        void views.refresh();
      });
  }

  function choose({ uniqueId, package: carried, chooseAgain = false, without = [] }: Wish): Promise<RadioHandle> {
    const filter = unlisted.has(uniqueId)
      ? ALL_DEVICES
      : chooserFilter({
          uniqueId,
          values: carried?.values ?? {},
          device: views.device(uniqueId),
          accountNames: views.names(),
          wide: chooseAgain,
          without,
        });
    const chosen = bluetooth.choose(filter);
    chosen.catch((cause: unknown) => {
      if (radioFailureCode(cause) === 'chooserCancelled') unlisted.add(uniqueId);
    });
    return chosen;
  }

  async function carryOut(mine: Active, connected: Account, wish: Wish, chosen: Promise<RadioHandle>): Promise<void> {
    const fail = (code: RunFailureCode, detail: string): void =>
      progress((now) => enterEnd(now, null, failureNow(code, detail), clock.nowMs()));
    const releases: (() => void)[] = [];
    const lock = async (name: string): Promise<boolean> => {
      const release = await locks.tryAcquire(name);
      if (release === null) fail('busyElsewhere', `${name} is held by another window`);
      else releases.push(release);
      return release !== null;
    };
    try {
      late.get(mine.runId)?.giveUpLateRead();
      if (!(await lock(RADIO_LOCK))) return;
      // No window trusts its memory: what another one did before it released the radio counts, even a run that it began.
      const all = await runs.all();
      const begun =
        wish.run === null ? all.find((run) => isUnfinished(run) && run.packageId === wish.packageId) : undefined;
      if (begun !== undefined) mine.runId = begun.id;
      if (begun !== undefined) progress((now) => ({ ...now, runId: mine.runId }));
      if (!(await lock(runLock(mine.runId)))) return;
      let stored = all.find((run) => run.id === mine.runId) ?? null;
      if (
        stored !== null &&
        stored.outcome !== null &&
        wish.run?.outcome?.kind === stored.outcome.kind &&
        (await mayReopen(stored))
      ) {
        stored = reopened(stored, clock.nowMs(), 'openedAgain');
        await runs.put(stored);
      }
      const carried = await packages.get(stored?.packageId ?? wish.packageId);
      // A click can come before the lists in memory know of a package that was just stored.
      const uniqueId = stored?.uniqueId ?? carried?.uniqueId ?? wish.uniqueId;
      progress((now) => (now.uniqueId === uniqueId ? now : { ...now, uniqueId }));
      // A window that slept asks for what was brought out meanwhile: how its package fared last is what there is to say.
      const isOver = stored === null ? carried?.state !== 'carried' : stored.outcome !== null;
      const last = isOver ? (latestOfPackage(all, stored?.packageId ?? wish.packageId) ?? stored) : null;
      if (last !== null) return progress((now) => enterEnd({ ...now, runId: last.id }, last, null, clock.nowMs()));
      const refusal = await refusalOf(packages, stored, carried, all);
      if (refusal !== null) {
        if (refusal.code === 'packageNotHere' && stored !== null)
          await runs.end(endWith(stored, { kind: 'abandoned' }, clock.nowMs()), null);
        return fail(refusal.code, refusal.detail);
      }
      const rows = { runs: all, receipts: await ports.receipts.all(), packages: await packages.ofDevice(uniqueId) };
      const dateMs = dateAfter(newestRows(rows), [uniqueId], clock.nowMs());
      const skew = ports.skew.read().catch(() => ({ skewMs: 0, trust: 'unchecked' as const }));
      const run = stored ?? newRun({ id: mine.runId, receiptId: newId(), package: carried!, nowMs: dateMs });
      // While the chooser is open; given back when nothing is chosen.
      const place = { accountId: connected.id, values: carried?.values ?? {}, nowMs: clock.nowMs() };
      const reservation = stored === null ? reserve(ports, run, place) : null;
      handles.look(all);
      const before = precautionFor(all, uniqueId, run.id);
      const othersMayHaveWritten = all.some((other) => other.id !== run.id && mayLeaveResponse(other));
      const picked = await pick(chosen, mine.controller.signal);
      if ('code' in picked) {
        await reservation?.giveBack();
        return fail(picked.code, picked.detail);
      }
      handles.keep(uniqueId, picked.handle);
      const awake = ports.wakeLock.acquire();
      releases.push(() => void awake.then((release) => release?.()));
      const sameHandle = handles.tookAllOf(run, picked.handle);
      await provision(mine, connected, {
        run,
        reservation,
        package: carried,
        handle: picked.handle,
        sameHandle,
        before,
        othersMayHaveWritten,
        skew,
      });
      if (late.has(run.id)) keepLockForLate(run.id, picked.handle, releases);
    } catch (cause) {
      fail('storageFailed', String(cause));
    } finally {
      for (const release of releases.toReversed()) release();
    }
  }

  /** The last of the locks is the run's own: it is let go when nothing can come in any more. */
  function keepLockForLate(runId: string, handle: RadioHandle, releases: (() => void)[]): void {
    const [release] = releases.splice(1, 1);
    handle.onLateReadOver(() => {
      if (late.get(runId) === handle) late.delete(runId);
      release?.();
      void views.refresh();
    });
  }

  async function mayReopen(run: Run): Promise<boolean> {
    const receipt = await ports.receipts.get(receiptIdOf(run));
    return canReopen(run, receipt?.state ?? null);
  }

  async function provision(
    mine: Active,
    connected: Account,
    task: Pick<ProvisionTask, 'run' | 'reservation' | 'package' | 'handle' | 'sameHandle' | 'before' | 'skew'> & {
      /** Whichever beacon this is, it may hold a response of another run. */
      readonly othersMayHaveWritten: boolean;
    },
  ): Promise<void> {
    let told: string | null = null;
    let cameLate = false;
    const tell = (receiptId: string | null): void => {
      if (receiptId !== null && told !== receiptId) onReceipt(receiptId);
      told = receiptId;
    };
    const made: Provision = createProvision(
      ports,
      {
        ...task,
        account: connected,
        signal: mine.controller.signal,
        onAttempt: (attempt) => progress((now) => ({ ...now, attempt, waitsForOldLink: false })),
        onWait: () => progress((now) => ({ ...now, waitsForOldLink: true })),
        superseded: () => sessions.get(task.run.id) !== mine,
        onLate(receipt) {
          cameLate = true;
          onReceipt(receipt.id);
          const { run } = made.effects;
          if (current.value?.runId === run.id && current.value.phase === 'ended' && run.outcome !== null)
            progress((now) => enterEnd(now, run, null, clock.nowMs()));
          void views.refresh();
        },
      },
      (state) => {
        if (state.at !== 'ended') progress((now) => enterState(now, state, clock.nowMs(), made.effects.failure));
        // A receipt whose second copy is missing is safest at the backend.
        if (state.at === 'held' && state.copies.row) tell(made.effects.held?.id ?? null);
      },
    );
    mine.provision = made;
    sessions.set(task.run.id, mine);
    const { end, receiptId } = await made.carryOut();
    const letGo = (): boolean => sessions.get(task.run.id) === mine && sessions.delete(task.run.id);
    // Whoever leaves the account waits for what came late until it is kept twice.
    task.handle.onLateReadOver(() => void Promise.resolve(made.effects.keptLate).then(letGo, letGo));
    const { run, failure } = made.effects;
    const code = codeOf(end);
    handles.learn({
      ...task,
      after: run,
      end,
      code,
      refusedWrite: failure?.code === 'writeRefused',
      acknowledged: made.state.course.wroteHere,
    });
    tell(receiptId);
    if (task.handle.readsLate) late.set(task.run.id, task.handle);
    // What is said of the run and what its track shows change together.
    await views.readRows();
    const last = made.effects.run;
    const isFailure = code !== null && !(cameLate && last.outcome !== null);
    progress((now) => enterEnd(now, last, isFailure ? failureNow(code, failure?.detail ?? '') : null, clock.nowMs()));
  }

  /** The unfinished run of this package. That of another package of the same device is looked after on the way (earlier-runs.ts). */
  const before = (packageId: string): Run | null =>
    views.list.value.find((run) => isUnfinished(run) && run.packageId === packageId) ?? null;

  /** Under the run's lock, with the row as it is on the disk; left alone where another window, or this one, carries it out. */
  async function change(runId: string, work: (run: Run) => Promise<boolean>): Promise<boolean> {
    if (active?.runId === runId) return false;
    late.get(runId)?.giveUpLateRead();
    const release = await locks.tryAcquire(runLock(runId));
    if (release === null) return false;
    let isDone = false;
    try {
      const run = await runs.get(runId);
      isDone = run !== null && (await work(run));
    } finally {
      release();
    }
    await views.refresh();
    return isDone;
  }

  return {
    list: views.list,
    current,
    elsewhere: views.elsewhere,
    radio: views.radio,
    nextStep: views.nextStep,
    start(packageId, options = {}) {
      const carried = views.package(packageId);
      const open = before(packageId);
      const uniqueId = carried?.uniqueId ?? open?.uniqueId ?? '';
      return lead({
        package: carried,
        packageId: open?.packageId ?? packageId,
        run: open,
        uniqueId,
        ...options,
      });
    },
    resume(runId, options = {}) {
      const run = views.list.value.find((one) => one.id === runId) ?? null;
      if (run === null || (!isUnfinished(run) && !views.mayReopen(run))) return Promise.resolve();
      return lead({
        package: views.package(run.packageId),
        packageId: run.packageId,
        run,
        uniqueId: run.uniqueId,
        ...options,
      });
    },
    hasHandle: (uniqueId) => handles.of(uniqueId) !== null,
    cancel() {
      if (active === null) return;
      const { provision: made, controller } = active;
      if (made === null || current.value?.cancelSafe === true)
        controller.abort(new DOMException('cancelled', 'AbortError'));
    },
    retrySave: async () => active?.provision?.retry(),
    exportHeld() {
      const held = active?.provision?.effects.held ?? null;
      const connected = account();
      return held === null || connected === null ? null : writeReceiptFile(connected, [held], clock.nowMs());
    },
    dismiss() {
      if (active === null) current.set(null);
    },
    abandon: (runId) =>
      change(runId, async (run) => {
        // Of a command nobody has to know the end; of a configuration somebody does.
        if (!isUnfinished(run) || (mayHaveWritten(run) && !isOfCommand(run))) return false;
        await runs.end(endWith(run, { kind: 'abandoned' }, clock.nowMs()), mayHaveWritten(run) ? 'dead' : null);
        return true;
      }),
    closeRun: (runId, reason) =>
      change(runId, async (run) => {
        if (!isUnfinished(run) || !mayHaveWritten(run) || isOfCommand(run)) return false;
        const carried = await packages.get(run.packageId);
        await runs.end(
          endWith(run, { kind: 'closed', reason: reason.trim().slice(0, MAX_REASON) }, clock.nowMs()),
          carried?.state === 'carried' ? 'used' : null,
        );
        return true;
      }),
    reopenRun: (runId) =>
      change(runId, async (run) => {
        if (!(await mayReopen(run))) return false;
        await runs.put(reopened(run, clock.nowMs(), 'openedAgain'));
        return true;
      }),
    mayReopen: views.mayReopen,
    refresh: views.refresh,
    async lateOver() {
      await Promise.all([...late.values()].map((handle) => new Promise<void>((over) => handle.onLateReadOver(over))));
      for (const { provision: made } of sessions.values()) await made?.effects.keptLate;
    },
    close: views.close,
  };
}
