/**
 * The shell over scripted services: redirects, titles, focus, missing chunks, the key dialog, toasts, updates and
 * leaving a run.
 */
import { expect } from '@open-wc/testing';
import { LitElement, html } from 'lit';
import { property } from 'lit/decorators.js';
import { fixtureAccount, fixtureReceipt, fixtureRun } from '../../../test/support/fixture-rows.ts';
import { clear, deepAll, faultsInThemes, faultsOf, place, settled } from '../../../test/support/page-place.ts';
import { action, all, fill, focused, has, hasAction, readable, the } from '../../../test/support/roles.ts';
import {
  scriptedServices,
  type ScriptedServices,
  type ScriptedValues,
} from '../../../test/support/scripted-services.ts';
import { until } from '../../../test/support/until.ts';
import type { RunProgress } from '../../use-cases/run/runs.ts';
import { navigate } from './router.ts';
import { AskKeyEvent } from '../shared/ask-key-event.ts';
import { elementStrings } from '../strings/elements.ts';
import { keyStrings } from '../strings/keys.ts';
import { shellStrings } from '../strings/shell.ts';
import { noticeStrings } from '../strings/notices.ts';
import './app.ts';
import './shell-notices.ts';
import '../elements/toast/toast.ts';
import type { FkApp } from './app.ts';
import { pageRoutes, type PageRoute } from './routes.ts';
import { SayEvent } from '../shared/say.ts';

class PlainPage extends LitElement {
  @property() uniqueId = '';
  override render() {
    return html`<h2>${`${this.localName} ${this.uniqueId}`}</h2><button>In the page</button>`;
  }
}
for (const tag of ['x-welcome', 'x-overview', 'x-list', 'x-run', 'x-lost'])
  customElements.define(tag, class extends PlainPage {});

const home = location.href;
let missing = 0;
const route = (id: string, pattern: string, tag: string, more: Partial<PageRoute> = {}): PageRoute => ({
  id,
  pattern,
  tag,
  load: async () => undefined,
  place: 'devices',
  title: (params) => `Title of ${id} ${params['uniqueId'] ?? ''}`.trim(),
  back: () => null,
  ...more,
});
const routes: readonly PageRoute[] = [
  route('welcome', '/', 'x-welcome', { withoutAccount: true, place: 'none' }),
  route('overview', '/overview', 'x-overview', { place: 'today' }),
  route('devices', '/devices', 'x-list'),
  route('device', '/devices/:uniqueId', 'x-list'),
  route('run', '/run/:uniqueId', 'x-run', { place: 'today' }),
  route('lost', '/lost', 'x-lost', {
    load: async () => {
      missing += 1;
      if (missing === 1) throw new TypeError('Failed to fetch dynamically imported module');
    },
  }),
];

const progress: RunProgress = {
  runId: 'r',
  uniqueId: '7hK2',
  phase: 'writing',
  past: [],
  phaseSinceMs: 0,
  attempt: 1,
  attempts: 4,
  cancelSafe: false,
  copyMissing: null,
  outcome: null,
  failure: null,
};

async function open(path: string, values: ScriptedValues = {}): Promise<{ app: FkApp; services: ScriptedServices }> {
  history.replaceState(null, '', path);
  const services = scriptedServices(values);
  const app = await place<FkApp>(html`<fk-app .services=${services} .routes=${routes}></fk-app>`);
  await until(() => has(app, 'main'));
  await settled(app);
  return { app, services };
}

const shows = (app: FkApp, page: string): boolean => has(app, 'heading', page);
const hasPage = (app: FkApp): boolean => hasAction(app, 'In the page');
const none = {
  account: null,
  key: 'none',
  hasVault: false,
  hasScreenLock: false,
  accounts: [],
  locked: null,
  idleLockMinutes: 0,
} as const;

