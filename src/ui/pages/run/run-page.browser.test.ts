/** The run screen in every state, with scripted services: its text, its actions, and the calls that they make. */
import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
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
import { faultsInThemes, faultsOf, place, settled } from '../../../../test/support/page-place.ts';
import { until } from '../../../../test/support/until.ts';
import { action, all, has, hasAction, readable, the, withWords } from '../../../../test/support/roles.ts';
import type { FkRunPage } from './run-page.ts';
import type { BackendFailure } from '../../../domain/backend-failure.ts';
import type { PrepareOutcome } from '../../../use-cases/prepare/prepare.ts';
import { outcomeWords } from '../../beacon/prepare-outcome.ts';
import { configureStrings } from '../../strings/configure.ts';
import { runActionWords, runStrings } from '../../strings/run.ts';
import './run-page.ts';
import { resultName } from '../../words/run.ts';

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

/** Name, state, and the one action offered. */
const STATES: readonly (readonly [string, ScriptedValues, string | null])[] = [
  ['ready', {}, 'Connect'],
  ['no Bluetooth', { radio: 'absent' }, 'Copy the address'],
  ['Bluetooth off', { radio: 'off' }, 'Connect'],
  ['nothing carried', { packages: [] }, 'Change the configuration'],
  [
    'only a command carried',
    { packages: [fixturePackage(ID, { kind: 'command', command: 'identify', values: {} })] },
    'Go to Identify',
  ],
  ['prepared only', { packages: [fixturePackage(ID, { state: 'prepared', base64: null })] }, 'Fetch a new package'],
  ['dead', { packages: [fixturePackage(ID, { state: 'dead' })] }, 'Fetch a new package'],
  ['connecting again', { current: progress({ attempt: 2 }) }, 'Cancel'],
  ['writing', { current: progress({ phase: 'writing', cancelSafe: false }) }, null],
  [
    'copy missing',
    {
      current: progress({
        phase: 'copying',
        cancelSafe: false,
        copyMissing: 'second',
        failure: failure('secondCopyMissing'),
      }),
    },
    'Save again',
  ],
  [
    'both copies missing',
    { current: progress({ phase: 'saving', cancelSafe: false, copyMissing: 'both' }) },
    'Save again',
  ],
  ['failed to connect', { current: progress({ phase: 'ended', failure: failure('connectFailed') }) }, 'Connect again'],
  ['chooser cancelled', { current: progress({ phase: 'ended', failure: failure('chooserCancelled') }) }, 'Connect'],
  ['no room', { current: progress({ phase: 'ended', failure: failure('storageFull') }) }, 'See storage'],
  [
    'uncertain',
    { runs: [fixtureRun(ID, { step: 'writing', lastFailure: failure('droppedDuringWrite') })] },
    'Reconnect and check',
  ],
  ['written, unread', { runs: [fixtureRun(ID, { step: 'reading' })] }, 'Read the receipt'],
  [
    'running elsewhere',
    { runs: [fixtureRun(ID, { step: 'writing' })], elsewhere: new Set([`run-${ID}`]) },
    'Back to the list',
  ],
  ['receipt kept', withReceipt({}), 'Next'],
  ['receipt unsure', withReceipt({ owner: 'unsure', candidates: [ID, 'zz99'] }), 'Next'],
  ['sent', withReceipt({ state: 'sent' }), 'Next'],
  ['verified', withReceipt({ state: 'verified' }), 'Next'],
  ['not verified', withReceipt({ state: 'notVerified' }), 'Fetch a new package'],
  ['parked', withReceipt({ state: 'parked' }), 'Open the outbox'],
  ['receipt lost', { packages: [next], runs: [fixtureRun(ID, { outcome: { kind: 'receiptLost' } })] }, 'Next'],
  ['no answer', { packages: [], runs: [fixtureRun(ID, { outcome: { kind: 'noAnswer' } })] }, 'Fetch a new package'],
  [
    'refused',
    { packages: [], runs: [fixtureRun(ID, { outcome: { kind: 'refused', receiptId: 'r', result: 7 } })] },
    'Fetch a new package',
  ],
  [
    'dead, nothing pending',
    { packages: [fixturePackage(ID, { state: 'dead' })], devices: readSince },
    'Change the configuration',
  ],
  [
    'not verified, nothing pending',
    { ...withReceipt({ state: 'notVerified' }), devices: readSince },
    'Change the configuration',
  ],
  [
    'refused, nothing pending',
    {
      packages: [],
      runs: [fixtureRun(ID, { outcome: { kind: 'refused', receiptId: 'r', result: 7 } })],
      devices: readSince,
    },
    'Change the configuration',
  ],
];

