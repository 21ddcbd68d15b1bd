/** The More page: account and signing out, key, appearance, this phone, practice, advanced settings. */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { fixtureAccount } from '../../../../test/support/fixture-rows.ts';
import { handOverOf } from '../../../../test/support/hand-over-rows.ts';
import { fixtureJob, fixtureTask, openMemoryJobs } from '../../../../test/support/job-rows.ts';
import {
  PRACTICE_ACTIONS,
  scriptedDrafts,
  scriptedServices,
  type ScriptedAnswers,
  type ScriptedServices,
  type ScriptedValues,
} from '../../../../test/support/scripted-services.ts';
import { readJobFile } from '../../../domain/job/job-file.ts';
import { readTemplateFile } from '../../../domain/job/template-file.ts';
import { readSetUpLink } from '../../../domain/set-up-link.ts';
import type { Settings } from '../../../domain/settings.ts';
import { sha256 } from '../../shared/sha256.ts';
import { draftStrings } from '../../strings/drafts.ts';
import { keyStrings } from '../../strings/keys.ts';
import { settingsStrings } from '../../strings/settings.ts';
import { shellStrings } from '../../strings/shell.ts';
import { transferStrings } from '../../strings/transfer.ts';
import { codesIn } from '../../../../test/support/codes.ts';
import { clear, faultsInThemes, faultsOf, place, settled, setViewport } from '../../../../test/support/page-place.ts';
import {
  action,
  all,
  field,
  fill,
  focused,
  has,
  hasAction,
  readable,
  the,
  visibleIn,
} from '../../../../test/support/roles.ts';
import { nextTurn, until } from '../../../../test/support/until.ts';
import { REST_KEY } from '../../../names.ts';
import { restIsOn } from '../../shared/rest-choice.ts';
import type { FkMorePage } from './more-page.ts';
import { NO_WORK } from '../../../domain/undelivered-work.ts';
import './more-page.ts';

async function open(
  values: ScriptedValues = {},
  answers: ScriptedAnswers = {},
): Promise<{ page: FkMorePage; services: ScriptedServices; events: string[] }> {
  const services = scriptedServices(values, answers);
  const page = await place<FkMorePage>(html`<fk-more-page .services=${services}></fk-more-page>`);
  const events: string[] = [];
  page.addEventListener('fk-say', (event) => events.push(event.message));
  return { page, services, events };
}

const placeRows = (page: FkMorePage): (string | null)[] =>
  all(page, 'link')
    .filter((link) => link.closest('#places') !== null && link.checkVisibility())
    .map((link) => link.getAttribute('href'));

describe('the pages under More', () => {
  afterEach(() => setViewport({ width: 800, height: 600 }));

  it('are the pages that the navigation does not list, and on a phone also telemetry', async () => {
    const { page } = await open();
    await setViewport({ width: 390, height: 844 });
    expect(placeRows(page)).to.deep.equal(['/telemetry', '/run', '/outbox', '/streams']);
    await setViewport({ width: 1280, height: 800 });
    expect(placeRows(page)).to.deep.equal(['/run', '/outbox', '/streams']);
  });

  it('are only the inspector while no account is connected', async () => {
    const { page } = await open({ session: { account: null, key: 'none', accounts: [] } });
    expect(placeRows(page)).to.deep.equal(['/inspector']);
  });

  it('lead to the check of Bluetooth while an account is connected', async () => {
    const checks = (page: FkMorePage): unknown[] =>
      all(page, 'link').filter((link) => link.getAttribute('href') === '/check-phone');
    expect(checks((await open()).page)).to.have.lengthOf(1);
    const { page } = await open({ session: { account: null, key: 'none', accounts: [] } });
    expect(checks(page)).to.have.lengthOf(0);
  });
});

const { advanced } = settingsStrings;
const { label, repeat } = keyStrings.passphrase;

async function type(page: FkMorePage, label: string, typed: string): Promise<void> {
  fill(page, label, typed);
  await settled(page);
}

const openSettings = (page: FkMorePage): void => action(page, advanced.title).click();

