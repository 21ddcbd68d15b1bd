/** The configure page: form, review, Prepare, and text and next action of every outcome. */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { fixtureDevice, fixturePackage } from '../../../../test/support/fixture-rows.ts';
import { faultsInThemes, faultsOf, place, settled, setViewport } from '../../../../test/support/page-place.ts';
import {
  action,
  all,
  announced,
  barWith,
  field,
  fill,
  has,
  hasAction,
  readable,
  the,
} from '../../../../test/support/roles.ts';
import {
  scriptedDrafts,
  scriptedServices,
  type ScriptedAnswers,
  type ScriptedServices,
} from '../../../../test/support/scripted-services.ts';
import { nextTurn, until } from '../../../../test/support/until.ts';
import type { BackendFailure, BackendFailureKind } from '../../../domain/backend-failure.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import type { PrepareInput, PrepareOutcome } from '../../../use-cases/prepare/prepare.ts';
import type { FkConfigurePage } from './configure-page.ts';
import './configure-page.ts';
import { attributeNames, configureStrings, groupNames } from '../../strings/configure.ts';
import { deviceStrings } from '../../strings/devices.ts';
import { outcomeWords } from '../../beacon/prepare-outcome.ts';

const ID = 'kp7A';
/** Matches any time. */
const RESTORED = new RegExp(configureStrings.draft.restored('.+'));
const failure = (kind: BackendFailureKind, status = 0): BackendFailure => ({
  kind,
  status,
  message: 'as the backend says',
  fields: [{ field: 'interval', message: 'too odd' }],
  retryAfterMs: null,
});

async function open(
  device: Partial<CachedDevice> | null = {},
  answers: ScriptedAnswers = {},
): Promise<{ page: FkConfigurePage; services: ScriptedServices }> {
  const devices = device === null ? [] : [fixtureDevice(0, { uniqueId: ID, pending: null, ...device })];
  const services = scriptedServices({ devices: { devices, completedAtMs: Date.now() } }, answers);
  return {
    page: await place<FkConfigurePage>(
      html`<fk-configure-page .services=${services} .uniqueId=${ID}></fk-configure-page>`,
    ),
    services,
  };
}

function set(page: Element, label: string, value: string): Promise<void> {
  fill(page, label, value);
  return settled(page);
}

/** Another attribute by its name; an attribute of the form is called "Name", too. */
async function name(page: FkConfigurePage, attribute: string, value?: string): Promise<void> {
  const heading = action(page, configureStrings.other);
  if (!has(page, 'button', configureStrings.add)) heading.click();
  const part = heading.parentElement!;
  await set(part, configureStrings.otherName, attribute);
  if (value !== undefined) await set(part, configureStrings.otherValue, value);
}

async function press(page: FkConfigurePage, words: string): Promise<void> {
  action(page, words).click();
  await nextTurn();
  await settled(page);
}

async function more(page: FkConfigurePage, label: string): Promise<void> {
  the(page, 'button', configureStrings.more(label)).click();
  await settled(page);
}

