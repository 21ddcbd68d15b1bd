/** The timeline of a device: by day, with texts, in portions. */
import { expect } from '@open-wc/testing';
import { LitElement, html, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import {
  fixtureDevice,
  fixtureEdit,
  fixturePackage,
  fixtureReceipt,
  fixtureRun,
} from '../../../../test/support/fixture-rows.ts';
import { faultsInThemes, faultsOf, place, settled } from '../../../../test/support/page-place.ts';
import { action, all, readable, visibleIn } from '../../../../test/support/roles.ts';
import type { HistoryFacts } from '../../../domain/history/device-history.ts';
import { RUN_NOTES } from '../../../domain/run.ts';
import { commandStrings } from '../../strings/commands.ts';
import { labelOf } from '../../words/configure.ts';
import { allOf } from '../../language/counting.ts';
import { deviceStrings } from '../../strings/devices.ts';
import { elementStrings } from '../../strings/elements.ts';
import { historyStrings } from '../../strings/history.ts';
import { date, time } from '../../language/times.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { ListController } from '../../elements/list/list-controller.ts';
import { historyStyles, renderHistory } from './device-history.ts';

const ID = 'kp7A';
const DAY_MS = 86_400_000;
const words = elementStrings.track.summaries;

@customElement('test-history')
class TestHistory extends LitElement {
  facts!: HistoryFacts;
  private readonly list = new ListController(this, { portion: 12, more: 50 });

  static override styles = [shared, pageStyles, historyStyles];

  protected override render(): TemplateResult {
    return renderHistory(this.list, this.facts);
  }
}

async function open(facts: Partial<HistoryFacts>) {
  const device = fixtureDevice(0, { uniqueId: ID, pending: null, attributes: {} });
  const all: HistoryFacts = { device, packages: [], runs: [], receipts: [], edit: null, ...facts };
  return place<TestHistory>(html`<test-history .facts=${all}></test-history>`);
}

const rowsOf = (list: Element): string[] => all(list, 'listitem').map(readable);

describe('the history of a device', () => {
  it('is listed by day, newest first, with time and text of each event', async () => {
    const nowMs = Date.now();
    const runs = [
      fixtureRun(ID, { endedAtMs: nowMs - DAY_MS, outcome: { kind: 'receipt', receiptId: `rcp-${ID}` } }),
      fixtureRun(ID, { id: 'c', command: 'restart', endedAtMs: nowMs - 3 * DAY_MS, outcome: { kind: 'commandSent' } }),
    ];
    const receipts = [fixtureReceipt(ID, { state: 'verified', settledAtMs: nowMs })];
    const list = await open({ runs, receipts });
    expect(all(list, 'heading').map(readable)).to.deep.equal([0, 1, 3].map((days) => date(nowMs - days * DAY_MS)));
    const rows = rowsOf(list);
    expect(rows[0]).to.equal(`${time(nowMs)} ${historyStrings.receiptAnswered} ${words.verified}`);
    expect(rows[1]).to.contain(`Configuration: ${historyStrings.outcomes.receipt} ${words.receipt}`);
    // Commands do not use the texts of the track.
    expect(rows[2]).to.contain(`Restart: ${commandStrings.states.sent} ${historyStrings.journal}`);
    expect(await faultsOf(list)).to.deep.equal([]);
  });

  it('contains pending and applied changes by others, and the unsent edits of this phone', async () => {
    const device = fixtureDevice(0, { uniqueId: ID, pending: { txPower: 5 }, attributes: { interval: 900 } });
    const receipts = [
      fixtureReceipt(ID, { state: 'verified', values: { interval: 500 }, settledAtMs: device.readAtMs - 1 }),
    ];
    const list = await open({ device, receipts, edit: fixtureEdit(ID, { values: { alias: 'a', notes: 'n' } }) });
    const all = rowsOf(list).join(' | ');
    expect(all)
      .to.contain(historyStrings.othersPending)
      .and.contain(historyStrings.othersValues)
      .and.contain(historyStrings.edited(allOf([labelOf('alias'), labelOf('notes')])))
      .and.contain(deviceStrings.unsent);
    for (const one of visibleIn(list)) if (one.localName === 'summary') one.click();
    expect(readable(list)).to.contain('500').and.contain('900');
    expect(await faultsInThemes(list)).to.deep.equal([]);
  });

  it('shows the notes of a run as sentences, also notes that an earlier version of the app stored as sentences', async () => {
    const journal = [
      ...RUN_NOTES.map((note, at) => ({ step: 'writing' as const, atMs: at, note })),
      { step: 'writing' as const, atMs: 90, note: 'plainAnswer', answer: { result: 7, base64: 'AAECAw==' } },
      { step: 'reading' as const, atMs: 99, note: 'back on the same connection' },
    ];
    const shownText = readable(await open({ runs: [fixtureRun(ID, { step: 'reading', journal })] }));
    for (const note of RUN_NOTES) expect(shownText).to.contain(historyStrings.notes[note]).and.not.to.contain(note);
    expect(shownText).to.contain('AAECAw==').and.to.contain('back on the same connection');
  });

  it('is drawn in portions when it is long, and says when it has no event', async () => {
    const packages = Array.from({ length: 30 }, (_, n) =>
      fixturePackage(ID, { id: `p${n}`, state: 'replaced', fetchedAtMs: Date.now() - n * 60_000 }),
    );
    const list = await open({ packages });
    const first = rowsOf(list).length;
    expect(first).to.be.lessThan(20);
    action(list, elementStrings.list.more(30 - first)).click();
    await settled(list);
    expect(rowsOf(list)).to.have.length(30);
    expect(readable(await open({}))).to.contain(historyStrings.none);
  });
});
