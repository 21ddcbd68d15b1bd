/** The job pages before the work on site: the list, a new job from three sources, its plan, and preparing it. */
import { signal } from '@preact/signals-core';
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { fixtureDevice, fixtureId, fixturePackage, fixtureReceipt } from '../../../../test/support/fixture-rows.ts';
import { fixtureJob, fixtureTask, fieldPorts, openMemoryJobs, NO_PATTERNS } from '../../../../test/support/job-rows.ts';
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
  choose,
  field,
  fill,
  focused,
  has,
  hasAction,
  isFilled,
  readable,
  the,
  visibleIn,
  withWords,
  type Name,
} from '../../../../test/support/roles.ts';
import {
  scriptedDrafts,
  scriptedServices,
  type ScriptedAnswers,
  type ScriptedServices,
} from '../../../../test/support/scripted-services.ts';
import { nextTurn, until } from '../../../../test/support/until.ts';
import { writeTemplateFile } from '../../../domain/job/template-file.ts';
import type { Jobs } from '../../../use-cases/jobs/jobs.ts';
import type { JobRows } from '../../../use-cases/jobs/ports.ts';
import type { PrepareMany, PrepareManyState, PrepareTask } from '../../../use-cases/prepare/prepare-many.ts';
import { selection } from '../../shared/chosen-devices.ts';
import { bulkStrings } from '../../strings/bulk.ts';
import { groupNames } from '../../strings/configure.ts';
import { labelOf } from '../../words/configure.ts';
import { draftStrings } from '../../strings/drafts.ts';
import { fileFaultStrings } from '../../strings/file-faults.ts';
import { date, dateTime } from '../../language/times.ts';
import { deviceStrings } from '../../strings/devices.ts';
import { jobStrings as text } from '../../strings/jobs.ts';
import { shellStrings } from '../../strings/shell.ts';
import './job-hand-over-page.ts';
import './job-page.ts';
import './job-report-page.ts';
import './job-run-page.ts';
import './jobs-page.ts';
import './new-job-page.ts';

const DEVICES = Array.from({ length: 12 }, (_, at) =>
  fixtureDevice(at, { uniqueId: fixtureId(at), deviceType: 'BEACON', access: 'OWNER', pending: null }),
);
const TASKS = DEVICES.map(({ uniqueId }, at) => fixtureTask(at, { uniqueId, values: { minor: 500 + at } }));

let jobs: Jobs;
let services: ScriptedServices;

async function ready(rows: JobRows, answers: ScriptedAnswers = {}, devices = DEVICES): Promise<void> {
  jobs = await openMemoryJobs(rows);
  services = scriptedServices({ devices: { devices } }, { jobs: async () => jobs, ...answers });
}
const openList = () => place(html`<fk-jobs-page .services=${services}></fk-jobs-page>`);
const openNew = () => place(html`<fk-new-job-page .services=${services}></fk-new-job-page>`);
const openJob = () => place(html`<fk-job-page .services=${services} jobId="job-1"></fk-job-page>`);
async function shown(page: HTMLElement): Promise<string> {
  await until(() => visibleIn(page).every(({ ariaBusy }) => ariaBusy !== 'true'));
  await settled(page);
  return readable(page);
}
/** That it is required is part of its name. */
const COUNT_FROM = text.plan.countUp(labelOf('minor'));
const NAME = /^Name\b/;
async function type(page: HTMLElement, label: Name, value: string): Promise<void> {
  fill(page, label, value);
  await settled(page);
}
/** Shows where the beacons of a new job come from. */
async function showSource(page: HTMLElement, source: 'chosen' | 'table' | 'ids'): Promise<void> {
  action(page, text.make.from[source](0)).click();
  await settled(page);
}
/** Only the rows in view are drawn: brings those below these words into view. */
const showRowsBelow = (page: HTMLElement, words: string): void => withWords(page, words).scrollIntoView();
/** The cells of a table that can be corrected. */
const wrongCells = (page: HTMLElement): HTMLInputElement[] => all(page, 'textbox', / in row \d+$/);
const openPlan = async (page: HTMLElement): Promise<void> => {
  await shown(page);
  action(page, text.run.more).click();
  await until(() => hasAction(page, text.job.plan));
  action(page, text.job.plan).click();
  await until(() => hasAction(page, text.plan.apply(12)));
  await settled(page);
};
/** The line of a beacon in the plan is called by its alias, then its ID. */
const lineOf = (uniqueId: string): RegExp => new RegExp(`${uniqueId}$`);
/** A plan that was applied gives way to the job. */
const planIsClosed = (page: HTMLElement) => () => hasAction(page, text.run.more);

/** Navigation is recorded and prevented, because there is no app around the pages. */
const led: string[] = [];
const stay = (event: NavigateEvent): void => {
  if (new URL(event.destination.url).pathname === location.pathname) return;
  led.push(new URL(event.destination.url).pathname);
  event.preventDefault();
};

