/** How a job ends: said alike on the job's page, on site and in the list, with one filled button. */
import { expect } from '@open-wc/testing';
import { html, type LitElement, type TemplateResult } from 'lit';
import { fixtureDevice, fixturePackage, fixtureReceipt, fixtureRun } from '../../../../test/support/fixture-rows.ts';
import { fixtureJob, fixtureTask, openMemoryJobs } from '../../../../test/support/job-rows.ts';
import { place, settled } from '../../../../test/support/page-place.ts';
import { action, all, has, hasAction, isFilled, readable, the } from '../../../../test/support/roles.ts';
import { scriptedServices, type ScriptedServices } from '../../../../test/support/scripted-services.ts';
import { until } from '../../../../test/support/until.ts';
import type { Task } from '../../../domain/job/job.ts';
import type { Receipt } from '../../../domain/receipt.ts';
import { jobStrings as text } from '../../strings/jobs.ts';
import { reportStrings } from '../../strings/report.ts';
import './job-page.ts';
import './job-run-page.ts';
import './jobs-page.ts';

const MINUTE = 60_000;
const IDS = ['b0', 'b1'];
const TASKS = IDS.map((uniqueId, at) => fixtureTask(at, { uniqueId, values: { minor: at }, plannedAtMs: 1 }));

type Rows = Readonly<{ receipts: readonly Receipt[]; tasks: readonly Task[] }>;
const receiptOf = (at: number, changes: Partial<Receipt> = {}): Receipt =>
  fixtureReceipt(IDS[at]!, {
    id: `rcp-${IDS[at]}`,
    runId: `run-${IDS[at]}`,
    values: TASKS[at]!.values,
    state: 'verified',
    createdAtMs: 5,
    ...changes,
  });

/** The receipts are those of runs of five minutes each, one after the other. */
async function servicesFor({ receipts, tasks }: Rows): Promise<ScriptedServices> {
  const jobs = await openMemoryJobs({ jobs: [fixtureJob()], tasks: [...tasks] });
  return scriptedServices(
    {
      devices: {
        devices: IDS.map((uniqueId, at) =>
          fixtureDevice(at, { uniqueId, deviceType: 'BEACON', pending: null, attributes: {} }),
        ),
      },
      packages: receipts.map(({ uniqueId, values }) =>
        fixturePackage(uniqueId, { values, state: 'used', preparedAtMs: 2 }),
      ),
      runs: receipts.map(({ id, uniqueId }, at) =>
        fixtureRun(uniqueId, {
          packageId: `pkg-${uniqueId}`,
          step: 'receipt',
          outcome: { kind: 'receipt', receiptId: id },
          startedAtMs: 3 + at * 5 * MINUTE,
          endedAtMs: 3 + (at + 1) * 5 * MINUTE,
        }),
      ),
      outbox: { receipts },
    },
    { jobs: async () => jobs },
  );
}

const PLACES: readonly (readonly [string, (services: ScriptedServices) => TemplateResult])[] = [
  ['the page of the job', (services) => html`<fk-job-page .services=${services} jobId="job-1"></fk-job-page>`],
  ['the page on site', (services) => html`<fk-job-run-page .services=${services} .jobId=${'job-1'}></fk-job-run-page>`],
  ['the list of jobs', (services) => html`<fk-jobs-page .services=${services}></fk-jobs-page>`],
];

async function open(drawn: TemplateResult, words: string): Promise<LitElement> {
  const page = await place(drawn);
  await until(() => readable(page).includes(words));
  await settled(page);
  return page;
}

const filledOf = (page: LitElement): string[] =>
  [...all(page, 'link'), ...all(page, 'button')].filter(isFilled).map((one) => readable(one));

