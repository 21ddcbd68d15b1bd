/** The form of one task: marks, room, note, and the beacon it was swapped with. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { MAX_TYPED_WORDS, type BatteryChange, type TaskMark } from '../../../domain/job/job.ts';
import type { Photo } from '../../../domain/job/photo.ts';
import type { TaskProgress } from '../../../domain/job/progress.ts';
import type { Drafts } from '../../../use-cases/drafts/drafts.ts';
import type { PhotoStore } from '../../../use-cases/jobs/ports.ts';
import '../../beacon/reading/beacon-reading.ts';
import '../../elements/basics.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { FormController } from '../../shared/form-controller.ts';
import { devicePath } from '../../shell/router.ts';
import { jobStrings } from '../../strings/jobs.ts';
import './task-photos.ts';

const text = jobStrings.task;
const MARKS = ['parked', 'skipped', 'notFound', 'doneElsewhere'] as const;
/** Minutes after which a parked beacon may be tried again. */
export const PARK_MINUTES = [5, 10, 20, 30, 60] as const;
const UNTIL = [
  { value: '', label: jobStrings.parked.noTime },
  ...PARK_MINUTES.map((minutes) => ({ value: String(minutes), label: jobStrings.parked.inMinutes(minutes) })),
];

/** `minutes`: null when no time is known. */
export function parkedFor(reason: string, minutes: number | null, nowMs = Date.now()): Omit<TaskMark, 'atMs'> {
  return { kind: 'parked', reason, ...(minutes === null ? {} : { untilMs: nowMs + minutes * 60_000 }) };
}

export type TaskChange =
  /** `stays`: the field only lost focus, and the form stays open. */
  | { readonly kind: 'save'; readonly place: string; readonly note: string; readonly stays?: boolean }
  | { readonly kind: 'mark'; readonly mark: Omit<TaskMark, 'atMs'> | null }
  | { readonly kind: 'battery'; readonly battery: BatteryChange }
  | { readonly kind: 'swap'; readonly with: string }
  | { readonly kind: 'removePhoto'; readonly photo: Photo }
  | { readonly kind: 'plan' | 'remove' };

/** An action on the task. */
export class TaskChangeEvent extends Event {
  constructor(
    readonly taskId: string,
    readonly change: TaskChange,
  ) {
    super('fk-task-change', { bubbles: true, composed: true });
  }
}

@customElement('fk-task-form')
class FkTaskForm extends LitElement {
  @property({ attribute: false }) drafts: Drafts | undefined;
  @property({ attribute: false }) photos: PhotoStore | undefined;
  @property({ attribute: false }) progress: TaskProgress | null = null;
  /** True when the plan and membership can be changed too; on site only room, note, marks and swaps can. */
  @property({ attribute: false }) planning = true;
  private readonly form = new FormController(this, {
    first: () => {
      const { place = '', note = '' } = this.progress?.task ?? {};
      return { until: '', reason: '', place, note, other: '' };
    },
    fields: {
      until: { kind: 'select', label: text.until, options: UNTIL },
      reason: { label: text.reason, help: text.reasonHelp, maxlength: MAX_TYPED_WORDS },
      place: { label: text.place, maxlength: MAX_TYPED_WORDS },
      note: { kind: 'textarea', label: text.note, maxlength: MAX_TYPED_WORDS },
      // It is looked up and not written.
      other: { label: text.exchanged, help: text.exchangedHelp, mono: true, transient: true },
    },
    draft: {
      drafts: () => this.drafts,
      of: () => (this.progress === null ? null : `task-${this.progress.task.id}`),
    },
    // The sheet can be closed in many ways, so save typed text when its field loses focus.
    left: (name) => {
      if (!this.planning && (name === 'place' || name === 'note')) this.save(true);
    },
  });

  static override styles = [
    shared,
    pageStyles,
    css`
      li {
        display: grid;
        grid-template-columns: minmax(0, 9rem) minmax(0, 1fr);
        align-items: center;
        gap: var(--space-3);
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('progress')) return;
    const task = this.progress?.task;
    if (task?.id !== changed.get('progress')?.task.id) this.form.reset();
    // A mark that was made holds its reason.
    else if ((task?.mark ?? null) !== null) this.form.change({ reason: '', until: '' });
  }

  protected override render(): TemplateResult | typeof nothing {
    const task = this.progress?.task;
    if (task === undefined) return nothing;
    const other = this.form.texts.other.trim();
    return html`<div class="stack far">
      ${this.form.renderRestored()}
      <fk-task-photos .photos=${this.photos} .task=${task} .name=${this.progress?.device?.alias ?? task.uniqueId}
        .onRemove=${(photo: Photo) => this.dispatchChange({ kind: 'removePhoto', photo })}></fk-task-photos>
      ${task.mark === null ? this.renderMarks() : this.renderMark(task.mark)}
      ${this.form.rows('place', 'note')}
      <div class="row"><fk-button @click=${() => this.save()}>${text.save}</fk-button></div>
      ${this.form.field('other')}
      <div class="wrap">
        <fk-button .disabled=${other === ''} @click=${() => this.dispatchChange({ kind: 'swap', with: other })}>${text.swap}</fk-button>
        ${
          this.planning
            ? html`<fk-button @click=${() => this.dispatchChange({ kind: 'plan' })}>${text.plan}</fk-button>
              <fk-button variant="quiet" @click=${() => this.dispatchChange({ kind: 'remove' })}>${text.remove}</fk-button>`
            : nothing
        }
      </div>
      <p class="row"><fk-id .value=${task.uniqueId}></fk-id> <a href=${devicePath(task.uniqueId)}>${text.toDevice}</a></p>
      <fk-beacon-reading .device=${this.progress?.device ?? null} .planned=${task.values}></fk-beacon-reading>
    </div>`;
  }

  private renderMark(mark: TaskMark): TemplateResult {
    return html`<p><strong>${text.marks[mark.kind]}</strong> <bdi>${mark.reason}</bdi></p>
      <div class="row"><fk-button @click=${() => this.dispatchChange({ kind: 'mark', mark: null })}>${text.unmark}</fk-button></div>`;
  }

  /** The ways to leave a beacon, each with an explanation. */
  private renderMarks(): TemplateResult {
    return html`<ul class="stack close" role="list">
        ${MARKS.map(
          (name) => html`<li><fk-button .wide=${true}
            @click=${() => this.dispatchChange({ kind: 'mark', mark: this.markOf(name) })}>${text.markAs[name]}</fk-button>
          <span class="soft">${text.markMeans[name]}</span></li>`,
        )}
      </ul>
      ${this.form.rows('until', 'reason')}`;
  }

  private markOf(name: (typeof MARKS)[number]): Omit<TaskMark, 'atMs'> {
    const reason = this.form.texts.reason.trim();
    const { until } = this.form.texts;
    switch (name) {
      case 'parked':
        return parkedFor(reason, until === '' ? null : Number(until));
      case 'notFound':
        return { kind: 'skipped', reason: reason === '' ? text.markAs.notFound : `${text.markAs.notFound}: ${reason}` };
      case 'skipped':
      case 'doneElsewhere':
        return { kind: name, reason };
    }
  }

  private save(stays?: boolean): void {
    const { place, note } = this.form.texts;
    this.dispatchChange({ kind: 'save', place: place.trim(), note: note.trim(), stays });
  }

  private dispatchChange(action: TaskChange): void {
    const id = this.progress?.task.id;
    if (id !== undefined) this.dispatchEvent(new TaskChangeEvent(id, action));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-task-form': FkTaskForm;
  }
}
