/** Sender and preparing as the page composes them: what one hands over to the other. */
import { signal } from '@preact/signals-core';
import { READING } from '../../domain/errand.ts';
import { describe, expect, it } from 'vitest';
import { fixtureDevice, fixturePackage, fixtureRun } from '../../../test/support/fixture-rows.ts';
import { createMemoryMetaRows } from '../../../test/support/memory-meta-rows.ts';
import { createPhone } from '../../../test/support/outbox-phone.ts';
import { createWorld } from '../../../test/support/run-world.ts';
import type { KnownExtension } from '../../domain/extensions.ts';
import { runLock } from '../../names.ts';
import { createPackagesView } from '../prepare/packages-view.ts';
import { createOutboxView } from './outbox-view.ts';
import { composeSender } from './compose.ts';

async function createComposed() {
  const phone = createPhone();
  const { account, backend, clock, parts, stores } = phone;
  const { disk, open } = createWorld();
  const { packages, runs, devices } = (await open()).stores;
  const listed = { ...devices, ...stores.devices, all: async () => [...stores.rows.devices.values()] };
  const extensions = createMemoryMetaRows<KnownExtension>();
  const held = new Set<string>();
  const views = {
    outbox: createOutboxView({ ...parts, remarks: signal([]) }),
    packages: createPackagesView(packages),
  };
  const sender = composeSender({
    ...parts,
    storage: {
      ...stores,
      devices: listed,
      packages,
      runs,
      extensions,
      removeImported: parts.removeImported,
      whenCutOff: parts.whenCutOff,
    },
    cachedReceipts: stores.receipts,
    locks: { ...parts.locks, held: async () => held },
    fetchBlinks: async () => [],
    views,
    sources: [],
  });
  const read = await backend.readDevice('tB4x');
  if (!read.ok || read.value === null) throw new Error('the backend has the device');
  stores.rows.devices.set('tB4x', { ...read.value, order: 0, readAtMs: clock.nowMs() });
  return {
    ...phone,
    ...sender,
    account,
    disk,
    held,
    extensions,
    packages,
    devices: listed,
    listed: () => stores.rows.devices.get('tB4x'),
    packagesOf: (uniqueId: string) => packages.ofDevice(uniqueId),
    askFor: (minor: number) =>
      sender.prepare.prepare({ uniqueId: 'tB4x', deviceType: 'BEACON', values: { minor }, before: {} }),
  };
}

