/**
 * Runs a job on site, for one hand: the current beacon, one large button, then the next beacon. Everything else is in a
 * sheet.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { nameOf } from '../../../domain/beacon-table.ts';
import { findTasks, surelyMeant } from '../../../domain/job/find.ts';
import { isBack, isSetAside, type Job, type Task } from '../../../domain/job/job.ts';
import {
  countJob,
  isBehind,
  isLeft,
  leftOf,
  needsNewPackage,
  type JobCounts,
  type TaskProgress,
} from '../../../domain/job/progress.ts';
import { changeSince } from '../../../domain/job/stale.ts';
import { doneNames, nextTask, parkedOf, timeLeftMs } from '../../../domain/job/route.ts';
import type { LabelSubject } from '../../../domain/label/label.ts';
import { memoizeLast } from '../../../domain/memoize.ts';
import { WRITE_REFUSED } from '../../../domain/result-codes.ts';
import { LabelScanner } from '../../beacon/label-scanner.ts';
import { renderPick } from '../../beacon/run/chooser-help.ts';
import {
  renderExport,
  renderMain,
  renderMessage,
  renderPlan,
  renderSteps,
  renderWays,
  soughtOf,
} from '../../beacon/run/run-parts.ts';
import { RunScreenController } from '../../beacon/run/run-screen-controller.ts';
import { LAPTOP, MediaController } from '../../controllers/media-controller.ts';
import { QueryController } from '../../controllers/query-controller.ts';
import '../../elements/basics.ts';
import type { FkButton } from '../../elements/button/button.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { runPartStyles } from '../../kit/run-styles.ts';
import { shared } from '../../kit/tokens.ts';
import '../../elements/toast/toast.ts';
import { SayEvent } from '../../shared/say.ts';
import { jobPath } from '../../shell/router.ts';
import { isOpen } from '../../../domain/open-run.ts';
import { elementStrings } from '../../strings/elements.ts';
import { jobStrings } from '../../strings/jobs.ts';
import { reportStrings } from '../../strings/report.ts';
import './hung-up-question.ts';
import { BatteryNote } from './battery-note.ts';
import { barStyles } from './job-counts.ts';
import { JobBase, leftWords } from '../../beacon/jobs-base.ts';
import { linkToNext, type NextLink } from '../../beacon/run/run-links.ts';
import { jobTabs, taskPath } from './job-links.ts';
import { jobRunStyles } from './job-run-styles.ts';
import { renderParked } from './parked-list.ts';
import { RestCover, restStyles } from './rest-cover.ts';
import { renderBlink } from './task-blink.ts';
import './task-form.ts';
import { renderUnsaved } from './unsaved-notice.ts';
import { parkedFor, type TaskChange, type TaskChangeEvent } from './task-form.ts';
import { applyTaskChange } from './task-changes.ts';

const text = jobStrings.run;
/** Beacons offered while typing. */
const MAX_FOUND = 4;
/** Beacons shown in the list of remaining ones. */
const MAX_LISTED = 30;
/** Minutes offered for parking a locked beacon. */
const LOCKED_MINUTES = [10, 30, 60] as const;
/** A tap within this time after the page has changed by itself was meant for the previous beacon, ms. */
const SETTLES_MS = 700;
/** Interval of a countdown, ms. */
const TICK_MS = 1000;

