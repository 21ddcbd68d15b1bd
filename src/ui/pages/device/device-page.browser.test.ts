/** The device page: what is shown of each kind, virtual edits with their marks, and the one next action. */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import {
  fixtureDevice,
  fixtureEdit,
  fixturePackage,
  fixtureReceipt,
  fixtureRun,
} from '../../../../test/support/fixture-rows.ts';
import {
  action,
  clear,
  deepAll,
  faultsOf,
  hasAction,
  place,
  readable,
  settled,
} from '../../../../test/support/page-place.ts';
import {
  scriptedServices,
  type ScriptedAnswers,
  type ScriptedServices,
  type ScriptedValues,
} from '../../../../test/support/scripted-services.ts';
import type { SayEvent } from '../../shared/say.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import { keptText } from '../../../domain/kept-text.ts';
import type { FkDevicePage } from './device-page.ts';
import './device-page.ts';
import { RUN_NOTES } from '../../../domain/run.ts';
import { deviceStrings } from '../../strings/devices.ts';
import { historyStrings } from '../../strings/history.ts';

const ID = 'kp7A';

async function open(
  device: Partial<CachedDevice> | null,
  values: ScriptedValues = {},
  answers: ScriptedAnswers = {},
): Promise<{ page: FkDevicePage; services: ScriptedServices; said: SayEvent[] }> {
  const devices =
    device === null ? [] : [fixtureDevice(0, { uniqueId: ID, pending: null, alias: 'Old alias', ...device })];
  const services = scriptedServices({ devices: { devices, completedAtMs: Date.now() }, ...values }, answers);
  const page = await place<FkDevicePage>(html`<fk-device-page .services=${services} .uniqueId=${ID}></fk-device-page>`);
  const said: SayEvent[] = [];
  page.addEventListener('fk-say', (event) => said.push(event));
  return { page, services, said };
}

function type(page: FkDevicePage, name: string, value: string): Promise<void> {
  const field = deepAll(page, 'fk-field').find((one) => (one as unknown as { name: string }).name === name)!;
  const input = deepAll<HTMLInputElement>(field, 'input, textarea')[0]!;
  input.value = value;
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  return settled(page);
}

const button = (page: FkDevicePage, words: string) =>
  action(page, words) as HTMLElement & { disabled: boolean; variant: string };

