/** Closes a run whose beacon is gone: asks for the reason, explains the consequence, and notifies the page. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { FieldChangeEvent } from '../elements/field/field.ts';
import { shared } from '../kit/tokens.ts';
import { runStrings } from '../strings/run.ts';
import '../elements/basics.ts';
import '../elements/confirm/confirm.ts';

const text = runStrings.close;
const MAX_LETTERS = 200;

/** Dispatched when the person confirms. */
export class CloseRunEvent extends Event {
  constructor(
    readonly runId: string,
    readonly uniqueId: string,
    readonly reason: string,
  ) {
    super('fk-close-run', { bubbles: true, composed: true });
  }
}

@customElement('fk-close-run')
class FkCloseRun extends LitElement {
  @property({ attribute: false }) runId = '';
  @property({ attribute: false }) uniqueId = '';
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
      @fk-confirm=${this.close} @fk-close=${() => (this.isConfirming = false)}>
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

  private readonly close = (): void => {
    this.dispatchEvent(new CloseRunEvent(this.runId, this.uniqueId, this.reason.trim()));
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-close-run': FkCloseRun;
  }
}
