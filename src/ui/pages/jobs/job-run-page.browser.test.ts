/** A job on site: whom it shows, what finds a beacon, what leads on, and what the chooser is asked for. */
import { expect } from '@open-wc/testing';
import { html, type LitElement } from 'lit';
import { fixtureDevice, fixturePackage, fixtureReceipt, fixtureRun } from '../../../../test/support/fixture-rows.ts';
import { fixtureJob, fixtureTask, openMemoryJobs } from '../../../../test/support/job-rows.ts';
import { action, clear, deepAll, faultsOf, place, readable, settled } from '../../../../test/support/page-place.ts';
import { scriptedServices, type ScriptedServices } from '../../../../test/support/scripted-services.ts';
import { until } from '../../../../test/support/until.ts';
import type { Jobs } from '../../../use-cases/jobs/offered.ts';
import type { RunProgress } from '../../../use-cases/run/offered.ts';
import type { FkField } from '../../elements/field/field.ts';
import { jobStrings as text } from '../../strings/jobs.ts';
import { runActionWords } from '../../strings/run.ts';
import './job-run-page.ts';

const IDS = ['aa11', 'bb22', 'cc33', 'dd44'];
const DEVICES = IDS.map((uniqueId, at) =>
  fixtureDevice(at, {
    uniqueId,
    deviceType: 'BEACON',
    name: 'Kontakt',
    alias: `Door ${at}`,
    pending: null,
    attributes: {},
  }),
);
const TASKS = IDS.map((uniqueId, at) =>
  fixtureTask(at, {
    uniqueId,
    place: `Room ${at}`,
    values: { minor: at, name: uniqueId },
    note: at === 0 ? 'behind the tile' : '',
  }),
);
const PACKAGES = TASKS.map(({ uniqueId, values }) => fixturePackage(uniqueId, { values }));

let jobs: Jobs;
let services: ScriptedServices;

async function open(): Promise<LitElement> {
  jobs = await openMemoryJobs({ jobs: [fixtureJob()], tasks: TASKS });
  services = scriptedServices({ devices: { devices: DEVICES }, packages: PACKAGES }, { jobs: async () => jobs });
  const page = await place<LitElement>(
    html`<fk-job-run-page .services=${services} .jobId=${'job-1'}></fk-job-run-page>`,
  );
  await until(() => deepAll(page, 'fk-skeleton').length === 0);
  await settled(page);
  return page;
}
const here = (page: LitElement): string =>
  deepAll<HTMLElement & { uniqueId: string }>(page, 'fk-task-run')[0]?.uniqueId ?? '';

/** What a run leaves behind that has brought its receipt. */
function bring(uniqueId: string): void {
  const receiptId = `rcp-${uniqueId}`;
  const run = fixtureRun(uniqueId, { step: 'receipt', outcome: { kind: 'receipt', receiptId }, endedAtMs: Date.now() });
  const values = TASKS.find((task) => task.uniqueId === uniqueId)!.values;
  services.lives.packages.set(
    services.lives.packages.value.map((row) => (row.uniqueId === uniqueId ? { ...row, state: 'used' as const } : row)),
  );
  services.lives.runs.set([...services.lives.runs.value, run]);
  const { receipts } = services.lives.outbox.value;
  services.lives.outbox.set({
    ...services.lives.outbox.value,
    receipts: [...receipts, fixtureReceipt(uniqueId, { values })],
  });
  const ended: RunProgress = {
    runId: run.id,
    uniqueId,
    phase: 'ended',
    past: [],
    phaseSinceMs: 0,
    attempt: 1,
    attempts: 4,
    cancelSafe: false,
    copyMissing: null,
    outcome: run.outcome,
    failure: null,
  };
  services.lives.current.set(ended);
}
async function type(page: LitElement, value: string): Promise<HTMLInputElement> {
  const [field] = deepAll<FkField>(page, 'fk-field[name="find"]');
  const control = field!.shadowRoot!.querySelector('input')!;
  control.value = value;
  control.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  await settled(page);
  return control;
}

describe('a job on site', () => {
  afterEach(() => {
    clear();
    history.replaceState(null, '', location.pathname);
  });

  it('shows the first beacon with its room and note, and one Connect', async () => {
    const page = await open();
    expect(here(page)).to.equal('aa11');
    expect(readable(page)).to.contain('Room 0').and.to.contain('behind the tile').and.to.contain(text.counts.left(4));
    for (const theme of ['light', 'dark', 'sun']) {
      document.documentElement.dataset['theme'] = theme;
      expect(await faultsOf(page), theme).to.deep.equal([]);
    }
    action(page, runActionWords.connect).click();
    expect(services.called('runs.start').map(({ args }) => args)).to.deep.equal([['pkg-aa11', { without: [] }]]);
  });

  it('leads on by itself when the receipt is on this phone, and leaves the name of the done one out of the chooser', async () => {
    const page = await open();
    bring('aa11');
    await until(() => here(page) === 'bb22');
    await settled(page);
    expect(readable(page)).to.contain(text.counts.onlyHere(1)).and.to.contain(text.counts.left(3));
    // Its run is dismissed as soon as nobody looks at it.
    await until(() => services.lives.current.value === null);
    action(page, runActionWords.connect).click();
    expect(services.called('runs.start')[0]!.args).to.deep.equal(['pkg-bb22', { without: ['aa11'] }]);
  });

  it('stays where a copy of the receipt is missing', async () => {
    const page = await open();
    bring('aa11');
    services.lives.current.set({ ...services.lives.current.value!, copyMissing: 'second' });
    await settled(page);
    expect(here(page)).to.equal('aa11');
  });

  it('finds a beacon as it is typed, and goes to it when a scanner presses Enter', async () => {
    const page = await open();
    await type(page, 'door');
    expect(deepAll(page, '.found fk-button').length).to.equal(4);
    const control = await type(page, 'cc33');
    control.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true }));
    await settled(page);
    expect(here(page)).to.equal('cc33');
    expect(readable(page)).to.contain('Room 2');
    // From there it goes on, and comes round to those before.
    bring('cc33');
    await until(() => here(page) === 'dd44');
    bring('dd44');
    await until(() => here(page) === 'aa11');
  });

  it('skips and parks with one tap, goes on, and comes back to the parked one at the end', async () => {
    const page = await open();
    action(page, text.task.markAs.parked).click();
    await until(() => here(page) === 'bb22');
    await settled(page);
    action(page, text.task.markAs.skipped).click();
    await until(() => here(page) === 'cc33');
    bring('cc33');
    await until(() => here(page) === 'dd44');
    bring('dd44');
    await until(() => here(page) === 'aa11');
    await settled(page);
    expect(readable(page)).to.contain(text.task.marks.parked).and.to.contain(text.counts.setAside(1));
    bring('aa11');
    await until(() => readable(page).includes(text.run.allDone));
  });
});
