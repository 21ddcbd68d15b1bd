/** The parked beacons of a job: the place and the time of return, if one is known. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { TaskProgress } from '../../../domain/job/progress.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent, FieldOption } from '../../elements/field/field.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { jobStrings } from '../../strings/jobs.ts';
import { time } from '../../language/times.ts';
import { PARK_MINUTES, TaskChangeEvent, parkedFor } from './task-form.ts';
import { taskPath } from './job-links.ts';

const text = jobStrings.parked;
/** Keeps the time that was set before, instead of a number of minutes. */
const UNCHANGED = 'unchanged';

@customElement('fk-parked-list')
class FkParkedList extends LitElement {
  @property({ attribute: false }) parked: readonly TaskProgress[] = [];
  @property({ attribute: false }) nowMs = 0;

  static override styles = [
    shared,
    pageStyles,
    css`
      ul {
        margin-block: var(--space-2);
      }
      li {
        padding-block-end: var(--space-3);
        border-bottom: var(--stroke) solid var(--color-line);
      }
      .row {
        align-items: end;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { parked } = this;
    if (parked.length === 0) return nothing;
    const soonest = Math.min(...parked.flatMap(({ task }) => task.mark?.untilMs ?? []));
    return html`<details>
      <summary>${text.heading(parked.length)} · ${soonest === Infinity ? text.noTime : text.nextIn(leftWords(soonest - this.nowMs))}</summary>
      <ul class="stack" role="list">${parked.map((one) => this.renderOne(one))}</ul>
    </details>`;
  }

  private renderOne({ task, device }: TaskProgress): TemplateResult {
    const { untilMs, reason = '' } = task.mark ?? {};
    return html`<li class="stack close">
      <p><strong><bdi>${task.place === '' ? jobStrings.run.noPlace : task.place}</bdi></strong> <span class="mono">${task.uniqueId}</span> <bdi>${device?.alias ?? ''}</bdi></p>
      ${reason === '' ? nothing : html`<p><bdi>${reason}</bdi></p>`}
      <p>${untilMs === undefined ? text.noTime : text.backIn(leftWords(untilMs - this.nowMs))}</p>
      <div class="row">
        <fk-field kind="select" name="until" .label=${text.again} .options=${optionsOf(untilMs)} .value=${untilMs === undefined ? '' : UNCHANGED} @fk-change=${(event: FieldChangeEvent) => this.setReason(task.id, reason, event)}></fk-field>
        <fk-button .href=${taskPath(task.jobId, task.uniqueId)}>${text.go}</fk-button>
      </div>
    </li>`;
  }

  private setReason(taskId: string, reason: string, event: FieldChangeEvent): void {
    event.stopPropagation();
    if (event.value === UNCHANGED) return;
    const mark = parkedFor(reason, event.value === '' ? null : Number(event.value), this.nowMs);
    this.dispatchEvent(new TaskChangeEvent(taskId, { kind: 'mark', mark }));
  }
}

function optionsOf(untilMs: number | undefined): FieldOption[] {
  return [
    ...(untilMs === undefined ? [] : [{ value: UNCHANGED, label: text.at(time(untilMs)) }]),
    { value: '', label: text.noTime },
    ...PARK_MINUTES.map((minutes) => ({ value: String(minutes), label: text.inMinutes(minutes) })),
  ];
}

/** `4:10`, minutes and seconds. */
function leftWords(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-parked-list': FkParkedList;
  }
}
