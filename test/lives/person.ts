/**
 * The person at a site: presses the one button that the screen offers, picks wrong rows as the story says, and in the
 * end completes every beacon.
 */
import { chooseBlink } from '../../src/domain/commands/blink.ts';
import { needsRadio } from '../../src/domain/provisioning/next-action.ts';
import { wake } from './disk.ts';
import type { Site } from './site.ts';
import type { Window } from './window.ts';

export interface Work {
  readonly at: number;
  readonly pick: number;
  readonly again: boolean;
  readonly hurry: boolean;
  /** Work requested in the other window at the same moment. */
  readonly beside: { readonly window: Window; readonly at: number } | null;
}

export interface Person {
  /** Goes to beacon `at` and follows its screen; picks row `pick` when a chooser opens. */
  work(window: Window, how: Work): Promise<void>;
  /** Makes beacon `at` blink if a packet for that is stored, and picks row `pick`. The result does not matter. */
  blink(window: Window, at: number, pick: number): Promise<void>;
  sync(window: Window): Promise<void>;
  prepare(window: Window, at: number): Promise<void>;
  /** Reads the device list. */
  readList(): Promise<void>;
  /**
   * From here on everything works and every pick is right: each beacon has to become Verified, and to accept one more
   * configuration. The backend may be rolled back in between.
   */
  bringAllHome(rollsBack: boolean): Promise<void>;
}

/** Presses before the person gives up the run and starts again. */
const PATIENT_TRIES = 6;
/** Presses before the person opens the outbox. */
const ASKING_TRIES = 3;
const TRIES = 12;

