/** The outbox page with scripted services: text and actions of each row, pauses, file export and import, 2000 rows. */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { fixtureAccount, fixtureDevice, fixtureEdit, fixtureReceipt } from '../../../../test/support/fixture-rows.ts';
import {
  scriptedServices,
  type ScriptedAnswers,
  type ScriptedServices,
  type ScriptedValues,
} from '../../../../test/support/scripted-services.ts';
import type { Receipt } from '../../../domain/receipt.ts';
import type { SayEvent } from '../../shared/say.ts';
import { eveningStrings } from '../../strings/evening.ts';
import { faultsInThemes, faultsOf, place, settled, setViewport } from '../../../../test/support/page-place.ts';
import {
  action,
  all,
  announced,
  choose,
  field,
  has,
  hasAction,
  isFilled,
  readable,
  the,
  visibleIn,
} from '../../../../test/support/roles.ts';
import { until } from '../../../../test/support/until.ts';
import { failureWords } from '../../strings/failures.ts';
import { fileFaultStrings } from '../../strings/file-faults.ts';
import { outboxStrings } from '../../strings/outbox.ts';
import { answerText } from '../../words/outbox.ts';
import type { FkOutboxPage } from './outbox-page.ts';
import './outbox-page.ts';

const NOW = Date.UTC(2026, 4, 5, 12);
const answer = (code: string, status = 0) => ({ atMs: NOW - 1000, status, code, message: 'x' });

async function open(
  values: ScriptedValues = {},
  answers: ScriptedAnswers = {},
): Promise<{ page: FkOutboxPage; services: ScriptedServices; heard: SayEvent[] }> {
  const services = scriptedServices(values, answers);
  const page = await place<FkOutboxPage>(
    html`<fk-outbox-page .services=${services} .nowMs=${() => NOW}></fk-outbox-page>`,
  );
  const heard: SayEvent[] = [];
  page.addEventListener('fk-say', (event) => heard.push(event));
  return { page, services, heard };
}

const receipts = (...rows: readonly Partial<Receipt>[]): ScriptedValues => ({
  outbox: {
    receipts: rows.map((row, at) => fixtureReceipt(`id${at}`, { id: `r${at}`, createdAtMs: NOW - 60_000, ...row })),
    toSend: rows.length,
  },
});

async function details(page: FkOutboxPage): Promise<void> {
  action(page, 'Details').click();
  await settled(page);
}

const give = (page: FkOutboxPage, content: string): void =>
  choose(page, new File([content], 'receipts.json', { type: 'application/json' }));

