/** One task of a job: its room and note, what a person says of it, and the ways to its beacon. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { TaskMark } from '../../../domain/job/job.ts';
import type { TaskProgress } from '../../../domain/job/progress.ts';
import '../../elements/button/button.ts';
import '../../elements/dialog/dialog.ts';
import '../../elements/field/field.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import '../../elements/id/id.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { devicePath } from '../../shell/router.ts';
import { jobStrings } from '../../strings/jobs.ts';

const text = jobStrings.task;
/** Letters of a room, a note or a reason. */
const MOST = 200;
const MARKS = ['parked', 'skipped', 'doneElsewhere'] as const;

export type TaskWish =
  | { readonly kind: 'save'; readonly place: string; readonly note: string }
  | { readonly kind: 'mark'; readonly mark: Omit<TaskMark, 'atMs'> | null }
  | { readonly kind: 'swap'; readonly with: string }
  | { readonly kind: 'plan' | 'remove' | 'close' };

/** What a person wants of the task. */
export class TaskWishEvent extends Event {
  constructor(
    readonly taskId: string,
    readonly wish: TaskWish,
  ) {
    super('fk-task-wish');
  }
}

@customElement('fk-task-dialog')
class FkTaskDialog extends LitElement {
  /** null closes it. */
  @property({ attribute: false }) progress: TaskProgress | null = null;
  /** Whether plan and membership can be changed here; on site only place, note and marks are. */
  @property({ attribute: false }) planning = true;
  @state() private place = '';
  @state() private note = '';
  @state() private reason = '';
  @state() private other = '';
  private shown = '';

  static override styles = [
    shared,
    pageStyles,
    css`
      .body {
        display: grid;
        gap: var(--space-4);
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('progress')) return;
    const task = this.progress?.task;
    if (this.shown === (task?.id ?? '')) return;
    this.shown = task?.id ?? '';
    this.place = task?.place ?? '';
    this.note = task?.note ?? '';
    this.reason = '';
    this.other = '';
  }

  protected override render(): TemplateResult {
    const { progress } = this;
    return html`<fk-dialog .open=${progress !== null} .heading=${progress?.device?.alias ?? progress?.task.uniqueId ?? ''} @fk-close=${() => this.wish({ kind: 'close' })}>
      ${progress === null ? nothing : this.renderTask(progress)}
    </fk-dialog>`;
  }

  private renderTask({ task }: TaskProgress): TemplateResult {
    return html`<div class="body" @fk-input=${this.onInput} @fk-change=${this.onInput}>
      <p class="row"><fk-id .value=${task.uniqueId}></fk-id> <a class="plain" href=${devicePath(task.uniqueId)}>${text.toDevice}</a></p>
      <fk-field name="place" .label=${text.place} .maxlength=${MOST} .value=${this.place}></fk-field>
      <fk-field kind="textarea" name="note" .label=${text.note} .maxlength=${MOST} .value=${this.note}></fk-field>
      <div class="row"><fk-button variant="primary" @click=${() => this.wish({ kind: 'save', place: this.place.trim(), note: this.note.trim() })}>${text.save}</fk-button></div>
      ${
        task.mark !== null
          ? html`<p><strong>${text.marks[task.mark.kind]}</strong> <bdi>${task.mark.reason}</bdi></p>
            <div class="row"><fk-button @click=${() => this.wish({ kind: 'mark', mark: null })}>${text.unmark}</fk-button></div>`
          : html`<fk-field name="reason" .label=${text.reason} .help=${text.reasonHelp} .maxlength=${MOST} .value=${this.reason}></fk-field>
            <div class="actions">
              ${MARKS.map((kind) => html`<fk-button @click=${() => this.wish({ kind: 'mark', mark: { kind, reason: this.reason.trim() } })}>${text.markAs[kind]}</fk-button>`)}
            </div>`
      }
      <fk-field name="other" .mono=${true} .label=${text.exchanged} .help=${text.exchangedHelp} .value=${this.other}></fk-field>
      <div class="actions">
        <fk-button .disabled=${this.other.trim() === ''} @click=${() => this.wish({ kind: 'swap', with: this.other.trim() })}>${text.swap}</fk-button>
        ${
          this.planning
            ? html`<fk-button @click=${() => this.wish({ kind: 'plan' })}>${text.plan}</fk-button>
              <fk-button variant="quiet" @click=${() => this.wish({ kind: 'remove' })}>${text.remove}</fk-button>`
            : nothing
        }
      </div>
    </div>`;
  }

  private readonly onInput = ({ name, value }: FieldChangeEvent): void => {
    if (name === 'place') this.place = value;
    else if (name === 'note') this.note = value;
    else if (name === 'reason') this.reason = value;
    else if (name === 'other') this.other = value;
  };

  private wish(wish: TaskWish): void {
    const id = this.progress?.task.id;
    if (id !== undefined) this.dispatchEvent(new TaskWishEvent(id, wish));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-task-dialog': FkTaskDialog;
  }
}
