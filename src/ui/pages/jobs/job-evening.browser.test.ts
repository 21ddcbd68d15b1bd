/**
 * The end-of-day part of a job with the real telemetry service: rows that need the person, and which beacons are heard,
 * from requested data only.
 */
import { expect } from '@open-wc/testing';
import { html, type LitElement } from 'lit';
import {
  fixtureDevice,
  fixtureEdit,
  fixturePackage,
  fixtureReceipt,
  fixtureRun,
} from '../../../../test/support/fixture-rows.ts';
import { fixtureJob, fixtureTask, openMemoryJobs } from '../../../../test/support/job-rows.ts';
import { faultsOf, place, settled } from '../../../../test/support/page-place.ts';
import { action, all, has, hasAction, readable, withWords } from '../../../../test/support/roles.ts';
import { scriptedServices, type ScriptedServices } from '../../../../test/support/scripted-services.ts';
import {
  failure,
  HOUR,
  MAC,
  page as answered,
  telemetryOver,
  type Answer,
} from '../../../../test/support/telemetry-place.ts';
import { until } from '../../../../test/support/until.ts';
import { NO_ROWS } from '../../../domain/beacon-table.ts';
import { taskProgress } from '../../../domain/job/progress.ts';
import type { Receipt } from '../../../domain/receipt.ts';
import type { Jobs } from '../../../use-cases/jobs/jobs.ts';
import { labelOf } from '../../words/configure.ts';
import { eveningStrings } from '../../strings/evening.ts';
import { failureWords } from '../../strings/failures.ts';
import { jobStrings } from '../../strings/jobs.ts';
import { outboxStrings } from '../../strings/outbox.ts';
import { renderEvening } from './job-evening.ts';
import './job-page.ts';

const { needs, alive: text } = eveningStrings;
const WRITTEN = Date.now() - 3 * HOUR;
const IDS = ['b0', 'b1', 'b2', 'b3', 'b4'];
const TASKS = IDS.map((uniqueId, at) =>
  fixtureTask(at, { uniqueId, place: at === 2 ? 'Attic' : 'Hall', values: { minor: at }, plannedAtMs: 1 }),
);
const DEVICES = IDS.map((uniqueId, at) =>
  fixtureDevice(at, {
    uniqueId,
    deviceType: 'BEACON',
    mac: MAC(at),
    pending: null,
    attributes: at === 3 ? { packets: 'IBEACON' } : {},
  }),
);

const ledTo: string[] = [];
const stay = (event: NavigateEvent): void => {
  ledTo.push(new URL(event.destination.url).pathname);
  event.preventDefault();
};

async function open(
  answer: Answer,
  receipts: Readonly<Record<string, Partial<Receipt>>> = {},
): Promise<{
  page: LitElement;
  services: ScriptedServices;
  jobs: Jobs;
  requests: { path: string; query: URLSearchParams }[];
}> {
  const jobs = await openMemoryJobs({ jobs: [fixtureJob()], tasks: TASKS });
  const { telemetry, requests } = telemetryOver(answer);
  const services = scriptedServices(
    {
      devices: { devices: DEVICES },
      packages: TASKS.map(({ uniqueId, values }) =>
        fixturePackage(uniqueId, { values, state: 'used', preparedAtMs: 2 }),
      ),
      runs: IDS.map((id) =>
        fixtureRun(id, { step: 'receipt', outcome: { kind: 'receipt', receiptId: `rcp-${id}` }, startedAtMs: 3 }),
      ),
      outbox: {
        receipts: TASKS.map(({ uniqueId, values }) =>
          fixtureReceipt(uniqueId, {
            values,
            state: 'verified',
            createdAtMs: WRITTEN,
            updatedSeconds: Math.floor(WRITTEN / 1000),
            settledAtMs: WRITTEN + HOUR,
            ...receipts[uniqueId],
          }),
        ),
      },
    },
    { jobs: async () => jobs, telemetry: async () => telemetry },
  );
  const page = await place(html`<fk-job-page .services=${services} .jobId=${'job-1'}></fk-job-page>`);
  await until(() => hasAction(page, text.check));
  await settled(page);
  return { page, services, jobs, requests };
}

const record = (n: number, atMs: number) => ({
  trackingId: MAC(n),
  sourceId: 'gateway1',
  timestamp: new Date(atMs).toISOString(),
});

