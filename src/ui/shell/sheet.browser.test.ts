/**
 * Actions for selected devices open in a sheet beside the list on a wide screen, and in the place of the list on a
 * narrow one.
 */
import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { html } from 'lit';
import { fixtureDevices } from '../../../test/support/fixture-rows.ts';
import {
  action,
  clear,
  deepAll,
  faultsOf,
  hasAction,
  place,
  readable,
  settled,
} from '../../../test/support/page-place.ts';
import { scriptedServices } from '../../../test/support/scripted-services.ts';
import { until } from '../../../test/support/until.ts';
import { selection } from '../shared/chosen-devices.ts';
import { deviceListStrings } from '../strings/device-list.ts';
import { listOptionStrings } from '../strings/list-options.ts';
import { giveStrings } from '../strings/ownership.ts';
import './app.ts';
import type { FkApp } from './app.ts';

const home = location.href;
const DEVICES = fixtureDevices(20).map((device) => ({ ...device, access: 'OWNER' }));
const idOf = (at: number): string => DEVICES[at]!.uniqueId;

async function open(path: string): Promise<FkApp> {
  history.replaceState(null, '', path);
  const services = scriptedServices({ devices: { devices: DEVICES } });
  const app = await place<FkApp>(html`<fk-app .services=${services}></fk-app>`);
  await until(() => deepAll(app, 'fk-devices-page').length > 0);
  await settled(app);
  return app;
}

const list = (app: FkApp): HTMLElement => deepAll(app, '.list')[0]!;
const box = (app: FkApp, id: string): HTMLInputElement | undefined =>
  deepAll<HTMLInputElement>(app, 'input[type="checkbox"]').find(
    (one) => one.ariaLabel === deviceListStrings.chooseRow(id),
  );
const sheetOf = (app: FkApp, tag: string): Element | undefined => deepAll(app, tag)[0];

async function choose(app: FkApp, ...ids: string[]): Promise<void> {
  action(app, deviceListStrings.choose).click();
  await until(() => box(app, ids[0]!) !== undefined);
  for (const id of ids) box(app, id)!.click();
  await until(() => hasAction(app, listOptionStrings.actions.share));
}

describe('the sheet beside the list', () => {
  afterEach(async () => {
    clear();
    selection.set([]);
    history.replaceState(null, '', home);
    await setViewport({ width: 800, height: 600 });
  });

  it('follows the selection, and clears it when the sheet is closed', async () => {
    await setViewport({ width: 1280, height: 800 });
    const app = await open('/devices');
    await choose(app, idOf(0), idOf(1));
    action(app, listOptionStrings.actions.share).click();
    await until(() => sheetOf(app, 'fk-share-page') !== undefined);
    await settled(app);
    const sheet = sheetOf(app, 'fk-share-page')!;
    expect(list(app).checkVisibility()).to.equal(true);
    expect(readable(sheet)).to.contain(giveStrings.chosen(2));
    box(app, idOf(2))!.click();
    await until(() => readable(sheet).includes(giveStrings.chosen(3)));
    expect(selection.value).to.deep.equal([idOf(0), idOf(1), idOf(2)]);
    expect(await faultsOf(app)).to.deep.equal([]);
    deepAll(app, '.sheet > .head fk-button')[0]!.shadowRoot!.querySelector('a')!.click();
    await until(() => sheetOf(app, 'fk-share-page') === undefined);
    await settled(app);
    expect([0, 1, 2, 3].map((at) => box(app, idOf(at))!.checked)).to.deep.equal([true, true, true, false]);
  });

  it('checks its devices in the list when it is opened by a link', async () => {
    await setViewport({ width: 1280, height: 800 });
    selection.set([idOf(3)]);
    const app = await open('/tags');
    await until(() => sheetOf(app, 'fk-tags-page') !== undefined && box(app, idOf(3)) !== undefined);
    expect([2, 3].map((at) => box(app, idOf(at))!.checked)).to.deep.equal([false, true]);
  });

  it('scrolls the focused element out from behind its foot', async () => {
    await setViewport({ width: 1280, height: 500 });
    selection.set(DEVICES.map(({ uniqueId }) => uniqueId));
    const app = await open('/tags');
    await until(() => deepAll(app, 'fk-foot').length > 0);
    const [foot] = deepAll(app, 'fk-foot');
    const [sheet] = deepAll(app, '.sheet');
    await until(() => sheet!.style.getPropertyValue('--foot') === `${foot!.offsetHeight}px`);
    expect(parseFloat(getComputedStyle(sheet!).scrollPaddingBlockEnd)).to.be.greaterThan(foot!.offsetHeight);
  });

  it('replaces the list below 1100 px, and keeps what was typed when the window grows', async () => {
    await setViewport({ width: 1000, height: 800 });
    selection.set([idOf(0)]);
    const app = await open('/share');
    await until(() => sheetOf(app, 'fk-share-page') !== undefined);
    await settled(app);
    expect(list(app).checkVisibility()).to.equal(false);
    const [field] = deepAll(app, 'fk-share-page fk-field, fk-field').filter(
      (one) => (one as { name?: string }).name === 'mail',
    );
    const control = field!.shadowRoot!.querySelector('input')!;
    control.value = 'sam@example.com';
    control.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await setViewport({ width: 1280, height: 800 });
    await until(() => list(app).checkVisibility());
    expect(control.isConnected && control.value).to.equal('sam@example.com');
  });
});