@customElement('fk-job-run-page')
class FkJobRunPage extends JobBase {
  /** Idle time before the page goes dark, ms. */
  @property({ attribute: false }) restAfterMs = 20_000;
  @state() private wanted = '';
  /** True while the sheet is open. */
  @state() private opened = false;
  @state() private message: SayEvent | null = null;
  private readonly query = new QueryController(this, () => this.closeSheet());
  /** A phone needs the space of the tabs. */
  private readonly wide = new MediaController(this, LAPTOP);
  private readonly roomy = new MediaController(this, `${LAPTOP} and (min-height: 421px)`);
  private readonly scanner = new LabelScanner(this, () => this.services);
  /** The run whose receipt led to the next beacon, so that it does so only once. */
  private ledOn = '';
  /** When the page last changed to the next beacon, by the page's clock, ms. */
  private ledOnAtMs = Number.NEGATIVE_INFINITY;
  /** The beacon on screen; null when none is left. */
  private here: TaskProgress | null = null;
  /** Its ID. It stays on screen when the address names none and work on it is left. */
  private shown = '';
  /** The beacon of the last rendering. */
  private drawn = '';
  /** The time of this rendering, so that all its texts agree. */
  private nowMs = 0;
  /** IDs of the tasks whose parking time was over at the last rendering. */
  private back: ReadonlySet<string> | null = null;
  private readonly screen = new RunScreenController(this, () => ({
    services: this.services,
    uniqueId: this.shown,
    nowMs: Date.now,
    next: this.nextLink,
    onward: { path: jobPath(this.jobId), words: text.toJob },
    without: doneNames(this.progress),
    unpackedPlan: this.here !== null && needsNewPackage(this.here) ? this.here.track : null,
  }));
  private readonly battery = new BatteryNote(
    this,
    () => this.jobs!.state.value,
    (here, battery) => void this.carryOut(here, { kind: 'battery', battery }),
  );
  private readonly rest = new RestCover(this, { mayRest: () => this.mayRest, afterMs: () => this.restAfterMs });

  static override styles = [shared, pageStyles, runPartStyles, restStyles, barStyles, jobRunStyles];

  constructor() {
    super();
    this.addEventListener('fk-say', (event) => {
      event.stopPropagation();
      this.message = event;
    });
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.nowMs = this.clock.nowMs;
    if (changed.has('jobId')) {
      this.query.moved();
      this.shown = '';
      this.back = null;
    }
    this.here = this.hereAmong(this.progress);
    this.shown = this.here?.task.uniqueId ?? '';
  }

  protected override get tickMs(): number {
    return this.parked.some(({ task }) => task.mark?.untilMs !== undefined) ? TICK_MS : super.tickMs;
  }

  protected override renderJob(job: Job): TemplateResult {
    if (this.tasks.length === 0) return this.renderEmpty(jobStrings.job.noTasks);
    const tabs = this.wide.matches ? jobTabs(job.id, 'go') : nothing;
    const counts = countJob(this.progress, this.nowMs);
    return html`${tabs}${this.here === null ? this.renderDone(job, counts) : this.renderWork(job, this.here, counts)}`;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.leadOn();
    this.heedTime();
    this.nameJob();
    this.rest.check();
    // The same elements show the next beacon: scroll to the top, as a new page would.
    const what = this.drawn === this.shown ? null : this.renderRoot.querySelector('.what');
    if (what !== null) what.scrollTop = 0;
    this.drawn = this.shown;
  }

  private get parked(): readonly TaskProgress[] {
    return parkedOf(this.progress, this.nowMs);
  }

  private get next(): Task | null {
    return this.here === null ? null : (nextTask(this.progress, this.shown, this.nowMs)?.task ?? null);
  }

  private get nextLink(): NextLink | null {
    const { next } = this;
    if (next === null) return null;
    const { uniqueId, place } = next;
    return linkToNext(taskPath(this.jobId, uniqueId), uniqueId, this.services.beacons.of(uniqueId), place);
  }

  private renderWork(job: Job, here: TaskProgress, counts: JobCounts): TemplateResult {
    const { screen } = this;
    const { place, uniqueId } = here.task;
    const name = nameOf(screen.beacon);
    const configures = here.configuration !== null;
    return html`<button type="button" class="progress" @click=${this.openList}>
        <progress aria-hidden="true" max=${counts.toVerify + counts.toConfirm} value=${counts.verified + counts.confirmed}></progress>
        <span>${leftWords(counts)}</span>
      </button>
      <div class="work">
        <div class="stack scroll what sheet ${screen.progress === null ? '' : 'live'}">
          <h2 class="anywhere" tabindex="-1">${place === '' ? text.noPlace : html`<bdi>${place}</bdi>`}</h2>
          <div class="stack close who">
            ${name === null ? nothing : html`<p class="alias"><bdi>${name}</bdi></p>`}
            <fk-id .value=${uniqueId} copyable></fk-id>
          </div>
          ${this.renderNotes(here)} ${configures ? this.renderRun() : nothing} ${this.battery.render(job, here)}
        </div>
        <div class="stack close thumb">
          <div class="message">${this.renderMessage(!this.opened)}</div>
          <div class="actions">${configures ? renderMain(screen) : this.renderBatteryAction(job, here)}</div>
          ${this.renderWays(here)}
        </div>
      </div>
      <fk-dialog docked .open=${this.opened} .heading=${name ?? uniqueId} @fk-close=${this.onClose}>
        ${this.opened ? this.renderSheet(job, here, counts) : nothing}
        <div slot="actions">${this.renderMessage(this.opened)} ${this.opened ? this.renderFind() : nothing}</div>
      </fk-dialog>
      ${this.rest.render(html`
        <strong class="anywhere"><bdi>${place === '' ? uniqueId : place}</bdi></strong>
        <span>${text.wake}</span>
      `)}`;
  }