describe('the app around its pages', () => {
  afterEach(() => {
    clear();
    history.replaceState(null, '', home);
  });

  it('goes from the welcome page to the overview once an account is there, and back when it is gone', async () => {
    const { app, services } = await open('/');
    await until(() => location.pathname === '/overview' && shows(app, 'x-overview'));
    expect(document.title).to.equal('Title of overview · Beacon Fieldkit');
    services.lives.session.value = none;
    await until(() => location.pathname === '/' && shows(app, 'x-welcome'));
    expect(has(app, 'navigation')).to.equal(false);
  });

  it('passes the device ID to the page, keeps the element of the list, and clears the ID afterwards', async () => {
    const { app } = await open('/devices');
    await until(() => shows(app, 'x-list'));
    const button = action(app, 'In the page');
    navigate('/devices/a%2Fb');
    await until(() => shows(app, 'x-list a/b'));
    expect(action(app, 'In the page')).to.equal(button);
    navigate('/devices');
    await until(() => shows(app, 'x-list'));
  });

  it('moves the keyboard focus to a new page, but not away from an element that stays', async () => {
    const { app } = await open('/devices');
    await until(() => hasPage(app));
    const button = action(app, 'In the page');
    button.focus();
    navigate('/devices/7hK2');
    await until(() => document.title.includes('7hK2'));
    await settled(app);
    expect(focused()).to.equal(button);
    navigate('/run/7hK2');
    const main = the(app, 'main');
    await until(() => focused() === main);
    expect(main.computedName).to.equal('Title of run 7hK2');
  });

  it('shows that a page could not be loaded and loads it again', async () => {
    missing = 0;
    const { app } = await open('/lost');
    await until(() => hasAction(app, 'Try again'));
    expect(await faultsOf(app)).to.deep.equal([]);
    action(app, 'Try again').click();
    await until(() => shows(app, 'x-lost'));
  });

  it('shows that an address is unknown', async () => {
    const { app } = await open('/nowhere');
    await until(() => readable(app).includes('There is no page at this address.'));
    expect(document.title).to.contain('Page not found');
  });

  it('shows the counter, the practice mark and offline on every page', async () => {
    const { app, services } = await open('/devices', {
      session: { account: fixtureAccount({ kind: 'sandbox' }) },
      outbox: { toSend: 3, needsYou: 1, receipts: [fixtureReceipt('a', { state: 'parked' })] },
      runs: [fixtureRun('a')],
      app: { online: false },
    });
    expect(readable(app))
      .to.contain('3 receipts not delivered yet')
      .and.contain('Practice')
      .and.contain('Offline')
      .and.contain('1 unfinished run')
      .and.contain('1 entry needs attention');
    services.lives.session.value = { ...services.lives.session.value, key: 'needed' };
    await settled(app);
    expect(readable(app)).to.contain('3 receipts wait for your key');
    expect(await faultsInThemes(app)).to.deep.equal([]);
  });

  it('counts no receipts before those of other accounts are counted', async () => {
    const accounts = [fixtureAccount(), fixtureAccount({ id: 'b' })];
    const { app, services } = await open('/devices', { session: { accounts }, phone: { receiptsElsewhere: null } });
    expect(readable(app)).to.contain('Counting receipts').and.not.contain('Outbox, nothing to send');
    services.lives.phone.value = { ...services.lives.phone.value, receiptsElsewhere: [] };
    await settled(app);
    expect(readable(app)).to.contain('Outbox, nothing to send');
  });

  it('names no kind of device in the header before the list is read', async () => {
    const { app, services } = await open('/devices/a1', { devices: { devices: null } });
    app.routes = pageRoutes.map((one) => ({ ...one, tag: 'x-list', load: async () => undefined }));
    await settled(app);
    const heading = (): string => readable(all(app, 'heading')[0]!);
    expect(heading()).to.equal('');
    services.lives.devices.value = { ...services.lives.devices.value, devices: [] };
    await settled(app);
    expect(heading()).to.equal(shellStrings.titles.kinds.other);
  });

  it('shows no number of receipts before they are read, and then how many of them belong to another account', async () => {
    const { app, services } = await open('/devices', { outbox: { toSend: 3 } });
    services.lives.account.value = { services: null, failed: false };
    await settled(app);
    expect(readable(app)).to.contain('Counting receipts').and.not.contain('Outbox, nothing to send');
    services.lives.account.value = { services, failed: false };
    services.lives.phone.value = {
      receiptsElsewhere: [{ accountId: 'b', name: 'B', toSend: 2, unreadAt: [] }],
      remarks: [],
    };
    await settled(app);
    expect(readable(app)).to.contain('5 receipts not delivered yet (2 of another account)');
    services.lives.outbox.value = { ...services.lives.outbox.value, toSend: 0 };
    await settled(app);
    expect(readable(app)).to.contain('2 receipts of another account not delivered yet');
    services.lives.session.value = none;
    await settled(app);
    expect(readable(app)).to.contain('2 receipts not delivered yet');
  });

  it('shows no page of an account before its rows are read, and reports when they cannot be', async () => {
    const { app, services } = await open('/devices');
    services.lives.account.value = { services: null, failed: false };
    await settled(app);
    expect(hasPage(app)).to.equal(false);
    services.lives.account.value = { services: null, failed: true };
    await settled(app);
    expect(readable(app)).to.contain('could not be opened');
    services.lives.account.value = { services, failed: false };
    await until(() => shows(app, 'x-list'));
  });

  it('reports on every page what was lost, and more on the page of a beacon whose run was restored', async () => {
    const { app } = await open('/devices', {
      outbox: { storageRemarks: ['databaseEmptied', 'copiesRestored:2', 'runRestored:7hK2'] },
      runs: [fixtureRun('a', { uniqueId: '7hK2', outcome: null })],
    });
    const notices = () => readable(app);
    expect(notices())
      .to.contain('cleared the storage of this account')
      .and.contain('2 receipts were restored')
      .and.contain('1 unfinished run was restored');
    expect(await faultsOf(app)).to.deep.equal([]);
    navigate('/devices/7hK2');
    await until(() => notices().includes(noticeStrings.lost.runHere));
    // The other losses are still unread and must not be dismissed together with this one.
    expect([
      hasAction(app, noticeStrings.lost.understood),
      notices().includes(noticeStrings.lost.emptied),
    ]).to.deep.equal([false, false]);
    navigate('/devices/other');
    await until(() => notices().includes(noticeStrings.lost.beaconHere));
    navigate('/devices');
    await until(() => document.title.startsWith('Title of devices'));
    await settled(app);
    action(app, 'Understood').click();
    await settled(app);
    expect(notices()).not.to.contain('cleared the storage');
  });

  it('reports that the list of accounts was lost, also while no account is connected', async () => {
    const { app } = await open('/', {
      session: none,
      phone: {
        receiptsElsewhere: [{ accountId: 'a', name: 'A', toSend: 4, unreadAt: [] }],
        remarks: ['registryEmptied:1'],
      },
    });
    expect(readable(app))
      .to.contain('The list of accounts on this phone was lost')
      .and.contain('4 receipts not delivered yet');
  });

  it('warns on every page while the page runs without a Content Security Policy, and only then', async () => {
    const { app, services } = await open('/devices');
    expect(readable(app)).not.to.contain(shellStrings.noPolicy);
    services.lives.app.value = { ...services.lives.app.value, policy: 'none' };
    await settled(app);
    expect(readable(app)).to.contain(shellStrings.noPolicy);
    navigate('/overview');
    await until(() => shows(app, 'x-overview'));
    expect(readable(app)).to.contain(shellStrings.noPolicy);
    services.lives.app.value = { ...services.lives.app.value, policy: 'page' };
    await settled(app);
    expect(readable(app)).not.to.contain(shellStrings.noPolicy);
  });

  it('offers an update, but never during a run', async () => {
    const { app, services } = await open('/devices', { app: { updateWaiting: true } });
    action(app, 'Update now').click();
    expect(services.called('app.applyUpdate')).to.have.length(1);
    services.lives.current.value = progress;
    await settled(app);
    expect(hasAction(app, 'Update now')).to.equal(false);
    services.lives.current.value = { ...progress, phase: 'ended', copyMissing: 'second' };
    await settled(app);
    expect(hasAction(app, 'Update now')).to.equal(false);
    services.lives.current.value = { ...progress, phase: 'ended' };
    await settled(app);
    expect(hasAction(app, 'Update now')).to.equal(true);
  });

  it('shows what an update waits for, and loads it once it has taken over and no run is open', async () => {
    const { app, services } = await open('/devices', { app: { updateWaiting: true, takingOver: 'held' } });
    expect(readable(app)).to.contain(shellStrings.update.held);
    expect(hasAction(app, 'Update now')).to.equal(false);
    services.lives.current.value = progress;
    services.lives.app.value = { ...services.lives.app.value, takingOver: 'done' };
    await settled(app);
    expect(services.called('app.applyUpdate')).to.have.length(0);
    services.lives.current.value = { ...progress, phase: 'ended' };
    await settled(app);
    expect(services.called('app.applyUpdate').length).to.be.greaterThan(0);
  });

  it('asks for confirmation before the screen of an open run is left', async () => {
    const { app } = await open('/run/7hK2', { current: progress });
    await until(() => hasPage(app));
    navigate('/devices');
    await until(() => readable(app).includes('A run is in progress'));
    action(app, 'Stay here').click();
    await settled(app);
    expect(location.pathname).to.equal('/run/7hK2');
    navigate('/devices');
    await until(() => hasAction(app, 'Leave this screen'));
    action(app, 'Leave this screen').click();
    await until(() => location.pathname === '/devices');
  });

  it('does not ask for confirmation on other pages, nor when the run has ended', async () => {
    const { services } = await open('/devices', { current: progress });
    navigate('/devices/a');
    await until(() => location.pathname === '/devices/a');
    navigate('/run/7hK2');
    await until(() => location.pathname === '/run/7hK2');
    services.lives.current.value = { ...progress, phase: 'ended' };
    navigate('/devices');
    await until(() => location.pathname === '/devices');
  });

  it('prevents the window from being closed during a run', async () => {
    const { services } = await open('/devices', { current: progress });
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    expect(event.defaultPrevented).to.equal(true);
    services.lives.current.value = null;
    const later = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(later);
    expect(later.defaultPrevented).to.equal(false);
  });

  it('shows one toast, and undoes only once', async () => {
    const { app } = await open('/devices');
    await until(() => hasPage(app));
    let undone = 0;
    action(app, 'In the page').dispatchEvent(new SayEvent('Removed', () => (undone += 1)));
    // The code of the toast is loaded when the page is idle.
    await until(() => hasAction(app, 'Undo'));
    action(app, 'Undo').click();
    await settled(app);
    expect(undone).to.equal(1);
    expect(hasAction(app, 'Undo')).to.equal(false);
  });

  describe('in the dialog for the key', () => {
    const KEY = /^API key/;
    const { label: PASSPHRASE, repeat: REPEAT } = keyStrings.passphrase;

    const askForKey = async (app: FkApp): Promise<void> => {
      action(app, elementStrings.header.states.key).click();
      await settled(app);
      action(app, 'Enter key').click();
    };

    it('accepts a key, offers to remember it, and keeps nothing that was typed', async () => {
      const { app, services } = await open('/devices', { session: { key: 'needed' }, outbox: { toSend: 3 } });
      await askForKey(app);
      await until(() => has(app, 'dialog'));
      await settled(app);
      expect(readable(app)).to.contain('3 receipts wait for your key.');
      expect(
        deepAll<HTMLInputElement>(app, 'input').map((input) => [
          input.type,
          input.autocomplete,
          input.name,
          getComputedStyle(input).getPropertyValue('-webkit-text-security'),
        ]),
      ).to.deep.equal([['text', 'off', '', 'disc']]);
      expect(await faultsOf(app)).to.deep.equal([]);
      action(app, 'Use this key').click();
      await settled(app);
      expect(readable(app)).to.contain('Enter the key first.');
      fill(app, KEY, '  secret-key-1 ');
      action(app, 'Use this key').click();
      await until(() => hasAction(app, 'Remember the key'));
      expect(services.called('session.giveKey')[0]!.args[0]).to.equal('secret-key-1');
      const markup = deepAll(app, '*').map(({ outerHTML }) => outerHTML);
      expect(markup.join()).not.to.contain('secret-key-1');
      fill(app, PASSPHRASE, 'short');
      action(app, 'Remember the key').click();
      await settled(app);
      expect(services.called('session.setPassphrase')).to.have.length(0);
      fill(app, PASSPHRASE, 'four quiet words here');
      fill(app, REPEAT, 'four quiet words there');
      action(app, 'Remember the key').click();
      await settled(app);
      expect(readable(app)).to.contain('The passphrases do not match.');
      fill(app, REPEAT, 'four quiet words here');
      action(app, 'Remember the key').click();
      await until(() => services.called('session.setPassphrase').length === 1);
      await until(() => !has(app, 'dialog'));
      // The dialog opens again the next time.
      services.lives.session.value = { ...services.lives.session.value, key: 'needed' };
      await settled(app);
      await askForKey(app);
      await until(() => has(app, 'dialog'));
    });

    it('opens the stored key with the passphrase, and says when that is wrong', async () => {
      const outcomes = ['wrongPassphrase', 'opened'] as const;
      let tries = 0;
      history.replaceState(null, '', '/devices');
      const services = scriptedServices(
        { session: { key: 'vault', hasVault: true } },
        { session: { openVault: async () => outcomes[tries++]! } },
      );
      const app = await place<FkApp>(html`<fk-app .services=${services} .routes=${routes}></fk-app>`);
      await askForKey(app);
      await until(() => has(app, 'dialog'));
      await settled(app);
      fill(app, PASSPHRASE, 'not it');
      action(app, 'Open').click();
      await until(() => readable(app).includes('Wrong passphrase.'));
      action(app, 'Open').click();
      await until(() => !has(app, 'dialog'));
    });

    const giveKey = async (app: FkApp): Promise<void> => {
      await askForKey(app);
      await until(() => has(app, 'dialog'));
      await settled(app);
      if (hasAction(app, keyStrings.key.instead.key)) action(app, keyStrings.key.instead.key).click();
      await settled(app);
      fill(app, KEY, 'secret-key-1');
      action(app, 'Use this key').click();
    };

    it('stores the key behind the screen lock, and closes', async () => {
      const services = scriptedServices({}, { session: { offersScreenLock: async () => true } });
      const app = await place<FkApp>(html`<fk-app .services=${services} .routes=${routes}></fk-app>`);
      app.dispatchEvent(new AskKeyEvent('keep'));
      await until(() => hasAction(app, keyStrings.screenLock.use));
      expect(await faultsOf(the(app, 'dialog'))).to.deep.equal([]);
      action(app, keyStrings.screenLock.use).click();
      await until(() => !has(app, 'dialog'));
      expect(services.called('session.setScreenLock')).to.have.length(1);
      expect(services.called('session.setPassphrase')).to.have.length(0);
    });

    it('offers the passphrase where the screen lock cannot keep the key, and says why', async () => {
      for (const refusal of ['noPrf', 'unavailable', 'notConfirmed'] as const) {
        const services = scriptedServices(
          {},
          { session: { offersScreenLock: async () => true, setScreenLock: async () => refusal } },
        );
        const app = await place<FkApp>(html`<fk-app .services=${services} .routes=${routes}></fk-app>`);
        app.dispatchEvent(new AskKeyEvent('keep'));
        await until(() => hasAction(app, keyStrings.screenLock.use));
        action(app, keyStrings.screenLock.use).click();
        const { notSaved, refusals } = keyStrings.screenLock;
        const words = refusal === 'notConfirmed' ? notSaved : refusals[refusal];
        await until(() => readable(app).includes(words));
        expect(await faultsOf(the(app, 'dialog'))).to.deep.equal([]);
        if (refusal === 'notConfirmed') action(app, keyStrings.key.instead.passphrase).click();
        await settled(app);
        expect(hasAction(app, keyStrings.key.remember)).to.equal(true);
        app.remove();
      }
    });

    it('asks for the screen lock as soon as it opens, and keeps every other way available', async () => {
      const outcomes = ['notConfirmed', 'noVault', 'opened'] as const;
      let tries = 0;
      const services = scriptedServices(
        { session: { key: 'vault', hasVault: true, hasScreenLock: true } },
        { session: { openScreenLock: async () => outcomes[tries++]! } },
      );
      const app = await place<FkApp>(html`<fk-app .services=${services} .routes=${routes}></fk-app>`);
      await askForKey(app);
      const { refusals, open: unlock } = keyStrings.screenLock;
      await until(() => readable(app).includes(refusals.notConfirmed));
      for (const other of ['passphrase', 'key'] as const)
        expect(hasAction(app, keyStrings.key.instead[other]), other).to.equal(true);
      action(app, unlock).click();
      await until(() => readable(app).includes(refusals.damaged));
      expect(hasAction(app, keyStrings.key.open)).to.equal(true);
      action(app, keyStrings.key.instead.screenLock).click();
      await settled(app);
      action(app, unlock).click();
      await until(() => !has(app, 'dialog'));
      expect(services.called('session.openScreenLock')).to.have.length(3);
    });

    it('cancels the prompt of the screen lock when another way to enter the key is chosen', async () => {
      let taken: AbortSignal | undefined;
      const services = scriptedServices(
        { session: { key: 'vault', hasScreenLock: true } },
        {
          session: {
            openScreenLock: (signal) =>
              new Promise((resolve) => {
                taken = signal;
                signal!.addEventListener('abort', () => resolve('notConfirmed'));
              }),
          },
        },
      );
      const app = await place<FkApp>(html`<fk-app .services=${services} .routes=${routes}></fk-app>`);
      await askForKey(app);
      await until(() => taken !== undefined);
      action(app, keyStrings.key.instead.key).click();
      await settled(app);
      expect(taken!.aborted).to.equal(true);
      expect(readable(app)).not.to.contain(keyStrings.screenLock.refusals.notConfirmed);
      fill(app, KEY, 'secret-key-1');
      action(app, 'Use this key').click();
      await until(() => services.called('session.giveKey').length === 1);
    });

    it('does not offer to remember a key that was not checked', async () => {
      const services = scriptedServices(
        { session: { key: 'needed' } },
        { session: { giveKey: async () => ({ kind: 'connected', account: fixtureAccount(), mayRemember: false }) } },
      );
      const app = await place<FkApp>(html`<fk-app .services=${services} .routes=${routes}></fk-app>`);
      await giveKey(app);
      await until(() => !has(app, 'dialog'));
      expect(services.called('session.giveKey')).to.have.length(1);
      expect(hasAction(app, 'Remember the key')).to.equal(false);
    });

    it('offers the passphrase, or else the rescue page, when the key belongs to no stored account', async () => {
      const account = fixtureAccount();
      for (const hasVault of [true, false]) {
        const accounts = [{ account, onlyHere: 3, hasVault, needsPassphrase: true }];
        const services = scriptedServices(
          { session: { key: hasVault ? 'vault' : 'needed', hasVault, account: null, locked: account } },
          { session: { giveKey: async () => ({ kind: 'otherKey', known: accounts }) } },
        );
        const app = await place<FkApp>(html`<fk-app .services=${services} .routes=${routes}></fk-app>`);
        await giveKey(app);
        const { otherKey, key } = keyStrings;
        const words = hasVault ? otherKey.passphraseOnly(account.name) : otherKey.noWayIn(account.name);
        await until(() => readable(app).includes(words));
        expect(await faultsOf(the(app, 'dialog'))).to.deep.equal([]);
        expect(hasAction(app, otherKey.same(account.name))).to.equal(false);
        expect(hasAction(app, otherKey.other)).to.equal(true);
        if (hasVault) {
          action(app, key.instead.passphrase).click();
          await settled(app);
          expect(readable(app)).to.contain(key.openHeading);
        } else expect(action(app, otherKey.toRescue).getAttribute('href')).to.equal('/rescue.html');
        app.remove();
      }
    });
  });
});
