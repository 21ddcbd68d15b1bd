/**
 * Runs a story: windows open and die, the person does what the screen offers, and in the end every beacon has to be
 * completed.
 */
import type { Device } from '../../src/domain/device.ts';
import { createSiteBackend, type SiteBackend } from './backend.ts';
import { createBeacon, settle, type Beacon } from './beacon.ts';
import { createSiteClock, type SettableClock } from './clock.ts';
import { createDisk, type Disk } from './disk.ts';
import { createJudge, type Finding, type Judge, type ActFacts } from './judge.ts';
import { createMortal, type Kill } from './mortal.ts';
import { createPerson } from './person.ts';
import type { EmulatedRadio } from './radio.ts';
import type { Act, Story } from './story.ts';
import { openWindow, type ShownBeacon, type Window } from './window.ts';
import { fixtureAccount, fixtureBareDevice } from '../support/fixture-rows.ts';

const START_MS = 1_760_000_000_000;
const IDS: readonly string[] = ['aaaa', 'bbbb', 'cccc', 'dddd'];

export interface Lived {
  readonly findings: readonly Finding[];
  readonly lives: number;
  readonly applied: number;
  readonly verified: number;
  readonly choosers: number;
  readonly wrongPicks: number;
  readonly kills: number;
  readonly blinks: number;
  readonly excused: number;
}

export interface Site {
  readonly disk: Disk;
  readonly emulatedRadio: EmulatedRadio;
  readonly backend: SiteBackend;
  readonly clock: SettableClock;
  readonly judge: Judge;
  readonly beacons: readonly Beacon[];
  wrongPicks: number;
  /** Beacons that were picked by mistake when another one was to blink. */
  readonly foreignBlinks: Set<string>;
  online: boolean;
  /** Adds one line to the person's actions, for readers of a counterexample. */
  trace(line: string): void;
  /** Returns a value that nothing else at this site has. */
  nextValue(): number;
  window(which: 0 | 1): Promise<Window>;
  /** Returns the open windows. */
  open(): readonly Window[];
  /** Resolves when the window finishes the work, dies, or is stuck. */
  within(window: Window, what: string, work: () => Promise<unknown>): Promise<void>;
}

/** The longest wait of a person. */
const PATIENCE_MS = 1_800_000;

/** Called at each check with a window's data and statements about one beacon, and with its state at the backend. */
export type Onlooker = (shown: ShownBeacon, uniqueId: string, seen: SeenAtSite, atBackend: Device) => void;

/**
 * `tookForeignBlink`: an identify packet for another beacon may have been written to this one by mistake, and it may
 * hold the answer.
 */
export interface SeenAtSite extends ActFacts {
  readonly tookForeignBlink: boolean;
}

