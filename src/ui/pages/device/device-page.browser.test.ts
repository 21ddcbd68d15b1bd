/** The device page: the content for each kind, virtual edits with their marks, and the one next action. */
import { expect } from '@open-wc/testing';
import { signal } from '@preact/signals-core';
import { html } from 'lit';
import {
  fixtureDevice,
  fixtureEdit,
  fixturePackage,
  fixtureReceipt,
  fixtureRun,
} from '../../../../test/support/fixture-rows.ts';
import { nextTurn, until } from '../../../../test/support/until.ts';
import { clear, deepAll, faultsInThemes, faultsOf, place, settled } from '../../../../test/support/page-place.ts';
import {
  action,
  all,
  field,
  fill,
  focused,
  has,
  hasAction,
  isFilled,
  readable,
  the,
  visibleIn,
  withWords,
} from '../../../../test/support/roles.ts';
import {
  scriptedDrafts,
  scriptedServices,
  type ScriptedAnswers,
  type ScriptedServices,
  type ScriptedValues,
} from '../../../../test/support/scripted-services.ts';
import type { SayEvent } from '../../shared/say.ts';
import type { BackendFailure } from '../../../domain/backend-failure.ts';
import type { Telemetry } from '../../../use-cases/telemetry/telemetry.ts';
import type { Ownership } from '../../../use-cases/ownership/ownership.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import { freshBeacon } from '../../../domain/telemetry/fleet.ts';
import { storableText } from '../../../domain/storable-text.ts';
import type { FkDevicePage } from './device-page.ts';
import './device-page.ts';
import { percent } from '../../language/counting.ts';
import { dateTime } from '../../language/times.ts';
import { bulkStrings } from '../../strings/bulk.ts';
import { commandStrings } from '../../strings/commands.ts';
import { configureStrings } from '../../strings/configure.ts';
import { labelOf } from '../../words/configure.ts';
import { deviceStrings } from '../../strings/devices.ts';
import { devicePageStrings } from '../../strings/device-page.ts';
import { elementStrings } from '../../strings/elements.ts';
import { failureWords } from '../../strings/failures.ts';
import { historyStrings } from '../../strings/history.ts';
import { runActionWords } from '../../strings/run.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';

const ID = 'kp7A';
const alarmWords = telemetryDeskStrings.alarms;
const { silentFor } = telemetryStrings.fleet;

async function open(
  device: Partial<CachedDevice> | null,
  values: ScriptedValues = {},
  answers: ScriptedAnswers = {},
): Promise<{ page: FkDevicePage; services: ScriptedServices; messages: SayEvent[] }> {
  const devices =
    device === null ? [] : [fixtureDevice(0, { uniqueId: ID, pending: null, alias: 'Old alias', ...device })];
  const services = scriptedServices({ devices: { devices, completedAtMs: Date.now() }, ...values }, answers);
  const page = await place<FkDevicePage>(html`<fk-device-page .services=${services} .uniqueId=${ID}></fk-device-page>`);
  const messages: SayEvent[] = [];
  page.addEventListener('fk-say', (event) => messages.push(event));
  return { page, services, messages };
}

const ALIAS = labelOf('alias');
const TAGS = labelOf('tags');
const NOTES = labelOf('notes');
const { room: ROOM } = devicePageStrings;

function type(page: FkDevicePage, label: string, value: string): Promise<void> {
  fill(page, label, value);
  return settled(page);
}

async function press(page: FkDevicePage, words: string): Promise<void> {
  button(page, words).click();
  await settled(page);
}

const edit = (page: FkDevicePage): Promise<void> => press(page, devicePageStrings.edit);
const button = (page: FkDevicePage, words: string) => action(page, words) as HTMLButtonElement;
const sectionOf = (page: FkDevicePage, heading: string): string =>
  readable(the(page, 'heading', heading).closest('section')!);
const firstTile = (page: FkDevicePage): HTMLElement => withWords(page, labelOf('batteryLevel'));
const tiles = (page: FkDevicePage): string => readable(withWords(page, labelOf('lastSeen')).closest('dl')!);
const title = (page: FkDevicePage): string => readable(all(page, 'heading')[0]!);
/** The page's own actions in tab order, and which is the main one. */
const offered = (page: FkDevicePage): string[] =>
  visibleIn(the(page, 'group', devicePageStrings.actions))
    .filter(({ computedRole }) => ['button', 'link'].includes(computedRole))
    .map((one) => `${isFilled(one) ? 'primary' : 'plain'} ${one.computedName}`);

