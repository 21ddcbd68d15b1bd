/** Welcome and connect: missing browser features, the connection test, and a key that appears nowhere. */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { fixtureAccount } from '../../../../test/support/fixture-rows.ts';
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
import { judgePassphrase } from '../../../domain/passphrase.ts';
import { writeSetUpLink, type SetUp } from '../../../domain/set-up-link.ts';
import type { ConnectionVerdict, KeyDoubt } from '../../../use-cases/session/offered.ts';
import type { AskKeyEvent } from '../../shared/ask-key-event.ts';
import { startRouter } from '../../shell/router.ts';
import { connectStrings } from '../../strings/connect.ts';
import { failureActions, failureWords } from '../../strings/failures.ts';
import { keyStrings } from '../../strings/keys.ts';
import { whyNoBluetooth } from '../../shared/no-bluetooth.ts';
import { CodeEvent, type FkScanLabel } from '../../elements/scan-label/scan-label.ts';
import { noBluetoothStrings } from '../../strings/no-bluetooth.ts';
import '../welcome/welcome-page.ts';
import { VENDOR_PRESETS } from '../../../domain/vendor-presets.ts';
import './connect-page.ts';
import type { FkConnectPage } from './connect-page.ts';

const home = location.href;
const none = { account: null, key: 'none', hasVault: false, hasScreenLock: false, accounts: [] } as const;

async function open(answers: ScriptedAnswers = {}): Promise<{ page: FkConnectPage; services: ScriptedServices }> {
  const services = scriptedServices({ session: none }, answers);
  return {
    page: await place<FkConnectPage>(html`<fk-connect-page .services=${services}></fk-connect-page>`),
    services,
  };
}

function type(page: Element, name: string, value: string): Promise<void> {
  const field = deepAll(page, 'fk-field').find((one) => (one as unknown as { name: string }).name === name)!;
  const control = deepAll<HTMLInputElement>(field, 'input')[0]!;
  if (control.type === 'checkbox') control.click();
  else {
    control.value = value;
    control.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  }
  return settled(page);
}

async function press(page: Element, words: string): Promise<void> {
  action(page, words).click();
  await new Promise((resolve) => setTimeout(resolve));
  await settled(page);
}

async function fill(page: FkConnectPage): Promise<void> {
  await type(page, 'baseUrl', 'https://api.example.com/');
  await type(page, 'legacyBaseUrl', 'https://legacy.example.com');
  await type(page, 'apiKey', ' secret-key-1 ');
}

function noticeTexts(page: Element): string {
  return deepAll(page, 'fk-notice')
    .map((one) => (one as unknown as { text: string }).text)
    .join(' ');
}

/**
 * Attributes and text of everything on the page, through every shadow root. Values of controls are not part of the
 * markup.
 */
function markup(root: Element): string {
  const shadows = deepAll(root, '*').map((element) => element.shadowRoot?.innerHTML ?? '');
  return [root.shadowRoot?.innerHTML ?? '', ...shadows].join('\n');
}

/** The pages navigate to the devices; without a router that would load another document. */
let stopRouter: () => void;
beforeEach(() => {
  stopRouter = startRouter({ onPath: () => {}, mayLeave: () => true });
});

