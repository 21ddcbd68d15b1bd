/** A job on site, for one hand: the beacon to go to, one big button, and straight on to the next; all else in a sheet. */
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { findTasks, surelyMeant } from '../../../domain/job/find.ts';
import { isBack, isSetAside, type Job } from '../../../domain/job/job.ts';
import {
  countJob,
  isBehind,
  isLeft,
  leftOf,
  needsNewPackage,
  type JobCounts,
  type TaskProgress,
} from '../../../domain/job/progress.ts';
import { doneNames, nextTask, parkedOf, timeLeftMs } from '../../../domain/job/route.ts';
import type { LabelSubject } from '../../../domain/label/label.ts';
import { memoizeLast } from '../../../domain/memoize.ts';
import type { JobsState } from '../../../use-cases/jobs/offered.ts';
import { LabelScanner } from '../../beacon/label-scanner.ts';
import { QueryController } from '../../controllers/query-controller.ts';
import '../../elements/empty/empty.ts';
import '../../elements/field/field.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { jobsIcon } from '../../kit/icons.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { lowScreen, shared } from '../../kit/tokens.ts';
import '../../elements/toast/toast.ts';
import { HeadingEvent } from '../../shared/heading.ts';
import { lastsMs } from '../../elements/toast/toast.ts';
import { SayEvent } from '../../shared/say.ts';
import { jobPath } from '../../shell/router.ts';
import { isOpen } from '../../shell/open-run.ts';
import { elementStrings } from '../../strings/elements.ts';
import { jobStrings } from '../../strings/jobs.ts';
import './job-counts.ts';
import { JobsBase } from '../../beacon/jobs-base.ts';
import './parked-list.ts';
import { RestCover, restStyles } from './rest-cover.ts';
import './task-form.ts';
import { parkedFor, type TaskWish, type TaskWishEvent } from './task-form.ts';
import './task-run.ts';
import { carryOutWish } from './task-wishes.ts';

const text = jobStrings.run;
/** Beacons that are offered while somebody types. */
const MOST_FOUND = 4;
/** Beacons that the list of what is left shows. */
const MOST_LISTED = 30;
/** Minutes that are offered at a locked beacon. */
const LOCKED_MINUTES = [10, 30, 60] as const;
/** A tap within this time after the page has gone on by itself was meant for the beacon before, ms. */
const SETTLES_MS = 700;
/** A countdown goes by seconds. */
const TICK_MS = 1000;

@customElement('fk-job-run-page')
class FkJobRunPage extends JobsBase {
  @property({ attribute: false }) jobId = '';
  /** How long nobody touches anything before the page goes dark. */
  @property({ attribute: false }) restAfterMs = 20_000;
  @state() private wanted = '';
  /** Whether the sheet is open. */
  @state() private opened = false;
  @state() private said: SayEvent | null = null;
  private readonly query = new QueryController(this, () => this.closeSheet());
  private readonly scanner = new LabelScanner(this, () => this.services);
  /** The run whose receipt has led on to the next beacon: once each. */
  private ledOn = '';
  /** When the page has last gone on by itself, by the page's clock, ms. */
  private ledOnAtMs = Number.NEGATIVE_INFINITY;
  /** Whom it shows while the address names nobody. */
  private shown = '';
  /** Of this drawing: what is said of times agrees with what is shown of them. */
  private nowMs = 0;
  /** Ids of the tasks whose time was known to be over. */
  private back: ReadonlySet<string> | null = null;
  private readonly rest = new RestCover(this, { mayRest: () => this.mayRest, afterMs: () => this.restAfterMs });

