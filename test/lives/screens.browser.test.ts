/**
 * What the screens show and offer for a beacon in every state of the stories: the same state word everywhere, no
 * statement beyond the facts, and no action that leads back to where it was pressed.
 */
import { expect } from '@open-wc/testing';
import { signal } from '@preact/signals-core';
import { html, type LitElement, type TemplateResult } from 'lit';
import { isOpenPackage } from '../../src/domain/carried-package.ts';
import type { CachedDevice } from '../../src/domain/device.ts';
import { isUnfinished, mayHaveWritten } from '../../src/domain/run.ts';
import type { TrackSummary } from '../../src/domain/track-marks.ts';
import type { PrepareOutcome } from '../../src/use-cases/prepare/prepare.ts';
import type { Jobs } from '../../src/use-cases/jobs/jobs.ts';
import type { Telemetry } from '../../src/use-cases/telemetry/telemetry.ts';
import { elementStrings } from '../../src/ui/strings/elements.ts';
import { outboxStrings } from '../../src/ui/strings/outbox.ts';
import '../../src/ui/pages/overview/overview-page.ts';
import '../../src/ui/pages/devices/devices-page.ts';
import '../../src/ui/pages/device/device-page.ts';
import '../../src/ui/pages/jobs/job-page.ts';
import '../../src/ui/pages/jobs/job-run-page.ts';
import '../../src/ui/pages/outbox/outbox-page.ts';
import '../../src/ui/pages/run-list/run-list-page.ts';
import '../../src/ui/pages/run/run-page.ts';
import { CAMPAIGN } from '../hostile/campaign.ts';
import { fixturePackage } from '../support/fixture-rows.ts';
import { fixtureJob, fixtureTask, openMemoryJobs } from '../support/job-rows.ts';
import { deepAll, place, readable, settled } from '../support/page-place.ts';
import { scriptedServices, type ScriptedServices } from '../support/scripted-services.ts';
import { until } from '../support/until.ts';
import { collectStates, type BeaconState } from './states.ts';

const SITES = CAMPAIGN.whole ? 60 : 8;
const NOW = Date.UTC(2026, 4, 5, 12);

const SCREENS = ['today', 'list', 'device', 'run', 'runList', 'outbox', 'job', 'jobRun'] as const;
type Screen = (typeof SCREENS)[number];

/** What a press leads to: another page, or something that the app does. */
interface Pressed {
  readonly words: string;
  readonly to: string | null;
  readonly calls: readonly string[];
}

/** What Today waits for before it draws anything. */
const NOTHING_ELSE = {
  telemetry: async () =>
    ({
      state: signal({ beacons: [], typed: {}, alarms: [], stored: { records: 0 }, storageFailure: null }),
    }) as unknown as Telemetry,
  jobs: async () => ({ state: signal({ jobs: [], tasks: new Map() }) }) as unknown as Jobs,
};

let states: readonly BeaconState[] = [];

/** Links are recorded instead of followed. */
const left: string[] = [];
const hold = (event: NavigateEvent): void => {
  if (!event.cancelable || new URL(event.destination.url).hash !== '') return;
  event.preventDefault();
  left.push(new URL(event.destination.url).pathname);
};

function servicesIn(state: BeaconState, jobs: Jobs | null): ScriptedServices {
  const { facts } = state.shown;
  const services = scriptedServices(
    {
      devices: { devices: facts.devices },
      packages: facts.packages,
      runs: facts.runs,
      current: facts.current,
      elsewhere: facts.elsewhere,
      outbox: { receipts: facts.receipts, pause: facts.pause },
    },
    {
      runs: {
        nextStep: (run) => facts.steps.get(run.id) ?? 'nothing',
        mayReopen: (run) => facts.reopenable.has(run.id),
        hasHandle: () => facts.hasHandle,
      },
      prepare: { fetchPackage: async () => fetched(state, services) },
      ...(jobs === null ? {} : { jobs: async () => jobs }),
    },
  );
  return services;
}