describe('fk-connect-page', () => {
  afterEach(() => {
    stopRouter();
    clear();
    history.replaceState(null, '', home);
  });

  it('passes axe in three themes, with faults and the passphrase offer', async () => {
    const { page } = await open();
    await type(page, 'remember', '');
    await press(page, 'Connect');
    expect(readable(page)).to.contain('Required.').and.contain('Enter the API key.');
    for (const theme of ['light', 'dark', 'sun']) {
      document.documentElement.dataset['theme'] = theme;
      expect(await faultsOf(page), theme).to.deep.equal([]);
    }
  });

  it('fills in the addresses of a known backend, and completes one that was typed without https://', async () => {
    const { page } = await open();
    const fieldOf = (name: string) =>
      deepAll<HTMLElement & { name: string; value: string }>(page, 'fk-field').find((one) => one.name === name)!;
    const [, preset] = VENDOR_PRESETS;
    const radios = deepAll<HTMLInputElement>(page, '.presets input');
    const chosen = (): string | undefined => radios.find(({ checked }) => checked)?.value;
    expect(chosen()).to.equal('');
    radios.find(({ value }) => value === preset!.id)!.click();
    await settled(page);
    expect(chosen()).to.equal(preset!.id);
    for (const name of ['baseUrl', 'legacyBaseUrl', 'vendor'] as const)
      expect(fieldOf(name).value).to.equal(preset![name]);
    await type(page, 'baseUrl', 'proxy.example.com/v3');
    expect(chosen()).to.equal('');
    deepAll<HTMLInputElement>(fieldOf('baseUrl'), 'input')[0]!.dispatchEvent(new Event('change', { bubbles: true }));
    await settled(page);
    expect(fieldOf('baseUrl').value).to.equal('https://proxy.example.com/v3');
    radios.find(({ value }) => value === preset!.id)!.click();
    await settled(page);
    radios.find(({ value }) => value === '')!.click();
    await settled(page);
    expect([fieldOf('baseUrl').value, fieldOf('legacyBaseUrl').value]).to.deep.equal(['', '']);
  });

  it('sends no request while a field is invalid, and focuses the first such field', async () => {
    const { page, services } = await open();
    await fill(page);
    await type(page, 'baseUrl', 'http://api.example.com');
    await press(page, 'Test connection');
    expect(readable(page)).to.contain('Use https.');
    expect((page.shadowRoot!.activeElement as HTMLElement & { name: string }).name).to.equal('baseUrl');
    expect(services.called('session.test')).to.deep.equal([]);
    expect(services.called('session.connect')).to.deep.equal([]);
  });

  it('asks whose another key is, and passes the answer to the session', async () => {
    const account = fixtureAccount();
    const { page, services } = await open({
      session: {
        connect: async () => ({
          kind: 'otherKey',
          known: [{ account, onlyHere: 3, hasVault: true, needsPassphrase: false }],
        }),
      },
    });
    await fill(page);
    await press(page, 'Connect');
    const { otherKey } = keyStrings;
    for (const words of [otherKey.ask, otherKey.waits(3), otherKey.endsVault]) expect(readable(page)).to.contain(words);
    for (const theme of ['light', 'dark', 'sun']) {
      document.documentElement.dataset['theme'] = theme;
      expect(await faultsOf(page), theme).to.deep.equal([]);
    }
    await press(page, otherKey.other);
    expect(services.called('session.connect').at(-1)!.args.at(-1)).to.deep.equal({ kind: 'other' });
  });

  it('says why a key was refused without asking whose it is', async () => {
    for (const [doubt, words] of Object.entries(keyStrings.otherKey.notProven) as [KeyDoubt, string][]) {
      const { page } = await open({ session: { connect: async () => ({ kind: 'notProven', doubt }) } });
      await fill(page);
      await press(page, 'Connect');
      expect(noticeTexts(page)).to.contain(words);
      await type(page, 'apiKey', 'another-key-2');
      expect(noticeTexts(page)).not.to.contain(words);
      page.remove();
    }
  });

  it('describes each verdict in plain words', async () => {
    const verdicts: [ConnectionVerdict, string][] = [
      [{ kind: 'ok', devices: 230 }, 'This key sees 230 devices'],
      [{ kind: 'ok', devices: null }, 'The connection works.'],
      [{ kind: 'wrongKey' }, 'does not accept this API key'],
      [{ kind: 'hiddenByCors' }, 'it blocks this site (CORS)'],
      [{ kind: 'wrongHostOrOffline' }, 'Either the address is wrong'],
      [{ kind: 'blockedHere' }, 'its security policy lists'],
      [
        { kind: 'ok', devices: 2, v3: { kind: 'wrongHostOrOffline' } },
        'Legacy base URL: The connection works. This key sees 2 devices. Base URL: No answer',
      ],
      [{ kind: 'ok', devices: 2, v3: { kind: 'ok', devices: null } }, 'The connection works. This key sees 2 devices.'],
      [
        {
          kind: 'other',
          failure: { kind: 'mediaType', status: 415, message: 'bad version', fields: [], retryAfterMs: null },
        },
        'The backend gave an unexpected answer',
      ],
    ];
    let now: ConnectionVerdict = { kind: 'wrongKey' };
    const { page, services } = await open({ session: { test: async () => now } });
    await fill(page);
    for (const [verdict, words] of verdicts) {
      now = verdict;
      await press(page, 'Test connection');
      expect(
        deepAll(page, 'fk-notice')
          .map((one) => (one as unknown as { text: string }).text)
          .join(' '),
        verdict.kind,
      ).to.contain(words);
    }
    expect(readable(page)).to.contain('HTTP 415: bad version');
    expect(services.called('session.test')[0]!.args.slice(0, 2)).to.deep.include('secret-key-1');
    await type(page, 'vendor', 'other');
    expect(deepAll(page, '#verdict')).to.have.length(0);
  });

  it('offers the sign-in page when a network or a proxy answers in place of the backend', async () => {
    const portal = (address: string): ConnectionVerdict => ({
      kind: 'other',
      failure: { kind: 'portal', status: 200, message: '', fields: [], retryAfterMs: null, address },
    });
    const verdict = { ...portal('https://backend.example/legacy'), v3: portal('https://backend.example') };
    const { page } = await open({ session: { test: async () => verdict } });
    await fill(page);
    await press(page, 'Test connection');
    expect(readable(page)).to.contain(failureWords.portal.says);
    const links = deepAll<HTMLElement & { href: string }>(page, 'fk-button').filter(
      (one) => one.textContent.trim() === failureActions.signIn,
    );
    expect(links.map(({ href }) => href)).to.deep.equal(['https://backend.example/legacy']);
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('connects without storing the key, and with a passphrase when one is given', async () => {
    const { page, services } = await open();
    await fill(page);
    await press(page, 'Connect');
    const [draft, key, passphrase] = services.called('session.connect')[0]!.args as [
      { name: string; vendor: string },
      string,
      string | null,
    ];
    expect([draft.name, draft.vendor, key, passphrase]).to.deep.equal([
      'api.example.com',
      'kontakt',
      'secret-key-1',
      null,
    ]);
    await type(page, 'remember', '');
    await type(page, 'passphrase', 'four quiet words here');
    await type(page, 'repeat', 'four quiet words there');
    await press(page, 'Connect');
    expect(readable(page)).to.contain('The passphrases do not match.');
    expect(services.called('session.connect')).to.have.length(1);
    await type(page, 'repeat', 'four quiet words here');
    await press(page, 'Connect');
    expect(services.called('session.connect')[1]!.args[2]).to.equal('four quiet words here');
  });

  it('stores the key under the screen lock when the device has one, and offers the passphrase instead', async () => {
    const events: AskKeyEvent[] = [];
    for (const outcome of ['kept', 'noPrf'] as const) {
      const { page, services } = await open({
        session: { offersScreenLock: async () => true, setScreenLock: async () => outcome },
      });
      page.addEventListener('fk-ask-key', (event) => events.push(event));
      await fill(page);
      await type(page, 'remember', '');
      expect(deepAll(page, 'fk-new-passphrase')).to.have.length(0);
      expect(await faultsOf(page)).to.deep.equal([]);
      await press(page, 'Connect');
      expect(services.called('session.connect')[0]!.args[2]).to.equal(null);
      expect(services.called('session.setScreenLock')).to.have.length(1);
      page.remove();
    }
    expect(events.map(({ purpose, refusal }) => [purpose, refusal])).to.deep.equal([['keep', 'noPrf']]);
    const { page, services } = await open({ session: { offersScreenLock: async () => true } });
    await fill(page);
    await type(page, 'remember', '');
    const select = deepAll<HTMLSelectElement>(
      deepAll(page, 'fk-field').find((one) => (one as unknown as { name: string }).name === 'lockedBy')!,
      'select',
    )[0]!;
    select.value = 'passphrase';
    select.dispatchEvent(new Event('change', { bubbles: true, composed: true }));
    await settled(page);
    await type(page, 'passphrase', 'four quiet words here');
    await type(page, 'repeat', 'four quiet words here');
    await press(page, 'Connect');
    expect(services.called('session.connect')[0]!.args[2]).to.equal('four quiet words here');
    expect(services.called('session.setScreenLock')).to.have.length(0);
  });

  it('hides the key while typing, shows it on request, and never writes it into the page', async () => {
    const { page } = await open({
      session: { connect: async () => Promise.reject(new Error('secret-key-1 could not be stored')) },
    });
    await fill(page);
    const input = (): HTMLInputElement => deepAll<HTMLInputElement>(deepAll(page, 'fk-secret-field')[0]!, 'input')[0]!;
    const mask = (): string => getComputedStyle(input()).getPropertyValue('-webkit-text-security');
    // With type password, or such a name, the browser would offer to store it.
    expect([input().type, input().autocomplete, input().name, mask()]).to.deep.equal(['text', 'off', '', 'disc']);
    await press(page, 'Connect');
    expect(readable(page)).to.contain('Connect');
    expect(readable(page)).not.to.contain('secret-key-1');
    expect(markup(page)).not.to.contain('secret-key-1');
    await press(page, 'Show');
    expect([input().type, mask()]).to.deep.equal(['text', 'none']);
    expect(input().value.trim()).to.equal('secret-key-1');
    page.remove();
    expect((page as unknown as { apiKey: string }).apiKey).to.equal('');
  });

  it('refuses the key as passphrase, and warns of an easy one before anything is stored', async () => {
    const { page, services } = await open({
      session: {
        judgePassphrase: async (passphrase, key) =>
          judgePassphrase(passphrase, key ?? null, passphrase.startsWith('1') ? 50 : 1e20),
      },
    });
    await fill(page);
    await type(page, 'remember', '');
    for (const [passphrase, words] of [
      ['secret-key-1', 'The passphrase must not be the key itself.'],
      ['12345678901234567890', 'Too easy to guess'],
      ['short', '7 more characters needed.'],
    ] as const) {
      await type(page, 'passphrase', passphrase);
      await type(page, 'repeat', passphrase);
      await press(page, 'Connect');
      expect(readable(page)).to.contain(words).and.not.to.contain('Strong.');
    }
    expect(services.called('session.connect')).to.have.length(0);
    await type(page, 'passphrase', 'four quiet words here');
    await type(page, 'repeat', 'four quiet words here');
    await press(page, 'Connect');
    expect(services.called('session.connect')).to.have.length(1);
  });

  it('checks the Bluetooth profile and opens it at the error', async () => {
    const { page, services } = await open();
    await fill(page);
    await type(page, 'profile.serviceUuid', 'nonsense');
    await press(page, 'Connect');
    expect(deepAll<HTMLDetailsElement>(page, 'details').some((details) => details.open)).to.equal(true);
    expect(services.called('session.connect')).to.have.length(0);
  });
});

describe('a set-up link or code', () => {
  const { setUp: words } = connectStrings;
  const OWN: SetUp = {
    name: 'North Wing',
    baseUrl: 'https://proxy.example.com/v3',
    legacyBaseUrl: 'https://dm.example.com',
    vendor: 'acme',
  };
  const known: SetUp = { ...VENDOR_PRESETS[0]!, name: 'South Wing' };
  const linkTo = (setUp: SetUp): string => writeSetUpLink(`${location.origin}/connect`, setUp)!;

  afterEach(() => {
    stopRouter();
    clear();
    history.replaceState(null, '', home);
  });

  /** The page as a link opens it. */
  async function openWith(link: string) {
    history.replaceState(null, '', new URL(link).hash);
    return open();
  }

  /** The texts of the fields; null while there is no form. */
  function filledIn(page: Element): unknown {
    const fields = deepAll<HTMLElement & { name: string; value: string }>(page, 'fk-field');
    if (fields.length === 0) return null;
    const valueOf = (name: string): string | undefined => fields.find((field) => field.name === name)?.value;
    return {
      name: valueOf('name'),
      baseUrl: valueOf('baseUrl'),
      legacyBaseUrl: valueOf('legacyBaseUrl'),
      vendor: valueOf('vendor'),
    };
  }

  const hostsIn = (page: Element): string[] => deepAll(page, '.host').map((host) => host.textContent.trim());

  async function scan(page: Element, code: string): Promise<FkScanLabel> {
    await press(page, connectStrings.scan);
    const scanner = deepAll<FkScanLabel>(page, 'fk-scan-label')[0]!;
    scanner.dispatchEvent(new CodeEvent(code, 'qr_code'));
    await settled(page);
    return scanner;
  }

  it('shows the hosts in large type before a link fills in anything, and fills it in after confirmation', async () => {
    const { page, services } = await openWith(linkTo(OWN));
    expect(filledIn(page)).to.equal(null);
    expect(hostsIn(page)).to.deep.equal(['proxy.example.com', 'dm.example.com']);
    expect(parseFloat(getComputedStyle(deepAll(page, '.host')[0]!).fontSize)).to.be.at.least(32);
    expect(noticeTexts(page)).to.contain(words.unknown);
    for (const theme of ['light', 'dark', 'sun']) {
      document.documentElement.dataset['theme'] = theme;
      expect(await faultsOf(page), theme).to.deep.equal([]);
    }
    await press(page, words.fill);
    expect(filledIn(page)).to.deep.equal(OWN);
    expect(location.hash).to.equal('');
    expect(page.shadowRoot!.activeElement?.localName).to.equal('fk-secret-field');
    expect(services.called('session.test')).to.deep.equal([]);
    expect(services.called('session.connect')).to.deep.equal([]);
  });

  it('leaves the form unchanged when a link is declined', async () => {
    const { page } = await openWith(linkTo(OWN));
    await press(page, words.leave);
    expect(filledIn(page)).to.include({ name: '', baseUrl: '', legacyBaseUrl: '' });
    expect(location.hash).to.equal('');
  });

  it('asks about a link that is opened while the form is shown', async () => {
    const { page } = await open();
    await type(page, 'name', 'Typed');
    location.hash = new URL(linkTo({ ...OWN, name: '' })).hash;
    await new Promise((resolve) => window.addEventListener('hashchange', resolve, { once: true }));
    await settled(page);
    expect(hostsIn(page)).to.deep.equal(['proxy.example.com', 'dm.example.com']);
    await press(page, words.fill);
    expect(filledIn(page)).to.deep.equal({ ...OWN, name: 'Typed' });
  });

  it('names a known backend without a warning', async () => {
    const { page } = await openWith(linkTo(known));
    expect(readable(page)).to.contain(words.known(connectStrings.presets.kontaktUs));
    expect(noticeTexts(page)).not.to.contain(words.unknown);
  });

  it('warns of a link with one address of a known backend and one of another', async () => {
    const { page } = await openWith(linkTo({ ...known, legacyBaseUrl: 'https://kontakt.io.example' }));
    expect(noticeTexts(page)).to.contain(words.unknown);
    expect(hostsIn(page)).to.contain('kontakt.io.example');
  });

  it('says why a link is not used, until the person continues by hand', async () => {
    const { page } = await openWith(linkTo(OWN).replace('proxy.example.com', 'user%3Apassword%40proxy.example.com'));
    expect(hostsIn(page)).to.deep.equal([]);
    expect(noticeTexts(page)).to.contain(words.problems.badAddress);
    expect(filledIn(page)).to.include({ baseUrl: '' });
    await type(page, 'name', 'By hand');
    expect(noticeTexts(page)).not.to.contain(words.problems.badAddress);
  });

  it('fills in the code of a known backend at once, whatever host drew it', async () => {
    const { page } = await open();
    await type(page, 'apiKey', 'secret-key-1');
    const scanner = await scan(page, writeSetUpLink('https://elsewhere.example/connect', known)!);
    expect(scanner.open).to.equal(false);
    const { name, baseUrl, legacyBaseUrl, vendor } = known;
    expect(filledIn(page)).to.deep.equal({ name, baseUrl, legacyBaseUrl, vendor });
    expect(page.shadowRoot!.activeElement?.localName).to.equal('fk-secret-field');
  });

  it('asks about the code of any other backend', async () => {
    const { page } = await open();
    await scan(page, linkTo(OWN));
    expect(hostsIn(page)).to.deep.equal(['proxy.example.com', 'dm.example.com']);
    expect(page.shadowRoot!.activeElement?.localName).to.equal('h2');
    await press(page, words.fill);
    expect(filledIn(page)).to.deep.equal(OWN);
  });

  it('shows the error of a code and keeps the scanner open', async () => {
    const { page } = await open();
    for (const [code, problem] of [
      ['Ab3dEf', 'foreign'],
      [linkTo(OWN).replace('set-up=1', 'set-up=2'), 'newerVersion'],
      [`${location.origin}/connect#set-up=1`, 'damaged'],
      [linkTo(OWN).replace('https%3A%2F%2Fdm', 'javascript%3Adm'), 'badAddress'],
    ] as const) {
      const scanner = await scan(page, code);
      expect([scanner.open, scanner.querySelector('fk-notice')?.text]).to.deep.equal([true, words.problems[problem]]);
    }
    expect(filledIn(page)).to.include({ baseUrl: '', legacyBaseUrl: '' });
  });
});

describe('fk-welcome-page', () => {
  afterEach(() => {
    stopRouter();
    clear();
    history.replaceState(null, '', home);
  });

  const welcome = async (values: ScriptedValues = {}, answers: ScriptedAnswers = {}) => {
    const services = scriptedServices({ session: none, ...values }, answers);
    return { page: await place(html`<fk-welcome-page .services=${services}></fk-welcome-page>`), services };
  };

  it('offers practice and an account, in three themes', async () => {
    const { page, services } = await welcome({ session: { ...none, accounts: [fixtureAccount()] } });
    for (const theme of ['light', 'dark', 'sun']) {
      document.documentElement.dataset['theme'] = theme;
      expect(await faultsOf(page), theme).to.deep.equal([]);
    }
    expect(action(page, 'Connect your account').getAttribute('href')).to.equal('/connect');
    await press(page, 'Continue with North Wing Hospital');
    expect(services.called('session.switchTo')[0]!.args).to.deep.equal(['acc-1']);
    await press(page, 'Practice in the sandbox');
    expect(services.called('session.practise')).to.have.length(1);
  });

  it('says at once that Web Bluetooth is missing, and what works without it', async () => {
    const { page } = await welcome({ radio: 'absent' });
    // The advice depends on the operating system of the tests.
    expect(deepAll(page, 'fk-notice')[0]).to.have.property('text', noBluetoothStrings.why[whyNoBluetooth()]);
    expect(readable(page)).to.contain('Everything else works here');
    expect(hasAction(page, 'Practice in the sandbox')).to.equal(true);
  });

  it('says when the sandbox cannot be loaded', async () => {
    const { page } = await welcome(
      {},
      { session: { practise: async () => Promise.reject(new TypeError('no chunk')) } },
    );
    await press(page, 'Practice in the sandbox');
    expect(deepAll(page, 'fk-notice').at(-1)).to.have.property(
      'text',
      'The sandbox could not be loaded. Go online once and try again.',
    );
  });
});