describe('the end-of-day section of a job', () => {
  beforeEach(() => window.navigation.addEventListener('navigate', stay));
  afterEach(() => window.navigation.removeEventListener('navigate', stay));

  it('takes no space on the page before the first receipt', async () => {
    const progress = TASKS.map((task) => taskProgress(task, null, NO_ROWS));
    const page = await place(html`<div style="display: grid; gap: 16px">
      <span>above</span>
      ${renderEvening(scriptedServices(), progress)}
      <span>below</span>
    </div>`);
    const [above, below] = ['above', 'below'].map((words) => withWords(page, words).getBoundingClientRect());
    expect(below!.top - above!.bottom).to.equal(16);
  });

  it('tells by telemetry which beacons were heard since their write, and creates a job of the silent beacons', async () => {
    // One was heard since its write, one before it; this answer does not contain the others.
    const { page, requests, jobs } = await open((query, path) =>
      answered(path.endsWith('/latest') ? [record(0, WRITTEN + HOUR), record(1, WRITTEN - HOUR)] : [], {
        totalPages: 1,
        number: 0,
        size: Number(query.get('size')),
      }),
    );
    expect(requests).to.have.length(0);
    expect(readable(page)).to.contain(text.note(5)).and.not.to.contain(text.counts.heard(0));
    action(page, text.check).click();
    await until(() => readable(page).includes(text.counts.heard(1)));
    await until(() => requests.length === 3);
    await until(() => readable(page).includes(text.counts.silent(2)));
    await settled(page);
    // The beacon without telemetry is not requested. Those missing from the first answer are requested without a range,
    // then for the time since.
    expect(requests.map(({ path, query }) => [path, query.get('trackingId')])).to.deep.equal([
      ['/v3/telemetry/latest', [0, 1, 2, 4].map(MAC).join(',')],
      ['/v3/telemetry', [2, 4].map(MAC).join(',')],
      ['/v3/telemetry', [2, 4].map(MAC).join(',')],
    ]);
    const { counts } = text;
    for (const words of [counts.silent(2), counts.noGateway(1), counts.noTelemetry(1), counts.heard(1)])
      expect(readable(page)).to.contain(words);
    // The times in its records come from the beacon's own clock.
    expect(readable(page)).to.contain(text.heardUnchecked(1));
    expect(readable(page)).to.contain(text.neverHeard).and.not.to.contain(counts.unasked(1));
    expect(await faultsOf(page)).to.deep.equal([]);

    action(page, text.nextJob(2)).click();
    await until(() => jobs.state.value.jobs.length === 2);
    const [made] = jobs.state.value.jobs.filter(({ id }) => id !== 'job-1');
    expect(made).to.include({ name: text.jobName('North wing'), site: 'City hospital' });
    expect(
      jobs.state.value.tasks.get(made!.id)!.map(({ uniqueId, place: room, values }) => [uniqueId, room, values]),
    ).to.deep.equal([
      ['b1', 'Hall', {}],
      ['b4', 'Hall', {}],
    ]);
    await until(() => ledTo.at(-1) === `/jobs/${made!.id}`);
  });

  it('says why the telemetry could not be requested, and then calls no beacon silent', async () => {
    const { page } = await open(() => failure('forbidden', 403));
    action(page, text.check).click();
    await until(() => readable(page).includes(failureWords.forbidden.says));
    expect(readable(page)).to.contain(text.counts.unasked(4)).and.contain(text.counts.noTelemetry(1));
    expect(readable(page)).not.to.contain(text.counts.silent(1));
  });

  it('stands below all other sections while a beacon is left, and above them at the end', async () => {
    const { page: atWork } = await open(() => answered([]), { b0: { state: 'parked' } });
    expect(all(atWork, 'heading').map(readable).at(-1)).to.equal(text.heading);
    const { page: atEnd } = await open(() => answered([]));
    expect(all(atEnd, 'heading').map(readable).at(0)).to.equal(text.heading);
  });

  it('groups refused receipts by reason, sends a group again on a press, and shows the progress', async () => {
    const refused = (status: number, code: string): Partial<Receipt> => ({
      state: 'parked',
      lastAnswer: { atMs: WRITTEN, status, code, message: '' },
    });
    const { page, services } = await open(() => answered([]), {
      b0: refused(403, 'forbidden'),
      b1: refused(404, 'notFound'),
      b2: refused(409, 'conflict'),
      b3: { ...refused(409, 'conflict'), givenUpAtMs: WRITTEN },
    });
    expect(all(page, 'heading').slice(0, 2).map(readable)).to.deep.equal([
      needs.why.noAccess(2),
      needs.why.refusedPost(1),
    ]);
    action(page, needs.helps.refusedPost(1)).click();
    await until(() => services.called('outbox.retryParked').length === 1);
    expect(services.called('outbox.retryParked')[0]!.args).to.deep.equal([['rcp-b2']]);
    services.lives.outbox.value = { ...services.lives.outbox.value, sync: { done: 61, of: 118 } };
    await until(() => has(page, 'progressbar', outboxStrings.syncing));
  });

  it('names values of Verified beacons that the backend has not saved, in a notice and at each beacon', async () => {
    const { page, services } = await open(() => answered([]));
    const lastAnswer = { atMs: WRITTEN, status: 409, code: 'conflict', message: 'storage full' };
    const values = { 'deployment.status': 'DEPLOYED' };
    const edits = [fixtureEdit('b0', { values, state: 'parked', lastAnswer })];
    services.lives.outbox.value = { ...services.lives.outbox.value, edits };
    const names = labelOf('deployment.status');
    await until(() => readable(page).includes(jobStrings.unsaved.notice(1, names)));
    await until(() => readable(page).includes(jobStrings.unsaved.line(names)));
    expect(action(page, jobStrings.unsaved.toOutbox).getAttribute('href')).to.equal('/outbox');
  });
});