/** Returns what fetching the package answers and stores, by the state of the backend. */
function fetched({ uniqueId, held, atBackend, shown }: BeaconState, { lives }: ScriptedServices): PrepareOutcome {
  if (held === 'undeliveredReceipt') return { kind: 'blocked', reason: held };
  const readAtMs = latestOf(shown.facts);
  if (atBackend.pending === null) {
    const devices = shown.facts.devices.map((row): CachedDevice => ({ ...row, ...atBackend, readAtMs }));
    lives.devices.value = { ...lives.devices.value, devices };
    lives.packages.value = shown.facts.packages.map((row) =>
      row.state === 'prepared' ? { ...row, state: 'dead' } : row,
    );
    return { kind: 'noLongerPending', isApplied: false };
  }
  const row = fixturePackage(uniqueId, {
    id: 'fetched',
    values: atBackend.pending,
    preparedAtMs: readAtMs,
    fetchedAtMs: readAtMs,
  });
  lives.packages.value = [
    ...shown.facts.packages.map((one) => (isOpenPackage(one) ? { ...one, state: 'replaced' as const } : one)),
    row,
  ];
  return { kind: 'onThisPhone', package: row, remarks: [] };
}

function latestOf({ packages, runs, receipts, devices }: BeaconState['shown']['facts']): number {
  return (
    1 +
    Math.max(
      ...packages.flatMap((row) => [row.preparedAtMs, row.fetchedAtMs ?? 0]),
      ...runs.flatMap((run) => [run.startedAtMs, run.endedAtMs ?? 0, run.journal.at(-1)?.atMs ?? 0]),
      ...receipts.flatMap((row) => [row.createdAtMs, row.settledAtMs ?? 0]),
      ...devices.map((row) => row.readAtMs),
    )
  );
}

/** A job that plans the values that were last prepared for the beacon; null when there are none. */
async function jobOf({ uniqueId, shown }: BeaconState): Promise<Jobs | null> {
  // Of two that were prepared in the same moment, the later row counts.
  const [last] = shown.facts.packages
    .filter(({ kind }) => kind === 'configuration')
    .toReversed()
    .sort((a, b) => Number(isOpenPackage(b)) - Number(isOpenPackage(a)) || b.preparedAtMs - a.preparedAtMs);
  const values = last?.values ?? shown.facts.devices[0]?.pending ?? null;
  if (values === null) return null;
  return openMemoryJobs({ jobs: [fixtureJob()], tasks: [fixtureTask(0, { uniqueId, values, plannedAtMs: 0 })] });
}

function templateOf(screen: Screen, { uniqueId }: BeaconState, services: ScriptedServices): TemplateResult {
  switch (screen) {
    case 'today':
      return html`<fk-overview-page .services=${{ ...services, ...NOTHING_ELSE }}></fk-overview-page>`;
    case 'list':
      return html`<div style="position: relative; height: 700px"><fk-devices-page .services=${services}></fk-devices-page></div>`;
    case 'device':
      return html`<fk-device-page .services=${services} .uniqueId=${uniqueId}></fk-device-page>`;
    case 'run':
      return html`<fk-run-page .services=${services} .uniqueId=${uniqueId} .nowMs=${() => NOW}></fk-run-page>`;
    case 'runList':
      return html`<fk-run-list-page .services=${services} .nowMs=${() => NOW}></fk-run-list-page>`;
    case 'outbox':
      return html`<fk-outbox-page .services=${services} .nowMs=${() => NOW}></fk-outbox-page>`;
    case 'job':
      return html`<fk-job-page .services=${services} .jobId=${'job-1'}></fk-job-page>`;
    case 'jobRun':
      return html`<fk-job-run-page .services=${services} .jobId=${'job-1'} .restAfterMs=${3_600_000}></fk-job-run-page>`;
  }
}

