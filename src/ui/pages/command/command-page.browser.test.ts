/**
 * The command page: fetching, sending, obstacles, the typed confirmation, and the result; and its row on the device
 * page.
 */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { fixtureAccount, fixtureDevice, fixturePackage, fixtureRun } from '../../../../test/support/fixture-rows.ts';
import { clear, deepAll, faultsInThemes, faultsOf, place, settled } from '../../../../test/support/page-place.ts';
import { action, all, fill, hasAction, isFilled, readable, the } from '../../../../test/support/roles.ts';
import {
  scriptedServices,
  type ScriptedAnswers,
  type ScriptedServices,
  type ScriptedValues,
} from '../../../../test/support/scripted-services.ts';
import { nextTurn, until } from '../../../../test/support/until.ts';
import type { CarriedPackage } from '../../../domain/carried-package.ts';
import type { CommandName } from '../../../domain/commands/command.ts';
import type { RunProgress } from '../../../use-cases/run/runs.ts';
import type { SayEvent } from '../../shared/say.ts';
import '../device/device-page.ts';
import '../run/run-page.ts';
import type { FkCommandPage } from './command-page.ts';
import './command-page.ts';
import { commandStrings } from '../../strings/commands.ts';
import { elementStrings } from '../../strings/elements.ts';
import { runStrings } from '../../strings/run.ts';
import { failureText } from '../../words/run.ts';

const ID = 'kp7A';
const carried = (command: CommandName, changes: Partial<CarriedPackage> = {}): CarriedPackage =>
  fixturePackage(ID, {
    id: `cmd-${command}`,
    kind: 'command',
    command,
    values: { command: 'X' },
    before: {},
    ...changes,
  });
const progress = (command: CommandName, changes: Partial<RunProgress> = {}): RunProgress => ({
  runId: 'r',
  uniqueId: ID,
  command,
  phase: 'ended',
  past: [],
  phaseSinceMs: 0,
  attempt: 1,
  attempts: 4,
  cancelSafe: false,
  copyMissing: null,
  outcome: null,
  failure: null,
  ...changes,
});

async function open(
  command: string,
  values: ScriptedValues & { access?: string | null } = {},
  answers: ScriptedAnswers = {},
): Promise<{ page: FkCommandPage; services: ScriptedServices; messages: SayEvent[] }> {
  const { access = 'OWNER', ...rest } = values;
  const services = scriptedServices(
    {
      devices: { devices: [fixtureDevice(0, { uniqueId: ID, access, pending: null })], completedAtMs: Date.now() },
      ...rest,
    },
    answers,
  );
  const page = await place<FkCommandPage>(
    html`<fk-command-page .services=${services} .uniqueId=${ID} .command=${command}></fk-command-page>`,
  );
  const messages: SayEvent[] = [];
  page.addEventListener('fk-say', (event) => messages.push(event));
  return { page, services, messages };
}

async function turn(page: FkCommandPage): Promise<void> {
  await nextTurn();
  await settled(page);
}

