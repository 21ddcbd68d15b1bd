import { describe, expect, it } from 'vitest';
import { fixtureBareDevice, fixtureReceipt } from '../../../test/support/fixture-rows.ts';
import { createPhone, IDS } from '../../../test/support/outbox-phone.ts';
import { START } from '../../../test/support/sandbox-phone.ts';
import type { Receipt } from '../../domain/receipt.ts';

describe('a file of receipts between two phones', () => {
  it('transfers receipts; each exists once, whichever phone posts it first', async () => {
    const first = createPhone('shared');
    await first.control('options', { repeatAnswer: 409 });
    for (const id of IDS) await first.configure(id, 31);
    await first.outbox.start();
    const { text: file } = await first.outbox.export();
    expect(file).not.toContain('sandbox-owner-key');
    const second = createPhone('shared', first.sandbox);
    await second.outbox.start();
    await expect(second.outbox.import(file)).resolves.toEqual({ kind: 'imported', added: 5, known: 0, problems: [] });
    await expect(second.outbox.import(file)).resolves.toEqual({ kind: 'imported', added: 0, known: 5, problems: [] });
    // The second post gets a 409: the backend refuses it, and the device shows these values.
    const isSettled = ({ state, lastAnswer }: Receipt): boolean =>
      state === 'verified' || (state === 'parked' && lastAnswer?.code === 'shown');
    await first.until(() => [...first.rows().values()].every(isSettled));
    await second.until(() => [...second.rows().values()].every(isSettled));
    for (const id of IDS)
      expect(
        [first, second].filter((phone) =>
          [...phone.rows().values()].some((row) => row.uniqueId === id && row.state === 'verified'),
        ),
      ).not.toHaveLength(0);
    for (const id of IDS) expect(Object.values((await first.snapshot(id)).effects)).toEqual([1]);
    await expect(first.outbox.import(file)).resolves.toMatchObject({ added: 0, known: 5 });
  });

  it("asks before it imports another account's receipts, and names what it cannot read", async () => {
    const first = createPhone('one');
    await first.configure('tB4x', 32);
    const { text: file } = await first.outbox.export();
    const second = createPhone('two', first.sandbox);
    second.key.value = 'sandbox-other-key';
    await expect(second.outbox.import(file)).resolves.toMatchObject({
      kind: 'otherAccount',
      accountId: 'one',
      baseUrl: 'http://s/sandbox/legacy',
      count: 1,
    });
    await expect(second.outbox.import(file, { intoThisAccount: true })).resolves.toMatchObject({
      kind: 'imported',
      added: 1,
    });
    expect([...second.rows().values()]).toMatchObject([
      { accountId: 'two', origin: 'import', state: 'waiting', runId: null, mirrored: false },
    ]);
    await expect(second.outbox.import('{')).resolves.toMatchObject({ kind: 'invalid' });
  });

  it('recognises the same account on another phone by its addresses, its vendor and the mark of its key', async () => {
    const first = createPhone('one');
    await first.configure('tB4x', 32);
    const { text: file } = await first.outbox.export();
    const second = createPhone('two', first.sandbox);
    await expect(second.outbox.preview(file)).resolves.toMatchObject({ accountId: 'one', ofThisAccount: true });
    for (const change of [
      { vendor: 'other' },
      { baseUrl: 'http://s/other' },
      { legacyBaseUrl: 'http://s/other' },
      { keyMark: 'mark of another key' },
      { keyMark: null },
      { vendor: undefined, keyMark: undefined },
    ]) {
      const changed = JSON.stringify({ ...(JSON.parse(file) as object), ...change });
      await expect(second.outbox.preview(changed), JSON.stringify(change)).resolves.toMatchObject({
        kind: 'file',
        ofThisAccount: false,
      });
      await expect(second.outbox.import(changed)).resolves.toMatchObject({ kind: 'otherAccount' });
    }
    await expect(second.outbox.import(file)).resolves.toMatchObject({ kind: 'imported', added: 1 });
    expect([...second.rows().values()]).toMatchObject([{ accountId: 'two', origin: 'import', state: 'waiting' }]);
  });

  it('shows what a file contains before anything is imported', async () => {
    const first = createPhone('one');
    for (const minor of [32, 33]) await first.configure('tB4x', minor);
    await first.configure('m3Rw', 34);
    const { text: file } = await first.outbox.export();
    const facts = {
      kind: 'file',
      count: 3,
      devices: 2,
      accountId: 'one',
      baseUrl: 'http://s/sandbox/legacy',
      exportedAtMs: START,
      problems: [],
      dropped: [],
    };
    await expect(first.outbox.preview(file)).resolves.toEqual({ ...facts, ofThisAccount: true });
    const second = createPhone('two', first.sandbox);
    second.key.value = 'sandbox-other-key';
    await expect(second.outbox.preview(file)).resolves.toEqual({ ...facts, ofThisAccount: false });
    await expect(second.outbox.preview('{')).resolves.toMatchObject({ kind: 'invalid' });
    expect(second.rows().size).toBe(0);
  });

  it('is counted as missing for each receipt of this phone until some window has exported that receipt', async () => {
    const phone = createPhone();
    phone.key.value = null;
    for (const id of IDS.slice(0, 3)) await phone.configure(id, 21);
    await phone.outbox.start();
    const unexported = (): number => phone.outbox.state.value.unexported;
    expect(unexported()).toBe(3);
    const one = await phone.outbox.export([`r-${IDS[0]}-21`]);
    // A file that was not saved protects nothing.
    expect(unexported()).toBe(3);
    await phone.anotherWindow().noteExported(one.ids);
    await phone.until(() => unexported() === 2);
    await phone.configure(IDS[3]!, 21);
    phone.rows().set('file', { ...phone.row(`r-${IDS[3]}-21`), id: 'file', origin: 'import' });
    await phone.outbox.noteExported([]);
    expect(phone.outbox.state.value).toMatchObject({ toSend: 5, unexported: 3 });
    const all = await phone.outbox.export();
    await phone.outbox.noteExported(all.ids);
    expect(phone.outbox.state.value).toMatchObject({ toSend: 5, unexported: 0 });
    expect(phone.stores.rows.exported).toHaveLength(5);
    phone.key.value = 'sandbox-owner-key';
    await phone.outbox.keyGiven();
    await phone.configure(IDS[4]!, 21);
    await phone.outbox.noteExported([]);
    expect(unexported()).toBe(1);
  });

  it('imports two thousand receipts with one write and one read of the rows', async () => {
    const first = createPhone('many');
    for (let at = 0; at < 2000; at += 1) {
      first.rows().set(`r${at}`, {
        ...fixtureReceipt(`b${at}`, {
          id: `r${at}`,
          accountId: 'many',
          responseBase64: btoa(`response-${at}-padding`),
          mirrored: true,
        }),
      });
    }
    const { text: file } = await first.outbox.export();
    const second = createPhone('many', first.sandbox);
    second.key.value = null;
    const calls = { all: 0, writes: 0 };
    const { receipts } = second.stores;
    const [all, update, addMissing] = [receipts.all, receipts.update, receipts.addMissing];
    Object.assign(receipts, {
      all: () => (calls.all++, all()),
      update: (...parameters: Parameters<typeof update>) => (calls.writes++, update(...parameters)),
      addMissing: (...parameters: Parameters<typeof addMissing>) => (calls.writes++, addMissing(...parameters)),
    });
    await expect(second.outbox.import(file)).resolves.toMatchObject({ kind: 'imported', added: 2000 });
    expect(calls).toEqual({ all: 1, writes: 1 });
    expect(second.outbox.state.value.receipts).toHaveLength(2000);
  });
});

