/** Working by keyboard in the shell: the palette, the shortcuts, and the help of each page. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { LitElement, html } from 'lit';
import { fixtureDevice, fixtureDevices, fixturePackage } from '../../../test/support/fixture-rows.ts';
import { clear, faultsOf, place, settled } from '../../../test/support/page-place.ts';
import { all, field, focused, has, readable, the } from '../../../test/support/roles.ts';
import {
  scriptedServices,
  type ScriptedServices,
  type ScriptedValues,
} from '../../../test/support/scripted-services.ts';
import { until } from '../../../test/support/until.ts';
import { helpStrings } from '../strings/help.ts';
import { paletteStrings as text } from '../strings/palette.ts';
import { shellStrings } from '../strings/shell.ts';
import { placeStrings } from '../strings/places.ts';
import './app.ts';
import type { FkApp } from './app.ts';
import { helpPageOf } from './help-sheet.ts';
import { pageRoutes } from './routes.ts';
import { PAGE_LINKS } from './places.ts';
import { GO_KEYS } from './shortcuts.ts';

const pressed: string[] = [];
class DeskPage extends LitElement {
  override render() {
    return html`<input aria-label="Field" /><fk-button data-key="s" disabled>Off</fk-button
      ><fk-button data-key="s" @click=${() => pressed.push('s')}>Send</fk-button>`;
  }
}
customElements.define('x-desk', DeskPage);

const home = location.href;
// The real table of routes with a plain page behind each address.
const routes = pageRoutes.map((route) => ({ ...route, tag: 'x-desk', load: async () => undefined }));

async function open(values: ScriptedValues = {}): Promise<{ app: FkApp; services: ScriptedServices }> {
  history.replaceState(null, '', '/devices');
  pressed.length = 0;
  const services = scriptedServices(values);
  const app = await place<FkApp>(html`<fk-app .services=${services} .routes=${routes}></fk-app>`);
  await until(() => has(app, 'textbox', 'Field'));
  // Shortcuts are loaded when the page is idle.
  await until(() => the(app, 'main').ariaKeyShortcuts !== null);
  await settled(app);
  return { app, services };
}

async function openPalette(app: FkApp): Promise<void> {
  await sendKeys({ down: 'Control' });
  await sendKeys({ press: 'k' });
  await sendKeys({ up: 'Control' });
  await until(() => has(app, 'dialog', text.label));
  await settled(app);
}

const hasNoDialog = (app: FkApp): boolean => !has(app, 'dialog');
const options = (app: FkApp): string[] => all(app, 'option').map(readable);
const chosen = (app: FkApp): string => {
  const active = the(app, 'combobox', text.label).ariaActiveDescendantElement!;
  expect(active.ariaSelected).to.equal('true');
  return readable(active);
};

async function type(app: FkApp, words: string): Promise<void> {
  await sendKeys({ type: words });
  await settled(app);
}

describe('the command palette', () => {
  afterEach(() => {
    clear();
    history.replaceState(null, '', home);
  });

  it('opens a page by a word of its name, by keyboard alone', async () => {
    const { app } = await open();
    await openPalette(app);
    expect(options(app).length).to.be.greaterThan(12);
    await type(app, 'outb');
    expect(chosen(app)).to.contain(placeStrings.names.outbox);
    await sendKeys({ press: 'Enter' });
    await until(() => location.pathname === '/outbox');
    expect(hasNoDialog(app)).to.equal(true);
  });

  it('finds a device by ID, alias and a part of its MAC, and offers its actions', async () => {
    const devices = fixtureDevices(60);
    const wanted = fixtureDevice(24, { alias: 'Herb garden', mac: 'aa:bb:cc:dd:ee:ff' });
    devices[24] = wanted;
    const { app } = await open({ devices: { devices }, packages: [fixturePackage(wanted.uniqueId)] });
    for (const words of [wanted.uniqueId, 'herb', 'ddeeff', 'cc:dd']) {
      await openPalette(app);
      await type(app, words);
      expect(chosen(app), words).to.contain('Herb garden').and.to.contain(wanted.uniqueId);
      expect(options(app).join('|')).to.contain(text.write(wanted.uniqueId));
      await sendKeys({ press: 'Escape' });
      await until(() => hasNoDialog(app));
    }
    await openPalette(app);
    await type(app, 'herb');
    await sendKeys({ press: 'ArrowDown' });
    await settled(app);
    await sendKeys({ press: 'Enter' });
    await until(() => location.pathname === `/run/${wanted.uniqueId}`);
  });

  it('runs an action, and says when nothing matches', async () => {
    const { app, services } = await open({ devices: { devices: fixtureDevices(3) } });
    await openPalette(app);
    await type(app, 'reload');
    expect(chosen(app)).to.contain(text.actions.refresh);
    await sendKeys({ press: 'Enter' });
    await until(() => services.called('devices.refresh').length === 1);
    await openPalette(app);
    await type(app, 'no such thing');
    expect(readable(the(app, 'dialog'))).to.contain(text.none('no such thing'));
    expect(the(app, 'combobox').ariaExpanded).to.equal('false');
  });

  it('searches 100,000 devices, returns the focus, and is accessible', async () => {
    const sample = fixtureDevices(50);
    const devices = Array.from({ length: 100_000 }, (_, index) => ({
      ...sample[index % 50]!,
      uniqueId: `q${index}z`,
      order: index,
    }));
    const { app } = await open({ devices: { devices } });
    field(app, 'Field').focus();
    await openPalette(app);
    await type(app, 'q98765z');
    expect(chosen(app)).to.contain('q98765z');
    expect(await faultsOf(app)).to.deep.equal([]);
    await sendKeys({ press: 'Escape' });
    await until(() => hasNoDialog(app));
    expect(focused()).to.equal(field(app, 'Field'));
  });
});

describe('single keys as shortcuts', () => {
  afterEach(() => {
    clear();
    localStorage.clear();
    history.replaceState(null, '', home);
  });

  it('go to every place after g, press the marked button of the page, and show their list', async () => {
    const { app } = await open();
    for (const [key, page] of Object.entries(GO_KEYS)) {
      await sendKeys({ press: 'g' });
      await sendKeys({ press: key });
      await until(() => location.pathname === PAGE_LINKS[page].href);
    }
    // A page shows its field after its address.
    await until(() => has(app, 'textbox', 'Field'));
    await sendKeys({ press: 's' });
    expect(pressed).to.deep.equal(['s']);
    await sendKeys({ press: '?' });
    await until(() => has(app, 'dialog', text.shortcuts.heading));
    await settled(app);
    expect(readable(the(app, 'dialog')))
      .to.contain(text.shortcuts.palette)
      .and.to.contain(placeStrings.names.outbox);
    expect(await faultsOf(app)).to.deep.equal([]);
    // Shortcuts do nothing behind a dialog.
    await sendKeys({ press: 's' });
    expect(pressed).to.deep.equal(['s']);
  });

  it('do not act while somebody types in a field, nor when they are switched off', async () => {
    const { app } = await open();
    field(app, 'Field').focus();
    await sendKeys({ type: 'gds?h' });
    expect(field(app, 'Field').value).to.equal('gds?h');
    expect([pressed, location.pathname]).to.deep.equal([[], '/devices']);
    expect(hasNoDialog(app)).to.equal(true);

    field(app, 'Field').blur();
    await sendKeys({ press: '?' });
    await until(() => has(app, 'dialog', text.shortcuts.heading));
    await settled(app);
    field(app, text.shortcuts.single).click();
    await sendKeys({ press: 'Escape' });
    await until(() => hasNoDialog(app));
    await sendKeys({ press: 's' });
    expect(pressed).to.deep.equal([]);
    // The palette does not depend on single keys.
    await openPalette(app);
  });
});

describe('the help of a page', () => {
  afterEach(() => {
    clear();
    history.replaceState(null, '', home);
  });

  it('opens from the same button on every page, says what the page is for, and explains its terms', async () => {
    const { app } = await open();
    const { devices } = shellStrings.titles;
    the(app, 'button', shellStrings.help(devices)).click();
    await until(() => has(app, 'dialog', helpStrings.heading(devices)));
    await settled(app);
    const shown = readable(the(app, 'dialog'));
    expect(shown).to.contain(helpStrings.pages.devices.says[0]).and.to.contain(helpStrings.termWords.pending.means);
    expect(await faultsOf(app)).to.deep.equal([]);
    await sendKeys({ press: 'Escape' });
    await until(() => hasNoDialog(app));
  });

  it('has words for every page of the table', () => {
    const without = pageRoutes.filter(({ id }) => helpPageOf(id) === null);
    expect(without.map(({ id }) => id)).to.deep.equal([]);
  });
});
