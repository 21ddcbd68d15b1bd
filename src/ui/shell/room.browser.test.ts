/**
 * The space that the shell leaves to a page: one row of header in every state, and nothing hidden behind header or
 * foot, up to a zoom of 400 %.
 */
import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { html } from 'lit';
import { fixtureAccount, fixtureDevice, fixturePackage, fixtureRun } from '../../../test/support/fixture-rows.ts';
import { action, clear, deepAll, faultsOf, place, settled } from '../../../test/support/page-place.ts';
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
import { connectStrings } from '../strings/connect.ts';
import { elementStrings } from '../strings/elements.ts';
import { jobStrings } from '../strings/jobs.ts';
import { SayEvent } from '../shared/say.ts';
import './app.ts';
import '../elements/toast/toast.ts';
import type { FkApp } from './app.ts';
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
  await until(() => pageOf(app) !== undefined);
  await settled(app);
  return app;
}

const pageOf = (app: FkApp): Element | undefined =>
  [...(deepAll(app, 'fk-page-host')[0]?.shadowRoot?.children ?? [])].find(({ localName }) =>
    localName.endsWith('-page'),
  );
const boxOf = (app: FkApp, selector: string): DOMRect => deepAll(app, selector)[0]!.getBoundingClientRect();
const footOf = (app: FkApp): HTMLElement => deepAll(app, 'fk-foot')[0]!;

/** True when the middle of the element's box is on the screen and not covered. */
function isInView(element: Element): boolean {
  const { top, bottom, left, width } = element.getBoundingClientRect();
  const at = document.elementFromPoint(left + Math.min(width / 2, 40), (top + bottom) / 2);
  if (at === null) return false;
  let inner: Element = at;
  for (let root = at.shadowRoot; root !== null; root = inner.shadowRoot) {
    const deeper = root.elementFromPoint(left + Math.min(width / 2, 40), (top + bottom) / 2);
    if (deeper === null || deeper === inner) break;
    inner = deeper;
  }
  for (let up: Node | null = inner; up !== null; up = up instanceof ShadowRoot ? up.host : up.parentNode)
    if (up === element) return true;
  return false;
}

function type(app: FkApp, name: string, value: string): Promise<void> {
  const field = deepAll<HTMLElement & { name: string }>(app, 'fk-field').find((one) => one.name === name)!;
  const control = field.shadowRoot!.querySelector('input')!;
  control.value = value;
  control.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  return settled(app);
}

const drawn = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

