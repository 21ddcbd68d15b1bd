/** The confirm for dangerous things: says what will happen and who loses what, and wants the last characters of the id typed. */
import { LitElement, css, html, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { shared } from '../../kit/tokens.ts';
import { elementStrings } from '../../strings/elements.ts';
import type { FieldChangeEvent } from '../field/field.ts';
import '../button/button.ts';
import '../dialog/dialog.ts';
import '../field/field.ts';
import '../notice/notice.ts';

/** The person has typed the characters of `subjectId` and pressed the action. */
export class ConfirmEvent extends Event {
  constructor(readonly subjectId: string) {
    super('fk-confirm', { bubbles: true, composed: true });
  }
}

/**
 * Set `open`. `consequence` is the sentence, `subjectId` the id (case matters: ids are case-sensitive), `action` the word on the button.
 * There is no default button: Enter does nothing. Events: `fk-confirm`, `fk-close`.
 */
@customElement('fk-confirm-typed')
export class FkConfirmTyped extends LitElement {
  @property({ type: Boolean, reflect: true }) open = false;
  @property() heading = '';
  @property() consequence = '';
  @property() subjectId = '';
  @property() action = '';
  @state() private typed = '';

  static override styles = [
    shared,
    css`
      :host {
        display: contents;
      }
      .body {
        display: grid;
        gap: var(--space-4);
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('open') || changed.has('subjectId')) this.typed = '';
  }

  protected override render(): TemplateResult {
    const wanted = this.subjectId.slice(-4);
    const matches = wanted !== '' && this.typed === wanted;
    const wrong = this.typed.length >= wanted.length && !matches;
    return html`<fk-dialog .heading=${this.heading} .open=${this.open} @fk-close=${this.onClose}>
      <div class="body">
        <fk-notice tone="stop" .text=${this.consequence}><slot name="details" slot="details"></slot></fk-notice>
        <fk-field
          name="confirm"
          mono
          .label=${elementStrings.confirm.type(wanted)}
          .help=${elementStrings.confirm.help(this.subjectId)}
          .error=${wrong ? elementStrings.confirm.mismatch : ''}
          .value=${this.typed}
          .maxlength=${wanted.length}
          @fk-input=${this.onTyped}
          @fk-change=${this.onTyped}
        ></fk-field>
      </div>
      <fk-button slot="actions" @click=${this.cancel}>${elementStrings.cancel}</fk-button>
      <fk-button slot="actions" variant="danger" .disabled=${!matches} @click=${this.confirm}>${this.action}</fk-button>
    </fk-dialog>`;
  }

  private readonly onTyped = (event: FieldChangeEvent): void => {
    event.stopPropagation();
    this.typed = event.value;
  };

  private readonly onClose = (): void => {
    this.open = false;
  };

  private readonly cancel = (): void => {
    this.open = false;
  };

  private readonly confirm = (): void => {
    if (this.typed !== this.subjectId.slice(-4)) return;
    this.open = false;
    this.dispatchEvent(new ConfirmEvent(this.subjectId));
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-confirm-typed': FkConfirmTyped;
  }
  interface HTMLElementEventMap {
    'fk-confirm': ConfirmEvent;
  }
}
