/** One task of a job in a dialog. Event: `fk-task-change`. */
import { LitElement, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { TaskProgress } from '../../../domain/job/progress.ts';
import type { Drafts } from '../../../use-cases/drafts/drafts.ts';
import '../../elements/basics.ts';
import { shared } from '../../kit/tokens.ts';
import './task-form.ts';
import { TaskChangeEvent } from './task-form.ts';

@customElement('fk-task-dialog')
class FkTaskDialog extends LitElement {
  @property({ attribute: false }) drafts: Drafts | undefined;
  /** Null closes it. */
  @property({ attribute: false }) progress: TaskProgress | null = null;

  static override styles = [shared];

  protected override render(): TemplateResult {
    const { progress } = this;
    return html`<fk-dialog .open=${progress !== null} .heading=${progress?.device?.alias ?? progress?.task.uniqueId ?? ''} @fk-close=${this.close}>
      <fk-task-form .drafts=${this.drafts} .progress=${progress}></fk-task-form>
    </fk-dialog>`;
  }

  private readonly close = (): void => {
    if (this.progress !== null) this.dispatchEvent(new TaskChangeEvent(this.progress.task.id, { kind: 'close' }));
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-task-dialog': FkTaskDialog;
  }
}
