/** The app from its start, over the registry of this browser: what it knows when it is first drawn, and what follows. */
import { expect } from '@open-wc/testing';
import { until } from '../../test/support/until.ts';
import { MOVED_PAGES_KEY, accountDatabase } from '../names.ts';
import { locale } from '../ui/language/locale.ts';
import type { FkApp } from '../ui/shell/app.ts';
import { openApp } from './app.ts';

const home = location.href;
let opened: FkApp[] = [];

/** Opens the app as a page load does. */
async function load(isPageShown = false): Promise<FkApp> {
  const app = await openApp({ isPageShown });
  opened.push(app);
  return app;
}
const accountOf = ({ services }: FkApp) => services.session.state.value.account;

/** Resolves when the account is open with its list of devices, so that nothing reads what is then removed. */
async function connected({ services: { account } }: FkApp): Promise<void> {
  await until(() => account.value.services !== null, 'the services of the account');
  const { list } = account.value.services!.devices;
  await until(() => list.value.devices !== null && list.value.refreshing === null, 'the list of devices');
}

beforeEach(() => {
  history.replaceState(null, '', '/');
  localStorage.removeItem(MOVED_PAGES_KEY);
  opened = [];
});
afterEach(async () => {
  for (const app of opened) if (accountOf(app) !== null) await connected(app);
  for (const app of opened) if (accountOf(app) !== null) await app.services.session.remove();
  for (const app of opened) app.remove();
  history.replaceState(null, '', home);
});

describe('the app, once it is opened', () => {
  it('has no account and has lost none on a phone that never had one, and calls no page moved', async () => {
    const { services } = await load();
    expect(services.account.value).to.deep.equal({ services: null, failed: false });
    await until(() => localStorage.getItem(MOVED_PAGES_KEY) !== null, 'nobody has to read about moved pages');
    expect(services.app.state.value.pagesMoved).to.equal(false);
  });

  it('knows the account of the last visit before it is drawn, and says that pages have moved since', async () => {
    await (await load()).services.session.practise();
    localStorage.removeItem(MOVED_PAGES_KEY);
    const app = await load();
    expect(accountOf(app)).to.deep.include({ kind: 'sandbox' });
    await until(() => app.services.app.state.value.pagesMoved, 'the remark about moved pages');
    await connected(app);
  });

  it('says nothing of moved pages to a person who enters it from the welcome page', async () => {
    await (await load()).services.session.practise();
    localStorage.removeItem(MOVED_PAGES_KEY);
    const app = await load(true);
    await until(() => localStorage.getItem(MOVED_PAGES_KEY) !== null, 'nobody has to read about moved pages');
    expect(app.services.app.state.value.pagesMoved).to.equal(false);
  });

  it('says that an account could not be opened, and reports why', async () => {
    const { services } = await load();
    const [{ open }, { reportError }] = [IDBFactory.prototype, globalThis];
    const reported: unknown[] = [];
    globalThis.reportError = (error) => void reported.push(error);
    IDBFactory.prototype.open = function (name, version) {
      if (name.startsWith(accountDatabase(''))) throw new DOMException('no room', 'QuotaExceededError');
      return open.call(this, name, version);
    };
    try {
      await services.session.practise();
      await until(() => services.account.value.failed, 'the failure');
      expect(services.account.value).to.deep.equal({ services: null, failed: true });
      expect(reported.map(String)).to.have.length(1);
    } finally {
      IDBFactory.prototype.open = open;
      globalThis.reportError = reportError;
      await services.session.remove();
    }
  });

  it('draws its pages in the formats that the phone asks for, once the first of them is shown', async () => {
    document.body.append(await load());
    document.documentElement.lang = '';
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...resolvedOptions.call(this), calendar: 'another' };
    };
    try {
      await until(() => {
        window.dispatchEvent(new Event('languagechange'));
        return document.documentElement.lang === locale();
      }, 'the page in the new formats');
    } finally {
      Intl.DateTimeFormat.prototype.resolvedOptions = resolvedOptions;
    }
  });
});
