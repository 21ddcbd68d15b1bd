/**
 * Runs on beacons with a fault. Each test has its own beacon, and checks the result on the screen, at the beacon and at
 * the backend.
 */
import { afterAll, beforeAll, expect } from 'vitest';
import type { Page } from 'playwright-core';
import type { BeaconFault } from '../../src/sandbox/beacon/faults.ts';
import type { SandboxControl } from './app-server.ts';
import {
  FLEET_IDS,
  QUICK,
  act,
  beaconNamed,
  hangUp,
  openRun,
  prepare,
  runOnce,
  saveSettings,
  trackTo,
  trackWords,
  type ShownRun,
} from './journey.ts';
import type { EmulatedRadio, Beacon, BeaconStore } from './peripheral.ts';
import { openStage, type Stage } from './stage.ts';
import { storedRuns } from './stored-rows.ts';

export let stage: Stage;
export let beaconStore: BeaconStore;
export let emulatedRadio: EmulatedRadio;
export let sandbox: SandboxControl;
export let page: Page;
export let id: string;
export let beacon: Beacon;
let used = 0;

/** Prepares a beacon that only this test uses, and brings it into range. */
export async function ready(
  options: { name?: string; tokenReadable?: boolean; processingMs?: number } = {},
): Promise<void> {
  id = FLEET_IDS[used++]!;
  beacon = beaconNamed(id, options);
  await hangUp(emulatedRadio, beaconStore, beacon);
  await prepare(page, id, { interval: 1234 });
  emulatedRadio.resetCounts();
  await openRun(page, id);
}

export const counts = () => emulatedRadio.counts(beacon.address);
export const fault = (...faults: BeaconFault[]): void => beaconStore.fault(beacon.address, ...faults);
export const run = (): Promise<ShownRun> => runOnce(page, emulatedRadio, beacon.address);
/** Presses the one offered action. */
export const go = (shown: ShownRun): Promise<ShownRun> => act(page, emulatedRadio, beacon.address, shown.action);

export async function verified(): Promise<void> {
  await expect.poll(() => trackWords(page)).toEqual(trackTo('Verified'));
  const device = (await sandbox.devices(id))[id]!;
  expect(device).toMatchObject({ pending: null, stateChanges: 1 });
  expect(device.values).toMatchObject({ interval: 1234 });
}

/** Expects that the package was applied once, however often it was written. */
export function appliedOnce(): void {
  expect(beaconStore.beacons.get(beacon.address)!.state.applied).toHaveLength(1);
}

/**
 * The emulated radio answers a hanging connect when it is released, and may give that answer to the next attempt: this
 * allows one more.
 */
export function expectConnects(connects: number): void {
  expect(counts().connect).toBeGreaterThanOrEqual(connects);
  expect(counts().connect).toBeLessThanOrEqual(connects + 1);
}

export async function journal(): Promise<string[]> {
  return (await storedRuns(page, id)).at(-1)!.journal.map(({ step, note }) => (note === 'taken' ? note : step));
}

export const UNWRITTEN = trackTo('Downloaded');
export const WRITE_UNCERTAIN = [...UNWRITTEN, 'Written: uncertain'];
export const RECEIPT_UNCERTAIN = [...trackTo('Written'), 'Receipt saved: uncertain'];

/** Registers the setup and teardown that every file of these tests needs. */
export function inFaultPlace(): void {
  beforeAll(async () => {
    stage = await openStage();
    ({ beaconStore, emulatedRadio, sandbox, page } = stage);
    await saveSettings(page, QUICK);
  });
  afterAll(() => stage.close());
}