async function open(screen: Screen, state: BeaconState, services: ScriptedServices): Promise<LitElement> {
  if (screen === 'jobRun') history.replaceState(null, '', `?beacon=${state.uniqueId}`);
  const page = await place(templateOf(screen, state, services));
  if (screen === 'today' || screen === 'list' || screen === 'job' || screen === 'jobRun') {
    await until(() => deepAll(page, 'fk-skeleton').length === 0, `${screen} is drawn`);
    // Rows are drawn after the size of their window is reported.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    await settled(page);
  }
  return page;
}

const SUMMARIES = Object.keys(elementStrings.track.summaries) as TrackSummary[];
const { sentences, summaries } = elementStrings.track;

/** Returns the beacon's state words on a screen, from its tracks and the beginnings of its sentences. */
function wordsOn(screen: Screen, page: Element, uniqueId: string): TrackSummary[] {
  if (screen === 'today') return wordsOfToday(page);
  if (screen === 'outbox') return itemsOf(page, uniqueId).flatMap((item) => wordsOfItem(item));
  const tracks = deepAll(page, 'fk-track').map((track) => wordOfTrack(track));
  const now = deepAll(page, 'fk-status.now').map((status) => wordOfNow(status));
  const texts = [...deepAll<HTMLElement & { text: string }>(page, 'fk-notice').map(({ text }) => text), ...whys(page)];
  return [...(now.length > 0 ? now : tracks), ...texts.flatMap((text) => wordsOfSentences(text))];
}

/** What a task of Today would say of a beacon. It counts runs and receipts, of which the beacon may have newer ones. */
const CLAIMS_OF_TODAY: readonly (readonly [RegExp, TrackSummary])[] = [
  [/\bis uncertain\b/, 'uncertain'],
  [/\b1 beacon refused\b/, 'refused'],
  [/\bbeacon is not verified\b/, 'notVerified'],
];

/** Returns the words that the figures and the tasks of Today say of the only beacon. */
function wordsOfToday(page: Element): TrackSummary[] {
  const text = readable(page);
  const tile = deepAll(page, '.tiles a').map((link) => readable(link));
  const claimed = CLAIMS_OF_TODAY.flatMap(([claim, word]) => (claim.test(text) ? [word] : []));
  return tile.some((words) => words === `1 ${summaries.verified}`) ? ['verified', ...claimed] : claimed;
}

/** The outbox may contain receipts that only possibly belong to this beacon. */
function itemsOf(page: Element, uniqueId: string): Element[] {
  return deepAll<HTMLElementTagNameMap['fk-outbox-item']>(page, 'fk-outbox-item').filter(
    ({ item }) => item?.uniqueId === uniqueId,
  );
}

/** Returns the state words of a receipt's row, which also names the beacon's current state when that is another one. */
function wordsOfItem(item: Element): TrackSummary[] {
  const now = deepAll(item, 'fk-status.now').map((status) => wordOfNow(status));
  return now.length > 0 ? now : deepAll(item, 'fk-track').map((track) => wordOfTrack(track));
}

function wordOfNow(status: Element): TrackSummary {
  const text = status.textContent.trim();
  return SUMMARIES.find((word) => text === outboxStrings.beaconNow(summaries[word]))!;
}

function wordOfTrack(track: Element): TrackSummary {
  const label = deepAll(track, '[aria-label]')[0]?.getAttribute('aria-label');
  return SUMMARIES.find((word) => sentences[word] === label)!;
}

function whys(page: Element): string[] {
  return deepAll(page, '.why span').map((span) => span.textContent.trim());
}

const BEGINNINGS: readonly (readonly [RegExp, TrackSummary])[] = [
  [/^Prepared\b/, 'prepared'],
  [/^Downloaded\b/, 'onThisPhone'],
  [/^Receipt saved\b/, 'receipt'],
  [/^Sent\b/, 'sent'],
  [/^Verified\b/, 'verified'],
  [/^Not verified\b/, 'notVerified'],
  [/^Refused\b/, 'refused'],
  [/^Uncertain\b/, 'uncertain'],
];

