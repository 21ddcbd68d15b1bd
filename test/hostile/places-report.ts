/** The results of a job: its acceptance report, and the file that another phone takes over. */
import { html } from 'lit';
import '../../src/ui/pages/jobs/job-hand-over-page.ts';
import '../../src/ui/pages/jobs/job-report-page.ts';
import '../../src/ui/pages/jobs/take-over-page.ts';
import { handOverStrings } from '../../src/ui/strings/hand-over.ts';
import { fixtureAccount } from '../support/fixture-rows.ts';
import { handOverOf } from '../support/hand-over-rows.ts';
import { fixtureDevice } from '../support/fixture-rows.ts';
import { fixtureJob, fixtureTask, openMemoryJobs } from '../support/job-rows.ts';
import { scriptedServices } from '../support/scripted-services.ts';
import { hostilePlace, type HostilePlace } from './place.ts';

export const reportPlaces: readonly HostilePlace[] = [
  hostilePlace({
    folder: 'pages/jobs',
    elements: ['fk-job-report-page'],
    fields: ['id', 'alias', 'room', 'job', 'site', 'value', 'reason'],
    open:
      (stage) =>
      async ([t]) => {
        const task = fixtureTask(0, {
          uniqueId: t!.id,
          place: t!.room,
          values: { url: t!.value },
          mark: { kind: 'parked', reason: t!.reason, atMs: 1 },
        });
        const jobs = await openMemoryJobs({
          jobs: [fixtureJob('job-1', { name: t!.job, site: t!.site })],
          tasks: [task],
        });
        const devices = [fixtureDevice(20, { uniqueId: t!.id, alias: t!.alias })];
        const services = scriptedServices({ devices: { devices } }, { jobs: async () => jobs });
        stage.draw(html``);
        stage.draw(html`<fk-job-report-page .services=${services} jobId="job-1"></fk-job-report-page>`);
        while (stage.findAll('tbody tr').length === 0) await stage.answered();
      },
  }),
  hostilePlace({
    folder: 'pages/jobs',
    elements: ['fk-job-hand-over-page', 'fk-take-over-page'],
    fields: ['job', 'room', 'name in the file', 'site in the file', 'room in the file', 'address in the file'],
    shows: { 'address in the file': (address) => (address === '' ? null : handOverStrings.take.other(address)) },
    open:
      (stage) =>
      async ([t]) => {
        const ours = await openMemoryJobs({
          jobs: [fixtureJob('job-1', { name: t!.job })],
          tasks: [fixtureTask(0, { place: t!.room })],
        });
        const theirs = await openMemoryJobs({
          jobs: [fixtureJob('job-1', { name: t!['name in the file'], site: t!['site in the file'] })],
          tasks: [fixtureTask(0, { place: t!['room in the file'] })],
        });
        const account = fixtureAccount({ id: 'x', legacyBaseUrl: t!['address in the file'] });
        const { id } = fixtureTask(0);
        const file = new File([await handOverOf(theirs, account).write('job-1', [id])], 'job.json');
        const services = scriptedServices(
          { devices: { devices: [fixtureDevice(0)] } },
          { jobs: async () => ours, handOver: async () => handOverOf(ours) },
        );
        stage.draw(html``);
        stage.draw(html`<fk-job-hand-over-page .services=${services} jobId="job-1"></fk-job-hand-over-page>
          <fk-take-over-page .services=${services}></fk-take-over-page>`);
        await stage.settled();
        const transfer = new DataTransfer();
        transfer.items.add(file);
        const input = stage.find('fk-take-over-page').shadowRoot!.querySelector('input')!;
        input.files = transfer.files;
        input.dispatchEvent(new Event('change'));
        while (stage.find('fk-take-over-page').shadowRoot!.querySelector('[role="status"] > *') === null)
          await stage.answered();
      },
  }),
];