describe('the pages of jobs', () => {
  beforeEach(() => window.navigation.addEventListener('navigate', stay));
  afterEach(() => {
    window.navigation.removeEventListener('navigate', stay);
    led.length = 0;
    clear();
    selection.value = [];
  });

  it('explain what a job is when there is no job', async () => {
    await ready({ jobs: [], tasks: [] });
    const page = await openList();
    expect(await shown(page)).to.contain(text.empty);
    expect(action(page, text.newJob).getAttribute('href')).to.equal('/jobs/new');
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('offer under Import to take over a job of another phone and to check a report', async () => {
    await ready({ jobs: [], tasks: [] });
    const page = await openList();
    await until(() => hasAction(page, text.import));
    action(page, text.import).click();
    await settled(page);
    const links = all(the(page, 'dialog'), 'link');
    expect(links.map((link) => [readable(link), link.getAttribute('href')])).to.deep.equal([
      [`${shellStrings.titles.takeOver} ${text.importJob}`, '/jobs/take-over'],
      [`${shellStrings.titles.reportCheck} ${text.importReport}`, '/report-check'],
    ]);
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('report that the jobs could not be loaded, and load them again only when the person asks', async () => {
    let requests = 0;
    let broken = true;
    await ready(
      { jobs: [], tasks: [] },
      {
        async jobs() {
          requests += 1;
          // Like a requested file, this never arrives within the same task.
          await nextTurn();
          if (broken) throw new Error('not in the cache');
          return jobs;
        },
      },
    );
    const page = await openList();
    await until(() => readable(page).includes(shellStrings.pageFailed.text));
    expect(all(page, 'button', shellStrings.pageFailed.again)).to.have.length(1);
    expect(requests).to.equal(1);
    broken = false;
    action(page, shellStrings.pageFailed.again).click();
    await until(() => readable(page).includes(text.empty));
    expect(requests).to.equal(2);
  });

  it('list each job with the states of its beacons, and count a newly Verified beacon at once', async () => {
    await ready({ jobs: [fixtureJob()], tasks: TASKS });
    const page = await openList();
    expect(await shown(page)).to.contain(text.counts.left(12));
    const [first] = TASKS;
    services.lives.outbox.value = {
      ...services.lives.outbox.value,
      receipts: [fixtureReceipt(first!.uniqueId, { state: 'verified', values: first!.values })],
    };
    await settled(page);
    expect(readable(page)).to.contain(text.counts.verified(1, 12)).and.to.contain(text.counts.left(11));
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('offer to continue the job in progress as the main button, instead of a new job', async () => {
    const mark = { kind: 'parked', reason: '', atMs: Date.now() } as const;
    await ready({ jobs: [fixtureJob(), fixtureJob('job-2')], tasks: [fixtureTask(0, { mark })] });
    const page = await openList();
    await until(() => hasAction(page, text.job.goOn));
    expect(action(page, text.job.goOn).getAttribute('href')).to.equal('/jobs/job-1/run');
    const [goOn, newJob] = [text.job.goOn, text.newJob].map((words) => action(page, words));
    expect([goOn!, newJob!].map(isFilled)).to.deep.equal([true, false]);
    expect(newJob!.getBoundingClientRect().height).to.equal(goOn!.getBoundingClientRect().height);
  });

  it("open the job in progress directly through the app's shortcut", async () => {
    history.replaceState(null, '', '?continue');
    try {
      const mark = { kind: 'parked', reason: '', atMs: Date.now() } as const;
      await ready({ jobs: [fixtureJob()], tasks: [fixtureTask(0, { mark })] });
      await openList();
      await until(() => led.length > 0);
      expect(led).to.deep.equal(['/jobs/job-1/run']);
    } finally {
      history.replaceState(null, '', location.pathname);
    }
  });

  it('create a job of chosen devices and typed IDs, each beacon once, and list unknown IDs', async () => {
    await ready({ jobs: [], tasks: [] }, {}, [
      ...DEVICES,
      fixtureDevice(30, { uniqueId: 'gate', deviceType: 'GATEWAY' }),
    ]);
    selection.value = [fixtureId(0), fixtureId(1), 'gate'];
    const page = await openNew();
    await shown(page);
    expect(hasAction(page, text.csv.choose)).to.equal(true);
    expect(has(page, 'textbox', text.make.ids)).to.equal(false);
    expect(the<HTMLButtonElement>(page, 'button', text.make.create).disabled).to.equal(true);
    expect(readable(page)).to.contain(text.make.count(0));
    // The selection is used only if the page was opened for it.
    await showSource(page, 'chosen');
    const chosen = field(page, text.make.chosen(3));
    expect(chosen.checked).to.equal(false);
    chosen.click();
    await settled(page);
    await showSource(page, 'ids');
    await type(page, text.make.ids, `${fixtureId(1)}, ${fixtureId(2)}\nnobody`);
    expect(readable(page)).to.contain(text.make.count(3)).and.to.contain(text.make.missing(1, 'nobody'));
    await showSource(page, 'chosen');
    expect(readable(page)).to.contain(text.make.noBeacons(1));
    expect(hasAction(page, text.make.from.ids(2))).to.equal(true);
    expect(isFilled(action(page, text.make.create))).to.equal(true);
    action(page, text.make.create).click();
    await settled(page);
    expect(readable(page)).to.contain(text.make.nameMissing);
    await type(page, NAME, 'Friday');
    expect(await faultsOf(page)).to.deep.equal([]);
    action(page, text.make.create).click();
    await until(() => jobs.state.value.jobs.length === 1);
    const [job] = jobs.state.value.jobs;
    expect(job!.name).to.equal('Friday');
    expect(jobs.state.value.tasks.get(job!.id)!.map(({ uniqueId }) => uniqueId)).to.deep.equal([
      fixtureId(0),
      fixtureId(1),
      fixtureId(2),
    ]);
    expect(selection.value).to.deep.equal([]);
    expect(led).to.deep.equal([`/jobs/${job!.id}`]);
  });

  it('create a job that changes the battery of each beacon', async () => {
    await ready({ jobs: [], tasks: [] });
    const page = await openNew();
    await shown(page);
    await showSource(page, 'ids');
    await type(page, text.make.ids, `${fixtureId(1)} ${fixtureId(2)}`);
    await type(page, NAME, 'Batteries');
    field(page, text.make.batteries).click();
    await settled(page);
    expect(await faultsOf(page)).to.deep.equal([]);
    action(page, text.make.create).click();
    await until(() => jobs.state.value.jobs.length === 1);
    const [tasks] = [...jobs.state.value.tasks.values()];
    expect(tasks!.map(({ values, battery }) => [values, battery])).to.deep.equal([
      [{}, {}],
      [{}, {}],
    ]);
  });

  it('keep what is typed for a new job when the page is left, until the job is created', async () => {
    await ready({ jobs: [fixtureJob()], tasks: [] });
    selection.value = [fixtureId(0), fixtureId(1)];
    const first = await openNew();
    await shown(first);
    await showSource(first, 'chosen');
    field(first, text.make.chosen(2)).click();
    await showSource(first, 'ids');
    const typed = [
      [NAME, 'Friday'],
      [text.make.site, 'North'],
      [text.make.due, '2026-03-31'],
      [text.make.ids, `${fixtureId(2)}\nnobody`],
    ] as const;
    for (const [label, value] of typed) await type(first, label, value);
    // After a kill the browser has forgotten which devices were chosen.
    selection.value = [];
    const page = await openNew();
    await shown(page);
    await showSource(page, 'ids');
    for (const [label, value] of typed) expect(field(page, label).value, String(label)).to.equal(value);
    await showSource(page, 'chosen');
    expect(readable(page)).to.contain(text.make.chosen(2)).and.to.contain(text.make.count(3));
    expect(hasAction(page, draftStrings.discard)).to.equal(true);
    expect(await faultsOf(page)).to.deep.equal([]);
    action(page, text.make.create).click();
    await until(() => jobs.state.value.jobs.length === 2);
    const last = await openNew();
    expect(await shown(last)).to.contain(text.make.count(0));
    expect(field(last, NAME).value).to.equal('');
    expect(hasAction(last, draftStrings.discard)).to.equal(false);
    expect([...scriptedDrafts]).to.deep.equal([]);
  });

  it('ask for the encoding of a table that is not in UTF-8 before using its rows', async () => {
    await ready({ jobs: [], tasks: [] });
    const page = await openNew();
    await shown(page);
    const table = Uint8Array.from(`id;room\n${fixtureId(0)};T\u0081r\n`, (letter) => letter.charCodeAt(0));
    drop(page, new File([table], 'dos.csv'));
    await until(() => readable(page).includes(text.csv.chooseEncoding));
    expect(readable(page)).to.contain('Tür (DOS 850)').and.not.to.contain(text.make.count(1));
    fill(page, text.csv.encoding, 'ibm850');
    await until(() => readable(page).includes(text.csv.found(1, 1, 0)));
    showRowsBelow(page, text.csv.found(1, 1, 0));
    await until(() => readable(page).includes(`${fixtureId(0)} Tür`));
    expect(readable(page)).to.contain(text.make.count(1));
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('recognise a spreadsheet file in place of a table, and say what to do with it', async () => {
    await ready({ jobs: [], tasks: [] });
    const page = await openNew();
    await shown(page);
    drop(page, new File(['PK\u0003\u0004xl/workbook.xml'], 'plan.xlsx'));
    await until(() => readable(page).includes(text.csv.trouble.workbook));
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('show the powers that a table will write in dBm, and how many rows are passed over', async () => {
    await ready({ jobs: [], tasks: [] });
    const page = await openNew();
    await shown(page);
    const rows = `Beacons;\n\nid;Leistung\n${fixtureId(0)};-12\n${fixtureId(1)};4\n`;
    drop(page, new File([rows], 'plan.csv'));
    await until(() => readable(page).includes(text.csv.found(2, 2, 0)));
    expect(readable(page)).to.contain(text.csv.titles(1, '1')).and.to.contain(text.csv.emptyRows(1));
    expect(readable(page)).to.contain(text.csv.inDbm);
    showRowsBelow(page, text.csv.found(2, 2, 0));
    await until(() => all(page, 'listitem').some((row) => readable(row).includes('7 (+4 dBm)')));
  });

  it('name words in a table that mean no value, and ask whether a word such as "n/a" is a value', async () => {
    await ready({ jobs: [], tasks: [] });
    const page = await openNew();
    await shown(page);
    drop(page, new File([`uniqueId,place\r\n${fixtureId(0)},n/a\r\n${fixtureId(1)},NULL\r\n`], 'plan.csv'));
    await until(() => readable(page).includes(text.csv.noValues(text.csv.quoted('NULL'))));
    expect(field(page, text.csv.doubtful(text.csv.quoted('n/a'))).value).to.equal('false');
    fill(page, text.csv.doubtful(text.csv.quoted('n/a')), 'true');
    await type(page, NAME, 'Friday');
    await until(() => readable(page).includes(`${fixtureId(0)} n/a`));
    action(page, text.make.create).click();
    await until(() => jobs.state.value.jobs.length === 1);
    const [job] = jobs.state.value.jobs;
    expect(jobs.state.value.tasks.get(job!.id)!.map(({ place }) => place)).to.deep.equal(['n/a', '']);
  });

  it('ask for the columns of a table without headings, and whether rows without a room are in the room above', async () => {
    await ready({ jobs: [], tasks: [] });
    const page = await openNew();
    await shown(page);
    drop(page, new File([`${fixtureId(0)},East\r\n${fixtureId(1)},\r\n`], 'plan.csv'));
    await until(() => readable(page).includes(text.csv.found(2, 2, 0)));
    expect(field(page, text.csv.unnamed(1)).value).to.equal('uniqueId');
    fill(page, text.csv.unnamed(2), 'place');
    await until(() => readable(page).includes(text.csv.lackRooms(1)));
    expect(field(page, text.csv.lackRooms(1)).value).to.equal('false');
    fill(page, text.csv.lackRooms(1), 'true');
    await type(page, NAME, 'Friday');
    await until(() => readable(page).includes(`${fixtureId(1)} East`));
    action(page, text.make.create).click();
    await until(() => jobs.state.value.jobs.length === 1);
    const [job] = jobs.state.value.jobs;
    expect(jobs.state.value.tasks.get(job!.id)!.map(({ place }) => place)).to.deep.equal(['East', 'East']);
  });

  it('find a beacon by its typed MAC address, and ask the backend for unknown IDs', async () => {
    const [device] = DEVICES;
    await ready({ jobs: [], tasks: [] }, {}, [{ ...device!, mac: '21:19:5c:48:ee:e1' }]);
    const page = await openNew();
    await shown(page);
    await showSource(page, 'ids');
    await type(page, text.make.ids, '1. 21195c48eee1\n2. nobody');
    expect(readable(page)).to.contain(text.make.count(1)).and.to.contain(text.make.missing(1, 'nobody'));
    action(page, deviceStrings.lookUp.ask).click();
    await until(() => readable(page).includes(deviceStrings.lookUp.none));
    expect(services.called('devices.lookUp').map((call) => call.args)).to.deep.equal([[['nobody']]]);
  });

  it('read nothing of a pasted list of a megabyte, and say that it is too long', async () => {
    await ready({ jobs: [], tasks: [] });
    const page = await openNew();
    await shown(page);
    await showSource(page, 'ids');
    await type(page, text.make.ids, `${fixtureId(0)},`.repeat(100_000));
    expect(readable(page)).to.contain(text.make.idsTooLong).and.to.contain(text.make.count(0));
    await type(page, text.make.ids, fixtureId(0));
    expect(readable(page)).to.contain(text.make.count(1)).and.not.to.contain(text.make.idsTooLong);
  });

  it('turn the valid rows of a table into tasks of a job, and show the reasons of faulty rows', async () => {
    await ready({ jobs: [], tasks: [] });
    const page = await openNew();
    await shown(page);
    const rows = `Kennung;Raum;Minor\n${fixtureId(0)};Ost 1;"7,0"\nnobody;Ost 2;8\n${fixtureId(1)};Ost 3;-1\n`;
    drop(page, new File([`\ufeff${rows}`], 'plan.csv'));
    await until(() => readable(page).includes(text.csv.found(3, 1, 2)));
    // Only visible rows are drawn.
    showRowsBelow(page, text.csv.found(3, 1, 2));
    await until(() => readable(page).includes(text.csv.faults.notListed));
    expect(readable(page)).to.contain(text.csv.faults.notListed).and.to.contain(text.make.count(1));
    action(page, deviceStrings.lookUp.ask).click();
    await until(() => readable(page).includes(deviceStrings.lookUp.none));
    expect(services.called('devices.lookUp').map((call) => call.args)).to.deep.equal([[['nobody']]]);
    expect(await faultsOf(page)).to.deep.equal([]);
    await type(page, NAME, 'Table');
    action(page, text.make.create).click();
    await until(() => jobs.state.value.jobs.length === 1);
    const [task] = jobs.state.value.tasks.get(jobs.state.value.jobs[0]!.id)!;
    expect(task).to.include({ uniqueId: fixtureId(0), place: 'Ost 1' });
    expect(task!.values).to.deep.equal({ minor: 7 });
  });

  it('let the person correct faulty cells of a table, and count the valid rows again', async () => {
    await ready({ jobs: [], tasks: [] });
    const page = await openNew();
    await shown(page);
    drop(page, new File([`id,minor\nnobody,1\n${fixtureId(1)},-1\n`], 'plan.csv'));
    await until(() => readable(page).includes(text.csv.found(2, 0, 2)));
    showRowsBelow(page, text.csv.found(2, 0, 2));
    await until(() => wrongCells(page).length === 2);
    const [id, minor] = [text.csv.correct(text.csv.roles.uniqueId, 2), text.csv.correct(labelOf('minor'), 3)];
    expect(wrongCells(page)).to.deep.equal([field(page, id), field(page, minor)]);
    expect(wrongCells(page).map(({ value }) => value)).to.deep.equal(['nobody', '-1']);
    expect(await faultsOf(page)).to.deep.equal([]);
    fill(page, id, fixtureId(0));
    await until(() => readable(page).includes(text.csv.found(2, 1, 1)));
    await until(() => wrongCells(page).length === 1);
    fill(page, minor, '9');
    await until(() => readable(page).includes(text.csv.found(2, 2, 0)));
    expect(readable(page)).to.contain(text.make.count(2));
    await type(page, NAME, 'Corrected');
    action(page, text.make.create).click();
    await until(() => jobs.state.value.jobs.length === 1);
    const tasks = jobs.state.value.tasks.get(jobs.state.value.jobs[0]!.id)!;
    expect(tasks.map(({ uniqueId, values }) => [uniqueId, values])).to.deep.equal([
      [fixtureId(0), { minor: 1 }],
      [fixtureId(1), { minor: 9 }],
    ]);
  });

  it('keep an opened table with its corrections when the page is left, but not the unused columns', async () => {
    await ready({ jobs: [], tasks: [] });
    const first = await openNew();
    await shown(first);
    drop(first, new File([`id,password,minor\nnobody,swordfish,1\n${fixtureId(1)},swordfish,-1\n`], 'plan.csv'));
    await until(() => readable(first).includes(text.csv.found(2, 0, 2)));
    showRowsBelow(first, text.csv.found(2, 0, 2));
    await until(() => wrongCells(first).length === 2);
    fill(first, text.csv.correct(text.csv.roles.uniqueId, 2), fixtureId(0));
    await until(() => readable(first).includes(text.csv.found(2, 1, 1)));
    await until(() => JSON.stringify([...scriptedDrafts]).includes(fixtureId(0)));
    expect(JSON.stringify([...scriptedDrafts])).not.to.match(/swordfish|password/);
    const page = await openNew();
    await until(() => readable(page).includes(text.csv.found(2, 1, 1)));
    expect(readable(page)).to.contain('plan.csv').and.to.contain(text.csv.usedColumns);
    expect(readable(page)).to.contain(text.make.count(1)).and.not.to.contain('password');
    showRowsBelow(page, text.csv.found(2, 1, 1));
    await until(() => wrongCells(page).length === 1);
    expect(await faultsOf(page)).to.deep.equal([]);
    fill(page, text.csv.correct(labelOf('minor'), 3), '9');
    await until(() => readable(page).includes(text.csv.found(2, 2, 0)));
    await type(page, NAME, 'Table');
    action(page, text.make.create).click();
    await until(() => jobs.state.value.jobs.length === 1);
    expect(readable(await openNew())).not.to.contain('plan.csv');
    expect([...scriptedDrafts]).to.deep.equal([]);
  });

  it('discard an opened table on request, and restore the table with Undo', async () => {
    await ready({ jobs: [], tasks: [] });
    const first = await openNew();
    await shown(first);
    drop(first, new File([`id\n${fixtureId(0)}\n`], 'plan.csv'));
    await until(() => scriptedDrafts.size > 0);
    const page = await openNew();
    await until(() => readable(page).includes(text.csv.found(1, 1, 0)));
    let undo: (() => void) | null = null;
    page.addEventListener('fk-say', (event) => (undo = event.undo));
    action(page, text.csv.draft.discard).click();
    await until(() => readable(page).includes(text.make.count(0)));
    expect([...scriptedDrafts]).to.deep.equal([]);
    undo!();
    await until(() => readable(page).includes(text.make.count(1)));
    await until(() => scriptedDrafts.size > 0);
  });

  it('restore a corrected table with Undo after another file has replaced the table', async () => {
    await ready({ jobs: [], tasks: [] });
    const page = await openNew();
    await shown(page);
    let undo: (() => void) | null = null;
    page.addEventListener('fk-say', (event) => (undo = event.undo));
    drop(page, new File([`id,room,spare\nnobody,Ward 3,x\n${fixtureId(1)},Ward 4,y\n`], 'plan.csv'));
    await until(() => readable(page).includes(text.csv.found(2, 1, 1)));
    expect(undo).to.equal(null);
    showRowsBelow(page, text.csv.found(2, 1, 1));
    await until(() => wrongCells(page).length === 1);
    fill(page, text.csv.correct(text.csv.roles.uniqueId, 2), fixtureId(0));
    await until(() => readable(page).includes(text.csv.found(2, 2, 0)));
    drop(page, new File([`id\n${fixtureId(2)}\n`], 'other.csv'));
    await until(() => readable(page).includes(text.csv.found(1, 1, 0)));
    expect(readable(page)).to.contain('other.csv').and.not.to.contain('plan.csv');
    undo!();
    await until(() => readable(page).includes(text.csv.found(2, 2, 0)));
    expect(readable(page)).to.contain('plan.csv').and.to.contain('spare').and.to.contain(text.make.count(2));
    await until(() => JSON.stringify([...scriptedDrafts]).includes('plan.csv'));
    drop(page, new File([`id\n${fixtureId(2)}\n`], 'other.csv'));
    await until(() => JSON.stringify([...scriptedDrafts]).includes('other.csv'));
    clear();
    undo!();
    const again = await openNew();
    await until(() => readable(again).includes(text.csv.found(2, 2, 0)));
    expect(readable(again)).to.contain('plan.csv');
  });

  it('refuse a file that is too wide, empty or a spreadsheet, and keep the table that is open', async () => {
    await ready({ jobs: [], tasks: [] });
    const page = await openNew();
    await shown(page);
    drop(page, new File([`id,room\n${fixtureId(0)},Ward 3\n`], 'plan.csv'));
    await until(() => readable(page).includes(text.csv.found(1, 1, 0)));
    for (const [name, content, words] of [
      ['wide.csv', 'a,'.repeat(50_000), text.csv.trouble.tooManyColumns(50_000)],
      ['book.xlsx', 'PK\u0003\u0004xl/workbook.xml', text.csv.trouble.workbook],
      ['empty.csv', '', text.csv.trouble.empty],
    ] as const) {
      drop(page, new File([content], name));
      await until(() => readable(page).includes(words));
      expect(readable(page))
        .to.contain(name)
        .and.to.contain(text.csv.found(1, 1, 0))
        .and.to.contain(text.make.count(1));
    }
  });

  it('show only the beginning of a column name or a cell of a megabyte', async () => {
    await ready({ jobs: [], tasks: [] });
    const page = await openNew();
    await shown(page);
    drop(page, new File([`id,${'n'.repeat(1_000_000)}\n${fixtureId(0)},${'c'.repeat(1_000_000)}\n`], 'plan.csv'));
    await until(() => readable(page).includes(text.csv.found(1, 1, 0)));
    expect(readable(page)).to.match(/n…/).and.to.match(/c…/);
    expect(readable(page).length).to.be.below(20_000);
  });

  it('say that a table of over 5,000 rows is too large to be kept when the page is left', async () => {
    await ready({ jobs: [], tasks: [] });
    const page = await openNew();
    await shown(page);
    drop(page, new File([`id\n${'nobody\n'.repeat(5001)}`], 'plan.csv'));
    await until(() => readable(page).includes(text.csv.draft.tooLong));
    expect([...scriptedDrafts]).to.deep.equal([]);
  });

  it('take the room of a beacon from its tag if the table names no room', async () => {
    const tagged = DEVICES.map((device, at) => (at < 2 ? { ...device, tags: ['lift', `room:Ward ${at}`] } : device));
    await ready({ jobs: [], tasks: [] }, {}, tagged);
    const page = await openNew();
    await shown(page);
    drop(page, new File([`id,room\n${fixtureId(0)},\n${fixtureId(1)},Ward 7\n`], 'plan.csv'));
    await until(() => readable(page).includes(text.csv.found(2, 2, 0)));
    await showSource(page, 'ids');
    await type(page, text.make.ids, fixtureId(2));
    await type(page, NAME, 'Rooms');
    await type(page, text.make.due, '2026-03-31');
    action(page, text.make.create).click();
    await until(() => jobs.state.value.jobs.length === 1);
    const [job] = jobs.state.value.jobs;
    expect(jobs.state.value.tasks.get(job!.id)!.map(({ place }) => place)).to.deep.equal(['Ward 0', 'Ward 7', '']);
    expect(job!.due).to.equal('2026-03-31');
  });

  it('show in the list how many rooms a job has, and when the job is due or was due', async () => {
    const late = fixtureJob('job-2', { due: '2020-01-31' });
    await ready({
      jobs: [fixtureJob('job-1', { due: '2999-12-31' }), late],
      tasks: [...TASKS, fixtureTask(0, { id: 'job-2/x', jobId: 'job-2' })],
    });
    const words = await shown(await openList());
    expect(words)
      .to.contain(text.list.rooms(3))
      .and.to.contain(text.list.due(date(Date.parse('2999-12-31T12:00'))));
    expect(words).to.contain(text.list.overdue(date(Date.parse('2020-01-31T12:00'))));
  });

  it('read a table of 10,000 rows, and draw only the visible rows', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) =>
      fixtureDevice(at, { uniqueId: `b${at}`, deviceType: 'BEACON', access: 'OWNER' }),
    );
    await ready({ jobs: [], tasks: [] }, {}, many);
    const page = await openNew();
    await shown(page);
    const rows = many.map(({ uniqueId }, at) => `${uniqueId},Room ${at % 400},${at}`);
    drop(page, new File([`id,room,minor\n${rows.join('\n')}\n`], 'plan.csv'));
    await until(() => readable(page).includes(text.csv.found(10_000, 10_000, 0)));
    expect(readable(page)).to.contain(text.make.count(10_000));
    // Only the visible ones of ten thousand results are drawn.
    expect(all(page, 'listitem').length).to.be.lessThan(100);
  });

  it('align a single job on a laptop with the right edge of the buttons', async () => {
    await setViewport({ width: 1280, height: 800 });
    await ready({ jobs: [fixtureJob()], tasks: TASKS });
    const page = await openList();
    await shown(page);
    const card = all(page, 'listitem')[0]!.getBoundingClientRect();
    expect(action(page, text.newJob).getBoundingClientRect().right).to.be.closeTo(card.right, 1);
    await setViewport({ width: 800, height: 600 });
  });

  it('show the first beacon of a job in the upper part of the screen on a phone', async () => {
    await setViewport({ width: 390, height: 844 });
    await ready({ jobs: [fixtureJob()], tasks: TASKS });
    const page = await openJob();
    await shown(page);
    expect(withWords(page, TASKS[0]!.uniqueId).getBoundingClientRect().top).to.be.below(270);
    await setViewport({ width: 800, height: 600 });
  });

  it('show a changed battery as noted, and in green only once telemetry has confirmed the change', async () => {
    const { change, states } = text.task.battery;
    const batteries = [{}, { notedAtMs: 1 }, { notedAtMs: 1, confirmedAtMs: 2 }, { notedAtMs: 1 }];
    // All rows are in view.
    await setViewport({ width: 800, height: 1200 });
    await ready({
      jobs: [fixtureJob()],
      tasks: batteries.map((battery, at) => ({ ...TASKS[at]!, battery, values: at === 3 ? TASKS[at]!.values : {} })),
    });
    const page = await openJob();
    const words = await shown(page);
    const shownStates = deepAll(page, '[tone]').map((one) => [readable(one), one.getAttribute('tone')]);
    for (const [state, tone] of [
      [states.toChange, 'neutral'],
      [states.noted, 'info'],
      [states.confirmed, 'done'],
    ])
      expect(shownStates).to.deep.include([state, tone]);
    expect(words.split(change)).to.have.length(4);
    // Beside a configuration it is a remark.
    expect(words).to.contain(text.task.battery.noted(dateTime(1), ''));
    expect(await faultsInThemes(page)).to.deep.equal([]);
    await setViewport({ width: 800, height: 600 });
  });

  it('say before departure how many batteries to take along, and require no packages for batteries', async () => {
    const tasks = TASKS.map((task, at) => (at < 4 ? { ...task, values: {}, battery: {} } : task));
    const opened = await openMemoryJobs({ jobs: [fixtureJob()], tasks: tasks.slice(0, 4) });
    services = scriptedServices({ devices: { devices: DEVICES } }, { jobs: async () => opened });
    const page = await openJob();
    await shown(page);
    action(page, text.job.gate).click();
    await until(() => readable(page).includes(text.gate.batteries(4)));
    expect(readable(page)).not.to.contain(text.gate.here(0, 0)).and.not.to.contain(text.gate.checks.packages.bad);
    expect(action(page, text.job.go).getAttribute('href')).to.equal('/jobs/job-1/run');
    await opened.add('job-1', tasks.slice(4));
    await until(() => readable(page).includes(`${text.gate.here(0, 8)} ${text.gate.batteries(4)}`));
    expect(hasAction(page, text.job.go)).to.equal(false);
  });

  it('list the beacons of a job by room, and find a beacon by its ID in lower case', async () => {
    await ready({ jobs: [fixtureJob()], tasks: TASKS });
    const page = await openJob();
    const words = await shown(page);
    expect(words).to.contain('Room 1').and.to.contain('Room 3').and.to.contain('City hospital');
    expect(all(page, 'list', /^Room/)).to.have.length(3);
    expect(await faultsOf(page)).to.deep.equal([]);
    await type(page, text.job.find, fixtureId(5).toLowerCase());
    const listed = TASKS.filter(({ uniqueId }) => has(page, 'button', lineOf(uniqueId)));
    expect(listed.map(({ uniqueId }) => uniqueId)).to.deep.equal([fixtureId(5)]);
  });

  it('prepare the remaining beacons of a job, each with its own values, and save the planned aliases', async () => {
    const started: PrepareTask[][] = [];
    const many: PrepareMany = {
      state: signal<PrepareManyState | null>(null),
      start: async (tasks) => void started.push([...tasks]),
      cancel: () => undefined,
      retry: async () => undefined,
      dismiss: () => undefined,
    };
    const [skipped, carried, named] = TASKS;
    const tasks = [
      { ...skipped!, mark: { kind: 'skipped' as const, reason: '', atMs: 1 } },
      carried!,
      { ...named!, values: { ...named!.values, alias: 'Room 1' } },
      ...TASKS.slice(3),
    ];
    let comes: ((here: PrepareMany) => void) | undefined;
    await ready({ jobs: [fixtureJob()], tasks }, { prepareMany: () => new Promise((resolve) => (comes = resolve)) });
    services.lives.packages.value = [fixturePackage(carried!.uniqueId, { values: carried!.values })];
    const page = await openJob();
    await shown(page);
    // Before the code for preparing has loaded.
    action(page, bulkStrings.prepare(10)).click();
    comes!(many);
    await until(() => started.length === 1);
    expect(started[0]!.map(({ uniqueId, values }) => [uniqueId, values])).to.deep.equal(
      TASKS.slice(2).map(({ uniqueId, values }) => [uniqueId, values]),
    );
    const [edits] = services.called('outbox.editMany')[0]!.args as [{ device: { uniqueId: string }; values: object }[]];
    expect(edits.map(({ device, values }) => [device.uniqueId, values])).to.deep.equal([
      [named!.uniqueId, { alias: 'Room 1' }],
    ]);
  });

  it('offer to enter the key only when preparing has stopped because the key is missing', async () => {
    const stoppedBy = (stopped: PrepareManyState['stopped']): PrepareManyState => ({
      tasks: [],
      outcomes: new Map(),
      running: false,
      waitsUntilMs: null,
      stopped,
    });
    const state = signal<PrepareManyState | null>(null);
    const many = { state } as unknown as PrepareMany;
    await ready({ jobs: [fixtureJob()], tasks: TASKS }, { prepareMany: async () => many });
    const page = await openJob();
    await shown(page);
    for (const stopped of ['offline', 'key'] as const) {
      state.value = stoppedBy(stopped);
      await until(() => readable(page).includes(bulkStrings.stopped[stopped]));
      expect(hasAction(page, bulkStrings.enterKey), stopped).to.equal(stopped === 'key');
    }
  });

  it('warn of changes that others have made, and ask before preparing replaces such changes', async () => {
    const started: (readonly PrepareTask[])[] = [];
    const many: PrepareMany = {
      state: signal(null),
      start: async (tasks) => void started.push(tasks),
      cancel: () => undefined,
      retry: async () => undefined,
      dismiss: () => undefined,
    };
    const [written, foreign, third] = TASKS;
    await ready({ jobs: [fixtureJob()], tasks: [written!, foreign!, third!] }, { prepareMany: async () => many });
    const { devices: list, packages } = services.lives;
    packages.value = [
      fixturePackage(written!.uniqueId, { values: written!.values, before: { txPower: 1 }, fetchedAtMs: 1 }),
    ];
    list.value = {
      ...list.value,
      devices: list.value.devices!.map((device) =>
        device.uniqueId === written!.uniqueId
          ? { ...device, pending: null, attributes: { ...device.attributes, txPower: 6 } }
          : device.uniqueId === foreign!.uniqueId
            ? { ...device, pending: { interval: 713 } }
            : device,
      ),
    };
    const page = await openJob();
    await shown(page);
    // The search of an earlier page is in the address.
    if (hasAction(page, 'Show all')) action(page, 'Show all').click();
    await settled(page);
    expect(readable(page)).to.contain(text.task.changedSince.written);
    action(page, bulkStrings.prepare(2)).click();
    await until(() => has(page, 'dialog', bulkStrings.foreign.heading(1)));
    action(the(page, 'dialog', bulkStrings.foreign.heading(1)), bulkStrings.foreign.leaveOut(1)).click();
    await until(() => started.length === 1);
    expect(started[0]!.map(({ uniqueId }) => uniqueId)).to.deep.equal([third!.uniqueId]);
  });

  it('plan counting numbers and names made of IDs besides the values that the beacons have already', async () => {
    await ready({ jobs: [fixtureJob()], tasks: TASKS.map((task) => ({ ...task, values: { major: 3 } })) });
    const page = await openJob();
    await openPlan(page);
    await type(page, COUNT_FROM, '65530');
    action(page, text.plan.apply(12)).click();
    await settled(page);
    expect(readable(page)).to.contain(text.plan.countFault(65_535));
    expect(focused()?.computedName).to.equal(COUNT_FROM);
    await type(page, COUNT_FROM, '101');
    field(page, text.plan.nameIsId).click();
    await settled(page);
    expect(await faultsOf(page)).to.deep.equal([]);
    action(page, text.plan.apply(12)).click();
    await until(planIsClosed(page));
    expect(jobs.state.value.tasks.get('job-1')!.map(({ values }) => values)).to.deep.equal(
      TASKS.map(({ uniqueId }, at) => ({ major: 3, minor: 101 + at, name: uniqueId })),
    );
  });

  it('keep a typed plan except its secrets when the page is left, until the plan is applied', async () => {
    await ready({ jobs: [fixtureJob()], tasks: TASKS.map((task) => ({ ...task, values: {} })) });
    const first = await openJob();
    await openPlan(first);
    await type(first, COUNT_FROM, '101');
    action(first, groupNames.radio).click();
    await type(first, labelOf('password'), 'a1b2c3d4');
    field(first, text.plan.nameIsId).click();
    await settled(first);
    const page = await openJob();
    await until(() => hasAction(page, text.plan.apply(12)));
    await settled(page);
    expect(JSON.stringify([...scriptedDrafts]))
      .to.contain('101')
      .and.not.to.contain('a1b2c3d4');
    expect(field(page, COUNT_FROM).value).to.equal('101');
    expect(hasAction(page, draftStrings.discard)).to.equal(true);
    expect(await faultsOf(page)).to.deep.equal([]);
    action(page, text.plan.apply(12)).click();
    await until(planIsClosed(page));
    expect(jobs.state.value.tasks.get('job-1')![1]!.values).to.deep.equal({ minor: 102, name: fixtureId(1) });
    expect([...scriptedDrafts]).to.deep.equal([]);
  });

  it('save a plan as a template, and fill in the plan from another template', async () => {
    await ready({ jobs: [fixtureJob()], tasks: TASKS.map((task) => ({ ...task, values: {} })) });
    const page = await openJob();
    await openPlan(page);
    await type(page, COUNT_FROM, '101');
    field(page, text.plan.nameIsId).click();
    action(page, text.templates.more).click();
    await type(page, text.templates.name, 'Ward');
    action(page, text.templates.save).click();
    await until(() => jobs.templates.state.value.length === 1);
    expect(jobs.templates.state.value[0]).to.deep.include({
      name: 'Ward',
      patterns: { countUp: { minor: 101 }, nameIsId: true, aliasIsPlace: false },
    });
    await jobs.templates.save('Other', {
      values: { txPower: 2 },
      patterns: { countUp: { minor: 7 }, nameIsId: false, aliasIsPlace: true },
    });
    await settled(page);
    await type(page, text.templates.choose, jobs.templates.state.value.find(({ name }) => name === 'Other')!.id);
    expect(await faultsOf(page)).to.deep.equal([]);
    action(page, text.plan.apply(12)).click();
    await until(planIsClosed(page));
    expect(jobs.state.value.tasks.get('job-1')!.map(({ values }) => values)).to.deep.equal(
      TASKS.map(({ place }, at) => ({ txPower: 2, minor: 7 + at, ...(place === '' ? {} : { alias: place }) })),
    );
  });

  it('import a plan template from a file, and refuse a file with a secret or an invalid value', async () => {
    await ready({ jobs: [fixtureJob()], tasks: TASKS });
    const page = await openJob();
    await openPlan(page);
    const give = (content: string): void => choose(page, new File([content], 'template.json'));
    const made = { id: '1', name: 'Ward', savedAtMs: 1, values: { txPower: 2 }, patterns: NO_PATTERNS };
    for (const [values, problem] of [
      ['"password": "00000000"', text.templates.problems.secret('password')],
      ['"txPower": "loud"', text.templates.problems.value('txPower')],
    ] as const) {
      give(writeTemplateFile(made).replace('"txPower": 2', values));
      await until(() => readable(page).includes(fileFaultStrings.ofFile('template.json', problem)));
    }
    expect(jobs.templates.state.value).to.deep.equal([]);
    give(writeTemplateFile(made));
    await until(() => jobs.templates.state.value.length === 1);
    give(writeTemplateFile(made));
    await until(() => jobs.templates.state.value.length === 2);
    expect(jobs.templates.state.value.map(({ name }) => name)).to.deep.equal(['Ward', 'Ward (2)']);
  });

  it('import the first of several template files, and pass on the remaining files', async () => {
    await ready({ jobs: [fixtureJob()], tasks: TASKS });
    const page = await openJob();
    await openPlan(page);
    const offered: string[] = [];
    page.addEventListener('fk-files', ({ files }) => offered.push(...files.map(({ name }) => name)));
    const made = { id: '1', name: 'Ward', savedAtMs: 1, values: { txPower: 2 }, patterns: NO_PATTERNS };
    choose(page, new File([writeTemplateFile(made)], 'first.json'), new File(['{}'], 'second.json'));
    await until(() => jobs.templates.state.value.length === 1);
    expect(offered).to.deep.equal(['second.json']);
  });

  it('check before departure what would stop the work on site, and offer a remedy for each obstacle', async () => {
    const tasks = TASKS.map((task, at) => (at === 0 ? { ...task, values: { ...task.values, systemTime: 1 } } : task));
    const here = tasks.map((task) => fixturePackage(task.uniqueId, { values: task.values }));
    let rows = here.slice(1);
    let room: 'enough' | 'full' = 'full';
    let radio: 'available' | 'off' = 'off';
    const bluetooth = { ...fieldPorts().bluetooth, availability: async () => radio };
    const ports = { ...fieldPorts(), bluetooth, packages: { all: async () => rows }, tryRoom: async () => room };
    const opened = await openMemoryJobs({ jobs: [fixtureJob()], tasks }, ports);
    const devices = DEVICES.map((device) => ({ ...device, firmware: '1.19' }));
    services = scriptedServices(
      {
        devices: { devices, completedAtMs: Date.now() },
        packages: here,
        app: { persisted: false },
      },
      { jobs: async () => opened },
    );
    const page = await openJob();
    await shown(page);
    // The person may start without the check.
    expect(action(page, text.job.go).getAttribute('href')).to.equal('/jobs/job-1/run');
    action(page, text.job.gate).click();
    await until(() => readable(page).includes(text.gate.here(11, 12)));
    const words = readable(page);
    for (const check of ['packages', 'room', 'bluetooth'] as const)
      expect(words).to.contain(text.gate.checks[check].bad);
    for (const check of ['stored', 'key', 'firmware'] as const) expect(words).to.contain(text.gate.checks[check].heed);
    expect(words).to.contain(text.gate.checks.clock.unknown).and.not.to.contain(text.gate.flightMode);
    expect(await faultsInThemes(page)).to.deep.equal([]);
    action(page, text.gate.remedies.show).click();
    expect(selection.value).to.deep.equal([tasks[0]!.uniqueId]);
    action(page, text.gate.remedies.persist).click();
    expect(services.called('app.askPersist')).to.have.length(1);
    const purposes: string[] = [];
    page.addEventListener('fk-ask-key', ({ purpose }) => purposes.push(purpose));
    action(page, text.gate.remedies.keepKey).click();
    expect(purposes).to.deep.equal(['keep']);
    rows = here;
    room = 'enough';
    radio = 'available';
    action(page, text.gate.again).click();
    await until(() => readable(page).includes(`${text.gate.here(12, 12)} ${text.gate.flightMode}`));
    // Available Bluetooth may still be switched off; a device list that was closed again proves nothing.
    expect(readable(page)).to.contain(text.gate.checks.bluetooth.unknown);
    action(page, text.gate.remedies.radio).click();
    await settled(page);
    expect(readable(page)).to.contain(text.gate.checks.bluetooth.unknown);
    expect(action(page, text.job.go).getAttribute('href')).to.equal('/jobs/job-1/run');
  });

  it('announce the title again when another job with the same name is opened', async () => {
    await ready({ jobs: [fixtureJob(), fixtureJob('job-2')], tasks: [] });
    const page = await openJob();
    const names: string[] = [];
    page.addEventListener('fk-heading', ({ heading }) => names.push(heading));
    Object.assign(page, { jobId: 'job-2' });
    await until(() => names.length === 1);
    expect(names).to.deep.equal([fixtureJob().name]);
  });

  it('say that a job is not on this phone, and lead to the list of jobs', async () => {
    await ready({ jobs: [fixtureJob('job-2')], tasks: [] });
    for (const template of [
      html`<fk-job-page .services=${services} jobId="job-1"></fk-job-page>`,
      html`<fk-job-run-page .services=${services} jobId="job-1"></fk-job-run-page>`,
      html`<fk-job-report-page .services=${services} jobId="job-1"></fk-job-report-page>`,
      html`<fk-job-hand-over-page .services=${services} jobId="job-1"></fk-job-hand-over-page>`,
    ]) {
      const page = await place(template);
      await until(() => readable(page).includes(text.job.gone));
      expect(action(page, text.job.toJobs).getAttribute('href')).to.equal('/jobs');
      expect(await faultsOf(page)).to.deep.equal([]);
    }
  });

  it('lead from incomplete packages to the page that fetches packages, with their beacons selected', async () => {
    const here = TASKS.map(({ uniqueId, values }, at) =>
      fixturePackage(uniqueId, at === 2 ? { values, base64: 'AAAA' } : { values }),
    );
    const ports = { ...fieldPorts(), packages: { all: async () => here } };
    const opened = await openMemoryJobs({ jobs: [fixtureJob()], tasks: TASKS }, ports);
    services = scriptedServices({ devices: { devices: DEVICES }, packages: here }, { jobs: async () => opened });
    const page = await openJob();
    await shown(page);
    action(page, text.job.gate).click();
    await until(() => readable(page).includes(text.gate.here(11, 12)));
    action(page, text.gate.remedies.fetch).click();
    expect(selection.value).to.deep.equal([TASKS[2]!.uniqueId]);
    expect(led.at(-1)).to.equal('/packages');
  });

  it('park a beacon with a reason, undo the parking, and swap the values of two beacons', async () => {
    await ready({ jobs: [fixtureJob()], tasks: TASKS });
    const page = await openJob();
    await shown(page);
    const task = (at: number) =>
      jobs.state.value.tasks.get('job-1')!.find(({ uniqueId }) => uniqueId === fixtureId(at))!;
    const openTask = async (at: number): Promise<void> => {
      // Rows are drawn once the number of visible ones is known.
      await until(() => has(page, 'button', lineOf(fixtureId(at))));
      the(page, 'button', lineOf(fixtureId(at))).click();
      await settled(page);
    };
    await openTask(0);
    await type(page, text.task.reason, 'no ladder');
    expect(await faultsOf(page)).to.deep.equal([]);
    action(page, text.task.markAs.parked).click();
    await until(() => task(0).mark !== null);
    expect(task(0).mark).to.include({ kind: 'parked', reason: 'no ladder' });
    await settled(page);
    expect(readable(page)).to.contain('no ladder').and.to.contain(text.task.marks.parked);
    await openTask(0);
    action(page, text.task.unmark).click();
    await until(() => task(0).mark === null);
    await openTask(1);
    await type(page, text.task.exchanged, fixtureId(2));
    action(page, text.task.swap).click();
    await until(() => task(1).values['minor'] === 502);
    expect(task(2).values).to.deep.equal({ minor: 501 });
  });
});

/** Drops the file anywhere on the page, not only on the file box. */
function drop(page: HTMLElement, file: File): void {
  const data = new DataTransfer();
  data.items.add(file);
  const event = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true, composed: true });
  the(page, 'textbox').dispatchEvent(event);
  expect(event.defaultPrevented).to.equal(true);
}