describe('preparing and sending on the same phone', () => {
  it('sends what waits before it prepares the beacon again', async () => {
    const phone = await createComposed();
    await phone.configure('tB4x', 12);
    await phone.outbox.start();
    await phone.until(() => phone.row('r-tB4x-12').state === 'verified');
    const later = await phone.configure('tB4x', 13);
    await expect(phone.askFor(14)).resolves.toMatchObject({ kind: 'onThisPhone' });
    expect(phone.row(later.id).state).toBe('verified');
    expect(phone.troubles).toEqual([]);
  });

  it('does not prepare a beacon while another window runs a package of it', async () => {
    const phone = await createComposed();
    phone.disk.runs.set('open', fixtureRun('tB4x', { id: 'open' }));
    await expect(phone.askFor(14)).resolves.toMatchObject({ kind: 'onThisPhone' });
    phone.held.add(runLock('open'));
    await expect(phone.askFor(15)).resolves.toEqual({ kind: 'blocked', reason: 'unfinishedRun' });
  });

  it('shows a verified beacon with its new values and nothing pending, and no longer carries a package of the same values', async () => {
    const phone = await createComposed();
    const [same, other] = [{ minor: 12 }, { minor: 13 }].map((values) =>
      fixturePackage('tB4x', { id: `package ${values.minor}`, values }),
    );
    phone.disk.packages.set(same!.id, same!).set(other!.id, other!);
    const row = await phone.configure('tB4x', 12);
    phone.rows().set(row.id, { ...row, values: { minor: 12, name: 'Door' } });
    phone.disk.packages.set(same!.id, { ...same!, values: { minor: 12, name: 'Door' } });
    phone.stores.rows.devices.set('tB4x', { ...phone.listed()!, name: 'Kontakt', pending: { minor: 12 } });
    await phone.drain('none');
    expect(phone.row(row.id).state).toBe('verified');
    expect(phone.listed()).toMatchObject({ name: 'Door', pending: null, attributes: { minor: 12 } });
    expect((await phone.packagesOf('tB4x')).map(({ id, state }) => `${id} ${state}`).toSorted()).toEqual([
      'package 12 used',
      'package 13 carried',
    ]);
    expect(phone.troubles).toEqual([]);
  });

  it.each(['the list', 'the package'])(
    'reports that storage failed for %s, and the receipt stays verified',
    async (which) => {
      const phone = await createComposed();
      const row = await phone.configure('tB4x', 12);
      phone.disk.packages.set('p', fixturePackage('tB4x', { id: 'p', values: { minor: 12 } }));
      const fault = new Error('torn');
      if (which === 'the list') phone.devices.putMany = () => Promise.reject(fault);
      else phone.packages.mark = () => Promise.reject(fault);
      await phone.drain('none');
      expect(phone.row(row.id).state).toBe('verified');
      expect(phone.troubles).toEqual([fault]);
    },
  );

  it('no longer carries a package of verified values where the beacon is not in the list', async () => {
    const phone = await createComposed();
    phone.stores.rows.devices.clear();
    await phone.configure('tB4x', 12);
    phone.disk.packages.set('p', fixturePackage('tB4x', { id: 'p', values: { minor: 12 } }));
    await phone.drain('none');
    expect(phone.stores.rows.devices.size).toBe(0);
    expect(phone.disk.packages.get('p')!.state).toBe('used');
    expect(phone.troubles).toEqual([]);
  });

  it('stores the package that the backend has sent with its answer', async () => {
    const phone = await createComposed();
    const row = await phone.configure('tB4x', 12);
    // The response of another beacon: nothing is applied, and the answer lists what is still pending.
    const foreign = await phone.configure('Kf7Qp2', 13, 'foreign');
    phone.rows().set(row.id, { ...row, responseBase64: foreign.responseBase64 });
    phone.rows().delete('foreign');
    await phone.drain('none');
    expect(phone.row(row.id).state).toBe('notVerified');
    expect(await phone.packagesOf('tB4x')).toMatchObject([
      { state: 'carried', base64: expect.any(String), values: { minor: 12 } },
    ]);
  });

  it('remembers that the backend of the account accepts readings of beacons', async () => {
    const phone = await createComposed();
    const row = await phone.configure('tB4x', 12);
    phone.rows().set(row.id, { ...row, kind: READING, held: true, values: {}, syncAskedAtMs: 1 });
    await phone.control('faults', [{ name: 'accepted', match: { path: '/device/sync' } }]);
    await phone.drain('none');
    expect(await phone.extensions.all()).toEqual(
      new Map([['sync', { isOffered: true, atMs: phone.row(row.id).lastAnswer!.atMs }]]),
    );
  });

  it.each([
    ['of the newest configuration', ['old', 'new', 'command'], { minor: 2 }],
    ['of the newest configuration, in whatever order they are stored', ['command', 'new', 'old'], { minor: 2 }],
    ['of no command', ['command'], {}],
    ['of no package, where there is none', [], {}],
  ])('gives a receipt that a person assigns to a beacon the values %s', async (_which, stored, values) => {
    const phone = await createComposed();
    const packages: Record<string, ReturnType<typeof fixturePackage>> = {
      old: fixturePackage('tB4x', { id: 'old', values: { minor: 1 }, preparedAtMs: 10 }),
      new: fixturePackage('tB4x', { id: 'new', values: { minor: 2 }, preparedAtMs: 20 }),
      command: fixturePackage('tB4x', { id: 'command', kind: 'command', values: { minor: 3 }, preparedAtMs: 30 }),
    };
    for (const id of stored) phone.disk.packages.set(id, packages[id]!);
    phone.stores.rows.devices.set('tB4x', fixtureDevice(0, { uniqueId: 'tB4x', deviceType: 'BEACON_PRO' }));
    const row = await phone.configure('m3Rw', 12);
    phone.rows().set(row.id, { ...row, owner: 'unsure', candidates: ['m3Rw', 'tB4x'] });
    await phone.outbox.assignOwner(row.id, 'tB4x');
    expect(phone.row(row.id)).toMatchObject({ uniqueId: 'tB4x', deviceType: 'BEACON_PRO' });
    expect(phone.row(row.id).values).toEqual(values);
  });
});
