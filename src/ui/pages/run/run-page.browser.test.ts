/** The run screen in every state, with scripted services: its text, its actions, and the calls that they make. */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { fixtureDevice, fixturePackage, fixtureReceipt, fixtureRun } from '../../../../test/support/fixture-rows.ts';
import {
  scriptedServices,
  type ScriptedAnswers,
  type ScriptedServices,
  type ScriptedValues,
} from '../../../../test/support/scripted-services.ts';
import { RESULT, WRITE_REFUSED } from '../../../domain/result-codes.ts';
import { RUN_PHASES, type RunProgress } from '../../../use-cases/run/runs.ts';
import { faultsOf, place, settled, setViewport } from '../../../../test/support/page-place.ts';
import { testStates } from '../../../../test/support/page-states.ts';
import { until } from '../../../../test/support/until.ts';
import { action, all, has, hasAction, readable, the, withWords } from '../../../../test/support/roles.ts';
import type { FkRunPage } from './run-page.ts';
import type { BackendFailure } from '../../../domain/backend-failure.ts';
import type { PrepareOutcome } from '../../../use-cases/prepare/prepare.ts';
import { outcomeWords } from '../../beacon/prepare-outcome.ts';
import { configureStrings } from '../../strings/configure.ts';
import { runActionWords, runStrings } from '../../strings/run.ts';
import './run-page.ts';

const ID = 'aB3d';
const NOW = Date.UTC(2026, 4, 5, 12);
/** The list was read before the stored rows were written. */
const device = fixtureDevice(0, { uniqueId: ID, alias: 'Ward 3 entrance', pending: null, readAtMs: 0 });
/** The list was read later and shows nothing pending. */
const readSince = { devices: [{ ...device, readAtMs: NOW * 2 }] };
const carried = fixturePackage(ID, { fetchedAtMs: NOW - 60_000, preparedAtMs: NOW - 61_000 });
const next = fixturePackage('zz99', { preparedAtMs: NOW });
const failure = (code: NonNullable<RunProgress['failure']>['code']) => ({
  code,
  detail: 'NetworkError: GATT',
  atMs: NOW,
});

const progress = (changes: Partial<RunProgress> = {}): RunProgress => ({
  runId: `run-${ID}`,
  uniqueId: ID,
  phase: 'connecting',
  past: [{ phase: 'choosing', tookMs: 900 }],
  phaseSinceMs: NOW - 2000,
  attempt: 1,
  attempts: 4,
  cancelSafe: true,
  copyMissing: null,
  outcome: null,
  failure: null,
  ...changes,
});

async function open(
  values: ScriptedValues = {},
  answers: ScriptedAnswers = {},
): Promise<{ page: FkRunPage; services: ScriptedServices }> {
  const services = scriptedServices({ devices: { devices: [device] }, packages: [carried, next], ...values }, answers);
  const page = await place<FkRunPage>(
    html`<fk-run-page .uniqueId=${ID} .services=${services} .nowMs=${() => NOW}></fk-run-page>`,
  );
  return { page, services };
}

async function openOptions(page: FkRunPage): Promise<void> {
  action(page, runStrings.options).click();
  await settled(page);
}

/** The sentence about the beacon, in the region that announces it. */
const said = (page: FkRunPage): string => all(the(page, 'status'), 'paragraph').map(readable).join(' ');

const receiptOutcome = { kind: 'receipt', receiptId: `rcp-${ID}` } as const;
const withReceipt = (changes: Parameters<typeof fixtureReceipt>[1]) => ({
  packages: [fixturePackage(ID, { state: 'used' }), next],
  runs: [fixtureRun(ID, { step: 'receipt', outcome: receiptOutcome, endedAtMs: NOW })],
  outbox: { receipts: [fixtureReceipt(ID, changes)] },
});

