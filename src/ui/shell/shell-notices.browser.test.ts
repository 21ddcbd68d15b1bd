/**
 * Notices on every page, tested without the shell: the suggestion to export receipts, and a sender that keeps failing.
 */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { fixtureReceipt } from '../../../test/support/fixture-rows.ts';
import { action, hasAction, place, readable, settled } from '../../../test/support/page-place.ts';
import { scriptedServices } from '../../../test/support/scripted-services.ts';
import { until } from '../../../test/support/until.ts';
import '../shared/say.ts';
import { noticeStrings } from '../strings/notices.ts';
import './shell-notices.ts';

const { export: offered, later, saved, text } = noticeStrings.manyHere;
const { sender } = noticeStrings;

describe('the suggestion to export receipts', () => {
  it('appears from 25 unexported receipts on, disappears after the export, and returns with 25 more', async () => {
    const services = scriptedServices({ outbox: { toSend: 40, unexported: 24 } });
    const notices = await place(html`<fk-shell-notices .services=${services}></fk-shell-notices>`);
    const messages: string[] = [];
    notices.addEventListener('fk-say', (event) => messages.push(event.message));
    const { outbox } = services.lives;
    const notInAFile = async (unexported: number): Promise<void> => {
      outbox.value = { ...outbox.value, unexported };
      await settled(notices);
    };
    expect(hasAction(notices, offered)).to.equal(false);
    await notInAFile(25);
    expect(readable(notices)).to.contain(text(25));
    action(notices, later).click();
    await notInAFile(49);
    expect(hasAction(notices, offered)).to.equal(false);
    await notInAFile(50);
    outbox.value = { ...outbox.value, receipts: [fixtureReceipt('aa11'), fixtureReceipt('bb22')] };
    action(notices, offered).click();
    await until(() => messages.includes(saved(2)));
    await settled(notices);
    expect(services.called('outbox.noteExported').map(({ args }) => args)).to.deep.equal([[['rcp-aa11', 'rcp-bb22']]]);
    expect(hasAction(notices, offered)).to.equal(false);
    await notInAFile(24);
    expect(hasAction(notices, offered)).to.equal(false);
    await notInAFile(25);
    expect(hasAction(notices, offered)).to.equal(true);
  });
});

describe('a list that cannot be read', () => {
  it('is named on every page until it was read, and can be read again', async () => {
    const services = scriptedServices({ devices: { devices: null } });
    const notices = await place(html`<fk-shell-notices .services=${services}></fk-shell-notices>`);
    expect(readable(notices)).to.equal('');
    const { devices } = services.lives;
    const failure = { kind: 'unreadable', status: 0, message: '', fields: [], retryAfterMs: null } as const;
    devices.value = { ...devices.value, failure };
    await settled(notices);
    expect(readable(notices)).to.contain(noticeStrings.unread.text);
    action(notices, noticeStrings.unread.again).click();
    expect(services.called('devices.refresh')).to.have.length(1);
    devices.value = { ...devices.value, devices: [] };
    await settled(notices);
    expect(readable(notices)).to.equal('');
  });
});

describe('a sender that keeps failing', () => {
  it('says why nothing can be sent and what helps, exports the receipts, and disappears once sending works', async () => {
    const services = scriptedServices({ outbox: { toSend: 1, receipts: [fixtureReceipt('aa11')] } });
    const notices = await place(html`<fk-shell-notices .services=${services}></fk-shell-notices>`);
    const { outbox } = services.lives;
    expect(readable(notices)).to.equal('');
    outbox.value = { ...outbox.value, trouble: 'storageFull' };
    await settled(notices);
    expect(readable(notices)).to.contain(sender.storageFull);
    expect(hasAction(notices, sender.reload)).to.equal(true);
    const messages: string[] = [];
    notices.addEventListener('fk-say', (event) => messages.push(event.message));
    action(notices, offered).click();
    await until(() => messages.includes(saved(1)));
    outbox.value = { ...outbox.value, trouble: 'storageFailed' };
    await settled(notices);
    expect(readable(notices)).to.contain(sender.storageFailed);
    outbox.value = { ...outbox.value, trouble: null };
    await settled(notices);
    expect(readable(notices)).to.equal('');
  });
});