describe('the page of a run', () => {
  for (const [name, values, words] of STATES) {
    it(`offers one action and passes axe: ${name}`, async () => {
      const { page } = await open(values, {
        runs: {
          nextStep: (run) =>
            run.outcome === null ? (run.step === 'reading' ? 'readResponse' : 'resume') : 'fetchPackage',
        },
      });
      if (words !== null) expect(hasAction(page, words), readable(page)).to.equal(true);
      expect(await faultsInThemes(page)).to.deep.equal([]);
      if (name !== 'verified') expect(readable(page)).not.to.contain('Verified by');
      expect(readable(page).toLowerCase()).not.to.match(/\bfailed\b/);
    });
  }

  it('opens the chooser within the click, before any await', async () => {
    const { page, services } = await open();
    const connect = action(page, 'Connect');
    expect(services.called('runs.start')).to.have.length(0);
    connect.click();
    expect(services.called('runs.start').map((call) => call.args)).to.deep.equal([
      [carried.id, { showAll: false, without: [] }],
    ]);
  });

  it('resumes an unfinished run with the handle of this session, or with another beacon', async () => {
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

  it('has at most two buttons in its bar, and the others in the options', async () => {
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

  it('has its options already while the list that names the next beacon is read', async () => {
    const runs = [fixtureRun(ID, { step: 'writing', outcome: null })];
    const { page } = await open({ runs, devices: { devices: null } });
    expect(hasAction(page, runStrings.options)).to.equal(true);
    expect(hasAction(page, runStrings.close.button)).to.equal(false);
    expect(readable(page)).not.to.contain('zz99');
  });

  it('shows a single second action in its bar, without options', async () => {
    const { page } = await open({
      packages: [carried],
      runs: [fixtureRun(ID, { step: 'receipt', outcome: { kind: 'refused', receiptId: 'r', result: 2 } })],
      outbox: { receipts: [fixtureReceipt(ID, { id: 'r', state: 'refused', result: 2, held: true })] },
    });
    expect(hasAction(page, runActionWords.fetchPackage)).to.equal(true);
    expect(hasAction(page, runStrings.options)).to.equal(false);
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

  it('lists all devices from "Which beacon?", for a new run, an unfinished one and one to resume', async () => {
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

  it('announces each phase in a live region that exists beforehand', async () => {
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

  it('keeps the person on the page while a copy is missing, with retry and export', async () => {
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

  it('keeps the run whose receipt is not stored twice when the page is left', async () => {
    const { page, services } = await open({
      current: progress({ phase: 'ended', cancelSafe: false, copyMissing: 'second' }),
    });
    page.remove();
    expect(services.called('runs.dismiss')).to.have.length(0);
  });

  it('shows the position in a series of beacons, and names the next one', async () => {
    const { page } = await open({
      ...withReceipt({ state: 'verified' }),
      packages: [fixturePackage(ID, { state: 'used', fetchedAtMs: 1 }), fixturePackage('zz99', { fetchedAtMs: 2 })],
      runs: [fixtureRun(ID, { step: 'receipt', outcome: receiptOutcome, startedAtMs: 3, endedAtMs: 4 })],
      devices: { devices: [fixtureDevice(0, { uniqueId: 'zz99', alias: 'Ward 9' })] },
    });
    expect(readable(page)).to.contain(runStrings.series(1, 2, 1));
    expect(hasAction(page, runStrings.nextNamed('Ward 9'))).to.equal(true);
  });

  it('names the next beacon by ID and room when all beacons have one name', async () => {
    const { page } = await open({
      ...withReceipt({ state: 'verified' }),
      devices: {
        devices: [fixtureDevice(0, { uniqueId: 'zz99', alias: null, name: 'Kontakt', tags: ['room:Ward 9'] })],
      },
    });
    expect(hasAction(page, runStrings.nextNamed('zz99, Ward 9'))).to.equal(true);
  });

  it('lets the person leave an Uncertain beacon for later, for the next one or for the list', async () => {
    const uncertain = fixtureRun(ID, { step: 'writing', lastFailure: failure('droppedDuringWrite') });
    const { page, services } = await open({ runs: [uncertain], packages: [next] });
    expect(action(page, runStrings.skipTo('zz99')).getAttribute('href')).to.equal('/run/zz99');
    services.lives.packages.value = [];
    await settled(page);
    expect(action(page, runStrings.later).getAttribute('href')).to.equal('/run');
  });

  for (const [result, words] of [
    [RESULT.verificationFailed, 'Check the label'],
    [RESULT.internalError, 'internal error'],
    [WRITE_REFUSED, 'locked'],
  ] as const)
    it(`says what can be done when the last visit ended with ${resultName(result)}`, async () => {
      const { page } = await open({
        runs: [fixtureRun(ID, { step: 'receipt', outcome: { kind: 'refused', receiptId: 'r', result } })],
        outbox: { receipts: [fixtureReceipt(ID, { id: 'r', state: 'refused', result, held: true })] },
      });
      expect(said(page)).to.contain(words);
      expect(hasAction(page, 'Connect')).to.equal(true);
    });

  it('prevents a second run in this window', async () => {
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
    it(`says why no package was fetched, and offers what helps then: ${what}, ${offers}`, async () => {
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

  it('says that the previous package was sent, beside a newer one that is not written', async () => {
    const newer = fixturePackage(ID, { id: 'newer', preparedAtMs: NOW, fetchedAtMs: NOW });
    const { page } = await open({
      ...withReceipt({ state: 'sent', createdAtMs: 5 }),
      packages: [fixturePackage(ID, { state: 'used', preparedAtMs: 1 }), newer],
      runs: [fixtureRun(ID, { step: 'receipt', outcome: receiptOutcome, startedAtMs: 2, endedAtMs: 3 })],
    });
    expect(said(page)).to.equal(runStrings.packageBefore.sent);
    expect(hasAction(page, 'Connect')).to.equal(true);
  });

  it('releases a receipt that is held back, and no other', async () => {
    const { page, services } = await open(withReceipt({ held: true }));
    expect(said(page)).to.equal(runStrings.receiptHeld);
    expect(await faultsOf(page)).to.deep.equal([]);
    action(page, runStrings.release).click();
    const ids = services.lives.outbox.value.receipts.map(({ id }) => id);
    expect(services.called('outbox.hold').map(({ args }) => args)).to.deep.equal([[...ids, false]]);
    for (const receipt of [{}, { held: true, givenUpAtMs: 1 }])
      expect(hasAction((await open(withReceipt(receipt))).page, runStrings.release)).to.equal(false);
  });

  it('names the entries to pick in the chooser', async () => {
    const { page } = await open();
    expect(readable(page)).to.contain(`${runStrings.chooser.pick} ${ID}`);
    expect(readable(page)).to.contain(`${runStrings.chooser.newOnes} Kontakt…`);
    expect(readable(page)).to.contain(runStrings.chooser.label);
  });

  it('says once that a wrong beacon refuses the package', async () => {
    const { page } = await open({
      runs: [
        fixtureRun(ID, {
          step: 'receipt',
          outcome: { kind: 'refused', receiptId: 'r', result: RESULT.verificationFailed },
        }),
      ],
      outbox: { receipts: [fixtureReceipt(ID, { id: 'r', state: 'refused', held: true })] },
    });
    expect(said(page)).to.equal(runStrings.refusedLast.other);
    expect(readable(page)).not.to.contain(runStrings.chooser.label);
  });
});

describe('a beacon that may hold the receipt of another account of this phone', () => {
  const elsewhere = (unreadAt: readonly string[]) => ({
    phone: { receiptsElsewhere: [{ accountId: 'b', name: 'Site A', toSend: 0, unreadAt }], remarks: [] },
  });

  it('is announced before Connect, with the account and the number of runs', async () => {
    const { page } = await open(elsewhere([ID, ID, 'other']));
    expect(readable(page)).to.contain(runStrings.unreadElsewhere('Site A', 2));
    expect(hasAction(page, 'Connect')).to.equal(true);
  });

  it('is not named at another beacon, or when nothing can be written on this phone', async () => {
    const { page } = await open(elsewhere(['other']));
    expect(readable(page)).not.to.contain('Site A');
    const verified = await open({ ...withReceipt({ state: 'verified' }), ...elsewhere([ID]) });
    expect(readable(verified.page)).not.to.contain('Site A');
  });
});