describe('the page of a command', () => {
  it('says what the command does, and fetches its package on a press', async () => {
    const { page, services } = await open(
      'restart',
      {},
      {
        commands: {
          fetch: async () => ({ kind: 'onThisPhone', package: carried('restart'), order: 'after', remarks: [] }),
        },
      },
    );
    expect(readable(page))
      .to.contain('The beacon restarts')
      .and.contain('The command “Restart” is not on this phone yet');
    // The arrow in the app's header leads back.
    expect(hasAction(page, commandStrings.toDevice)).to.equal(false);
    action(page, 'Fetch the command').click();
    await turn(page);
    expect(services.called('commands.fetch')[0]!.args.slice(0, 2)).to.deep.equal([ID, 'restart']);
    expect(readable(page)).to.contain('Write the configuration of this beacon first');
  });

  it('sends a harmless command within the click, without a question', async () => {
    const { page, services } = await open('identify', { packages: [carried('identify')] });
    action(page, 'Connect and send').click();
    expect(services.called('runs.start').map((call) => call.args)).to.deep.equal([
      ['cmd-identify', { showAll: false }],
    ]);
  });

  it('offers to send nothing while another beacon is written in this window, and names that beacon', async () => {
    const current = progress('identify', { uniqueId: 'm3Rw', command: null, phase: 'writing' });
    const { page } = await open('identify', { packages: [carried('identify')], current });
    expect(readable(page)).to.contain(commandStrings.other('m3Rw'));
    expect((action(page, commandStrings.send) as HTMLButtonElement).disabled).to.equal(true);
  });

  it('shows all Bluetooth devices in the chooser on request, for a new and for an unfinished command', async () => {
    const fresh = await open('identify', { packages: [carried('identify')] });
    action(fresh.page, runStrings.chooser.showAll).click();
    expect(fresh.services.called('runs.start').map((call) => call.args)).to.deep.equal([
      ['cmd-identify', { showAll: true }],
    ]);
    clear();
    const run = fixtureRun(ID, { id: 'r', command: 'restart', step: 'writing' });
    const cut = await open('restart', { runs: [run], packages: [carried('restart')] });
    action(cut.page, runStrings.chooser.showAll).click();
    expect(cut.services.called('runs.resume').map((call) => call.args)).to.deep.equal([['r', { showAll: true }]]);
  });

  it('sends a dangerous command only after the last four characters of the ID of the beacon are typed', async () => {
    const { page, services } = await open('bootloader', { packages: [carried('bootloader')] });
    expect([...all(page, 'button'), ...all(page, 'link')].some(isFilled)).to.equal(false);
    action(page, 'Connect and send').click();
    await settled(page);
    expect(services.called('runs.start')).to.have.length(0);
    expect(readable(page)).to.contain('this app cannot recover it');
    const start = the<HTMLButtonElement>(the(page, 'dialog'), 'button', 'Start bootloader');
    fill(page, elementStrings.confirm.type(ID.slice(-4)), 'xxxx');
    await settled(page);
    expect(start.disabled).to.equal(true);
    fill(page, elementStrings.confirm.type(ID.slice(-4)), ID.slice(-4));
    await settled(page);
    start.click();
    expect(services.called('runs.start').map((call) => call.args)).to.deep.equal([
      ['cmd-bootloader', { showAll: false }],
    ]);
  });

  it('does not offer an editor a command for owners only, but offers the command while the access is unknown', async () => {
    const editor = await open('nonConnectable', { access: 'EDITOR' });
    expect(readable(editor.page)).to.contain('Only an Owner may send this. Your access to this device is Editor');
    expect(hasAction(editor.page, 'Fetch')).to.equal(false);
    const unknown = await open('nonConnectable', { access: null });
    expect(readable(unknown.page)).to.contain('It will decide whether you may').and.contain('one chip family only');
    expect(hasAction(unknown.page, 'Fetch the command')).to.equal(true);
  });

  it('does not offer a command whose name for the backend is empty in the settings of the account', async () => {
    const account = fixtureAccount();
    const { settings } = account;
    const commands = { ...settings.commands, restart: '' };
    const { page } = await open('restart', {
      session: { account: { ...account, settings: { ...settings, commands } } },
    });
    expect(readable(page)).to.contain(commandStrings.notOffered);
    expect(hasAction(page, 'Fetch the command')).to.equal(false);
  });

  it('ends with the state "sent, cannot be confirmed" when the beacon has taken the command', async () => {
    const { page, services } = await open('restart', {
      current: progress('restart', { outcome: { kind: 'commandSent' } }),
      runs: [
        fixtureRun(ID, {
          command: 'restart',
          step: 'writing',
          outcome: { kind: 'commandSent' },
          endedAtMs: Date.now(),
        }),
      ],
    });
    expect(readable(page)).to.contain('Sent, cannot be confirmed.');
    expect(readable(page)).not.to.match(/verified|done|success/i);
    expect(services.called('app.signal').map((call) => call.args[0])).to.deep.equal(['done']);
  });

  it('shows a command whose write was interrupted as Uncertain, and lets the person stop checking', async () => {
    const run = fixtureRun(ID, {
      id: 'r',
      command: 'restart',
      step: 'writing',
      lastFailure: { code: 'droppedDuringWrite', detail: 'x', atMs: 0 },
    });
    const { page, services, messages } = await open('restart', { runs: [run], packages: [carried('restart')] });
    expect(readable(page)).to.contain('Uncertain: the connection ended before the beacon confirmed');
    action(page, 'Reconnect and check').click();
    expect(services.called('runs.resume')[0]!.args[0]).to.equal('r');
    action(page, 'Stop checking').click();
    await turn(page);
    expect(services.called('runs.abandon')[0]!.args[0]).to.equal('r');
    expect(messages[0]!.message).to.contain('not known');
  });

  it('does not send the command while a receipt has to be read or an older package to be written first', async () => {
    const older = await open('restart', { packages: [carried('restart'), fixturePackage(ID, { token: 5 })] });
    expect(readable(older.page)).to.contain('was fetched earlier. Write it first');
    expect(hasAction(older.page, 'Connect and send')).to.equal(false);
    expect(action(older.page, 'Go to the run').getAttribute('href')).to.equal(`/run/${ID}`);
    const holding = await open('restart', {
      packages: [carried('restart')],
      runs: [fixtureRun(ID, { step: 'written' })],
    });
    expect(readable(holding.page)).to.contain('may still hold the receipt');
    expect(hasAction(holding.page, 'Connect and send')).to.equal(false);
  });

  it('shows its package as on hold while a newer package waits, and as no longer usable once the newer package is written', async () => {
    const dead = carried('restart', { state: 'dead', token: 100 });
    const aside = await open('restart', { packages: [dead] });
    expect(readable(aside.page)).to.contain('On hold: a newer package is waiting').and.not.to.contain('was applied');
    const run = fixtureRun(ID, {
      packageId: 'newer',
      packageToken: 200,
      step: 'receipt',
      outcome: { kind: 'receipt', receiptId: 'x' },
    });
    const killed = await open('restart', { packages: [dead], runs: [run] });
    expect(readable(killed.page)).to.contain(commandStrings.dead);
    expect(hasAction(killed.page, 'Fetch again')).to.equal(true);
  });

  it('shows no failure after the person has cancelled, and offers to send the command again', async () => {
    const { page } = await open('restart', {
      packages: [carried('restart')],
      current: progress('restart', { failure: { code: 'cancelled', detail: 'x', atMs: 0 } }),
    });
    expect(readable(page))
      .to.contain(commandStrings.fetched)
      .and.not.contain(failureText('cancelled', false))
      .and.not.contain('cancelled: x');
    expect(hasAction(page, 'Connect and send')).to.equal(true);
  });

  it('shows a failure as an error when trying again does not help, otherwise as a warning', async () => {
    for (const [code, tone] of [
      ['packageTooLarge', 'stop'],
      ['outOfRange', 'attention'],
    ] as const) {
      const { page } = await open('restart', {
        packages: [carried('restart')],
        current: progress('restart', { failure: { code, detail: 'x', atMs: 0 } }),
      });
      const shown = deepAll(page, '[tone]').find((one) => readable(one).includes(failureText(code, false)));
      expect(shown?.getAttribute('tone'), code).to.equal(tone);
    }
  });

  it('removes the package of a command on a press, and restores the package with Undo', async () => {
    const { page, services, messages } = await open('restart', { packages: [carried('restart')] });
    action(page, 'Remove from this phone').click();
    await turn(page);
    expect(services.called('commands.remove')[0]!.args[0]).to.equal('cmd-restart');
    messages[0]!.undo!();
    expect(services.called('commands.restore')).to.have.length(1);
  });

  it('has no accessibility fault that axe finds in any of its states and three themes', async () => {
    const states: (ScriptedValues & { access?: string | null })[] = [
      {},
      { packages: [carried('bootloader')] },
      { packages: [carried('bootloader', { state: 'dead' })] },
      { access: 'EDITOR' },
      { access: null },
      { current: progress('bootloader', { phase: 'writing' }) },
      { current: progress('bootloader', { outcome: { kind: 'commandSent' } }) },
      { runs: [fixtureRun(ID, { command: 'bootloader', step: 'writing' })] },
      { packages: [carried('bootloader'), fixturePackage(ID, { token: 5 })] },
    ];
    for (const values of states) {
      const { page } = await open('bootloader', values);
      expect(await faultsInThemes(page), JSON.stringify(values).slice(0, 200)).to.deep.equal([]);
    }
  });

  it('says that the command does not exist when its name is unknown', async () => {
    const { page } = await open('explode');
    expect(readable(page)).to.contain('This command does not exist');
  });
});

