/** Superseded packages at a visit to the network: which are fetched again automatically, and which are not. */
import { describe, expect, it } from 'vitest';
import {
  prepareInput,
  clock,
  control,
  deviceStore,
  disk,
  list,
  packageStore,
  phone,
  prepare,
  preparePhone,
  receipt,
  renewal,
  requests,
  run,
  states,
} from '../../../test/support/prepare-phone.ts';

preparePhone();

/** A package is carried, then another manager prepares something else. */
async function overtake(): Promise<void> {
  await list.refresh();
  await prepareInput();
  await clock.sleep(60_000);
  await control('device', { uniqueId: 'tB4x', pending: { txPower: 3 } });
  requests.length = 0;
}
const carried = () => [...disk.packages.values()].filter(({ state }) => state === 'carried');

describe('a visit to the network', () => {
  it('finds what another manager has changed, fetches its package, and shows the pending values in the list', async () => {
    await overtake();
    await renewal().visit('network');
    expect(carried().map(({ values }) => values)).toEqual([{ minor: 5, txPower: 3 }]);
    expect(disk.devices.get('tB4x')).toMatchObject({ pending: { minor: 5, txPower: 3 } });
    expect(requests.map((one) => one.split('?')[0])).toEqual(['GET /device', 'GET /config', 'GET /config/encrypt']);
    // The fetched package is what is pending, so the next visit only reads.
    requests.length = 0;
    await renewal().visit('network');
    expect(requests.map((one) => one.split('?')[0])).toEqual(['GET /device']);
  });

  it('does not change a package whose change is still pending', async () => {
    await list.refresh();
    await prepareInput({ minor: 5, password: 'aabbccdd' });
    await clock.sleep(60_000);
    await renewal().visit('network');
    expect(states()).toEqual(['p1 carried']);
  });

  it.each<readonly [string, () => void]>([
    ['a run that may have written', () => (disk.runs = [run('writing')])],
    ['a run that has only begun', () => (disk.runs = [run('intent')])],
    ['a receipt that is not delivered', () => (disk.receipts = [receipt({})])],
    ['a receipt that may be its own', () => (disk.receipts = [receipt({ uniqueId: 'other' })])],
  ])('fetches nothing while there is %s', async (_, have) => {
    await overtake();
    have();
    await renewal().visit('network');
    expect(states()).toEqual(['p1 carried']);
    expect(requests.filter((one) => one.includes('/config'))).toEqual([]);
  });

  it('fetches nothing when a run begins during the request', async () => {
    await overtake();
    phone.onRequest = () => void (disk.runs = [run('intent')]);
    await renewal().visit('network');
    expect(states()).toEqual(['p1 carried']);
  });

  it('changes nothing without an answer or a key, and catches up at the next visit', async () => {
    await overtake();
    await control('faults', [{ name: 'offline', match: { path: '/device' }, times: 1 }]);
    const visits = renewal();
    expect(await visits.visit('network')).toBe(false);
    expect(states()).toEqual(['p1 carried']);
    phone.hasKey = false;
    expect(await visits.visit('network')).toBe(true);
    expect(states()).toEqual(['p1 carried']);
    phone.hasKey = true;
    await control('faults', [{ name: 'offline', match: { path: '/config/encrypt' }, times: 1 }]);
    expect(await visits.visit('network')).toBe(false);
    expect(states()).toEqual(['p1 carried']);
    expect(await visits.visit('network')).toBe(true);
    expect(carried().map(({ values }) => values)).toEqual([{ minor: 5, txPower: 3 }]);
  });

  it('uses a list that was just read without another request', async () => {
    await overtake();
    await list.refresh();
    requests.length = 0;
    await renewal().visit('list');
    expect(requests.map((one) => one.split('?')[0])).toEqual(['GET /config', 'GET /config/encrypt']);
    expect(carried().map(({ values }) => values)).toEqual([{ minor: 5, txPower: 3 }]);
  });

  it('asks for many devices in few requests, and never for commands', async () => {
    await list.refresh();
    await prepareInput();
    const [row] = carried();
    for (let at = 0; at < 120; at += 1)
      await packageStore.replace({
        ...row!,
        id: `many${at}`,
        uniqueId: `x${at}`,
        kind: at < 90 ? 'configuration' : 'command',
      });
    requests.length = 0;
    await renewal().visit('network');
    expect(requests.filter((one) => one.startsWith('GET /device'))).toHaveLength(2);
    expect(requests.join(' ')).not.toContain('x95');
    expect(await deviceStore.get('x1')).toBeNull();
    expect(prepare.packages.value).toBeDefined();
  });
});
