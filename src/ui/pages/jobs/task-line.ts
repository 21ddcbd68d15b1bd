/** One beacon of a job in its row: who it is, where it belongs, what changes, and how far it has come. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { TaskProgress } from '../../../domain/job/progress.ts';
import type { TaskPlanLine } from '../../../domain/job/task-plan.ts';
import type { PrepareOutcome } from '../../../use-cases/prepare/offered.ts';
import { changesInLineStyles, changesRem, renderChangesInLine } from '../../beacon/changes-in-line.ts';
import { outcomeWords } from '../../beacon/prepare-outcome.ts';
import '../../elements/status/status.ts';
import '../../elements/track/track.ts';
import { shared, type Tone } from '../../kit/tokens.ts';
import { bulkStrings } from '../../strings/bulk.ts';
import { jobStrings } from '../../strings/jobs.ts';

const text = jobStrings.task;
/** Height in rem of a row with so many changes; the same numbers are in the styles. */
export function taskLineRem(changes: number, table: boolean): number {
  const rows = changesRem(changes);
  return table ? Math.max(3.75, rows + 1) : 2.75 + rows + 2.75 + 1.25;
}

export interface TaskRow {
  readonly progress: TaskProgress;
  readonly plan: TaskPlanLine;
  /** undefined: nothing was tried since the page was opened. */
  readonly outcome: PrepareOutcome | undefined;
}

/** A person wants to see or change this task. */
export class TaskOpenEvent extends Event {
  constructor(readonly taskId: string) {
    super('fk-task-open', { bubbles: true, composed: true });
  }
}

@customElement('fk-task-line')
class FkTaskLine extends LitElement {
  @property({ attribute: false }) row: TaskRow | null = null;
  /** Side by side, for a laptop. */
  @property({ type: Boolean, reflect: true }) table = false;

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
      button > * {
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .name {
        font-weight: var(--weight-strong);
        text-decoration: underline;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { row } = this;
    if (row === null) return nothing;
    const { task, device } = row.progress;
    const known = row.plan.line?.before ?? {};
    const before = device?.alias == null ? known : { ...known, alias: device.alias };
    return html`<button type="button" @click=${() => this.dispatchEvent(new TaskOpenEvent(task.id))}>
        <span class="name"><bdi>${device?.alias ?? task.uniqueId}</bdi></span>
        <span class="mono">${task.uniqueId}</span>
      </button>
      ${renderChangesInLine(before, task.values, text.noValues)}
      ${renderSaid(row)}`;
  }
}

/** What went wrong with preparing it, else what a person has said, else how far it has come, and what is to be heeded. */
function renderSaid({ progress, plan, outcome }: TaskRow): TemplateResult {
  const { task, track, standing } = progress;
  if (outcome !== undefined && (outcome.kind !== 'onThisPhone' || (outcome.differences ?? []).length > 0)) {
    const { text: words } = outcomeWords(outcome, task.uniqueId);
    return html`<p class="said" title=${words}><fk-status tone="attention">${bulkStrings.outcome[outcome.kind]}</fk-status> ${words}</p>`;
  }
  const mark = task.mark !== null && standing !== 'verified' ? task.mark : null;
  const heed = mark === null ? heedOf(plan, standing) : '';
  return html`<p class="said">
    ${
      mark === null
        ? standing === 'alreadySo'
          ? html`<fk-status tone="neutral">${text.alreadySo}</fk-status>`
          : html`<fk-track size="row" .words=${true} .track=${track}></fk-track>`
        : html`<fk-status .tone=${MARK_TONES[mark.kind]}>${text.marks[mark.kind]}</fk-status> <bdi>${mark.reason}</bdi>`
    }
    ${heed === '' ? nothing : html` <span class="soft">${heed}</span>`}
  </p>`;
}

const MARK_TONES: Readonly<Record<keyof typeof text.marks, Tone>> = {
  skipped: 'neutral',
  parked: 'attention',
  doneElsewhere: 'neutral',
};

/** The worst first; nothing of a beacon that nobody has to go to. */
function heedOf({ line, risks, otherJob }: TaskPlanLine, standing: TaskProgress['standing']): string {
  if (standing === 'verified' || standing === 'alreadySo' || standing === 'onTheWay') return '';
  if (line === null) return text.notListed;
  if (line.leftOut === 'viewer' || line.leftOut === 'noBeacon' || line.leftOut === 'nothingPending')
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