export function createPerson(site: Site): Person {
  const { emulatedRadio, beacons, disk, judge } = site;
  const idOf = (at: number): string => beacons[at]!.uniqueId;
  const storedCount = (): number =>
    [...disk.receipts.values()].filter(({ responseBase64 }) => responseBase64 !== '').length;

  /** Checks each window: a statement that was true must disappear when another window makes it false. */
  function checkScreens(window: Window): void {
    if (window.mortal.dead) return;
    judge.atRest();
    for (const one of site.open()) {
      // A sleeping window shows an older state, which nobody sees.
      if (disk.asleep.has(one.mortal)) continue;
      for (const beacon of beacons)
        judge.checkScreens(one.shown(beacon.uniqueId), beacon.uniqueId, { pickedRight: null, storedMore: false });
    }
  }

  async function press(window: Window, at: number, pick: number, again: boolean): Promise<void> {
    const uniqueId = idOf(at);
    const { view, say } = window.shown(uniqueId);
    const { action } = say;
    const chosen = view.case;
    if (action === null) return;
    if (needsRadio(action)) {
      // Another window may open a chooser at the same moment.
      const choosers = (): number => emulatedRadio.choosersOf.get(window.mortal) ?? 0;
      const choosersBefore = choosers();
      const storedBefore = storedCount();
      emulatedRadio.pick = idOf(pick);
      const chooseAgain = again || action === 'pickAgain';
      await site.within(window, `"${action}" at beacon ${at} (${chosen.kind})`, async () => {
        if (chosen.kind === 'ready') await window.runs.start(chosen.package.id);
        else if (chosen.kind === 'unfinished') await window.runs.resume(chosen.run.id, { chooseAgain });
        else if (chosen.kind === 'ended' && chosen.run !== null) await window.runs.start(chosen.run.packageId);
        await settled();
      });
      const opened = choosers() > choosersBefore;
      if (!window.mortal.dead)
        site.trace(
          `${action} at ${at}${opened ? `, picked ${pick}` : ''}: ${window.shown(uniqueId).view.case.kind}, "${window.shown(uniqueId).say.text}"`,
        );
      if (opened && pick !== at) site.wrongPicks += 1;
      if (window.mortal.dead) return;
      // A window gets the changes that it missed when it is used, not before.
      wake(disk, window.mortal);
      await settled();
      if (window.mortal.dead) return;
      judge.checkScreens(window.shown(uniqueId), uniqueId, {
        pickedRight: opened ? pick === at : null,
        storedMore: storedCount() > storedBefore,
      });
    } else if (action === 'fetchPackage')
      await online(window, `fetch for beacon ${at}`, () => window.prepare.fetchPackage(uniqueId));
    else if (action === 'configure')
      await online(window, `prepare for beacon ${at}`, () => prepareNew(window, uniqueId));
    else if (action === 'closeAndPrepare')
      await online(window, `close and prepare beacon ${at}`, async () => {
        if (view.closable !== null) await giveUp(window, view.closable.id);
        await prepareNew(window, uniqueId);
      });
    else if (action === 'toOutbox') await sync(window);
  }

  async function blink(window: Window, at: number, pick: number): Promise<void> {
    const uniqueId = idOf(at);
    const { next } = chooseBlink(uniqueId, window.prepare.packages.value, window.runs.list.value);
    if (next === null) return;
    const choosersBefore = emulatedRadio.choosersOf.get(window.mortal) ?? 0;
    const storedBefore = storedCount();
    emulatedRadio.pick = idOf(pick);
    if (pick !== at) site.foreignBlinks.add(idOf(pick));
    await site.within(window, `blinking beacon ${at}`, async () => {
      await window.runs.start(next.id);
      await settled();
      const runId = window.runs.current.value?.runId;
      if (runId !== undefined) await window.runs.abandon(runId);
      window.runs.dismiss();
      await settled();
    });
    if (window.mortal.dead) return;
    const opened = (emulatedRadio.choosersOf.get(window.mortal) ?? 0) > choosersBefore;
    if (opened && pick !== at) site.wrongPicks += 1;
    judge.checkScreens(window.shown(uniqueId), uniqueId, {
      pickedRight: null,
      storedMore: storedCount() > storedBefore,
    });
  }

  async function prepareNew(window: Window, uniqueId: string): Promise<void> {
    const outcome = await window.prepare.prepare({
      uniqueId,
      deviceType: 'BEACON',
      values: { minor: site.nextValue() },
      before: {},
    });
    site.trace(`prepare ${uniqueId}: ${outcome.kind === 'blocked' ? outcome.reason : outcome.kind}`);
  }

  async function online(window: Window, what: string, work: () => Promise<unknown>): Promise<void> {
    site.online = true;
    await site.within(window, what, async () => {
      await work();
      await settled();
    });
    site.online = false;
  }

  async function sync(window: Window): Promise<void> {
    await online(window, 'sending', async () => {
      await window.outbox.keyGiven();
      await site.clock.sleep(60_000);
    });
  }

  /** Waits for background work: notifications, closing of runs. */
  async function settled(): Promise<void> {
    await site.clock.sleep(50);
  }

  async function readList(): Promise<void> {
    const window = await site.window(0);
    const readAtMs = site.clock.nowMs();
    for (const [order, { uniqueId }] of beacons.entries())
      disk.devices.set(uniqueId, { ...site.backend.listed(uniqueId), readAtMs, order });
    for (const { mortal } of site.open())
      if (!disk.asleep.has(mortal)) for (const listener of disk.listeners.get(mortal) ?? []) listener();
    await settled();
    checkScreens(window);
  }

  function leave(window: Window): void {
    if (!window.mortal.dead && window.runs.current.value?.phase === 'ended') window.runs.dismiss();
  }

  async function home(at: number): Promise<void> {
    const uniqueId = idOf(at);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const window = await site.window(0);
      const { view, say } = window.shown(uniqueId);
      if (view.case.kind === 'nothing' || isDone(window, at)) return;
      if (tries >= ASKING_TRIES) await queryAgain(window, at, tries);
      if (tries >= PATIENT_TRIES) await startAnew(window, at);
      if (say.action === 'nothing' || say.action === 'nextBeacon' || say.action === null) await sync(window);
      else await press(window, at, at, tries >= 2);
      await site.clock.sleep(5000);
      leave(window);
      await sync(window);
      checkScreens(window);
    }
    const { view, say } = (await site.window(0)).shown(uniqueId);
    judge.find(
      'deadEnd',
      `beacon ${at} is not to be brought to an end: ${view.case.kind}, "${say.text}" (${say.action})`,
    );
  }

  /**
   * Uses what the outbox offers for a beacon whose receipts are not accepted; at each turn for another one that may be
   * its own.
   */
  async function queryAgain(window: Window, at: number, turn: number): Promise<void> {
    await online(window, 'asking again', async () => {
      await window.outbox.retryParked();
      await window.outbox.resume();
      for (const row of disk.receipts.values()) {
        const others = row.candidates.filter((id) => id !== row.uniqueId);
        if (row.owner === 'unsure' && row.state !== 'verified' && others.length > 0)
          await window.outbox.assignOwner(row.id, others[turn % others.length]!);
        else if (row.uniqueId === idOf(at) && row.state !== 'verified' && row.responseBase64 !== '')
          await window.outbox.sendNow([row.id]);
      }
      await site.clock.sleep(60_000);
    });
  }

  /** For a person who gives up: closes the run, and settles the beacon with a new configuration. */
  async function startAnew(window: Window, at: number): Promise<void> {
    judge.givenUp(idOf(at));
    const { view } = window.shown(idOf(at));
    // The screen also offers this for an earlier run than the one that it shows.
    const open = view.closable ?? (view.case.kind === 'unfinished' ? view.case.run : null);
    if (open !== null) await site.within(window, 'giving up', () => giveUp(window, open.id));
    await online(window, `prepare for beacon ${at}`, async () => {
      // Includes receipts that may belong to another beacon: each blocks all beacons to which it may belong.
      for (const { id, uniqueId, candidates, state } of disk.receipts.values()) {
        if ([uniqueId, ...candidates].includes(idOf(at)) && state !== 'verified' && state !== 'reserved')
          await window.outbox.giveUp(id);
      }
      await prepareNew(window, idOf(at));
    });
  }

  function isDone(window: Window, at: number): boolean {
    const { view } = window.shown(idOf(at));
    // After the clock was set back, the screen may show the earlier run.
    return (
      view.case.kind === 'ended' &&
      (view.case.receipt?.state === 'verified' || view.case.outcome.kind === 'settledLater')
    );
  }

  async function giveUp(window: Window, runId: string): Promise<void> {
    await window.runs.abandon(runId);
    await window.runs.closeRun(runId, 'The person has had enough.');
  }

  return {
    blink,
    async work(window, { at, pick, again, hurry, beside }) {
      // A verified beacon accepts the next configuration.
      if (isDone(window, at)) await online(window, `prepare for beacon ${at}`, () => prepareNew(window, idOf(at)));
      if (window.mortal.dead) return;
      await Promise.all([
        press(window, at, pick, again),
        beside === null ? undefined : press(beside.window, beside.at, pick, false),
      ]);
      wake(disk, window.mortal);
      // Long enough for late answers.
      await site.clock.sleep(hurry ? 100 : 10_000);
      for (const one of [window, beside?.window]) if (one !== undefined) leave(one);
      await settled();
      checkScreens(window);
    },
    async sync(window) {
      await sync(window);
      checkScreens(window);
    },
    async prepare(window, at) {
      await online(window, `prepare for beacon ${at}`, () => prepareNew(window, idOf(at)));
      checkScreens(window);
    },
    readList,
    async bringAllHome(rollsBack) {
      for (let at = 0; at < beacons.length; at += 1) await home(at);
      if (rollsBack) {
        for (const { uniqueId } of beacons) site.backend.rollBack(uniqueId);
        await readList();
        for (let at = 0; at < beacons.length; at += 1) await home(at);
      }
      for (let at = 0; at < beacons.length; at += 1) {
        const window = await site.window(0);
        const value = site.nextValue();
        let done = false;
        for (let tries = 0; tries < 3 && !done; tries += 1) {
          await online(window, `a last prepare for beacon ${at}`, async () => {
            const outcome = await window.prepare.prepare({
              uniqueId: idOf(at),
              deviceType: 'BEACON',
              values: { minor: value },
              before: {},
            });
            done = outcome.kind === 'onThisPhone';
          });
          if (!done) await queryAgain(window, at, tries);
        }
        await home(at);
        const entry = site.backend.entries.get(idOf(at))!;
        if (entry.pending !== null || entry.value !== beacons[at]!.value) {
          judge.find(
            'deadEnd',
            `in the end beacon ${at} has ${beacons[at]!.value}, the backend ${entry.value}${entry.pending === null ? '' : ' and something pending'}`,
          );
        }
      }
    },
  };
}
