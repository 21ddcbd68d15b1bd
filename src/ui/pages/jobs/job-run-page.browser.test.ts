/**
 * The run page of a job: which beacon it shows, how beacons are found, how it continues, and the filter of the chooser.
 */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { html, type LitElement } from 'lit';
import { fixtureDevice, fixturePackage, fixtureReceipt, fixtureRun } from '../../../../test/support/fixture-rows.ts';
import { fixtureJob, fixtureTask, openMemoryJobs } from '../../../../test/support/job-rows.ts';
import {
  clear,
  deepAll,
  faultsInThemes,
  faultsOf,
  place,
  settled,
  setViewport,
} from '../../../../test/support/page-place.ts';
import {
  action,
  all,
  announced,
  elementAt,
  field,
  fill,
  has,
  hasAction,
  readable,
  the,
  withWords,
} from '../../../../test/support/roles.ts';
import { scriptedServices, type ScriptedServices } from '../../../../test/support/scripted-services.ts';
import { until } from '../../../../test/support/until.ts';
import type { CarriedPackage } from '../../../domain/carried-package.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import type { Task, TaskMark } from '../../../domain/job/job.ts';
import { REST_KEY } from '../../../names.ts';
import type { Jobs } from '../../../use-cases/jobs/jobs.ts';
import type { RunProgress } from '../../../use-cases/run/runs.ts';
import { dateTime } from '../../language/times.ts';
import { restIsOn, setRest } from '../../shared/rest-choice.ts';
import { elementStrings } from '../../strings/elements.ts';
import { jobStrings as text } from '../../strings/jobs.ts';
import { photoStrings } from '../../strings/photos.ts';
import { runActionWords, runStrings } from '../../strings/run.ts';
import { failureText } from '../../words/run.ts';
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

/** A beacon in a list of them. */
const BEACON = /^(?:aa11|bb22|cc33|dd44) /;

let jobs: Jobs;
let services: ScriptedServices;

async function open(tasks: readonly Task[] = TASKS, restAfterMs = 3_600_000): Promise<LitElement> {
  jobs = await openMemoryJobs({ jobs: [fixtureJob()], tasks });
  services = scriptedServices({ devices: { devices: DEVICES }, packages: PACKAGES }, { jobs: async () => jobs });
  const page = await place(
    html`<fk-job-run-page .services=${services} .jobId=${'job-1'} .restAfterMs=${restAfterMs}></fk-job-run-page>`,
  );
  await until(() => here(page) !== '');
  await settled(page);
  return page;
}
const here = (page: LitElement): string =>
  all(page, 'button', /^Copy \w+$/)[0]?.computedName.slice(elementStrings.copyId('').length) ?? '';

/** Stores the rows of a run with a receipt. */
function bring(uniqueId: string): void {
  const receiptId = `rcp-${uniqueId}`;
  const run = fixtureRun(uniqueId, { step: 'receipt', outcome: { kind: 'receipt', receiptId }, endedAtMs: Date.now() });
  const values = TASKS.find((task) => task.uniqueId === uniqueId)!.values;
  services.lives.packages.value = services.lives.packages.value.map((row) =>
    row.uniqueId === uniqueId ? { ...row, state: 'used' as const } : row,
  );
  services.lives.runs.value = [...services.lives.runs.value, run];
  const { receipts } = services.lives.outbox.value;
  services.lives.outbox.value = {
    ...services.lives.outbox.value,
    receipts: [...receipts, fixtureReceipt(uniqueId, { values })],
  };
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
  services.lives.current.value = ended;
}
async function openSheet(page: LitElement): Promise<void> {
  if (has(page, 'dialog')) return;
  action(page, text.run.more).click();
  await settled(page);
}
async function type(page: LitElement, value: string): Promise<void> {
  await openSheet(page);
  fill(page, text.run.find, value);
  await settled(page);
}