describe('an edit of virtual values in the outbox:', () => {
  async function ready() {
    const phone = createPhone();
    const read = await phone.backend.readDevice('tB4x');
    const device = fixtureBareDevice('tB4x', read.ok ? read.value! : {});
    phone.stores.rows.devices.set('tB4x', device);
    return { phone, device, edit: () => phone.stores.rows.edits.get('tB4x') };
  }

  it('several edits made offline are one row and one post, separate from any response', async () => {
    const { phone, device, edit } = await ready();
    await phone.outbox.editVirtual(device, { alias: 'One' });
    await phone.outbox.editVirtual(device, { alias: 'Two', tags: 'a,b' });
    await phone.outbox.editVirtual(device, { notes: 'third' });
    expect(edit()).toMatchObject({
      values: { alias: 'Two', tags: 'a,b', notes: 'third' },
      base: { alias: device.alias ?? '' },
      state: 'waiting',
    });
    await phone.configure('tB4x', 41);
    await phone.outbox.start();
    await phone.until(() => edit()?.state === 'saved' && phone.row('r-tB4x-41').state === 'verified');
    const shown = await phone.snapshot('tB4x');
    expect(shown).toMatchObject({
      virtualPosts: 1,
      posts: 1,
      values: { alias: 'Two', tags: ['a', 'b'], notes: 'third' },
    });
    expect(phone.stores.rows.devices.get('tB4x')).toMatchObject({ alias: 'Two', tags: ['a', 'b'], notes: 'third' });
  });

  it("an edit back to the backend's values leaves nothing to send", async () => {
    const { phone, device, edit } = await ready();
    await phone.outbox.editVirtual(device, { alias: 'One' });
    await phone.outbox.editVirtual(device, { alias: device.alias ?? '' });
    expect(edit()).toBeUndefined();
  });

  it('a value that has changed at the backend in the meantime is not overwritten: the person chooses', async () => {
    const { phone, device, edit } = await ready();
    await phone.outbox.editVirtual(device, { alias: 'Mine' });
    await phone.backend.postVirtual({ uniqueId: 'tB4x', deviceType: 'BEACON', values: { alias: 'Theirs' } });
    await phone.outbox.start();
    await phone.until(() => edit()?.state === 'parked');
    expect(edit()?.lastAnswer).toMatchObject({ code: 'changedMeanwhile', message: 'alias' });
    expect(phone.stores.rows.devices.get('tB4x')?.alias).toBe('Theirs');
    expect((await phone.snapshot('tB4x')).virtualPosts).toBe(1);
    await phone.outbox.sendNow(['tB4x']);
    await phone.until(() => edit()?.state === 'saved');
    expect((await phone.snapshot('tB4x')).values['alias']).toBe('Mine');
  });

  it('values typed during a post are sent after that post', async () => {
    const { phone, device, edit } = await ready();
    await phone.control('faults', [{ name: 'lost', match: { path: '/device/update' }, times: 1 }]);
    await phone.outbox.editVirtual(device, { alias: 'One', notes: 'n' });
    const sent = phone.outbox.start();
    await phone.until(() => edit()?.tries === 1);
    await phone.outbox.editVirtual(device, { alias: 'Two' });
    await sent;
    await phone.until(() => edit()?.state === 'saved');
    expect((await phone.snapshot('tB4x')).values).toMatchObject({ alias: 'Two', notes: 'n' });
  });

  it('discarding removes the edit, and undo restores it', async () => {
    const { phone, device, edit } = await ready();
    await phone.outbox.editVirtual(device, { alias: 'One' });
    const discarded = await phone.outbox.discardEdit('tB4x');
    expect(edit()).toBeUndefined();
    await phone.outbox.restoreEdit(discarded!);
    expect(edit()).toMatchObject({ values: { alias: 'One' }, state: 'waiting' });
  });
});
