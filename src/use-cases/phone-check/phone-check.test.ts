/** The check of Bluetooth with one beacon, over the real adapter and the practice beacon. */
import { expect, it } from 'vitest';
import { fixtureDevice } from '../../../test/support/fixture-rows.ts';
import { createWorld, type World } from '../../../test/support/run-world.ts';
import { ALL_DEVICES } from '../../domain/provisioning/chooser-filter.ts';
import { RADIO_LOCK } from '../../names.ts';
import type { BeaconFault } from '../../sandbox/beacon/faults.ts';
import type { BluetoothPort } from '../run/bluetooth-port.ts';
import { createPhoneCheck, type CheckStep, type PhoneCheck } from './phone-check.ts';

const ID = 'tB4x';
const STEPS = [
  'choose',
  'connect',
  'discover',
  'readToken',
  'readTokenAgain',
  'readControlPoint',
  'readControlPointAgain',
  'connectAgain',
];

interface Bench {
  readonly world: World;
  readonly check: PhoneCheck;
  readonly window: Awaited<ReturnType<World['open']>>;
  /** The radio of the check. A test may replace its chooser. */
  readonly bluetooth: { -readonly [K in keyof BluetoothPort]: BluetoothPort[K] };
  /** Starts a check and resolves with the steps of its end. */
  carryOut(): Promise<readonly CheckStep[]>;
}

async function bench(...faults: BeaconFault[]): Promise<Bench> {
  const world = createWorld();
  world.choosers.next = ID;
  const window = await world.open();
  world.beaconStore.setFaults(faults);
  const bluetooth = { ...window.bluetooth };
  const check = createPhoneCheck({
    bluetooth,
    locks: world.locks,
    clock: world.clock,
    current: () => world.around.account!,
    names: () => [fixtureDevice(0).name ?? '', 'Dock 12'],
    appVersion: '1.2.3',
    browser: 'Browser 1',
  });
  return {
    world,
    check,
    window,
    bluetooth,
    async carryOut() {
      await check.start();
      return check.state.value.steps;
    },
  };
}

const outcomes = (steps: readonly CheckStep[]): string[] => steps.map(({ step, outcome }) => `${step} ${outcome}`);
const done = (...names: readonly string[]): string[] => names.map((name) => `${name} done`);

it('the check of a phone takes each step, writes nothing and leaves the response in the beacon', async () => {
  const { world, check, window, carryOut } = await bench({ name: 'drop', when: 'before', operation: 'readResponse' });
  await window.runs.start(world.carry(ID, 7).id);
  const before = world.beaconStore.load(ID).response;
  expect(before).not.toBe('');
  world.operations.length = 0;
  const steps = await carryOut();
  expect(outcomes(steps)).toEqual(done(...STEPS));
  expect(world.operations).toEqual(['connect', 'discover', 'readToken', 'readToken', 'poll', 'poll', 'connect']);
  expect(world.beaconStore.load(ID).response).toBe(before);
  expect(steps[2]!.found).toEqual(expect.arrayContaining(['request', 'response', 'controlPoint', 'token']));
  expect(steps[3]).toMatchObject({ bytes: 4 });
  expect(steps.at(-1)!.waitedMs).toBeGreaterThan(0);
  expect(world.held.size).toBe(0);
  expect(check.state.value).toMatchObject({ now: null, obstacle: null });
});

it('the check of a phone creates a file that contains the steps, but no ID, name or bytes', async () => {
  const { world, check, carryOut } = await bench();
  const steps = await carryOut();
  const { text } = check.state.value.file!;
  expect(JSON.parse(text)).toEqual({
    format: 'beacon-fieldkit-phone-check',
    version: 1,
    madeAt: new Date(check.state.value.file!.madeAtMs).toISOString(),
    app: '1.2.3',
    browser: 'Browser 1',
    practice: false,
    radio: 'available',
    steps,
  });
  const { id, name, baseUrl } = world.around.account!;
  for (const secret of [ID, 'Dock 12', `"${id}"`, name, baseUrl]) expect(text).not.toContain(secret);
});