export async function liveStory(
  story: Story,
  trace: (line: string) => void = () => undefined,
  onlooker: Onlooker = () => undefined,
): Promise<Lived> {
  let reportEndless: () => void = () => undefined;
  const endless = new Promise<void>((resolve) => {
    reportEndless = resolve;
  });
  const clock = createSiteClock(START_MS, () => {
    judge.find('stuck', 'somebody waits for ever');
    reportEndless();
  });
  const ids = IDS.slice(0, story.beacons.length);
  const beacons = story.beacons.map((nature, index) => createBeacon(index, ids[index]!, nature));
  const backend = createSiteBackend(ids, story.backend, () => START_MS + clock.monotonicMs());
  const disk = createDisk();
  const byId = new Map(beacons.map((beacon) => [beacon.uniqueId, beacon]));
  const judge = createJudge({ beacons: byId, backend, disk, clock });
  const { checkScreens } = judge;
  judge.checkScreens = (shown, uniqueId, seen) => {
    checkScreens(shown, uniqueId, seen);
    const tookForeignBlink = site.foreignBlinks.has(uniqueId);
    onlooker(shown, uniqueId, { ...seen, tookForeignBlink }, backend.listed(uniqueId));
  };
  const emulatedRadio: EmulatedRadio = {
    beacons: byId,
    faults: [],
    pick: null,
    choosers: 0,
    choosersOf: new Map(),
    ears: judge.ears,
  };
  const account = fixtureAccount({ id: 'account' });
  for (const [order, id] of ids.entries())
    disk.devices.set(id, fixtureBareDevice(id, { attributes: { minor: 0 }, readAtMs: START_MS, order }));
  let lastId = 0;
  let lastValue = 0;
  let kills = 0;
  const windows: (Window | null)[] = [null, null];

  const site: Site = {
    disk,
    emulatedRadio,
    backend,
    clock,
    judge,
    beacons,
    wrongPicks: 0,
    foreignBlinks: new Set(),
    online: false,
    trace,
    nextValue: () => (lastValue += 1),
    async window(which) {
      const existing = windows[which];
      if (existing != null && !existing.mortal.dead) return existing;
      const mortal = createMortal((dying) => {
        kills += 1;
        judge.died(dying);
        disk.listeners.delete(dying);
        for (const [name, holder] of disk.locks) if (holder === dying) disk.locks.delete(name);
      });
      const opened = await openWindow(
        {
          account,
          disk,
          emulatedRadio,
          backend,
          clock,
          newId: () => `id-${(lastId += 1)}`,
          online: () => site.online,
          onTrouble: (error) => judge.find('trouble', `the sender reports ${String(error)}`),
        },
        mortal,
      );
      windows[which] = opened;
      return opened;
    },
    open: () => windows.filter((window): window is Window => window !== null && !window.mortal.dead),
    async within(window, what, work) {
      const alarm = new AbortController();
      const late = clock.sleep(PATIENCE_MS, alarm.signal).then(
        () => 'late' as const,
        () => 'over' as const,
      );
      const how = await Promise.race([work().then(() => 'over' as const), window.mortal.death, late]);
      alarm.abort();
      if (how === 'late') {
        judge.find('stuck', `${what} did not come to an end`);
        window.mortal.die();
      }
      if (window.mortal.dead) window.close();
    },
  };
  const person = createPerson(site);

  async function act(what: Act): Promise<void> {
    switch (what.do) {
      case 'work':
        emulatedRadio.faults.splice(0, emulatedRadio.faults.length, ...what.faults);
        await killed(what.window, what.kill, async (window) => {
          const other = what.beside === null ? null : await site.window(what.window === 0 ? 1 : 0);
          await person.work(window, { ...what, beside: other === null ? null : { window: other, at: what.beside! } });
        });
        emulatedRadio.faults.length = 0;
        return;
      case 'blink':
        emulatedRadio.faults.splice(0, emulatedRadio.faults.length, ...what.faults);
        await killed(0, what.kill, (window) => person.blink(window, what.at, what.pick));
        emulatedRadio.faults.length = 0;
        return;
      case 'sync':
        backend.endings.splice(0, backend.endings.length, ...what.endings);
        await killed(0, what.kill, (window) => person.sync(window));
        backend.endings.length = 0;
        return;
      case 'prepare':
        backend.endings.splice(0, backend.endings.length, ...what.endings);
        await killed(0, null, (window) => person.prepare(window, what.at));
        backend.endings.length = 0;
        return;
      case 'clock':
        return clock.set(what.byMs);
      case 'wait':
        return clock.sleep(what.ms);
      case 'restart':
        for (const window of windows) window?.mortal.die();
        return;
      case 'secondWindow':
        return void (await site.window(1));
      case 'sleep':
        return void disk.asleep.add((await site.window(1)).mortal);
      case 'otherPhone':
        return otherPhone(beacons[what.at]!, what.configures);
      case 'readList':
        return person.readList();
    }
  }

  function otherPhone(beacon: Beacon, configures: boolean): void {
    settle(beacon, clock.monotonicMs());
    // It waits for its turn, and finds no work then.
    if (beacon.processing !== null) return;
    beacon.lastToken = Math.max(beacon.lastToken, backend.tokenElsewhere(beacon.uniqueId));
    if (!configures) return;
    judge.settledElsewhere(beacon.uniqueId);
    beacon.value = site.nextValue();
    beacon.held = null;
    backend.settledElsewhere(beacon.uniqueId, beacon.value);
  }

  async function killed(which: 0 | 1, kill: Kill | null, work: (window: Window) => Promise<void>): Promise<void> {
    const window = await site.window(which);
    window.mortal.arm(kill);
    await work(window);
    window.mortal.arm(null);
  }

  async function whole(): Promise<void> {
    for (let at = 0; at < beacons.length; at += 1) await act({ do: 'prepare', at, endings: [] });
    for (const [index, what] of story.acts.entries()) {
      trace(`act ${index + 1}`);
      await act(what);
    }
    for (const window of windows) window?.mortal.die();
    await person.bringAllHome(story.backend.rollsBack);
  }

  try {
    await Promise.race([whole(), endless]);
  } finally {
    for (const window of windows) window?.mortal.die();
    clock.stop();
  }
  const applied = beacons.reduce((sum, { took }) => sum + took.size, 0);
  const verified = [...backend.entries.values()].reduce((sum, entry) => sum + entry.verified.size, 0);
  return {
    findings: judge.findings,
    lives: beacons.length,
    applied,
    verified,
    choosers: emulatedRadio.choosers,
    wrongPicks: site.wrongPicks,
    kills,
    blinks: beacons.reduce((sum, { commands }) => sum + commands, 0),
    excused: judge.excused,
  };
}
