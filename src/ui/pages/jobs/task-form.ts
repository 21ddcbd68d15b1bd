/** The form of one task: marks, room, note, and the beacon it was swapped with. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import * as z from 'zod/mini';
import { changedTexts, draftText, optionalDraftText } from '../../../domain/draft-text.ts';
import { MAX_TYPED_WORDS, type TaskMark } from '../../../domain/job/job.ts';
import type { TaskProgress } from '../../../domain/job/progress.ts';
import type { Drafts } from '../../../use-cases/drafts/drafts.ts';
import '../../beacon/reading/beacon-reading.ts';
import { DraftController } from '../../controllers/draft-controller.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { renderRestored } from '../../shared/restored-draft.ts';
import { devicePath } from '../../shell/router.ts';
import { jobStrings } from '../../strings/jobs.ts';

const text = jobStrings.task;
const MARKS = ['parked', 'skipped', 'notFound', 'doneElsewhere'] as const;
/** Minutes after which a parked beacon may be tried again. */
export const PARK_MINUTES = [5, 10, 20, 30, 60] as const;
const UNTIL = [
  { value: '', label: jobStrings.parked.noTime },
  ...PARK_MINUTES.map((minutes) => ({ value: String(minutes), label: jobStrings.parked.inMinutes(minutes) })),
];

const taskDraft = z.object({
  place: optionalDraftText,
  note: optionalDraftText,
  reason: draftText,
  until: draftText,
});

/** `minutes`: null when no time is known. */
export function parkedFor(reason: string, minutes: number | null, nowMs = Date.now()): Omit<TaskMark, 'atMs'> {
  return { kind: 'parked', reason, ...(minutes === null ? {} : { untilMs: nowMs + minutes * 60_000 }) };
}

export type TaskChange =
  /** `stays`: the field only lost focus, and the form stays open. */
  | { readonly kind: 'save'; readonly place: string; readonly note: string; readonly stays?: boolean }
  | { readonly kind: 'mark'; readonly mark: Omit<TaskMark, 'atMs'> | null }
  | { readonly kind: 'swap'; readonly with: string }
  | { readonly kind: 'plan' | 'remove' | 'close' };

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
  @property({ attribute: false }) progress: TaskProgress | null = null;
  /** True when the plan and membership can be changed too; on site only room, note, marks and swaps can. */
  @property({ attribute: false }) planning = true;
  @state() private place = '';
  @state() private note = '';
  @state() private reason = '';
  /** Minutes; '' for no time. */
  @state() private until = '';
  @state() private other = '';
  private shown = '';
  /** Without the beacon it was swapped with, which is looked up and not written. */
  private readonly draft = new DraftController(this, () => this.drafts, {
    of: () => (this.progress === null ? null : `task-${this.progress.task.id}`),
    schema: taskDraft,
    read: () => {
      const { place, note, reason, until } = this;
      return { ...changedTexts({ place, note }, this.progress?.task), reason, until };
    },
    restore: (draft) => {
      this.place = draft.place ?? this.progress?.task.place ?? '';
      this.note = draft.note ?? this.progress?.task.note ?? '';
      this.reason = draft.reason;
      this.until = draft.until;
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
    const isOther = this.shown !== (task?.id ?? '');
    this.shown = task?.id ?? '';
    const before = changed.get('progress')?.task;
    if (isOther || this.place.trim() === before?.place) this.place = task?.place ?? '';
    if (isOther || this.note.trim() === before?.note) this.note = task?.note ?? '';
    if (isOther) this.other = '';
    // A mark that was made holds its reason.
    if (!isOther && (task?.mark ?? null) === null) return;
    this.reason = '';
    this.until = '';
  }

  protected override render(): TemplateResult | typeof nothing {
    const task = this.progress?.task;
    if (task === undefined) return nothing;
    return html`<div class="stack far" @fk-input=${this.onInput} @fk-change=${this.onInput}>
      ${renderRestored(this, this.draft)}
      ${task.mark === null ? this.renderMarks() : this.renderMark(task.mark)}
      <fk-field name="place" .label=${text.place} .maxlength=${MAX_TYPED_WORDS} .value=${this.place}></fk-field>
      <fk-field kind="textarea" name="note" .label=${text.note} .maxlength=${MAX_TYPED_WORDS} .value=${this.note}></fk-field>
      <div class="row"><fk-button @click=${() => this.dispatchChange({ kind: 'save', place: this.place.trim(), note: this.note.trim() })}>${text.save}</fk-button></div>
      <fk-field name="other" .mono=${true} .label=${text.exchanged} .help=${text.exchangedHelp} .value=${this.other}></fk-field>
      <div class="wrap">
        <fk-button .disabled=${this.other.trim() === ''} @click=${() => this.dispatchChange({ kind: 'swap', with: this.other.trim() })}>${text.swap}</fk-button>
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
          (
            name,
          ) => html`<li><fk-button .wide=${true} @click=${() => this.dispatchChange({ kind: 'mark', mark: this.markOf(name) })}>${text.markAs[name]}</fk-button>
          <span class="soft">${text.markMeans[name]}</span></li>`,
        )}
      </ul>
      <fk-field kind="select" name="until" .label=${text.until} .options=${UNTIL} .value=${this.until}></fk-field>
      <fk-field name="reason" .label=${text.reason} .help=${text.reasonHelp} .maxlength=${MAX_TYPED_WORDS} .value=${this.reason}></fk-field>`;
  }

  private markOf(name: (typeof MARKS)[number]): Omit<TaskMark, 'atMs'> {
    const reason = this.reason.trim();
    switch (name) {
      case 'parked':
        return parkedFor(reason, this.until === '' ? null : Number(this.until));
      case 'notFound':
        return { kind: 'skipped', reason: reason === '' ? text.markAs.notFound : `${text.markAs.notFound}: ${reason}` };
      case 'skipped':
      case 'doneElsewhere':
        return { kind: name, reason };
    }
  }

  private readonly onInput = ({ name, value, type }: FieldChangeEvent): void => {
    if (name === 'place') this.place = value;
    else if (name === 'note') this.note = value;
    else if (name === 'reason') this.reason = value;
    else if (name === 'until') this.until = value;
    else if (name === 'other') this.other = value;
    // The sheet can be closed in many ways, so save typed text when its field loses focus.
    if (!this.planning && type === 'fk-change' && (name === 'place' || name === 'note'))
      this.dispatchChange({ kind: 'save', place: this.place.trim(), note: this.note.trim(), stays: true });
  };

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
