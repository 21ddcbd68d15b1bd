/** What the screens know of the outbox: which rows are read, when they are read again, and when a failure is shown. */
import { signal } from '@preact/signals-core';
import { describe, expect, it } from 'vitest';
import { fixtureEdit, fixtureReceipt } from '../../../test/support/fixture-rows.ts';
import { createMemoryStores } from '../../../test/support/memory-stores.ts';
import { createOutboxView } from './outbox-view.ts';

function createScene() {
  const troubles: unknown[] = [];
  const fault: { error: unknown } = { error: null };
  const reads = { count: 0 };
  const stores = createMemoryStores(undefined, () => {
    reads.count += 1;
    if (fault.error !== null) throw fault.error;
  });
  const storageRemarks = signal<readonly string[]>(['restored']);
  const view = createOutboxView({
    account: { id: 'acc-1' },
    ...stores,
    remarks: storageRemarks,
    onTrouble: (error) => troubles.push(error),
  });
  const put = (...ids: string[]): void => {
    for (const id of ids) stores.rows.receipts.set(id, fixtureReceipt(id, { id }));
  };
  return {
    view,
    stores,
    storageRemarks,
    troubles,
    fault,
    reads,
    put,
    state: () => view.state.value,
    async settle() {
      for (let turn = 0; turn < 400; turn += 1) await Promise.resolve();
    },
  };
}

const full = { name: 'StorageError', code: 'full' };

describe('the outbox as the screens see it', () => {
  it('is empty before the rows are read', async () => {
    const { view, state } = createScene();
    expect(state()).toEqual({
      receipts: [],
      edits: [],
      toSend: 0,
      unexported: 0,
      unverified: 0,
      needsYou: 0,
      pause: null,
      sending: false,
      sync: null,
      trouble: null,
      storageRemarks: ['restored'],
    });
    expect(view.lastRead()).toBeNull();
    await view.load();
    expect(view.lastRead()).toEqual([]);
  });

  it('counts the receipts of this account, without those reserved for a run', async () => {
    const { view, stores, put, state } = createScene();
    put('waits', 'exported');
    const { receipts, edits } = stores.rows;
    receipts.set('theirs', fixtureReceipt('theirs', { id: 'theirs', accountId: 'acc-2' }));
    receipts.set('reserved', fixtureReceipt('reserved', { id: 'reserved', state: 'reserved', responseBase64: '' }));
    receipts.set('sent', fixtureReceipt('sent', { id: 'sent', state: 'sent' }));
    receipts.set('refused', fixtureReceipt('refused', { id: 'refused', state: 'parked' }));
    edits.set('e', fixtureEdit('e', { state: 'parked' }));
    stores.rows.exported = ['exported'];
    stores.rows.pause = { reason: 'key', atMs: 5 };
    await view.load();
    expect(
      state()
        .receipts.map(({ id }) => id)
        .toSorted(),
    ).toEqual(['exported', 'refused', 'sent', 'waits']);
    expect(state()).toMatchObject({
      toSend: 3,
      unexported: 2,
      unverified: 1,
      needsYou: 2,
      pause: { reason: 'key', atMs: 5 },
      sync: null,
    });
    expect(state().edits).toHaveLength(1);
  });

  it('shows the progress while it sends, none where nothing is to be sent, and none afterwards', async () => {
    const { view, stores, put, state } = createScene();
    view.tellSending(true);
    await view.load();
    expect(state()).toMatchObject({ sending: true, sync: null });
    put('a', 'b');
    await view.load();
    expect(state().sync).toEqual({ done: 0, of: 2 });
    stores.rows.receipts.set('a', { ...stores.rows.receipts.get('a')!, state: 'verified' });
    await view.load();
    expect(state().sync).toEqual({ done: 1, of: 2 });
    view.tellSending(false);
    expect(state()).toMatchObject({ sending: false, sync: null });
    // The next time is counted afresh.
    view.tellSending(true);
    expect(state()).toMatchObject({ sending: true, sync: { done: 0, of: 1 } });
  });

  it('follows changes of receipts, edits, pauses and failures of storage until it is closed, each change once', async () => {
    const { view, stores, storageRemarks, put, state, settle, reads } = createScene();
    put('a');
    await stores.receipts.put(fixtureReceipt('b', { id: 'b' }));
    await settle();
    expect(reads.count).toBe(0);
    view.follow();
    view.follow();
    let changes = 0;
    const stop = view.state.subscribe(() => (changes += 1));
    changes = 0;
    storageRemarks.value = ['lost'];
    expect(changes).toBe(1);
    expect(state().storageRemarks).toEqual(['lost']);
    stop();
    await stores.receipts.put(fixtureReceipt('c', { id: 'c' }));
    await settle();
    expect(state().receipts).toHaveLength(3);
    await stores.edits.update('e', () => fixtureEdit('e'));
    await settle();
    expect(state().edits).toHaveLength(1);
    await stores.queue.setPause({ reason: 'key', atMs: 5 });
    await settle();
    expect(state().pause).not.toBeNull();
    view.close();
    storageRemarks.value = [];
    await stores.queue.setPause(null);
    await settle();
    expect(state()).toMatchObject({ storageRemarks: ['lost'], pause: { reason: 'key' } });
    view.follow();
    await stores.queue.setPause(null);
    await settle();
    expect(state().pause).toBeNull();
  });
});

