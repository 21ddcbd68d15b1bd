/** What the beacon holds: each state of reading it, the three columns, and bringing the backend up to date. */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { fixtureDevice, fixturePackage, fixtureReceipt, fixtureRun } from '../../../../test/support/fixture-rows.ts';
import { progress } from '../../../../test/support/fixture-progress.ts';
import { deepAll, place, settled } from '../../../../test/support/page-place.ts';
import { action, hasAction, readable, the } from '../../../../test/support/roles.ts';
import {
  EMPTY_OUTBOX,
  scriptedServices,
  type ScriptedAnswers,
  type ScriptedServices,
  type ScriptedValues,
} from '../../../../test/support/scripted-services.ts';
import { until } from '../../../../test/support/until.ts';
import type { CarriedPackage } from '../../../domain/carried-package.ts';
import { READ_ALL } from '../../../domain/commands/command.ts';
import { READING } from '../../../domain/errand.ts';
import { type Receipt } from '../../../domain/receipt.ts';
import { RUN_FAILURES } from '../../../domain/run.ts';
import type { ReadingOffers } from '../../../use-cases/readings/readings.ts';
import { runStrings } from '../../strings/run.ts';
import { commandStrings } from '../../strings/commands.ts';
import { outboxStrings } from '../../strings/outbox.ts';
import type { SayEvent } from '../../shared/say.ts';
import { readingStrings as text } from '../../strings/reading.ts';
import './beacon-reading.ts';
import type { FkBeaconReading } from './beacon-reading.ts';

const ID = 'kp7A';
const DEVICE = fixtureDevice(0, { uniqueId: ID, pending: null, name: 'Kontakt', attributes: { minor: 1, major: 2 } });
const OFFERED: ReadingOffers = { readAll: 'offered', sync: 'offered', decrypt: 'offered' };

const request = (changes: Partial<CarriedPackage> = {}): CarriedPackage =>
  fixturePackage(ID, { id: 'request', kind: 'command', command: READ_ALL, values: {}, before: {}, ...changes });
const reading = (changes: Partial<Receipt> = {}): Receipt =>
  fixtureReceipt(ID, { id: 'reading', kind: READING, state: 'waiting', held: true, values: {}, ...changes });
const found = { atMs: 1, values: { minor: 7, major: 2 } };

async function open(
  values: ScriptedValues = {},
  answers: ScriptedAnswers = {},
): Promise<{ element: FkBeaconReading; services: ScriptedServices }> {
  const services = scriptedServices({ devices: { devices: [DEVICE] }, ...values }, answers);
  const element = await place<FkBeaconReading>(
    html`<fk-beacon-reading .services=${services} .device=${DEVICE}></fk-beacon-reading>`,
  );
  await (await services.readings()).offers();
  await settled(element);
  return { element, services };
}

const withReading = (row: Receipt): ScriptedValues => ({ outbox: { ...EMPTY_OUTBOX, receipts: [row] } });
const offering = (changes: Partial<ReadingOffers>): ScriptedAnswers => ({
  readings: { offers: async () => ({ ...OFFERED, ...changes }) },
});

async function press(element: FkBeaconReading, words: string): Promise<void> {
  action(element, words).click();
  await settled(element);
}

const cells = (element: FkBeaconReading): string[][] =>
  deepAll(element, 'tbody').map((row) => [...row.querySelectorAll('td')].map((cell) => readable(cell).trim()));