describe('the page of a device', () => {
  it('shows alias and ID once, without input fields, and the next action before all facts', async () => {
    const { page } = await open({ notes: 'Behind the tile', tags: ['floor-1'] });
    expect(title(page)).to.equal('Old alias');
    expect(readable(page).split(ID)).to.have.length(2);
    expect(has(page, 'textbox')).to.equal(false);
    expect(readable(page)).to.contain('Behind the tile').and.contain('floor-1');
    expect(tiles(page))
      .to.contain(percent(0))
      .and.match(/minutes ago/)
      .and.contain('1.12')
      .and.contain(deviceStrings.accessNames.OWNER);
    expect(readable(page)).not.to.match(/OWNER|\bBEACON\b|\b1[67]\d{8}\b/);
    expect(offered(page)).to.deep.equal([`primary ${devicePageStrings.configure}`]);
    // Before the facts and everything else in tab order.
    const shown = visibleIn(page);
    expect(shown.indexOf(button(page, devicePageStrings.configure))).to.be.lessThan(shown.indexOf(firstTile(page)));
  });

  it('shows mains power, online state and upgrades as the backend states them', async () => {
    const words = devicePageStrings.power;
    const { page } = await open({
      batteryPercent: null,
      attributes: {
        batteryLevel: -1,
        'status.online': false,
        'status.offlineReason': 'NO_NETWORK',
        'firmwareInfo.upgrade.nextAvailableVersion': '2.4',
        'firmwareInfo.upgrade.scheduledVersion': '2.3',
        'firmwareInfo.upgrade.lastError.message': 'Checksum differs',
      },
    });
    for (const line of [
      words.mains,
      words.offlineFor('NO_NETWORK'),
      words.available('2.4'),
      words.scheduled('2.3'),
      words.failed('Checksum differs'),
    ])
      expect(tiles(page)).to.contain(line);
    expect(tiles(page)).not.to.contain('-1');
    expect(await faultsOf(page)).to.deep.equal([]);
    clear();
    const { page: full } = await open({ batteryPercent: 100, attributes: { batteryLevel: -1 } });
    expect(tiles(full)).to.contain(words.mains).and.not.to.contain('100%');
    clear();
    const { page: other } = await open({ batteryPercent: 64, attributes: {} });
    for (const word of [words.mains, words.online, words.offline, words.available('')])
      expect(tiles(other)).not.to.contain(word);
  });

  describe('the list of who has access', () => {
    const words = historyStrings.access;
    const EDITOR = { email: 'ed@site.example', name: 'Ed Itor', role: 'EDITOR', expiresAtMs: null };
    const OWNER = { email: 'own@site.example', name: '', role: 'OWNER', expiresAtMs: null };
    const access = (changes: Partial<Ownership['access']> = {}): ScriptedAnswers => ({
      ownership: {
        access: {
          offers: async () => ({ list: 'unknown', takeBack: 'unknown' }),
          read: async () => ({ kind: 'listed', holders: [OWNER, EDITOR] }),
          takeBack: async () => ({ kind: 'takenBack', holders: [OWNER] }),
          ...changes,
        },
      },
    });

    it('is shown on a press, and offers to revoke the access of anybody but the owner', async () => {
      const taken: string[][] = [];
      const { page } = await open(
        {},
        {},
        access({
          takeBack: async (...input) => {
            taken.push(input);
            return { kind: 'takenBack', holders: [OWNER] };
          },
        }),
      );
      expect(sectionOf(page, historyStrings.sharing)).to.contain(words.unsure).and.not.contain(EDITOR.email);
      await press(page, words.show);
      expect(sectionOf(page, historyStrings.sharing))
        .to.contain(`Ed Itor · ${EDITOR.email} · ${deviceStrings.accessNames.EDITOR}`)
        .and.contain(OWNER.email);
      const buttons = all(page, 'button', new RegExp(`^${words.takeBack}`));
      expect(buttons.map(({ computedName }) => computedName)).to.deep.equal([`${words.takeBack}: ${EDITOR.email}`]);
      expect(await faultsOf(page)).to.deep.equal([]);
      buttons[0]!.click();
      await settled(page);
      expect(readable(page)).to.contain(words.loses(`Ed Itor · ${EDITOR.email} · Editor`, 'Old alias'));
      expect(taken).to.deep.equal([]);
      action(the(page, 'dialog', words.question), words.takeBack).click();
      await settled(page);
      expect(taken).to.deep.equal([[ID, EDITOR.email]]);
      expect(sectionOf(page, historyStrings.sharing))
        .to.contain(words.taken(EDITOR.email))
        .and.not.contain(`Ed Itor · ${EDITOR.email}`);
    });

    it('is gone with its question as soon as the page shows another device', async () => {
      const { page, services } = await open({}, {}, access());
      const devices = [...services.lives.devices.value.devices!, fixtureDevice(1, { uniqueId: 'm3Rw' })];
      services.lives.devices.value = { ...services.lives.devices.value, devices };
      await press(page, words.show);
      await press(page, words.takeBack);
      expect(has(page, 'dialog', words.question)).to.equal(true);
      page.uniqueId = 'm3Rw';
      await settled(page);
      expect(has(page, 'dialog', words.question)).to.equal(false);
      expect(readable(page)).not.to.contain(EDITOR.email);
    });

    it('is not offered when the backend does not support the list', async () => {
      const { page } = await open(
        {},
        {},
        access({ offers: async () => ({ list: 'notOffered', takeBack: 'notOffered' }) }),
      );
      await settled(page);
      expect(hasAction(page, words.show)).to.equal(false);
      expect(hasAction(page, historyStrings.share)).to.equal(true);
    });

    it('is replaced by the reason when the backend refuses to give out the list', async () => {
      const failure: BackendFailure = {
        kind: 'forbidden',
        status: 403,
        message: '',
        fields: [],
        retryAfterMs: null,
      };
      const { page } = await open({}, {}, access({ read: async () => ({ kind: 'failed', failure }) }));
      await press(page, words.show);
      expect(sectionOf(page, historyStrings.sharing)).to.contain(failureWords.forbidden.says);
    });

    it('is not offered for a device that the account may not share', async () => {
      const { page } = await open({ access: 'EDITOR' }, {}, access());
      expect(hasAction(page, words.show)).to.equal(false);
    });
  });

  it('says that no configuration is prepared, or shows how far a prepared configuration has got', async () => {
    const { sentences } = elementStrings.track;
    const tracks = (page: FkDevicePage): string[] =>
      all(page, 'list').flatMap(({ computedName: name }) =>
        Object.values<string>(sentences).includes(name) ? [name] : [],
      );
    const bare = await open({});
    expect(readable(bare.page)).to.contain(sentences.nothing);
    expect(tracks(bare.page)).to.deep.equal([]);
    const carried = await open({}, { packages: [fixturePackage(ID)] });
    expect(tracks(carried.page)).to.deep.equal([sentences.onThisPhone]);
    expect(readable(carried.page)).not.to.contain(sentences.nothing);
  });

  it('shows the main configuration values with units, and all other values only when unfolded', async () => {
    const { page } = await open({
      attributes: { ...fixtureDevice(0).attributes, id: 'internal-7', created: 1_641_168_000, shares: [], odd: 'x' },
    });
    expect(sectionOf(page, devicePageStrings.physical))
      .to.contain('3 (−12 dBm)')
      .and.contain('350')
      .and.contain('IBEACON, KONTAKT_TLM')
      .and.contain('f7826da6-4fa2-4e98-8024-bc5b71e0893e')
      .and.contain(devicePageStrings.physicalNote)
      .and.not.match(/AB-1204-77|internal-7|Sensitivity/);
    const hasOthers = (): boolean => has(page, 'heading', devicePageStrings.otherValues);
    expect(hasOthers()).to.equal(false);
    await press(page, 'All values');
    expect(hasOthers()).to.equal(true);
    const words = readable(action(page, 'All values').parentElement!);
    expect(words)
      .to.contain('Sensitivity')
      .and.contain('AB-1204-77')
      .and.contain('internal-7')
      .and.contain(dateTime(1_641_168_000_000))
      .and.match(/Other values.*odd x/)
      .and.not.match(/1641168000|Shares/);
  });

  it('distinguishes values that the backend omits, reports as never, and reports as not set', async () => {
    const nothing = { model: null, mac: null, firmware: null, access: null, batteryPercent: null, lastSeenMs: null };
    const bare = await open({ ...nothing, attributes: {} });
    expect(tiles(bare.page).split(devicePageStrings.unsaid)).to.have.length(5);
    const known = await open({
      ...nothing,
      attributes: { lastSeen: null, batteryLevel: 'nearly full', orderId: null },
    });
    expect(tiles(known.page)).to.contain(devicePageStrings.neverHeard).and.contain('nearly full');
    expect(readable(known.page)).to.match(/Order Not set/);
    const low = await open({ batteryPercent: 12 });
    expect(tiles(low.page)).to.contain(percent(12)).and.contain('Battery low');
  });

  it('names the value of an alarm only where the page does not show the same value already', async () => {
    const mac = '00:11:22:33:44:55';
    const rule = { id: 'r', tag: null } as const;
    const raised = { trackingId: mac, atMs: 1, isUnchecked: false };
    const state = signal({
      typed: {},
      stored: { records: 0 },
      fetching: null,
      last: null,
      clock: { isChecked: true },
      beacons: [freshBeacon(mac)],
      alarms: [
        { ...raised, rule: { ...rule, kind: 'battery', belowPercent: 30 }, value: 26 },
        { ...raised, rule: { ...rule, kind: 'silent', afterHours: 2 }, value: 5 * 3_600_000 },
        { ...raised, rule: { ...rule, kind: 'temperature', below: null, above: 8 }, value: 31 },
      ],
    });
    const telemetry = async () => ({ state, series: async () => [] }) as unknown as Telemetry;
    const alarmTitles = (page: FkDevicePage): string[] =>
      visibleIn(page)
        .map(({ title: words }) => words)
        .filter((words) => words.startsWith(alarmWords.here('')));
    const heard = { mac, lastSeenMs: Date.now() - 5 * 3_600_000 - 10_000 };
    const { page } = await open({ ...heard, batteryPercent: 26 }, {}, { telemetry });
    await until(() => alarmTitles(page).length === 3);
    expect(readable(page).split(percent(26))).to.have.length(3, 'seen once, and in the alarm as it is read aloud');
    expect(readable(page).split(alarmWords.batteryAt(percent(26)))).to.have.length(2, 'only in the tile');
    expect(readable(page)).not.to.contain(silentFor('5'));
    expect(tiles(page)).to.contain(alarmWords.isBelow(percent(30)));
    expect(await faultsOf(page)).to.deep.equal([]);
    clear();
    const { page: other } = await open({ ...heard, batteryPercent: 35 }, {}, { telemetry });
    await until(() => alarmTitles(other).length === 3);
    expect(tiles(other)).to.contain(alarmWords.batteryAt(percent(26)));
  });

  it('calls a battery low at 20 percent, but not at 21', async () => {
    const { page } = await open({ batteryPercent: 20 });
    expect(tiles(page)).to.contain(devicePageStrings.power.low);
    clear();
    const { page: other } = await open({ batteryPercent: 21 });
    expect(tiles(other)).not.to.contain(devicePageStrings.power.low);
  });

  it('shows the last contact by the clock of the backend, and says when that clock was not compared', async () => {
    const lastSeenMs = Date.now() + 3 * 3_600_000 - 600_000;
    const checked = await open({ lastSeenMs }, { backendClock: { skewMs: 3 * 3_600_000, isChecked: true } });
    expect(tiles(checked.page))
      .to.match(/10 minutes ago/)
      .and.not.contain(devicePageStrings.clockUnchecked);
    const unchecked = await open({}, { backendClock: { skewMs: 0, isChecked: false } });
    expect(tiles(unchecked.page)).to.contain(devicePageStrings.clockUnchecked);
  });

  it('offers to configure a gateway or cloud beacon, and says that the device fetches its configuration itself', async () => {
    for (const deviceType of ['GATEWAY', 'CLOUD_BEACON'] as const) {
      const { page } = await open({ deviceType, pending: null });
      expect(offered(page), deviceType).to.deep.equal([`primary ${devicePageStrings.configure}`]);
      expect(hasAction(page, commandStrings.heading), deviceType).to.equal(false);
      expect(readable(page), deviceType)
        .to.contain(deviceStrings.typeNames[deviceType])
        .and.contain(devicePageStrings.fetchesItself)
        .and.contain(devicePageStrings.heardBeacons)
        .and.not.contain(devicePageStrings.physical)
        .and.not.contain(elementStrings.track.sentences.nothing)
        .and.not.contain(commandStrings.headingNote);
      expect(readable(page).includes(devicePageStrings.cloudBeacon), deviceType).to.equal(
        deviceType === 'CLOUD_BEACON',
      );
      expect(await faultsOf(page)).to.deep.equal([]);
      clear();
    }
    const { page } = await open({ deviceType: 'SOMETHING_NEW' });
    expect(offered(page)).to.deep.equal([`primary ${devicePageStrings.configure}`]);
    expect(readable(page)).to.contain('SOMETHING_NEW');
  });

  it('lists the devices that a gateway heard last by their names', async () => {
    const mac = '00:11:22:33:44:55';
    const gateway = fixtureDevice(0, { uniqueId: ID, deviceType: 'GATEWAY', pending: null });
    const beacon = fixtureDevice(1, { uniqueId: 'bb22', alias: 'Door of the store', mac });
    const heard = { ...freshBeacon(mac), lastSourceId: ID, lastHeardMs: Date.now() - 60_000 };
    const state = signal({
      typed: {},
      stored: { records: 1 },
      clock: { isChecked: true },
      alarms: [],
      beacons: [heard],
    });
    const { page } = await open(
      {},
      { devices: { devices: [gateway, beacon], completedAtMs: Date.now() } },
      { telemetry: async () => ({ state, series: async () => [] }) as unknown as Telemetry },
    );
    await until(() => has(page, 'link', 'Door of the store'));
    expect(readable(page)).to.contain('Door of the store bb22');
    expect(readable(page)).to.contain(devicePageStrings.heardLast(1));
  });

  it('says that a gateway fetches its pending configuration itself, and later shows the configuration as Applied', async () => {
    const row = fixturePackage(ID, {
      deviceType: 'GATEWAY',
      state: 'prepared',
      fetchedAtMs: null,
      values: { name: 'Hall' },
      preparedAtMs: 1,
    });
    const { page } = await open(
      { deviceType: 'GATEWAY', pending: { name: 'Hall' } },
      { packages: [row] },
      {
        prepare: { fetchPackage: async () => ({ kind: 'noLongerPending', isApplied: true }) },
      },
    );
    expect(offered(page)).to.deep.equal([
      `primary ${configureStrings.action.ask}`,
      `plain ${devicePageStrings.configure}`,
    ]);
    expect(readable(page))
      .to.contain(elementStrings.track.sentences.waitingForGateway)
      .and.contain(devicePageStrings.pendingAtGateway)
      .and.not.contain(devicePageStrings.fetchPackage);
    expect(await faultsOf(page)).to.deep.equal([]);
    action(page, configureStrings.action.ask).click();
    await until(() => readable(page).includes(configureStrings.outcome.appliedByGateway));
    clear();
    const applied = await open({ deviceType: 'GATEWAY', pending: null, name: 'Hall' }, { packages: [row] });
    expect(readable(applied.page))
      .to.contain(elementStrings.track.sentences.applied)
      .and.not.contain(devicePageStrings.pendingHeading);
    expect(offered(applied.page)).to.deep.equal([`primary ${devicePageStrings.configure}`]);
  });

  it('shows pending changes as old → new, and whether others have prepared the changes', async () => {
    const theirs = await open({ pending: { txPower: 5 } });
    expect(sectionOf(theirs.page, devicePageStrings.pendingHeading))
      .to.contain('3 (−12 dBm)')
      .and.contain('5 (−4 dBm)')
      .and.contain(devicePageStrings.pendingOthers);
    const ours = await open(
      { pending: { txPower: 5, interval: 500 } },
      { packages: [fixturePackage(ID, { state: 'prepared', fetchedAtMs: null })] },
    );
    const words = sectionOf(ours.page, devicePageStrings.pendingHeading);
    expect(words).to.contain(devicePageStrings.pendingNote).and.not.contain(devicePageStrings.pendingOthers);
    expect(words.split('5 (−4 dBm)')).to.have.length(2);
    const named = await open({ name: 'Kontakt', pending: { name: 'Neu' } });
    expect(sectionOf(named.page, devicePageStrings.pendingHeading)).to.match(/Kontakt\s.*Neu/);
    const both = await open({ pending: { txPower: 7 } }, { packages: [fixturePackage(ID)] });
    expect(sectionOf(both.page, devicePageStrings.pendingHeading))
      .to.contain(devicePageStrings.carriedNote)
      .and.contain('7 (+4 dBm)')
      .and.contain(devicePageStrings.pendingOthers)
      .and.not.contain(`· ${devicePageStrings.carriedNote}`);
  });

  it('shows a package as not written only when no run may have written it', async () => {
    const noteWith = async (run: Parameters<typeof fixtureRun>[1]): Promise<string> => {
      const { page } = await open({}, { packages: [fixturePackage(ID)], runs: [fixtureRun(ID, run)] });
      return sectionOf(page, devicePageStrings.pendingHeading);
    };
    expect(await noteWith({ step: 'intent' })).to.contain(devicePageStrings.carriedNote);
    expect(await noteWith({ step: 'writing' }))
      .to.contain(devicePageStrings.carriedUnsure)
      .and.not.contain(devicePageStrings.carriedNote);
    expect(await noteWith({ step: 'writing', packageId: 'of-another' })).to.contain(devicePageStrings.carriedNote);
  });

  it('disables the field of notes that are too long to be saved in full, with the reason', async () => {
    const { page } = await open({ notes: storableText('n'.repeat(50_000)) });
    await edit(page);
    const notes = field<HTMLTextAreaElement>(page, NOTES);
    expect(notes.disabled).to.equal(true);
    expect(notes.ariaDescribedByElements!.map(readable).join(' ')).to.contain(devicePageStrings.cutHere);
    expect(field(page, ALIAS).disabled).to.equal(false);
  });

  it('has no accessibility fault that axe finds with all content in three themes, nor while editing', async () => {
    const { page } = await open(
      { pending: { txPower: 5 } },
      {
        packages: [fixturePackage(ID), fixturePackage(ID, { id: 'x', state: 'dead' })],
        runs: [fixtureRun(ID, { step: 'receipt', outcome: { kind: 'receipt', receiptId: `rcp-${ID}` } })],
        outbox: {
          receipts: [fixtureReceipt(ID, { state: 'notVerified', settledAtMs: Date.now() })],
          edits: [fixtureEdit(ID, { state: 'parked' })],
        },
      },
    );
    for (const details of deepAll<HTMLDetailsElement>(page, 'details')) details.open = true;
    expect(await faultsInThemes(page)).to.deep.equal([]);
    await edit(page);
    expect(await faultsOf(page), 'edited').to.deep.equal([]);
  });

  it('saves only the changed texts of its form while offline, and says that they are not sent yet', async () => {
    const { page, services, messages } = await open({}, { app: { online: false } });
    await edit(page);
    expect(button(page, 'Save').disabled).to.equal(true);
    await type(page, ALIAS, 'New alias');
    await type(page, TAGS, 'floor-2 , night shift');
    await press(page, 'Save');
    await settled(page);
    expect(services.called('outbox.editVirtual').map((call) => call.args[1])).to.deep.equal([{ alias: 'New alias' }]);
    expect(messages[0]!.message).to.contain(devicePageStrings.savedHere);
    expect(has(page, 'textbox')).to.equal(false);
    expect([...scriptedDrafts]).to.deep.equal([]);
  });

  it('saves deployment and metadata, but refuses metadata that is not a JSON object', async () => {
    const { page, services } = await open({});
    await edit(page);
    await press(page, devicePageStrings.moreFields);
    await type(page, labelOf('deployment.status'), 'END_OF_LIFE');
    await type(page, labelOf('deployment.installerName'), 'Ada');
    await type(page, labelOf('metadata'), 'floor 3');
    expect(readable(page)).to.contain(devicePageStrings.noMetadata);
    expect(button(page, 'Save').disabled).to.equal(true);
    await type(page, labelOf('metadata'), '{ "floor": 3 }');
    await press(page, 'Save');
    expect(services.called('outbox.editVirtual').map((call) => call.args[1])).to.deep.equal([
      { 'deployment.status': 'END_OF_LIFE', 'deployment.installerName': 'Ada', metadata: '{"floor":3}' },
    ]);
  });

  it('keeps the typed text in its form when saving fails', async () => {
    const { page, messages } = await open(
      {},
      {},
      { outbox: { editVirtual: async () => Promise.reject(new Error('full')) } },
    );
    await edit(page);
    await type(page, ALIAS, 'New alias');
    await press(page, 'Save');
    expect(messages[0]!.message).to.equal(devicePageStrings.saveFailed);
    expect(field(page, ALIAS).value).to.equal('New alias');
  });

  it('restores unsaved text of the device with the time of typing, and discards the text only on request', async () => {
    const first = await open({});
    await edit(first.page);
    await type(first.page, ALIAS, 'Half a na');
    first.page.remove();
    const { atMs } = scriptedDrafts.get(`device-${ID}`)!;
    history.replaceState(null, '', location.pathname);
    const { page, messages } = await open({});
    const words = devicePageStrings.restored(dateTime(atMs));
    expect(readable(page)).to.contain(words);
    expect(title(page)).to.equal('Old alias');
    await press(page, devicePageStrings.goOn);
    expect(field(page, ALIAS).value).to.equal('Half a na');
    expect(readable(page)).to.contain(words);
    await press(page, devicePageStrings.close);
    expect(readable(page)).to.contain(words);
    page.uniqueId = 'else';
    await settled(page);
    expect(readable(page)).not.to.contain(words);
    page.uniqueId = ID;
    await settled(page);
    await press(page, devicePageStrings.discard);
    expect(readable(page)).not.to.contain(words);
    expect([...scriptedDrafts]).to.deep.equal([]);
    messages.at(-1)!.undo!();
    await settled(page);
    page.remove();
    expect(scriptedDrafts.get(`device-${ID}`)?.draft).to.deep.equal({ alias: 'Half a na' });
  });

  it('keeps no draft when a changed text was put back, and announces no restored draft', async () => {
    const first = await open({});
    await edit(first.page);
    await type(first.page, ALIAS, 'Half a na');
    await type(first.page, ALIAS, 'Old alias');
    first.page.remove();
    expect([...scriptedDrafts]).to.deep.equal([]);
    history.replaceState(null, '', location.pathname);
    scriptedDrafts.set(`device-${ID}`, { atMs: 5, draft: { alias: 'Old alias' } });
    const { page } = await open({});
    expect(readable(page)).not.to.contain(devicePageStrings.restored(dateTime(5)));
    expect([...scriptedDrafts]).to.deep.equal([]);
  });

  const tagsField = (page: FkDevicePage): string => field(page, TAGS).value;

  it('writes a typed room into a tag, keeps the other tags, and refuses a room with a comma', async () => {
    const { page } = await open({});
    await edit(page);
    await type(page, TAGS, 'lift, room:Old');
    await type(page, ROOM, 'Ward 3');
    expect(tagsField(page)).to.equal('lift,room:Ward 3');
    await type(page, ROOM, 'Ward 3, left');
    expect(readable(page)).to.contain(devicePageStrings.roomFaults.comma);
    expect(button(page, 'Save').disabled).to.equal(true);
    expect(tagsField(page)).to.equal('lift,room:Ward 3');
    await type(page, ROOM, '');
    expect(tagsField(page)).to.equal('lift');
  });

  it('shows the room of the restored draft, and the room of the device once the draft is discarded', async () => {
    scriptedDrafts.set(`device-${ID}`, { atMs: 5, draft: { tags: 'lift, room:Ward 9' } });
    const { page, messages } = await open({ tags: ['lift', 'room:Ward 1'] });
    await edit(page);
    expect([field(page, ROOM).value, tagsField(page)]).to.deep.equal(['Ward 9', 'lift, room:Ward 9']);
    await press(page, devicePageStrings.discard);
    await edit(page);
    expect([field(page, ROOM).value, tagsField(page)]).to.deep.equal(['Ward 1', 'lift,room:Ward 1']);
    messages.at(-1)!.undo!();
    await settled(page);
    expect(field(page, ROOM).value).to.equal('Ward 9');
  });

  it('focuses the first enabled field of its form, and saves with Enter', async () => {
    const { page, services } = await open({ alias: storableText('n'.repeat(50_000)), tags: ['lift'] });
    await edit(page);
    expect(focused()?.computedName).to.equal(ROOM);
    await type(page, ROOM, 'Ward 2');
    field(page, ROOM).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true }));
    await settled(page);
    expect(services.called('outbox.editVirtual').map((call) => call.args[1])).to.deep.equal([
      { tags: 'lift,room:Ward 2' },
    ]);
  });

  it('keeps the draft of a device that is missing from the list, even if the draft only empties a field', async () => {
    scriptedDrafts.set(`device-${ID}`, { atMs: 5, draft: { alias: '' } });
    const { page } = await open(null);
    page.remove();
    expect(scriptedDrafts.get(`device-${ID}`)?.draft).to.deep.equal({ alias: '' });
    const later = await open({});
    await edit(later.page);
    expect(field(later.page, ALIAS).value).to.equal('');
  });

  it('refuses 21 tags and a tag of 33 characters', async () => {
    const { page } = await open({});
    await edit(page);
    await type(page, TAGS, Array.from({ length: 21 }, (_, n) => `t${n}`).join(','));
    expect(readable(page)).to.contain('Too many tags');
    expect(button(page, 'Save').disabled).to.equal(true);
    await type(page, TAGS, 'x'.repeat(33));
    expect(readable(page)).to.contain('A tag is longer than 32 characters.');
  });

  it('shows an alias as not sent yet, and a newer alias from the backend beside it, also while editing', async () => {
    const { page } = await open(
      { alias: 'Theirs now' },
      { outbox: { edits: [fixtureEdit(ID, { values: { alias: 'Mine' }, base: { alias: 'Old alias' } })] } },
    );
    expect(title(page)).to.equal('Mine');
    expect(readable(page))
      .to.contain(devicePageStrings.unsentNames(labelOf('alias')))
      .and.contain(devicePageStrings.meanwhile('Theirs now'));
    await edit(page);
    expect(field(page, ALIAS).value).to.equal('Mine');
    expect(readable(page)).to.contain(deviceStrings.unsent).and.contain(devicePageStrings.meanwhile('Theirs now'));
  });

  it('discards an unsent edit on a press, and restores the edit with Undo', async () => {
    const { page, services, messages } = await open({}, { outbox: { edits: [fixtureEdit(ID)] } });
    await edit(page);
    await press(page, devicePageStrings.discard);
    await settled(page);
    expect(services.called('outbox.discardEdit')).to.have.length(1);
    messages[0]!.undo!();
    expect(
      services.called('outbox.restoreEdit').map((call) => (call.args[0] as { uniqueId: string }).uniqueId),
    ).to.deep.equal([ID]);
  });

  it('offers first what comes next for the device: to configure, fetch, run or send', async () => {
    const { configure, fetchPackage, goToRun, send, toOutbox } = devicePageStrings;
    expect(offered((await open({})).page)).to.deep.equal([`primary ${configure}`]);
    expect(offered((await open({ pending: { txPower: 1 } })).page)).to.deep.equal([
      `primary ${fetchPackage}`,
      `plain ${configure}`,
    ]);
    const carried = await open({}, { packages: [fixturePackage(ID)] });
    expect(offered(carried.page)).to.deep.equal([`primary ${goToRun}`, `plain ${configure}`]);
    expect(button(carried.page, goToRun).getAttribute('href')).to.equal(`/run/${ID}`);
    const unfinished = await open({}, { runs: [fixtureRun(ID, { step: 'writing' })] });
    expect(offered(unfinished.page)[0], 'as the run list').to.equal(`primary ${runActionWords.reconnect}`);
    const ended = fixtureRun(ID, { step: 'writing', outcome: { kind: 'noAnswer' }, endedAtMs: 1 });
    for (const [run, id] of [
      [ended, ended.packageId],
      [{ ...ended, outcome: null }, 'newer'],
    ] as const) {
      const rows = { packages: [fixturePackage(ID, { id })], runs: [run] };
      const { page } = await open({}, rows, { runs: { nextStep: () => 'fetchPackage' } });
      expect(offered(page)[0], `with the package ${id}`).to.equal(`primary ${goToRun}`);
    }
    const waiting = await open({}, { outbox: { receipts: [fixtureReceipt(ID)] } });
    expect(offered(waiting.page)).to.deep.equal([`primary ${send}`, `plain ${configure}`]);
    button(waiting.page, send).click();
    expect(waiting.services.called('outbox.sendNow').map(({ args }) => args[0])).to.deep.equal([[`rcp-${ID}`]]);
    const parked = await open({}, { outbox: { receipts: [fixtureReceipt(ID, { state: 'parked' })] } });
    expect(offered(parked.page)[0]).to.equal(`primary ${toOutbox}`);
  });

  it('shows the outcome of fetching a package, but not after another device is opened', async () => {
    const { page, services } = await open({ pending: { txPower: 1 } });
    await press(page, devicePageStrings.fetchPackage);
    expect(services.called('prepare.fetchPackage')[0]!.args[0]).to.equal(ID);
    await until(() => readable(page).includes('Your key seems to have no access'));
    page.uniqueId = 'else';
    await settled(page);
    expect(readable(page)).not.to.contain('Your key seems to have no access');
  });

  it('withdraws a pending configuration after a question, and shows the result', async () => {
    const { page, services } = await open({ pending: { txPower: 1 } });
    await settled(page);
    expect(sectionOf(page, devicePageStrings.pendingHeading)).to.contain(bulkStrings.withdraw.unsure);
    await press(page, devicePageStrings.withdraw);
    expect(readable(page)).to.contain(devicePageStrings.withdrawQuestion).and.to.contain(bulkStrings.withdraw.note);
    expect(services.called('withdrawals.withdraw')).to.deep.equal([]);
    action(the(page, 'dialog', devicePageStrings.withdrawQuestion), devicePageStrings.withdraw).click();
    await until(() => readable(page).includes(configureStrings.outcome.withdrawn));
    expect(services.called('withdrawals.withdraw').map(({ args }) => args)).to.deep.equal([[ID]]);
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('offers to withdraw a pending configuration unless a run, a receipt, the access or the backend forbids that', async () => {
    const offers = async (...input: Parameters<typeof open>): Promise<boolean> => {
      const { page } = await open(...input);
      await nextTurn();
      await settled(page);
      return hasAction(page, devicePageStrings.withdraw);
    };
    const pending = { txPower: 1 };
    expect(await offers({ pending })).to.equal(true);
    expect(await offers({ pending: null })).to.equal(false);
    expect(await offers({ pending, access: 'VIEWER' })).to.equal(false);
    expect(await offers({ pending }, { runs: [fixtureRun(ID, { step: 'writing' })] })).to.equal(false);
    expect(await offers({ pending }, { outbox: { receipts: [fixtureReceipt(ID)] } })).to.equal(false);
    expect(await offers({ pending }, {}, { withdrawals: { offer: async () => 'notOffered' } })).to.equal(false);
    const { page } = await open({ pending }, {}, { withdrawals: { offer: async () => 'notOffered' } });
    await until(() => readable(page).includes(bulkStrings.withdraw.notOffered));
  });

  it('says in its heading that the device has no alias, but not while the device is unknown', async () => {
    const headings = async (device: Parameters<typeof open>[0]): Promise<boolean> =>
      has((await open(device)).page, 'heading', deviceStrings.unnamed);
    expect(await headings({ alias: null, name: null })).to.equal(true);
    expect(await headings(null)).to.equal(false);
  });

  it('disables configuring and editing for an account that may only view the device, with the reason', async () => {
    const { page } = await open({ access: 'VIEWER', pending: { txPower: 1 } });
    expect(button(page, devicePageStrings.configure).disabled).to.equal(true);
    expect(button(page, devicePageStrings.edit).disabled).to.equal(true);
    expect(readable(page)).to.contain(devicePageStrings.viewerOnly);
    expect(hasAction(page, devicePageStrings.fetchPackage)).to.equal(false);
  });

  it('lists with whom the device is shared, and disables Move with the reason when the access forbids moving', async () => {
    const shares = [
      { managerMail: 'x@y.example', access: 'VIEWER', expirationDate: 1_900_000_000, withMetadata: true },
    ];
    const { page } = await open({ access: 'EDITOR', attributes: { shares } });
    expect(readable(page))
      .to.contain(`x@y.example · ${deviceStrings.accessNames.VIEWER} · `)
      .and.contain(historyStrings.mayNot(deviceStrings.accessNames.EDITOR))
      .and.not.contain('true');
    expect(button(page, 'Move').disabled).to.equal(true);
    expect(await faultsOf(page)).to.deep.equal([]);
    const other = await open({ access: 'CUSTODIAN' });
    expect(readable(other.page)).to.contain('CUSTODIAN');
    expect(button(other.page, 'Move').disabled).to.equal(false);
  });

  it('shows the stored package and history of a device that is not in the saved list', async () => {
    const { page } = await open(null, { packages: [fixturePackage(ID)] });
    expect(readable(page)).to.contain(devicePageStrings.notHere(ID));
    expect(sectionOf(page, devicePageStrings.pendingHeading)).to.contain('5 (−4 dBm)');
    expect(sectionOf(page, historyStrings.heading)).to.contain(historyStrings.fetched);
    expect(hasAction(page, devicePageStrings.goToRun)).to.equal(true);
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('asks the backend for a device that is not in the saved list, once the list is read', async () => {
    const { page, services } = await open(null, { devices: { devices: null, completedAtMs: null } });
    const { devices } = services.lives;
    expect(services.called('devices.lookUp')).to.deep.equal([]);
    devices.value = { ...devices.value, devices: [] };
    await until(() => readable(page).includes(deviceStrings.lookUp.none));
    expect(services.called('devices.lookUp').map((call) => call.args)).to.deep.equal([[[ID]]]);
  });
});
