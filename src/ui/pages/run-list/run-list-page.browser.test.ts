/** The run list: order, unavailable actions, many rows, and fetching packages. */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import {
  fixtureDevice,
  fixtureEdit,
  fixtureId,
  fixturePackage,
  fixtureReceipt,
  fixtureRun,
} from '../../../../test/support/fixture-rows.ts';
import {
  scriptedServices,
  type ScriptedAnswers,
  type ScriptedServices,
  type ScriptedValues,
} from '../../../../test/support/scripted-services.ts';
import { faultsInThemes, faultsOf, place, settled, setViewport } from '../../../../test/support/page-place.ts';
import { action, all, announced, fill, hasAction, readable, the, withWords } from '../../../../test/support/roles.ts';
import { until } from '../../../../test/support/until.ts';
import { startRouter } from '../../shell/router.ts';
import type { FkRunListPage } from './run-list-page.ts';
import { outcomeWords } from '../../beacon/prepare-outcome.ts';
import { noBluetoothWords } from '../../shared/no-bluetooth.ts';
import { elementStrings } from '../../strings/elements.ts';
import { runStrings } from '../../strings/run.ts';
import './run-list-page.ts';

async function open(
  values: ScriptedValues = {},
  answers: ScriptedAnswers = {},
): Promise<{ page: FkRunListPage; services: ScriptedServices }> {
  const services = scriptedServices(values, answers);
  // What was typed into the search is part of the address.
  history.replaceState(null, '', location.pathname);
  return {
    page: await place<FkRunListPage>(html`<fk-run-list-page .services=${services}></fk-run-list-page>`),
    services,
  };
}

