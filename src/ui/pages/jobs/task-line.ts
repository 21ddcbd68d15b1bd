/** One beacon of a job as a row: name, place, changes and state. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { AttributeValues } from '../../../domain/device.ts';
import { ownValues } from '../../../domain/job/common-values.ts';
import { isBehind, type TaskProgress } from '../../../domain/job/progress.ts';
import { changeSince } from '../../../domain/job/stale.ts';
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
import type { RoomHead } from './job-rows.ts';
import { batteryWords, renderBatteryState } from './task-battery.ts';
import { namesInWords } from './unsaved-notice.ts';

const text = jobStrings.task;
/** Lines of changes in a table row. */
const WIDE_CHANGES = 2;

/** What the height of the rows of one list depends on. */
export interface LineSpace {
  /** Lines of changes. */
  readonly changes: number;
  /** True when a row says more than the state of its beacon. */
  readonly hasRemarks: boolean;
  readonly table: boolean;
  readonly mouse: boolean;
}

/** Height in rem of the rows of a list. The styles use the same numbers. */
export function taskLineRem({ changes, hasRemarks, table, mouse }: LineSpace): number {
  const rem = changes === 0 ? 0 : changesRem(changes, table);
  if (table) return Math.max(hasRemarks ? 3.75 : mouse ? 2.5 : 3.5, rem + 1);
  return 3.5 + rem + (hasRemarks ? 1.25 : 0);
}

/** A room whose heading stays in view while its beacons scroll. */
export const roomHeadStyles = css`
  section {
    gap: 0;
  }
  h3 {
    position: sticky;
    z-index: 1;
    inset-block-start: 0;
    padding-block: var(--space-3) var(--space-1);
    background: var(--color-paper);
    color: var(--color-ink);
    font-size: var(--text-m);
  }
`;

/** What a row says of its beacon. */
interface TaskFacts {
  readonly progress: TaskProgress;
  readonly plan: TaskPlanLine;
  /** What came of preparing it; undefined while nothing was attempted since the page opened. */
  readonly outcome: PrepareOutcome | undefined;
}

/** Fired when the person opens the task. */
export class TaskOpenEvent extends Event {
  constructor(readonly taskId: string) {
    super('fk-task-open', { bubbles: true, composed: true });
  }
}

@customElement('fk-task-line')
class FkTaskLine extends LitElement implements TaskFacts {
  @property({ attribute: false }) progress!: TaskProgress;
  @property({ attribute: false }) plan!: TaskPlanLine;
  @property({ attribute: false }) outcome: PrepareOutcome | undefined = undefined;
  /** Columns, for wide screens. */
  @property({ type: Boolean, reflect: true }) table = false;
  /** One row of the table of all rooms, in the columns of `--task-columns`. */
  @property({ type: Boolean, reflect: true }) wide = false;
  /** In the table of all rooms: the heading of a room instead of a beacon. */
  @property({ attribute: false }) room: RoomHead | null = null;
  /** The values that all beacons of the job have in common; the row shows the others. */
  @property({ attribute: false }) common: AttributeValues = {};
  /** In the table of all rooms: there is no column of changes. */
  @property({ attribute: false }) lean = false;
  @property({ attribute: false }) nowMs = 0;
  /** Names of the values of the beacon that the backend has not saved. */
  @property({ attribute: false }) unsaved: readonly string[] = [];

  static override styles = [
    shared,
    changesInLineStyles,
    css`
      :host {
        position: relative;
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        align-content: center;
        height: 100%;
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
      h3 {
        grid-column: 1 / -1;
        align-self: end;
        padding-block-end: var(--space-1);
        font-size: var(--text-m);
      }
      .count {
        color: var(--color-ink-soft);
        font-weight: var(--weight-text);
      }
      button {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        align-items: center;
        gap: 0 var(--space-3);
        min-width: 0;
        padding: 0;
        border: 0;
        background: none;
        color: inherit;
        font: inherit;
        text-align: start;
        cursor: pointer;
        /* Not under the heading of the room or the foot of the page, which stay in view. */
        scroll-margin-block: 4.5rem 7rem;
      }
      /* On a phone the whole row is the button. */
      button::after {
        content: '';
        position: absolute;
        inset: 0;
      }
      :host(:is([table], [wide])) button {
        position: relative;
        min-height: var(--target);
      }
      .name {
        text-decoration: underline;
      }
    `,
  ];