  /** One sentence at a time on a phone: when there is another text, the names are in the sheet. */
  private renderRun(): TemplateResult {
    const { screen } = this;
    return html`<fk-track size="card" .track=${screen.view.track}></fk-track>
      <div class="say" role="status">${renderMessage(screen)}</div>
      ${renderExport(screen)}
      ${
        this.roomy.matches
          ? html`<div class="stack far">${this.renderPlan()}</div>`
          : screen.mayConnect && screen.message.text === ''
            ? renderPick(soughtOf(screen))
            : nothing
      }`;
  }

  /** The steps of a run in progress, else what will change. */
  private renderPlan(): TemplateResult {
    const { screen } = this;
    return screen.progress === null
      ? renderPlan(screen)
      : html`<section class="card">${renderSteps(screen.progress, this.nowMs)}</section>`;
  }

  /** Only a beacon with a configuration can be noted as installed, once it is Verified. */
  private renderHungUp(job: Job, { toVerify }: JobCounts): TemplateResult | typeof nothing {
    if (toVerify === 0) return nothing;
    return html`<fk-hung-up-question class="stack close" .brief=${true} .job=${job} .jobs=${this.jobs!}></fk-hung-up-question>`;
  }

  private renderDone(job: Job, counts: JobCounts): TemplateResult {
    return html`<div class="column scroll done">
        <fk-job-counts .services=${this.services} .counts=${counts} .progress=${this.progress}></fk-job-counts>
        ${renderUnsaved(this.unsavedNow(this.progress))}
        ${job.hungUp === undefined ? this.renderHungUp(job, counts) : nothing}
        ${this.renderMessage(true)}
      </div>
      <fk-foot class="foot"><div class="row">
        <fk-button .big=${true} .wide=${true} .href=${jobPath(job.id)}>${text.toJob}</fk-button>
        <fk-button .big=${true} .wide=${true} variant="primary" .href=${jobPath(job.id, '/report')}>${reportStrings.toReport}</fk-button>
      </div></fk-foot>`;
  }

  /** Messages have a fixed place on this page; a row of the shell would move the button. */
  private renderMessage(isHere: boolean): TemplateResult {
    return html`<fk-toast .message=${isHere ? this.message : null} @fk-dismiss=${this.silence} @fk-undo=${this.undo}></fk-toast>`;
  }

  private renderNotes(here: TaskProgress): TemplateResult {
    const { note, mark } = here.task;
    const isMarked = mark !== null && !isBehind(here.standing);
    const change = changeSince(here);
    return html`${note === '' ? nothing : html`<p><bdi>${note}</bdi></p>`}
      ${isMarked ? html`<p><strong>${jobStrings.task.marks[mark.kind]}</strong> <bdi>${mark.reason}</bdi></p>` : nothing}
      ${change === null ? nothing : html`<p>${jobStrings.task.changedSince[change]}</p>`}
      ${isToBeParked(here) ? html`<p>${text.locked}</p>` : nothing}`;
  }

  /** The main action where no configuration goes along. */
  private renderBatteryAction(job: Job, here: TaskProgress): TemplateResult {
    if (here.battery === 'toChange') return this.battery.renderButton(job, here);
    const { path, words } = this.nextLink ?? { path: jobPath(this.jobId), words: text.toJob };
    return html`<fk-button .big=${true} .wide=${true} variant="primary" .href=${path}>${words}</fk-button>`;
  }