describe('fk-device-page', () => {
  afterEach(clear);

  it('tells physical, backend-only and fixed values apart, with dBm and units', async () => {
    const { page } = await open({ pending: { txPower: 5 } });
    const sections = deepAll(page, 'section').map((section) => readable(section));
    const of = (heading: string): string => sections.find((words) => words.trim().startsWith(heading))!;
    expect(of('Pending at the backend')).to.contain('3 (−12 dBm)').and.contain('5 (−4 dBm)');
    expect(of('On the beacon'))
      .to.contain('350')
      .and.contain('ms')
      .and.contain('They can only be changed over Bluetooth');
    expect(of('Read-only')).to.contain('AB-1204-77').and.contain('OWNER');
    expect(of('On the beacon')).not.to.contain('AB-1204-77');
    const named = await open({ attributes: { id: 'internal-7', created: 1_641_168_000, shares: [], minor: 7 } });
    const places = deepAll(named.page, 'section').map((section) => readable(section));
    expect(places.find((words) => words.trim().startsWith('On the beacon')))
      .to.contain('Minor 7')
      .and.not.to.match(/internal-7|1641168000|Shares/);
    expect(places.find((words) => words.trim().startsWith('Read-only')))
      .to.contain('internal-7')
      .and.match(/Created .*22/)
      .and.not.to.match(/1641168000|Shares/);
  });

  it('keeps apart what the backend does not say, what it calls never, and what is not set', async () => {
    const fixed = (page: FkDevicePage): string =>
      deepAll(page, 'section')
        .map((section) => readable(section).trim())
        .find((words) => words.startsWith('Read-only'))!;
    const nothing = { model: null, mac: null, firmware: null, access: null, batteryPercent: null, lastSeenMs: null };
    const bare = await open({ ...nothing, attributes: {} });
    expect(fixed(bare.page))
      .to.match(/Your access Not stated by the backend/)
      .and.match(/Battery Not stated by the backend/)
      .and.match(/Last seen Not stated by the backend/)
      .and.not.contain('Not set');
    const said = await open({ ...nothing, attributes: { lastSeen: null, batteryLevel: 'nearly full', orderId: null } });
    expect(fixed(said.page))
      .to.contain('Last seen Never, according to the backend')
      .and.contain('Battery nearly full')
      .and.contain('Order Not set');
  });

  it('does not offer to configure a gateway, and calls nothing of it a beacon', async () => {
    for (const deviceType of ['GATEWAY', 'CLOUD_BEACON']) {
      const { page } = await open({ deviceType, pending: null });
      expect(hasAction(page, 'Configure'), deviceType).to.equal(false);
      expect(readable(page), deviceType)
        .to.contain('Gateways cannot be configured over Bluetooth.')
        .and.not.contain('On the beacon');
      clear();
    }
    const { page } = await open({ deviceType: 'SOMETHING_NEW' });
    expect(hasAction(page, 'Configure')).to.equal(true);
  });

  it('does not let a text that was cut be sent back in the place of the whole', async () => {
    const { page } = await open({ notes: keptText('n'.repeat(50_000)) });
    const field = (name: string) =>
      deepAll(page, 'fk-field').find((one) => (one as unknown as { name: string }).name === name)! as HTMLElement & {
        disabled: boolean;
      };
    expect(field('notes').disabled).to.equal(true);
    expect(readable(field('notes'))).to.contain('Too long to be saved whole');
    expect(field('alias').disabled).to.equal(false);
  });

  it('passes axe in three themes with everything on it', async () => {
    const { page } = await open(
      { pending: { txPower: 5 } },
      {
        packages: [fixturePackage(ID), fixturePackage(ID, { id: 'x', state: 'dead' })],
        outbox: {
          receipts: [fixtureReceipt(ID, { state: 'notVerified' })],
          edits: [fixtureEdit(ID, { state: 'parked' })],
        },
      },
    );
    for (const theme of ['light', 'dark', 'sun']) {
      document.documentElement.dataset['theme'] = theme;
      expect(await faultsOf(page), theme).to.deep.equal([]);
    }
  });

  it('saves only what changed, offline too, and says that it is here and not sent', async () => {
    const { page, services, said } = await open({}, { app: { online: false } });
    expect(button(page, 'Save').disabled).to.equal(true);
    await type(page, 'alias', 'New alias');
    await type(page, 'tags', 'floor-2 , night shift');
    button(page, 'Save').click();
    await settled(page);
    expect(services.called('outbox.editVirtual').map((call) => call.args[1])).to.deep.equal([{ alias: 'New alias' }]);
    expect(said[0]!.message).to.contain(deviceStrings.savedHere);
  });

  it('keeps what was typed when it cannot be saved', async () => {
    const { page, said } = await open(
      {},
      {},
      { outbox: { editVirtual: async () => Promise.reject(new Error('full')) } },
    );
    await type(page, 'alias', 'New alias');
    button(page, 'Save').click();
    await settled(page);
    expect(said[0]!.message).to.equal(deviceStrings.saveFailed);
    expect(deepAll<HTMLInputElement>(page, 'input')[0]!.value).to.equal('New alias');
  });

  it('refuses 21 tags and a tag of 33 characters', async () => {
    const { page } = await open({});
    await type(page, 'tags', Array.from({ length: 21 }, (_, n) => `t${n}`).join(','));
    expect(readable(page)).to.contain('Too many tags');
    expect(button(page, 'Save').disabled).to.equal(true);
    await type(page, 'tags', 'x'.repeat(33));
    expect(readable(page)).to.contain('A tag is longer than 32 characters.');
  });

  it('lets the unsent value win, marks it, and shows what changed at the backend meanwhile', async () => {
    const { page } = await open(
      { alias: 'Theirs now' },
      { outbox: { edits: [fixtureEdit(ID, { values: { alias: 'Mine' }, base: { alias: 'Old alias' } })] } },
    );
    expect(deepAll<HTMLInputElement>(page, 'input')[0]!.value).to.equal('Mine');
    expect(readable(page)).to.contain('Not sent yet').and.contain('Changed at the backend since then: Theirs now');
  });

  it('discards with a way back', async () => {
    const { page, services, said } = await open({}, { outbox: { edits: [fixtureEdit(ID)] } });
    button(page, 'Discard').click();
    await settled(page);
    expect(services.called('outbox.discardEdit')).to.have.length(1);
    said[0]!.undo!();
    expect(
      services.called('outbox.restoreEdit').map((call) => (call.args[0] as { uniqueId: string }).uniqueId),
    ).to.deep.equal([ID]);
  });

  it('says the notes of a run in its own words, and a sentence of an earlier version as it is', async () => {
    const journal = [
      ...RUN_NOTES.map((note, at) => ({ step: 'writing' as const, atMs: at, note })),
      { step: 'writing' as const, atMs: 90, note: 'plainAnswer', answer: { result: 7, base64: 'AAECAw==' } },
      { step: 'reading' as const, atMs: 99, note: 'back on the same connection' },
    ];
    const { page } = await open({}, { runs: [fixtureRun(ID, { step: 'reading', journal })] });
    const told = readable(page);
    for (const note of RUN_NOTES) expect(told).to.contain(historyStrings.notes[note]).and.not.to.contain(note);
    expect(told).to.contain('AAECAw==').and.to.contain('back on the same connection');
  });

  it('offers configure alone, then fetching, then the run', async () => {
    const bare = await open({});
    expect(hasAction(bare.page, 'Fetch package')).to.equal(false);
    expect(hasAction(bare.page, 'Go to run')).to.equal(false);
    const waiting = await open({ pending: { txPower: 1 } });
    expect(button(waiting.page, 'Fetch package').variant).to.equal('primary');
    const carried = await open({}, { packages: [fixturePackage(ID)] });
    expect(action(carried.page, 'Go to run').getAttribute('href')).to.equal(`/run/${ID}`);
    const unfinished = await open({}, { runs: [fixtureRun(ID, { step: 'writing' })] });
    expect(hasAction(unfinished.page, 'Go to run')).to.equal(true);
  });

  it('fetches a package and says the outcome; the next device starts without it', async () => {
    const { page, services } = await open({ pending: { txPower: 1 } });
    button(page, 'Fetch package').click();
    await settled(page);
    expect(services.called('prepare.fetchPackage')[0]!.args[0]).to.equal(ID);
    await new Promise((resolve) => setTimeout(resolve));
    await settled(page);
    expect(readable(page)).to.contain('Your key seems to have no access');
    page.uniqueId = 'else';
    await settled(page);
    expect(readable(page)).not.to.contain('Your key seems to have no access');
  });

  it('lets a VIEWER look and says why nothing can be changed', async () => {
    const { page } = await open({ access: 'VIEWER', pending: { txPower: 1 } });
    expect(button(page, 'Configure').disabled).to.equal(true);
    expect(readable(page)).to.contain('Your access is VIEWER: you can view this device');
    expect(hasAction(page, 'Fetch package')).to.equal(false);
    expect(deepAll<HTMLInputElement>(page, 'fk-field').every((field) => field.disabled)).to.equal(true);
  });

  it('tells what this phone did with it, who else has it, and disables with the reason what the access does not allow', async () => {
    const shares = [{ managerMail: 'x@y.example', access: 'VIEWER', expirationDate: 1_900_000_000 }];
    const runs = [
      fixtureRun(ID, { step: 'receipt', outcome: { kind: 'receipt', receiptId: 'x' } }),
      fixtureRun(ID, { id: 'c', command: 'restart', step: 'writing', outcome: { kind: 'commandSent' } }),
    ];
    const { page } = await open({ access: 'EDITOR', attributes: { shares } }, { runs });
    expect(readable(page))
      .to.match(/Configuration : Receipt saved/)
      .and.match(/Restart : Sent, cannot be confirmed/);
    expect(readable(page)).to.contain('x@y.example · VIEWER · ').and.contain('Your access is EDITOR');
    expect(button(page, 'Move').disabled).to.equal(true);
    expect(await faultsOf(page)).to.deep.equal([]);
    const other = await open({ access: 'CUSTODIAN' });
    expect(readable(other.page)).to.contain('CUSTODIAN');
    expect(button(other.page, 'Move').disabled).to.equal(false);
  });

  it('still shows what this phone holds of a device that is not in the list', async () => {
    const { page } = await open(null, { packages: [fixturePackage(ID)] });
    expect(readable(page))
      .to.contain('is not in the saved list')
      .and.match(/Configuration : On this phone 2 values/);
    expect(hasAction(page, 'Go to run')).to.equal(true);
    expect(await faultsOf(page)).to.deep.equal([]);
  });
});
