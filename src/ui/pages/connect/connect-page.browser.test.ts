/** Welcome and connect: missing browser features, the connection test, and a key that appears nowhere. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { html } from 'lit';
import { fixtureAccount } from '../../../../test/support/fixture-rows.ts';
import { clear, deepAll, faultsInThemes, faultsOf, place, settled } from '../../../../test/support/page-place.ts';
import {
  action,
  all,
  announced,
  field,
  fill,
  focused,
  has,
  hasAction,
  readable,
  the,
  visibleIn,
  withWords,
} from '../../../../test/support/roles.ts';
import {
  scriptedServices,
  type ScriptedAnswers,
  type ScriptedServices,
  type ScriptedValues,
} from '../../../../test/support/scripted-services.ts';
import { nextTurn, until } from '../../../../test/support/until.ts';
import { judgePassphrase } from '../../../domain/passphrase.ts';
import { writeSetUpLink, type SetUp } from '../../../domain/set-up-link.ts';
import type { ConnectionVerdict, KeyDoubt } from '../../../use-cases/session/session.ts';
import type { AskKeyEvent } from '../../shared/ask-key-event.ts';
import type { FormController } from '../../shared/form-controller.ts';
import { startRouter } from '../../shell/router.ts';
import { connectStrings } from '../../strings/connect.ts';
import { failureActions, failureWords } from '../../strings/failures.ts';
import { keyStrings } from '../../strings/keys.ts';
import { whyNoBluetooth } from '../../shared/no-bluetooth.ts';
import { CodeEvent } from '../../elements/scan-label/scan-label.ts';
import { noBluetoothStrings } from '../../strings/no-bluetooth.ts';
import { settingsStrings } from '../../strings/settings.ts';
import { welcomeStrings } from '../../strings/welcome.ts';
import '../welcome/welcome-page.ts';
import { VENDOR_PRESETS } from '../../../domain/vendor-presets.ts';
import './connect-page.ts';
import type { FkConnectPage } from './connect-page.ts';

const home = location.href;
/** A required field says so in its name. */
const BASE_URL = /^Address for telemetry/;
const LEGACY_BASE_URL = /^Address for devices/;
const VENDOR = /^Vendor/;
const API_KEY = /^API key/;
const { name: NAME, lockedBy: LOCKED_BY } = connectStrings;
const { label: PASSPHRASE, repeat: REPEAT } = keyStrings.passphrase;
const none = { account: null, key: 'none', hasVault: false, hasScreenLock: false, accounts: [] } as const;

async function open(answers: ScriptedAnswers = {}): Promise<{ page: FkConnectPage; services: ScriptedServices }> {
  const services = scriptedServices({ session: none }, answers);
  return {
    page: await place<FkConnectPage>(html`<fk-connect-page .services=${services}></fk-connect-page>`),
    services,
  };
}

function type(page: Element, label: string | RegExp, value: string): Promise<void> {
  fill(page, label, value);
  return settled(page);
}

async function remember(page: Element): Promise<void> {
  field(page, connectStrings.remember).click();
  await settled(page);
}

async function press(page: Element, words: string): Promise<void> {
  const button = all(page, 'button', words)[0] ?? action(page, words);
  button.click();
  await nextTurn();
  await settled(page);
}

async function choose(page: Element, backend: string): Promise<void> {
  field(page, backend).click();
  await settled(page);
}

async function fillForm(page: FkConnectPage): Promise<void> {
  await choose(page, connectStrings.ownAddresses);
  await type(page, BASE_URL, 'https://api.example.com/');
  await type(page, LEGACY_BASE_URL, 'https://legacy.example.com');
  await type(page, API_KEY, ' secret-key-1 ');
}

/** Attributes and text of everything on the page. Values of controls are not part of the markup. */
function markup(root: Element): string {
  return [root, ...deepAll(root, '*')].map(({ outerHTML }) => outerHTML).join('\n');
}

/** The pages navigate to the devices; without a router that would load another document. */
let stopRouter: () => void;
beforeEach(() => {
  stopRouter = startRouter({ onPath: () => {}, mayLeave: () => true });
});