describe('the page More', () => {
  it('keeps settings that were typed and not saved, and no others, until they are saved', async () => {
    const left = await open();
    openSettings(left.page);
    await type(left.page, advanced.fields['commands.identify'], 'blink');
    left.page.remove();
    expect(scriptedDrafts.get('settings')?.draft).to.deep.equal({ texts: { 'commands.identify': 'blink' } });
    const { page } = await open({}, { session: { saveSettings: async () => undefined } });
    expect(readable(page)).to.contain(draftStrings.discard);
    openSettings(page);
    expect(field(page, advanced.fields['commands.identify']).value).to.equal('blink');
    action(page, advanced.save).click();
    await until(() => scriptedDrafts.size === 0);
    page.remove();
    expect([...scriptedDrafts]).to.deep.equal([]);
  });

  it('shows the diagnostics with one tap, or why they cannot be read', async () => {
    let broken = true;
    const diagnostics = async (): Promise<string> => {
      if (broken) throw new Error('not here');
      return '{ "events": [] }';
    };
    const { page } = await open({}, { diagnostics });
    const { show, save, failed } = settingsStrings.diagnostics;
    action(page, show).click();
    await until(() => readable(page).includes(failed));
    broken = false;
    action(page, show).click();
    await until(() => hasAction(page, save));
    expect(readable(the(page, 'region', settingsStrings.diagnostics.title))).to.contain('"events"');
    expect(readable(page)).not.to.contain(failed);
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('opens at the section that an address names, and at its top if it names none', async () => {
    const { pathname } = location;
    try {
      for (const [fragment, isThere] of [
        ['#diagnostics', true],
        ['', false],
        ['#nowhere', false],
        ['#"]', false],
      ] as const) {
        history.replaceState(null, '', `${pathname}${fragment}`);
        const { page } = await open();
        const topOf = (): number => the(page, 'heading', settingsStrings.diagnostics.title).getBoundingClientRect().top;
        await new Promise((resolve) => requestAnimationFrame(resolve));
        expect(topOf() >= 0 && topOf() < innerHeight, fragment).to.equal(isThere);
        clear();
        window.scrollTo(0, 0);
      }
    } finally {
      history.replaceState(null, '', pathname);
    }
  });

  it('says how signing out and removing the account differ, with buttons of one width on a phone', async () => {
    await setViewport({ width: 390, height: 844 });
    const { page } = await open();
    expect(readable(page)).to.contain(settingsStrings.account.signOutHow);
    const { connectOther, signOut } = settingsStrings.account;
    const widths = [connectOther, signOut, settingsStrings.remove.action].map(
      (words) => action(page, words).getBoundingClientRect().width,
    );
    expect(new Set(widths)).to.have.lengthOf(1);
    await setViewport({ width: 800, height: 600 });
  });

  it('stores whether the screen goes dark between two beacons of a job', async () => {
    const { page } = await open();
    const before = restIsOn();
    field(page, settingsStrings.rest.label).click();
    expect(restIsOn()).to.equal(!before);
    localStorage.removeItem(REST_KEY);
  });

  for (const [name, values] of [
    [
      'connected',
      {
        app: { persisted: false, installable: true, updateWaiting: true },
        session: { accounts: [fixtureAccount(), fixtureAccount({ id: 'b', name: 'Other' })] },
      },
    ],
    ['no account', { session: { account: null, key: 'none', accounts: [] } }],
    ['locked key', { session: { key: 'vault', hasVault: true } }],
  ] as [string, ScriptedValues][]) {
    it(`has no accessibility fault that axe finds with every section open: ${name}`, async () => {
      const { page } = await open(values);
      for (const one of visibleIn(page)) if (one instanceof HTMLDetailsElement) one.open = true;
      await settled(page);
      expect(await faultsInThemes(page)).to.deep.equal([]);
    });
  }

  it("shows the account's addresses as a code for another phone, without the key", async () => {
    const account = fixtureAccount({ name: 'North Wing' });
    const { page } = await open({ session: { account, accounts: [account] } });
    action(page, settingsStrings.account.setUpOther).click();
    await until(() => has(page, 'image', transferStrings.give.onePicture));
    const codes = codesIn(page);
    const { name, baseUrl, legacyBaseUrl, vendor, settings } = account;
    expect(codes.map(readSetUpLink)).to.deep.equal([
      { ok: true, setUp: { name, baseUrl, legacyBaseUrl, vendor, protocol: settings.protocol } },
    ]);
    expect([...new URLSearchParams(new URL(codes[0]!).hash.slice(1)).keys()].toSorted()).to.deep.equal([
      'baseUrl',
      'legacyBaseUrl',
      'name',
      'set-up',
      'vendor',
    ]);
    expect(await faultsInThemes(page)).to.deep.equal([]);
  });

  it('offers no code in practice, because another phone cannot use it', async () => {
    const account = fixtureAccount({ kind: 'sandbox' });
    const { page } = await open({ session: { account, accounts: [account] } });
    expect(hasAction(page, settingsStrings.account.setUpOther)).to.equal(false);
  });

  it('says when addresses are too long for a code', async () => {
    const account = fixtureAccount({ baseUrl: `https://a.example/${'x'.repeat(400)}` });
    const { page, events } = await open({ session: { account, accounts: [account] } });
    action(page, settingsStrings.account.setUpOther).click();
    expect(events).to.deep.equal([settingsStrings.account.setUpTooLong]);
  });

  it('warns about undelivered work, and signs out only after confirmation', async () => {
    const { page, services } = await open(
      {},
      {
        session: {
          signOutCheck: async () => ({
            ...NO_WORK,
            onlyHere: 3,
            unverified: 2,
            receiptIds: ['a', 'b', 'c', 'd', 'e'],
            unfinishedRuns: 1,
          }),
        },
      },
    );
    action(page, 'Sign out').click();
    await settled(page);
    await settled(page);
    const text = readable(page);
    expect(text).to.contain('3 receipts not delivered');
    expect(text).to.contain('2 receipts not verified by the backend');
    expect(text).to.contain('1 run not finished');
    expect(text).not.to.contain('edits not sent');
    expect(services.called('session.signOut')).to.have.length(0);
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('refuses to remove an account with unverified receipts until they are sent or exported', async () => {
    const text = settingsStrings.remove;
    const check = { ...NO_WORK, unverified: 2, receiptIds: ['a', 'b'] };
    const { page, services } = await open({}, { session: { signOutCheck: async () => check } });
    action(page, text.action).click();
    await settled(page);
    await settled(page);
    expect(readable(page)).to.contain(text.unverified(2));
    for (const way of [text.send, text.export]) expect(hasAction(page, way), way).to.equal(true);
    expect(services.called('session.remove')).to.have.length(0);
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('says how to finish the work that keeps an account from being removed, and nothing else', async () => {
    const text = settingsStrings.remove;
    const check = { ...NO_WORK, unfinishedRuns: 1 };
    const { page } = await open({}, { session: { signOutCheck: async () => check } });
    action(page, text.action).click();
    await until(() => readable(page).includes(text.waysOut.runs));
    expect(readable(page)).not.to.contain(text.waysOut.receipts).and.not.to.contain(text.waysOut.plans);
  });

  it('says that nothing was changed when the undelivered work of an account cannot be counted', async () => {
    const signOutCheck = (): Promise<never> => Promise.reject(new Error('not read'));
    const { page, services, events } = await open({}, { session: { signOutCheck } });
    action(page, settingsStrings.remove.action).click();
    await until(() => events.length > 0);
    expect(events).to.deep.equal([settingsStrings.account.failed]);
    expect(has(page, 'dialog')).to.equal(false);
    expect(services.called('session.remove')).to.have.length(0);
  });

  it('offers to remove an account with receipts only after the file of these receipts is saved', async () => {
    const text = settingsStrings.remove;
    let broken = true;
    const { page, services, events } = await open(
      {},
      {
        session: { signOutCheck: async () => ({ ...NO_WORK, onlyHere: 1, receiptIds: ['a'] }) },
        outbox: {
          export: async () => {
            if (broken) throw new Error('not read');
            return { text: '{}', ids: ['a'] };
          },
        },
      },
    );
    services.lives.account.value = { services, failed: false };
    action(page, text.action).click();
    await until(() => hasAction(page, text.export));
    action(page, text.export).click();
    await until(() => events.length > 0);
    await settled(page);
    expect(events).to.deep.equal([settingsStrings.account.failed]);
    expect(hasAction(page, text.goOn)).to.equal(false);
    expect(readable(page)).not.to.contain(text.afterExport);
    broken = false;
    document.addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true });
    action(page, text.export).click();
    await until(() => hasAction(page, text.goOn));
    expect(readable(page)).to.contain(text.afterExport);
  });

  it('saves each job and template as a file before an account is removed, and says that these files are the only copies', async () => {
    const text = settingsStrings.remove;
    const jobs = await openMemoryJobs({
      jobs: [fixtureJob(), fixtureJob('empty', { name: 'Nothing yet' })],
      tasks: [fixtureTask(0), fixtureTask(1)],
    });
    const plan = { values: { interval: 500 }, patterns: { countUp: {}, nameIsId: false, aliasIsPlace: false } };
    await jobs.templates.save('Usual', plan);
    const check = { ...NO_WORK, jobs: 2, plannedBeacons: 2, photos: 3, templates: 1 };
    const { page, services } = await open(
      {},
      {
        session: { signOutCheck: async () => check },
        jobs: async () => jobs,
        handOver: async () => handOverOf(jobs, fixtureAccount()),
      },
    );
    services.lives.account.value = { services, failed: false };
    const files: Promise<string>[] = [];
    const keep = (event: Event): void => {
      if (!(event.target instanceof HTMLAnchorElement) || event.target.download === '') return;
      event.preventDefault();
      files.push(fetch(event.target.href).then((answer) => answer.text()));
    };
    document.addEventListener('click', keep, true);
    try {
      action(page, text.action).click();
      await until(() => has(page, 'button', /^Save as a file: /));
      expect(readable(page)).to.contain(text.plans(2, 2, 3, 1));
      expect(hasAction(page, text.send)).to.equal(false);
      const buttons = all(page, 'button', /^Save as a file: /);
      expect(buttons.map(({ computedName }) => computedName)).to.deep.equal(
        ['North wing', 'Usual'].map(text.files.saveNamed),
      );
      expect(await faultsOf(page)).to.deep.equal([]);
      for (const [at, button] of buttons.entries()) {
        button.click();
        await until(() => files.length === at + 1);
        await settled(page);
      }
    } finally {
      document.removeEventListener('click', keep, true);
    }
    const [jobText, templateText] = await Promise.all(files);
    expect(await readJobFile(jobText!, sha256)).to.have.nested.property('file.tasks.length', 2);
    expect(readTemplateFile(templateText!)).to.have.nested.property('template.name', 'Usual');
    action(page, text.withPlans).click();
    await settled(page);
    for (const words of [text.plansGo(2, 2, 3, 1), text.files.onlyThere]) expect(readable(page)).to.contain(words);
    expect(services.called('session.remove')).to.have.length(0);
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('does not offer to remove a locked account with a plan', async () => {
    const text = settingsStrings.remove;
    const account = fixtureAccount();
    const { page } = await open(
      { session: { account: null, locked: account, key: 'vault', accounts: [account] } },
      { session: { signOutCheck: async () => ({ ...NO_WORK, jobs: 1, plannedBeacons: 1 }) } },
    );
    action(page, text.action).click();
    await settled(page);
    await settled(page);
    expect(readable(page)).to.contain(text.openFirst).and.not.contain(text.edits(0));
    for (const way of [text.files.save, text.withPlans]) expect(hasAction(page, way), way).to.equal(false);
  });

  it('refuses to sign out or switch while a receipt exists only in this window', async () => {
    const { page, services, events } = await open({
      session: { accounts: [fixtureAccount(), fixtureAccount({ id: 'b', name: 'Other' })] },
    });
    services.lives.current.value = {
      runId: 'r',
      uniqueId: 'aB3d',
      phase: 'saving',
      past: [],
      phaseSinceMs: 0,
      attempt: 1,
      attempts: 4,
      cancelSafe: false,
      copyMissing: 'both',
      outcome: null,
      failure: null,
    };
    action(page, 'Sign out').click();
    action(page, 'Switch').click();
    await settled(page);
    expect(events).to.deep.equal([settingsStrings.account.unsaved, settingsStrings.account.unsaved]);
    for (const call of ['session.signOutCheck', 'session.switchTo']) expect(services.called(call)).to.have.length(0);
  });

  it('switches to another account of the phone on a press', async () => {
    const { page, services } = await open({
      session: { accounts: [fixtureAccount(), fixtureAccount({ id: 'b', name: 'Other' })] },
    });
    action(page, 'Switch').click();
    expect(services.called('session.switchTo').map((call) => call.args)).to.deep.equal([['b']]);
  });

  it('removes the saved list of devices after a confirmation', async () => {
    const { page, services, events } = await open();
    action(page, 'Forget the saved list').click();
    await settled(page);
    expect(services.called('devices.forget')).to.have.length(0);
    expect(await faultsOf(page)).to.deep.equal([]);
    action(page, 'Forget it').click();
    await settled(page);
    expect(services.called('devices.forget')).to.have.length(1);
    expect(events).to.deep.equal(['The saved list was forgotten.']);
  });

  it('sets the theme with radio buttons', async () => {
    const { page, services } = await open();
    field(page, settingsStrings.theme.sun).click();
    expect(services.called('app.setTheme').map((call) => call.args)).to.deep.equal([['sun']]);
  });

  it('offers English, German and the language of the browser', async () => {
    const { page } = await open();
    const { options } = field<HTMLSelectElement>(page, settingsStrings.language.label);
    expect([...options].map(({ text }) => text)).to.deep.equal(Object.values(settingsStrings.language.choices));
  });

  for (const [persisted, said] of [
    [true, 'persisted'],
    [false, 'notPersisted'],
    [null, 'unknownPersisted'],
  ] as const)
    it(`says whether the browser protects the storage: ${persisted ?? 'not known'}`, async () => {
      const { page } = await open({ app: { persisted } });
      const { [said]: words, storage } = settingsStrings.phone;
      expect(readable(page)).to.contain(`${storage} ${words}`);
    });

  it('asks the browser to protect the storage on a press, and shows the answer', async () => {
    const { page, services, events } = await open({ app: { persisted: false } });
    action(page, 'Ask for protection').click();
    await settled(page);
    expect(services.called('app.askPersist')).to.have.length(1);
    expect(events[0]).to.contain('did not agree');
    services.lives.app.value = { ...services.lives.app.value, persisted: true };
    await settled(page);
    expect(hasAction(page, 'Ask for protection')).to.equal(false);
  });

  it('offers no new version of the app while a run is in progress', async () => {
    const progress = {
      runId: 'r',
      uniqueId: 'a',
      phase: 'writing',
      past: [],
      phaseSinceMs: 0,
      attempt: 1,
      attempts: 1,
      cancelSafe: false,
      copyMissing: null,
      outcome: null,
      failure: null,
    } as const;
    const { page, services } = await open({ app: { updateWaiting: true }, current: progress });
    expect(hasAction(page, 'Update now')).to.equal(false);
    services.lives.current.value = null;
    await settled(page);
    action(page, 'Update now').click();
    expect(services.called('app.applyUpdate')).to.have.length(1);
    services.lives.app.value = { ...services.lives.app.value, takingOver: 'held' };
    await settled(page);
    expect(readable(page)).to.contain(shellStrings.update.held);
    expect(hasAction(page, 'Update now')).to.equal(false);
  });

  it('says that an update could not be loaded, and that the website sends no content security policy', async () => {
    const { page, services } = await open();
    expect(readable(page)).not.to.contain(settingsStrings.phone.updateFailed);
    for (const policy of ['page', 'none'] as const) {
      services.lives.app.value = { ...services.lives.app.value, updateFailed: true, policy };
      await settled(page);
      expect(readable(page)).to.contain(settingsStrings.phone.updateFailed);
      expect(readable(page)).to.contain(settingsStrings.phone.policy[policy]);
    }
  });

  it('links to the licence notices, the list of parts and the rescue page', async () => {
    const { page } = await open();
    const addresses = all(page, 'link').map((link) => link.getAttribute('href'));
    expect(addresses).to.include.members(['/THIRD-PARTY.txt', '/sbom.cdx.json', '/rescue.html']);
    expect(readable(page)).to.contain(settingsStrings.about.changes);
  });

  it('stores the key only with a passphrase that is long enough and typed twice', async () => {
    const { page, services } = await open();
    action(page, 'Remember it with a passphrase').click();
    await settled(page);
    // The form has replaced the button and has the focus.
    expect(focused()).to.equal(field(page, label));
    await type(page, label, 'short');
    await type(page, repeat, 'short');
    action(page, 'Remember the key').click();
    await settled(page);
    expect(services.called('session.setPassphrase')).to.have.length(0);
    await type(page, label, 'correct horse battery');
    await type(page, repeat, 'correct horse batter');
    action(page, 'Remember the key').click();
    await settled(page);
    expect(services.called('session.setPassphrase')).to.have.length(0);
    await type(page, repeat, 'correct horse battery');
    action(page, 'Remember the key').click();
    await settled(page);
    expect(services.called('session.setPassphrase').map((call) => call.args)).to.deep.equal([
      ['correct horse battery'],
    ]);
    await settled(page);
    expect(has(page, 'textbox', label)).to.equal(false);
    expect(focused()).to.equal(action(page, 'Remember it with a passphrase'));
  });

  it('offers the screen lock for the key only where the phone has one', async () => {
    const offers = async (isHere: boolean): Promise<boolean> => {
      const { page } = await open({}, { session: { offersScreenLock: async () => isHere } });
      await nextTurn();
      await settled(page);
      return hasAction(page, keyStrings.screenLock.use);
    };
    expect([await offers(true), await offers(false)]).to.deep.equal([true, false]);
  });

  it('offers to remove the stored key only when a key is stored', async () => {
    const { page, services } = await open();
    expect(hasAction(page, 'Forget the remembered key')).to.equal(false);
    services.lives.session.value = { ...services.lives.session.value, hasVault: true };
    await settled(page);
    expect(hasAction(page, 'Change the passphrase')).to.equal(true);
    action(page, 'Forget the remembered key').click();
    expect(services.called('session.removeStoredKey')).to.have.length(1);
  });

  it('says that the backend must accept a key before it is stored', async () => {
    const { page, events } = await open(
      {},
      { session: { setPassphrase: async () => Promise.reject(Object.assign(new Error(), { code: 'keyUnchecked' })) } },
    );
    action(page, 'Remember it with a passphrase').click();
    await settled(page);
    for (const one of [label, repeat]) await type(page, one, 'correct horse battery');
    action(page, 'Remember the key').click();
    await settled(page);
    expect(events).to.deep.equal([keyStrings.key.unchecked]);
  });

  it('does not offer to store the key of practice', async () => {
    const { page } = await open({ session: { account: fixtureAccount({ kind: 'sandbox' }) } });
    expect(hasAction(page, 'Remember the key')).to.equal(false);
  });

  it('shows the practice panel only while the practice account is open', async () => {
    const panel = document.createElement('p');
    panel.textContent = 'Faults by name';
    const answers: ScriptedAnswers = { app: { practice: () => ({ ...PRACTICE_ACTIONS, createPanel: () => panel }) } };
    const { page, services } = await open({ session: { account: fixtureAccount({ kind: 'sandbox' }) } }, answers);
    expect(readable(page)).to.contain('Faults by name');
    const reads = services.called('devices.refresh').length;
    panel.dispatchEvent(new CustomEvent('practice-reset', { bubbles: true, composed: true }));
    expect(services.called('devices.refresh'), 'the list of before says nothing of the new beacons').to.have.length(
      reads + 1,
    );
    const real = await open({}, answers);
    expect(readable(real.page)).not.to.contain('Faults by name');
  });

  it('refuses invalid settings, shows the reason at the field and focuses it', async () => {
    const { page, services } = await open();
    openSettings(page);
    await type(page, advanced.fields.pageSize, '501');
    action(page, 'Save settings').click();
    await settled(page);
    await settled(page);
    expect(services.called('session.saveSettings')).to.have.length(0);
    expect(readable(page)).to.contain('At most 500.');
    const size = field(page, advanced.fields.pageSize);
    expect([size.ariaInvalid, focused() === size]).to.deep.equal(['true', true]);
    expect(await faultsOf(page)).to.deep.equal([]);
    await type(page, advanced.fields.pageSize, '100');
    action(page, 'Save settings').click();
    await settled(page);
    const saved = services.called('session.saveSettings')[0]!.args[0] as Settings;
    expect(saved.pageSize).to.equal(100);
  });

  it('fills in the default settings on a press, without saving the settings', async () => {
    const account = fixtureAccount();
    const { page, services } = await open({
      session: { account: { ...account, settings: { ...account.settings, pageSize: 7 } } },
    });
    openSettings(page);
    expect(field(page, advanced.fields.pageSize).value).to.equal('7');
    action(page, 'Restore the defaults').click();
    await settled(page);
    expect(field(page, advanced.fields.pageSize).value).to.equal('500');
    expect(services.called('session.saveSettings')).to.have.length(0);
  });
});
