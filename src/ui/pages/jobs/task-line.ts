/** One beacon of a job as a row: name, place, changes and state. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { TaskProgress } from '../../../domain/job/progress.ts';
import type { TaskPlanLine } from '../../../domain/job/task-plan.ts';
import { lastStepMs } from '../../../domain/report/report-row.ts';
import type { PrepareOutcome } from '../../../use-cases/prepare/prepare.ts';
import { changesInLineStyles, changesRem, renderChangesInLine } from '../../beacon/changes-in-line.ts';
import { outcomeWords, shortOutcome } from '../../beacon/prepare-outcome.ts';
import '../../elements/basics.ts';
import { shared, type Tone } from '../../kit/tokens.ts';
import { bulkStrings } from '../../strings/bulk.ts';
import { jobStrings } from '../../strings/jobs.ts';
import { day, time } from '../../language/times.ts';
import { namesInWords } from './unsaved-notice.ts';

const text = jobStrings.task;
/** Lines of changes in a table row. */
const WIDE_CHANGES = 2;
/** Height in rem of a row with this many changes. The styles use the same numbers. */
export function taskLineRem(changes: number, table: boolean): number {
  const rows = changesRem(changes);
  return table ? Math.max(3.75, rows + 1) : 2.75 + rows + 2.75 + 1.25;
}

export interface TaskRow {
  readonly progress: TaskProgress;
  readonly plan: TaskPlanLine;
  /** Undefined: nothing was attempted since the page opened. */
  readonly outcome: PrepareOutcome | undefined;
}

/** Fired when the person opens the task. */
export class TaskOpenEvent extends Event {
  constructor(readonly taskId: string) {
    super('fk-task-open', { bubbles: true, composed: true });
  }
}

@customElement('fk-task-line')
class FkTaskLine extends LitElement {
  @property({ attribute: false }) row: TaskRow | null = null;
  /** Columns, for wide screens. */
  @property({ type: Boolean, reflect: true }) table = false;
  /** One row of the table of all rooms, in the columns of `--task-columns`. */
  @property({ type: Boolean, reflect: true }) wide = false;
  /** In the table: the number of beacons in the room that begins here, 0 within a room; null: no beacon has a room. */
  @property({ attribute: false }) begins: number | null = null;
  @property({ attribute: false }) nowMs = 0;
  /** Names of the values of the beacon that the backend has not saved. */
  @property({ attribute: false }) unsaved: readonly string[] = [];

