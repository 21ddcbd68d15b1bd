/**
 * The alive check of a job: queries telemetry when the person asks, separates heard, silent and unknown beacons, and
 * can create a job of the silent ones.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { WatchingElement } from '../../controllers/watching-element.ts';
import { customElement, property, state } from 'lit/decorators.js';
import {
  ALIVE_KINDS,
  aliveRows,
  queriesForLatest,
  queriesSinceWrite,
  type AliveRow,
} from '../../../domain/job/alive.ts';
import type { Job } from '../../../domain/job/job.ts';
import type { TaskProgress } from '../../../domain/job/progress.ts';
import { correctedNow } from '../../../domain/telemetry/now.ts';
import type { RecordQuery } from '../../../domain/telemetry/record-query.ts';
import type { Jobs, NewTask } from '../../../use-cases/jobs/jobs.ts';
import type { QueryEnd, Telemetry } from '../../../use-cases/telemetry/telemetry.ts';
import { timeInWords } from '../../beacon/device-row.ts';
import '../../elements/basics.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { OneWork } from '../../shared/one-work.ts';
import { SayEvent } from '../../shared/say.ts';
import { jobPath, navigate } from '../../shell/router.ts';
import type { AccountServices } from '../../shell/services.ts';
import { eveningStrings } from '../../strings/evening.ts';
import { failureWords } from '../../strings/failures.ts';
import { jobStrings } from '../../strings/jobs.ts';

const text = eveningStrings.alive;
const MAX_SHOWN = 50;

/** True for a beacon whose signals can be checked. */
export function wasVerified({ configuration, receipt }: TaskProgress): boolean {
  return configuration === 'verified' && receipt !== null;
}

@customElement('fk-job-alive')
class FkJobAlive extends WatchingElement {
  @property({ attribute: false }) services!: AccountServices;
  @property({ attribute: false }) jobs: Jobs | null = null;
  @property({ attribute: false }) job: Job | null = null;
  @property({ attribute: false }) progress: readonly TaskProgress[] = [];
  @property({ attribute: false }) nowMs: () => number = Date.now;
  /** Null until the first check, because most visits do not need it. */
  @state() private telemetry: Telemetry | null = null;
  private readonly checking = new OneWork(this);
  /** Why the last check did not complete; '' when it did, or was cancelled. */
  @state() private trouble = '';

  static override styles = [shared, pageStyles];

  protected override render(): TemplateResult {
    const state = this.telemetry?.state.value;
    const rows = state?.storageFailure === null ? this.rowsNow() : null;
    const verified = this.progress.filter(wasVerified).length;
    const progress = this.checking.isBusy ? (state?.fetching ?? null) : null;
    return html`<section class="card">
      <div class="spread">
        <h3>${text.heading}</h3>
        <fk-button .busy=${this.checking.isBusy} @click=${this.check}>${rows === null ? text.check : text.again}</fk-button>
      </div>
      <div role="status">${rows === null ? html`<p class="soft">${text.note(verified)}</p>` : this.renderCounts(rows)}</div>
      ${rows === null || state!.clock.isChecked ? nothing : html`<p class="soft">${text.phoneClockUnchecked}</p>`}
      ${rows === null ? nothing : this.renderSilent(rows)}
      ${
        progress === null
          ? nothing
          : html`<fk-progress .label=${text.asking} .done=${progress.pages} .total=${progress.totalPages}
            .cancellable=${true} @fk-cancel=${() => this.telemetry?.cancel()}></fk-progress>`
      }
      ${this.trouble === '' ? nothing : html`<fk-notice tone="attention" .text=${this.trouble}></fk-notice>`}
    </section>`;
  }

  private renderCounts(rows: readonly AliveRow[]): TemplateResult {
    return html`<ul role="list">
      ${ALIVE_KINDS.map((kind) => {
        const these = rows.filter(({ alive }) => alive === kind);
        const unchecked = kind === 'heard' ? these.filter(({ isUnchecked }) => isUnchecked).length : 0;
        return these.length === 0
          ? nothing
          : html`<li>${text.counts[kind](these.length)}${unchecked === 0 ? nothing : html` · ${text.heardUnchecked(unchecked)}`}</li>`;
      })}
    </ul>`;
  }

  private renderSilent(rows: readonly AliveRow[]): TemplateResult | typeof nothing {
    const silent = rows.filter(({ alive }) => alive === 'silent');
    return silent.length === 0
      ? nothing
      : html`<ul class="stack close small anywhere" role="list">
                ${silent
                  .slice(0, MAX_SHOWN)
                  .map(
                    ({ progress: { task }, lastHeardMs, isUnchecked }) =>
                      html`<li><span class="mono">${task.uniqueId}</span> ${
                        task.place === '' ? nothing : html`<bdi>${task.place}</bdi> · `
                      }${
                        lastHeardMs === null ? text.neverHeard : text.lastHeard(timeInWords(lastHeardMs))
                      }${isUnchecked ? html` · ${text.clockUnchecked}` : nothing}</li>`,
                  )}
                ${silent.length > MAX_SHOWN ? html`<li class="soft">${text.more(silent.length - MAX_SHOWN)}</li>` : nothing}
              </ul>
              <fk-button .wide=${true} @click=${() => void this.makeJob(silent)}>${text.nextJob(silent.length)}</fk-button>`;
  }

  private rowsNow(): AliveRow[] {
    const { beacons, typed } = this.telemetry!.state.value;
    return aliveRows(this.progress, beacons, typed);
  }

  private readonly check = (): Promise<unknown> =>
    this.checking.run(
      async () => {
        this.trouble = '';
        this.telemetry ??= await this.services.telemetry();
        for (const queriesOf of [queriesForLatest, queriesSinceWrite])
          for (const query of queriesOf(
            this.rowsNow(),
            correctedNow(this.telemetry.state.value.clock, this.nowMs()).ms,
          ))
            if (!(await this.requestTelemetry(query))) return;
      },
      () => (this.trouble = text.failed),
    );

  /** False when further requests are of no use. */
  private async requestTelemetry(query: RecordQuery): Promise<boolean> {
    const outcome = await this.telemetry!.fetchRecords(query);
    this.trouble = outcome === null ? text.busy : wordsOf(outcome.end);
    return outcome?.end.kind === 'done';
  }

  private async makeJob(silent: readonly AliveRow[]): Promise<void> {
    const { jobs, job } = this;
    if (jobs === null || job === null) return;
    const tasks = silent.map(({ progress: { task }, sinceMs }): NewTask => ({
      uniqueId: task.uniqueId,
      deviceType: task.deviceType,
      place: task.place,
      // These beacons have their values and only need to be checked on site.
      values: {},
      note: text.jobNote(timeInWords(sinceMs)),
    }));
    try {
      const made = await jobs.create({ name: text.jobName(job.name), site: job.site, tasks });
      navigate(jobPath(made.id));
    } catch {
      this.dispatchEvent(new SayEvent(jobStrings.notSaved));
    }
  }
}

function wordsOf(end: QueryEnd): string {
  switch (end.kind) {
    case 'done':
    case 'cancelled':
      return '';
    case 'bounded':
      return text.bounded;
    case 'failed':
      return failureWords[end.failure.kind].says;
    case 'storageFailed':
      return text.failed;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-job-alive': FkJobAlive;
  }
}