function wordsOfSentences(text: string): TrackSummary[] {
  return text
    .split(/(?<=[.!?]) /)
    .flatMap((sentence) => BEGINNINGS.flatMap(([begins, word]) => (begins.test(sentence) ? [word] : [])));
}

/** Returns statements of a text that the facts do not support. */
function unfounded(text: string, { shown, seen }: BeaconState): string[] {
  const { devices, runs, packages } = shown.facts;
  const carried = packages.find(({ state }) => state === 'carried');
  const newestStartMs = Math.max(...runs.map((run) => run.startedAtMs));
  // `pickedRight` is about the newest run. The history also tells how an earlier one ended.
  const pickedWrongBefore = runs.some(
    (run) => run.startedAtMs < newestStartMs && run.lastFailure?.code === 'otherBeacon',
  );
  const claims: readonly (readonly [RegExp, boolean])[] = [
    [/\bnot this beacon\b/, seen.pickedRight === true],
    // A beacon that refused another's packet holds that answer until its next one, and both answers look the same.
    [/\bprobably the wrong beacon\b/, seen.pickedRight === true && !seen.tookForeignBlink && !pickedWrongBefore],
    [/\bnothing is pending\b/i, devices[0]?.pending != null],
    [/\bstill has a change waiting\b/, devices[0]?.pending == null],
    [/\bhas no package\b/, true],
    [
      /\bThis newer (one|package) is not written yet\b/,
      runs.some((run) => run.packageId === carried?.id && mayHaveWritten(run)),
    ],
  ];
  return claims.flatMap(([pattern, isFalse]) => (isFalse && pattern.test(text) ? [String(pattern)] : []));
}

/** Returns the buttons and links that change something about the beacon, in the order offered. */
function actionsOn(screen: Screen, page: Element): (HTMLElement & { disabled: boolean; href: string })[] {
  const where: Readonly<Record<Screen, string>> = {
    today: '.none',
    list: 'a[data-index]',
    device: 'fk-foot fk-button',
    run: 'fk-foot fk-button',
    runList: 'fk-button.act',
    outbox: 'fk-outbox-item',
    job: 'fk-task-line button',
    jobRun: '.actions fk-button',
  };
  const found = deepAll<HTMLElement & { disabled: boolean; href: string }>(page, where[screen]);
  const buttons =
    screen === 'outbox' ? found.flatMap((item) => deepAll<(typeof found)[number]>(item, '.acts fk-button')) : found;
  return buttons.filter(({ disabled }) => !disabled);
}

/** Presses an action of a newly opened screen, and waits for the result. */
async function press(page: Element, button: HTMLElement, services: ScriptedServices): Promise<Pressed> {
  const words = button.textContent.replace(/\s+/g, ' ').trim();
  const before = services.calls.length;
  const shown = readable(page);
  left.length = 0;
  let eventType = '';
  const listen = (event: Event): void => void (eventType = event.type);
  const events = ['fk-say', 'fk-ask-key', 'fk-copy', 'fk-outbox-act', 'fk-task-open'];
  for (const name of events) page.addEventListener(name, listen);
  (button.shadowRoot?.querySelector<HTMLElement>('a, button') ?? button).click();
  await settled(page);
  await settled(page);
  for (const name of events) page.removeEventListener(name, listen);
  const calls = services.calls.slice(before).map(({ name, args }) => `${name} ${String(args[0])}`);
  if (eventType !== '') calls.push(eventType);
  if (calls.length === 0 && left.length === 0 && readable(page) !== shown) calls.push('shows more');
  return { words, to: left[0] ?? null, calls };
}

const pathOfScreen = (screen: Screen, uniqueId: string): string | null =>
  (({ device: `/devices/${uniqueId}`, run: `/run/${uniqueId}`, outbox: '/outbox', runList: '/run' }) as const)[
    screen as 'device'
  ] ?? null;

