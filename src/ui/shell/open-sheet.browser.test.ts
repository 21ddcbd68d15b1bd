/** Working by keyboard in the shell: the palette, the shortcuts, and the help of each page. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { LitElement, html } from 'lit';
import { fixtureDevice, fixtureDevices, fixturePackage } from '../../../test/support/fixture-rows.ts';
import { clear, deepAll, faultsOf, place, readable, settled } from '../../../test/support/page-place.ts';
import {
  scriptedServices,
  type ScriptedServices,
  type ScriptedValues,
} from '../../../test/support/scripted-services.ts';
import { until } from '../../../test/support/until.ts';
import type { FkButton } from '../elements/button/button.ts';
import { helpStrings } from '../strings/help.ts';
import { paletteStrings as text } from '../strings/palette.ts';
import { shellStrings } from '../strings/shell.ts';
import { placeStrings } from '../strings/places.ts';
import './app.ts';
import type { FkApp } from './app.ts';
import { helpPageOf } from './help-sheet.ts';
import type { FkPalette } from './palette.ts';
import { pageRoutes } from './routes.ts';
import { GO_KEYS } from './shortcuts.ts';

class DeskPage extends LitElement {
  pressed: string[] = [];
  override render() {
    return html`<input aria-label="Field" /><fk-button data-key="s" disabled>Off</fk-button
      ><fk-button data-key="s" @click=${() => this.pressed.push('s')}>Send</fk-button>`;
  }
}
customElements.define('x-desk', DeskPage);

const home = location.href;
// The real table of routes with a plain page behind each address.
const routes = pageRoutes.map((route) => ({ ...route, tag: 'x-desk', load: async () => undefined }));

async function open(values: ScriptedValues = {}): Promise<{ app: FkApp; services: ScriptedServices; page: DeskPage }> {
  history.replaceState(null, '', '/devices');
  const services = scriptedServices(values);
  const app = await place<FkApp>(html`<fk-app .services=${services} .routes=${routes}></fk-app>`);
  await until(() => deepAll(app, 'x-desk').length === 1);
  // Shortcuts are loaded when the page is idle.
  await until(() => deepAll(app, 'main[aria-keyshortcuts]').length === 1);
  await settled(app);
  return { app, services, page: deepAll<DeskPage>(app, 'x-desk')[0]! };
}

async function openPalette(app: FkApp): Promise<FkPalette> {
  await sendKeys({ down: 'Control' });
  await sendKeys({ press: 'k' });
  await sendKeys({ up: 'Control' });
  await until(() => deepAll(app, 'fk-palette').length === 1);
  const palette = deepAll<FkPalette>(app, 'fk-palette')[0]!;
  await settled(palette);
  return palette;
}

const options = (palette: FkPalette): string[] =>
  deepAll(palette, '[role="option"]').map((option) => readable(option).trim());
const chosen = (palette: FkPalette): string => {
  const input = deepAll<HTMLInputElement>(palette, 'input')[0]!;
  const active = deepAll(palette, `#${input.getAttribute('aria-activedescendant')}`)[0]!;
  expect(active.getAttribute('aria-selected')).to.equal('true');
  return readable(active).trim();
};

async function type(palette: FkPalette, words: string): Promise<void> {
  await sendKeys({ type: words });
  await settled(palette);
}

describe('the palette', () => {
  afterEach(() => {
    clear();
    history.replaceState(null, '', home);
  });

  it('opens a page by a word of its name, by keyboard alone', async () => {
    const { app } = await open();
    const palette = await openPalette(app);
    expect(options(palette).length).to.be.greaterThan(12);
    await type(palette, 'outb');
    expect(chosen(palette)).to.contain(placeStrings.names.outbox);
    await sendKeys({ press: 'Enter' });
    await until(() => location.pathname === '/outbox');
    expect(deepAll(app, 'fk-palette')).to.have.length(0);
  });

  it('finds a device by ID, alias and a part of its MAC, and offers its actions', async () => {
    const devices = fixtureDevices(60);
    const wanted = fixtureDevice(24, { alias: 'Herb garden', mac: 'aa:bb:cc:dd:ee:ff' });
    devices[24] = wanted;
    const { app } = await open({ devices: { devices }, packages: [fixturePackage(wanted.uniqueId)] });
    for (const words of [wanted.uniqueId, 'herb', 'ddeeff', 'cc:dd']) {
      const palette = await openPalette(app);
      await type(palette, words);
      expect(chosen(palette), words).to.contain('Herb garden').and.to.contain(wanted.uniqueId);
      expect(options(palette).join('|')).to.contain(text.write(wanted.uniqueId));
      await sendKeys({ press: 'Escape' });
      await until(() => deepAll(app, 'fk-palette').length === 0);
    }
    const palette = await openPalette(app);
    await type(palette, 'herb');
    await sendKeys({ press: 'ArrowDown' });
    await settled(palette);
    await sendKeys({ press: 'Enter' });
    await until(() => location.pathname === `/run/${wanted.uniqueId}`);
  });

  it('runs an action, and says when nothing matches', async () => {
    const { app, services } = await open({ devices: { devices: fixtureDevices(3) } });
    let palette = await openPalette(app);
    await type(palette, 'reload');
    expect(chosen(palette)).to.contain(text.actions.refresh);
    await sendKeys({ press: 'Enter' });
    await until(() => services.called('devices.refresh').length === 1);
    palette = await openPalette(app);
    await type(palette, 'no such thing');
    expect(readable(palette)).to.contain(text.none('no such thing'));
    expect(deepAll(palette, 'input')[0]!.getAttribute('aria-expanded')).to.equal('false');
  });

  it('searches 100,000 devices, returns the focus, and is accessible', async () => {
    const sample = fixtureDevices(50);
    const devices = Array.from({ length: 100_000 }, (_, index) => ({
      ...sample[index % 50]!,
      uniqueId: `q${index}z`,
      order: index,
    }));
    const { app, page } = await open({ devices: { devices } });
    page.shadowRoot!.querySelector('input')!.focus();
    const palette = await openPalette(app);
    await type(palette, 'q98765z');
    expect(chosen(palette)).to.contain('q98765z');
    expect(await faultsOf(palette)).to.deep.equal([]);
    await sendKeys({ press: 'Escape' });
    await until(() => deepAll(app, 'fk-palette').length === 0);
    expect(page.shadowRoot!.activeElement?.localName).to.equal('input');
  });
});

describe('single keys', () => {
  afterEach(() => {
    clear();
    localStorage.clear();
    history.replaceState(null, '', home);
  });

  it('go to every place after g, press the marked button of the page, and show their list', async () => {
    const { app, page } = await open();
    for (const [key, path] of Object.entries(GO_KEYS)) {
      await sendKeys({ press: 'g' });
      await sendKeys({ press: key });
      await until(() => location.pathname === path);
    }
    const now = deepAll<DeskPage>(app, 'x-desk')[0] ?? page;
    await sendKeys({ press: 's' });
    expect(now.pressed).to.deep.equal(['s']);
    await sendKeys({ press: '?' });
    await until(() => deepAll(app, 'fk-shortcuts-sheet').length === 1);
    const sheet = deepAll(app, 'fk-shortcuts-sheet')[0]!;
    await settled(sheet);
    expect(readable(sheet)).to.contain(text.shortcuts.palette).and.to.contain(placeStrings.names.outbox);
    expect(await faultsOf(sheet)).to.deep.equal([]);
    // Shortcuts do nothing behind a dialog.
    await sendKeys({ press: 's' });
    expect(now.pressed).to.deep.equal(['s']);
  });

  it('do nothing while somebody types, and nothing at all when they are switched off', async () => {
    const { app, page } = await open();
    page.shadowRoot!.querySelector('input')!.focus();
    await sendKeys({ type: 'gds?h' });
    expect(page.shadowRoot!.querySelector('input')!.value).to.equal('gds?h');
    expect([page.pressed, location.pathname]).to.deep.equal([[], '/devices']);
    expect(deepAll(app, 'fk-shortcuts-sheet, fk-help-sheet')).to.have.length(0);

    page.shadowRoot!.querySelector('input')!.blur();
    await sendKeys({ press: '?' });
    await until(() => deepAll(app, 'fk-shortcuts-sheet').length === 1);
    await settled(app);
    deepAll<HTMLInputElement>(deepAll(app, 'fk-shortcuts-sheet')[0]!, 'input')[0]!.click();
    await sendKeys({ press: 'Escape' });
    await until(() => deepAll(app, 'fk-shortcuts-sheet').length === 0);
    await sendKeys({ press: 's' });
    expect(page.pressed).to.deep.equal([]);
    // The palette does not depend on single keys.
    await openPalette(app);
  });
});

describe('help', () => {
  afterEach(() => {
    clear();
    history.replaceState(null, '', home);
  });

  it('opens from the same button on every page, says what the page is for, and explains its terms', async () => {
    const { app } = await open();
    const button = deepAll<FkButton>(app, '[slot="help"]')[0]!;
    expect(button.label).to.equal(shellStrings.help(shellStrings.titles.devices));
    button.click();
    await until(() => deepAll(app, 'fk-help-sheet').length === 1);
    const sheet = deepAll(app, 'fk-help-sheet')[0]!;
    await settled(sheet);
    expect(readable(sheet)).to.contain(helpStrings.pages.devices.says[0]!);
    expect(readable(sheet)).to.contain(helpStrings.termWords.pending.means);
    expect(await faultsOf(sheet)).to.deep.equal([]);
    await sendKeys({ press: 'Escape' });
    await until(() => deepAll(app, 'fk-help-sheet').length === 0);
  });

  it('has words for every page of the table', () => {
    const without = pageRoutes.filter(({ id }) => id !== 'gallery' && helpPageOf(id) === null);
    expect(without.map(({ id }) => id)).to.deep.equal([]);
  });
});
