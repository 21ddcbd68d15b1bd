/** What a browser shows that stores nothing, and what one shows that has stored nothing yet. */
import { expect } from '@open-wc/testing';
import { action, hasAction, readable } from '../../test/support/roles.ts';
import { until } from '../../test/support/until.ts';
import { helpStrings } from '../ui/strings/help.ts';
import { shellStrings } from '../ui/strings/shell.ts';
import { welcomeStrings } from '../ui/strings/welcome.ts';
import { showBlocked, welcome } from './welcome.ts';

it('a browser that blocks site data shows a message about that in place of the app', () => {
  showBlocked();
  const page = document.querySelector('main')!;
  expect(page.querySelector('h1')!.textContent).to.equal(shellStrings.blocked.heading);
  expect(page.querySelector('p')!.textContent).to.equal(shellStrings.blocked.text);
  page.remove();
});

describe('the welcome page of a first visit', () => {
  const home = location.href;
  let shown: Promise<void>;
  beforeEach(() => {
    history.replaceState(null, '', '/');
    shown = welcome();
  });
  afterEach(async () => {
    await shown;
    for (const app of document.querySelectorAll('fk-app, fk-first-screen')) app.remove();
    history.replaceState(null, '', home);
  });
  const pages = (): string[] =>
    Array.from(document.querySelectorAll('fk-app, fk-first-screen'), (one) => one.localName);

  async function press(name: string): Promise<void> {
    const first = document.querySelector('fk-first-screen')!;
    // A page that is touched is not replaced before it is pressed.
    first.dispatchEvent(new Event('pointerdown'));
    await until(() => hasAction(first, name), name);
    action(first, name).click();
  }

  it('gives way to the app once the app has drawn the same page', async () => {
    expect(pages()).to.deep.equal(['fk-first-screen']);
    await until(() => pages().join() === 'fk-app', 'the app in place of the page');
    expect(readable(document.body)).to.contain(welcomeStrings.lead);
  });

  it('opens the app at the address of a link that is pressed before the app is loaded', async () => {
    await press(welcomeStrings.connect);
    await until(() => pages().join() === 'fk-app' && location.pathname === '/connect', 'the app at that address');
  });

  it('opens the app with its help when the help is pressed before the app is loaded', async () => {
    await press(shellStrings.help(shellStrings.titles.welcome));
    await until(() => readable(document.body).includes(helpStrings.pages.welcome.says[0]), 'the help');
    expect(pages()).to.deep.equal(['fk-app']);
  });
});