const VERIFIED_BY = 'Verified by';
const deadPackage = { packages: [fixturePackage(ID, { state: 'dead' })] };
const refused = { packages: [], runs: [fixtureRun(ID, { outcome: { kind: 'refused', receiptId: 'r', result: 7 } })] };
const refusedOnSite = (result: number): ScriptedValues => ({
  runs: [fixtureRun(ID, { step: 'receipt', outcome: { kind: 'refused', receiptId: 'r', result } })],
  outbox: { receipts: [fixtureReceipt(ID, { id: 'r', state: 'refused', result, held: true })] },
});
const elsewhere = (unreadAt: readonly string[]): ScriptedValues => ({
  phone: { receiptsElsewhere: [{ accountId: 'b', name: 'Site A', toSend: 0, unreadAt }], remarks: [] },
});

/** Opens the page over runs whose next step follows from where they stand. In no state does it say "failed". */
async function openSteps(values: ScriptedValues = {}): ReturnType<typeof open> {
  const opened = await open(values, {
    runs: {
      nextStep: (run) => (run.outcome === null ? (run.step === 'reading' ? 'readResponse' : 'resume') : 'fetchPackage'),
    },
  });
  expect(readable(opened.page)).not.to.match(/\bfailed\b/i);
  return opened;
}

describe('the page of a run', () => {
  testStates(openSteps, {
    'offers to connect where a package is on this phone, and names the entries to pick': {
      shows: [`${runStrings.chooser.pick} ${ID}`, `${runStrings.chooser.newOnes} Kontakt…`, runStrings.chooser.label],
      offers: 'Connect',
    },
    'offers its address to copy where the browser has no Bluetooth': {
      given: { radio: 'absent' },
      offers: 'Copy the address',
    },
    'offers to connect also while Bluetooth is off': { given: { radio: 'off' }, offers: 'Connect' },
    'offers to change the configuration where nothing is on this phone': {
      given: { packages: [] },
      offers: 'Change the configuration',
    },
    'links to the page of the command where only a command is on this phone': {
      given: { packages: [fixturePackage(ID, { kind: 'command', command: 'identify', values: {} })] },
      offers: 'Go to Identify',
    },
    'offers to fetch the package of a change that is only prepared': {
      given: { packages: [fixturePackage(ID, { state: 'prepared', base64: null })] },
      offers: 'Fetch a new package',
    },
    'offers a new package in place of one that is useless now': {
      given: deadPackage,
      offers: 'Fetch a new package',
    },
    'offers to change the configuration where a package is useless and nothing is pending': {
      given: { ...deadPackage, devices: readSince },
      offers: 'Change the configuration',
    },
    'offers to cancel while it connects again': { given: { current: progress({ attempt: 2 }) }, offers: 'Cancel' },
    'offers no way to cancel while it writes': {
      given: { current: progress({ phase: 'writing', cancelSafe: false }) },
      withholds: 'Cancel',
    },
    'offers to save again where the second copy of a receipt is missing': {
      given: {
        current: progress({
          phase: 'copying',
          cancelSafe: false,
          copyMissing: 'second',
          failure: failure('secondCopyMissing'),
        }),
      },
      offers: 'Save again',
    },
    'offers to save again where both copies of a receipt are missing': {
      given: { current: progress({ phase: 'saving', cancelSafe: false, copyMissing: 'both' }) },
      offers: 'Save again',
    },
    'offers to connect again after connecting did not succeed': {
      given: { current: progress({ phase: 'ended', failure: failure('connectFailed') }) },
      offers: 'Connect again',
    },
    'offers to connect after the chooser was closed': {
      given: { current: progress({ phase: 'ended', failure: failure('chooserCancelled') }) },
      offers: 'Connect',
    },
    'leads to the storage where there is no room for a receipt': {
      given: { current: progress({ phase: 'ended', failure: failure('storageFull') }) },
      offers: 'See storage',
    },
    'offers to reconnect and check a beacon that is Uncertain': {
      given: { runs: [fixtureRun(ID, { step: 'writing', lastFailure: failure('droppedDuringWrite') })] },
      offers: 'Reconnect and check',
    },
    'offers to read the receipt of a beacon that is written': {
      given: { runs: [fixtureRun(ID, { step: 'reading' })] },
      offers: 'Read the receipt',
    },
    'leads back to the list while another window has the run': {
      given: { runs: [fixtureRun(ID, { step: 'writing' })], elsewhere: new Set([`run-${ID}`]) },
      offers: 'Back to the list',
    },
    'offers the next step after its receipt is saved': { given: withReceipt({}), offers: 'Next', hides: VERIFIED_BY },
    'offers the next step where the owner of its receipt is unsure': {
      given: withReceipt({ owner: 'unsure', candidates: [ID, 'zz99'] }),
      offers: 'Next',
      hides: VERIFIED_BY,
    },
    'offers the next step after its receipt is sent': {
      given: withReceipt({ state: 'sent' }),
      offers: 'Next',
      hides: VERIFIED_BY,
    },
    'offers the next step after it is Verified': { given: withReceipt({ state: 'verified' }), offers: 'Next' },
    'offers a new package where the backend does not confirm the change': {
      given: withReceipt({ state: 'notVerified' }),
      offers: 'Fetch a new package',
      hides: VERIFIED_BY,
    },
    'offers to change the configuration where it is not confirmed and nothing is pending': {
      given: { ...withReceipt({ state: 'notVerified' }), devices: readSince },
      offers: 'Change the configuration',
      hides: VERIFIED_BY,
    },
    'leads to the outbox where its receipt is parked': {
      given: withReceipt({ state: 'parked' }),
      offers: 'Open the outbox',
      hides: VERIFIED_BY,
    },
    'offers the next step after its receipt is lost': {
      given: { packages: [next], runs: [fixtureRun(ID, { outcome: { kind: 'receiptLost' } })] },
      offers: 'Next',
    },
    'offers a new package after the beacon did not answer': {
      given: { packages: [], runs: [fixtureRun(ID, { outcome: { kind: 'noAnswer' } })] },
      offers: 'Fetch a new package',
    },
    'offers a new package after the beacon refused the last package': { given: refused, offers: 'Fetch a new package' },
    'offers to change the configuration after a refusal where nothing is pending': {
      given: { ...refused, devices: readSince },
      offers: 'Change the configuration',
    },
    'has its options already while the list that names the next beacon is read': {
      given: { runs: [fixtureRun(ID, { step: 'writing', outcome: null })], devices: { devices: null } },
      offers: runStrings.options,
      withholds: runStrings.close.button,
      hides: 'zz99',
    },
    'shows a single second action in its bar instead of in Options': {
      given: { packages: [carried], ...refusedOnSite(2) },
      offers: runActionWords.fetchPackage,
      withholds: runStrings.options,
    },
    'shows the position in a series of beacons, and names the next one': {
      given: {
        ...withReceipt({ state: 'verified' }),
        packages: [fixturePackage(ID, { state: 'used', fetchedAtMs: 1 }), fixturePackage('zz99', { fetchedAtMs: 2 })],
        runs: [fixtureRun(ID, { step: 'receipt', outcome: receiptOutcome, startedAtMs: 3, endedAtMs: 4 })],
        devices: { devices: [fixtureDevice(0, { uniqueId: 'zz99', alias: 'Ward 9' })] },
      },
      shows: runStrings.series(1, 2, 1),
      offers: runStrings.nextNamed('Ward 9'),
    },
    'names the next beacon by ID and room when all beacons have one name': {
      given: {
        ...withReceipt({ state: 'verified' }),
        devices: {
          devices: [fixtureDevice(0, { uniqueId: 'zz99', alias: null, name: 'Kontakt', tags: ['room:Ward 9'] })],
        },
      },
      offers: runStrings.nextNamed('zz99, Ward 9'),
    },
    'says once that a wrong beacon refuses the package': {
      given: refusedOnSite(RESULT.verificationFailed),
      shows: [runStrings.refusedLast.other, 'Check the label'],
      hides: runStrings.chooser.label,
      offers: 'Connect',
    },
    'says that the beacon refused the package with an internal error': {
      given: refusedOnSite(RESULT.internalError),
      shows: 'internal error',
      offers: 'Connect',
    },
    'says that a beacon which refuses to be written may be locked': {
      given: refusedOnSite(WRITE_REFUSED),
      shows: 'locked',
      offers: 'Connect',
    },
    'says that the previous package was sent, beside a newer one that is not written': {
      given: {
        ...withReceipt({ state: 'sent', createdAtMs: 5 }),
        packages: [
          fixturePackage(ID, { state: 'used', preparedAtMs: 1 }),
          fixturePackage(ID, { id: 'newer', preparedAtMs: NOW, fetchedAtMs: NOW }),
        ],
        runs: [fixtureRun(ID, { step: 'receipt', outcome: receiptOutcome, startedAtMs: 2, endedAtMs: 3 })],
      },
      shows: runStrings.packageBefore.sent,
      offers: 'Connect',
    },
    'says before Connect that the beacon may hold receipts of another account of this phone': {
      given: elsewhere([ID, ID, 'other']),
      shows: runStrings.unreadElsewhere('Site A', 2),
      offers: 'Connect',
    },
    'does not name another account whose receipt may be in another beacon': {
      given: elsewhere(['other']),
      hides: 'Site A',
    },
    'does not name another account when nothing can be written on this phone': {
      given: { ...withReceipt({ state: 'verified' }), ...elsewhere([ID]) },
      hides: 'Site A',
    },
  });

  it('opens the list of Bluetooth devices within the click on Connect', async () => {
    const { page, services } = await open();
    const connect = action(page, 'Connect');
    expect(services.called('runs.start')).to.have.length(0);
    connect.click();
    expect(services.called('runs.start').map((call) => call.args)).to.deep.equal([
      [carried.id, { showAll: false, without: [] }],
    ]);
  });

  it('resumes an unfinished run with the beacon that was picked in this visit, or with another one from the list', async () => {
    const runs = [fixtureRun(ID, { step: 'writing' })];
    const { page, services } = await open({ runs }, { runs: { hasHandle: () => true } });
    action(page, 'Reconnect and check').click();
    await openOptions(page);
    action(the(page, 'dialog'), 'Pick from the list again').click();
    await settled(page);
    expect(has(page, 'dialog')).to.equal(false);
    expect(services.called('runs.resume').map((call) => call.args)).to.deep.equal([
      [`run-${ID}`, { chooseAgain: false }],
      [`run-${ID}`, { chooseAgain: true }],
    ]);
    expect(services.called('runs.start')).to.have.length(0);
  });

  it('has at most two buttons in its bar, and all other actions in Options', async () => {
    const runs = [fixtureRun(ID, { step: 'writing' })];
    const { page, services } = await open({ runs }, { runs: { hasHandle: () => true } });
    const [again, gone] = [runStrings.again, runStrings.close.button];
    expect([again, gone].map((words) => hasAction(page, words))).to.deep.equal([false, false]);
    expect(hasAction(page, runStrings.skipTo('zz99'))).to.equal(true);
    await openOptions(page);
    expect([again, gone].map((words) => hasAction(the(page, 'dialog'), words))).to.deep.equal([true, true]);
    expect(await faultsOf(page)).to.deep.equal([]);
    action(the(page, 'dialog'), gone).click();
    await settled(page);
    action(all(page, 'dialog').at(-1)!, runStrings.close.confirm).click();
    await until(() => services.called('runs.closeRun').length === 1 && !has(page, 'dialog'));
  });

  it('has its options beside the name, and the count of packages below the plan', async () => {
    const { page } = await open({
      packages: [fixturePackage(ID, { fetchedAtMs: 1 }), fixturePackage('zz99', { fetchedAtMs: 2 })],
      runs: [fixtureRun(ID, { step: 'writing', outcome: null })],
    });
    const box = (part: Element): DOMRect => part.getBoundingClientRect();
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const) {
      await setViewport({ width, height });
      const series = withWords(page, runStrings.series(0, 2, 0));
      expect(box(action(page, runStrings.options)).bottom).to.be.at.most(box(series).top);
      expect(box(the(page, 'heading', runStrings.willChange)).bottom).to.be.at.most(box(series).top);
    }
    await setViewport({ width: 800, height: 600 });
  });

  it('moves nothing on a phone when the name of the beacon is read after its package', async () => {
    await setViewport({ width: 390, height: 844 });
    const { page, services } = await open({
      packages: [fixturePackage(ID, { fetchedAtMs: 1 }), fixturePackage('zz99', { fetchedAtMs: 2 })],
      devices: { devices: null },
    });
    const top = (): number => the(page, 'status').getBoundingClientRect().top;
    const before = top();
    services.lives.devices.value = { ...services.lives.devices.value, devices: [device] };
    await settled(page);
    expect(readable(page)).to.contain('Ward 3 entrance');
    expect(top()).to.equal(before);
    await setViewport({ width: 800, height: 600 });
  });

  it('keeps the main action in view on a phone held sideways', async () => {
    await setViewport({ width: 844, height: 390 });
    const { page } = await open();
    expect(action(page, 'Connect').getBoundingClientRect().bottom).to.be.below(334);
    await setViewport({ width: 800, height: 600 });
  });

  it('lists all Bluetooth devices from "Which beacon?", for a new, an unfinished and a resumed run', async () => {
    const showAll = async (page: Element): Promise<void> => {
      expect(hasAction(page, runStrings.chooser.allDevices)).to.equal(false);
      action(page, runStrings.chooser.notListed).click();
      await settled(page);
      action(page, runStrings.chooser.allDevices).click();
    };
    const fresh = await open();
    await showAll(fresh.page);
    expect(fresh.services.called('runs.start').map((call) => call.args)).to.deep.equal([
      [carried.id, { showAll: true, without: [] }],
    ]);
    const unfinished = await open({ runs: [fixtureRun(ID, { step: 'writing' })] }, { runs: { hasHandle: () => true } });
    await showAll(unfinished.page);
    const lost = fixtureRun(ID, { step: 'reading', outcome: { kind: 'receiptLost' }, endedAtMs: NOW });
    const ended = await open({ packages: [], runs: [lost] }, { runs: { mayReopen: () => true } });
    await showAll(ended.page);
    expect(
      [unfinished, ended].map(({ services }) => services.called('runs.resume').map((call) => call.args)),
    ).to.deep.equal([[[`run-${ID}`, { showAll: true }]], [[`run-${ID}`, { showAll: true }]]]);
  });

  it('says that a run was closed only when it was, also beside a newer package', async () => {
    for (const [isClosed, words] of [
      [true, runStrings.close.closed(ID)],
      [false, runStrings.close.notClosed(ID)],
    ] as const) {
      const before = fixtureRun(ID, { step: 'writing' });
      const newer = fixturePackage(ID, { id: 'newer', fetchedAtMs: before.startedAtMs + 1 });
      const { page, services } = await open(
        { packages: [newer], runs: [before] },
        { runs: { closeRun: async () => isClosed } },
      );
      expect(hasAction(page, 'Connect')).to.equal(true);
      const messages: string[] = [];
      page.addEventListener('fk-say', (event) => messages.push(event.message));
      action(page, runStrings.close.button).click();
      await settled(page);
      expect(await faultsOf(page)).to.deep.equal([]);
      action(the(page, 'dialog'), runStrings.close.confirm).click();
      await settled(page);
      await settled(page);
      expect(messages).to.deep.equal([words]);
      expect(services.called('runs.closeRun').map((call) => call.args)).to.deep.equal([[before.id, '']]);
    }
  });

  it('offers Cancel only until the write begins', async () => {
    const { page, services } = await open({ current: progress() });
    action(page, 'Cancel').click();
    expect(services.called('runs.cancel')).to.have.length(1);
    services.lives.current.value = progress({ phase: 'writing', cancelSafe: false });
    await settled(page);
    expect(hasAction(page, 'Cancel')).to.equal(false);
    expect(readable(page)).to.contain('Stay next to the beacon until');
  });

  it('announces each phase of a run in a live region that exists before the run', async () => {
    const { page, services } = await open();
    const region = the(page, 'status');
    services.lives.current.value = progress({ attempt: 2 });
    await settled(page);
    expect(region.isConnected).to.equal(true);
    expect(region.textContent).to.contain('Connecting');
    expect(region.textContent).to.contain('Attempt 2 of 4');
    services.lives.current.value = progress({ attempt: 0, waitsForOldLink: true });
    await settled(page);
    expect(region.textContent).to.contain(runStrings.waitsForOldLink);
    expect(hasAction(page, 'Cancel')).to.equal(true);
  });

  it('announces each important step of a run once', async () => {
    const { page, services } = await open();
    const spoken: string[] = [];
    for (const phase of RUN_PHASES.slice(1, -1)) {
      services.lives.current.value = progress({
        phase,
        cancelSafe: ['connecting', 'discovering', 'checking'].includes(phase),
      });
      await settled(page);
      const region = the(page, 'status').cloneNode(true) as Element;
      for (const hidden of region.querySelectorAll('[aria-hidden=true]')) hidden.remove();
      const words = region.textContent.trim().replace(/\s+/g, ' ');
      if (spoken.at(-1) !== words) spoken.push(words);
    }
    expect(spoken).to.deep.equal(['Connecting', runStrings.pastCancel, 'Reading the receipt']);
  });

  it('signals the end of a run once, and not again when the page of an ended run is opened', async () => {
    const { page, services } = await open({ current: progress() });
    services.lives.current.value = progress({ phase: 'ended', failure: failure('connectFailed') });
    await settled(page);
    services.lives.devices.value = { ...services.lives.devices.value };
    await settled(page);
    expect(services.called('app.signal').map((call) => call.args[0])).to.deep.equal(['again']);

    const later = await open({ current: progress({ phase: 'ended', failure: failure('connectFailed') }) });
    later.services.lives.devices.value = { ...later.services.lives.devices.value };
    await settled(later.page);
    expect(later.services.called('app.signal')).to.have.length(0);
  });

  it('shows "Receipt saved" and signals success only when both copies are stored', async () => {
    const ended = progress({ phase: 'ended', outcome: receiptOutcome });
    const { page, services } = await open({
      ...withReceipt({ state: 'reserved' }),
      current: progress({ phase: 'saving', cancelSafe: false }),
    });
    services.lives.current.value = ended;
    await settled(page);
    expect(said(page)).to.equal('The receipt is being saved.');
    services.lives.outbox.value = { ...services.lives.outbox.value, receipts: [fixtureReceipt(ID)] };
    await settled(page);
    expect(said(page)).to.contain('Receipt saved');
    expect(services.called('app.signal').map((call) => call.args[0])).to.deep.equal(['done']);
  });

  it('does not let the person leave while a copy of the receipt is missing, and offers to try again or to export it', async () => {
    const { page, services } = await open(
      { current: progress({ phase: 'copying', cancelSafe: false, copyMissing: 'second' }) },
      { runs: { exportHeld: () => '{"receipts":[]}' } },
    );
    expect(readable(page)).to.contain('Stay on this screen');
    const saved: string[] = [];
    const catchDownload = (event: Event): void => {
      const link = event.composedPath()[0];
      if (!(link instanceof HTMLAnchorElement) || link.download === '') return;
      event.preventDefault();
      saved.push(link.download);
    };
    document.addEventListener('click', catchDownload, true);
    action(page, 'Export the receipt').click();
    document.removeEventListener('click', catchDownload, true);
    expect(saved).to.have.length(1);
    expect(saved[0]).to.match(/^beacon-fieldkit-receipts-2026-05-05-\d{4}\.json$/);
    action(page, 'Save again').click();
    expect(services.called('runs.retrySave')).to.have.length(1);
  });

  it('continues with the next package and forgets the run that has ended', async () => {
    const { page, services } = await open({
      ...withReceipt({}),
      current: progress({ phase: 'ended', outcome: receiptOutcome }),
    });
    expect(action(page, 'Next').getAttribute('href')).to.equal('/run/zz99');
    page.uniqueId = 'zz99';
    await settled(page);
    expect(services.called('runs.dismiss')).to.have.length(1);
    expect(hasAction(page, 'Connect')).to.equal(true);
  });

  it('forgets the run that has ended when it is left, without another signal', async () => {
    const { page, services } = await open({
      runs: [fixtureRun(ID, { step: 'writing', lastFailure: failure('droppedDuringWrite') })],
      current: progress({ phase: 'ended', failure: failure('connectFailed') }),
    });
    page.remove();
    await page.updateComplete;
    expect(services.called('runs.dismiss')).to.have.length(1);
    expect(services.lives.current.value).to.equal(null);
    expect(services.called('app.signal')).to.have.length(0);
  });

  it('keeps its run when the page is left while the receipt is not stored twice', async () => {
    const { page, services } = await open({
      current: progress({ phase: 'ended', cancelSafe: false, copyMissing: 'second' }),
    });
    page.remove();
    expect(services.called('runs.dismiss')).to.have.length(0);
  });

  it('lets the person leave an Uncertain beacon for later, for the next one or for the list', async () => {
    const uncertain = fixtureRun(ID, { step: 'writing', lastFailure: failure('droppedDuringWrite') });
    const { page, services } = await open({ runs: [uncertain], packages: [next] });
    expect(action(page, runStrings.skipTo('zz99')).getAttribute('href')).to.equal('/run/zz99');
    services.lives.packages.value = [];
    await settled(page);
    expect(action(page, runStrings.later).getAttribute('href')).to.equal('/run');
  });

  it('starts no run while another one is in progress in this window, and links to that run', async () => {
    const { page, services } = await open({ current: progress({ uniqueId: 'zz99', runId: 'run-zz99' }) });
    action(page, 'Connect').click();
    expect(services.called('runs.start')).to.have.length(0);
    expect(action(page, 'Go to that run').getAttribute('href')).to.equal('/run/zz99');
  });

  const prepared = fixturePackage(ID, { state: 'prepared', base64: null });
  const failureOf = (kind: BackendFailure['kind']): BackendFailure => ({
    kind,
    status: 0,
    message: '',
    fields: [],
    retryAfterMs: null,
  });
  const unusable = { kind: 'unusable', package: prepared, bytes: null } as const;
  /**
   * The outcome of fetching, the action it offers, and the page that it opens; without an address the action is
   * performed here.
   */
  const FETCHED: readonly (readonly [PrepareOutcome, string, string?])[] = [
    [{ kind: 'noLongerPending', isApplied: false }, configureStrings.action.again, `/devices/${ID}/configure`],
    [{ kind: 'noLongerPending', isApplied: true }, configureStrings.action.device, `/devices/${ID}`],
    [{ ...unusable, reason: 'absent' }, configureStrings.action.again, `/devices/${ID}/configure`],
    [{ ...unusable, reason: 'written' }, configureStrings.action.again, `/devices/${ID}/configure`],
    [{ ...unusable, reason: 'tooLarge' }, configureStrings.action.edit, `/devices/${ID}/configure`],
    [{ ...unusable, reason: 'notBase64' }, configureStrings.action.again, `/devices/${ID}/configure`],
    [{ kind: 'blocked', reason: 'undeliveredReceipt' }, configureStrings.action.outbox, '/outbox'],
    [{ kind: 'failed', failure: failureOf('offline') }, configureStrings.action.fetch],
    [{ kind: 'failed', failure: failureOf('noKey') }, configureStrings.action.key],
    [{ kind: 'failed', failure: failureOf('refused') }, configureStrings.action.again, `/devices/${ID}/configure`],
    [{ kind: 'storageFailed', detail: 'QuotaExceededError' }, configureStrings.action.fetch],
  ];
  for (const [outcome, offers, to] of FETCHED) {
    const what = 'reason' in outcome ? outcome.reason : 'failure' in outcome ? outcome.failure.kind : outcome.kind;
    it(`says why no package was fetched (${what}), and offers ${offers}`, async () => {
      const { page, services } = await open(
        { packages: [prepared] },
        { prepare: { fetchPackage: async () => outcome } },
      );
      action(page, 'Fetch a new package').click();
      await settled(page);
      expect(services.called('prepare.fetchPackage').map((call) => call.args)).to.deep.equal([[ID]]);
      expect(said(page)).to.equal(outcomeWords(outcome, ID, 'fetch').text);
      expect(hasAction(page, 'Fetch a new package')).to.equal(false);
      expect(action(page, offers).getAttribute('href') ?? '').to.equal(to ?? '');
    });
  }

  it('shows which values the backend holds differently after fetching a package', async () => {
    const fetched = fixturePackage(ID);
    const outcome: PrepareOutcome = {
      kind: 'onThisPhone',
      package: fetched,
      remarks: [],
      differences: [{ name: 'txPower', kind: 'ignored', requested: 5 }],
    };
    const { page, services } = await open(
      { packages: [prepared] },
      { prepare: { fetchPackage: async () => (void (services.lives.packages.value = [fetched]), outcome) } },
    );
    action(page, 'Fetch a new package').click();
    await settled(page);
    expect(said(page)).to.equal(outcomeWords(outcome, ID, 'fetch').text);
    expect(hasAction(page, 'Connect')).to.equal(true);
  });

  it('closes a run that nothing can settle, and continues with preparing', async () => {
    const overtaken = fixtureRun(ID, { step: 'reading', lastFailure: failure('beaconIsAhead') });
    const { page, services } = await open(
      {
        devices: { devices: [{ ...device, pending: null, readAtMs: NOW }] },
        packages: [fixturePackage(ID, { state: 'dead', preparedAtMs: 1, fetchedAtMs: 1 })],
        runs: [{ ...overtaken, startedAtMs: 2, journal: [] }],
      },
      { runs: { closeRun: async () => false } },
    );
    expect(said(page)).to.equal(runStrings.overtaken);
    const messages: string[] = [];
    page.addEventListener('fk-say', (event) => messages.push(event.message));
    action(page, runActionWords.closeAndPrepare).click();
    await settled(page);
    await settled(page);
    expect(services.called('runs.closeRun').map((call) => call.args)).to.deep.equal([
      [overtaken.id, runStrings.close.overtaken],
    ]);
    expect(messages).to.deep.equal([runStrings.close.notClosed(ID)]);
  });

  it('offers to release the receipt of its run only while that receipt is held back', async () => {
    const { page, services } = await open(withReceipt({ held: true }));
    expect(said(page)).to.equal(runStrings.receiptHeld);
    expect(await faultsOf(page)).to.deep.equal([]);
    action(page, runStrings.release).click();
    const ids = services.lives.outbox.value.receipts.map(({ id }) => id);
    expect(services.called('outbox.hold').map(({ args }) => args)).to.deep.equal([[...ids, false]]);
    for (const receipt of [{}, { held: true, givenUpAtMs: 1 }])
      expect(hasAction((await open(withReceipt(receipt))).page, runStrings.release)).to.equal(false);
  });
});
