/**
 * The pages for many selected devices in every state, on a phone and on a wide screen, with axe in three themes:
 * nothing selected, many, in progress, with failures, stopped.
 */
import { signal, type Signal } from '@preact/signals-core';
import { expect } from '@open-wc/testing';
import { html, type TemplateResult } from 'lit';
import {
  fixtureDevice,
  fixtureDevices,
  fixturePackage,
  fixtureReceipt,
  fixtureRun,
} from '../../../../test/support/fixture-rows.ts';
import { clear, faultsInThemes, faultsOf, place, settled, setViewport } from '../../../../test/support/page-place.ts';
import {
  action,
  all,
  barWith,
  field,
  fill,
  focused,
  has,
  hasAction,
  isFilled,
  readable,
  the,
  visibleIn,
} from '../../../../test/support/roles.ts';
import { until } from '../../../../test/support/until.ts';
import { EMPTY_DRAFT } from '../../beacon/configure-draft.ts';
import { scriptedDrafts, scriptedServices, type ScriptedValues } from '../../../../test/support/scripted-services.ts';
import type { BackendFailure } from '../../../domain/backend-failure.ts';
import type { Offer } from '../../../domain/extensions.ts';
import type { PrepareMany, PrepareManyState, PrepareTask } from '../../../use-cases/prepare/prepare-many.ts';
import type { PrepareOutcome } from '../../../use-cases/prepare/prepare.ts';
import { time } from '../../language/times.ts';
import { selection } from '../../shared/chosen-devices.ts';
import { bulkStrings as text } from '../../strings/bulk.ts';
import { configureStrings } from '../../strings/configure.ts';
import { deviceStrings } from '../../strings/devices.ts';
import { draftStrings } from '../../strings/drafts.ts';
import { labelOf } from '../../words/configure.ts';
import { elementStrings } from '../../strings/elements.ts';
import '../tags/tags-page.ts';
import './configure-many-page.ts';
import './pending-many-pages.ts';

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;
const devices = fixtureDevices(60).map((device, at) =>
  // Some have very long names, some have a pending configuration.
  fixtureDevice(at, {
    alias:
      at % 7 === 0 ? `${device.alias} above the cable tray, behind the third panel from the fire door` : device.alias,
    tags: at % 3 === 0 ? ['north wing', 'spare'] : [],
    pending: at % 4 === 0 ? { interval: 713 } : null,
  }),
);
const ids = devices.map(({ uniqueId }) => uniqueId);

const failure = (kind: BackendFailure['kind'], status: number): BackendFailure => ({
  kind,
  status,
  message: 'as the backend says',
  fields: [],
  retryAfterMs: null,
});
const tasks: readonly PrepareTask[] = devices.map(({ uniqueId, deviceType }) => ({
  uniqueId,
  deviceType,
  kind: 'prepare',
  values: { interval: 713, txPower: 4 },
  before: { interval: 1000 },
}));
const OUTCOMES: readonly PrepareOutcome[] = [
  { kind: 'onThisPhone', package: fixturePackage('fk3Qa7'), remarks: [] },
  { kind: 'blocked', reason: 'undeliveredReceipt' },
  { kind: 'blocked', reason: 'unfinishedRun' },
  { kind: 'notAccessible' },
  { kind: 'failed', failure: failure('server', 500) },
  { kind: 'unknown', failure: failure('offline', 0) },
];
const outcomes = (of: number): ReadonlyMap<string, PrepareOutcome> =>
  new Map(ids.slice(0, of).map((id, at) => [id, OUTCOMES[at % OUTCOMES.length]!]));
const work = (changes: Partial<PrepareManyState>): PrepareManyState => ({
  tasks,
  outcomes: new Map(),
  running: false,
  stopped: null,
  waitsUntilMs: null,
  ...changes,
});

/** Scripted work: the test sets its state. */
function manyOf(
  state: Signal<PrepareManyState | null>,
): PrepareMany & { readonly retried: () => number; readonly dismissed: () => number } {
  let [tries, dismissals] = [0, 0];
  return {
    state,
    start: async () => undefined,
    cancel: () => undefined,
    retry: async () => void (tries += 1),
    dismiss: () => void (dismissals += 1),
    retried: () => tries,
    dismissed: () => dismissals,
  };
}