  static override styles = [
    shared,
    changesInLineStyles,
    css`
      :host {
        display: grid;
        grid-template: 2.75rem auto 2.75rem / minmax(0, 1fr);
        align-content: center;
        gap: var(--space-1);
        height: 100%;
        padding-block: var(--space-1);
        line-height: 1.5rem;
      }
      :host([table]) {
        grid-template: auto / minmax(0, 3fr) minmax(0, 5fr) minmax(0, 3fr);
        align-items: center;
        gap: var(--space-4);
      }
      :host([wide]) {
        grid-template: minmax(0, 1fr) / var(--task-columns);
        align-items: center;
        gap: var(--space-4);
        padding-block: 0;
        font-size: var(--text-s);
      }
      :host([wide]) .changes {
        font-size: var(--text-xs);
      }
      :host([wide]) .changes li {
        align-items: center;
        height: 1.125rem;
        line-height: var(--leading-tight);
      }
      :host([wide]) .changes li span {
        min-width: 0;
      }
      :host([wide]) .changes fk-value-change {
        flex: none;
        max-width: 100%;
      }
      .count {
        font-weight: var(--weight-text);
      }
      button {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        align-items: center;
        gap: 0 var(--space-3);
        min-width: 0;
        min-height: var(--target);
        padding: 0;
        border: 0;
        background: none;
        color: inherit;
        font: inherit;
        text-align: start;
        cursor: pointer;
      }
      .name {
        text-decoration: underline;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { row } = this;
    if (row === null) return nothing;
    const { task, device } = row.progress;
    const earlier = row.plan.line?.before ?? {};
    const before = device?.alias == null ? earlier : { ...earlier, alias: device.alias };
    const changes = renderChangesInLine(before, task.values, text.noValues, this.wide ? WIDE_CHANGES : undefined);
    const who = html`<button type="button" @click=${() => this.dispatchEvent(new TaskOpenEvent(task.id))}>
      <span class="strong cut name"><bdi>${device?.alias ?? task.uniqueId}</bdi></span>
      <span class="mono cut">${task.uniqueId}</span>
    </button>`;
    const { state, words: said } = messageOf(row);
    const unsaved = this.unsaved.length === 0 ? '' : jobStrings.unsaved.line(namesInWords(this.unsaved));
    const words = unsaved === '' ? said : html`<span title=${unsaved}>${unsaved}</span> ${said}`;
    if (!this.wide) return html`${who} ${changes}<p class="said">${state} ${words}</p>`;
    const note = html`${words} ${task.note === '' ? nothing : html`<bdi>${task.note}</bdi>`}`;
    return html`${this.renderRoom(task.place)} ${who} ${changes}
      <span class="cut">${state}</span>
      <span class="cut">${this.lastStep()}</span>
      <span class="cut faint">${note}</span>`;
  }

  private renderRoom(place: string): TemplateResult | typeof nothing {
    const { begins } = this;
    if (begins === null) return nothing;
    const name = place === '' ? jobStrings.job.noPlace : place;
    return html`<span class="cut ${begins > 0 ? 'strong' : 'faint'}" title=${name}>
      <bdi>${name}</bdi>${begins > 1 ? html` <span class="faint count">(${begins})</span>` : nothing}
    </span>`;
  }

  /** Returns the time of the last step, or its day when that is not today. */
  private lastStep(): string {
    const atMs = this.row === null ? null : lastStepMs(this.row.progress);
    if (atMs === null) return '';
    return day(atMs) === day(this.nowMs) ? time(atMs) : day(atMs);
  }
}

interface TaskMessage {
  readonly state: TemplateResult;
  readonly words: TemplateResult | string | typeof nothing;
}

/** The failure of preparing, else the person's mark, else the beacon's state, and warnings. */
function messageOf({ progress, plan, outcome }: TaskRow): TaskMessage {
  const { task, track, standing } = progress;
  if (outcome !== undefined && (outcome.kind !== 'onThisPhone' || (outcome.differences ?? []).length > 0)) {
    // If only the package is missing, the next attempt only fetches it, and the words are those of a fetch.
    const kind = plan.line?.kind ?? 'prepare';
    const { text: words } = outcomeWords(outcome, task.uniqueId, kind);
    return {
      state: html`<fk-status tone="attention">${shortOutcome(outcome, kind)}</fk-status>`,
      words: html`<span title=${words}>${words}</span>`,
    };
  }
  if (task.mark !== null && standing !== 'verified') {
    const { kind, reason } = task.mark;
    return {
      state: html`<fk-status .tone=${MARK_TONES[kind]}>${text.marks[kind]}</fk-status>`,
      words: html`<bdi title=${reason}>${reason}</bdi>`,
    };
  }
  const heed = heedOf(plan, standing);
  return {
    state:
      standing === 'alreadySo'
        ? html`<fk-status tone="neutral">${text.alreadySo}</fk-status>`
        : html`<fk-track size="row" .words=${true} .track=${track}></fk-track>`,
    words: heed === '' ? nothing : html`<span class="soft" title=${heed}>${heed}</span>`,
  };
}

const MARK_TONES: Readonly<Record<keyof typeof text.marks, Tone>> = {
  skipped: 'neutral',
  parked: 'attention',
  doneElsewhere: 'neutral',
};

/** The most serious warning; none for a beacon without remaining work. */
function heedOf({ line, risks, otherJob }: TaskPlanLine, standing: TaskProgress['standing']): string {
  if (standing === 'verified' || standing === 'alreadySo' || standing === 'onTheWay') return '';
  if (line === null) return text.notListed;
  if (line.leftOut === 'viewer' || line.leftOut === 'gateway' || line.leftOut === 'nothingPending')
    return bulkStrings.leftOut[line.leftOut];
  if (risks.length > 0) return bulkStrings.risk[risks[0]!];
  if (line.warning !== null) return bulkStrings.warning[line.warning];
  return otherJob === null ? '' : text.otherJob(otherJob);
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-task-line': FkTaskLine;
  }
  interface HTMLElementEventMap {
    'fk-task-open': TaskOpenEvent;
  }
}
