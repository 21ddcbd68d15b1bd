/** What nobody waits for comes after what is stored: when that is, and where nothing is to be read. */
import { expect } from '@open-wc/testing';
import { scriptedServices, type ScriptedValues } from '../../../test/support/scripted-services.ts';
import { whenPageStands } from './page-stands.ts';

const UNREAD: ScriptedValues = { devices: { loadedFromCache: false }, room: 'closed' };

function open(values: ScriptedValues = UNREAD) {
  const { lives, ...services } = scriptedServices(values);
  const seen: string[] = [];
  const stands = whenPageStands(services).then(() => void seen.push('stands'));
  return { lives, seen, stands };
}

it('waits for the list of the account to be read', async () => {
  const { lives, seen, stands } = open();
  // Longer than it takes where there is nothing to read.
  await open({ session: { account: null } }).stands;
  seen.push('read');
  lives.devices.set({ ...lives.devices.value, loadedFromCache: true });
  await stands;
  expect(seen).to.deep.equal(['read', 'stands']);
});

it('waits for no more than the top of a long list', async () => {
  const [unread, { lives, stands }] = [open(), open()];
  lives.devices.set({ ...lives.devices.value, head: { devices: [], count: 100_000 } });
  await stands;
  expect(unread.seen).to.deep.equal([]);
});

it('waits for no list where what is stored cannot be opened, or another window has signed out', async () => {
  const [unread, failed, left] = [open(), open(), open()];
  failed.lives.room.set('failed');
  left.lives.session.set({ ...left.lives.session.value, account: null });
  await Promise.all([failed.stands, left.stands]);
  expect(unread.seen).to.deep.equal([]);
});

it('goes on without a list that never comes', async () => {
  const { seen, stands } = open();
  await stands;
  expect(seen).to.deep.equal(['stands']);
});