describe('the commands of a beacon', () => {
  it('are listed on the page of the device with their states, or with the reason why the account may not send them', async () => {
    const services = scriptedServices({
      devices: { devices: [fixtureDevice(0, { uniqueId: ID, access: 'EDITOR', pending: null })] },
      packages: [carried('restart')],
      runs: [fixtureRun(ID, { command: 'identify', step: 'writing', outcome: { kind: 'commandSent' } })],
    });
    const page = await place(html`<fk-device-page .services=${services} .uniqueId=${ID}></fk-device-page>`);
    expect(action(page, 'Restart').getAttribute('href')).to.equal(`/devices/${ID}/commands/restart`);
    expect(readable(page))
      .to.match(/Restart Downloaded/)
      .and.match(/Identify Sent, cannot be confirmed/);
    expect(readable(page)).to.contain('Only an Owner may send this. Your access to this device is Editor');
    expect(hasAction(page, 'Go to run')).to.equal(false);
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('that are older than its package must be sent or put on hold before the run screen offers Connect', async () => {
    const configuration = fixturePackage(ID);
    const services = scriptedServices({
      devices: { devices: [fixtureDevice(0, { uniqueId: ID, pending: null })] },
      packages: [configuration, carried('identify', { token: configuration.token! - 10 })],
    });
    const page = await place(html`<fk-run-page .services=${services} .uniqueId=${ID}></fk-run-page>`);
    expect(readable(page)).to.contain('An earlier command is waiting for this beacon: Identify');
    expect(action(page, 'Send Identify first').getAttribute('href')).to.equal(`/devices/${ID}/commands/identify`);
    expect(hasAction(page, 'Connect')).to.equal(false);
    action(page, 'Put on hold').click();
    await until(() => services.called('commands.putOnHold').length > 0);
    expect(services.called('commands.putOnHold')[0]!.args[0]).to.equal('cmd-identify');
    expect(await faultsOf(page)).to.deep.equal([]);
  });
});

it('the page of a command names the command in the header, also after another command or beacon is opened', async () => {
  const { page } = await open('identify');
  const headings: string[] = [];
  page.addEventListener('fk-heading', ({ heading }) => headings.push(heading));
  page.command = 'restart';
  await settled(page);
  page.uniqueId = 'other';
  await settled(page);
  page.command = 'explode';
  await settled(page);
  expect(headings).to.deep.equal(['Restart', 'Restart', 'Command for other']);
});