describe('the run list', () => {
  it('offers a single next action when it is empty, and shows a placeholder until the list of devices is read', async () => {
    const { page, services } = await open();
    expect(action(page, 'Go to devices').getAttribute('href')).to.equal('/devices');
    expect(await faultsOf(page)).to.deep.equal([]);
    services.lives.devices.value = { ...services.lives.devices.value, devices: null };
    await settled(page);
    expect(hasAction(page, '')).to.equal(false);
    await until(() => announced(page).includes(runStrings.loading));
  });

  it('shows an alias that is not sent yet', async () => {
    const { page, services } = await open({
      packages: [fixturePackage('a')],
      devices: { devices: [fixtureDevice(0, { uniqueId: 'a', alias: 'Old' })] },
    });
    expect(readable(page)).to.contain('Old');
    const edits = [fixtureEdit('a', { values: { alias: 'New' } })];
    services.lives.outbox.value = { ...services.lives.outbox.value, edits };
    await settled(page);
    expect(readable(page)).to.contain('New').and.not.to.contain('Old');
  });

  it('shows the result of a series of beacons instead of an empty page', async () => {
    const rows = ['a', 'b', 'c'].map((id, at) => ({
      package: fixturePackage(id, { state: 'used', fetchedAtMs: at }),
      run: fixtureRun(id, {
        step: 'receipt',
        outcome: { kind: 'receipt', receiptId: `rcp-${id}` },
        endedAtMs: 10 + at,
      }),
    }));
    const { page, services } = await open({
      packages: rows.map((row) => row.package),
      runs: rows.map((row) => row.run),
      outbox: {
        receipts: ['a', 'b', 'c'].map((id) => fixtureReceipt(id, { state: id === 'c' ? 'waiting' : 'verified' })),
      },
    });
    expect(readable(page)).to.contain(runStrings.list.seriesVerified(2, 3, 1));
    expect(action(page, runStrings.list.toOutbox).getAttribute('href')).to.equal('/outbox');
    const receipts = ['a', 'b', 'c'].map((id) => fixtureReceipt(id, { state: 'verified' }));
    services.lives.outbox.value = { ...services.lives.outbox.value, receipts };
    await settled(page);
    expect(readable(page)).to.contain(runStrings.list.seriesVerified(3, 3, 0));
    expect(hasAction(page, runStrings.list.toOutbox)).to.equal(false);
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('opens the page of a beacon by a tap anywhere on its card except on a button', async () => {
    const { page } = await open({
      packages: [fixturePackage('aaaa')],
      runs: [fixtureRun('bbbb', { step: 'writing' })],
    });
    const paths: string[] = [];
    const stop = startRouter({ onPath: (path) => paths.push(path), mayLeave: () => true });
    const from = location.href;
    const [unfinished, ready] = all(page, 'listitem');
    action(unfinished!, runStrings.close.button).click();
    withWords(ready!, runStrings.list.fetched).click();
    await until(() => paths.includes('/run/aaaa'));
    withWords(unfinished!, 'bbbb').click();
    await until(() => paths.includes('/run/bbbb'));
    stop();
    history.replaceState(null, '', from);
    expect(paths.filter((path) => path.startsWith('/run/'))).to.deep.equal(['/run/aaaa', '/run/bbbb']);
  });

  it('lists unfinished beacons first, and offers no action for a run that another window carries out', async () => {
    const { page } = await open({
      packages: [fixturePackage('aaaa'), fixturePackage('prep', { state: 'prepared' })],
      runs: [fixtureRun('bbbb', { step: 'writing', startedAtMs: 2 }), fixtureRun('cccc', { startedAtMs: 1 })],
      elsewhere: new Set(['run-cccc']),
      devices: { devices: [fixtureDevice(3, { uniqueId: 'aaaa' })] },
    });
    const ids = ['bbbb', 'cccc', 'aaaa', 'prep'];
    const rows = all(page, 'listitem').map(readable);
    expect(rows.map((words) => ids.find((id) => words.includes(id)))).to.deep.equal(ids);
    const check = action(page, 'Reconnect and check');
    expect(check.getAttribute('href')).to.equal('/run/bbbb');
    const giveUp = action(page, runStrings.close.button).getBoundingClientRect();
    expect(giveUp.top).to.be.at.least(check.getBoundingClientRect().bottom);
    expect(all(page, 'link').some((link) => link.getAttribute('href') === '/run/cccc')).to.equal(false);
    expect(readable(page)).to.contain('Running in another window');
    expect(await faultsInThemes(page)).to.deep.equal([]);
  });

  it('shows the notice about storage at the end of the list', async () => {
    const { page } = await open({
      packages: [fixturePackage('aaaa')],
      runs: [fixtureRun('bbbb', { step: 'writing' })],
      app: { persisted: false },
    });
    const words = readable(page);
    expect(words.indexOf(runStrings.list.unprotected)).to.be.greaterThan(words.indexOf('aaaa'));
  });

  it('lists beacons that refused their package below a heading of their own, and does not count them as ready', async () => {
    const { page } = await open({
      packages: ['aaaa', 'bbbb'].map((id) => fixturePackage(id)),
      runs: [fixtureRun('bbbb', { step: 'receipt', outcome: { kind: 'refused', receiptId: 'r', result: 2 } })],
      outbox: { receipts: [fixtureReceipt('bbbb', { id: 'r', state: 'refused', result: 2, held: true })] },
    });
    const rowsOf = (heading: string): string => readable(the(page, 'region', new RegExp(`^${heading}`)));
    const card = all(page, 'listitem')
      .map(readable)
      .find((words) => words.includes('bbbb'));
    expect(card, 'what helps is in the card').to.contain(runStrings.list.refusedHint);
    expect(rowsOf(runStrings.list.refused)).to.contain('bbbb');
    expect(rowsOf(runStrings.list.ready)).to.contain('aaaa').and.not.contain('bbbb');
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('shows runs that the person has closed with their reason and Undo', async () => {
    const { page, services } = await open(
      {
        runs: [
          fixtureRun('gone', { step: 'writing', outcome: { kind: 'closed', reason: 'fell down' }, endedAtMs: 1 }),
          fixtureRun('here', { step: 'writing' }),
        ],
      },
      { runs: { closeRun: async () => false } },
    );
    expect(readable(page)).to.contain(runStrings.list.closedBecause('fell down'));
    action(page, runStrings.close.reopen).click();
    expect(services.called('runs.reopenRun').map((call) => call.args)).to.deep.equal([['run-gone']]);
    action(page, runStrings.close.button).click();
    await settled(page);
    expect(await faultsInThemes(page)).to.deep.equal([]);
    const messages: string[] = [];
    page.addEventListener('fk-say', (event) => messages.push(event.message));
    action(the(page, 'dialog'), runStrings.close.confirm).click();
    await settled(page);
    expect(messages).to.deep.equal([runStrings.close.notClosed('here')]);
  });

  it('fetches the package of a beacon only once when the button is pressed twice, and shows the outcome', async () => {
    let answer = (): void => {};
    const { page, services } = await open(
      { packages: [fixturePackage('prep', { state: 'prepared' })] },
      {
        prepare: { fetchPackage: () => new Promise((resolve) => (answer = () => resolve({ kind: 'notAccessible' }))) },
      },
    );
    action(page, 'Fetch package').click();
    await settled(page);
    action(page, 'Working: Fetch package').click();
    expect(services.called('prepare.fetchPackage')).to.have.length(1);
    answer();
    await settled(page);
    await settled(page);
    expect(readable(page)).to.contain(outcomeWords({ kind: 'notAccessible' }, 'prep').text);
  });

  it('offers to prepare a change when the backend has no package for the beacon', async () => {
    const ids = ['gone', 'refused'];
    const { page, services } = await open(
      {
        packages: ids.map((id) => fixturePackage(id, { state: 'dead', preparedAtMs: 1, fetchedAtMs: 1 })),
        devices: { devices: [fixtureDevice(0, { uniqueId: 'gone', pending: null, readAtMs: 2 })] },
      },
      { prepare: { fetchPackage: async () => ({ kind: 'noLongerPending', isApplied: false }) } },
    );
    expect(action(page, runStrings.list.prepare).getAttribute('href')).to.equal('/devices/gone/configure');
    action(page, runStrings.list.fetch).click();
    await settled(page);
    expect(services.called('prepare.fetchPackage').map((call) => call.args)).to.deep.equal([['refused']]);
    expect(hasAction(page, runStrings.list.fetch)).to.equal(false);
    expect(all(page, 'link').map((link) => link.getAttribute('href'))).to.have.members(
      ids.map((id) => `/devices/${id}/configure`),
    );
  });

  it('lists commands with links to their pages, and emphasises uncertain ones', async () => {
    const { page } = await open({
      packages: [
        fixturePackage('aaaa', { id: '1', kind: 'command', command: 'identify', values: {} }),
        fixturePackage('bbbb', { id: '2', kind: 'command', command: 'restart', values: {} }),
      ],
      runs: [fixtureRun('bbbb', { packageId: '2', command: 'restart', step: 'writing' })],
    });
    expect(readable(page)).to.contain('Commands').and.contain('Identify').and.contain('Uncertain: reconnect and check');
    expect(action(page, 'Reconnect and check').getAttribute('href')).to.equal('/devices/bbbb/commands/restart');
    expect(action(page, 'Open').getAttribute('href')).to.equal('/devices/aaaa/commands/identify');
    expect(all(page, 'listitem')).to.have.length(2);
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('breaks no ID and keeps the buttons of a row on one line on a phone of 320 px', async () => {
    await setViewport({ width: 320, height: 640 });
    const { page } = await open({
      packages: [fixturePackage('fCrRkxgL', { state: 'prepared' }), fixturePackage('GhrRtaWw')],
      devices: { devices: [fixtureDevice(3, { uniqueId: 'fCrRkxgL' })] },
    });
    for (const [words, id] of [
      [runStrings.list.fetch, 'fCrRkxgL'],
      [runStrings.list.open, 'GhrRtaWw'],
    ] as const) {
      expect(withWords(page, id).getBoundingClientRect().height, id).to.be.lessThan(40);
      const act = action(page, words).getBoundingClientRect();
      expect(act.height, words).to.be.within(56, 60);
      expect(act.right, words).to.be.at.most(320);
    }
    expect(document.documentElement.scrollWidth).to.be.at.most(320);
    await setViewport({ width: 800, height: 600 });
  });

  it('says that the browser has no Bluetooth, and still lists the beacons', async () => {
    const { page } = await open({ radio: 'absent', packages: [fixturePackage('aaaa')] });
    expect(withWords(page, noBluetoothWords()).textContent).to.equal(noBluetoothWords());
    expect(hasAction(page, 'Open')).to.equal(true);
  });

  it('draws 230 packages in portions and finds one by its ID', async () => {
    const { page } = await open({ packages: Array.from({ length: 230 }, (_, at) => fixturePackage(fixtureId(at))) });
    expect(all(page, 'listitem')).to.have.length(60);
    action(page, 'Show 60 more').click();
    await settled(page);
    expect(all(page, 'listitem')).to.have.length(120);
    fill(page, runStrings.list.find, fixtureId(200).toLowerCase());
    await settled(page);
    expect(readable(page)).to.contain(fixtureId(200));
    expect(all(page, 'listitem').length).to.be.lessThan(5);
  });

  it('offers the rest of every section that has more than 60 rows', async () => {
    const { page } = await open({
      runs: Array.from({ length: 75 }, (_, at) =>
        fixtureRun(fixtureId(at), { step: 'written', outcome: { kind: 'closed', reason: 'gone' }, endedAtMs: at + 1 }),
      ),
    });
    expect(all(page, 'listitem')).to.have.length(60);
    action(page, elementStrings.list.more(15)).click();
    await settled(page);
    expect(all(page, 'listitem')).to.have.length(75);
  });
});
