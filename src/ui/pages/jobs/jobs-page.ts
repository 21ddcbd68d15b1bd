/** The jobs of the account with their progress, and the ways to a new one: planned here, or imported. */
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { Job, Task } from '../../../domain/job/job.ts';
import { countJob } from '../../../domain/job/progress.ts';
import type { JobUnderWay } from '../../../domain/job/under-way.ts';
import type { JobsState } from '../../../use-cases/jobs/jobs.ts';
import { DESK, MediaController } from '../../controllers/media-controller.ts';
import { QueryController } from '../../controllers/query-controller.ts';
import '../../elements/basics.ts';
import { checkIcon, importIcon, jobsIcon } from '../../kit/icons.ts';
import { columnPageStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { linkRows } from '../../shared/link-rows.ts';
import { jobPath, navigate } from '../../shell/router.ts';
import { jobStrings as text } from '../../strings/jobs.ts';
import { shellStrings } from '../../strings/shell.ts';
import './job-counts.ts';
import { jobLine } from './job-line.ts';
import { JobsBase } from '../../beacon/jobs-base.ts';

/** What can be imported, each on a page of its own. */
const IMPORTS = [
  { href: '/jobs/take-over', icon: importIcon, label: shellStrings.titles.takeOver, detail: text.importJob },
  { href: '/report-check', icon: checkIcon, label: shellStrings.titles.reportCheck, detail: text.importReport },
];

@customElement('fk-jobs-page')
class FkJobsPage extends JobsBase {
  private readonly query = new QueryController(this);
  private readonly desk = new MediaController(this, DESK);
  private underWay: JobUnderWay | null = null;
  private hasLed = false;
  @state() private isImporting = false;

  static override styles = [
    shared,
    pageStyles,
    columnPageStyles,
    css`
      :host {
        --page-width: none;
      }
      ul {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
        gap: var(--space-3);
      }
      /* The link of the title brings its own space. */
      li.card {
        gap: var(--space-2);
        padding-block-start: var(--space-2);
      }
      h2 {
        margin-block-end: calc(var(--space-2) * -1);
        font-size: var(--text-l);
      }
      h2 a {
        display: block;
        min-height: var(--target);
        align-content: center;
        color: inherit;
      }
      .column > .actions {
        justify-content: end;
      }
      @media (min-width: 68.75em) {
        .go {
          justify-self: start;
        }
      }
    `,
  ];

  /** The app's shortcut opens the job in progress directly. */
  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (this.underWay === null || this.query.get('continue') === null || this.hasLed) return;
    this.hasLed = true;
    navigate(jobPath(this.underWay.job.id, '/run'), { replace: true });
  }

  protected override renderJobs(state: JobsState): TemplateResult {
    const { jobs, tasks } = state;
    this.underWay = this.jobUnderWay(state);
    const isPhone = !this.desk.matches;
    const actions = html`<div class="row actions">
      <fk-button .wide=${isPhone} @click=${() => this.showImport(true)}>${text.import}</fk-button>
      <fk-button .wide=${isPhone} .variant=${this.underWay === null ? 'primary' : 'plain'}
        href="/jobs/new">${text.newJob}</fk-button>
    </div>`;
    // A few jobs are one block in the middle, with the buttons at its edge.
    return html`<div class="column ${jobs.length < 3 ? 'lines' : ''}">
        ${isPhone ? nothing : actions}
        ${
          jobs.length === 0
            ? html`<fk-empty .text=${text.empty} .icon=${jobsIcon}></fk-empty>`
            : html`<ul role="list">${jobs.map((job) => this.renderJob(job, tasks.get(job.id) ?? []))}</ul>`
        }
      </div>
      ${isPhone ? html`<fk-foot class="foot">${actions}</fk-foot>` : nothing}
      <fk-dialog .open=${this.isImporting} .heading=${text.import} @fk-close=${() => this.showImport(false)}>
        ${linkRows(IMPORTS)}
      </fk-dialog>`;
  }

  private showImport(isImporting: boolean): void {
    this.isImporting = isImporting;
  }

  private renderJob(job: Job, tasks: readonly Task[]): TemplateResult {
    const progress = this.progressOf(tasks);
    const counts = countJob(progress, this.clock.nowMs);
    return html`<li class="stack card">
      <h2 class="anywhere"><a href=${jobPath(job.id)}><bdi>${job.name}</bdi></a></h2>
      <p class="soft">${jobLine(job, tasks, counts.left + counts.parked === 0, this.clock.nowMs)}</p>
      <fk-job-counts .services=${this.services} .counts=${counts} .progress=${progress}></fk-job-counts>
      ${
        this.underWay?.job.id === job.id
          ? html`<fk-button class="go" variant="primary" .href=${jobPath(job.id, '/run')}>${text.job.goOn}</fk-button>`
          : nothing
      }
    </li>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-jobs-page': FkJobsPage;
  }
}
