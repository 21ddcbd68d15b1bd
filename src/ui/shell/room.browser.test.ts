/**
 * The space that the shell leaves to a page: one row of header in every state, and nothing hidden behind header or
 * foot, up to a zoom of 400 %.
 */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { fixtureAccount, fixtureDevice, fixturePackage, fixtureRun } from '../../../test/support/fixture-rows.ts';
import { clear, deepAll, faultsOf, place, settled, setViewport } from '../../../test/support/page-place.ts';
import {
  action,
  all,
  barWith,
  elementAt,
  field,
  fill,
  focused,
  has,
  hasAction,
  readable,
  the,
  visibleIn,
  withWords,
} from '../../../test/support/roles.ts';
import { fixtureJob, fixtureTask, openMemoryJobs } from '../../../test/support/job-rows.ts';
import {
  scriptedServices,
  type ScriptedAnswers,
  type ScriptedValues,
} from '../../../test/support/scripted-services.ts';
import { until } from '../../../test/support/until.ts';
import { wordsInView } from '../../../test/support/words-in-view.ts';
import type { Run } from '../../domain/run.ts';
import { configureStrings } from '../strings/configure.ts';
import { labelOf } from '../words/configure.ts';
import { connectStrings } from '../strings/connect.ts';
import { elementStrings } from '../strings/elements.ts';
import { jobStrings } from '../strings/jobs.ts';
import { placeStrings } from '../strings/places.ts';
import { runActionWords } from '../strings/run.ts';
import { failureText } from '../words/run.ts';
import { shellStrings } from '../strings/shell.ts';
import { SayEvent } from '../shared/say.ts';
import './app.ts';
import '../elements/toast/toast.ts';
import type { FkApp } from './app.ts';
import { titleOf } from './page-title.ts';
import { pageRoutes } from './routes.ts';

const home = location.href;
const ID = 'Kf7Qp2';
const PHONE = { width: 390, height: 844 };
const SIDEWAYS = { width: 844, height: 390 };
/** A laptop of 1280 by 1024 at a zoom of 400 %. */
const ZOOMED = { width: 320, height: 256 };

async function open(path: string, values: ScriptedValues = {}, answers: ScriptedAnswers = {}): Promise<FkApp> {
  history.replaceState(null, '', path);
  const services = scriptedServices(
    { devices: { devices: [fixtureDevice(0, { uniqueId: ID, pending: null })] }, ...values },
    { session: { test: async () => ({ kind: 'wrongKey' }) }, ...answers },
  );
  const app = await place<FkApp>(html`<fk-app .services=${services}></fk-app>`);
  await until(() => !['', shellStrings.loadingPage].includes(readable(the(app, 'main'))));
  await settled(app);
  return app;
}

const navOf = (app: FkApp): DOMRect => the(app, 'navigation').getBoundingClientRect();
const toastOf = (app: FkApp, words: string): DOMRect => withWords(app, words).parentElement!.getBoundingClientRect();
const review = (app: FkApp, changes = 0): HTMLElement => action(app, configureStrings.review(changes));

/** True when the middle of the element's box is on the screen and not covered. */
function isInView(element: Element): boolean {
  // Of several lines the first: between two lines there is nothing of it.
  const { top, bottom, left, width } = element.getClientRects()[0]!;
  const inner = elementAt(left + Math.min(width / 2, 40), (top + bottom) / 2);
  if (inner === null) return false;
  for (let up: Node | null = inner; up !== null; up = up instanceof ShadowRoot ? up.host : up.parentNode)
    if (up === element) return true;
  // Text in a slot is its host's.
  const root = element.getRootNode();
  return root instanceof ShadowRoot && inner === root.host;
}

function type(app: FkApp, label: string | RegExp, value: string): Promise<void> {
  fill(app, label, value);
  return settled(app);
}

const drawn = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

