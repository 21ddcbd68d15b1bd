/** One job: its beacons by room with their planned values, preparing all of them, and the link to the run. */
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { workOf, type PlanLine } from '../../../domain/bulk/plan.ts';
import type { AttributeValues } from '../../../domain/device.ts';
import { commonValues } from '../../../domain/job/common-values.ts';
import { countByFilter, filterTasks, taskFilterOf, type TaskFilter } from '../../../domain/job/filter.ts';
import { findTasks } from '../../../domain/job/find.ts';
import { isSetAside, type Job, type Task } from '../../../domain/job/job.ts';
import { jobSteps, type JobStep, type JobSteps } from '../../../domain/job/job-step.ts';
import { countJob, partsOf, type JobCounts, type TaskProgress } from '../../../domain/job/progress.ts';
import { nextTask } from '../../../domain/job/route.ts';
import { isBegun } from '../../../domain/job/under-way.ts';
import { newVirtualValues } from '../../../domain/job/planned-values.ts';
import { toPrepare } from '../../../domain/job/to-prepare.ts';
import { memoizeLast, memoizeMembers } from '../../../domain/memoize.ts';
import type { PrepareOutcome } from '../../../use-cases/prepare/prepare.ts';
import type { PrepareMany } from '../../../use-cases/prepare/prepare-many.ts';
import { DESK, LAPTOP, MediaController } from '../../controllers/media-controller.ts';
import { QueryController } from '../../controllers/query-controller.ts';
import '../../elements/basics.ts';
import { ListController } from '../../elements/list/list-controller.ts';
import '../../elements/row-window/row-window.ts';
import { columnPageStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { AskKeyEvent } from '../../shared/ask-key-event.ts';
import { SayEvent } from '../../shared/say.ts';
import { jobPath } from '../../shell/router.ts';
import { bulkStrings } from '../../strings/bulk.ts';
import { elementStrings } from '../../strings/elements.ts';
import { handOverStrings } from '../../strings/hand-over.ts';
import { jobStrings } from '../../strings/jobs.ts';
import { reportStrings } from '../../strings/report.ts';
import { shellStrings } from '../../strings/shell.ts';
import './job-counts.ts';
import { wasVerified } from './job-alive.ts';
import { renderEvening } from './job-evening.ts';
import './job-gate.ts';
import './job-head.ts';
import { ForeignQuestion } from '../../beacon/foreign-question.ts';
import { JobBase } from '../../beacon/jobs-base.ts';
import { renderPrepareProgress } from '../../beacon/prepare-progress.ts';
import { taskPath } from './job-links.ts';
import { mostLines, plansOf, roomRows, roomsOf, type Room, type RoomHead } from './job-rows.ts';
import './plan-values.ts';
import type { PlanEvent } from './plan-values.ts';
import './task-form.ts';
import type { TaskChangeEvent } from './task-form.ts';
import { renderUnsaved } from './unsaved-notice.ts';
import './task-line.ts';
import { hasRemark, roomHeadStyles, roomTitle, taskLineRem, type LineSpace, type TaskOpenEvent } from './task-line.ts';
import { applyTaskChange } from './task-changes.ts';

const text = jobStrings.job;

const NO_NAMES: readonly string[] = [];
/** A label is understood too (`findTasks`). */
const SEARCH = { label: text.find, textsOf: ({ task }: TaskProgress) => [task.uniqueId] };
/** In a longer room each row has space for a remark, because looking at thousands of rows would take too long. */
const MAX_LOOKED_AT = 60;
/** Heights of a table row in rem: that of its buttons (`--target` in tokens.css). */
const ROW_REM = { mouse: 2.5, finger: 3.5 };

interface Shown {
  readonly tasks: readonly TaskProgress[];
  readonly counts: ReadonlyMap<TaskFilter, number>;
}

/** A beacon to prepare, and how; null while only its alias is planned. */
interface ToPrepare {
  readonly progress: TaskProgress;
  readonly line: PlanLine | null;
}

@customElement('fk-job-page')
class FkJobPage extends JobBase {
  @state() private opened: string | null = null;
  @state() private many: PrepareMany | null = null;
  private readonly foreign = new ForeignQuestion(this);
  private manyHere: Promise<PrepareMany> | null = null;
  private readonly wide = new MediaController(this, LAPTOP);
  /** From this width on all rooms are one table. */
  private readonly desk = new MediaController(this, DESK);
  /** The state of a beacon may need two lines. */
  private readonly narrow = new MediaController(this, '(max-width: 21.99em)');
  private readonly mouse = new MediaController(this, '(pointer: fine)');
  private readonly query = new QueryController(this);
  private readonly list = new ListController(this, { address: () => this.query });
  private readonly plansOf = memoizeMembers(plansOf);

  static override styles = [
    shared,
    pageStyles,
    columnPageStyles,
    roomHeadStyles,
    css`
      :host {
        --page-width: none;
      }
      /* Of a phone's screen, what is above the beacons takes as little as it can. */
      @media (max-width: 56.24em) {
        .column {
          gap: var(--space-2);
          padding-block-start: 0;
        }
      }
      fk-job-head > fk-job-counts {
        flex: 1 0 100%;
      }
      .evening {
        gap: var(--space-3);
      }
      @media (min-width: 68.75em) {
        .evening {
          grid-template-columns: repeat(auto-fit, minmax(24rem, 1fr));
        }
      }
      .find {
        display: grid;
        grid-template-columns: minmax(13rem, 1fr) auto;
        gap: var(--space-2) var(--space-4);
      }
      .find > :only-child {
        grid-column: 1 / -1;
      }
      .option {
        gap: var(--space-1);
        min-height: max(var(--row), 2.25rem);
        padding: 0 var(--space-2);
        background: none;
        font-size: var(--text-s);
      }
      .table {
        --task-columns: minmax(0, 5fr) minmax(0, 6fr) 16rem 5rem minmax(0, 5fr);
      }
      .table.lean {
        --task-columns: minmax(0, 5fr) 16rem 5rem minmax(0, 6fr);
      }
      .heads {
        position: sticky;
        z-index: 1;
        inset-block-start: 0;
        display: grid;
        grid-template-columns: var(--task-columns);
        gap: var(--space-4);
        padding-block: var(--space-2);
        border-bottom: var(--stroke) solid var(--color-line-strong);
        background: var(--color-paper);
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (changed.has('jobId')) this.query.moved();
    if (this.manyHere === null) this.openMany().catch(reportError);
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.nameJob();
  }

  protected override renderJob(job: Job): TemplateResult {
    const { tasks, progress } = this;
    const planned = this.query.get('step') === 'plan' ? this.tasksToPlan(tasks) : [];
    if (planned.length > 0)
      return html`<fk-plan-values .drafts=${this.services.drafts} .tasks=${planned}
        .templates=${this.jobs?.templates ?? null} .devices=${this.factsNow().devices}
        @fk-plan=${(event: PlanEvent) => void this.plan(event.values)}></fk-plan-values>`;
    if (this.query.get('step') === 'gate' && tasks.length > 0)
      return html`<fk-job-gate .services=${this.services} .jobs=${this.jobs} .progress=${progress}
        .runHref=${jobPath(job.id, '/run')} .onClosed=${() => this.query.go('', 'replace')}></fk-job-gate>`;
    const common = commonValues(tasks);
    const counts = countJob(progress, this.clock.nowMs);
    const opened = progress.find(({ task }) => task.id === this.opened) ?? null;
    const isDone = counts.left + counts.parked === 0;
    // While work is left, the beacons come first.
    const alive = progress.some(wasVerified)
      ? html`<fk-job-alive .services=${this.services} .jobs=${this.jobs} .job=${job} .progress=${progress}></fk-job-alive>`
      : nothing;
    return html`<div class="column" @fk-task-open=${(event: TaskOpenEvent) => (this.opened = event.taskId)}>
        <fk-job-head .jobId=${job.id} .common=${common} .isDone=${isDone}>${this.renderOthers(tasks, progress, counts)}</fk-job-head>
        <fk-job-counts inline .services=${this.services} .counts=${counts} .progress=${progress}></fk-job-counts>
        ${renderUnsaved(this.unsavedNow(progress))}
        ${renderEvening(this.services, progress)} ${isDone ? alive : nothing}
        ${
          tasks.length === 0
            ? html`<fk-empty .text=${text.noTasks}><fk-button slot="action" variant="primary"
              href="/jobs/new">${text.addBeacons}</fk-button></fk-empty>`
            : this.desk.matches
              ? this.renderTable(progress, common)
              : this.renderRooms(progress, common)
        }
        ${isDone ? nothing : alive}
      </div>
      ${tasks.length === 0 ? nothing : html`<fk-foot class="foot">${this.renderFoot(progress, counts)}</fk-foot>`}
      <fk-dialog
        .open=${opened !== null}
        .heading=${opened?.device?.alias ?? opened?.task.uniqueId ?? ''}
        @fk-close=${() => (this.opened = null)}
      >
        <fk-task-form
          .drafts=${this.services.drafts}
          .photos=${this.jobs?.photos}
          .progress=${opened}
          @fk-task-change=${(event: TaskChangeEvent) => void this.onTaskChange(event, progress)}
        ></fk-task-form>
      </fk-dialog>
      ${this.foreign.render()}`;
  }

  /** What is not the next step. */
  private renderOthers(
    tasks: readonly Task[],
    progress: readonly TaskProgress[],
    counts: JobCounts,
  ): TemplateResult | typeof nothing {
    if (tasks.length === 0) return nothing;
    const { main, second } = this.stepsOf(progress, counts);
    const isCheckShown = main === 'check' || second === 'check';
    // In the table, the filters count the beacons.
    return html`${
      this.desk.matches
        ? nothing
        : html`<fk-job-counts .services=${this.services} .counts=${counts} .progress=${progress}></fk-job-counts>`
    }
      <fk-button @click=${() => this.query.set('step', 'plan', 'push')}>${text.plan}</fk-button>
      ${counts.ready + counts.toChange > 0 && !isCheckShown ? html`<fk-button @click=${this.check}>${text.gate}</fk-button>` : nothing}
      <fk-button .href=${jobPath(this.jobId, '/hand-over')}>${handOverStrings.toHandOver}</fk-button>
      <fk-button .href=${jobPath(this.jobId, '/labels')}>${shellStrings.titles.labels}</fk-button>`;
  }

  private renderRooms(progress: readonly TaskProgress[], common: AttributeValues): TemplateResult {
    const tasks = findTasks(progress, this.list.wanted);
    return html`${this.list.search(SEARCH, progress)}
      ${tasks.length === 0 ? this.list.noneFound() : nothing}
      ${roomsOf(tasks).map((room) => this.renderRoom(room, progress, common))}`;
  }

  private renderTable(progress: readonly TaskProgress[], common: AttributeValues): TemplateResult {
    const requestedFilter = taskFilterOf(this.query.get('show'));
    const { tasks, counts } = this.shownOf(progress, this.list.wanted, requestedFilter, this.clock.nowMs);
    const unsaved = this.unsavedNow(progress);
    const { planOf } = this;
    const lean = mostLines(progress, common) === 0;
    const { columns } = text;
    const { nowMs } = this.clock;
    return html`<div class="find">
        ${this.list.search(SEARCH, progress)}
        ${this.list.chips(
          progress.length,
          [...counts].map(([name, count]) => ({ name, label: filterWords(name), count })),
        )}
      </div>
      ${tasks.length === 0 ? this.list.noneFound() : nothing}
      <section class="table ${lean ? 'lean' : ''}" aria-label=${text.tasks}>
        <div class="soft heads" aria-hidden="true">
          <span>${columns.beacon}</span>
          ${lean ? nothing : html`<span>${columns.change}</span>`}
          <span>${columns.state}</span><span>${columns.lastStep}</span><span>${columns.note}</span>
        </div>
        <fk-row-window
          .label=${text.tasks}
          .rem=${this.mouse.matches ? ROW_REM.mouse : ROW_REM.finger}
          .rows=${roomRows(tasks)}
          .row=${(one: RoomHead | TaskProgress) =>
            'count' in one
              ? html`<fk-task-line .wide=${true} .room=${one}></fk-task-line>`
              : html`<fk-task-line
                  .wide=${true}
                  .lean=${lean}
                  .common=${common}
                  .nowMs=${nowMs}
                  .progress=${one}
                  .plan=${planOf(one)}
                  .outcome=${this.outcomeOf(one)}
                  .unsaved=${unsaved.get(one.task.uniqueId)?.names ?? NO_NAMES}
                ></fk-task-line>`}
        ></fk-row-window>
      </section>`;
  }

  /** Cached for its inputs, so that unchanged rows are not rendered again. */
  private readonly shownOf = memoizeLast(
    (progress: readonly TaskProgress[], wanted: string, requestedFilter: TaskFilter | null, nowMs: number): Shown => {
      const counts = countByFilter(progress, nowMs);
      // A filter that matches no beacon has no chip, so all beacons are shown.
      const filter = requestedFilter !== null && counts.has(requestedFilter) ? requestedFilter : null;
      return { counts, tasks: findTasks(filterTasks(progress, filter, nowMs), wanted) };
    },
  );

  private renderRoom({ place, beacons }: Room, all: readonly TaskProgress[], common: AttributeValues): TemplateResult {
    const unsaved = this.unsavedNow(all);
    const { planOf } = this;
    const hasMore = (progress: TaskProgress): boolean =>
      unsaved.has(progress.task.uniqueId) ||
      hasRemark({ progress, plan: planOf(progress), outcome: this.outcomeOf(progress) });
    const space: LineSpace = {
      changes: mostLines(beacons, common),
      hasRemarks: this.narrow.matches || beacons.length > MAX_LOOKED_AT || beacons.some(hasMore),
      table: this.wide.matches,
      mouse: this.mouse.matches,
    };
    return html`<section>
      ${place === null ? nothing : html`<h3>${roomTitle({ place, count: beacons.length })}</h3>`}
      <fk-row-window
        .label=${place ?? text.tasks}
        .rem=${taskLineRem(space)}
        .rows=${beacons}
        .row=${(one: TaskProgress) =>
          html`<fk-task-line .table=${this.wide.matches} .common=${common} .progress=${one} .plan=${planOf(one)}
            .outcome=${this.outcomeOf(one)} .unsaved=${unsaved.get(one.task.uniqueId)?.names ?? NO_NAMES}></fk-task-line>`}
      ></fk-row-window>
    </section>`;
  }

  /** The next step, filled, and at most one other. */
  private renderFoot(progress: readonly TaskProgress[], counts: JobCounts): TemplateResult {
    const work = this.many?.state.value ?? null;
    if (work?.running === true) return renderPrepareProgress(work, bulkStrings.preparing, () => this.many?.cancel());
    const { main, second } = this.stepsOf(progress, counts);
    const step = (one: JobStep): TemplateResult => this.renderStep(one, one === main, progress);
    return html`${
      work?.stopped == null
        ? nothing
        : html`<fk-notice tone="attention"
          .text=${bulkStrings.stopped[work.stopped]}>${
            work.stopped === 'key'
              ? html`<fk-button slot="action" @click=${() => this.dispatchEvent(new AskKeyEvent())}>${bulkStrings.enterKey}</fk-button>`
              : nothing
          }</fk-notice>`
    }
      <div class="row ${second === 'prepare' ? '' : 'pair'}">${second === null ? nothing : step(second)} ${step(main)}</div>`;
  }

  private stepsOf(progress: readonly TaskProgress[], counts: JobCounts): JobSteps {
    return jobSteps({ counts, toPrepare: this.toPrepare(progress).length, isBegun: isBegun(progress) });
  }

  private renderStep(step: JobStep, isMain: boolean, progress: readonly TaskProgress[]): TemplateResult {
    const variant = isMain ? 'primary' : 'plain';
    const press = (words: string, onPress: () => void): TemplateResult =>
      html`<fk-button .big=${true} .wide=${true} .variant=${variant} @click=${onPress}>${words}</fk-button>`;
    const link = (words: string, href: string): TemplateResult =>
      html`<fk-button .big=${true} .wide=${true} .variant=${variant} .href=${href}>${words}</fk-button>`;
    const runHref = jobPath(this.jobId, '/run');
    switch (step) {
      case 'prepare': {
        const waiting = this.toPrepare(progress);
        return press(bulkStrings.prepare(waiting.length), () => this.askToPrepare(waiting));
      }
      case 'check':
        return press(text.gate, this.check);
      case 'start':
        return link(text.go, runHref);
      case 'continue':
        return link(text.goOn, runHref);
      case 'revisit': {
        const first = nextTask(progress, null, this.clock.nowMs);
        return link(text.revisit, first === null ? runHref : taskPath(this.jobId, first.task.uniqueId));
      }
      case 'report':
        return link(reportStrings.toReport, jobPath(this.jobId, '/report'));
    }
  }

  private readonly check = (): void => this.query.set('step', 'gate', 'push');

  private get planOf(): ReturnType<typeof plansOf> {
    return this.plansOf({ jobId: this.jobId, state: this.jobs!.state.value, ...this.factsNow() });
  }

  private outcomeOf({ task }: TaskProgress): PrepareOutcome | undefined {
    return this.many?.state.value?.outcomes.get(task.uniqueId);
  }

  /** Without beacons that are set aside: skipped, done elsewhere, gone, or parked until later. */
  private toPrepare(progress: readonly TaskProgress[]): readonly TaskProgress[] {
    const { nowMs } = this.clock;
    return toPrepare(progress, this.services.beacons.table.value).filter(
      (one) => !isSetAside(one.task, nowMs) && !partsOf(one, nowMs).includes('closed'),
    );
  }

  private askToPrepare(waiting: readonly TaskProgress[]): void {
    const { planOf } = this;
    const rows = waiting.map((progress): ToPrepare => ({ progress, line: planOf(progress).line }));
    this.foreign.ask(
      rows.flatMap(({ line }) => line ?? []),
      (without) => void this.prepare(rows.filter(({ line }) => line === null || !without.has(line))),
    );
  }

  private async prepare(rows: readonly ToPrepare[]): Promise<void> {
    const { services } = this;
    const many = await this.keep(
      this.manyHere?.catch(() => this.openMany()) ?? this.openMany(),
      shellStrings.pageFailed.text,
    );
    if (many === null) return;
    const { stored } = this.services.beacons.table.value;
    const edits = rows.flatMap(({ progress: { task, device } }) => {
      const values = newVirtualValues(task.values, device, stored.get(task.uniqueId)?.edit ?? null);
      return device === null || values === null ? [] : [{ device, values }];
    });
    if (edits.length > 0 && (await this.keep(services.outbox.editMany(edits).then(() => true))) === null) return;
    await many.start(workOf(rows.flatMap(({ line }) => line ?? [])));
  }

  private tasksToPlan(tasks: readonly Task[]): readonly Task[] {
    const one = this.query.get('task');
    return one === null ? tasks : tasks.filter(({ id }) => id === one);
  }

  private async plan(values: ReadonlyMap<string, AttributeValues> | null): Promise<void> {
    if (values !== null) {
      const changes = new Map([...values].map(([id, planned]) => [id, { values: planned }]));
      if ((await this.keep(this.jobs!.plan(changes).then(() => true))) === null) return;
      this.renderRoot.querySelector('fk-plan-values')?.submitted();
    }
    this.query.go('', 'replace');
  }

  private async onTaskChange({ taskId, change }: TaskChangeEvent, all: readonly TaskProgress[]): Promise<void> {
    const progress = all.find(({ task }) => task.id === taskId);
    if (progress === undefined || this.jobs === null) return;
    if (change.kind === 'plan') {
      this.query.go(new URLSearchParams({ step: 'plan', task: taskId }).toString(), 'push');
    }
    const done = await this.keep(applyTaskChange(this.jobs, progress, change, all));
    if (done === null) return;
    if (done.closes) this.opened = null;
    const { undo } = done;
    if (done.message !== '')
      this.dispatchEvent(new SayEvent(done.message, undo === null ? null : () => void this.keep(undo())));
  }

  /** Fetched with the page. A press before it has loaded waits for it, and loads it again after a failure. */
  private openMany(): Promise<PrepareMany> {
    this.manyHere = this.services.prepareMany().then((many) => (this.many = many));
    return this.manyHere;
  }
}

/** The words in a beacon's row that match the filter. */
function filterWords(filter: TaskFilter): string {
  switch (filter) {
    case 'left':
    case 'onTheWay':
    case 'alreadySo':
    case 'closed':
      return text.filters[filter];
    case 'parked':
    case 'skipped':
    case 'doneElsewhere':
      return jobStrings.task.marks[filter];
    case 'noted':
    case 'confirmed':
      return jobStrings.task.battery.states[filter];
    default:
      return elementStrings.track.summaries[filter];
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-job-page': FkJobPage;
  }
}