describe('the outbox', () => {
  it('offers a single next action when nothing waits in it', async () => {
    const { page } = await open();
    expect(readable(page)).to.contain('The outbox is empty');
    action(page, outboxStrings.options).click();
    await until(() => hasAction(page, 'Import a file'));
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('shows the names of devices in its rows as soon as the list of devices is read', async () => {
    const named = fixtureDevice(0, { uniqueId: 'id0', alias: 'Ward 9' });
    const { page, services } = await open({ ...receipts({}), devices: { devices: null } });
    expect(readable(page)).not.to.contain('id0');
    services.lives.devices.value = { ...services.lives.devices.value, devices: [named] };
    await settled(page);
    expect(readable(the(page, 'listitem')))
      .to.contain('id0')
      .and.to.contain('Ward 9');
  });

  it('sends a reading only when the person asks', async () => {
    const { page, services } = await open(receipts({ kind: 'reading', held: true }));
    expect(readable(page)).to.contain(outboxStrings.readingStates.held);
    await details(page);
    action(page, outboxStrings.bringUpToDate).click();
    await until(() => services.called('outbox.hold').length === 1);
    expect(services.called('outbox.hold')[0]!.args).to.deep.equal(['r0', false]);
  });

  it('does not offer to send a reading from before the beacon was written again', async () => {
    const { page } = await open(
      receipts({ kind: 'reading', held: true }, { uniqueId: 'id0', candidates: ['id0'], createdAtMs: NOW - 1000 }),
    );
    expect(readable(page)).to.contain(outboxStrings.readingStates.outdated);
    expect(hasAction(page, outboxStrings.bringUpToDate)).to.equal(false);
  });

  it('has no accessibility fault that axe finds in three themes, with every kind of row and its details', async () => {
    const { page } = await open({
      ...receipts(
        { tries: 2, lastAnswer: answer('offline'), nextAtMs: NOW + 42_000 },
        { inFlightSinceMs: NOW },
        { state: 'parked', lastAnswer: answer('forbidden', 403) },
        { state: 'sent', lastAnswer: answer('sent', 200) },
        { state: 'verified', settledAtMs: NOW },
        { state: 'notVerified', owner: 'unsure', candidates: ['id5', 'zz99'] },
        { state: 'notVerified' },
        { state: 'refused', held: true, result: 3 },
        { mirrored: false },
        { kind: 'reading', held: true },
        { kind: 'reading', held: true, state: 'parked', lastAnswer: answer('notSupported', 404) },
        { held: true, origin: 'mirror', clock: 'unchecked' },
      ),
    });
    for (const details of all(page, 'button', /^Details/)) details.click();
    await settled(page);
    expect(await faultsInThemes(page)).to.deep.equal([]);
    const text = readable(page);
    for (const words of [
      'Next try in 42 s',
      'Sending now',
      failureWords.forbidden.says,
      'Its second copy is missing',
      'Clock not checked',
      'May be a repeat',
      'Held by you',
    ]) {
      expect(text).to.contain(words);
    }
  });

  it('says that a receipt was not tried yet only until its first attempt begins', async () => {
    const { page: untried } = await open(receipts({ tries: 0 }));
    expect(readable(untried)).to.contain(outboxStrings.notTried);
    const { page: sending } = await open(receipts({ tries: 1, inFlightSinceMs: NOW }));
    expect(readable(sending)).to.contain('Sending now').and.not.to.contain(outboxStrings.notTried);
  });

  it('counts receipts that are received but not verified, and offers to send them again', async () => {
    const { page, services } = await open({
      outbox: { receipts: [fixtureReceipt('a', { id: 'r', state: 'notVerified' })], toSend: 0, unverified: 1 },
    });
    expect(readable(page)).to.contain(outboxStrings.unverified(1));
    action(page, outboxStrings.postAgain).click();
    expect(services.called('outbox.sendNow').map((call) => call.args)).to.deep.equal([[['r']]]);
    services.lives.outbox.value = { ...services.lives.outbox.value, unverified: 0 };
    await settled(page);
    expect(readable(page)).not.to.contain(outboxStrings.unverified(1));
  });

  it('retries, holds and releases receipts, and sends one anyway', async () => {
    const { page, services } = await open(receipts({ lastAnswer: answer('offline'), tries: 1 }));
    action(page, 'Try now').click();
    await details(page);
    action(page, 'Hold').click();
    services.lives.outbox.value = {
      ...services.lives.outbox.value,
      receipts: [fixtureReceipt('id0', { id: 'r0', held: true })],
    };
    await settled(page);
    action(page, 'Release for sending').click();
    services.lives.outbox.value = {
      ...services.lives.outbox.value,
      receipts: [fixtureReceipt('id0', { id: 'r0', held: true, state: 'refused', result: 3 })],
    };
    await settled(page);
    // The row has moved to another group, where its details are closed.
    await details(page);
    // The app holds back a refused receipt, and releasing it would send nothing.
    expect(readable(page)).not.to.contain('Held by you');
    expect(hasAction(page, 'Release for sending')).to.equal(false);
    expect(hasAction(page, 'Send now')).to.equal(false);
    action(page, 'Send anyway').click();
    const calls = services.calls
      .filter((call) => call.name.startsWith('outbox.'))
      .map((call) => [call.name, ...call.args]);
    expect(calls).to.deep.equal([
      ['outbox.sendNow', ['r0']],
      ['outbox.hold', 'r0', true],
      ['outbox.hold', 'r0', false],
      ['outbox.sendAnyway', 'r0'],
    ]);
  });

  it('says of a held receipt only that it is not sent until it is released, and releases it in its row', async () => {
    const tried = { held: true, tries: 2, unanswered: 1, lastAnswer: answer('network') } as const;
    const { page, services } = await open(receipts(tried));
    const row = all(page, 'listitem')[0]!;
    const release = action(row, 'Release for sending');
    expect(isFilled(release), 'it is the next thing to do').to.equal(true);
    release.click();
    expect(services.called('outbox.hold').map(({ args }) => args)).to.deep.equal([['r0', false]]);
    expect(readable(row)).to.contain(outboxStrings.held);
    for (const words of [answerText('network'), outboxStrings.unanswered, outboxStrings.notTried])
      expect(readable(row)).not.to.contain(words);
    await details(page);
    expect(readable(row)).to.contain('network');
  });

  it('does not promise that a receipt which the backend refused is sent once it is released', async () => {
    const { page } = await open(receipts({ held: true, state: 'parked', lastAnswer: answer('forbidden', 403) }));
    expect(readable(page)).not.to.contain(outboxStrings.held);
    expect(hasAction(page, outboxStrings.release)).to.equal(false);
  });

  it('does not call a delivered receipt held back, nor a receipt whose beacon refused the package', async () => {
    const { page } = await open(
      receipts({ held: true, state: 'verified' }, { held: true, state: 'refused', result: 3 }),
    );
    expect(readable(page)).not.to.contain(outboxStrings.held);
    expect(hasAction(page, outboxStrings.leave)).to.equal(false);
    await details(page);
    expect(hasAction(page, outboxStrings.leave)).to.equal(true);
    expect(hasAction(page, outboxStrings.giveUp)).to.equal(false);
  });

  it('releases all held receipts with one button beside their heading, and has the actions with files in Options', async () => {
    const { page } = await open(receipts({ held: true }, { held: true }));
    const shown = visibleIn(page);
    const [release, options] = [outboxStrings.releaseAll(2), outboxStrings.options].map((words) => action(page, words));
    const heading = the(page, 'heading', /^Waiting/);
    const middleOf = (one: Element): number => {
      const { top, bottom } = one.getBoundingClientRect();
      return (top + bottom) / 2;
    };
    expect(middleOf(release!)).to.be.closeTo(middleOf(heading), 4);
    expect(shown.indexOf(release!)).to.be.lessThan(shown.indexOf(options!));
    expect(hasAction(page, outboxStrings.exportAll)).to.equal(false);
    options!.click();
    await until(() => hasAction(page, outboxStrings.exportAll));
  });

  it('offers to release the held receipts when no other receipt can be sent', async () => {
    const { page, services } = await open(receipts({ held: true }, { held: true }));
    action(page, outboxStrings.releaseAll(2)).click();
    await until(() => services.called('outbox.hold').length === 2);
    expect(services.called('outbox.hold').map(({ args }) => args)).to.deep.equal([
      ['r0', false],
      ['r1', false],
    ]);
    services.lives.outbox.value = {
      ...services.lives.outbox.value,
      receipts: [fixtureReceipt('id0', { id: 'r0', held: true }), fixtureReceipt('id1', { id: 'r1' })],
    };
    await settled(page);
    expect(all(page, 'button').filter(isFilled).map(readable)).to.deep.equal([outboxStrings.sendNow]);
  });

  it('stops sending a refused receipt on a press, says so of the receipt, and sends it again on another press', async () => {
    const refused = { id: 'r0', state: 'parked', lastAnswer: answer('forbidden', 403) } as const;
    const { page, services } = await open(receipts(refused));
    action(page, 'Stop sending it').click();
    await until(() => services.called('outbox.giveUp').length === 1);
    services.lives.outbox.value = {
      ...services.lives.outbox.value,
      receipts: [fixtureReceipt('id0', { ...refused, givenUpAtMs: 1 })],
    };
    await settled(page);
    expect(readable(page)).to.contain(outboxStrings.givenUp);
    action(page, 'Pick up again').click();
    await until(() => services.called('outbox.takeUp').length === 1);
    expect(['giveUp', 'takeUp'].map((name) => services.called(`outbox.${name}`)[0]!.args)).to.deep.equal([
      ['r0'],
      ['r0'],
    ]);
  });

  it('hides "Send anyway" until Details are opened', async () => {
    const { page } = await open(receipts({ state: 'refused', held: true, result: 3 }));
    expect(hasAction(page, 'Send anyway')).to.equal(false);
    expect(hasAction(page, 'Fetch a new package')).to.equal(true);
  });

  it('says once that the beacon refused its package, and offers a new one within its row', async () => {
    const { page } = await open(receipts({ state: 'refused', held: true, result: 3 }));
    expect(readable(page).match(/refused/gi)).to.deep.equal(['Refused']);
    expect(hasAction(the(page, 'listitem'), eveningStrings.needs.helps.refused(1))).to.equal(true);
    expect(readable(page)).to.contain(eveningStrings.needs.checkLabel);
  });

  it('shows on a phone the button for details above the state of a receipt, whose words may be long', async () => {
    await setViewport({ width: 390, height: 844 });
    const { page } = await open(receipts({ held: true }));
    const states = the(page, 'image', /./).getBoundingClientRect();
    expect(action(page, outboxStrings.details).getBoundingClientRect().bottom).to.be.at.most(states.top + 1);
    await setViewport({ width: 800, height: 600 });
  });

  it('has the columns of all rows at the same places on a laptop', async () => {
    await setViewport({ width: 1280, height: 844 });
    const { page } = await open(receipts({ state: 'refused', result: 3 }, { state: 'verified', tries: 2 }));
    const details = new RegExp(`^${outboxStrings.details}`);
    const columns = [all(page, 'image', /./), all(page, 'time'), all(page, 'button', details)];
    for (const column of columns) {
      const [first, ...others] = column.map((one) => one.getBoundingClientRect().left);
      expect(others).to.deep.equal([first]);
    }
    await setViewport({ width: 800, height: 600 });
  });

  it('aligns both buttons of an unverified receipt at their right edge on a wide screen, but not on a phone', async () => {
    const { page } = await open(receipts({ state: 'notVerified' }));
    const end = (name: string): number => action(page, name).getBoundingClientRect().right;
    for (const width of [1600, 390]) {
      await setViewport({ width, height: 844 });
      const need = end(eveningStrings.needs.helps.notVerified(1));
      expect(Math.abs(end(outboxStrings.giveUp) - need) < 2).to.equal(width === 1600);
    }
    await setViewport({ width: 800, height: 600 });
  });

  it('assigns a receipt without a certain owner to another beacon', async () => {
    const { page, services } = await open(
      receipts({ state: 'notVerified', owner: 'unsure', candidates: ['id0', 'zz99'] }),
    );
    action(page, 'Choose the beacon').click();
    await settled(page);
    action(page, 'Assign to zz99').click();
    expect(services.called('outbox.assignOwner').map((call) => call.args)).to.deep.equal([['r0', 'zz99']]);
  });

  it('offers to send a receipt whose owner is unsure again, but not while sending is paused', async () => {
    const { page, services } = await open(
      receipts({ state: 'notVerified', owner: 'unsure', candidates: ['id0', 'zz99'] }),
    );
    await details(page);
    const again = (): HTMLElement => action(page, outboxStrings.postAgain);
    expect(again().matches(':disabled')).to.equal(false);
    services.lives.outbox.value = { ...services.lives.outbox.value, pause: { reason: 'key', atMs: NOW } };
    await settled(page);
    expect(again().matches(':disabled')).to.equal(true);
  });

  it('asks for the key while sending waits for the key, and names no time of a next attempt', async () => {
    const { page } = await open({
      outbox: {
        receipts: [fixtureReceipt('a', { nextAtMs: NOW + 5000, tries: 1, lastAnswer: answer('key', 401) })],
        toSend: 3,
        pause: { reason: 'key', atMs: NOW },
      },
    });
    expect(readable(page)).to.contain('3 receipts wait for your key.');
    expect(readable(page)).not.to.contain('Next try');
    let keyRequests = 0;
    document.addEventListener('fk-ask-key', () => keyRequests++, { once: true });
    action(page, 'Enter key').click();
    expect(keyRequests).to.equal(1);
  });

  it('says until when the backend asks to wait while a receipt waits for that time', async () => {
    const wait = { atMs: NOW - 1000, untilMs: NOW + 60_000, wasPressed: true };
    const { page } = await open({ outbox: { receipts: [fixtureReceipt('a')], toSend: 1, wait } });
    expect(readable(page)).to.match(/The backend asked to wait until .* Now the app waits\./);
    expect((await open({ outbox: { receipts: [], toSend: 0, wait } })).page).to.satisfy(
      (other: Element) => !readable(other).includes('asked to wait'),
    );
  });

  it('advises to check address and key after repeated refusals, and sends again on a press', async () => {
    const { page, services } = await open({
      outbox: {
        receipts: [fixtureReceipt('a')],
        toSend: 1,
        pause: { reason: 'sameRefusal', status: 403, atMs: NOW },
      },
    });
    expect(readable(page)).to.contain('Check the address and the key');
    action(page, 'Resume').click();
    expect(services.called('outbox.resume')).to.have.length(1);
  });

  it('says that somebody else has changed the values of an edit, and sends the edit again on request', async () => {
    const edit = fixtureEdit('a', { state: 'parked', lastAnswer: answer('changedMeanwhile') });
    const { page, services } = await open({ outbox: { edits: [edit] } });
    expect(readable(page)).to.contain('Someone else has changed this since.');
    action(page, outboxStrings.postAgain).click();
    expect(services.called('outbox.sendNow').map(({ args }) => args)).to.deep.equal([[['a']]]);
  });

  it('discards an edit with Undo, but offers no discarding of an edit that the backend has saved', async () => {
    const edit = fixtureEdit('a');
    const { page, services, heard } = await open({ outbox: { edits: [edit] } });
    await details(page);
    action(page, 'Discard').click();
    await until(() => heard.length === 1);
    heard[0]!.undo!();
    expect(services.called('outbox.restoreEdit').map((call) => call.args)).to.deep.equal([[edit]]);
    services.lives.outbox.value = { ...services.lives.outbox.value, edits: [{ ...edit, state: 'saved' }] };
    await settled(page);
    // The row has moved to another group, where its details are closed.
    await details(page);
    expect(hasAction(page, outboxStrings.toDevice)).to.equal(true);
    expect(hasAction(page, outboxStrings.discard)).to.equal(false);
  });

  it('saves all receipts as a file, or only the selected receipts', async () => {
    const { page, services } = await open(receipts({}, {}));
    const keep = (event: Event): void => {
      if ((event.composedPath()[0] as HTMLElement).hasAttribute('download')) event.preventDefault();
    };
    document.addEventListener('click', keep, true);
    action(page, outboxStrings.options).click();
    await until(() => hasAction(page, 'Export all'));
    action(page, 'Export all').click();
    action(page, 'Select').click();
    await settled(page);
    field(page, outboxStrings.selectOne('id1')).click();
    await settled(page);
    action(page, 'Export 1').click();
    await until(() => services.called('outbox.export').length === 2);
    document.removeEventListener('click', keep, true);
    expect(services.called('outbox.export').map((call) => call.args[0])).to.deep.equal([undefined, ['r1']]);
  });

  const preview = (change: object = {}) => ({
    kind: 'file' as const,
    count: 3,
    devices: 2,
    accountId: 'acc-1',
    baseUrl: 'https://legacy.example',
    exportedAtMs: NOW,
    ofThisAccount: true,
    problems: [],
    dropped: [],
    ...change,
  });
  const hasQuestion = (page: Element): boolean => has(page, 'dialog');

  it("shows the number and origin of a file's rows before the import, and the number of new ones afterwards", async () => {
    const { page, services, heard } = await open(
      {},
      {
        outbox: {
          preview: async () =>
            preview({ problems: [{ path: ['receipts', 3], code: 'notObject', limit: null }], dropped: ['crew'] }),
          import: async () => ({ kind: 'imported', added: 2, known: 1 }),
        },
      },
    );
    give(page, '{"format":"x"}');
    await until(() => hasQuestion(page));
    await settled(page);
    expect(readable(page))
      .to.contain('3 receipts of 2 beacons')
      .and.to.contain(fileFaultStrings.dropped('crew'))
      .and.to.contain('https://legacy.example')
      .and.to.contain('Some rows in the file are damaged');
    expect(await faultsOf(page)).to.deep.equal([]);
    expect(services.called('outbox.import')).to.have.length(0);
    action(page, 'Import 3 receipts').click();
    await until(() => heard.length === 1);
    expect(services.called('outbox.import')[0]!.args[0]).to.equal('{"format":"x"}');
    expect(heard[0]!.message).to.equal('2 receipts imported, 1 already here.');
    expect(hasQuestion(page)).to.equal(false);
  });

  it('imports no receipt of a file when the person declines', async () => {
    const { page, services } = await open({}, { outbox: { preview: async () => preview() } });
    give(page, '{}');
    await until(() => hasQuestion(page));
    await settled(page);
    action(page, 'Do not import').click();
    await until(() => !hasQuestion(page));
    expect(services.called('outbox.import')).to.have.length(0);
  });

  it('warns when a file of receipts belongs to another account', async () => {
    const { page, services } = await open(
      { session: { account: fixtureAccount({ name: 'Mine' }) } },
      {
        outbox: {
          preview: async () =>
            preview({ count: 1, accountId: 'acc-9', baseUrl: 'https://other.example', ofThisAccount: false }),
        },
      },
    );
    give(page, '{}');
    await until(() => hasQuestion(page));
    await settled(page);
    expect(readable(page))
      .to.contain('https://other.example')
      .and.to.contain('belongs to another account')
      .and.to.contain('Mine');
    expect(await faultsOf(page)).to.deep.equal([]);
    action(page, 'Import here anyway').click();
    await until(() => services.called('outbox.import').length === 1);
    expect(services.called('outbox.import')[0]!.args[1]).to.deep.equal({ intoThisAccount: true });
  });

  it('explains why a file of receipts cannot be imported', async () => {
    const { page } = await open(
      {},
      {
        outbox: {
          preview: async () => ({
            kind: 'invalid',
            problems: [{ path: ['receipts', 0, 'uniqueId'], code: 'missing', limit: null }],
          }),
        },
      },
    );
    give(page, '{"nonsense":1}');
    await until(() => announced(page).length > 0);
    expect(readable(page)).to.contain('receipts, no. 1, uniqueId: is missing.');
  });

  it('removes an imported receipt and offers Undo, but never one of a run', async () => {
    const removed = [fixtureReceipt('b', { id: 'r1', origin: 'import' })];
    const { page, services, heard } = await open(
      receipts({}, { origin: 'import' }, { origin: 'import', inFlightSinceMs: NOW }),
      { outbox: { removeImported: async () => removed } },
    );
    action(page, outboxStrings.options).click();
    await until(() => hasAction(page, outboxStrings.exportAll));
    expect(hasAction(page, 'Remove 2 imported receipts')).to.equal(false);
    action(page, 'Remove the imported receipt').click();
    await until(() => heard.length === 1);
    expect(services.called('outbox.removeImported')[0]!.args[0]).to.deep.equal(['r1']);
    expect(heard[0]!.message).to.contain('1 imported receipt removed.');
    heard[0]!.undo!();
    expect(services.called('outbox.restoreImported')[0]!.args[0]).to.deep.equal(removed);
  });

  it('draws 2000 entries in portions, in the time of one portion', async () => {
    const rows = Array.from({ length: 2000 }, (_, at): Partial<Receipt> => ({
      state: at % 2 === 0 ? 'verified' : 'waiting',
      settledAtMs: NOW - at,
    }));
    const timed = async (shown: readonly Partial<Receipt>[]): Promise<{ page: FkOutboxPage; tookMs: number }> => {
      const from = performance.now();
      const { page } = await open(receipts(...shown));
      return { page, tookMs: performance.now() - from };
    };
    await timed(rows.slice(0, 80));
    const portion = await timed(rows.slice(0, 80));
    const { page, tookMs } = await timed(rows);
    expect(all(page, 'button', /^Details/)).to.have.length(80);
    expect(readable(page)).to.contain('1,000');
    // Drawing all of them at once would take 25 times as long.
    expect(tookMs / portion.tookMs, `${Math.round(tookMs)} of ${Math.round(portion.tookMs)} ms`).to.be.lessThan(10);
    action(page, 'Show 200 more').click();
    await settled(page);
    expect(all(page, 'button', /^Details/)).to.have.length(280);
  });
});
