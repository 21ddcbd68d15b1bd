/** The bases of all elements that show jobs, or one job: the account's jobs, and the state of their beacons. */
import { Task as Opening, TaskStatus } from '@lit/task';
import { html, type nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { devicesById } from '../../domain/device-list/by-id.ts';
import type { Job, Task } from '../../domain/job/job.ts';
import { progressOf, type JobCounts, type JobFacts, type TaskProgress } from '../../domain/job/progress.ts';
import { unsavedOf, type Unsaved } from '../../domain/job/unsaved.ts';
import { jobUnderWay, type JobUnderWay } from '../../domain/job/under-way.ts';
import { memoizeLast } from '../../domain/memoize.ts';
import type { Jobs, JobsState } from '../../use-cases/jobs/jobs.ts';
import { ClockController } from '../controllers/clock-controller.ts';
import '../elements/basics.ts';
import { jobsIcon } from '../kit/icons.ts';
import { renderMissingPage } from '../shared/failure.ts';
import { HeadingEvent } from '../shared/heading.ts';
import { SayEvent } from '../shared/say.ts';
import { AccountElement } from '../shell/account-element.ts';
import { jobStrings as text } from '../strings/jobs.ts';
import { shellStrings } from '../strings/shell.ts';

/** Interval for a job that is only displayed, ms. */
const TICK_MS = 30_000;

/** One shared empty list, because results are cached by the identity of the list. */
const NOTHING: readonly never[] = [];

export abstract class JobsBase extends AccountElement {
  // Named apart from the tasks of a job.
  private readonly opening = new Opening(this, { task: () => this.services.jobs(), args: () => [] });

  /** Redraws with time, because a parked task returns at a set time. */
  protected readonly clock = new ClockController(this, () => this.tickMs);

  /** Interval at which the page redraws, ms. */
  protected get tickMs(): number {
    return TICK_MS;
  }

  /** Renders the page once the jobs are loaded. */
  protected abstract renderJobs(state: JobsState): TemplateResult | typeof nothing;

  /** Renders the page while the jobs load, or when their code could not be fetched. */
  protected renderMissing(failed: boolean): TemplateResult | typeof nothing {
    return failed
      ? html`<div class="column">${renderMissingPage(() => void this.opening.run())}</div>`
      : html`<fk-skeleton class="column" shape="row" .count=${4} .label=${text.loading}></fk-skeleton>`;
  }

  /** Null until they are loaded. */
  protected get jobs(): Jobs | null {
    return this.opening.value ?? null;
  }

  protected override render(): TemplateResult | typeof nothing {
    const state = this.jobs?.state.value;
    const failed = this.opening.status === TaskStatus.ERROR;
    return failed || state === undefined || !this.isRead ? this.renderMissing(failed) : this.renderJobs(state);
  }

  /** Show counts only when everything they count is loaded. */
  protected get isRead(): boolean {
    return this.services.devices.list.value.devices !== null;
  }

  protected get accountId(): string {
    return this.services.session.state.value.account?.id ?? '';
  }

  protected factsNow(): JobFacts {
    return {
      devices: devicesById(this.services.devices.list.value.devices ?? NOTHING),
      beacons: this.services.beacons.table.value,
    };
  }

  protected progressOf(tasks: readonly Task[]): readonly TaskProgress[] {
    return progressOf(tasks, this.factsNow());
  }

  /** What the backend has not saved of these beacons, of all that the job was to save with them. */
  protected unsavedNow(progress: readonly TaskProgress[]): Unsaved {
    return this.unsaved(progress, this.services.beacons.table.value);
  }
  private readonly unsaved = memoizeLast(unsavedOf);

  /** The job in progress. */
  protected jobUnderWay({ jobs, tasks }: JobsState): JobUnderWay | null {
    return jobUnderWay(
      jobs.map((job) => ({ job, progress: this.progressOf(tasks.get(job.id) ?? NOTHING) })),
      this.clock.nowMs,
    );
  }

  /** Runs a change, and shows `failed` when it could not be stored. */
  protected async keep<T>(work: Promise<T>, failed: string = text.notSaved): Promise<T | null> {
    try {
      return await work;
    } catch {
      this.dispatchEvent(new SayEvent(failed));
      return null;
    }
  }
}

export abstract class JobBase extends JobsBase {
  @property() jobId = '';
  /** The job that was named, and how. Two jobs may have one name. */
  private named = '';

  protected abstract renderJob(job: Job): TemplateResult | typeof nothing;

  protected get job(): Job | null {
    return this.jobs?.state.value.jobs.find(({ id }) => id === this.jobId) ?? null;
  }

  protected get tasks(): readonly Task[] {
    return this.jobs?.state.value.tasks.get(this.jobId) ?? NOTHING;
  }

  /** The beacons of the job; none until everything is read. */
  protected get progress(): readonly TaskProgress[] {
    return this.jobs === null || !this.isRead ? NOTHING : this.progressOf(this.tasks);
  }

  protected override renderJobs(): TemplateResult | typeof nothing {
    const { job } = this;
    return job === null ? this.renderEmpty(text.job.gone) : this.renderJob(job);
  }

  protected renderEmpty(words: string): TemplateResult {
    return html`<div class="column"><fk-empty .text=${words} .icon=${jobsIcon}><fk-button slot="action"
      href="/jobs">${text.job.toJobs}</fk-button></fk-empty></div>`;
  }

  /** Shows the job's name in the header; the page's own title when there is no such job any more. */
  protected nameJob(): void {
    if (this.jobs === null || !this.isRead) return;
    const name = this.job?.name ?? shellStrings.titles.job;
    const named = `${this.jobId} ${name}`;
    if (named === this.named) return;
    this.named = named;
    this.dispatchEvent(new HeadingEvent(name));
  }
}

/** What is left of a job, or the parked ones where nothing else is. */
export function leftWords({ left, trouble, parked }: JobCounts): string {
  return left === 0 && parked > 0 ? text.counts.parked(parked) : text.counts.left(left, trouble);
}