  private renderWays(here: TaskProgress): TemplateResult {
    const isBusy = isOpen(this.services.runs.current.value);
    const mark = (kind: 'parked' | 'skipped'): TemplateResult =>
      html`<fk-button .wide=${true} .disabled=${isBusy} @click=${() => this.markQuickly(here, kind)}
        ><span
          >${jobStrings.task.markAs[kind]}<span class="hint nowrap" aria-hidden="true">${text.hints[kind]}</span></span
        ></fk-button
      >`;
    // A locked beacon accepts nothing for a time that no interface reports. The person may know it.
    const park = (minutes: number): TemplateResult =>
      html`<fk-button .wide=${true} .disabled=${isBusy}
        @click=${() =>
          void this.carryOut(here, {
            kind: 'mark',
            mark: parkedFor(here.task.mark?.reason ?? '', minutes),
          })}><span class="aside">${jobStrings.task.markAs.parked}</span> ${text.minutes(minutes)}</fk-button>`;
    const byTime = isToBeParked(here) ? LOCKED_MINUTES.map(park) : null;
    return html`<div class="wrap ways">
      ${isLeft(here, this.nowMs) ? [mark('parked'), byTime ?? mark('skipped')] : (byTime ?? nothing)}
      <fk-button .wide=${true} @click=${this.openSheet}>${text.more}</fk-button>
    </div>`;
  }

  private markQuickly(here: TaskProgress, kind: 'parked' | 'skipped'): void {
    if (performance.now() - this.ledOnAtMs < SETTLES_MS) return;
    void this.carryOut(here, { kind: 'mark', mark: { kind, reason: '' } });
  }

  private renderSheet(job: Job, here: TaskProgress, counts: JobCounts): TemplateResult {
    const { nowMs, progress, screen } = this;
    const leftMs = timeLeftMs(progress, nowMs);
    const isTrouble = ({ standing }: TaskProgress): boolean => standing === 'trouble';
    const left = leftOf(progress, nowMs).filter((one) => one !== here);
    const listed = [...left.filter(isTrouble), ...left.filter((one) => !isTrouble(one))];
    const configures = here.configuration !== null;
    const { detail } = screen.message;
    return html`<div class="stack far">
      ${renderBlink(this, this.services, this.shown, screen.options.without)}
      <fk-task-form .drafts=${this.services.drafts} .photos=${this.jobs?.photos} .progress=${here} .planning=${false}
        @fk-task-change=${(event: TaskChangeEvent) => void this.carryOut(here, event.change, progress)}></fk-task-form>
      ${this.renderHungUp(job, counts)}
      <div class="stack close">${
        configures && screen.progress === null ? renderWays(screen, { explained: true }) : nothing
      }</div>
      <div class="stack close list">
        <fk-job-counts .services=${this.services} .counts=${counts} .progress=${progress}></fk-job-counts>
        ${leftMs === null || counts.left === 0 ? nothing : html`<p class="soft">${text.timeLeft(Math.ceil(leftMs / 60_000))}</p>`}
        ${renderParked(this.parked, nowMs, (one, mark) => void this.carryOut(one, { kind: 'mark', mark }))}
        ${this.renderBeacons(listed, MAX_LISTED)}
      </div>
      ${detail === '' ? nothing : html`<p class="soft mono">${detail}</p>`}
      ${configures && !this.wide.matches ? renderPlan(screen) : nothing}
    </div>`;
  }

  private renderFind(): TemplateResult {
    const { progress } = this;
    return html`<div class="stack close">
      <div class="stack close found" role="status">${this.wanted === '' ? nothing : this.renderFound(progress)}</div>
      <div class="stack close seek">
        <fk-field kind="search" name="find" .mono=${true} .label=${text.find} .placeholder=${text.find} label-hidden
          .value=${this.wanted} @fk-input=${this.onFind} @keydown=${(event: KeyboardEvent) => this.onKey(event, progress)}></fk-field>
        ${this.scanner.render(this.subjectsOf(progress), (uniqueId) => this.goTo(uniqueId))}
      </div>
    </div>`;
  }

