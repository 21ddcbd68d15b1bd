/** Interrupts runs by reloading the page, and returns to their beacons. */
import { expect } from 'vitest';
import type { BeaconFault, LinkOperation } from '../../src/sandbox/beacon/faults.ts';
import {
  accountOpen,
  FLEET_IDS,
  act,
  beaconNamed,
  goTo,
  hangUp,
  openRun,
  prepare,
  shownRun,
  trackTo,
  trackWords,
  type ShownRun,
} from './journey.ts';
import type { Beacon } from './peripheral.ts';
import type { Stage } from './stage.ts';

export interface Prepared {
  readonly id: string;
  readonly beacon: Beacon;
}

/** Uses each beacon once. Another window of the app has to keep the key during a reload. */
export function interruptedRuns(stage: () => Stage) {
  let used = 0;
  const nextId = (): string => FLEET_IDS[used++]!;

  async function prepared(options: { tokenReadable?: boolean; processingMs?: number } = {}): Promise<Prepared> {
    const id = nextId();
    const beacon = beaconNamed(id, options);
    await hangUp(stage().emulatedRadio, stage().beaconStore, beacon);
    await prepare(stage().page, id, { interval: 1234 });
    return { id, beacon };
  }

  /** Begins the run and reloads the page as soon as the beacon has received `operation`. */
  async function reloadDuring(
    { id, beacon }: Prepared,
    operation: LinkOperation,
    ...faults: BeaconFault[]
  ): Promise<void> {
    stage().beaconStore.fault(beacon.address, ...faults);
    await openRun(stage().page, id);
    stage().emulatedRadio.resetCounts();
    stage().emulatedRadio.hand = { pick: beacon.address };
    await stage().page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect
      .poll(() => stage().emulatedRadio.counts(beacon.address)[operation], { interval: 5 })
      .toBeGreaterThan(0);
    await reload();
  }

  /** Reloads and waits until the other window has passed the key on. */
  async function reload(): Promise<void> {
    await stage().page.reload();
    await stage().page.locator('fk-app h1').waitFor();
    await accountOpen(stage().page);
  }

  /** Opens the run screen of the beacon through the app's list of unfinished runs. */
  async function reopenFromList({ id }: Prepared): Promise<ShownRun> {
    await goTo(stage().page, '/run');
    await stage()
      .page.getByRole('region', { name: /^Unfinished/ })
      .getByRole('link', { name: new RegExp(id) })
      .click();
    await stage()
      .page.getByRole('heading', { level: 1, name: `Run on ${id}` })
      .waitFor();
    // The title is drawn before the rows have been read; the sentence and the action are drawn together.
    await stage().page.locator('fk-run-page .actions > fk-button').first().waitFor();
    return shownRun(stage().page);
  }

  const continueRun = (shown: ShownRun, beacon: Beacon): Promise<ShownRun> =>
    act(stage().page, stage().emulatedRadio, beacon.address, shown.action);
  async function verified({ id, beacon }: Prepared): Promise<void> {
    await expect.poll(() => trackWords(stage().page)).toEqual(trackTo('Verified'));
    const device = (await stage().sandbox.devices(id))[id]!;
    expect(device).toMatchObject({ pending: null, stateChanges: 1 });
    expect(stage().beaconStore.beacons.get(beacon.address)!.state.applied).toHaveLength(1);
  }

  return { nextId, prepared, reloadDuring, reload, reopenFromList, continueRun, verified };
}
