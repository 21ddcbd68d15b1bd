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
import { action, deepAll, faultsOf, hasAction, place, readable, settled } from '../../../../test/support/page-place.ts';
import {
  scriptedServices,
  type ScriptedServices,
  type ScriptedValues,
} from '../../../../test/support/scripted-services.ts';
import { openMemoryJobs } from '../../../../test/support/job-rows.ts';
import { until } from '../../../../test/support/until.ts';
import type { Jobs } from '../../../use-cases/jobs/offered.ts';
import { runPath } from '../../shell/router.ts';
import type { PracticeActions } from '../../shell/services.ts';
import { guideStrings as text } from '../../strings/guide.ts';
import './guide-page.ts';
import type { FkGuidePage } from './guide-page.ts';

const ID = 'tB4x';
const sandbox = fixtureAccount({ kind: 'sandbox', name: 'Sandbox' });
const device = fixtureDevice(0, { uniqueId: ID, attributes: { txPower: 7 } });

const NO_JOB = { job: [], failSomeOfJob: () => undefined };

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
      app: { practice: () => ({ ...NO_JOB, ...hand, firstBeacon: ID, dropNextLink: () => (drops += 1) }) },
      ...(jobs === undefined ? {} : { jobs: async () => jobs }),
      prepare: {
        prepare: async () => {
          services.lives.packages.set([stored]);
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
  deepAll(page, 'li[aria-current="step"] h2')
    .map((heading) => readable(heading).trim())
    .join();
const pick = async (page: FkGuidePage, level: number): Promise<void> => {
  deepAll<HTMLInputElement>(page, 'input')
    .find(({ value }) => value === String(level))!
    .click();
  await settled(page);
};

describe('the guide', () => {
  it('leads from a value through Prepare to the run screen, one tap each', async () => {
    const { page, services } = await open();
    expect(step(page)).to.equal(text.steps.change);
    // The beacon's current value would change nothing, so it is not offered.
    expect(
      deepAll<HTMLInputElement>(page, 'input')
        .filter((one) => one.disabled)
        .map(({ value }) => value),
    ).to.deep.equal(['7']);
    await pick(page, 1);
    expect(step(page)).to.equal(text.steps.prepare);
    deepAll(page, 'fk-button[variant="primary"]')[0]!.click();
    await until(() => step(page) === text.steps.write);
    expect(services.called('prepare.prepare')[0]!.args[0]).to.deep.include({
      uniqueId: ID,
      values: { txPower: 1 },
      before: { txPower: 7 },
    });
    expect(action(page, text.write).getAttribute('href')).to.equal(runPath(ID));
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('continues an unfinished run', async () => {
    const { page } = await open({ runs: [fixtureRun(ID, { step: 'writing', outcome: null })] });
    expect(step(page)).to.equal(text.steps.write);
    expect(hasAction(page, text.goOn)).to.equal(true);
  });

  it('ends with Verified, and continues with a dropping link only once its package is stored', async () => {
    const { page, drops } = await open({ outbox: { receipts: [fixtureReceipt(ID, { state: 'verified' })] } });
    expect(readable(page)).to.contain(text.verified);
    expect(await faultsOf(page)).to.deep.equal([]);
    action(page, text.drop).click();
    await settled(page);
    expect(step(page)).to.equal(text.steps.change);
    expect(readable(page)).to.contain(text.leadDrop(ID));
    await pick(page, 4);
    expect(drops()).to.equal(0);
    deepAll(page, 'fk-button[variant="primary"]')[0]!.click();
    await until(() => drops() === 1);
  });

  it('offers a whole job from its first step, beside a way to skip it', async () => {
    const { page } = await open();
    expect(step(page)).to.equal(text.steps.change);
    expect(hasAction(page, text.skip)).to.equal(true);
    expect(hasAction(page, text.job.start)).to.equal(true);
  });

  it('ends with a whole practice job, with a lesson at each beacon', async () => {
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

  it('opens the practice job that has beacons left, and creates another once it is finished', async () => {
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

  it('says what prevents Prepare, and offers to try again', async () => {
    const services = scriptedServices(
      {
        session: { account: sandbox, accounts: [sandbox] },
        devices: { devices: [device], completedAtMs: Date.now() },
      },
      {
        app: { practice: () => ({ ...NO_JOB, firstBeacon: ID, dropNextLink: () => undefined }) },
        prepare: {
          prepare: async () => ({
            kind: 'failed',
            failure: { kind: 'offline', status: 0, message: '', fields: [], retryAfterMs: null },
          }),
        },
      },
    );
    const page = await place<FkGuidePage>(html`<fk-guide-page .services=${services}></fk-guide-page>`);
    await settled(page);
    await pick(page, 4);
    deepAll(page, 'fk-button[variant="primary"]')[0]!.click();
    await until(() => deepAll(page, 'fk-prepare-outcome').length === 1);
    await settled(page);
    expect(deepAll(deepAll(page, 'fk-prepare-outcome')[0]!, 'fk-notice')).to.have.length(1);
  });

  it('is not available for a real account', async () => {
    const { page } = await open({ session: {} });
    expect(readable(page)).to.contain(text.notPractice);
    expect(action(page, text.toOverview).getAttribute('href')).to.equal('/overview');
  });
});
