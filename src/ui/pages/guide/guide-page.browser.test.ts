/**
 * The guide with scripted services: three steps that follow the stored rows, the second round, and all other states.
 */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import {
  fixtureAccount,
  fixtureDevice,
  fixturePackage,
  fixtureReceipt,
  fixtureRun,
} from '../../../../test/support/fixture-rows.ts';
import { faultsOf, place, settled } from '../../../../test/support/page-place.ts';
import {
  action,
  all,
  announced,
  field,
  has,
  hasAction,
  isFilled,
  readable,
  the,
} from '../../../../test/support/roles.ts';
import {
  PRACTICE_ACTIONS,
  scriptedServices,
  type ScriptedServices,
  type ScriptedValues,
} from '../../../../test/support/scripted-services.ts';
import { openMemoryJobs } from '../../../../test/support/job-rows.ts';
import { until } from '../../../../test/support/until.ts';
import type { PrepareOutcome } from '../../../use-cases/prepare/prepare.ts';
import { outcomeWords } from '../../beacon/prepare-outcome.ts';
import type { Jobs } from '../../../use-cases/jobs/jobs.ts';
import { runPath } from '../../shell/router.ts';
import type { PracticeActions } from '../../shell/services.ts';
import { guideStrings as text } from '../../strings/guide.ts';
import './guide-page.ts';
import type { FkGuidePage } from './guide-page.ts';

const ID = 'tB4x';
const sandbox = fixtureAccount({ kind: 'sandbox', name: 'Sandbox' });
const device = fixtureDevice(0, { uniqueId: ID, attributes: { txPower: 7 } });

async function open(
  values: ScriptedValues = {},
  hand: Partial<PracticeActions> = {},
  jobs?: Jobs,
): Promise<{ page: FkGuidePage; services: ScriptedServices; drops: () => number }> {
  let drops = 0;
  const stored = fixturePackage(ID);
  const services: ScriptedServices = scriptedServices(
    {
      session: { account: sandbox, accounts: [sandbox] },
      devices: { devices: [device], completedAtMs: Date.now() },
      ...values,
    },
    {
      app: { practice: () => ({ ...PRACTICE_ACTIONS, ...hand, firstBeacon: ID, dropNextLink: () => (drops += 1) }) },
      ...(jobs === undefined ? {} : { jobs: async () => jobs }),
      prepare: {
        prepare: async () => {
          services.lives.packages.value = [stored];
          return { kind: 'onThisPhone', package: stored, remarks: [] };
        },
      },
    },
  );
  const page = await place<FkGuidePage>(html`<fk-guide-page .services=${services}></fk-guide-page>`);
  await settled(page);
  return { page, services, drops: () => drops };
}

/** Resolves with the path of the next navigation, which does not take place. */
const nextAddress = (): Promise<string> =>
  new Promise((resolve) =>
    window.navigation.addEventListener(
      'navigate',
      (event) => {
        event.preventDefault();
        resolve(new URL(event.destination.url).pathname);
      },
      { once: true },
    ),
  );

const step = (page: FkGuidePage): string =>
  all(page, 'listitem')
    .filter((item) => item.getAttribute('aria-current') === 'step')
    .map((item) => readable(the(item, 'heading')))
    .join();
const pick = async (page: FkGuidePage, range: keyof typeof text.ranges): Promise<void> => {
  field(page, new RegExp(`^${text.ranges[range]}`)).click();
  await settled(page);
};
/** Presses the main button, which prepares. */
const prepare = (page: FkGuidePage): void => all(page, 'button').find(isFilled)!.click();