describe('storage that cannot be read', () => {
  it.each([
    ['full by its code', full, 'storageFull'],
    ['full by its name', { name: 'QuotaExceededError' }, 'storageFull'],
    ['damaged', { name: 'StorageError', code: 'damaged' }, 'storageFailed'],
    ['failing without a reason', undefined, 'storageFailed'],
  ])('is reported at each failure and shown after the third in a row: %s', async (_name, error, shown) => {
    const { view, stores, troubles, state } = createScene();
    stores.receipts.all = () => Promise.reject(error);
    for (const seen of [null, null, shown, shown]) {
      await expect(view.load()).rejects.toBe(error);
      expect(state()).toMatchObject({ trouble: seen });
      expect(view.lastRead()).toBeNull();
    }
    expect(troubles).toEqual([error, error, error, error]);
  });

  it('is no longer shown once storage works again, and failures are counted from zero', async () => {
    const { view, fault, state } = createScene();
    fault.error = full;
    for (let count = 0; count < 3; count += 1) await expect(view.load()).rejects.toBe(full);
    expect(state().trouble).toBe('storageFull');
    fault.error = null;
    await view.load();
    expect(state().trouble).toBeNull();
    fault.error = full;
    for (let count = 0; count < 2; count += 1) await expect(view.load()).rejects.toBe(full);
    expect(state().trouble).toBeNull();
  });

  it.each([
    ['reading', 'sending'],
    ['sending', 'reading'],
  ] as const)('stays on screen while %s fails although %s works', async (failing, working) => {
    const { view, fault, state } = createScene();
    const fail = {
      reading: async () => {
        fault.error = full;
        await expect(view.load()).rejects.toBe(full);
        fault.error = null;
      },
      sending: async () => view.tellFailed(full),
    };
    const work = { reading: () => view.load(), sending: async () => view.tellDrained() };
    for (let count = 0; count < 2; count += 1) await fail[failing]();
    await work[working]();
    await fail[failing]();
    expect(state().trouble).toBe('storageFull');
    await work[working]();
    expect(state().trouble).toBe('storageFull');
    await work[failing]();
    expect(state().trouble).toBeNull();
  });

  it('does not prevent the outbox from following later changes', async () => {
    const { view, stores, fault, put, state, settle, troubles } = createScene();
    view.follow();
    put('a');
    fault.error = full;
    await stores.receipts.put(fixtureReceipt('b', { id: 'b' }));
    await settle();
    expect(troubles).toEqual([full]);
    fault.error = null;
    await stores.receipts.put(fixtureReceipt('c', { id: 'c' }));
    await settle();
    expect(state().receipts).toHaveLength(3);
  });
});