describe('the summary of a job', () => {
  for (const [name, draw] of PLACES) {
    it(`says on ${name} that all beacons are written, and calls them Verified only once the backend has answered`, async () => {
      const services = await servicesFor({
        tasks: TASKS,
        receipts: [receiptOf(0), receiptOf(1, { state: 'waiting' })],
      });
      services.lives.app.value = { ...services.lives.app.value, online: false };
      const page = await open(draw(services), text.end.written(2, 2, 1));
      expect(readable(page)).to.contain(text.end.whenOnline(1)).and.to.contain(text.end.work(0, 10));
      services.lives.app.value = { ...services.lives.app.value, online: true };
      services.lives.outbox.value = { ...services.lives.outbox.value, sync: { done: 0, of: 1 } };
      await until(() => readable(page).includes(text.end.sending(1)));
      const receipts = [receiptOf(0), receiptOf(1)];
      services.lives.outbox.value = { ...services.lives.outbox.value, sync: null, receipts };
      await until(() => readable(page).includes(text.end.verified(2, 2)));
      expect(readable(page)).not.to.contain(text.end.sending(1));
    });
  }

  for (const [name, draw] of PLACES)
    it(`counts on ${name} the changed batteries apart from the written configurations`, async () => {
      const [both, alone] = TASKS;
      const services = await servicesFor({
        tasks: [
          { ...both!, battery: { notedAtMs: 4, confirmedAtMs: 6 } },
          { ...alone!, values: {}, battery: { notedAtMs: 4 } },
        ],
        receipts: [receiptOf(0)],
      });
      const page = await open(draw(services), text.end.batteries(2, 1));
      expect(readable(page)).to.contain(text.end.written(1, 1, 1));
      const bar = the(page, 'progressbar', text.counts.progress) as HTMLProgressElement;
      expect([bar.value, bar.max]).to.deep.equal([2, 3]);
    });

  it('does not promise to send a receipt that is held back', async () => {
    const receipts = [receiptOf(0), receiptOf(1, { state: 'waiting', held: true })];
    const services = await servicesFor({ tasks: TASKS, receipts });
    services.lives.app.value = { ...services.lives.app.value, online: false };
    const page = await open(PLACES[0]![1](services), text.end.written(2, 2, 1));
    expect(readable(page)).to.contain(text.end.toSend(1)).and.not.to.contain(text.end.whenOnline(1));
  });

  for (const [name, draw] of [PLACES[0]!, PLACES[2]!])
    it(`counts on ${name} Verified, undelivered, skipped and remaining beacons while work is left`, async () => {
      const [more, skipped] = [2, 3].map((at) => fixtureTask(at, { uniqueId: `b${at}`, plannedAtMs: 1 })) as [
        Task,
        Task,
      ];
      const services = await servicesFor({
        tasks: [...TASKS, more, { ...skipped, mark: { kind: 'skipped', reason: '', atMs: 1 } }],
        receipts: [receiptOf(0), receiptOf(1, { state: 'waiting' })],
      });
      const { counts } = text;
      const page = await open(draw(services), counts.left(1));
      // The page of the job shows the others in its options.
      if (hasAction(page, text.run.more)) action(page, text.run.more).click();
      await until(() => readable(page).includes(counts.verified(1, 4)));
      for (const part of [counts.onTheWay(1), counts.skipped(1), counts.left(1)])
        expect(readable(page)).to.contain(part);
      // What is left comes first. The counter in the head says what is not delivered.
      expect(readable(page).indexOf(counts.left(1))).to.be.below(readable(page).indexOf(counts.verified(1, 4)));
      expect(readable(page)).not.to.contain('not delivered');
    });

  it('leads to the report with the only main button of the page when all beacons are Verified', async () => {
    for (const [, draw] of PLACES.slice(0, 2)) {
      const services = await servicesFor({ tasks: TASKS, receipts: [receiptOf(0), receiptOf(1)] });
      const page = await open(draw(services), text.end.verified(2, 2));
      expect(filledOf(page)).to.deep.equal([reportStrings.toReport]);
      expect(hasAction(page, text.job.goOn)).to.equal(false);
      page.remove();
    }
  });

  it('leads to the first beacon that has to be visited again when no other work is left', async () => {
    const [first, second] = TASKS;
    const parked: Task = { ...second!, mark: { kind: 'parked', reason: '', atMs: 1 } };
    const services = await servicesFor({ tasks: [first!, parked], receipts: [receiptOf(0)] });
    const page = await open(PLACES[0]![1](services), text.end.revisit(1, 2, 1));
    expect(filledOf(page)).to.deep.equal([text.job.revisit]);
    expect(action(page, text.job.revisit).getAttribute('href')).to.equal('/jobs/job-1/run?beacon=b1');
  });

  it('says why beacons were left out, except for beacons that were handed over to another phone', async () => {
    const skipped = (isHandedOver: boolean): Task => ({
      ...TASKS[1]!,
      mark: { kind: 'skipped', reason: '', atMs: 1, isHandedOver },
    });
    const services = await servicesFor({ tasks: [TASKS[0]!, skipped(false)], receipts: [receiptOf(0)] });
    const page = await open(PLACES[0]![1](services), text.end.verified(1, 2));
    expect(readable(page)).to.contain(text.end.leftOut(1, text.counts.skipped(1)));
    page.remove();
    const shared = await servicesFor({ tasks: [TASKS[0]!, skipped(true)], receipts: [receiptOf(0)] });
    const other = await open(PLACES[0]![1](shared), text.end.here(1, 1));
    expect(has(other, 'progressbar', text.counts.progress)).to.equal(true);
    expect(readable(other)).not.to.contain(text.end.leftOut(1, text.end.handedOver(1)));
  });
});