describe("the part of a beacon's page that reads its values over Bluetooth", () => {
  it('is not shown where the backend does not offer the reading and nothing was read', async () => {
    const { element } = await open({}, offering({ readAll: 'notOffered' }));
    expect(element.hidden).to.equal(true);
    expect(readable(element).trim()).to.equal('');
  });

  it('says that the backend may not support the reading until an answer has shown it, and that it needs a network', async () => {
    const unsure = await open({ app: { online: false } }, offering({ readAll: 'unknown' }));
    expect(readable(unsure.element)).to.contain(text.unsure).and.contain(text.offline);
    const sure = await open();
    expect(readable(sure.element)).not.to.contain(text.unsure);
  });

  it('fetches the read request, and names what the backend does not have', async () => {
    let offer: ReadingOffers = { ...OFFERED, readAll: 'unknown' };
    const { element, services } = await open(
      {},
      {
        readings: {
          offers: async () => offer,
          fetch: async () => {
            offer = { ...offer, readAll: 'notOffered' };
            return { kind: 'notOffered' };
          },
        },
      },
    );
    await press(element, text.fetch);
    await until(() => readable(element).includes(text.outcomes.notOffered));
    expect(services.called('readings.fetch')[0]!.args[0]).to.equal(ID);
    expect(hasAction(element, text.fetch)).to.equal(false);
  });

  it('starts the run of a read request that is on this phone', async () => {
    const { element, services } = await open({ packages: [request()] });
    await press(element, text.connect);
    expect(services.called('runs.start')[0]!.args[0]).to.equal('request');
  });

  it('names the other account of this phone whose receipt the beacon may hold, before it connects', async () => {
    const phone = { receiptsElsewhere: [{ accountId: 'b', name: 'Site A', toSend: 0, unreadAt: [ID] }], remarks: [] };
    const words = runStrings.unreadElsewhere('Site A', 1);
    expect(readable((await open({ phone, packages: [request()] })).element)).to.contain(words);
    expect(readable((await open({ phone })).element)).not.to.contain(words);
  });

  it('warns before the reading makes an older package useless, and leads to writing that first', async () => {
    const older = fixturePackage(ID, { id: 'older', token: 5 });
    const { element } = await open({ packages: [request({ token: 9 }), older] });
    expect(readable(element)).to.contain(text.kills(1));
    expect(action(element, text.writeFirst).getAttribute('href')).to.equal(`/run/${ID}`);
    const newer = await open({ packages: [request({ token: 9 }), { ...older, token: 12 }] });
    expect(readable(newer.element)).not.to.contain(text.kills(1));
  });

  it('offers no reading while the beacon may hold the response of a run, until that response was looked for in vain', async () => {
    const run = fixtureRun(ID, { step: 'written', journal: [{ step: 'written', atMs: 1 }] });
    const unread = await open({ runs: [run] });
    expect(readable(unread.element)).to.contain(text.responseFirst);
    expect(hasAction(unread.element, text.fetch)).to.equal(false);
    const lastFailure = { code: 'receiptLost', detail: '', atMs: 1 } as const;
    const lost = await open({ runs: [{ ...run, lastFailure }] });
    expect(readable(lost.element)).to.contain(text.uncertain);
    expect(hasAction(lost.element, text.fetch)).to.equal(true);
  });

  it('leads back to a reading that was interrupted, which may be given up', async () => {
    const run = fixtureRun(ID, { command: READ_ALL, step: 'written', journal: [{ step: 'written', atMs: 1 }] });
    const { element, services } = await open({ runs: [run] });
    expect(readable(element)).to.contain(text.unfinished);
    await press(element, text.leave);
    await until(() => services.called('runs.abandon')[0]?.args[0] === run.id);
  });

  for (const code of ['beaconIsAhead', 'receiptLost', 'noAnswer', 'plainNo', 'otherOperation'] as const)
    it(`offers to read the beacon again once the values are lost, and calls nothing uncertain: ${code}`, async () => {
      const lastFailure = { code, detail: '', atMs: 1 };
      const run = fixtureRun(ID, { command: READ_ALL, step: 'written', lastFailure });
      const { element, services } = await open({ runs: [run] });
      expect(readable(element)).to.contain(text.lost).and.not.contain('ncertain');
      expect(hasAction(element, commandStrings.reconnect)).to.equal(false);
      await press(element, text.fetchAgain);
      await until(() => services.called('readings.fetch').length === 1);
      expect(services.called('runs.abandon')[0]!.args[0]).to.equal(run.id);
    });

  for (const code of RUN_FAILURES)
    it(`never calls an interrupted reading uncertain: ${code}`, async () => {
      const lastFailure = { code, detail: '', atMs: 1 };
      const run = fixtureRun(ID, { command: READ_ALL, step: 'written', lastFailure });
      const { element } = await open({ runs: [run] });
      expect(readable(element)).not.to.contain('ncertain');
    });

  it('does not say that the beacon has taken something newer where the request was only given up', async () => {
    const { element } = await open({ packages: [request({ state: 'dead' })] });
    expect(readable(element)).to.contain(text.lost).and.not.contain(text.dead);
  });

  it('asks the person to save the second copy of a reading that is stored only once', async () => {
    const { element } = await open({
      current: progress({ uniqueId: ID, command: READ_ALL, phase: 'ended', copyMissing: 'second' }),
    });
    expect(readable(element)).to.contain(text.copyMissing.second);
  });

  it('shows the values only on request, and marks those that differ from the beacon', async () => {
    const { element, services } = await open({ ...withReading(reading()), packages: [] });
    expect(cells(element)).to.deep.equal([]);
    await press(element, text.showValues);
    await until(() => services.called('readings.fetchValues')[0]?.args[0] === 'reading');
    const seen = await open({
      ...withReading(reading({ found })),
      packages: [fixturePackage(ID, { values: { minor: 9 } })],
    });
    expect(cells(seen.element)).to.deep.equal([
      ['7', `≠ 1 ${text.differs}`, `≠ 9 ${text.differs}`],
      ['2', '2', text.unplanned],
    ]);
    expect(readable(seen.element)).to.contain(text.different(1)).and.contain(text.same(1));
  });

  it('brings the backend up to date only after a question', async () => {
    const { element, services } = await open(withReading(reading({ found })));
    await press(element, text.sync);
    expect(readable(element)).to.contain(text.syncConsequence);
    expect(services.called('outbox.hold')).to.have.length(0);
    action(the(element, 'dialog'), text.sync).click();
    await settled(element);
    expect(services.called('outbox.hold')[0]!.args).to.deep.equal(['reading', false]);
  });

  it('puts away a reading that needs no action, which is then counted no more', async () => {
    const { element, services } = await open(withReading(reading({ found })));
    const sayEvent = new Promise<SayEvent>((resolve) =>
      element.addEventListener('fk-say', (event) => resolve(event), { once: true }),
    );
    await press(element, text.giveUp);
    const { undo } = await sayEvent;
    expect(services.called('outbox.giveUp')[0]!.args[0]).to.equal('reading');
    undo!();
    expect(services.called('outbox.takeUp')[0]!.args[0]).to.equal('reading');
    const away = await open(withReading(reading({ found, givenUpAtMs: 1 })));
    expect(cells(away.element)).to.have.length(2);
    expect([hasAction(away.element, text.giveUp), hasAction(away.element, text.sync)]).to.deep.equal([false, false]);
  });

  it('says how far bringing the backend up to date has come', async () => {
    const asked = await open(withReading(reading({ found, syncAskedAtMs: 1 })));
    expect(readable(asked.element)).to.contain(outboxStrings.readingStates.waiting);
    expect(hasAction(asked.element, text.sync)).to.equal(false);
    const verified = await open(withReading(reading({ found, state: 'verified' })));
    expect(readable(verified.element)).to.contain(outboxStrings.readingStates.verified);
    const lastAnswer = { atMs: 1, status: 404, code: 'notSupported', message: '' };
    const refused = await open(withReading(reading({ found, state: 'parked', lastAnswer })));
    expect(readable(refused.element)).to.contain(text.cannotSync).and.contain(outboxStrings.readingStates.parked);
    const none = await open(withReading(reading({ found })), offering({ sync: 'notOffered' }));
    expect(readable(none.element)).to.contain(text.cannotSync);
    expect(hasAction(none.element, text.sync)).to.equal(false);
  });
});
