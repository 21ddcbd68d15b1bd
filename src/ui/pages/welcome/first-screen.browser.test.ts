/** The first screen before the app is loaded: its appearance, and what a press requests. */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { clear, faultsOf, place, settled, setViewport } from '../../../../test/support/page-place.ts';
import { action, readable, withWords } from '../../../../test/support/roles.ts';
import { scriptedServices } from '../../../../test/support/scripted-services.ts';
import { until } from '../../../../test/support/until.ts';
import { startRouter } from '../../shell/router.ts';
import type { AppServices } from '../../shell/services.ts';
import { shellStrings } from '../../strings/shell.ts';
import { welcomeStrings as text } from '../../strings/welcome.ts';
import './first-screen.ts';

const home = location.href;
type FirstScreen = HTMLElementTagNameMap['fk-first-screen'];

async function open(fetchServices: () => Promise<AppServices> = async () => scriptedServices()): Promise<{
  screen: FirstScreen;
  wanted: (string | null)[];
}> {
  const screen = await place<FirstScreen>(html`<fk-first-screen .fetchServices=${fetchServices}></fk-first-screen>`);
  const wanted: (string | null)[] = [];
  screen.addEventListener('fk-enter-app', ({ path }) => wanted.push(path));
  await settled(screen);
  return { screen, wanted };
}

describe('the first screen, before the app is loaded', () => {
  afterEach(() => {
    clear();
    document.documentElement.removeAttribute('data-theme');
    localStorage.clear();
  });

  it('shows the welcome page under its title, without an accessibility fault that axe finds', async () => {
    const { screen } = await open();
    expect(readable(screen)).to.contain(text.lead);
    expect(document.title).to.contain('Beacon Fieldkit');
    expect(await faultsOf(screen)).to.deep.equal([]);
  });

  for (const width of [390, 1280])
    it(`lists the six steps of a beacon below each other at ${width} px`, async () => {
      await setViewport({ width, height: 844 });
      const { screen } = await open();
      const boxes = text.how.map(({ word }) => withWords(screen, word).getBoundingClientRect());
      expect(new Set(boxes.map(({ left }) => left)).size).to.equal(1);
      const tops = boxes.map(({ top }) => top);
      expect(tops).to.deep.equal([...new Set(tops)].toSorted((a, b) => a - b));
      await setViewport({ width: 800, height: 600 });
    });

  it('asks for the app at the address of a pressed link, or with its help open', async () => {
    const { screen, wanted } = await open();
    action(screen, text.connect).click();
    action(screen, shellStrings.help(shellStrings.titles.welcome)).click();
    expect(wanted).to.deep.equal(['/connect', null]);
  });

  it('changes the theme at once on a press, and stores the theme', async () => {
    const { screen, wanted } = await open();
    const { change, names } = shellStrings.theme;
    action(screen, change(names.auto, names.light)).click();
    await settled(screen);
    expect(document.documentElement.dataset['theme']).to.equal('light');
    expect(wanted).to.deep.equal([]);
  });

  it('opens practice when its code is loaded, or says that the code cannot be loaded', async () => {
    const services = scriptedServices();
    const { screen } = await open(async () => services);
    // The app's router has replaced the screen's by then.
    const paths: string[] = [];
    const stopRouter = startRouter({ onPath: (path) => paths.push(path), mayLeave: () => true });
    action(screen, text.practise).click();
    await until(() => paths.includes('/practice'));
    expect(services.called('session.practise')).to.have.length(1);
    stopRouter();
    history.replaceState(null, '', home);
    clear();

    const { screen: broken } = await open(() => Promise.reject(new TypeError('Failed to fetch')));
    action(broken, text.practise).click();
    await until(() => readable(broken).includes(text.practiseFailed));
  });

  it('counts as touched only after a press or a key, so that the app can replace it before', async () => {
    const { screen } = await open();
    expect(screen.isTouched).to.equal(false);
    action(screen, text.practise).focus();
    expect(screen.isTouched).to.equal(true);
  });
});