describe('the page that configures one device', () => {
  it('says that the device is not in the list only once the list is read', async () => {
    const { page, services } = await open(null);
    const read = services.lives.devices.value;
    services.lives.devices.value = { ...read, devices: null };
    await settled(page);
    expect(readable(page)).not.to.contain(configureStrings.noDevice(ID));
    await until(() => announced(page).includes(deviceStrings.loading));
    expect(hasAction(page, '')).to.equal(false);
    services.lives.devices.value = read;
    await settled(page);
    expect(readable(page)).to.contain(configureStrings.noDevice(ID));
  });

  it('sends only the changed values and what they were before, after a review of old → new', async () => {
    const inputs: PrepareInput[] = [];
    const { page } = await open(
      {},
      { prepare: { prepare: async (input) => (inputs.push(input), { kind: 'notAccessible' }) } },
    );
    await set(page, attributeNames['txPower'], '6');
    await set(page, attributeNames['interval'], '500');
    await press(page, groupNames.iBeacon);
    await set(page, attributeNames['major'], '1000');
    await press(page, 'Review 2 changes');
    expect(inputs).to.have.length(0);
    expect(readable(page))
      .to.contain('3 (−12 dBm)')
      .and.contain('6 (0 dBm)')
      .and.contain('500')
      .and.not.contain('Major');
    expect(await faultsOf(page)).to.deep.equal([]);
    await press(page, 'Prepare');
    expect(inputs).to.deep.equal([
      {
        uniqueId: ID,
        deviceType: 'BEACON',
        values: { txPower: 6, interval: 500 },
        before: { txPower: 3, interval: 350 },
      },
    ]);
  });

  it('sends an unchanged value after "Write again", and an empty value after "Set to empty"', async () => {
    const inputs: PrepareInput[] = [];
    const { page } = await open(
      { attributes: { minor: 12 } },
      { prepare: { prepare: async (input) => (inputs.push(input), { kind: 'notAccessible' }) } },
    );
    await press(page, groupNames.powerSaving);
    await more(page, 'Power saving by');
    expect(hasAction(page, 'Write again')).to.equal(false);
    await press(page, 'Set to empty');
    await press(page, groupNames.iBeacon);
    await more(page, 'Minor');
    expect(await faultsOf(page)).to.deep.equal([]);
    await press(page, 'Write again');
    await press(page, 'Review 2 changes');
    expect(readable(page)).to.contain('none');
    await press(page, 'Prepare');
    expect(inputs).to.deep.equal([
      { uniqueId: ID, deviceType: 'BEACON', values: { minor: 12, 'powerSaving.features': [] }, before: { minor: 12 } },
    ]);
  });

  it('has no accessibility fault that axe finds in any of three themes, with a faulty and a changed value', async () => {
    const { page } = await open({ pending: { txPower: 5 } });
    await set(page, attributeNames['interval'], '50');
    await set(page, attributeNames['txPower'], '1');
    await press(page, 'Review 2 changes');
    expect(readable(page)).to.contain('100 or more.').and.contain('Fix 1 value.');
    expect(await faultsInThemes(page)).to.deep.equal([]);
  });

  it('offers no review until a value is changed, nor after "Keep current" has restored the old value', async () => {
    const { page } = await open();
    expect(action(page, 'No change yet')).to.have.property('disabled', true);
    await set(page, attributeNames['txPower'], '6');
    expect(action(page, 'Review 1 change')).to.have.property('disabled', false);
    await press(page, 'Keep current');
    expect(action(page, 'No change yet')).to.have.property('disabled', true);
  });

  it('shows the current value beside a field only once another value is typed, also an invalid value', async () => {
    const { page } = await open({ attributes: { interval: 350, txPower: 3 } });
    const current = configureStrings.now('350 ms');
    expect(readable(page)).not.to.contain(current);
    await set(page, attributeNames['interval'], '5');
    expect(readable(page)).to.contain(current);
    await set(page, attributeNames['interval'], '500');
    expect(readable(page)).to.match(/350.*500 ms/);
    expect(readable(page)).not.to.contain(current);
  });

  it('shows the four values that are changed most often, and folds all other values into groups', async () => {
    const { page } = await open();
    const shown = ['spinbutton', 'combobox', 'textbox'].flatMap((role) => all(page, role));
    expect(shown.map(({ computedName }) => computedName)).to.deep.equal([
      'Advertising interval',
      'Minor',
      'Transmission power',
      'Name',
    ]);
  });

  it('opens a group that contains a change, and leaves the group open when the change is taken back', async () => {
    scriptedDrafts.set(`configure-${ID}`, { atMs: 5, draft: { typed: { major: '7' }, asIs: {}, named: {} } });
    const { page } = await open();
    expect(readable(action(page, groupNames.iBeacon))).to.contain(configureStrings.changedInGroup(1));
    expect(field(page, attributeNames['major']).value).to.equal('7');
    await press(page, 'Keep current');
    expect(action(page, 'No change yet')).to.have.property('disabled', true);
    expect(has(page, 'spinbutton', attributeNames['major'])).to.equal(true);
  });

  it('opens the folded group of the first faulty value when the review is requested', async () => {
    const { page } = await open();
    await press(page, groupNames.iBeacon);
    await set(page, attributeNames['major'], '99999');
    await press(page, groupNames.iBeacon);
    expect(has(page, 'spinbutton', attributeNames['major'])).to.equal(false);
    await press(page, 'Review 1 change');
    expect(readable(page)).to.contain('Fix 1 value.');
    expect(has(page, 'spinbutton', attributeNames['major'])).to.equal(true);
  });

  it('aligns the option buttons of all values in one column, on a phone and on a laptop', async () => {
    const { page } = await open();
    const lefts = (): number[] =>
      all(page, 'button', new RegExp(`^${configureStrings.more('.+')}$`)).map((one) =>
        Math.round(one.getBoundingClientRect().left),
      );
    for (const size of [
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
    ]) {
      await setViewport(size);
      expect(lefts().length).to.be.above(1);
      expect(new Set(lefts()).size).to.equal(1);
    }
    await setViewport({ width: 800, height: 600 });
  });

  it('draws a line above the bar that keeps the review button in view on a laptop', async () => {
    await setViewport({ width: 1280, height: 800 });
    const { page } = await open();
    const last = all(page, 'button').at(-1)!;
    const foot = getComputedStyle(barWith(page, readable(last)));
    expect(Number.parseFloat(foot.borderTopWidth)).to.be.above(0);
    await setViewport({ width: 800, height: 600 });
  });

  it('counts down the faulty values while they are corrected, until none is left', async () => {
    const { page } = await open();
    await set(page, attributeNames['interval'], '50');
    await set(page, attributeNames['minor'], '99999');
    expect(readable(page)).not.to.contain('Fix 2 values.');
    await press(page, 'Review 2 changes');
    expect(readable(page)).to.contain('Fix 2 values.');
    await set(page, attributeNames['interval'], '500');
    expect(readable(page)).to.contain('Fix 1 value.');
    await set(page, attributeNames['minor'], '9');
    expect(readable(page)).not.to.contain('Fix ');
  });

  it('starts from the pending values on request, and adds further attributes by their names', async () => {
    const { page } = await open({ pending: { txPower: 5, 'sensor.odd': '7' } });
    await press(page, 'Load the pending values');
    expect(hasAction(page, 'Review 2 changes')).to.equal(true);
    await name(page, 'tags');
    await press(page, 'Add');
    expect(readable(page)).to.contain('This is stored at the backend only');
    await name(page, 'sensor.even', '8');
    await press(page, 'Add');
    expect(hasAction(page, 'Review 3 changes')).to.equal(true);
  });

  it('masks a secret value such as a Wi-Fi password, and sends the value without showing it anywhere', async () => {
    const inputs: PrepareInput[] = [];
    const { page } = await open(
      {},
      { prepare: { prepare: async (input) => (inputs.push(input), { kind: 'notAccessible' }) } },
    );
    await press(page, configureStrings.other);
    await name(page, 'system.wifiPassword', 'CANARY-77');
    const input = field(page, configureStrings.otherValue);
    expect([input.type, input.name, getComputedStyle(input).getPropertyValue('-webkit-text-security')]).to.deep.equal([
      'text',
      '',
      'disc',
    ]);
    expect(readable(page)).to.contain('not shown, and not saved');
    await press(page, 'Add');
    expect(readable(page)).to.contain('system.wifiPassword').and.not.to.contain('CANARY');
    await press(page, 'Review 1 change');
    expect(readable(page)).not.to.contain('CANARY');
    await press(page, 'Prepare');
    expect(inputs[0]!.values).to.deep.equal({ 'system.wifiPassword': 'CANARY-77' });
  });

  it('offers for a gateway only values that the backend reports, and any other attribute by its name', async () => {
    const { page } = await open({ deviceType: 'GATEWAY', attributes: { interval: 350 }, pending: null });
    expect(readable(page)).to.contain(attributeNames['name']).and.to.contain(attributeNames['interval']);
    expect(readable(page)).to.contain(configureStrings.otherName).and.to.contain(fixtureDevice(0).alias);
    for (const name of ['minor', 'proximity', 'txPower'] as const)
      expect(readable(page)).not.to.contain(attributeNames[name]);
  });

  it('prepares a configuration for a gateway without mentioning packages or writing to a beacon', async () => {
    const row = fixturePackage(ID, { deviceType: 'GATEWAY', state: 'prepared' });
    const { page } = await open(
      { deviceType: 'GATEWAY' },
      { prepare: { prepare: async () => ({ kind: 'waitingForGateway', package: row }) } },
    );
    expect(readable(page)).to.contain(configureStrings.onGatewayNote).and.not.to.contain(configureStrings.onBeaconNote);
    await set(page, attributeNames['txPower'], '6');
    await press(page, 'Review 1 change');
    expect(readable(page)).to.contain(configureStrings.reviewGateway(ID));
    await press(page, 'Prepare');
    expect(readable(page)).to.contain(configureStrings.outcome.waitingForGateway);
    expect(hasAction(page, configureStrings.action.run)).to.equal(false);
    expect(hasAction(page, configureStrings.action.device)).to.equal(true);
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('stops preparing on Cancel, and keeps the reviewed changes', async () => {
    const { page } = await open(
      {},
      {
        prepare: {
          prepare: (_, options) =>
            new Promise((__, reject) =>
              options!.signal!.addEventListener('abort', () => reject(options!.signal!.reason as Error)),
            ),
        },
      },
    );
    await set(page, attributeNames['txPower'], '6');
    await press(page, 'Review 1 change');
    await press(page, 'Prepare');
    await press(page, 'Cancel');
    expect(readable(page)).to.contain('Review the changes').and.contain('6 (0 dBm)');
  });

  it('keeps typed values except secrets when the page is left, until the configuration is prepared', async () => {
    const first = await open();
    await set(first.page, attributeNames['txPower'], '6');
    await press(first.page, groupNames.radio);
    await set(first.page, attributeNames['password'], 'a1b2c3d4');
    first.page.remove();
    expect(JSON.stringify([...scriptedDrafts]))
      .to.contain('txPower')
      .and.not.to.contain('a1b2c3d4');
    const { page } = await open(
      {},
      { prepare: { prepare: async () => ({ kind: 'onThisPhone', package: fixturePackage(ID), remarks: [] }) } },
    );
    expect(readable(page)).to.match(RESTORED);
    await press(page, 'Review 1 change');
    await press(page, 'Prepare');
    // The key that writes on every page.
    const { host } = action(page, 'Go to run').getRootNode() as ShadowRoot;
    expect(host).to.have.attribute('data-key', 'w');
    const last = await open();
    expect(readable(last.page)).not.to.match(RESTORED);
    expect(hasAction(last.page, 'Review 1 change')).to.equal(false);
  });

  it('keeps no draft when a changed value was put back, and announces no restored draft', async () => {
    const first = await open();
    await set(first.page, attributeNames['txPower'], '6');
    await set(first.page, attributeNames['txPower'], '3');
    first.page.remove();
    expect([...scriptedDrafts]).to.deep.equal([]);
    scriptedDrafts.set(`configure-${ID}`, { atMs: 5, draft: { typed: { txPower: '3' }, asIs: {}, named: {} } });
    const { page } = await open();
    expect(readable(page)).not.to.match(RESTORED);
    expect([...scriptedDrafts]).to.deep.equal([]);
  });

  it('discards the draft of typed values when the person asks', async () => {
    const first = await open();
    await set(first.page, attributeNames['txPower'], '6');
    const { page } = await open();
    await press(page, configureStrings.draft.discard);
    expect(hasAction(page, 'Review 1 change')).to.equal(false);
    expect([...scriptedDrafts]).to.deep.equal([]);
  });

  it('says in the review whether the change can be withdrawn later, unless that is unknown', async () => {
    const { undo } = configureStrings;
    for (const offer of ['offered', 'notOffered', 'unknown'] as const) {
      const { page } = await open({}, { withdrawals: { offer: async () => offer } });
      await set(page, attributeNames['txPower'], '6');
      await press(page, 'Review 1 change');
      for (const words of [undo.offered, undo.notOffered])
        expect(readable(page).includes(words), offer).to.equal(words === undo[offer]);
      await press(page, configureStrings.back);
    }
  });

  it('returns from the review to the form and its typed values with the Back button of the browser', async () => {
    const { page } = await open();
    await set(page, attributeNames['txPower'], '6');
    await press(page, 'Review 1 change');
    expect(readable(page)).to.contain(configureStrings.reviewHeading);
    const back = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
    history.back();
    await back;
    await settled(page);
    expect(readable(page)).not.to.contain(configureStrings.reviewHeading);
    expect(hasAction(page, 'Review 1 change')).to.equal(true);
  });

  it('offers to configure a device outside the saved list, but not one that the account may only view', async () => {
    const missing = await open(null);
    await set(missing.page, attributeNames['txPower'], '6');
    expect(hasAction(missing.page, 'Review 1 change')).to.equal(true);
    const viewer = await open({ access: 'VIEWER' });
    expect(hasAction(viewer.page, 'Review')).to.equal(false);
    expect(readable(viewer.page)).not.to.contain('Radio');
  });

  it('shows why the backend refused to give out the package, and offers to prepare again', async () => {
    const outcomes: PrepareOutcome[] = [
      { kind: 'preparedOnly', package: fixturePackage(ID, { state: 'prepared' }), failure: failure('timeout') },
    ];
    const { page, services } = await open(
      {},
      {
        prepare: {
          prepare: async () => outcomes.shift()!,
          fetchPackage: async () => ({ kind: 'failed', failure: failure('invalid', 422) }),
        },
      },
    );
    await set(page, attributeNames['txPower'], '6');
    await press(page, 'Review 1 change');
    await press(page, 'Prepare');
    expect(await faultsOf(page)).to.deep.equal([]);
    await press(page, 'Fetch the package');
    expect(services.called('prepare.fetchPackage')).to.have.length(1);
    expect(readable(page))
      .to.contain('HTTP 422')
      .and.contain('too odd')
      .and.contain(configureStrings.outcome.notFetched)
      .and.not.contain(configureStrings.outcome.failed);
    expect(hasAction(page, 'Prepare again')).to.equal(true);
  });
});

describe('the texts about the outcome of preparing a configuration', () => {
  const carried = fixturePackage(ID);
  const KINDS: readonly BackendFailureKind[] = [
    'offline',
    'timeout',
    'portal',
    'key',
    'forbidden',
    'notFound',
    'conflict',
    'mediaType',
    'invalid',
    'rateLimit',
    'server',
    'unreadable',
    'noKey',
    'cancelled',
  ];
  const outcomes: readonly PrepareOutcome[] = [
    { kind: 'onThisPhone', package: carried, remarks: [] },
    { kind: 'notAccessible' },
    { kind: 'blocked', reason: 'undeliveredReceipt' },
    { kind: 'blocked', reason: 'unfinishedRun' },
    ...(['notBase64', 'empty', 'absent'] as const).map((reason): PrepareOutcome => ({
      kind: 'unusable',
      package: carried,
      reason,
      bytes: null,
    })),
    { kind: 'unusable', package: carried, reason: 'tooLarge', bytes: 700 },
    { kind: 'storageFailed', detail: 'QuotaExceededError' },
    ...KINDS.flatMap((kind): PrepareOutcome[] => [
      { kind: 'preparedOnly', package: carried, failure: failure(kind) },
      { kind: 'unknown', failure: failure(kind) },
      { kind: 'failed', failure: failure(kind) },
    ]),
  ];

  it('name an action for every outcome, and never claim that a beacon is configured', () => {
    for (const outcome of outcomes) {
      const words = outcomeWords(outcome, ID);
      expect(words.text, outcome.kind).not.to.match(/configured|undefined|!|done/i);
      expect(words.text.length).to.be.greaterThan(10);
      expect(words.label.length).to.be.greaterThan(2);
      expect(words.tone, outcome.kind).not.to.equal('done');
    }
  });

  it('lead to entering the API key when the key is missing or refused', () => {
    expect(outcomeWords({ kind: 'failed', failure: failure('noKey') }, ID).next).to.equal('key');
    expect(outcomeWords({ kind: 'preparedOnly', package: carried, failure: failure('key', 401) }, ID).next).to.equal(
      'key',
    );
  });

  it('name the size of a package that is too large for beacons, and the limit', () => {
    expect(outcomeWords({ kind: 'unusable', package: carried, reason: 'tooLarge', bytes: 700 }, ID).text)
      .to.contain('700')
      .and.contain('512');
  });
});