/** True for calls that make progress on their own. */
function isLegal(
  call: string,
  { packages, runs }: BeaconState['shown']['facts'],
  reopenable: ReadonlySet<string>,
): boolean {
  const [name, id] = call.split(' ');
  if (name === 'runs.start') return packages.some((row) => row.id === id && row.state === 'carried');
  if (name === 'runs.resume' || name === 'runs.closeRun')
    return runs.some((run) => run.id === id && (isUnfinished(run) || reopenable.has(run.id)));
  return true;
}

/** Describes the state in one line for the failure message. */
function named({ uniqueId, shown, seen, held, atBackend }: BeaconState): string {
  const { packages, runs, receipts, devices } = shown.facts;
  return JSON.stringify({
    uniqueId,
    kind: shown.view.case.kind,
    says: shown.say.text,
    action: shown.say.action,
    pickedRight: seen.pickedRight,
    held,
    pending: [devices[0]?.pending, atBackend.pending],
    readAtMs: devices[0]?.readAtMs,
    packages: packages.map((row) => [row.id, row.state, row.preparedAtMs, row.fetchedAtMs, row.values]),
    runs: runs.map((run) => [
      run.id,
      run.packageId,
      run.step,
      run.outcome,
      run.startedAtMs,
      shown.facts.steps.get(run.id),
      run.lastFailure?.code,
    ]),
    receipts: receipts.map((row) => [
      row.id,
      row.runId,
      row.state,
      row.owner,
      row.uniqueId,
      row.createdAtMs,
      row.lastAnswer?.code,
      row.givenUpAtMs,
    ]),
  });
}