describe('the space that a page has on the screen', () => {
  afterEach(async () => {
    clear();
    history.replaceState(null, '', home);
    await setViewport({ width: 800, height: 600 });
  });

  it('has one row of header above it on a phone on every page, also with waiting receipts, in practice and offline', async () => {
    for (const width of [320, 360, 390]) {
      await setViewport({ width, height: 844 });
      for (const kind of ['sandbox', 'live'] as const) {
        const app = await open('/run', {
          session: { account: fixtureAccount({ kind }), key: kind === 'live' ? 'needed' : 'ready' },
          outbox: { toSend: 12 },
          app: { online: false },
        });
        const [shown] = app.routes.filter(({ pattern }) => pattern === '/run');
        const header = the(app, 'banner');
        const h1 = all(header, 'heading')[0]!;
        for (const route of pageRoutes) {
          const params = { uniqueId: 'Kf7Qp2' };
          const heading = titleOf({ route, params, path: '' }, () => null);
          app.routes = [{ ...shown!, title: () => heading, back: () => route.back?.(params, true, false) ?? null }];
          await settled(app);
          expect(readable(h1)).to.equal(heading);
          // Its line below is 1 px more.
          expect(header.offsetHeight, `${heading} ${width} ${kind}`).to.be.at.most(57);
          expect(header.scrollWidth, `${heading} ${width} ${kind}`).to.be.at.most(width);
          expect(h1.scrollHeight, `${heading} ${width} ${kind}`).to.be.at.most(58);
        }
        expect(await faultsOf(header)).to.deep.equal([]);
      }
    }
  });

  it("has the account's name below the title where there are two accounts, and on a laptop in the rail", async () => {
    const accounts = ['North', 'South'].map((name) => fixtureAccount({ name }));
    for (const [size, listed, isBelowTitle] of [
      [PHONE, accounts, true],
      [PHONE, accounts.slice(0, 1), false],
      [{ width: 1280, height: 800 }, accounts.slice(0, 1), false],
    ] as const) {
      await setViewport(size);
      const app = await open('/run', { session: { account: accounts[0]!, accounts: listed } });
      const header = the(app, 'banner');
      expect(readable(header).includes('North')).to.equal(isBelowTitle);
      expect(header.offsetHeight).to.be.at.most(57);
      if (size !== PHONE || isBelowTitle) expect(isInView(withWords(app, 'North'))).to.equal(true);
    }
  });

  it('contains the word Practice on a laptop in the header, and not again in the navigation', async () => {
    await setViewport({ width: 1280, height: 800 });
    const account = fixtureAccount({ kind: 'sandbox', name: 'Practice' });
    const app = await open('/run', { session: { account, accounts: [account] } });
    expect(readable(the(app, 'banner'))).to.contain('Practice');
    expect(readable(the(app, 'navigation'))).not.to.contain('Practice');
  });

  it('has a counter and a practice mark above it that explain themselves when they are tapped', async () => {
    await setViewport(PHONE);
    const app = await open('/run', {
      session: { account: fixtureAccount({ kind: 'sandbox' }) },
      outbox: { toSend: 12 },
    });
    const opened = (): HTMLElement[] => visibleIn(app).filter((one) => one.matches(':popover-open'));
    const { states, notes } = elementStrings.header;
    const waiting = elementStrings.receipts.onlyHere(12);
    for (const [name, words, way] of [
      [waiting, waiting, '/outbox'],
      [states.practice, notes.practice, '/practice'],
    ] as const) {
      expect(opened()).to.have.length(0);
      action(app, name).click();
      const [sentence] = opened();
      expect(readable(sentence!)).to.contain(words);
      const { left, right } = sentence!.getBoundingClientRect();
      expect([left >= 0, right <= PHONE.width]).to.deep.equal([true, true]);
      const link = all(sentence!, 'link')[0]!;
      expect(link.getAttribute('href')).to.equal(way);
      link.addEventListener('click', (event) => event.preventDefault(), { once: true });
      link.click();
      expect(opened()).to.have.length(0);
    }
    expect(readable(action(app, waiting))).to.equal(waiting);
  });

  it('shows the focused element above the foot, in portrait and landscape', async () => {
    for (const size of [PHONE, SIDEWAYS, ZOOMED]) {
      await setViewport(size);
      const app = await open(`/devices/${ID}/configure`);
      for (const details of deepAll<HTMLDetailsElement>(app, 'details')) details.open = true;
      await settled(app);
      await drawn();
      const controls = visibleIn(the(app, 'main')).filter((one) => one.matches('input, select, summary'));
      expect(controls.length).to.be.greaterThan(10);
      for (const control of controls) {
        control.focus();
        const shown = isInView(control.closest('label') ?? control);
        expect(shown, `${size.width}: ${control.outerHTML.slice(0, 120)}`).to.equal(true);
      }
    }
  });

  it('shows the invalid field, its message and the notice together after Review', async () => {
    for (const size of [PHONE, SIDEWAYS, ZOOMED]) {
      await setViewport(size);
      const app = await open(`/devices/${ID}/configure`);
      await type(app, labelOf('interval'), '5');
      for (const details of deepAll<HTMLDetailsElement>(app, 'details')) details.open = true;
      review(app, 1).click();
      await settled(app);
      await drawn();
      const interval = field(app, labelOf('interval'));
      const error = interval.ariaDescribedByElements!.at(-1)!;
      expect(focused(), `${size.width}`).to.equal(interval);
      expect(isInView(interval), `${size.width}: field`).to.equal(true);
      expect(readable(error), `${size.width}`).not.to.equal('');
      expect(isInView(error), `${size.width}: its error`).to.equal(true);
      clear();
    }
  });

  it('includes that of header and foot, which scroll away where they would leave less than 300 px', async () => {
    for (const size of [SIDEWAYS, ZOOMED]) {
      await setViewport(size);
      const app = await open(`/devices/${ID}/configure`, { outbox: { toSend: 1 } });
      const topOfFoot = (): number => review(app).getBoundingClientRect().top;
      const top = topOfFoot();
      app.scrollTop = 400;
      await drawn();
      const nav = navOf(app);
      const isRail = nav.top === 0;
      expect(isRail, `${size.width}`).to.equal(size === SIDEWAYS);
      const below = isRail ? size.height : Math.min(nav.top, size.height);
      const room = below - Math.max(the(app, 'banner').getBoundingClientRect().bottom + 1, 0);
      expect(room, `${size.width}`).to.be.at.least(Math.min(300, size.height));
      expect(top - topOfFoot(), `${size.width}: the foot moves along`).to.equal(app.scrollTop);
      // A new page starts at its top, with the header visible.
      app.scrollTop = 400;
      action(app, placeStrings.names.jobs).click();
      await until(() => has(app, 'main', shellStrings.titles.jobs) && !hasAction(app, configureStrings.review(0)));
      await until(() => app.scrollTop === 0);
    }
  });

  it('shows the result of a connection test beside its button at every size', async () => {
    for (const size of [PHONE, SIDEWAYS, ZOOMED, { width: 1280, height: 800 }]) {
      await setViewport(size);
      const app = await open('/connect', {
        session: { account: null, key: 'none', accounts: [] },
      });
      field(app, connectStrings.ownAddresses).click();
      await settled(app);
      await type(app, /^Address for telemetry/, 'https://api.example.com');
      await type(app, /^Address for devices/, 'https://legacy.example.com');
      await type(app, /^API key/, 'any-key');
      const button = action(app, connectStrings.connect);
      button.scrollIntoView({ block: 'nearest' });
      button.click();
      const { wrongKey } = connectStrings.verdict;
      await until(() => readable(app).includes(wrongKey));
      await settled(app);
      await drawn();
      const verdict = withWords(app, wrongKey);
      expect(isInView(verdict), `${size.width}`).to.equal(true);
      const gap = button.getBoundingClientRect().top - verdict.getBoundingClientRect().bottom;
      expect(Math.abs(gap), `${size.width}`).to.be.below(60);
    }
  });

  describe('during a job on site', () => {
    const text = jobStrings;
    const ids = ['Kf7Qp2', 'bb22', 'cc33'];
    async function onSite(lastFailure: Run['lastFailure'] = null): Promise<FkApp> {
      const tasks = ids.map((uniqueId, at) => fixtureTask(at, { uniqueId, place: `Ward ${at + 1}, room 12` }));
      const jobs = await openMemoryJobs({ jobs: [fixtureJob('job-1', { name: 'East wing' })], tasks });
      const devices = ids.map((uniqueId, at) =>
        fixtureDevice(at, { uniqueId, alias: 'Dock 12 008', pending: null, attributes: {} }),
      );
      return open(
        '/jobs/job-1/run',
        {
          devices: { devices },
          packages: tasks.map(({ uniqueId, values }) => fixturePackage(uniqueId, { values })),
          runs: lastFailure === null ? [] : [fixtureRun(ids[0]!, { step: 'writing', lastFailure })],
        },
        { jobs: async () => jobs },
      );
    }
    const whenTaskShown = async (app: FkApp): Promise<void> => {
      const { markAs } = text.task;
      const main = the(app, 'main');
      await until(() => [markAs.parked, markAs.skipped, text.run.more].every((words) => hasAction(main, words)));
      await settled(app);
      await drawn();
    };
    const SIZES = [PHONE, { width: 360, height: 640 }, SIDEWAYS, { width: 915, height: 412 }];
    /** The task of an uncertain beacon has the longest sentence. */
    const UNCERTAIN = { code: 'droppedDuringWrite', detail: '', atMs: 1 } as const;

    it('is enough for room, alias, ID, one sentence and the button at every size, with the name of the job above', async () => {
      for (const size of SIZES) {
        await setViewport(size);
        const app = await onSite(UNCERTAIN);
        await whenTaskShown(app);
        expect(readable(all(app, 'heading')[0]!)).to.equal('East wing');
        const main = the(app, 'main');
        const sentence = failureText(UNCERTAIN.code, true);
        const parts = {
          room: the(main, 'heading', 'Ward 1, room 12'),
          alias: withWords(main, 'Dock 12 008'),
          id: the(main, 'button', elementStrings.copyId('Kf7Qp2')),
          sentence: all(main, 'status').find((one) => readable(one).includes(sentence))!,
          button: action(main, runActionWords.reconnect),
        };
        for (const [part, element] of Object.entries(parts)) {
          const box = element.getBoundingClientRect();
          expect(box.height, `${size.width} ${part}`).to.be.greaterThan(0);
          expect(box.top, `${size.width} ${part}`).to.be.at.least(0);
          expect(box.bottom, `${size.width} ${part}`).to.be.at.most(size.height);
          expect(isInView(element), `${size.width} ${part}`).to.equal(true);
        }
        expect(main.scrollHeight, `${size.width}: nothing scrolls`).to.be.at.most(main.clientHeight);
        expect(main.scrollWidth, `${size.width}: nothing sticks out`).to.be.at.most(main.clientWidth);
        expect(await faultsOf(app), `${size.width}`).to.deep.equal([]);
        clear();
      }
    });

    it('stays the same when a message appears or a beacon is done', async () => {
      for (const size of SIZES) {
        await setViewport(size);
        const app = await onSite();
        await whenTaskShown(app);
        const button = (): HTMLElement => action(the(app, 'main'), runActionWords.connect);
        const top = (): number => button().getBoundingClientRect().top;
        const before = top();
        button().dispatchEvent(new SayEvent('Kf7Qp2: receipt saved.', () => undefined));
        await until(() => readable(app).includes('Kf7Qp2: receipt saved.'));
        await drawn();
        expect(top(), `${size.width}: said`).to.equal(before);
        expect(toastOf(app, 'Kf7Qp2: receipt saved.').bottom, `${size.width}: above the button`).to.be.at.most(before);
        action(app, text.task.markAs.parked).click();
        await until(() => has(app, 'button', elementStrings.copyId('bb22')));
        await settled(app);
        await drawn();
        expect(top(), `${size.width}: next`).to.equal(before);
        clear();
      }
    });

    it('contains at most 60 words at once', async () => {
      await setViewport(PHONE);
      const app = await onSite(UNCERTAIN);
      await whenTaskShown(app);
      const words = wordsInView(app);
      expect(words.length, words.join(' ')).to.be.at.most(60);
    });
  });

  it('shows a toast without covering the content or its action', async () => {
    await setViewport(PHONE);
    const app = await open(`/devices/${ID}/configure`);
    app.dispatchEvent(new SayEvent('Run on m3Rw closed.'));
    await until(() => readable(app).includes('Run on m3Rw closed.'));
    await drawn();
    const { top, bottom } = toastOf(app, 'Run on m3Rw closed.');
    expect(top).to.be.at.least(barWith(app, configureStrings.review(0)).getBoundingClientRect().bottom);
    expect(bottom).to.be.at.most(navOf(app).top);
  });
});