  protected override render(): TemplateResult {
    if (this.room !== null) return html`<h3 class="cut">${roomTitle(this.room)}</h3>`;
    const { task, device } = this.progress;
    const earlier = this.plan.line?.before ?? {};
    const before = device?.alias == null ? earlier : { ...earlier, alias: device.alias };
    const isEmpty = Object.keys(task.values).length === 0;
    const none = isEmpty ? (task.battery === undefined ? text.noValues : text.battery.change) : nothing;
    const changes = this.lean
      ? nothing
      : renderChangesInLine(before, ownValues(task, this.common), none, this.wide ? WIDE_CHANGES : undefined);
    const who = html`<button type="button" @click=${() => this.dispatchEvent(new TaskOpenEvent(task.id))}>
      <span class="strong cut name"><bdi>${device?.alias ?? task.uniqueId}</bdi></span>
      ${device?.alias == null ? nothing : html`<span class="mono cut">${task.uniqueId}</span>`}
    </button>`;
    const { state, remark } = messageOf(this);
    const unsaved = this.unsaved.length === 0 ? '' : jobStrings.unsaved.line(namesInWords(this.unsaved));
    const words = [unsaved, remark]
      .filter((part) => part !== '')
      .map((part) => html`<bdi class="faint" title=${part}>${part}</bdi> `);
    if (!this.wide) return html`${who} ${changes}<p class="said">${state} ${words}</p>`;
    return html`${who} ${changes}
      <span class="cut">${state}</span>
      <span class="cut">${this.lastStep()}</span>
      <span class="cut faint">${words}${task.note === '' ? nothing : html`<bdi>${task.note}</bdi>`}</span>`;
  }

  /** Returns the time of the last step, or its day when that is not today. */
  private lastStep(): string {
    const atMs = lastStepMs(this.progress);
    if (atMs === null) return '';
    return day(atMs) === day(this.nowMs) ? time(atMs) : day(atMs);
  }
}

/** The name of a room, and how many beacons are in it. */
export function roomTitle({ place, count }: RoomHead): TemplateResult {
  const { noPlace, inRoom } = jobStrings.job;
  return html`${place === '' ? noPlace : html`<bdi>${place}</bdi>`} <span class="count nowrap">· ${inRoom(count)}</span>`;
}

/** True when the row says more than the state of its beacon. */
export function hasRemark(facts: TaskFacts): boolean {
  return messageOf(facts).remark !== '';
}

interface TaskMessage {
  readonly state: TemplateResult;
  /** '' for none. */
  readonly remark: string;
}

/** The failure of preparing, else the person's mark, else the beacon's state, and warnings. */
function messageOf({ progress, plan, outcome }: TaskFacts): TaskMessage {
  const { task, track, standing, configuration, battery } = progress;
  if (outcome !== undefined && (outcome.kind !== 'onThisPhone' || (outcome.differences ?? []).length > 0)) {
    // If only the package is missing, the next attempt only fetches it, and the words are those of a fetch.
    const kind = plan.line?.kind ?? 'prepare';
    return {
      state: html`<fk-status tone="attention">${shortOutcome(outcome, kind)}</fk-status>`,
      remark: outcomeWords(outcome, task.uniqueId, kind).text,
    };
  }
  if (task.mark !== null && !isBehind(standing)) {
    const { kind, reason } = task.mark;
    return { state: html`<fk-status .tone=${MARK_TONES[kind]}>${text.marks[kind]}</fk-status>`, remark: reason };
  }
  if (configuration === null && battery !== null) return { state: renderBatteryState(battery), remark: '' };
  const remarks = [task.battery === undefined ? '' : batteryWords(task.battery), heedOf(plan, progress)];
  return {
    state:
      configuration === 'alreadySo'
        ? html`<fk-status tone="neutral">${text.alreadySo}</fk-status>`
        : html`<fk-track size="row" .words=${true} .track=${track}></fk-track>`,
    remark: remarks.filter((part) => part !== '').join(' · '),
  };
}

const MARK_TONES: Readonly<Record<keyof typeof text.marks, Tone>> = {
  skipped: 'neutral',
  parked: 'attention',
  doneElsewhere: 'neutral',
};

/** The most serious warning; none for a beacon without remaining work. */
function heedOf({ line, risks, otherJob }: TaskPlanLine, progress: TaskProgress): string {
  if (isBehind(progress.standing)) return '';
  const change = changeSince(progress);
  if (change !== null) return text.changedSince[change];
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