async function open(
  page: (services: ReturnType<typeof scriptedServices>) => TemplateResult,
  chosen: readonly string[],
  now: PrepareManyState | null = null,
  values: ScriptedValues = {},
  offer: Offer = 'unknown',
): Promise<{ frame: HTMLElement; many: ReturnType<typeof manyOf>; openAgain: () => Promise<HTMLElement> }> {
  selection.value = chosen;
  const many = manyOf(signal(now));
  const services = scriptedServices(
    { devices: { devices, completedAtMs: Date.now() }, ...values },
    { prepareMany: async () => many, withdrawals: { offer: async () => offer } },
  );
  const openAgain = async (): Promise<HTMLElement> => {
    clear();
    const frame = await place(html`<div>${page(services)}</div>`);
    await settled(frame);
    return frame;
  };
  return { frame: await openAgain(), many, openAgain };
}

async function passes(frame: HTMLElement, faults: typeof faultsOf = faultsOf): Promise<void> {
  expect(await faults(frame)).to.deep.equal([]);
  expect(document.documentElement.scrollWidth, 'no wider than the window').to.be.at.most(window.innerWidth);
}

const PAGES = {
  'configure many': (services) => html`<fk-configure-many-page .services=${services}></fk-configure-many-page>`,
  'fetch many': (services) => html`<fk-fetch-many-page .services=${services}></fk-fetch-many-page>`,
  'withdraw many': (services) => html`<fk-withdraw-many-page .services=${services}></fk-withdraw-many-page>`,
  tags: (services) => html`<fk-tags-page .services=${services}></fk-tags-page>`,
} satisfies Record<string, (services: ReturnType<typeof scriptedServices>) => TemplateResult>;

function typedInterval(services: ReturnType<typeof scriptedServices>): TemplateResult {
  scriptedDrafts.set('configure-many', { atMs: 1, draft: { ...EMPTY_DRAFT, typed: { interval: '900' } } });
  return PAGES['configure many'](services);
}

