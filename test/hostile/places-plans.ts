/** The pages of jobs at a desk: the list, one job with an open task, and a new one with an imported table. */
import { html } from 'lit';
import { fixtureDevice } from '../support/fixture-rows.ts';
import { fixtureJob, fixtureTask, openMemoryJobs } from '../support/job-rows.ts';
import { scriptedServices } from '../support/scripted-services.ts';
import { until } from '../support/until.ts';
import '../../src/ui/pages/jobs/job-page.ts';
import '../../src/ui/pages/jobs/job-run-page.ts';
import '../../src/ui/pages/jobs/jobs-page.ts';
import { NO_PATTERNS } from '../support/job-rows.ts';
import type { FromCsvWorker, ToCsvWorker } from '../../src/ui/beacon/csv/csv-messages.ts';
import '../../src/ui/pages/jobs/new-job-page.ts';
import { shownText } from '../../src/domain/table/cell.ts';
import { jobStrings } from '../../src/ui/strings/jobs.ts';
import '../../src/ui/beacon/continue-job.ts';
import { press, type } from './hands.ts';
import { asFileName, asTyped, hostilePlace, manyLines, oneLine, type HostilePlace } from './place.ts';

export const planPlaces: readonly HostilePlace[] = [
  hostilePlace({
    folder: 'pages/jobs',
    elements: [
      'fk-jobs-page',
      'fk-job-page',
      'fk-job-head',
      'fk-job-counts',
      'fk-task-line',
      'fk-task-form',
      'fk-task-photos',
    ],
    fields: ['id', 'alias', 'room', 'note', 'job', 'site', 'value', 'reason', 'another job'],
    shows: { note: manyLines },
    open:
      (stage) =>
      async ([t]) => {
        const task = fixtureTask(0, {
          uniqueId: t!.id,
          place: t!.room,
          note: t!.note,
          values: { url: t!.value },
          mark: { kind: 'parked', reason: t!.reason, atMs: 1 },
        });
        const other = fixtureTask(1, { jobId: 'job-2', uniqueId: 'other', place: '' });
        const twin = fixtureTask(1, { uniqueId: 'other', place: '', order: 2 });
        const jobs = await openMemoryJobs({
          jobs: [
            fixtureJob('job-1', { name: t!.job, site: t!.site }),
            fixtureJob('job-2', { name: t!['another job'] }),
          ],
          tasks: [task, twin, other],
        });
        const devices = [
          fixtureDevice(20, { uniqueId: t!.id, alias: t!.alias }),
          fixtureDevice(0, { uniqueId: 'other', pending: null }),
        ];
        const services = scriptedServices({ devices: { devices } }, { jobs: async () => jobs });
        // Each drawing shows other jobs.
        stage.draw(html``);
        stage.draw(html`
          <fk-jobs-page .services=${services}></fk-jobs-page>
          <fk-job-page .services=${services} jobId="job-1"></fk-job-page>
        `);
        // Rows are drawn once it is known how many of them are in view.
        await until(() => stage.findAll('fk-task-line').length > 0);
        stage.find('fk-task-line').shadowRoot!.querySelector('button')!.click();
        await stage.answered();
      },
  }),
  hostilePlace({
    folder: 'pages/jobs',
    elements: ['fk-hung-up-question'],
    fields: ['installer', 'installer of another job'],
    shows: { 'installer of another job': oneLine },
    open:
      (stage) =>
      async ([t]) => {
        const job = fixtureJob('job-1', { hungUp: { isNoted: true, by: t!.installer } });
        const other = fixtureJob('job-2', { hungUp: { isNoted: true, by: t!['installer of another job'] } });
        const jobs = await openMemoryJobs({ jobs: [other], tasks: [] });
        stage.draw(html``);
        stage.draw(html`
          <fk-hung-up-question .job=${job} .jobs=${jobs}></fk-hung-up-question>
          <fk-hung-up-question .job=${fixtureJob('job-3')} .jobs=${jobs}></fk-hung-up-question>
          <fk-hung-up-question .brief=${true} .job=${fixtureJob('job-4')} .jobs=${jobs}></fk-hung-up-question>
        `);
        await stage.answered();
      },
  }),
  hostilePlace({
    folder: 'beacon',
    elements: ['fk-continue-job'],
    fields: ['name of a job', 'name of a room'],
    open:
      (stage) =>
      async ([t]) => {
        const mark = { kind: 'parked', reason: '', atMs: Date.now() } as const;
        const task = fixtureTask(0, { place: t!['name of a room'], mark });
        const jobs = await openMemoryJobs({
          jobs: [fixtureJob('job-1', { name: t!['name of a job'] })],
          tasks: [task],
        });
        const services = scriptedServices({ devices: { devices: [] } }, { jobs: async () => jobs });
        stage.draw(html``);
        stage.draw(html`<fk-continue-job .services=${services}></fk-continue-job>`);
        await stage.answered();
      },
  }),
  hostilePlace({
    folder: 'pages/jobs',
    elements: ['fk-job-run-page'],
    fields: ['id', 'alias', 'room', 'note', 'reason', 'typed'],
    shows: { typed: asTyped },
    open:
      (stage) =>
      async ([t]) => {
        const task = fixtureTask(0, {
          uniqueId: t!.id,
          place: t!.room,
          note: t!.note,
          mark: { kind: 'parked', reason: t!.reason, atMs: 1 },
        });
        const jobs = await openMemoryJobs({ jobs: [fixtureJob()], tasks: [task] });
        const device = fixtureDevice(20, { uniqueId: t!.id, alias: t!.alias });
        const services = scriptedServices({ devices: { devices: [device] } }, { jobs: async () => jobs });
        stage.draw(html``);
        stage.draw(html`<fk-job-run-page .services=${services} .jobId=${'job-1'}></fk-job-run-page>`);
        await stage.answered();
        press(stage, jobStrings.run.more);
        await stage.answered();
        type(stage, 'find', t!.typed);
        await stage.answered();
      },
  }),
  hostilePlace({
    folder: 'pages/jobs',
    elements: ['fk-new-job-page', 'fk-csv-import', 'fk-csv-row', 'fk-plan-values', 'fk-plan-templates'],
    fields: ['name of a file', 'head of a column', 'cell', 'room', 'bad cell', 'name of a template'],
    shows: { 'name of a file': asFileName, 'head of a column': shownText },
    open(stage) {
      return async ([t]) => {
        const jobs = await openMemoryJobs({ jobs: [], tasks: [] });
        const services = scriptedServices(
          { devices: { devices: [fixtureDevice(0, { uniqueId: 'b' })] } },
          { jobs: async () => jobs },
        );
        const task = { uniqueId: 'b', deviceType: 'BEACON', place: t!.room, values: {}, note: '' };
        const answers: CsvAnswers = {
          open: {
            kind: 'opened',
            heads: ['id', t!['head of a column']],
            columns: ['uniqueId', ''],
            samples: [['b'], [t!.cell]],
            rows: 2,
            titles: [],
            emptyRows: 0,
            mixedLines: 0,
            encoding: 'utf-8',
            isCertain: true,
            choices: [],
          },
          read: {
            kind: 'read',
            isInDbm: false,
            results: [
              { line: 2, task },
              { line: 3, cells: [t!['bad cell']], fault: { code: 'tooManyCells', detail: t!['bad cell'] } },
            ],
          },
        };
        await jobs.templates.save(t!['name of a template'], { values: {}, patterns: NO_PATTERNS });
        stage.draw(html``);
        stage.draw(html`<fk-new-job-page .services=${{ ...services, startWorker: () => answering(answers) }}></fk-new-job-page>
          <fk-plan-values .tasks=${[fixtureTask(0)]} .templates=${jobs.templates}></fk-plan-values>`);
        await stage.answered();
        const data = new DataTransfer();
        data.items.add(new File([''], t!['name of a file']));
        stage
          .find('.file')
          .dispatchEvent(
            new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true, composed: true }),
          );
        // What kind of file it is, is read first.
        await until(() => stage.findAll('fk-row-window').length > 0);
        await stage.answered();
        stage.find('fk-row-window').scrollIntoView();
        // The browser sends this event with its next frame; the rows are drawn right after it.
        globalThis.dispatchEvent(new Event('scroll'));
        await stage.answered();
      };
    },
  }),
];

/** The others have no separate answer here. */
type CsvAnswers = Readonly<Record<'open' | 'read', FromCsvWorker>>;

/** A worker that answers as the real one would for such a table. */
function answering(answers: CsvAnswers): Worker {
  const worker = new EventTarget();
  const postMessage = ({ kind }: ToCsvWorker): void => {
    if (kind === 'open' || kind === 'read') worker.dispatchEvent(new MessageEvent('message', { data: answers[kind] }));
  };
  return Object.assign(worker, { postMessage, terminate: () => undefined }) as unknown as Worker;
}
