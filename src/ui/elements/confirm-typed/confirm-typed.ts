/** The confirm dialog for dangerous actions: describes the consequence, and requires the last characters of the ID. */
import { LitElement, css, html, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { shared } from '../../kit/tokens.ts';
import { elementStrings } from '../../strings/elements.ts';
import type { FieldChangeEvent } from '../field/field.ts';
import '../confirm/confirm.ts';
import '../field/field.ts';
import '../notice/notice.ts';

/**
 * Set `open`. `consequence` is the sentence, `subjectId` the ID (case-sensitive), `action` the button's label. Events:
 * `fk-confirm` and `fk-close` of the inner confirm dialog.
 */
/** What a person types to confirm. */
const LAST_CHARACTERS = 4;

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
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('open') || changed.has('subjectId')) this.typed = '';
  }

  protected override render(): TemplateResult {
    const wanted = this.subjectId.slice(-LAST_CHARACTERS);
    const matches = wanted !== '' && this.typed === wanted;
    const wrong = this.typed.length >= wanted.length && !matches;
    return html`<fk-confirm variant="danger" .heading=${this.heading} .open=${this.open} .action=${this.action}
      .ready=${matches} @fk-confirm=${this.close} @fk-close=${this.close}>
      <div class="stack far">
        <fk-notice tone="stop" .text=${this.consequence}><slot name="details" slot="details"></slot></fk-notice>
        <fk-field
          name="confirm"
          mono
          .label=${elementStrings.confirm.type(wanted)}
          .help=${elementStrings.confirm.help(Math.min(LAST_CHARACTERS, this.subjectId.length), this.subjectId)}
          .error=${wrong ? elementStrings.confirm.mismatch : ''}
          .value=${this.typed}
          .maxlength=${wanted.length}
          @fk-input=${this.onTyped}
          @fk-change=${this.onTyped}
        ></fk-field>
      </div>
    </fk-confirm>`;
  }

  private readonly onTyped = (event: FieldChangeEvent): void => {
    event.stopPropagation();
    this.typed = event.value;
  };

  private readonly close = (): void => {
    this.open = false;
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-confirm-typed': FkConfirmTyped;
  }
}