for (const size of SIZES)
  describe(`for many devices, at ${size.width} px`, () => {
    beforeEach(() => setViewport(size));
    afterEach(async () => {
      clear();
      selection.value = [];
      await setViewport({ width: 800, height: 600 });
    });

    for (const [name, page] of Object.entries(PAGES)) {
      it(`the page "${name}" leads to the device list when no device is selected`, async () => {
        const { frame } = await open(page, []);
        expect(readable(frame)).to.contain(text.none);
        expect(action(frame, text.toDevices).getAttribute('href')).to.equal('/devices');
        await passes(frame);
      });

      it(`the page "${name}" says offline for how many of sixty selected devices the action is`, async () => {
        const { frame } = await open(page, ids, null, { app: { online: false } });
        const viewers = devices.filter(({ access }) => access === 'VIEWER').length;
        if (name === 'tags')
          expect(readable(frame))
            .to.contain(text.chosen(60 - viewers))
            .and.to.contain(text.tags.viewOnly(viewers));
        else if (name === 'configure many')
          expect(readable(frame))
            .to.contain(text.chosen(60))
            .and.to.contain(text.others(58))
            .and.to.contain(devices[1]!.alias);
        else expect(readable(frame)).to.match(/^.*\d+ of 60 will be/);
        await passes(frame, faultsInThemes);
      });
    }

    it('the page "configure many" counts the devices at each current value when the values differ', async () => {
      const powers: readonly (number | null)[] = [3, 3, null];
      const some = powers.map((txPower, at) => fixtureDevice(at, { attributes: { txPower } }));
      const { frame } = await open(
        PAGES['configure many'],
        some.map(({ uniqueId }) => uniqueId),
        null,
        { devices: { devices: some, completedAtMs: Date.now() } },
      );
      expect(readable(frame)).to.contain('2 at 3 (−12 dBm); 1 not known. More reaches further');
    });

    it('the page "withdraw many" names only once a pending value that all devices share', async () => {
      const pending = { interval: 713, txPower: 4 };
      const some = [0, 1, 2].map((at) =>
        fixtureDevice(at, { access: 'OWNER', pending: at === 1 ? { ...pending, txPower: 3 } : pending }),
      );
      const { frame } = await open(
        PAGES['withdraw many'],
        some.map(({ uniqueId }) => uniqueId),
        null,
        { devices: { devices: some, completedAtMs: Date.now() } },
      );
      expect(readable(frame)).to.contain(text.common(`${labelOf('interval')} 713 ms`));
      expect(readable(frame).split('713')).to.have.length(2);
      expect(readable(frame).split(labelOf('txPower'))).to.have.length(4);
    });

    it('the page "fetch many" leaves no empty line below the devices of a list without remarks', async () => {
      const one = fixtureDevice(0, { access: 'OWNER', pending: { interval: 713 }, attributes: { interval: 500 } });
      const { frame } = await open(PAGES['fetch many'], [one.uniqueId], null, {
        devices: { devices: [one], completedAtMs: Date.now() },
      });
      const row = all(the(frame, 'list', text.perBeacon), 'listitem')[0]!;
      const inside = visibleIn(row).filter((part) => part.childElementCount === 0 && part.innerText !== '');
      const bottom = Math.max(...inside.map((part) => part.getBoundingClientRect().bottom));
      expect(row.getBoundingClientRect().bottom - bottom).to.be.below(24);
    });

    it('the page "fetch many" counts the left-out devices by reason, and names them once unfolded', async () => {
      const two = [0, 1].map((at) =>
        fixtureDevice(at, { access: 'OWNER', pending: at === 0 ? { interval: 713 } : null }),
      );
      const { frame } = await open(
        PAGES['fetch many'],
        two.map(({ uniqueId }) => uniqueId),
        null,
        {
          devices: { devices: two, completedAtMs: Date.now() },
        },
      );
      const heading = the(frame, 'heading', text.leftOutCount(1));
      const fetched = the(frame, 'list', text.perBeacon);
      expect(heading.getBoundingClientRect().top).to.be.at.least(fetched.getBoundingClientRect().bottom);
      const reason = text.leftOut.nothingPending;
      expect(has(frame, 'list', reason)).to.equal(false);
      action(frame, `1 · ${reason}`).click();
      await until(() => has(frame, 'list', reason) && readable(the(frame, 'list', reason)).includes(two[1]!.uniqueId));
      await passes(frame);
    });

    it('the page "fetch many" draws only one line between its list and its button', async () => {
      const one = fixtureDevice(0, { access: 'OWNER', pending: { interval: 713 } });
      const { frame } = await open(PAGES['fetch many'], [one.uniqueId], null, {
        devices: { devices: [one], completedAtMs: Date.now() },
      });
      const [row] = all(the(frame, 'list', text.perBeacon), 'listitem');
      expect(getComputedStyle(row!).borderBottomWidth).to.equal('0px');
      const bar = getComputedStyle(barWith(frame, text.fetch(1)));
      expect(Number.parseFloat(bar.borderTopWidth)).to.be.above(0);
      expect(bar.borderImageSource).to.match(size.width === 1280 ? /^linear-gradient/ : /^none$/);
    });

    it('the page "withdraw many" warns that the backend may not support withdrawals, or is disabled if it does not', async () => {
      const { start, unsure, notOffered } = text.withdraw;
      const pending = devices.filter(({ pending, access }) => pending !== null && access !== 'VIEWER').length;
      const unknown = await open(PAGES['withdraw many'], ids);
      expect(readable(unknown.frame)).to.contain(unsure);
      const nothing = devices.filter(({ pending, access }) => pending === null && access !== 'VIEWER');
      const reason = text.leftOut.nothingPending;
      action(unknown.frame, `${nothing.length} · ${reason}`).click();
      await until(() => readable(the(unknown.frame, 'list', reason)).includes(nothing[0]!.uniqueId));
      expect(action(unknown.frame, start(pending))).to.have.property('disabled', false);
      await passes(unknown.frame, faultsInThemes);
      const offered = await open(PAGES['withdraw many'], ids, null, {}, 'offered');
      expect(readable(offered.frame)).not.to.contain(unsure);
      const missing = await open(PAGES['withdraw many'], ids, null, {}, 'notOffered');
      expect(readable(missing.frame)).to.contain(notOffered).and.to.contain(text.chosen(60));
      expect(action(missing.frame, text.nothingToDo)).to.have.property('disabled', true);
      await passes(missing.frame);
    });

    it('the page "withdraw many" leaves out devices with an unfinished run or an undelivered receipt', async () => {
      const [first, second] = devices.filter(({ pending, access }) => pending !== null && access !== 'VIEWER');
      const { frame } = await open(PAGES['withdraw many'], [first!.uniqueId, second!.uniqueId], null, {
        runs: [fixtureRun(first!.uniqueId, { step: 'writing' })],
        outbox: { receipts: [fixtureReceipt(second!.uniqueId)] },
      });
      expect(readable(frame))
        .to.contain(text.leftOut.unfinishedRun)
        .and.to.contain(text.leftOut.undeliveredReceipt)
        .and.to.contain(text.toOutbox);
      await passes(frame);
    });

    it('the page "fetch many" says only once that receipts are sent first when every device has a receipt', async () => {
      const { uniqueId } = devices.find(({ pending, access }) => pending !== null && access !== 'VIEWER')!;
      const { frame } = await open(PAGES['fetch many'], [uniqueId], null, {
        outbox: { receipts: [fixtureReceipt(uniqueId)] },
      });
      expect(readable(frame).split(text.warningCount.undeliveredReceipt(1, uniqueId))).to.have.length(2);
      expect(readable(frame)).not.to.contain(text.warningShort.undeliveredReceipt);
    });

    it('the page "fetch many" leaves out a device whose receipt is held back, and leads to the outbox', async () => {
      const { uniqueId } = devices.find(({ pending, access }) => pending !== null && access !== 'VIEWER')!;
      const { frame } = await open(PAGES['fetch many'], [uniqueId], null, {
        outbox: { receipts: [fixtureReceipt(uniqueId, { held: true })] },
      });
      expect(readable(frame))
        .to.contain('Nothing to fetch now')
        .and.to.contain(text.leftOut.undeliveredReceipt)
        .and.not.to.contain(text.warningCount.undeliveredReceipt(1, uniqueId));
      expect(hasAction(frame, text.nothingToDo)).to.equal(false);
      expect(action(frame, text.toOutbox).getAttribute('href')).to.equal('/outbox');
      await passes(frame);
    });

    it('the page "configure many" leads to the outbox when the receipts of all devices are held back', async () => {
      const { uniqueId } = devices.find(({ access }) => access !== 'VIEWER')!;
      const typed = (services: ReturnType<typeof scriptedServices>): TemplateResult => {
        scriptedDrafts.set('configure-many', { atMs: 1, draft: { ...EMPTY_DRAFT, typed: { interval: '713' } } });
        return PAGES['configure many'](services);
      };
      const { frame } = await open(typed, [uniqueId], null, {
        outbox: { receipts: [fixtureReceipt(uniqueId, { held: true })] },
      });
      action(frame, configureStrings.review(1)).click();
      await until(() => hasAction(frame, text.toOutbox));
      expect(hasAction(frame, text.nothingToDo)).to.equal(false);
    });

    it('the page "withdraw many" offers to try failed devices again, but no job for these devices', async () => {
      const withdrawn = tasks.slice(0, 5).map((task) => ({ ...task, kind: 'withdraw' as const }));
      const came: readonly PrepareOutcome[] = [
        { kind: 'withdrawn' },
        { kind: 'stillPending' },
        { kind: 'notOffered' },
        { kind: 'failed', failure: failure('forbidden', 403) },
        { kind: 'unknown', failure: failure('offline', 0) },
      ];
      const now = work({ tasks: withdrawn, outcomes: new Map(came.map((outcome, at) => [ids[at]!, outcome])) });
      const { frame, many } = await open(PAGES['withdraw many'], ids, now);
      const { done, failed, unknown } = text.withdraw;
      for (const words of [done(1, 5), failed, unknown, text.outcome.stillPending])
        expect(readable(frame)).to.contain(words);
      expect(hasAction(frame, text.makeJob(4))).to.equal(false);
      await passes(frame, faultsInThemes);
      action(frame, text.retry(4)).click();
      expect(many.retried()).to.equal(1);
      const all = work({ tasks: withdrawn.slice(0, 1), outcomes: new Map([[ids[0]!, came[0]!]]) });
      expect(readable((await open(PAGES['withdraw many'], ids, all)).frame))
        .to.contain(done(1, 1))
        .and.to.contain(text.outcome.withdrawn);
    });

    it('the page "configure many" says in the review whether the change can be withdrawn, unless that is unknown', async () => {
      const { undo } = configureStrings;
      for (const offer of ['offered', 'notOffered', 'unknown'] as const) {
        const typed = (services: ReturnType<typeof scriptedServices>): TemplateResult => {
          scriptedDrafts.set('configure-many', { atMs: 1, draft: { ...EMPTY_DRAFT, typed: { interval: '713' } } });
          return PAGES['configure many'](services);
        };
        const { frame } = await open(typed, ids, null, {}, offer);
        action(frame, configureStrings.review(1)).click();
        await settled(frame);
        expect(readable(frame)).to.contain(text.reviewHeading);
        for (const words of [undo.offered, undo.notOffered])
          expect(readable(frame).includes(words), offer).to.equal(words === undo[offer]);
        action(frame, text.back).click();
        await settled(frame);
      }
    });

    it('the page "configure many" asks whether to replace changes prepared elsewhere or to leave out their devices', async () => {
      const foreign = [0, 4].map((at) => devices[at]!.uniqueId);
      const chosen = [foreign[0]!, devices[1]!.uniqueId, foreign[1]!];
      const started: PrepareTask[][] = [];
      const { frame, many } = await open(typedInterval, chosen);
      many.start = async (given) => void started.push([...given]);
      action(frame, configureStrings.review(1)).click();
      await settled(frame);
      expect(readable(frame)).to.contain(text.warningCount.foreign(2));
      const begin = async (): Promise<HTMLElement> => {
        action(frame, text.prepare(3)).click();
        await until(() => has(frame, 'dialog', text.foreign.heading(2)));
        return the(frame, 'dialog', text.foreign.heading(2));
      };
      const dialog = await begin();
      expect(readable(dialog)).to.contain(foreign[0]).and.to.contain('713');
      await passes(frame);
      action(dialog, elementStrings.cancel).click();
      await until(() => !has(frame, 'dialog'));
      expect(started).to.deep.equal([]);
      action(await begin(), text.foreign.leaveOut(1)).click();
      await until(() => !has(frame, 'dialog'));
      expect(started.map((given) => given.map(({ uniqueId }) => uniqueId))).to.deep.equal([[devices[1]!.uniqueId]]);
    });

    it('the page "configure many" replaces changes prepared elsewhere when the person confirms', async () => {
      const started: PrepareTask[][] = [];
      const { frame, many } = await open(typedInterval, [devices[0]!.uniqueId]);
      many.start = async (given) => void started.push([...given]);
      action(frame, configureStrings.review(1)).click();
      await settled(frame);
      action(frame, text.prepare(1)).click();
      await until(() => has(frame, 'dialog', text.foreign.heading(1)));
      const dialog = the(frame, 'dialog', text.foreign.heading(1));
      expect(hasAction(dialog, text.foreign.leaveOut(0))).to.equal(false);
      action(dialog, text.foreign.replace(1)).click();
      await until(() => started.length === 1);
      expect(started[0]!.map(({ uniqueId }) => uniqueId)).to.deep.equal([devices[0]!.uniqueId]);
    });

    it('the page "fetch many" keeps only failed devices selected, also after the page is closed', async () => {
      const { frame, many, openAgain } = await open(PAGES['fetch many'], ids);
      all(frame, 'button').find(isFilled)!.click();
      clear();
      (many.state as Signal<PrepareManyState | null>).value = work({ outcomes: outcomes(60) });
      const failed = ids.slice(0, 60).filter((_, at) => OUTCOMES[at % OUTCOMES.length]!.kind !== 'onThisPhone');
      expect(selection.value).to.deep.equal(failed);
      expect(readable(await openAgain())).to.contain(text.results);
    });

    it('the page "tags" keeps typed tags until the tags are saved, which also clears the selection', async () => {
      const left = await open(PAGES.tags, ids);
      fill(left.frame, text.tags.add, 'zulu');
      await settled(left.frame);
      left.frame.remove();
      const draft = scriptedDrafts.get('tags')!;
      expect(draft.draft).to.deep.equal({ room: '', add: 'zulu', remove: [] });
      const opened = (services: ReturnType<typeof scriptedServices>): TemplateResult => {
        scriptedDrafts.set('tags', draft);
        return PAGES.tags(services);
      };
      const { frame } = await open(opened, ids);
      expect(readable(frame)).to.contain(draftStrings.discard);
      window.navigation.addEventListener('navigate', (event) => event.preventDefault(), { once: true });
      all(frame, 'button').find(isFilled)!.click();
      await until(() => selection.value.length === 0);
      frame.remove();
      expect([...scriptedDrafts]).to.deep.equal([]);
    });

    it('the page "tags" disables its Save button until a tag is changed', async () => {
      const { frame } = await open(PAGES.tags, ids);
      expect(the<HTMLButtonElement>(frame, 'button', text.tags.save(0)).disabled).to.equal(true);
      fill(frame, text.tags.add, 'zulu');
      await settled(frame);
      expect(hasAction(frame, text.tags.save(0))).to.equal(false);
      expect(all<HTMLButtonElement>(frame, 'button').find(isFilled)!.disabled).to.equal(false);
    });

    it('the page "tags" lists the devices whose tags change, and only counts the unchanged devices', async () => {
      const { frame } = await open(PAGES.tags, ids);
      const able = devices.filter(({ access }) => access !== 'VIEWER');
      const spare = able.filter(({ tags }) => tags.includes('spare')).length;
      expect(readable(frame))
        .to.contain(text.tags.now)
        .and.not.to.contain(text.tags.same(able.length))
        .and.not.to.contain(text.perBeacon);
      fill(frame, text.tags.add, 'spare');
      await settled(frame);
      expect(readable(frame)).to.contain(text.tags.same(spare)).and.to.contain(text.perBeacon);
    });

    it('the page "tags" saves nothing while the typed room is invalid, and focuses the field of the room', async () => {
      const { frame } = await open(PAGES.tags, ids);
      fill(frame, text.tags.add, 'zulu');
      fill(frame, text.tags.room, 'North,South');
      await settled(frame);
      all(frame, 'button').find(isFilled)!.click();
      await settled(frame);
      expect(focused()).to.equal(field(frame, text.tags.room));
      expect(selection.value).to.deep.equal(ids);
    });

    for (const name of ['configure many', 'fetch many'] as const) {
      it(`the page "${name}" shows its progress, and until what time the backend asks to wait`, async () => {
        const untilMs = Date.now() + 600_000;
        const running = { running: true, outcomes: outcomes(31) };
        const { frame } = await open(PAGES[name], ids, work({ ...running, waitsUntilMs: untilMs }));
        expect(all(frame, 'progressbar')).to.have.length(1);
        expect(readable(frame))
          .to.match(/31\D+60/)
          .and.to.contain(deviceStrings.waitsUntil(time(untilMs)));
        await passes(frame);
      });

      it(`the page "${name}" offers Cancel while it works, but not while it is stopping`, async () => {
        const running = await open(PAGES[name], ids, work({ running: true }));
        expect(hasAction(running.frame, elementStrings.cancel)).to.equal(true);
        const stopping = await open(PAGES[name], ids, work({ running: true, stopped: 'cancelled' }));
        expect(readable(stopping.frame)).to.contain(text.stopping);
        expect(hasAction(stopping.frame, elementStrings.cancel)).to.equal(false);
      });

      it(`the page "${name}" calls a wait of some seconds brief instead of naming a time`, async () => {
        const { frame } = await open(PAGES[name], ids, work({ running: true, waitsUntilMs: Date.now() + 20_000 }));
        expect(readable(frame)).to.contain(deviceStrings.waitsBriefly);
      });

      it(`the page "${name}" says why devices failed, and tries the failed devices again on a press`, async () => {
        const { frame, many } = await open(PAGES[name], ids, work({ outcomes: outcomes(60) }));
        expect(readable(frame)).to.contain(text.prepared(10, 60)).and.to.contain(text.outcome.notAccessible);
        await passes(frame, faultsInThemes);
        action(frame, text.retry(50)).click();
        expect(many.retried()).to.equal(1);
      });

      it(`the page "${name}" says after a failed fetch that nothing was fetched, not that nothing was prepared`, async () => {
        const fetched = tasks.slice(0, 1).map((task) => ({ ...task, kind: 'fetch' as const }));
        const failed: PrepareOutcome = { kind: 'failed', failure: failure('server', 500) };
        const now = work({ tasks: fetched, outcomes: new Map([[ids[0]!, failed]]) });
        const { frame } = await open(PAGES[name], ids, now);
        expect(readable(frame))
          .to.contain(text.notFetched)
          .and.to.contain(configureStrings.outcome.notFetched)
          .and.not.to.contain(configureStrings.outcome.failed)
          .and.not.to.contain(text.outcome.failed)
          .and.not.to.contain(text.onlyTrouble);
      });

      it(`the page "${name}" says that gateways fetch changes themselves, and offers no job for gateways`, async () => {
        const gateways = tasks.slice(0, 3).map((task) => ({ ...task, deviceType: 'GATEWAY' }));
        const of = (last: PrepareOutcome): ReadonlyMap<string, PrepareOutcome> =>
          new Map(
            gateways.map(({ uniqueId }, at) => [
              uniqueId,
              at === 2 ? last : { kind: 'waitingForGateway', package: fixturePackage(uniqueId) },
            ]),
          );
        const waits: PrepareOutcome = { kind: 'waitingForGateway', package: fixturePackage('fk3Qa7') };
        const all = await open(PAGES[name], ids, work({ tasks: gateways, outcomes: of(waits) }));
        expect(readable(all.frame))
          .to.contain(text.gatewaysFetch(3))
          .and.to.contain(text.outcome.waitingForGateway)
          .and.not.to.contain(text.allHere);
        expect(hasAction(all.frame, text.toRuns)).to.equal(false);
        await passes(all.frame, faultsInThemes);
        const refused: PrepareOutcome = { kind: 'failed', failure: failure('conflict', 409) };
        const some = await open(PAGES[name], ids, work({ tasks: gateways, outcomes: of(refused) }));
        expect(readable(some.frame)).to.contain(text.gatewaysFetch(2));
        expect(hasAction(some.frame, text.retry(1))).to.equal(true);
        expect(hasAction(some.frame, text.makeJob(1))).to.equal(false);
      });

      it(`the page "${name}" lists failures first, and suggests a job if no retry can help`, async () => {
        const { frame } = await open(PAGES[name], ids, work({ outcomes: outcomes(60) }));
        expect(readable(frame)).to.contain(text.onlyTrouble);
        const first = all(frame, 'listitem').find(({ ariaPosInSet }) => ariaPosInSet === '1')!;
        expect(readable(first)).to.contain(ids[1]).and.not.to.contain(text.outcome.onThisPhone);
        const refused = ids
          .slice(0, 2)
          .map((id) => [id, { kind: 'failed', failure: failure('conflict', 409) }] as const);
        const prepared = {
          kind: 'preparedOnly',
          package: fixturePackage(ids[2]!),
          failure: failure('conflict', 409),
        } as const;
        const one = work({
          tasks: tasks.slice(0, 3),
          outcomes: new Map<string, PrepareOutcome>([...refused, [ids[2]!, prepared]]),
        });
        const half = await open(PAGES[name], ids, one);
        expect(isFilled(action(half.frame, text.retry(3))), 'only the package of one is missing').to.equal(true);
        const only = await open(PAGES[name], ids, work({ tasks: tasks.slice(0, 2), outcomes: new Map(refused) }));
        const job = action(only.frame, text.makeJob(2));
        expect(isFilled(job)).to.equal(true);
        expect(isFilled(action(only.frame, text.retry(2)))).to.equal(false);
        const gone = new Promise<string>((resolve) =>
          window.navigation.addEventListener(
            'navigate',
            (event) => (event.preventDefault(), resolve(event.destination.url)),
            { once: true },
          ),
        );
        job.click();
        expect(await gone).to.match(/\/jobs\/new\?chosen$/);
        expect(selection.value).to.deep.equal(ids.slice(0, 2));
        // Its results are there again on the way back.
        const dismissed = only.many.dismissed();
        expect(readable(await only.openAgain())).to.contain(text.results);
        expect(only.many.dismissed()).to.equal(dismissed);
      });

      it(`the page "${name}" shows the whole message of the backend about a device in a dialog`, async () => {
        const message = 'The interval of this beacon is fixed by its contract. '.repeat(12).trim();
        const refused = new Map<string, PrepareOutcome>([
          [ids[0]!, { kind: 'failed', failure: { ...failure('conflict', 409), message } }],
        ]);
        const { frame } = await open(PAGES[name], ids, work({ tasks: tasks.slice(0, 1), outcomes: refused }));
        action(frame, elementStrings.details).click();
        await settled(frame);
        const dialog = the(frame, 'dialog');
        expect(readable(frame)).to.contain(message).and.to.contain('HTTP 409');
        expect(dialog.scrollWidth).to.be.at.most(dialog.clientWidth);
        await passes(frame, faultsInThemes);
        the(dialog, 'button').click();
        await settled(frame);
        expect(has(frame, 'dialog')).to.equal(false);
      });

      for (const stopped of ['cancelled', 'key', 'offline'] as const)
        it(`the page "${name}" says why the work has stopped when the cause is "${stopped}"`, async () => {
          const { frame } = await open(PAGES[name], ids, work({ stopped, outcomes: outcomes(12) }));
          expect(readable(frame)).to.contain(text.stopped[stopped]);
          await passes(frame);
        });
    }
  });