/** Collects the faults of all states: a few of each, with their states. */
class Faults {
  readonly #found = new Map<string, string>();
  add(what: string, state: BeaconState): void {
    if (!this.#found.has(what)) this.#found.set(what, named(state));
  }
  expectNone(): void {
    const [first] = [...this.#found].map(([what, state]) => `${what}\n    ${state}`);
    expect([...this.#found.keys()], `seed ${CAMPAIGN.seed}\n${first ?? ''}`).to.deep.equal([]);
  }
}

describe('the screens of one beacon', () => {
  before(async () => {
    const collected = await collectStates(CAMPAIGN.seed, SITES);
    expect(collected.findings, `seed ${CAMPAIGN.seed}\n${collected.findings.join('\n')}`).to.have.length(0);
    states = collected.states;
    window.navigation.addEventListener('navigate', hold);
  });
  after(() => {
    window.navigation.removeEventListener('navigate', hold);
    history.replaceState(null, '', location.pathname);
  });

  it('show the same state of the beacon, and no statement that the facts do not support', async () => {
    const faults = new Faults();
    for (const state of states) {
      const jobs = await jobOf(state);
      const words = new Map<Screen, readonly TrackSummary[]>();
      for (const screen of SCREENS) {
        if (jobs === null && (screen === 'job' || screen === 'jobRun')) continue;
        const page = await open(screen, state, servicesIn(state, jobs));
        const found = wordsOn(screen, page, state.uniqueId);

        // Without a prepared package, a row shows no empty marks.
        if (found.length > 0 || screen === 'list') words.set(screen, found.length === 0 ? ['nothing'] : found);
        const text = readable(page);
        for (const claim of unfounded(text, state))
          faults.add(`${screen} says ${claim}: ${state.shown.say.text}`, state);
        if (screen === 'run' && !text.includes(state.shown.say.text))
          faults.add(`the run screen does not say "${state.shown.say.text}"`, state);
      }
      if (words.get('list')?.[0] === 'verified' && !words.has('today'))
        faults.add('Today does not count a verified beacon', state);
      // The track beside a package may be that of the package before it, which must then be stated.
      const [word] = words.get('run') ?? [];
      if (state.shown.view.case.kind === 'ready' && word !== 'onThisPhone' && state.shown.say.text === '')
        faults.add(`the run screen shows "${word}" beside a package that is not written, and says nothing`, state);
      if (new Set([...words.values()].flat()).size > 1)
        faults.add(`${state.shown.view.case.kind} "${state.shown.say.text}": ${JSON.stringify([...words])}`, state);
    }
    faults.expectNone();
  });

  it('offer no action that leads back to the same screen, or nowhere', async () => {
    const faults = new Faults();
    for (const state of states) {
      const jobs = await jobOf(state);
      const ways = new Map<string, Pressed>();
      for (const screen of SCREENS) {
        if (screen === 'today' || screen === 'list' || screen === 'job' || (jobs === null && screen === 'jobRun'))
          continue;
        let services = servicesIn(state, jobs);
        let page = await open(screen, state, services);
        const count = actionsOn(screen, page).length;
        for (let at = 0; at < count; at += 1) {
          // Each press changes the screen, so the next action is pressed on a new one.
          if (at > 0) {
            services = servicesIn(state, jobs);
            page = await open(screen, state, services);
          }
          const pressed = await press(page, actionsOn(screen, page)[at]!, services);
          const own = pathOfScreen(screen, state.uniqueId);
          const what = `"${pressed.words}" on ${screen}, ${state.shown.view.case.kind} "${state.shown.say.text}"`;
          if (pressed.to === null && pressed.calls.length === 0) faults.add(`${what} does nothing`, state);
          if (pressed.to !== null && pressed.to === own) faults.add(`${what} leads to the same screen`, state);
          for (const call of pressed.calls)
            if (!isLegal(call, state.shown.facts, state.shown.facts.reopenable))
              faults.add(`${what} calls ${call}`, state);
          // An action that is done at once is offered before a link to another page.
          if (own !== null && screen !== 'runList' && (at === 0 || (screen === 'outbox' && pressed.to === null)))
            ways.set(own, pressed);
          if (pressed.calls.some((call) => call.startsWith('prepare.fetchPackage')))
            await expectNoCircle(screen, state, services, page, (fault) => faults.add(`${what}: ${fault}`, state));
        }
      }
      for (const start of ways.keys()) {
        const path = walk(start, ways, state);
        if (path !== null)
          faults.add(`${state.shown.view.case.kind} "${state.shown.say.text}" leads in a circle: ${path}`, state);
      }
    }
    faults.expectNone();
  });
});

/** When fetching a package succeeded or found none, it must not be offered again, here or after a reload. */
async function expectNoCircle(
  screen: Screen,
  state: BeaconState,
  services: ScriptedServices,
  page: Element,
  find: (fault: string) => void,
): Promise<void> {
  const check = async (shown: Element, when: string): Promise<void> => {
    const [next] = actionsOn(screen, shown);
    if (next === undefined) return;
    const again = await press(shown, next, services);
    if (again.calls.some((call) => call.startsWith('prepare.fetchPackage'))) find(`leads to "${again.words}" ${when}`);
  };
  await check(page, 'again');
  await check(await open(screen, state, services), 'again after a reload');
}

/** Returns the screens passed by following the first action; null when the way ends in an action or on another page. */
function walk(start: string, ways: ReadonlyMap<string, Pressed>, { uniqueId, held }: BeaconState): string | null {
  const seen: string[] = [];
  let at: string | null = start;
  while (at !== null) {
    if (seen.includes(at)) return [...seen, at].join(' > ');
    seen.push(at);
    if (at === `/devices/${uniqueId}/configure`)
      at = held === 'undeliveredReceipt' ? '/outbox' : held === 'unfinishedRun' ? `/run/${uniqueId}` : null;
    else {
      const pressed = ways.get(at);
      at = pressed?.calls.some((call) => call.startsWith('runs.closeRun')) === true ? null : (pressed?.to ?? null);
    }
  }
  return null;
}
