/** What is made of a job: its acceptance report. */
import { html } from 'lit';
import '../../src/ui/pages/jobs/job-report-page.ts';
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
];