describe('the space of a page', () => {
  afterEach(async () => {
    clear();
    history.replaceState(null, '', home);
    await setViewport({ width: 800, height: 600 });
  });

  it('keeps the header to one row on a phone on every page, also with waiting receipts, in practice and offline', async () => {
    for (const width of [320, 360, 390]) {
      await setViewport({ width, height: 844 });
      for (const kind of ['sandbox', 'live'] as const) {
        const app = await open('/run', {
          session: { account: fixtureAccount({ kind }), key: kind === 'live' ? 'needed' : 'ready' },
          outbox: { onlyHere: 12 },
          app: { online: false },
        });
        const header = deepAll<HTMLElement & { heading: string; back: string }>(app, 'fk-header')[0]!;
        for (const route of pageRoutes) {
          header.heading = route.title({ uniqueId: 'Kf7Qp2' }, () => null);
          header.back = route.back({ uniqueId: 'Kf7Qp2' }) ?? '';
          await settled(app);
          expect(header.offsetHeight, `${header.heading} ${width} ${kind}`).to.be.at.most(58);
          expect(header.scrollWidth, `${header.heading} ${width} ${kind}`).to.be.at.most(width);
          const h1 = header.shadowRoot!.querySelector('h1')!;
          expect(h1.scrollHeight, `${header.heading} ${width} ${kind}`).to.be.at.most(58);
        }
        expect(await faultsOf(header)).to.deep.equal([]);
      }
    }
  });

  it('explains the counter and the practice mark when they are tapped', async () => {
    await setViewport(PHONE);
    const app = await open('/run', {
      session: { account: fixtureAccount({ kind: 'sandbox' }) },
      outbox: { onlyHere: 12 },
    });
    const [practice, counter] = deepAll<HTMLElement & { note: string }>(app, 'fk-pop-note');
    for (const [note, words, way] of [
      [counter!, elementStrings.receipts.onlyHere(12), '/outbox'],
      [practice!, elementStrings.header.notes.practice, '/practice'],
    ] as const) {
      const sentence = note.shadowRoot!.querySelector<HTMLElement>('[popover]')!;
      expect(sentence.matches(':popover-open')).to.equal(false);
      note.shadowRoot!.querySelector('button')!.click();
      expect(sentence.matches(':popover-open')).to.equal(true);
      expect(sentence.textContent).to.contain(words);
      const { left, right } = sentence.getBoundingClientRect();
      expect([left >= 0, right <= PHONE.width]).to.deep.equal([true, true]);
      const link = note.querySelector<HTMLAnchorElement>('a')!;
      expect(link.getAttribute('href')).to.equal(way);
      link.addEventListener('click', (event) => event.preventDefault(), { once: true });
      link.click();
      expect(sentence.matches(':popover-open')).to.equal(false);
    }
    expect(deepAll(app, '.counter')[0]!.textContent.trim()).to.equal(elementStrings.receipts.onlyHere(12));
  });

  it('keeps the focused element above the foot, in portrait and landscape', async () => {
    for (const size of [PHONE, SIDEWAYS, ZOOMED]) {
      await setViewport(size);
      const app = await open(`/devices/${ID}/configure`);
      for (const details of deepAll<HTMLDetailsElement>(app, 'details')) details.open = true;
      await settled(app);
      await drawn();
      const controls = deepAll(pageOf(app)!, 'input, select, summary');
      expect(controls.length).to.be.greaterThan(10);
      for (const control of controls) {
        control.focus();
        const shown = isInView(control.closest('.choice') ?? control);
        expect(shown, `${size.width}: ${control.outerHTML.slice(0, 120)}`).to.equal(true);
      }
    }
  });

  it('shows the invalid field, its message and the notice after Review', async () => {
    for (const size of [PHONE, SIDEWAYS, ZOOMED]) {
      await setViewport(size);
      const app = await open(`/devices/${ID}/configure`);
      await type(app, 'interval', '5');
      for (const details of deepAll<HTMLDetailsElement>(app, 'details')) details.open = true;
      action(app, configureStrings.review(0).slice(0, 4)).click();
      await settled(app);
      await drawn();
      const field = deepAll<HTMLElement & { name: string }>(app, 'fk-field').find(({ name }) => name === 'interval')!;
      expect(field.shadowRoot!.activeElement?.id, `${size.width}`).to.equal('control');
      expect(isInView(field.shadowRoot!.querySelector('#control')!), `${size.width}: field`).to.equal(true);
      expect(isInView(field.shadowRoot!.querySelector('.error')!), `${size.width}: its error`).to.equal(true);
      clear();
    }
  });

  it('scrolls header and foot away where they would leave less than 300 px', async () => {
    for (const size of [SIDEWAYS, ZOOMED]) {
      await setViewport(size);
      const app = await open(`/devices/${ID}/configure`, { outbox: { onlyHere: 1 } });
      app.scrollTop = 400;
      await drawn();
      const nav = boxOf(app, 'fk-nav');
      const isRail = nav.top === 0;
      expect(isRail, `${size.width}`).to.equal(size === SIDEWAYS);
      const below = isRail ? size.height : Math.min(nav.top, size.height);
      const room = below - Math.max(boxOf(app, 'fk-header').bottom, 0);
      expect(room, `${size.width}`).to.be.at.least(Math.min(300, size.height));
      expect(getComputedStyle(footOf(app)).position).to.equal('static');
      // A new page starts at its top, with the header visible.
      app.scrollTop = 400;
      deepAll<HTMLAnchorElement>(app, '.bar a')[2]!.click();
      await until(() => deepAll(app, 'fk-jobs-page').length === 1);
      await until(() => app.scrollTop === 0);
    }
  });

  it('shows the result of a connection test beside its button at every size', async () => {
    for (const size of [PHONE, SIDEWAYS, ZOOMED, { width: 1280, height: 800 }]) {
      await setViewport(size);
      const app = await open('/connect', {
        session: { account: null, key: 'none', accounts: [] },
      });
      await type(app, 'baseUrl', 'https://api.example.com');
      await type(app, 'legacyBaseUrl', 'https://legacy.example.com');
      await type(app, 'apiKey', 'any-key');
      const button = action(app, connectStrings.test);
      button.scrollIntoView({ block: 'nearest' });
      button.click();
      await until(() => deepAll(app, '#verdict').length === 1);
      await settled(app);
      await drawn();
      const [verdict] = deepAll(app, '#verdict');
      expect(isInView(verdict!.shadowRoot!.querySelector('p')!), `${size.width}`).to.equal(true);
      expect(Math.abs(boxOf(app, '#verdict').bottom - button.getBoundingClientRect().top), `${size.width}`).to.be.below(
        60,
      );
    }
  });

  describe('of a job on site', () => {
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
      await until(() => deepAll(app, 'fk-task-run fk-track, fk-task-run').length > 0);
      await until(() => deepAll(app, '.ways fk-button').length === 3);
      await settled(app);
      await drawn();
    };
    const SIZES = [PHONE, { width: 360, height: 640 }, SIDEWAYS, { width: 915, height: 412 }];
    /** The task of an uncertain beacon has the longest sentence. */
    const UNCERTAIN = { code: 'droppedDuringWrite', detail: '', atMs: 1 } as const;

    it('has room, alias, ID, one sentence and the button in view at every size, with the name of the job above', async () => {
      for (const size of SIZES) {
        await setViewport(size);
        const app = await onSite(UNCERTAIN);
        await whenTaskShown(app);
        expect(deepAll<HTMLElement & { heading: string }>(app, 'fk-header')[0]!.heading).to.equal('East wing');
        for (const selector of ['fk-job-run-page h2', '.alias', 'fk-id', '.say fk-notice', '.actions fk-button']) {
          const [name, of = name] = selector.split('fk-job-run-page ') as [string, string?];
          const box = deepAll(app, of)[0]!.getBoundingClientRect();
          expect(box.height, `${size.width} ${selector}`).to.be.greaterThan(0);
          expect(box.top, `${size.width} ${selector}`).to.be.at.least(0);
          expect(box.bottom, `${size.width} ${selector}`).to.be.at.most(size.height);
          expect(isInView(deepAll(app, of)[0]!), `${size.width} ${selector}`).to.equal(true);
        }
        const main = deepAll(app, 'main')[0]!;
        expect(main.scrollHeight, `${size.width}: nothing scrolls`).to.be.at.most(main.clientHeight);
        expect(main.scrollWidth, `${size.width}: nothing sticks out`).to.be.at.most(main.clientWidth);
        expect(await faultsOf(app), `${size.width}`).to.deep.equal([]);
        clear();
      }
    });

    it('does not move when a message appears or a beacon is done', async () => {
      for (const size of SIZES) {
        await setViewport(size);
        const app = await onSite();
        await whenTaskShown(app);
        const top = (): number => boxOf(app, '.actions fk-button').top;
        const before = top();
        deepAll(app, 'fk-task-run')[0]!.dispatchEvent(new SayEvent('Kf7Qp2: receipt saved.', () => undefined));
        await until(() => deepAll(app, '.toast').length > 0);
        await drawn();
        expect(top(), `${size.width}: said`).to.equal(before);
        const toast = deepAll(app, '.toast')[0]!.getBoundingClientRect();
        expect(toast.bottom, `${size.width}: above the button`).to.be.at.most(before);
        action(app, text.task.markAs.parked).click();
        await until(() => deepAll<HTMLElement & { uniqueId: string }>(app, 'fk-task-run')[0]!.uniqueId === 'bb22');
        await settled(app);
        await drawn();
        expect(top(), `${size.width}: next`).to.equal(before);
        clear();
      }
    });

    it('shows at most 60 words in view', async () => {
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
    await until(() => deepAll(app, '.toast').length > 0);
    await drawn();
    const toast = deepAll(app, '.toast')[0]!;
    const { top, bottom } = toast.getBoundingClientRect();
    expect(top).to.be.at.least(footOf(app).getBoundingClientRect().bottom);
    expect(bottom).to.be.at.most(boxOf(app, 'fk-nav').top);
  });
});