  private renderFound(progress: readonly TaskProgress[]): TemplateResult {
    const found = findTasks(progress, this.wanted);
    return found.length === 0
      ? html`<p>${elementStrings.list.noneFound(this.wanted)}</p>`
      : this.renderBeacons(found, MAX_FOUND);
  }

  /** The first `most` beacons, each as a button. */
  private renderBeacons(beacons: readonly TaskProgress[], most: number): TemplateResult {
    return html`${beacons.slice(0, most).map(
      (one) =>
        html`<fk-button .wide=${true} @click=${() => this.goTo(one.task.uniqueId)}><span
            class="mono">${one.task.uniqueId}</span> <bdi>${[
              one.device?.alias ?? '',
              one.task.place,
              stateWords(one, this.nowMs),
              one.standing === 'trouble' ? text.again : '',
            ]
              .filter((part) => part !== '')
              .join(' · ')}</bdi></fk-button>`,
    )}
      ${beacons.length > most ? html`<p class="soft">${text.moreFound(beacons.length - most)}</p>` : nothing}`;
  }

  /**
   * The beacon in the address, else the one whose run is open or has just brought a receipt, else the one on screen
   * while work on it is left, else the next one.
   */
  private hereAmong(progress: readonly TaskProgress[]): TaskProgress | null {
    const current = this.services.runs.current.value;
    const isBrought = current?.outcome?.kind === 'receipt' && current.runId !== this.ledOn;
    const named = this.query.get('beacon') ?? (isBrought || isOpen(current) ? current.uniqueId : null);
    return progress.find(({ task }) => task.uniqueId === named) ?? this.stillHere(progress);
  }

  /** Keeps the beacon on screen when the time of a parked one is over. */
  private stillHere(progress: readonly TaskProgress[]): TaskProgress | null {
    const { nowMs } = this;
    const shown = progress.find(({ task }) => task.uniqueId === this.shown);
    return shown !== undefined && isLeft(shown, nowMs) ? shown : nextTask(progress, null, nowMs);
  }

  /** Only between two beacons, and only while there is nothing that the person should see. */
  private get mayRest(): boolean {
    if (this.here === null || this.opened || this.services.runs.current.value !== null) return false;
    const isBusy = this.renderRoot.querySelector<FkButton>('.act')?.busy ?? true;
    const says = this.renderRoot.querySelector('.say')?.childElementCount;
    return this.here.configuration === null || (!isBusy && says === 0);
  }

  /** Announces once that a parking time is over, and removes the mark when the page shows that beacon. */
  private heedTime(): void {
    const back = leftOf(this.progress, this.nowMs).filter(({ task }) => isBack(task, this.nowMs));
    const here = back.find(({ task }) => task.uniqueId === this.shown);
    if (here !== undefined) void this.keep(this.jobs!.mark(here.task.id, null));
    const known = this.back;
    this.back = new Set(back.map(({ task }) => task.id));
    const [fresh] = known === null ? [] : back.filter(({ task }) => !known.has(task.id));
    if (fresh === undefined || fresh === here) return;
    this.rest.wake();
    this.dispatchEvent(new SayEvent(text.back(fresh.task.uniqueId, fresh.task.place)));
  }

  /** Only the beacons of this job, so that the label of another beacon is reported as not belonging to it. */
  private readonly subjectsOf = memoizeLast((progress: readonly TaskProgress[]): readonly LabelSubject[] =>
    progress.map(({ task, device }) => device ?? { uniqueId: task.uniqueId, mac: null, attributes: {} }),
  );

  private readonly openSheet = (): void => {
    this.opened = true;
  };

  private readonly openList = async (): Promise<void> => {
    this.opened = true;
    await this.updateComplete;
    this.renderRoot.querySelector('.list')?.scrollIntoView();
  };

  /** Ignores the close events of dialogs inside the sheet. */
  private readonly onClose = (event: Event): void => {
    if (event.target === event.currentTarget) this.closeSheet();
  };

  private readonly closeSheet = (): void => {
    this.opened = false;
    this.wanted = '';
  };

  private readonly silence = (): void => {
    this.message = null;
  };

