/** The loop of a run starts each effect before it notifies listeners. */
import { expect, it } from 'vitest';
import { decodeBase64 } from '../../domain/base64.ts';
import { writePacket } from '../../domain/packet.ts';
import { newRun } from '../../domain/provisioning/journal.ts';
import { ID, TOKEN } from '../../../test/support/run-place.ts';
import { createWorld } from '../../../test/support/run-world.ts';
import { fixtureAccount } from '../../../test/support/fixture-rows.ts';
import type { RadioHandle } from './bluetooth-port.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { State } from '../../domain/provisioning/run-state.ts';
import { createProvision } from './provision.ts';
import type { ProvisionPorts, ProvisionTask } from './ports.ts';
import { reserve } from './reservation.ts';

const account = fixtureAccount({ id: 'account' });
const response = writePacket({
  revision: 0,
  kind: 'encryptedResponse',
  operation: 0x10,
  token: TOKEN,
  payload: Uint8Array.of(1),
});

function provisionWith(
  ports: ProvisionPorts,
  carried: CarriedPackage,
  handle: Partial<RadioHandle>,
  onState: (state: State) => void = () => undefined,
) {
  const run = newRun({ id: 'run', receiptId: 'receipt', package: carried, nowMs: 0 });
  const task: ProvisionTask = {
    account,
    run,
    reservation: reserve(ports, run, { accountId: account.id, values: {}, nowMs: 0 }),
    package: carried,
    handle: handle as RadioHandle,
    sameHandle: false,
    before: 'none',
    elsewhere: [],
    refusedBefore: false,
    skew: async () => ({ skewMs: 0, trust: 'unchecked' }),
    signal: new AbortController().signal,
    onAttempt: () => undefined,
    onWait: () => undefined,
    onLate: () => undefined,
    superseded: () => false,
  };
  return createProvision(ports, task, onState);
}

it('a run commits a response in the same turn as its read, before any listener or message, and closes the link before it marks the row', async () => {
  const world = createWorld();
  const { stores } = await world.open();
  const carried = world.carry(ID, TOKEN);
  const order: string[] = [];
  const { port1, port2 } = new MessageChannel();
  const arrived = new Promise<void>((resolve) => {
    port2.addEventListener('message', () => {
      order.push('message');
      resolve();
    });
    port2.start();
  });
  const ports = {
    ...stores,
    receipts: {
      ...stores.receipts,
      update(...parameters: Parameters<typeof stores.receipts.update>) {
        order.push('mark');
        return stores.receipts.update(...parameters);
      },
    },
    runs: {
      ...stores.runs,
      commitResponse(...parameters: Parameters<typeof stores.runs.commitResponse>) {
        order.push('commit');
        return stores.runs.commitResponse(...parameters);
      },
    },
    mirror: {
      ...stores.mirror,
      write(...parameters: Parameters<typeof stores.mirror.write>) {
        order.push('second copy');
        return stores.mirror.write(...parameters);
      },
    },
    clock: world.clock,
    newId: () => 'another',
  };
  const handle: Partial<RadioHandle> = {
    connect: async () => undefined,
    discover: async () => undefined,
    write: async () => undefined,
    readControlPoint: async () => Uint8Array.of(account.settings.profile.controlPointEnded),
    readResponse: async () => {
      port1.postMessage('read');
      return response;
    },
    disconnect: () => void order.push('link closed'),
  };
  const made = provisionWith(ports, carried, handle, ({ at }) => void (at === 'saving' && order.push('told')));
  await made.execute();
  await arrived;
  port1.close();
  expect(order.indexOf('message')).toBeGreaterThan(order.indexOf('told'));
  const steps = order.filter((one) => one !== 'message');
  expect(steps).toEqual(['commit', 'second copy', 'told', 'link closed', 'mark', 'link closed']);
  expect(decodeBase64([...world.disk.receipts.values()][0]!.responseBase64)).toEqual(response);
});

it('a retry of storing a response resolves when it has ended, and at once while no copy is missing', async () => {
  const world = createWorld();
  const { stores } = await world.open();
  const ports = { ...stores, clock: world.clock, newId: () => 'another' };
  world.disk.faults.set('copy', { times: 2, code: 'full' });
  const tries: string[] = [];
  const made = provisionWith(
    ports,
    world.carry(ID, TOKEN),
    {
      connect: async () => undefined,
      discover: async () => undefined,
      write: async () => undefined,
      readControlPoint: async () => Uint8Array.of(account.settings.profile.controlPointEnded),
      readResponse: async () => response,
      disconnect: () => undefined,
    },
    ({ at }) => {
      // Like a click, once the message is on the screen.
      if (at === 'held') queueMicrotask(() => void made.retry().then(() => tries.push(made.state.at)));
    },
  );
  await made.retry();
  await made.execute();
  await made.retry();
  expect(tries).toEqual(['held', 'releasing']);
  expect([...world.disk.receipts.values()]).toMatchObject([{ mirrored: true }]);
});