  static override styles = [
    shared,
    pageStyles,
    restStyles,
    css`
      /* It fills the page's place exactly: the button stays where it is. */
      :host {
        position: absolute;
        inset: 0;
        display: grid;
        grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
      }
      .progress {
        display: grid;
        grid-template-columns: minmax(3rem, 2fr) auto;
        align-items: center;
        gap: var(--space-3);
        min-height: var(--row);
        padding: 0 var(--space-4);
        border: 0;
        background: none;
        color: inherit;
        font: inherit;
        font-size: var(--text-s);
        text-align: start;
        cursor: pointer;
      }
      .part {
        white-space: nowrap;
      }
      progress {
        width: 100%;
        height: var(--space-2);
        accent-color: var(--color-done);
      }
      h2 {
        font-size: var(--text-xl);
        overflow-wrap: anywhere;
      }
      @media (max-height: 700px) {
        h2 {
          font-size: var(--text-l);
        }
        .progress {
          min-height: 44px;
        }
      }
      .ways {
        display: grid;
        grid-auto-flow: column;
        grid-auto-columns: minmax(min-content, 1fr);
        gap: var(--space-2);
        min-height: var(--target);
        --button-pad: var(--space-1);
      }
      @media (max-width: 479px), ${lowScreen} {
        .ways {
          --button-text: var(--text-s);
        }
      }
      .hint {
        display: block;
        white-space: nowrap;
        font-size: var(--text-xs);
        font-weight: var(--weight-text);
      }
      .seek {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: var(--space-2);
        align-items: start;
      }
      .seek fk-field {
        max-width: none;
      }
      .find,
      .list,
      .found {
        display: grid;
        gap: var(--space-2);
      }
      /* There before its words, and in nobody's way. */
      .found:empty {
        position: absolute;
      }
      .done {
        overflow: auto;
      }
      @media ${lowScreen} and (max-width: 599px) {
        :host {
          position: static;
          display: block;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.addEventListener('fk-say', (event) => {
      event.stopPropagation();
      this.said = event;
    });
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.nowMs = this.clock.nowMs;
    if (!changed.has('jobId')) return;
    this.query.moved();
    this.shown = '';
    this.back = null;
  }

  protected override get tickMs(): number {
    return this.parkedNow().some(({ task }) => task.mark?.untilMs !== undefined) ? TICK_MS : super.tickMs;
  }

  protected override renderJobs(state: JobsState): TemplateResult {
    const job = state.jobs.find(({ id }) => id === this.jobId);
    const tasks = state.tasks.get(this.jobId) ?? [];
    if (job === undefined || tasks.length === 0)
      return html`<div class="column"><fk-empty .text=${job === undefined ? jobStrings.job.gone : jobStrings.job.noTasks} .icon=${jobsIcon}><fk-button slot="action" href="/jobs">${jobStrings.job.toJobs}</fk-button></fk-empty></div>`;
    return this.renderWork(job, this.progressOf(tasks));
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    void this.leadOn();
    this.heedTime();
    this.nameJob();
    // What is below the cover knows by then what has happened.
    void this.renderRoot.querySelector('fk-task-run')?.updateComplete.then(() => this.rest.look());
  }

  /** The header says whose job it is. */
  private nameJob(): void {
    const name = this.jobs?.state.value.jobs.find(({ id }) => id === this.jobId)?.name ?? '';
    if (name === this.named) return;
    this.named = name;
    this.dispatchEvent(new HeadingEvent(name));
  }
  private named = '';

  private tasksNow(): readonly TaskProgress[] {
    return this.jobs === null || !this.isRead ? [] : this.progressOf(this.jobs.state.value.tasks.get(this.jobId) ?? []);
  }

  private parkedNow(): readonly TaskProgress[] {
    return parkedOf(this.tasksNow(), this.nowMs);
  }

  private renderWork(job: Job, progress: readonly TaskProgress[]): TemplateResult {
    const { nowMs } = this;
    const counts = countJob(progress, nowMs);
    const here = this.hereAmong(progress);
    if (here === null) return this.renderDone(job, counts);
    const next = nextTask(progress, here.task.uniqueId, nowMs)?.task;
    return html`<button type="button" class="progress" @click=${this.openList}>
        <progress aria-hidden="true" max=${Math.max(counts.all, 1)} value=${counts.verified}></progress>
        <span>${countWords(counts).map((part, at) => html`${at === 0 ? '' : ' · '}<span class="part">${part}</span>`)}</span>
      </button>
      <fk-task-run
        .jobId=${job.id}
        .uniqueId=${here.task.uniqueId}
        .next=${next?.uniqueId ?? null}
        .nextPlace=${next?.place ?? ''}
        .without=${doneNames(progress)}
        .planTrack=${needsNewPackage(here) ? here.track : null}
        .opened=${this.opened}
        @fk-sheet-closed=${this.closeSheet}
      >
        ${this.renderPlace(here)}
        ${this.renderMessage(this.opened ? 'find' : 'message')}
        ${this.renderWays(here)}
        ${this.opened ? this.renderSheet(progress, here, counts) : nothing}
      </fk-task-run>
      ${this.rest.render(html`<strong><bdi>${here.task.place === '' ? here.task.uniqueId : here.task.place}</bdi></strong> <span>${text.wake}</span>`)}`;
  }

  private renderDone(job: Job, counts: JobCounts): TemplateResult {
    return html`<div class="column done">
      <fk-job-counts .counts=${counts}></fk-job-counts>
      <fk-empty .text=${text.allDone} .icon=${jobsIcon}><fk-button slot="action" variant="primary" .href=${jobPath(job.id)}>${text.toJob}</fk-button></fk-empty>
      ${this.renderMessage('')}
    </div>`;
  }

  /** What is said on this page is said in its own place: a row of the shell would move the button. */
  private renderMessage(slot: string): TemplateResult {
    const { said } = this;
    return html`<fk-toast slot=${slot} .said=${said} .lastsMs=${lastsMs(said)} @fk-dismiss=${this.silence} @fk-undo=${this.undo}></fk-toast>`;
  }

  private renderPlace(here: TaskProgress): TemplateResult {
    const { place, note, mark } = here.task;
    const isMarked = mark !== null && !isBehind(here.standing);
    return html`<h2 slot="place" tabindex="-1">${place === '' ? text.noPlace : html`<bdi>${place}</bdi>`}</h2>
      ${note === '' ? nothing : html`<p><bdi>${note}</bdi></p>`}
      ${isMarked ? html`<p><strong>${jobStrings.task.marks[mark.kind]}</strong> <bdi>${mark.reason}</bdi></p>` : nothing}
      ${isToBeParked(here) ? html`<p>${text.locked}</p>` : nothing}`;
  }

  private renderWays(here: TaskProgress): TemplateResult {
    const isBusy = isOpen(this.current.value);
    const mark = (kind: 'parked' | 'skipped'): TemplateResult =>
      html`<fk-button .wide=${true} .disabled=${isBusy} @click=${() => this.markQuickly(here, kind)}><span>${jobStrings.task.markAs[kind]}<span class="hint" aria-hidden="true">${text.hints[kind]}</span></span></fk-button>`;
    // A locked beacon takes nothing for a time, and no interface tells how long: the person may know.
    const park = (minutes: number): TemplateResult =>
      html`<fk-button .wide=${true} .disabled=${isBusy} @click=${() => void this.carryOut(here, { kind: 'mark', mark: parkedFor('', minutes) })}><span class="aside">${jobStrings.task.markAs.parked}</span> ${text.minutes(minutes)}</fk-button>`;
    const marks = [mark('parked'), ...(isToBeParked(here) ? LOCKED_MINUTES.map(park) : [mark('skipped')])];
    return html`<div class="ways" slot="ways">
      ${isLeft(here, this.nowMs) ? marks : nothing}
      <fk-button .wide=${true} @click=${this.openSheet}>${text.more}</fk-button>
    </div>`;
  }

  private markQuickly(here: TaskProgress, kind: 'parked' | 'skipped'): void {
    if (performance.now() - this.ledOnAtMs < SETTLES_MS) return;
    void this.carryOut(here, { kind: 'mark', mark: { kind, reason: '' } });
  }

  private renderSheet(progress: readonly TaskProgress[], here: TaskProgress, counts: JobCounts): TemplateResult {
    const { nowMs } = this;
    const parked = this.parkedNow();
    const leftMs = timeLeftMs(progress, nowMs);
    const isTrouble = ({ standing }: TaskProgress): boolean => standing === 'trouble';
    const left = leftOf(progress, nowMs).filter((one) => one !== here);
    const listed = [...left.filter(isTrouble), ...left.filter((one) => !isTrouble(one))];
    return html`<fk-task-form slot="marks" .progress=${here} .planning=${false} @fk-task-wish=${(event: TaskWishEvent) => void this.carryOut(here, event.wish, progress)}></fk-task-form>
      <div class="list" slot="list">
        <fk-job-counts .counts=${counts}></fk-job-counts>
        ${leftMs === null || counts.left === 0 ? nothing : html`<p class="soft">${text.timeLeft(Math.ceil(leftMs / 60_000))}</p>`}
        <fk-parked-list .parked=${parked} .nowMs=${nowMs} @fk-task-wish=${(event: TaskWishEvent) => void this.carryOut(progress.find(({ task }) => task.id === event.taskId) ?? null, event.wish)}></fk-parked-list>
        ${this.renderBeacons(listed, MOST_LISTED)}
      </div>
      <div class="find" slot="find">
        <div class="found" role="status">${this.wanted === '' ? nothing : this.renderFound(progress)}</div>
        <div class="seek">
          <fk-field kind="search" name="find" .mono=${true} .label=${text.find} .placeholder=${text.find} label-hidden .value=${this.wanted} @fk-input=${this.onFind} @keydown=${(event: KeyboardEvent) => this.onKey(event, progress)}></fk-field>
          ${this.scanner.render(this.subjectsOf(progress), (uniqueId) => this.goTo(uniqueId))}
        </div>
      </div>`;
  }

  private renderFound(progress: readonly TaskProgress[]): TemplateResult {
    const found = findTasks(progress, this.wanted);
    return found.length === 0
      ? html`<p>${jobStrings.job.noneFound(this.wanted)}</p>`
      : this.renderBeacons(found, MOST_FOUND);
  }

  /** The first of them, each as a way to it. */
  private renderBeacons(beacons: readonly TaskProgress[], most: number): TemplateResult {
    return html`${beacons
      .slice(0, most)
      .map(
        (one) =>
          html`<fk-button .wide=${true} @click=${() => this.goTo(one.task.uniqueId)}><span class="mono">${one.task.uniqueId}</span> <bdi>${[one.device?.alias ?? '', one.task.place, stateWords(one, this.nowMs), one.standing === 'trouble' ? text.again : ''].filter((part) => part !== '').join(' · ')}</bdi></fk-button>`,
      )}
      ${beacons.length > most ? html`<p class="soft">${text.moreFound(beacons.length - most)}</p>` : nothing}`;
  }

  /** Whom the address names, else whose run is open here or was not led on from yet, else the next one. */
  private hereAmong(progress: readonly TaskProgress[]): TaskProgress | null {
    const current = this.current.value ?? null;
    const isBrought = current?.outcome?.kind === 'receipt' && current.runId !== this.ledOn;
    const named = this.query.get('beacon') ?? (isBrought || isOpen(current) ? current.uniqueId : null);
    const found = progress.find(({ task }) => task.uniqueId === named) ?? this.stillHere(progress);
    this.shown = found?.task.uniqueId ?? '';
    return found;
  }

  /** Whoever stands before a beacon is not shown another one because a time is over. */
  private stillHere(progress: readonly TaskProgress[]): TaskProgress | null {
    const { nowMs } = this;
    const shown = progress.find(({ task }) => task.uniqueId === this.shown);
    return shown !== undefined && isLeft(shown, nowMs) ? shown : nextTask(progress, null, nowMs);
  }

  /** Between two beacons, and only while nothing has happened that a person should see. */
  private get mayRest(): boolean {
    const run = this.renderRoot.querySelector('fk-task-run');
    return run?.isIdle === true && !this.opened && this.wanted === '' && (this.current.value ?? null) === null;
  }

  /** Says once whose time is over; the mark of whoever is gone to then is taken back. */
  private heedTime(): void {
    const back = leftOf(this.tasksNow(), this.nowMs).filter(({ task }) => isBack(task, this.nowMs));
    const here = back.find(({ task }) => task.uniqueId === this.shown);
    if (here !== undefined) void this.keep(this.jobs!.mark(here.task.id, null));
    const known = this.back;
    this.back = new Set(back.map(({ task }) => task.id));
    const [fresh] = known === null ? [] : back.filter(({ task }) => !known.has(task.id));
    if (fresh === undefined || fresh === here) return;
    this.rest.wake();
    this.dispatchEvent(new SayEvent(text.back(fresh.task.uniqueId, fresh.task.place)));
  }

  /** The beacons of this job alone: of a label of another one it is said that it is none of them. */
  private readonly subjectsOf = memoizeLast((progress: readonly TaskProgress[]): readonly LabelSubject[] =>
    progress.map(({ task, device }) => device ?? { uniqueId: task.uniqueId, mac: null, attributes: {} }),
  );

  private readonly openSheet = (): void => {
    this.opened = true;
  };

  private readonly openList = async (): Promise<void> => {
    this.opened = true;
    await this.updateComplete;
    await this.renderRoot.querySelector('fk-task-run')?.updateComplete;
    this.renderRoot.querySelector('.list')?.scrollIntoView();
  };

  private readonly closeSheet = (): void => {
    this.opened = false;
    this.wanted = '';
  };

  private readonly silence = (): void => {
    this.said = null;
  };

  private readonly undo = (): void => {
    const { said } = this;
    this.silence();
    said?.undo?.();
  };

  private goTo(uniqueId: string): void {
    this.closeSheet();
    this.query.set('beacon', uniqueId, 'replace');
  }

  private readonly onFind = (event: FieldChangeEvent): void => {
    event.stopPropagation();
    this.wanted = event.value;
  };

  /** A scanner types as a keyboard does, and presses Enter at the end. */
  private onKey(event: KeyboardEvent, progress: readonly TaskProgress[]): void {
    if (event.key !== 'Enter' || this.wanted === '') return;
    // The sheet gives the focus back to the button that opened it, which the same key would press.
    event.preventDefault();
    const meant = surelyMeant(findTasks(progress, this.wanted), this.wanted);
    if (meant !== null) return this.goTo(meant.task.uniqueId);
    const found = findTasks(progress, this.wanted).length;
    if (found > 0) this.dispatchEvent(new SayEvent(text.chooseFound(found)));
  }

  private async carryOut(
    here: TaskProgress | null,
    wish: TaskWish,
    progress: readonly TaskProgress[] = here === null ? [] : [here],
  ): Promise<void> {
    if (here === null || this.jobs === null) return;
    const isShown = here.task.uniqueId === this.shown;
    const done = await this.keep(carryOutWish(this.jobs, here, wish, progress));
    if (done === null) return;
    if (done.closes && isShown) this.closeSheet();
    const { undo, said } = done;
    const leavesHere = wish.kind === 'mark' && wish.mark !== null && isShown;
    const takeBack = async (): Promise<void> => {
      await this.keep(undo!());
      if (leavesHere) this.goTo(here.task.uniqueId);
    };
    if (said !== '') this.dispatchEvent(new SayEvent(said, undo === null ? null : () => void takeBack()));
    if (leavesHere) this.goOn(here.task.uniqueId);
  }

  /** When its receipt is on this phone nothing is left to do at this beacon: the next one is shown by itself. */
  private async leadOn(): Promise<void> {
    const run = this.current.value ?? null;
    if (run === null || run.phase !== 'ended' || run.copyMissing !== null || run.outcome?.kind !== 'receipt') return;
    const { receiptId } = run.outcome;
    const receipt = this.outbox.value?.receipts.find(({ id }) => id === receiptId);
    if (this.ledOn === run.runId || receipt?.mirrored !== true || receipt.owner !== 'known') return;
    this.ledOn = run.runId;
    // Its own screen has said it first: with sound and vibration.
    await this.renderRoot.querySelector('fk-task-run')?.updateComplete;
    this.dispatchEvent(new SayEvent(text.receiptOf(run.uniqueId)));
    this.ledOnAtMs = performance.now();
    this.goOn(run.uniqueId);
  }

  private goOn(from: string): void {
    const tasks = this.jobs?.state.value.tasks.get(this.jobId) ?? [];
    const next = nextTask(this.progressOf(tasks), from, this.clock.nowMs);
    this.query.set('beacon', next?.task.uniqueId ?? null, 'replace');
  }
}

/** For one line: what is verified and left, and what is parked or skipped where anything is. */
function countWords({ all, verified, left, parked, skipped }: JobCounts): string[] {
  const words = jobStrings.counts;
  return [
    words.verified(verified, all),
    left === 0 && parked > 0 ? '' : words.left(left),
    parked === 0 ? '' : words.parked(parked),
    skipped === 0 ? '' : words.skipped(skipped),
  ].filter((part) => part !== '');
}

/** What a person has said of it while that holds, else how far it has come. */
function stateWords({ task, standing, track }: TaskProgress, nowMs: number): string {
  if (task.mark !== null && isSetAside(task, nowMs) && !isBehind(standing))
    return jobStrings.task.marks[task.mark.kind];
  return standing === 'alreadySo' ? jobStrings.task.alreadySo : elementStrings.track.summaries[track.summary];
}

/** It has refused the write itself: so does a beacon that is locked for a time, and no interface says for how long. */
function isLocked({ run, standing }: TaskProgress): boolean {
  return standing === 'trouble' && run?.outcome === null && run.lastFailure?.code === 'writeRefused';
}

function isToBeParked(here: TaskProgress): boolean {
  return isLocked(here) && (here.task.mark === null || isBehind(here.standing));
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-job-run-page': FkJobRunPage;
  }
}
