/** The outbox grouped by reason, with one action for each group, and the progress of sending. */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { fixtureEdit, fixtureReceipt } from '../../../../test/support/fixture-rows.ts';
import { clear, faultsOf, place, settled } from '../../../../test/support/page-place.ts';
import { action, all, has, readable } from '../../../../test/support/roles.ts';
import { scriptedServices, type ScriptedServices } from '../../../../test/support/scripted-services.ts';
import { until } from '../../../../test/support/until.ts';
import type { Receipt } from '../../../domain/receipt.ts';
import { selection } from '../../shared/chosen-devices.ts';
import { elementStrings } from '../../strings/elements.ts';
import { eveningStrings } from '../../strings/evening.ts';
import { outboxStrings } from '../../strings/outbox.ts';
import type { FkOutboxPage } from './outbox-page.ts';
import './outbox-page.ts';

const NOW = Date.UTC(2026, 4, 5, 12);
const answer = (code: string, status = 0) => ({ atMs: NOW - 1000, status, code, message: 'x' });

async function open(...rows: readonly Partial<Receipt>[]): Promise<{ page: FkOutboxPage; services: ScriptedServices }> {
  const services = scriptedServices({
    outbox: {
      receipts: rows.map((row, at) => fixtureReceipt(`id${at}`, { id: `r${at}`, createdAtMs: NOW - 60_000, ...row })),
      toSend: rows.length,
    },
  });
  const page = await place<FkOutboxPage>(
    html`<fk-outbox-page .services=${services} .nowMs=${() => NOW}></fk-outbox-page>`,
  );
  return { page, services };
}

/** Navigation is recorded and prevented, because only this page exists here. */
const ledTo: string[] = [];
const stay = (event: NavigateEvent): void => {
  ledTo.push(new URL(event.destination.url).pathname);
  event.preventDefault();
};

describe('the outbox grouped by reason', () => {
  beforeEach(() => window.navigation.addEventListener('navigate', stay));
  afterEach(() => {
    window.navigation.removeEventListener('navigate', stay);
    clear();
  });

  it('lists receipts that wait for the same reason below one heading, with one button for all of them', async () => {
    const { page, services } = await open(
      { state: 'parked', lastAnswer: answer('conflict', 409) },
      { state: 'parked', lastAnswer: answer('forbidden', 403) },
      { state: 'notVerified', lastAnswer: answer('notVerified', 200) },
      { state: 'parked', lastAnswer: answer('invalid', 422) },
      { state: 'parked', lastAnswer: answer('notFound', 404) },
    );
    services.lives.outbox.value = {
      ...services.lives.outbox.value,
      edits: [fixtureEdit('id9', { state: 'parked', lastAnswer: answer('invalid', 422) })],
    };
    await settled(page);
    const { why, helps } = eveningStrings.needs;
    const heads = all(page, 'heading').filter(({ localName }) => localName === 'h3');
    expect(heads.map(readable)).to.deep.equal([why.noAccess(2), why.refusedPost(3), why.notVerified(1)]);
    expect(all(page, 'button', /^Details/).map(({ computedName }) => computedName.slice(-3))).to.deep.equal([
      'id1',
      'id4',
      'id0',
      'id3',
      'id9',
      'id2',
    ]);
    action(page, helps.refusedPost(3)).click();
    await until(() => services.called('outbox.retryParked').length === 1);
    action(page, helps.refusedPost(2)).click();
    await until(() => services.called('outbox.retryParked').length === 2);
    await settled(page);
    expect(services.called('outbox.retryParked').map(({ args }) => args)).to.deep.equal([
      [['r0', 'r3', 'id9']],
      [['r1', 'r4']],
    ]);
    // Another key may be allowed to send these.
    action(page, helps.noAccess(2)).click();
    await until(() => services.called('outbox.noteExported').length === 1);
    expect(services.called('outbox.export').map(({ args }) => args)).to.deep.equal([[['r1', 'r4']]]);
    action(page, helps.notVerified(1)).click();
    await until(() => ledTo.at(-1) === '/packages');
    expect(selection.value).to.deep.equal(['id2']);
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('shows how many receipts of a group are sent while sending goes on', async () => {
    const { page, services } = await open({}, {});
    expect(has(page, 'progressbar')).to.equal(false);
    services.lives.outbox.value = { ...services.lives.outbox.value, sending: true, sync: { done: 61, of: 118 } };
    await settled(page);
    expect(readable(page)).to.contain(outboxStrings.syncing).and.to.contain(elementStrings.progress(61, 118));
    services.lives.outbox.value = { ...services.lives.outbox.value, sending: false, sync: null };
    await settled(page);
    expect(has(page, 'progressbar')).to.equal(false);
  });
});