describe('the page that connects an account', () => {
  afterEach(() => {
    stopRouter();
    clear();
    history.replaceState(null, '', home);
  });

  it('has no accessibility fault that axe finds in any of three themes, with faulty fields and a passphrase', async () => {
    const { page } = await open();
    await remember(page);
    await press(page, 'Connect');
    expect(readable(page)).to.contain(connectStrings.faults.noBackend);
    expect(focused()).to.equal(field(page, connectStrings.presets.kontaktUs));
    await choose(page, connectStrings.ownAddresses);
    await press(page, 'Connect');
    expect(readable(page)).to.contain('Required.').and.contain('Enter the API key.');
    expect(await faultsInThemes(page)).to.deep.equal([]);
  });

  it('connects to the addresses of a chosen known backend, without showing fields for addresses', async () => {
    const { page, services } = await open();
    const [, preset] = VENDOR_PRESETS;
    const { ownAddresses, presets } = connectStrings;
    const chosen = (): string[] =>
      all<HTMLInputElement>(page, 'radio').flatMap((radio) => (radio.checked ? [radio.computedName] : []));
    const fields = (): boolean[] => [BASE_URL, LEGACY_BASE_URL, VENDOR].map((label) => has(page, 'textbox', label));
    expect([chosen(), fields()]).to.deep.equal([[], [false, false, false]]);
    await choose(page, presets[preset!.id]);
    expect([chosen(), fields()]).to.deep.equal([[presets[preset!.id]], [false, false, false]]);
    await type(page, API_KEY, 'secret-key-1');
    await press(page, 'Connect');
    const { baseUrl, legacyBaseUrl, vendor } = preset!;
    expect(services.called('session.connect')[0]!.args[0]).to.deep.include({ baseUrl, legacyBaseUrl, vendor });
    await choose(page, ownAddresses);
    expect([BASE_URL, LEGACY_BASE_URL].map((label) => field(page, label).value)).to.deep.equal(['', '']);
  });

  it('completes an address that was typed without https://', async () => {
    const { page } = await open();
    await choose(page, connectStrings.ownAddresses);
    field(page, BASE_URL).select();
    await sendKeys({ type: 'proxy.example.com/v3' });
    await sendKeys({ press: 'Tab' });
    await settled(page);
    expect(field(page, BASE_URL).value).to.equal('https://proxy.example.com/v3');
  });

  it('sends no request while a field is invalid, and focuses the first such field', async () => {
    const { page, services } = await open();
    await fillForm(page);
    await type(page, BASE_URL, 'http://api.example.com');
    await press(page, 'Connect');
    expect(readable(page)).to.contain('Use https.');
    expect(focused()).to.equal(field(page, BASE_URL));
    expect(services.called('session.test')).to.deep.equal([]);
    expect(services.called('session.connect')).to.deep.equal([]);
  });

  it('asks whether a new key belongs to a known account, and connects with the answer', async () => {
    const account = fixtureAccount();
    const { page, services } = await open({
      session: {
        connect: async () => ({
          kind: 'otherKey',
          known: [{ account, onlyHere: 3, hasVault: true, needsPassphrase: false }],
        }),
      },
    });
    await fillForm(page);
    await press(page, 'Connect');
    const { otherKey } = keyStrings;
    for (const words of [otherKey.ask, otherKey.waits(3), otherKey.endsVault]) expect(readable(page)).to.contain(words);
    expect(await faultsInThemes(page)).to.deep.equal([]);
    await press(page, otherKey.other);
    expect(services.called('session.connect').at(-1)!.args.at(-1)).to.deep.equal({ kind: 'other' });
  });

  it('says why a key did not open the account, until another key is typed', async () => {
    for (const [doubt, words] of Object.entries(keyStrings.otherKey.notProven) as [KeyDoubt, string][]) {
      const { page } = await open({ session: { connect: async () => ({ kind: 'notProven', doubt }) } });
      await fillForm(page);
      await press(page, 'Connect');
      expect(readable(page)).to.contain(words);
      await type(page, API_KEY, 'another-key-2');
      expect(readable(page)).not.to.contain(words);
      page.remove();
    }
  });

  it('shows a text of its own for each result of the connection test', async () => {
    const verdicts: [ConnectionVerdict, RegExp][] = [
      [{ kind: 'wrongKey' }, /does not accept this API key/],
      [{ kind: 'hiddenByCors' }, /it blocks this site \(CORS\)/],
      [{ kind: 'wrongHostOrOffline' }, /Either the address is wrong/],
      [{ kind: 'blockedHere' }, /its security policy lists/],
      [
        { kind: 'ok', devices: 2, v3: { kind: 'wrongHostOrOffline' } },
        /Address for devices: The connection works\. This key sees 2 devices\. .*Address for telemetry: No answer/,
      ],
      [
        {
          kind: 'other',
          failure: { kind: 'mediaType', status: 415, message: 'bad version', fields: [], retryAfterMs: null },
        },
        /The backend gave an unexpected answer/,
      ],
    ];
    let now: ConnectionVerdict = { kind: 'wrongKey' };
    const { page, services } = await open({ session: { test: async () => now } });
    await fillForm(page);
    for (const [verdict, words] of verdicts) {
      now = verdict;
      await press(page, 'Connect');
      expect(readable(page), verdict.kind).to.match(words);
    }
    expect(readable(page)).to.contain('HTTP 415: bad version');
    expect(services.called('session.test')[0]!.args.slice(0, 2)).to.deep.include('secret-key-1');
    await type(page, VENDOR, 'other');
    expect(readable(page)).not.to.contain(connectStrings.verdict.other);
  });

  it('offers the sign-in page when a network or a proxy answers in place of the backend', async () => {
    const portal = (address: string): ConnectionVerdict => ({
      kind: 'other',
      failure: { kind: 'portal', status: 200, message: '', fields: [], retryAfterMs: null, address },
    });
    const legacy = portal('https://backend.example/legacy');
    let verdict: ConnectionVerdict = { ...legacy, v3: portal('https://backend.example') };
    const { page } = await open({ session: { test: async () => verdict } });
    await fillForm(page);
    await press(page, 'Connect');
    expect(readable(page)).to.contain(failureWords.portal.says);
    const links = all<HTMLAnchorElement>(page, 'link').filter(({ computedName }) =>
      computedName.startsWith(failureActions.signIn),
    );
    expect(links.map(({ href }) => href)).to.deep.equal(['https://backend.example/legacy']);
    // The other address has another fault, which is not left out.
    verdict = { ...legacy, v3: { kind: 'wrongHostOrOffline' } };
    await press(page, 'Connect');
    expect(readable(page))
      .to.contain(`${connectStrings.ofAddress(connectStrings.legacyBaseUrl)}${failureWords.portal.says}`)
      .and.match(/Address for telemetry: No answer/);
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('stores the key only when the person asks, under a passphrase that is typed twice', async () => {
    const { page, services } = await open();
    await fillForm(page);
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
    await remember(page);
    await type(page, PASSPHRASE, 'four quiet words here');
    await type(page, REPEAT, 'four quiet words there');
    await press(page, 'Connect');
    expect(readable(page)).to.contain('The passphrases do not match.');
    expect(services.called('session.connect')).to.have.length(1);
    await type(page, REPEAT, 'four quiet words here');
    await press(page, 'Connect');
    expect(services.called('session.connect')[1]!.args[2]).to.equal('four quiet words here');
  });

  it('stores the key under the screen lock if the phone has one, or under a chosen passphrase', async () => {
    const events: AskKeyEvent[] = [];
    for (const outcome of ['kept', 'noPrf'] as const) {
      const { page, services } = await open({
        session: { offersScreenLock: async () => true, setScreenLock: async () => outcome },
      });
      page.addEventListener('fk-ask-key', (event) => events.push(event));
      await fillForm(page);
      await remember(page);
      expect(has(page, 'textbox', PASSPHRASE)).to.equal(false);
      expect(await faultsOf(page)).to.deep.equal([]);
      await press(page, 'Connect');
      expect(services.called('session.connect')[0]!.args[2]).to.equal(null);
      expect(services.called('session.setScreenLock')).to.have.length(1);
      page.remove();
    }
    expect(events.map(({ purpose, refusal }) => [purpose, refusal])).to.deep.equal([['keep', 'noPrf']]);
    const { page, services } = await open({ session: { offersScreenLock: async () => true } });
    await fillForm(page);
    await remember(page);
    await type(page, LOCKED_BY, 'passphrase');
    await type(page, PASSPHRASE, 'four quiet words here');
    await type(page, REPEAT, 'four quiet words here');
    await press(page, 'Connect');
    expect(services.called('session.connect')[0]!.args[2]).to.equal('four quiet words here');
    expect(services.called('session.setScreenLock')).to.have.length(0);
  });

  it('hides the typed key, shows the key on request, and never writes it into the markup of the page', async () => {
    const { page } = await open({
      session: { connect: async () => Promise.reject(new Error('secret-key-1 could not be stored')) },
    });
    await fillForm(page);
    const input = (): HTMLInputElement => field(page, API_KEY);
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
    expect((page as unknown as { form: FormController<'apiKey'> }).form.texts.apiKey).to.equal('');
  });

  it('refuses a passphrase that is the key itself, easy to guess or too short', async () => {
    const { page, services } = await open({
      session: {
        judgePassphrase: async (passphrase, key) =>
          judgePassphrase(passphrase, key ?? null, passphrase.startsWith('1') ? 50 : 1e20),
      },
    });
    await fillForm(page);
    await remember(page);
    for (const [passphrase, words] of [
      ['secret-key-1', 'The passphrase must not be the key itself.'],
      ['12345678901234567890', 'Too easy to guess'],
      ['short', '7 more characters needed.'],
    ] as const) {
      await type(page, PASSPHRASE, passphrase);
      await type(page, REPEAT, passphrase);
      await press(page, 'Connect');
      expect(readable(page)).to.contain(words).and.not.to.contain('Strong.');
    }
    expect(services.called('session.connect')).to.have.length(0);
    await type(page, PASSPHRASE, 'four quiet words here');
    await type(page, REPEAT, 'four quiet words here');
    await press(page, 'Connect');
    expect(services.called('session.connect')).to.have.length(1);
  });

  it('connects after a connection test without faults, otherwise only when the person presses "Connect anyway"', async () => {
    let now: ConnectionVerdict = { kind: 'wrongHostOrOffline' };
    const { page, services } = await open({ session: { test: async () => now } });
    await fillForm(page);
    expect(hasAction(page, connectStrings.connectAnyway)).to.equal(false);
    await press(page, connectStrings.connect);
    expect(services.called('session.connect')).to.deep.equal([]);
    await press(page, connectStrings.connectAnyway);
    expect(services.called('session.test')).to.have.length(1);
    expect(services.called('session.connect')).to.have.length(1);
    now = { kind: 'ok', devices: 2, v3: { kind: 'ok', devices: null } };
    await press(page, connectStrings.connect);
    expect(services.called('session.connect')).to.have.length(2);
  });

  it('does not connect with a fault in the Bluetooth profile, and unfolds the profile to show the fault', async () => {
    const { page, services } = await open();
    await fillForm(page);
    const label = settingsStrings.advanced.fields['profile.serviceUuid'];
    await press(page, connectStrings.advanced);
    await type(page, label, 'nonsense');
    await press(page, connectStrings.advanced);
    expect(has(page, 'textbox', label)).to.equal(false);
    await press(page, 'Connect');
    expect(has(page, 'textbox', label)).to.equal(true);
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
    if (!has(page, 'textbox', NAME)) return null;
    const valueOf = (label: string | RegExp): string => (has(page, 'textbox', label) ? field(page, label).value : '');
    return {
      name: valueOf(NAME),
      baseUrl: valueOf(BASE_URL),
      legacyBaseUrl: valueOf(LEGACY_BASE_URL),
      vendor: valueOf(VENDOR),
    };
  }

  /** The paragraphs in large type. */
  const hostsIn = (page: Element): string[] =>
    all(page, 'paragraph')
      .filter((one) => parseFloat(getComputedStyle(one).fontSize) >= 32)
      .map((host) => host.textContent.trim());

  async function scan(page: Element, code: string): Promise<void> {
    the(page, 'dialog', connectStrings.scanning.heading).dispatchEvent(new CodeEvent(code, 'qr_code'));
    await settled(page);
  }

  it('shows its hosts in large type, and fills in the form only after the person confirms', async () => {
    const { page, services } = await openWith(linkTo(OWN));
    expect(filledIn(page)).to.equal(null);
    expect(hostsIn(page)).to.deep.equal(['proxy.example.com', 'dm.example.com']);
    expect(readable(page)).to.contain(words.unknown);
    expect(await faultsInThemes(page)).to.deep.equal([]);
    await press(page, words.fill);
    expect(filledIn(page)).to.deep.equal(OWN);
    expect(location.hash).to.equal('');
    expect(focused()).to.equal(field(page, API_KEY));
    expect(services.called('session.test')).to.deep.equal([]);
    expect(services.called('session.connect')).to.deep.equal([]);
  });

  it('leaves the form unchanged when the person declines', async () => {
    const { page } = await openWith(linkTo(OWN));
    await press(page, words.leave);
    expect(filledIn(page)).to.include({ name: '', baseUrl: '', legacyBaseUrl: '' });
    expect(location.hash).to.equal('');
  });

  it('that is opened while the form is shown asks first, and keeps the typed name if it has no name', async () => {
    const { page } = await open();
    await type(page, NAME, 'Typed');
    location.hash = new URL(linkTo({ ...OWN, name: '' })).hash;
    await new Promise((resolve) => window.addEventListener('hashchange', resolve, { once: true }));
    await settled(page);
    expect(hostsIn(page)).to.deep.equal(['proxy.example.com', 'dm.example.com']);
    await press(page, words.fill);
    expect(filledIn(page)).to.deep.equal({ ...OWN, name: 'Typed' });
  });

  it('names unusual protocol settings in its question, and fills them in after confirmation', async () => {
    const fields = settingsStrings.advanced.fields;
    const { page } = await openWith(
      linkTo({ ...OWN, protocol: { mediaVersion: 9, keyHeader: 'Authorization: Bearer' } }),
    );
    expect(readable(page)).to.contain(`${fields['protocol.keyHeader']} Authorization: Bearer`);
    await press(page, words.fill);
    await press(page, connectStrings.advanced);
    expect(field(page, fields['protocol.mediaVersion']).value).to.equal('9');
    expect(field<HTMLSelectElement>(page, fields['protocol.keyHeader']).value).to.equal('Authorization: Bearer');
  });

  it('names a known backend without a warning', async () => {
    const { page } = await openWith(linkTo(known));
    expect(readable(page)).to.contain(words.known(connectStrings.presets.kontaktUs));
    expect(readable(page)).not.to.contain(words.unknown);
  });

  it('warns when only one of its two addresses belongs to a known backend', async () => {
    const { page } = await openWith(linkTo({ ...known, legacyBaseUrl: 'https://kontakt.io.example' }));
    expect(readable(page)).to.contain(words.unknown);
    expect(hostsIn(page)).to.contain('kontakt.io.example');
  });

  it('with an invalid address fills in nothing, and says why until the person types', async () => {
    const { page } = await openWith(linkTo(OWN).replace('proxy.example.com', 'user%3Apassword%40proxy.example.com'));
    expect(hostsIn(page)).to.deep.equal([]);
    expect(readable(page)).to.contain(words.problems.badAddress);
    expect(filledIn(page)).to.include({ baseUrl: '' });
    await type(page, NAME, 'By hand');
    expect(readable(page)).not.to.contain(words.problems.badAddress);
  });

  it('of a known backend fills in the form at once when scanned, whatever site made the code', async () => {
    const { page, services } = await open();
    const shown = visibleIn(page);
    expect(shown.indexOf(action(page, connectStrings.scan))).to.be.below(shown.indexOf(all(page, 'radio')[0]!));
    await type(page, API_KEY, 'secret-key-1');
    await press(page, connectStrings.scan);
    await scan(page, writeSetUpLink('https://elsewhere.example/connect', known)!);
    expect(has(page, 'dialog')).to.equal(false);
    expect(services.called('app.signal').map(({ args }) => args)).to.deep.equal([['done']]);
    expect(filledIn(page)).to.include({ name: known.name, baseUrl: '' });
    expect(field(page, connectStrings.presets.kontaktUs).checked).to.equal(true);
    expect(focused()).to.equal(field(page, API_KEY));
  });

  it('of an unknown backend asks first when scanned', async () => {
    const { page } = await open();
    await press(page, connectStrings.scan);
    await scan(page, linkTo(OWN));
    expect(hostsIn(page)).to.deep.equal(['proxy.example.com', 'dm.example.com']);
    expect(focused()).to.equal(the(page, 'heading', words.heading));
    await press(page, words.fill);
    expect(filledIn(page)).to.deep.equal(OWN);
  });

  it('that is foreign, damaged or too new has its fault announced while the scanner stays open', async () => {
    const { page } = await open();
    await press(page, connectStrings.scan);
    for (const [code, problem] of [
      ['Ab3dEf', 'foreign'],
      [linkTo(OWN).replace('set-up=1', 'set-up=3'), 'newerVersion'],
      [`${location.origin}/connect#set-up=1`, 'damaged'],
      [linkTo(OWN).replace('https%3A%2F%2Fdm', 'javascript%3Adm'), 'badAddress'],
    ] as const) {
      await scan(page, code);
      expect(announced(the(page, 'dialog')).join(' ')).to.contain(words.problems[problem]);
    }
    await press(page, 'Close');
    expect(filledIn(page)).to.include({ baseUrl: '', legacyBaseUrl: '' });
  });
});

describe('the welcome page', () => {
  afterEach(() => {
    stopRouter();
    clear();
    history.replaceState(null, '', home);
  });

  const welcome = async (values: ScriptedValues = {}, answers: ScriptedAnswers = {}) => {
    const services = scriptedServices({ session: none, ...values }, answers);
    return { page: await place(html`<fk-welcome-page .services=${services}></fk-welcome-page>`), services };
  };

  it('offers Practice, a new account and a stored account', async () => {
    const { page, services } = await welcome({ session: { ...none, accounts: [fixtureAccount()] } });
    expect(await faultsInThemes(page)).to.deep.equal([]);
    expect(action(page, 'Connect your account').getAttribute('href')).to.equal('/connect');
    await press(page, 'Continue with North Wing Hospital');
    expect(services.called('session.switchTo')[0]!.args).to.deep.equal(['acc-1']);
    await press(page, 'Practice in the sandbox');
    expect(services.called('session.practise')).to.have.length(1);
  });

  it('names a locked account, and asks for the screen lock, the passphrase or the key that opens the account', async () => {
    const locked = fixtureAccount();
    for (const [kept, words] of [
      [{ hasVault: true, hasScreenLock: true }, welcomeStrings.unlockByScreenLock],
      [{ hasVault: true, hasScreenLock: false }, welcomeStrings.unlockByPassphrase],
      [{}, welcomeStrings.unlockByKey],
    ] as const) {
      const { page } = await welcome({ session: { ...none, ...kept, locked, accounts: [locked] } });
      expect(readable(page)).to.contain(welcomeStrings.locked(locked.name));
      expect(hasAction(page, welcomeStrings.goBack(locked.name))).to.equal(false);
      let asked = 0;
      page.addEventListener('fk-ask-key', () => (asked += 1));
      await press(page, words);
      expect(asked).to.equal(1);
      clear();
    }
  });

  it('says at once that Web Bluetooth is missing, and what works without it', async () => {
    const { page } = await welcome({ radio: 'absent' });
    // The advice depends on the operating system of the tests.
    const why = noBluetoothStrings.why[whyNoBluetooth()];
    expect(withWords(page, why).textContent).to.equal(why);
    expect(readable(page)).to.contain('Everything else works here');
    expect(hasAction(page, 'Practice in the sandbox')).to.equal(true);
  });

  it('notices without a reload that an extension has brought Web Bluetooth', async () => {
    const { page } = await welcome({ radio: 'absent' });
    expect(readable(page)).to.contain('Everything else works here');
    Object.defineProperty(navigator, 'bluetooth', { configurable: true, value: new EventTarget() });
    try {
      await until(() => !readable(page).includes('Everything else works here'));
    } finally {
      Reflect.deleteProperty(navigator, 'bluetooth');
    }
  });

  it('says that the sandbox could not be loaded when its download fails', async () => {
    const { page } = await welcome(
      {},
      { session: { practise: async () => Promise.reject(new TypeError('no chunk')) } },
    );
    await press(page, 'Practice in the sandbox');
    expect(readable(page)).to.contain('The sandbox could not be loaded. Go online once and try again.');
  });
});