describe('a job on site', () => {
  afterEach(() => {
    clear();
    history.replaceState(null, '', location.pathname);
  });

  it('warns that others have written or prepared the beacon since its package was fetched', async () => {
    const page = await open();
    const { devices, packages } = services.lives;
    packages.value = PACKAGES.map((row) => ({ ...row, before: { minor: 90 }, fetchedAtMs: 1 }));
    const show = async (changes: Partial<CachedDevice>): Promise<string> => {
      devices.value = { ...devices.value, devices: DEVICES.map((device) => ({ ...device, ...changes })) };
      await settled(page);
      return readable(page);
    };
    expect(await show({})).not.to.contain(text.task.changedSince.written);
    expect(await show({ attributes: { minor: 91 } })).to.contain(text.task.changedSince.written);
    expect(await show({ pending: { minor: 92 } })).to.contain(text.task.changedSince.prepared);
  });

  it("asks for a new package, and writes none, when a swap has changed a beacon's values", async () => {
    const page = await open();
    await jobs.swap(TASKS[0]!.id, TASKS[1]!.id);
    await settled(page);
    for (const id of ['aa11', 'bb22']) {
      history.replaceState(null, '', `?beacon=${id}`);
      page.requestUpdate();
      await settled(page);
      expect(here(page)).to.equal(id);
      expect(readable(page)).to.contain(runStrings.otherPlan).and.to.contain(text.counts.left(4));
      expect(hasAction(page, runActionWords.connect)).to.equal(false);
    }
  });

  it('keeps the packages of two swapped beacons whose plans differ only in their own IDs', async () => {
    const same = TASKS.map((task) => ({ ...task, values: { name: task.uniqueId } }));
    const page = await open(same);
    services.lives.packages.value = same.map(({ uniqueId, values }) => fixturePackage(uniqueId, { values }));
    await jobs.swap(same[0]!.id, same[1]!.id);
    await settled(page);
    expect(readable(page)).to.contain('Room 1').and.not.to.contain(runStrings.otherPlan);
    expect(hasAction(page, runActionWords.connect)).to.equal(true);
  });

  it('notes a changed battery, goes on to the next beacon, and lets the person take the note back', async () => {
    const batteries = TASKS.slice(0, 2).map((task) => ({ ...task, values: {}, battery: {} }));
    const words = text.task.battery;
    const page = await open(batteries);
    await jobs.noteHungUp('job-1', 'Ada');
    await settled(page);
    expect(here(page)).to.equal('aa11');
    expect(readable(page)).to.contain(words.states.toChange).and.to.contain(text.counts.left(2));
    expect(readable(page)).not.to.contain(text.counts.verified(0, 2));
    expect(hasAction(page, runActionWords.connect)).to.equal(false);
    expect(await faultsInThemes(page)).to.deep.equal([]);
    action(page, words.note).click();
    await until(() => here(page) === 'bb22');
    expect(jobs.state.value.tasks.get('job-1')![0]!.battery).to.include({ by: 'Ada' });
    expect(readable(page)).to.contain(text.counts.left(1));
    history.replaceState(null, '', '?beacon=aa11');
    page.requestUpdate();
    await until(() => here(page) === 'aa11');
    await settled(page);
    expect(readable(page)).to.contain(words.states.noted).and.not.to.contain(words.states.confirmed);
    expect(hasAction(page, words.note)).to.equal(false);
    expect(action(page, runStrings.nextNamed('Door 1, Room 1')).getAttribute('href')).to.equal(
      '/jobs/job-1/run?beacon=bb22',
    );
    const batteryNow = () => jobs.state.value.tasks.get('job-1')![0]!.battery;
    const noted = batteryNow();
    action(page, words.takeBack).click();
    await until(() => readable(page).includes(text.counts.left(2)));
    expect(batteryNow()).to.deep.equal({});
    action(page, elementStrings.undo).click();
    await until(() => readable(page).includes(text.counts.left(1)));
    expect(batteryNow()).to.deep.equal(noted);
  });

  it('leads back to the overview of the job after the last battery is noted', async () => {
    const page = await open([{ ...TASKS[0]!, values: {}, battery: { notedAtMs: 1 } }, TASKS[1]!]);
    history.replaceState(null, '', '?beacon=aa11');
    await jobs.mark(TASKS[1]!.id, { kind: 'skipped', reason: '' });
    page.requestUpdate();
    await until(() => here(page) === 'aa11' && hasAction(page, text.run.toJob));
    expect(action(page, text.run.toJob).getAttribute('href')).to.equal('/jobs/job-1');
  });

  it('asks once who changes the batteries, and suggests that person in the next job', async () => {
    const batteries = TASKS.slice(0, 2).map((task) => ({ ...task, values: {}, battery: {} }));
    const { note, changer, noted } = text.task.battery;
    const asks = (page: LitElement): boolean => all(page, 'textbox', changer).length > 0;
    const byOf = (jobId: string, at: number): string | undefined => jobs.state.value.tasks.get(jobId)![at]!.battery?.by;
    const page = await open(batteries);
    expect(await faultsInThemes(page)).to.deep.equal([]);
    fill(page, changer, ' Ada ');
    await settled(page);
    action(page, note).click();
    await until(() => here(page) === 'bb22');
    expect(asks(page)).to.equal(false);
    action(page, note).click();
    await until(() => byOf('job-1', 1) === 'Ada');
    expect(byOf('job-1', 0)).to.equal('Ada');
    clear();

    const next = batteries.map((task) => ({ ...task, jobId: 'job-2', id: `job-2/${task.uniqueId}` }));
    await jobs.takeOver({ jobs: [fixtureJob('job-2')], tasks: next });
    const other = await place(
      html`<fk-job-run-page .services=${services} .jobId=${'job-2'} .restAfterMs=${3_600_000}></fk-job-run-page>`,
    );
    await until(() => asks(other));
    expect((field(other, changer) as HTMLInputElement).value).to.equal('Ada');
    fill(other, changer, '');
    await settled(other);
    action(other, note).click();
    await until(() => here(other) === 'bb22');
    expect(asks(other)).to.equal(false);
    expect(byOf('job-2', 0)).to.equal(undefined);
    history.replaceState(null, '', '?beacon=aa11');
    other.requestUpdate();
    const { notedAtMs } = jobs.state.value.tasks.get('job-2')![0]!.battery!;
    await until(() => readable(other).includes(noted(dateTime(notedAtMs!), '')));
    expect(noted('', '')).to.match(/not given/);
  });

  it('shows under its options on a phone the planned values, and near the top a button for photos', async () => {
    await setViewport({ width: 390, height: 844 });
    const page = await open();
    await openSheet(page);
    expect(action(page, photoStrings.add).getBoundingClientRect().bottom).to.be.below(innerHeight / 2);
    expect(readable(the(page, 'heading', runStrings.willChange).closest('section')!)).to.contain('Minor');
    await setViewport({ width: 800, height: 600 });
  });

  it('stays at a beacon until its battery is noted as changed and its configuration is written', async () => {
    const page = await open([{ ...TASKS[0]!, battery: {} }, TASKS[1]!]);
    expect(hasAction(page, runActionWords.connect)).to.equal(true);
    action(page, text.task.battery.note).click();
    await until(() => readable(page).includes(text.task.battery.states.noted));
    expect(here(page)).to.equal('aa11');
    expect(readable(page)).to.contain(text.counts.left(2));
    bring('aa11');
    await until(() => here(page) === 'bb22');
    expect(readable(page)).to.contain(text.counts.left(1));
  });

  it('shows the first beacon with its room and note, and one Connect button', async () => {
    const page = await open();
    expect(here(page)).to.equal('aa11');
    expect(readable(page)).to.contain('Room 0').and.to.contain('behind the tile').and.to.contain(text.counts.left(4));
    expect(await faultsInThemes(page)).to.deep.equal([]);
    action(page, runActionWords.connect).click();
    expect(services.called('runs.start').map(({ args }) => args)).to.deep.equal([
      ['pkg-aa11', { showAll: false, without: [] }],
    ]);
  });

  it('shows on a laptop what will change, and its buttons in line with the heading', async () => {
    const page = await open();
    expect(has(page, 'heading', runStrings.willChange)).to.equal(false);
    await setViewport({ width: 1280, height: 800 });
    await until(() => has(page, 'heading', runStrings.willChange));
    expect(readable(the(page, 'heading', runStrings.willChange).closest('section')!)).to.contain('Minor');
    const [heading, connect] = [the(page, 'heading', 'Room 0'), action(page, runActionWords.connect)];
    expect(Math.abs(heading.getBoundingClientRect().top - connect.getBoundingClientRect().top)).to.be.below(12);
    expect(await faultsOf(page)).to.deep.equal([]);
    // It is not said again in the sheet, which hides the page behind it.
    await openSheet(page);
    expect(has(page, 'heading', runStrings.willChange)).to.equal(false);
    await setViewport({ width: 800, height: 600 });
  });

  it('asks under Options whether to record beacons as installed, and suggests the person of the previous job', async () => {
    const page = await open();
    expect(hasAction(page, text.hungUp.yes)).to.equal(false);
    action(page, text.run.more).click();
    await settled(page);
    expect(all(page, 'button', text.hungUp.yes)).to.have.length(1);
    expect(await faultsOf(page)).to.deep.equal([]);
    action(page, text.hungUp.yes).click();
    await settled(page);
    expect(await faultsOf(page)).to.deep.equal([]);
    fill(page, text.hungUp.question, ' Ada Weber ');
    await settled(page);
    action(page, text.hungUp.note).click();
    await until(() => !hasAction(page, text.hungUp.note));
    expect(jobs.state.value.jobs[0]?.hungUp).to.deep.equal({ isNoted: true, by: 'Ada Weber' });
    clear();

    await jobs.takeOver({ jobs: [fixtureJob('job-2')], tasks: [fixtureTask(0, { jobId: 'job-2', uniqueId: 'aa11' })] });
    const other = await place(
      html`<fk-job-run-page .services=${services} .jobId=${'job-2'} .restAfterMs=${3_600_000}></fk-job-run-page>`,
    );
    await until(() => hasAction(other, text.run.more));
    action(other, text.run.more).click();
    await until(() => has(other, 'button', text.hungUp.no));
    await settled(other);
    expect(readable(other)).to.contain(`${text.hungUp.yesBy} Ada Weber`);
    the(other, 'button', text.hungUp.no).click();
    await until(() => !has(other, 'button', text.hungUp.no));
    expect(jobs.state.value.jobs.find(({ id }) => id === 'job-2')?.hungUp).to.deep.equal({ isNoted: false, by: '' });
  });

  it('does not ask whether to record beacons as installed when only batteries are to be changed', async () => {
    const page = await open(TASKS.slice(0, 2).map((task) => ({ ...task, values: {}, battery: {} })));
    action(page, text.run.more).click();
    await until(() => hasAction(page, text.task.markAs.skipped));
    await settled(page);
    expect(all(page, 'button', text.hungUp.yes)).to.have.length(0);
    expect(has(page, 'heading', runStrings.willChange)).to.equal(false);
  });

  it('goes on to the next beacon once a receipt is stored, and hides the finished beacon in the Bluetooth chooser', async () => {
    const page = await open();
    bring('aa11');
    await until(() => here(page) === 'bb22');
    await settled(page);
    expect(readable(page)).to.contain(text.run.receiptOf('aa11')).and.to.contain(text.counts.left(3));
    // The page dismisses the run shortly after showing it.
    await until(() => services.lives.current.value === null);
    action(page, runActionWords.connect).click();
    expect(services.called('runs.start')[0]!.args).to.deep.equal(['pkg-bb22', { showAll: false, without: ['aa11'] }]);
  });

  it('opens at the beacon that was being written when the app was closed', async () => {
    const page = await open();
    clear();
    services.lives.runs.value = [fixtureRun('bb22', { step: 'writing', startedAtMs: Date.now() })];
    const again = await place(
      html`<fk-job-run-page .services=${services} .jobId=${'job-1'} .restAfterMs=${3_600_000}></fk-job-run-page>`,
    );
    await until(() => here(again) !== '');
    expect(page.isConnected).to.equal(false);
    expect(here(again)).to.equal('bb22');
    expect(hasAction(again, runActionWords.reconnect)).to.equal(true);
  });

  it('stays at a beacon while only one of the two copies of its receipt is stored', async () => {
    const page = await open();
    bring('aa11');
    services.lives.current.value = { ...services.lives.current.value!, copyMissing: 'second' };
    await settled(page);
    expect(here(page)).to.equal('aa11');
  });

  it('lists matching beacons while the person types, and opens the beacon whose ID a scanner enters', async () => {
    const page = await open();
    await type(page, 'door');
    const listed = all(page, 'button', BEACON).map(({ computedName }) => computedName.slice(0, 4));
    // After what is left, those that were found.
    expect(listed).to.deep.equal(['bb22', 'cc33', 'dd44', ...IDS]);
    await type(page, 'cc33');
    field(page, text.run.find).dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true }),
    );
    await settled(page);
    expect(here(page)).to.equal('cc33');
    expect(readable(page)).to.contain('Room 2');
    // It continues from there, and returns to earlier ones at the end.
    bring('cc33');
    await until(() => here(page) === 'dd44');
    bring('dd44');
    await until(() => here(page) === 'aa11');
  });

  it('closes the sheet of its options after Enter in the search field there has opened a beacon', async () => {
    const page = await open();
    action(page, text.run.more).focus();
    await openSheet(page);
    field(page, text.run.find).focus();
    await sendKeys({ type: 'cc33' });
    await settled(page);
    await sendKeys({ press: 'Enter' });
    await settled(page);
    expect(here(page)).to.equal('cc33');
    expect(has(page, 'dialog')).to.equal(false);
  });

  it('goes on after a beacon is skipped or parked with one tap, and returns to parked beacons at the end', async () => {
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
    expect(readable(page)).to.contain(text.task.marks.parked).and.to.contain(text.counts.parked(1));
    bring('aa11');
    await until(() => readable(page).includes(text.end.written(3, 4, 0)));
  });

  it('returns to a skipped beacon when the skipping is undone', async () => {
    const page = await open();
    action(page, text.task.markAs.skipped).click();
    await until(() => here(page) === 'bb22');
    action(page, elementStrings.undo).click();
    await until(() => here(page) === 'aa11');
    expect(readable(page)).not.to.contain(text.task.marks.skipped);
  });

  /** The same tasks, with the second one parked. */
  const withParked = (mark: Partial<TaskMark>): Task[] =>
    TASKS.map((task, at) =>
      at === 1 ? { ...task, mark: { kind: 'parked', reason: 'locked', atMs: 1, ...mark } } : task,
    );
  const markOf = (at: number): TaskMark | null | undefined => jobs.state.value.tasks.get('job-1')?.[at]?.mark;
  const summary = (page: LitElement): string =>
    deepAll(page, 'summary')
      .map((one) => readable(one))
      .join();

  it('shows how long a beacon stays parked, and makes that beacon the next when the time is over', async () => {
    const page = await open(withParked({ untilMs: Date.now() + 600_000 }));
    // A beacon that can be left without a receipt names the next one.
    services.lives.packages.value = [{ ...PACKAGES[0]!, state: 'used' }, ...PACKAGES.slice(1)];
    services.lives.runs.value = [fixtureRun('aa11', { step: 'writing', outcome: { kind: 'noAnswer' } })];
    await settled(page);
    expect(here(page)).to.equal('aa11');
    expect(hasAction(page, runStrings.nextNamed('Door 2, Room 2'))).to.equal(true);
    await openSheet(page);
    expect(summary(page)).to.match(/10:00|9:5\d/);
    expect(await faultsOf(page)).to.deep.equal([]);
    await jobs.mark(TASKS[1]!.id, { kind: 'parked', reason: 'locked', untilMs: Date.now() + 1 });
    await until(() => announced(page).join().includes(text.run.back('bb22', 'Room 1')));
    await settled(page);
    // The page keeps the present beacon; the returned one is next.
    expect(here(page)).to.equal('aa11');
    expect(hasAction(page, runStrings.nextNamed('Door 1, Room 1'))).to.equal(true);
    expect(summary(page)).not.to.contain(text.parked.heading(1));
    bring('aa11');
    await until(() => here(page) === 'bb22');
    await until(() => markOf(1) === null);
  });

  it('says how many beacons are left, and on a press also how many are Verified, parked and skipped', async () => {
    const { counts } = text;
    const page = await open(
      withParked({}).map((task, at) => (at === 2 ? { ...task, mark: { kind: 'skipped', reason: '', atMs: 1 } } : task)),
    );
    the(page, 'button', counts.left(2)).click();
    await settled(page);
    for (const part of [counts.verified(0, 4), counts.parked(1), counts.skipped(1), counts.left(2)])
      expect(readable(page)).to.contain(part);
    await jobs.mark(TASKS[1]!.id, null);
    await jobs.mark(TASKS[2]!.id, null);
    await settled(page);
    expect(readable(page)).to.contain(counts.left(4)).and.not.to.contain(counts.parked(1));
  });

  it('says that a beacon is parked without a time, and accepts a time without leaving the current beacon', async () => {
    const page = await open(withParked({}));
    await openSheet(page);
    expect(summary(page))
      .to.contain(text.parked.noTime)
      .and.not.to.match(/\d:\d\d/);
    action(page, text.parked.heading(1)).click();
    fill(page, text.parked.again, '20');
    await until(() => (markOf(1)?.untilMs ?? 0) > Date.now() + 19 * 60_000);
    await settled(page);
    expect(markOf(1)).to.include({ kind: 'parked', reason: 'locked' });
    expect(here(page)).to.equal('aa11');
    expect(summary(page)).to.match(/20:00|19:5\d/);
  });

  it('offers to park a beacon that refused the write for some minutes, and then goes on to the next', async () => {
    const page = await open();
    expect(readable(page)).not.to.contain(text.run.locked);
    const lastFailure = { code: 'writeRefused', detail: '', atMs: 1 } as const;
    services.lives.runs.value = [fixtureRun('aa11', { step: 'writing', lastFailure })];
    await settled(page);
    expect(readable(page)).to.contain(text.run.locked);
    action(page, `${text.task.markAs.parked} ${text.run.minutes(10)}`).click();
    await until(() => here(page) === 'bb22');
    expect(markOf(0)?.untilMs).to.be.closeTo(Date.now() + 600_000, 60_000);
  });

  it('offers a new time for a parked beacon that refuses the write again', async () => {
    const page = await open(
      TASKS.map((task, at) => ({
        ...task,
        mark: at === 0 ? { kind: 'parked', reason: 'locked', atMs: 1 } : { kind: 'skipped', reason: '', atMs: 1 },
      })),
    );
    const lastFailure = { code: 'writeRefused', detail: '', atMs: 1 } as const;
    services.lives.runs.value = [fixtureRun('aa11', { step: 'writing', lastFailure })];
    await settled(page);
    action(page, `${text.task.markAs.parked} ${text.run.minutes(30)}`).click();
    await until(() => (markOf(0)?.untilMs ?? 0) > Date.now() + 29 * 60_000);
    expect(markOf(0)).to.include({ kind: 'parked', reason: 'locked' });
  });

  it('saves the typed note of a beacon without closing the options', async () => {
    const page = await open();
    await openSheet(page);
    fill(page, text.task.note, 'Behind the panel');
    await until(() => jobs.state.value.tasks.get('job-1')![0]!.note === 'Behind the panel');
    expect(has(page, 'dialog')).to.equal(true);
  });

  it('explains each way to leave a beacon, and stores "not found" as the reason for skipping a beacon', async () => {
    const page = await open();
    await openSheet(page);
    for (const line of Object.values(text.task.markMeans)) expect(readable(page)).to.contain(line);
    expect(await faultsOf(page)).to.deep.equal([]);
    action(page, text.task.markAs.notFound).click();
    await until(() => here(page) === 'bb22');
    expect(markOf(0)).to.include({ kind: 'skipped', reason: text.task.markAs.notFound });
    await until(() => !has(page, 'dialog'));
  });

  it('lists a beacon with an unfinished run first under its options, and opens a tapped beacon', async () => {
    const page = await open();
    services.lives.runs.value = [fixtureRun('dd44', { step: 'writing', startedAtMs: 1 })];
    await settled(page);
    await openSheet(page);
    const listed = all(page, 'button', BEACON);
    expect(listed.map(({ computedName }) => computedName.slice(0, 4))).to.deep.equal(['dd44', 'bb22', 'cc33']);
    listed[2]!.click();
    await until(() => here(page) === 'cc33');
    await until(() => !has(page, 'dialog'));
  });

  it('shows the state of each beacon under its options', async () => {
    const page = await open(withParked({}));
    services.lives.runs.value = [fixtureRun('dd44', { step: 'writing', startedAtMs: 1 })];
    await settled(page);
    await openSheet(page);
    const { summaries } = elementStrings.track;
    const rows = (): string[] => all(page, 'button', BEACON).map(readable);
    const [trouble, ready] = rows();
    expect(trouble).to.contain(summaries.uncertain).and.to.contain(text.run.again);
    expect(ready).to.contain(summaries.onThisPhone);
    await type(page, 'bb22');
    expect(rows().join()).to.contain(text.task.marks.parked);
  });

  it('shows a parked beacon as parked only until it is written', async () => {
    const page = await open(withParked({ untilMs: undefined }));
    history.replaceState(null, '', '?beacon=bb22');
    page.requestUpdate();
    await settled(page);
    expect(readable(page)).to.contain(text.task.marks.parked);
    bring('bb22');
    history.replaceState(null, '', '?beacon=bb22');
    await settled(page);
    expect(readable(page)).not.to.contain(text.task.marks.parked);
  });

  it('announces the saved receipt of its last beacon with a signal', async () => {
    const page = await open([TASKS[0]!]);
    bring('aa11');
    await until(() => readable(page).includes(text.end.written(1, 1, 0)));
    expect(announced(page).join()).to.contain(text.run.receiptOf('aa11'));
    expect(services.called('app.signal').map(({ args }) => args)).to.deep.equal([['done']]);
  });

  describe('that makes a beacon blink', () => {
    const token = PACKAGES[0]!.token!;
    const spare = (number: number): CarriedPackage =>
      fixturePackage('aa11', {
        id: `blink-${number}`,
        kind: 'command',
        command: 'identify',
        spare: number,
        values: { command: 'BLINK_10S' },
        token: token - 10 + number,
      });
    const ended = (change: Partial<RunProgress>): RunProgress => ({
      runId: 'blink-run',
      uniqueId: 'aa11',
      command: 'identify',
      phase: 'ended',
      past: [],
      phaseSinceMs: 0,
      attempt: 1,
      attempts: 4,
      cancelSafe: false,
      copyMissing: null,
      outcome: null,
      failure: null,
      ...change,
    });

    const whyNot = (page: LitElement): string => announced(the(page, 'dialog')).join();

    async function openWith(spares: readonly CarriedPackage[]): Promise<LitElement> {
      const page = await open();
      services.lives.packages.value = [...spares, ...PACKAGES];
      await openSheet(page);
      return page;
    }

    it('sends the command that was fetched first within the tap, and disables Connect meanwhile', async () => {
      const page = await openWith([spare(2), spare(1)]);
      action(page, text.run.blink.button(2)).click();
      expect(services.called('runs.start').map(({ args }) => args)).to.deep.equal([['blink-1', { without: [] }]]);
      services.lives.current.value = ended({ phase: 'connecting', cancelSafe: true });
      await settled(page);
      expect(hasAction(the(page, 'dialog'), runStrings.cancel)).to.equal(true);
      expect((action(page, runActionWords.connect) as HTMLElement & { disabled: boolean }).disabled).to.equal(true);
      expect(await faultsOf(page)).to.deep.equal([]);
    });

    it('names the other account of this phone whose receipt the beacon may hold, before it connects', async () => {
      const page = await openWith([spare(1)]);
      const words = runStrings.unreadElsewhere('Site A', 1);
      expect(readable(the(page, 'dialog'))).not.to.contain(words);
      const unread = { accountId: 'b', name: 'Site A', toSend: 0, unreadAt: ['aa11'] };
      services.lives.phone.value = { receiptsElsewhere: [unread], remarks: [] };
      await settled(page);
      expect(readable(the(page, 'dialog'))).to.contain(words);
    });

    it('says that the command was sent or why it failed, and leaves no unfinished run', async () => {
      const page = await openWith([spare(1), spare(2)]);
      for (const [end, words, abandoned] of [
        [{ outcome: { kind: 'commandSent' } }, text.run.blink.sent, 0],
        [{ failure: { code: 'connectFailed', detail: '', atMs: 0 } }, failureText('connectFailed', false), 1],
      ] as const) {
        action(page, text.run.blink.button(2)).click();
        services.lives.current.value = ended(end);
        await until(() => announced(page).join().includes(words));
        expect(services.called('runs.abandon')).to.have.length(abandoned);
      }
    });

    it('does not move the other buttons when the last fetched command is sent', async () => {
      await setViewport({ width: 360, height: 640 });
      const page = await openWith([spare(1)]);
      const marks = action(the(page, 'dialog'), text.task.markAs.parked);
      const { top } = marks.getBoundingClientRect();
      for (const [packages, progress] of [
        [[spare(1), ...PACKAGES], ended({ phase: 'connecting', cancelSafe: true })],
        [[{ ...spare(1), state: 'used' as const }, ...PACKAGES], null],
      ] as const) {
        services.lives.packages.value = packages;
        services.lives.current.value = progress;
        await settled(page);
        expect(marks.getBoundingClientRect().top).to.equal(top);
      }
      expect(whyNot(page)).to.contain(text.run.blink.whyNot.used);
      await setViewport({ width: 800, height: 600 });
    });

    it('says why blinking is impossible: no command was fetched, all were sent, or Bluetooth is missing', async () => {
      const page = await openWith([]);
      expect(whyNot(page)).to.contain(text.run.blink.whyNot.none);
      services.lives.packages.value = [{ ...spare(1), state: 'used' }, { ...spare(2), state: 'used' }, ...PACKAGES];
      await settled(page);
      expect(whyNot(page)).to.contain(text.run.blink.whyNot.used);
      services.lives.packages.value = [spare(1), spare(2), ...PACKAGES];
      services.lives.radio.value = 'absent';
      await settled(page);
      expect(whyNot(page)).to.contain(text.run.blink.noBluetooth);
      const button = action(page, text.run.blink.button(2)) as HTMLElement & { disabled: boolean };
      expect(button.disabled).to.equal(true);
    });
  });

  describe('the dark cover over an idle screen', () => {
    beforeEach(() => setRest(true));
    afterEach(() => localStorage.removeItem(REST_KEY));
    const isDark = (page: LitElement): boolean => readable(page).includes(text.run.wake);
    const dark = (page: LitElement): Promise<void> => until(() => isDark(page));
    const starts = (): number => services.called('runs.start').length;

    it('appears when nobody touches the screen, and disappears with a tap that presses no button', async () => {
      const page = await open(TASKS, 1);
      await dark(page);
      const cover = withWords(page, text.run.wake).parentElement!;
      expect(readable(cover)).to.contain('Room 0');
      // The cover is above the button, so a tap there meets the cover.
      const { x, y, width, height } = action(page, runActionWords.connect).getBoundingClientRect();
      const met = elementAt(x + width / 2, y + height / 2);
      expect(cover.contains(met)).to.equal(true);
      (page as LitElement & { restAfterMs: number }).restAfterMs = 3_600_000;
      (met as HTMLElement).click();
      await until(() => !isDark(page));
      expect(starts()).to.equal(0);
    });

    it('covers the area of the page, and the whole window where nothing is around the page', async () => {
      const areaOf = async (page: LitElement): Promise<number[]> => {
        await dark(page);
        const { left, top, right, bottom } = withWords(page, text.run.wake).parentElement!.getBoundingClientRect();
        return [left, top, right, bottom];
      };
      expect(await areaOf(await open(TASKS, 1))).to.deep.equal([0, 0, innerWidth, innerHeight]);
      // Zoomed to 400 %, the page is higher than its area, which scrolls.
      await setViewport({ width: 320, height: 256 });
      const shell = await place(
        html`<main style="position: fixed; inset: 40px 10px 60px 20px; overflow: auto"></main>`,
      );
      const page = document.createElement('fk-job-run-page');
      Object.assign(page, { services, jobId: 'job-1', restAfterMs: 1 });
      const inside = document.createElement('div');
      inside.append(page);
      shell.attachShadow({ mode: 'open' }).append(inside);
      expect(await areaOf(page)).to.deep.equal([20, 40, 310, 196]);
      await setViewport({ width: 800, height: 600 });
    });

    it('disappears with a key that presses no button', async () => {
      const page = await open(TASKS, 1);
      await dark(page);
      const button = action(page, runActionWords.connect);
      const key = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true, cancelable: true });
      (page as LitElement & { restAfterMs: number }).restAfterMs = 3_600_000;
      button.dispatchEvent(key);
      expect(key.defaultPrevented).to.equal(true);
      await until(() => !isDark(page));
    });

    it('ignores the first tap beside the cover, but lets assistive technology press controls', async () => {
      const page = await open(TASKS, 1);
      const beside = document.body.appendChild(document.createElement('button'));
      let presses = 0;
      beside.addEventListener('click', () => (presses += 1));
      await dark(page);
      (page as LitElement & { restAfterMs: number }).restAfterMs = 3_600_000;
      const tap = (pointerType: string): PointerEvent =>
        new PointerEvent('click', { pointerType, bubbles: true, composed: true, cancelable: true });
      const first = tap('touch');
      beside.dispatchEvent(first);
      expect([presses, first.defaultPrevented]).to.deep.equal([0, true]);
      await until(() => !isDark(page));
      beside.dispatchEvent(tap('touch'));
      expect(presses).to.equal(1);
      (page as LitElement & { restAfterMs: number }).restAfterMs = 1;
      window.dispatchEvent(new Event('wheel'));
      await dark(page);
      beside.dispatchEvent(tap(''));
      expect(presses).to.equal(2);
      beside.remove();
    });

    it('never hides a run in progress or an error', async () => {
      const page = await open(TASKS, 1);
      await dark(page);
      expect(await faultsOf(page)).to.deep.equal([]);
      const lastFailure = { code: 'droppedDuringWrite', detail: '', atMs: 1 } as const;
      services.lives.runs.value = [fixtureRun('aa11', { step: 'writing', lastFailure })];
      await until(() => !isDark(page));
      services.lives.runs.value = [];
      await settled(page);
      window.dispatchEvent(new Event('wheel'));
      await dark(page);
      bring('aa11');
      services.lives.current.value = { ...services.lives.current.value!, phase: 'writing', outcome: null };
      await until(() => !isDark(page));
    });

    it('can be switched off, and is on by default only on touch screens', async () => {
      localStorage.removeItem(REST_KEY);
      expect(restIsOn()).to.equal(matchMedia('(pointer: coarse)').matches);
      setRest(false);
      expect(restIsOn()).to.equal(false);
    });
  });
});
