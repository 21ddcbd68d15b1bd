/**
 * Actions for selected devices open in a sheet beside the list on a wide screen, and in the place of the list on a
 * narrow one.
 */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { fixtureDevices } from '../../../test/support/fixture-rows.ts';
import { clear, faultsOf, place, settled, setViewport } from '../../../test/support/page-place.ts';
import { action, all, barWith, field, fill, has, hasAction, readable, the } from '../../../test/support/roles.ts';
import { scriptedServices } from '../../../test/support/scripted-services.ts';
import { until } from '../../../test/support/until.ts';
import { selection } from '../shared/chosen-devices.ts';
import { deviceListStrings } from '../strings/device-list.ts';
import { bulkStrings } from '../strings/bulk.ts';
import { elementStrings } from '../strings/elements.ts';
import { deviceStrings } from '../strings/devices.ts';
import { listOptionStrings } from '../strings/list-options.ts';
import { giveStrings } from '../strings/ownership.ts';
import { shellStrings } from '../strings/shell.ts';
import './app.ts';
import type { FkApp } from './app.ts';

const home = location.href;
const { titles } = shellStrings;
const MAIL = new RegExp(`^${giveStrings.share.mail}`);
const DEVICES = fixtureDevices(20).map((device) => ({ ...device, access: 'OWNER' }));
const idOf = (at: number): string => DEVICES[at]!.uniqueId;

async function open(path: string): Promise<FkApp> {
  history.replaceState(null, '', path);
  const services = scriptedServices({ devices: { devices: DEVICES } });
  const app = await place<FkApp>(html`<fk-app .services=${services}></fk-app>`);
  await until(() => has(app, 'region'));
  await settled(app);
  return app;
}

const hasList = (app: FkApp): boolean => has(app, 'region', deviceStrings.listLabel);
const box = (app: FkApp, id: string): HTMLInputElement => the(app, 'checkbox', deviceListStrings.chooseRow(id));
const hasBox = (app: FkApp, id: string): boolean => has(app, 'checkbox', deviceListStrings.chooseRow(id));
const sheetOf = (app: FkApp, title: string): HTMLElement => the(app, 'region', title);

async function choose(app: FkApp, ...ids: string[]): Promise<void> {
  action(app, deviceListStrings.choose).click();
  await until(() => hasBox(app, ids[0]!));
  for (const id of ids) box(app, id).click();
  await until(() => hasAction(app, listOptionStrings.actions.share));
}

describe('the sheet beside the list', () => {
  afterEach(async () => {
    clear();
    selection.value = [];
    history.replaceState(null, '', home);
    await setViewport({ width: 800, height: 600 });
  });

  it('follows the selection, and clears it when the sheet is closed', async () => {
    await setViewport({ width: 1280, height: 800 });
    const app = await open('/devices');
    await choose(app, idOf(0), idOf(1));
    action(app, listOptionStrings.actions.share).click();
    await until(() => has(app, 'region', titles.share));
    await settled(app);
    const sheet = sheetOf(app, titles.share);
    expect(hasList(app)).to.equal(true);
    expect(readable(sheet)).to.contain(giveStrings.chosen(2));
    box(app, idOf(2)).click();
    await until(() => readable(sheet).includes(giveStrings.chosen(3)));
    expect(selection.value).to.deep.equal([idOf(0), idOf(1), idOf(2)]);
    expect(await faultsOf(app)).to.deep.equal([]);
    // The app's header names the action and leads back; the sheet repeats neither that nor the count.
    expect(readable(the(app, 'heading', titles.share))).to.equal(titles.share);
    expect(hasAction(sheet, elementStrings.close)).to.equal(false);
    expect(readable(app)).not.to.contain(listOptionStrings.chosen(3));
    action(app, elementStrings.header.back).click();
    await until(() => !has(app, 'region', titles.share));
    await settled(app);
    expect([0, 1, 2, 3].map((at) => box(app, idOf(at)).checked)).to.deep.equal([true, true, true, false]);
  });

  it('selects its devices in the list when it is opened by a link', async () => {
    await setViewport({ width: 1280, height: 800 });
    selection.value = [idOf(3)];
    const app = await open('/tags');
    await until(() => has(app, 'region', titles.tags) && hasBox(app, idOf(3)));
    expect([2, 3].map((at) => box(app, idOf(at)).checked)).to.deep.equal([false, true]);
  });

  it('leaves the list within the space beside it', async () => {
    for (const width of [1280, 1600, 1920]) {
      await setViewport({ width, height: 800 });
      selection.value = [idOf(0)];
      const app = await open('/tags');
      await until(() => has(app, 'grid'));
      await settled(app);
      const { scrollWidth, clientWidth } = (the(app, 'grid').getRootNode() as ShadowRoot).host;
      expect(scrollWidth, String(width)).to.equal(clientWidth);
    }
  });

  it('scrolls the focused element until its foot does not cover it', async () => {
    await setViewport({ width: 1280, height: 500 });
    selection.value = DEVICES.map(({ uniqueId }) => uniqueId);
    const app = await open('/tags');
    await until(() => hasAction(app, bulkStrings.tags.save(0)));
    const sheet = sheetOf(app, titles.tags);
    const foot = barWith(sheet, bulkStrings.tags.save(0));
    await until(() => parseFloat(getComputedStyle(sheet).scrollPaddingBlockEnd) > foot.offsetHeight);
    const controls = [...all(sheet, 'textbox'), ...all(sheet, 'checkbox')];
    for (const control of controls) {
      control.focus();
      const { bottom } = control.getBoundingClientRect();
      expect(bottom, control.computedName).to.be.at.most(foot.getBoundingClientRect().top);
    }
    expect(sheet.scrollTop).to.be.greaterThan(0);
  });

  it('has its foot at the lower edge of a phone, also where its page is short', async () => {
    await setViewport({ width: 390, height: 844 });
    selection.value = [idOf(0)];
    const app = await open('/move');
    await until(() => hasAction(app, giveStrings.move.next));
    await settled(app);
    const foot = barWith(app, giveStrings.move.next).getBoundingClientRect();
    expect(foot.bottom).to.be.closeTo(the(app, 'main').getBoundingClientRect().bottom, 1);
  });

  it('replaces the list below 1100 px, and keeps what was typed when the window grows', async () => {
    await setViewport({ width: 1000, height: 800 });
    selection.value = [idOf(0)];
    const app = await open('/share');
    await until(() => has(app, 'textbox', MAIL));
    await settled(app);
    expect(hasList(app)).to.equal(false);
    fill(app, MAIL, 'sam@example.com');
    const typed = field(app, MAIL);
    await setViewport({ width: 1280, height: 800 });
    await until(() => hasList(app));
    expect(typed.isConnected && typed.value).to.equal('sam@example.com');
  });
});