  private readonly undo = (): void => {
    const { message } = this;
    this.silence();
    message?.undo?.();
  };

  private goTo(uniqueId: string): void {
    this.closeSheet();
    this.query.set('beacon', uniqueId, 'replace');
  }

  private readonly onFind = (event: FieldChangeEvent): void => {
    event.stopPropagation();
    this.wanted = event.value;
  };

  /** A label scanner types like a keyboard and presses Enter at the end. */
  private onKey(event: KeyboardEvent, progress: readonly TaskProgress[]): void {
    if (event.key !== 'Enter' || this.wanted === '') return;
    // Closing the sheet returns the focus to the button that opened it, which the same key would press.
    event.preventDefault();
    const meant = surelyMeant(findTasks(progress, this.wanted), this.wanted);
    if (meant !== null) return this.goTo(meant.task.uniqueId);
    const found = findTasks(progress, this.wanted).length;
    if (found > 0) this.dispatchEvent(new SayEvent(text.chooseFound(found)));
  }

  private async carryOut(
    here: TaskProgress | null,
    change: TaskChange,
    progress: readonly TaskProgress[] = here === null ? [] : [here],
  ): Promise<void> {
    if (here === null || this.jobs === null) return;
    const isShown = here.task.uniqueId === this.shown;
    const done = await this.keep(applyTaskChange(this.jobs, here, change, progress));
    if (done === null) return;
    if (done.closes && isShown) this.closeSheet();
    const { undo, message } = done;
    const isFinished =
      change.kind === 'battery'
        ? change.battery.notedAtMs !== undefined && (here.configuration === null || isBehind(here.configuration))
        : change.kind === 'mark' && change.mark !== null;
    const leavesHere = isFinished && isShown;
    const takeBack = async (): Promise<void> => {
      await this.keep(undo!());
      if (leavesHere) this.goTo(here.task.uniqueId);
    };
    if (message !== '') this.dispatchEvent(new SayEvent(message, undo === null ? null : () => void takeBack()));
    if (leavesHere) this.goOn(here.task.uniqueId);
  }

  /** Shows the next beacon when the receipt of this one is stored. */
  private leadOn(): void {
    const run = this.services.runs.current.value;
    if (run === null || run.phase !== 'ended' || run.copyMissing !== null || run.outcome?.kind !== 'receipt') return;
    const { receiptId } = run.outcome;
    const receipt = this.services.outbox.state.value.receipts.find(({ id }) => id === receiptId);
    if (this.ledOn === run.runId || receipt?.mirrored !== true || receipt.owner !== 'known') return;
    this.ledOn = run.runId;
    this.dispatchEvent(new SayEvent(text.receiptOf(run.uniqueId)));
    this.ledOnAtMs = performance.now();
    this.goOn(run.uniqueId);
  }

  private goOn(from: string): void {
    const next = nextTask(this.progress, from, this.clock.nowMs);
    this.query.set('beacon', next?.task.uniqueId ?? null, 'replace');
  }
}

/** The person's mark while it holds, otherwise the state of the beacon. */
function stateWords({ task, standing, configuration, battery, track }: TaskProgress, nowMs: number): string {
  if (task.mark !== null && isSetAside(task, nowMs) && !isBehind(standing))
    return jobStrings.task.marks[task.mark.kind];
  if (battery !== null && standing === battery) return jobStrings.task.battery.states[battery];
  return configuration === 'alreadySo' ? jobStrings.task.alreadySo : elementStrings.track.summaries[track.summary];
}

/** The beacon refused the write. A beacon that is locked for a time does so too, and no interface tells them apart. */
function isLocked({ run, standing }: TaskProgress): boolean {
  if (standing !== 'trouble' || run === null) return false;
  return run.outcome?.kind === 'refused'
    ? run.outcome.result === WRITE_REFUSED
    : run.outcome === null && run.lastFailure?.code === 'writeRefused';
}

/** True for a locked beacon without a time at which it is due again, also if it was parked before. */
function isToBeParked(here: TaskProgress): boolean {
  const { mark } = here.task;
  return isLocked(here) && (mark === null || (mark.kind === 'parked' && mark.untilMs === undefined));
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-job-run-page': FkJobRunPage;
  }
}