it.each([
  ['readToken', ['readToken dropped']],
  ['poll', ['readToken done', 'readTokenAgain done', 'readControlPoint dropped']],
  ['discover', []],
] as const)('the check of a phone continues with the next link when the link drops at %s', async (operation, reads) => {
  const { carryOut } = await bench({ name: 'drop', when: 'before', operation });
  const discovery = operation === 'discover' ? ['discover dropped'] : ['discover done'];
  expect(outcomes(await carryOut())).toEqual([
    ...done('choose', 'connect'),
    ...discovery,
    ...reads,
    ...done('connectAgain'),
  ]);
});

it('the check of a phone ends at a connection that fails each time, and names the number of tries', async () => {
  const { world, carryOut } = await bench({ name: 'connectFails', times: 20 });
  const steps = await carryOut();
  expect(outcomes(steps)).toEqual(['choose done', 'connect connectFailed']);
  expect(steps[1]!.attempts).toBeGreaterThan(1);
  expect(steps[1]!.error).toBe('NetworkError');
  expect(world.held.size).toBe(0);
});

it('the check of a phone reads the other characteristics when a beacon refuses one, and names the failure of one that hangs', async () => {
  const { carryOut } = await bench(
    { name: 'denied', operation: 'readToken', error: 'notPaired' },
    { name: 'hang', operation: 'poll' },
  );
  const steps = await carryOut();
  expect(steps[3]).toMatchObject({ step: 'readToken', outcome: 'done', bytes: null });
  expect(outcomes(steps).slice(5)).toEqual(['readControlPoint timedOut', 'connectAgain done']);
});

it('the check of a phone lists all devices after a closed chooser', async () => {
  const { world, carryOut } = await bench();
  world.choosers.next = null;
  expect(outcomes(await carryOut())).toEqual(['choose chooserCancelled']);
  expect(world.choosers.options.at(-1)).toMatchObject({ filters: expect.arrayContaining([{ name: 'Dock 12' }]) });
  world.choosers.next = ID;
  expect(outcomes(await carryOut())).toEqual(done(...STEPS));
  expect(world.choosers.options.at(-1)).toMatchObject({ acceptAllDevices: true });
});

it('the check of a phone ends at once when it is cancelled, and leaves no link', async () => {
  const { world, check, window } = await bench({ name: 'connectHangs' });
  const ended = check.start();
  await world.clock.sleep(500);
  check.cancel();
  await ended;
  expect(outcomes(check.state.value.steps)).toEqual(['choose done', 'connect aborted']);
  expect(world.held.size).toBe(0);
  expect((await window.bluetooth.choose(ALL_DEVICES)).connected).toBe(false);
});

it('the check of a phone does not start while a run uses Bluetooth, nor a run during the check', async () => {
  const { world, check, window, carryOut } = await bench();
  world.held.add(RADIO_LOCK);
  expect(await carryOut()).toEqual([]);
  expect(check.state.value).toMatchObject({ obstacle: 'busyElsewhere', now: null, file: null });
  expect(world.operations).toEqual([]);
  world.held.delete(RADIO_LOCK);
  const ended = check.start();
  await window.runs.start(world.carry(ID, 7).id);
  expect(window.now().failure?.code).toBe('busyElsewhere');
  await ended;
  expect(outcomes(check.state.value.steps)).toEqual(done(...STEPS));
});

it('the check of a phone does not touch a beacon whose response is still awaited', async () => {
  const { world, check, window, bluetooth, carryOut } = await bench({ name: 'hang', operation: 'readResponse' });
  const handle = await window.bluetooth.choose(ALL_DEVICES);
  await window.runs.start(world.carry(ID, 7).id);
  expect(handle.readsLate).toBe(true);
  world.operations.length = 0;
  // A beacon with a link does not advertise, but a browser may list it all the same.
  bluetooth.choose = async () => handle;
  await carryOut();
  expect(handle.readsLate).toBe(true);
  expect(check.state.value).toMatchObject({ obstacle: 'awaited', steps: [], file: null });
  expect(world.operations).toEqual([]);
});