describe('the practice guide', () => {
  it('leads from a changed value through Prepare to the run screen, with one tap for each step', async () => {
    const { page, services } = await open();
    expect(step(page)).to.equal(text.steps.change);
    // The beacon's current value would change nothing, so it is not offered.
    const disabled = all<HTMLInputElement>(page, 'radio').filter((one) => one.disabled);
    expect(disabled).to.have.length(1);
    expect(disabled[0]!.computedName).to.contain(text.ranges.far).and.to.contain(text.now);
    await pick(page, 'near');
    expect(step(page)).to.equal(text.steps.prepare);
    prepare(page);
    await until(() => step(page) === text.steps.write);
    expect(services.called('prepare.prepare')[0]!.args[0]).to.deep.include({
      uniqueId: ID,
      values: { txPower: 1 },
      before: { txPower: 7 },
    });
    expect(action(page, text.write).getAttribute('href')).to.equal(runPath(ID));
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('offers to continue an unfinished run of the practice beacon', async () => {
    const { page } = await open({ runs: [fixtureRun(ID, { step: 'writing', outcome: null })] });
    expect(step(page)).to.equal(text.steps.write);
    expect(hasAction(page, text.goOn)).to.equal(true);
  });

  it('offers after its end another round in which the Bluetooth link drops, once the next package is stored', async () => {
    const { page, drops } = await open({ outbox: { receipts: [fixtureReceipt(ID, { state: 'verified' })] } });
    expect(readable(page)).to.contain(text.done(ID)).and.not.contain(text.steps.write);
    expect(has(page, 'heading', text.whatNext)).to.equal(true);
    expect(await faultsOf(page)).to.deep.equal([]);
    action(page, text.drop).click();
    await settled(page);
    expect(step(page)).to.equal(text.steps.change);
    expect(readable(page)).to.contain(text.leadDrop(ID));
    await pick(page, 'middle');
    expect(drops()).to.equal(0);
    prepare(page);
    await until(() => drops() === 1);
  });

  it('offers a whole practice job and a way to skip the guide from its first step on', async () => {
    const { page } = await open();
    expect(step(page)).to.equal(text.steps.change);
    expect(hasAction(page, text.skip)).to.equal(true);
    expect(hasAction(page, text.job.start)).to.equal(true);
  });

  it('creates a practice job with a lesson as the note of each beacon, and opens the job', async () => {
    let troubled = 0;
    const jobs = await openMemoryJobs();
    const job = [
      { uniqueId: ID, lesson: 'first' },
      { uniqueId: 'm3Rw', lesson: 'drops' },
    ] as const;
    const verified = { outbox: { receipts: [fixtureReceipt(ID, { state: 'verified' })] } } as const;
    const { page } = await open(verified, { job, failSomeOfJob: () => (troubled += 1) }, jobs);
    const went = nextAddress();
    action(page, text.job.start).click();
    expect(await went).to.equal('/jobs/made-1');
    expect(troubled).to.equal(1);
    const tasks = jobs.state.value.tasks.get('made-1')!;
    expect(tasks.map(({ uniqueId, note, place }) => [uniqueId, note, place])).to.deep.equal(
      job.map(({ uniqueId, lesson }) => [uniqueId, text.lessons[lesson], text.job.room(1)]),
    );
    expect(tasks.map(({ values }) => values['name'])).to.deep.equal([ID, 'm3Rw']);
  });

  it('opens the unfinished practice job again, and creates a new job only once all beacons are done', async () => {
    const jobs = await openMemoryJobs();
    const job = [
      { uniqueId: ID, lesson: 'first' },
      { uniqueId: 'm3Rw', lesson: 'drops' },
    ] as const;
    let troubled = 0;
    const { page } = await open({}, { job, failSomeOfJob: () => (troubled += 1) }, jobs);
    const press = async (): Promise<string> => {
      const went = nextAddress();
      action(page, text.job.start).click();
      const address = await went;
      await until(() => hasAction(page, text.job.start));
      return address;
    };
    const first = await press();
    expect(await press()).to.equal(first);
    expect(jobs.state.value.jobs).to.have.length(1);
    expect(troubled).to.equal(1);
    const tasks = [...jobs.state.value.tasks.values()].flat();
    for (const { id } of tasks) await jobs.mark(id, { kind: 'doneElsewhere', reason: '' });
    expect(await press()).not.to.equal(first);
    expect(jobs.state.value.jobs).to.have.length(2);
  });

  it('says why preparing failed while offline, and offers to try again', async () => {
    const failed: PrepareOutcome = {
      kind: 'failed',
      failure: { kind: 'offline', status: 0, message: '', fields: [], retryAfterMs: null },
    };
    const services = scriptedServices(
      {
        session: { account: sandbox, accounts: [sandbox] },
        devices: { devices: [device], completedAtMs: Date.now() },
      },
      {
        app: { practice: () => ({ ...PRACTICE_ACTIONS, firstBeacon: ID }) },
        prepare: {
          prepare: async () => failed,
        },
      },
    );
    const page = await place<FkGuidePage>(html`<fk-guide-page .services=${services}></fk-guide-page>`);
    await settled(page);
    await pick(page, 'middle');
    prepare(page);
    const { text: says, label } = outcomeWords(failed, ID);
    await until(() => announced(page).join() === says);
    expect(hasAction(page, label)).to.equal(true);
  });

  it('is not available for a real account', async () => {
    const { page } = await open({ session: {} });
    expect(readable(page)).to.contain(text.notPractice);
    expect(action(page, text.toOverview).getAttribute('href')).to.equal('/overview');
  });
});
