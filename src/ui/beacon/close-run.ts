/** Closes a run whose beacon is gone: asks for the reason, and explains the consequence. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Run } from '../../domain/run.ts';
import type { Runs } from '../../use-cases/run/runs.ts';
import type { FieldChangeEvent } from '../elements/field/field.ts';
import { shared } from '../kit/tokens.ts';
import { SayEvent } from '../shared/say.ts';
import { runStrings } from '../strings/run.ts';
import '../elements/basics.ts';
import '../elements/confirm/confirm.ts';

const text = runStrings.close;
const MAX_LETTERS = 200;

/** Closes the run, and says whether it was closed, with Undo. */
export async function closeRun(
  host: EventTarget,
  runs: Pick<Runs, 'closeRun' | 'reopenRun'>,
  { id, uniqueId }: Pick<Run, 'id' | 'uniqueId'>,
  reason: string,
): Promise<boolean> {
  const isClosed = await runs.closeRun(id, reason);
  const message = isClosed
    ? new SayEvent(text.closed(uniqueId), () => void runs.reopenRun(id))
    : new SayEvent(text.notClosed(uniqueId));
  host.dispatchEvent(message);
  return isClosed;
}

@customElement('fk-close-run')
class FkCloseRun extends LitElement {
  @property({ attribute: false }) uniqueId = '';
  /** Called when the person confirms. */
  @property({ attribute: false }) onClose: (reason: string) => void = () => {};
  /** Shows a line that explains what closing is for. */
  @property({ attribute: false }) explained = false;
  @state() private isConfirming = false;
  @state() private reason = '';

  static override styles = [
    shared,
    css`
      :host {
        display: grid;
      }
      .explained {
        display: grid;
        grid-template-columns: minmax(0, 9rem) minmax(0, 1fr);
        align-items: center;
        gap: var(--space-3);
      }
    `,
  ];

  protected override render(): TemplateResult {
    const button = html`<fk-button .variant=${this.explained ? 'plain' : 'quiet'} .wide=${this.explained}
      @click=${() => (this.isConfirming = true)}>${text.button}<span class="aside">, ${this.uniqueId}</span></fk-button>`;
    return html`${this.explained ? html`<div class="explained">${button}<p class="soft">${text.line}</p></div>` : button}
      ${this.isConfirming ? this.renderDialog() : nothing}`;
  }

  private renderDialog(): TemplateResult {
    return html`<fk-confirm open .heading=${text.title(this.uniqueId)} .keep=${text.keep} .action=${text.confirm}
      @fk-confirm=${() => this.onClose(this.reason.trim())} @fk-close=${() => (this.isConfirming = false)}>
        <div class="stack">
        <p>${text.means}</p>
        <fk-field
          name="reason"
          .label=${text.reason}
          .help=${text.reasonHelp}
          .maxlength=${MAX_LETTERS}
          .value=${this.reason}
          @fk-input=${(event: FieldChangeEvent) => (this.reason = event.value)}
        ></fk-field>
        </div>
      </fk-confirm>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-close-run': FkCloseRun;
  }
}
