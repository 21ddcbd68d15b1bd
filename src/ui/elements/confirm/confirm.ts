/** The confirm dialog: describes the consequence, and offers the action or leaving things unchanged. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { shared } from '../../kit/tokens.ts';
import { elementStrings } from '../../strings/elements.ts';
import '../button/button.ts';
import '../dialog/dialog.ts';
import '../field/field.ts';
import type { FieldChangeEvent } from '../field/field.ts';
import '../notice/notice.ts';

const text = elementStrings.confirm;
/** What a person types of an ID to confirm. */
const LAST_CHARACTERS = 4;

/**
 * Set `open`. The slot is the body; `action` is the label of the confirming button, `keep` of the other. `variant` is
 * the style of the action; with a plain one `keep` is the primary button. Closing the dialog in any other way means
 * `keep`. There is no default button: Enter does nothing. Where there is no way back, `subjectId` is the ID whose last
 * characters have to be typed (case-sensitive), and `consequence` the sentence. Events: `fk-confirm`, `fk-close`, after
 * which `open` is false.
 */
@customElement('fk-confirm')
export class FkConfirm extends LitElement {
  @property({ type: Boolean, reflect: true }) open = false;
  @property() heading = '';
  @property() action = '';
  @property() keep: string = elementStrings.cancel;
  @property() variant: 'primary' | 'danger' | 'plain' = 'primary';
  @property() consequence = '';
  @property() subjectId: string | null = null;
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
    const { subjectId } = this;
    const wanted = subjectId?.slice(-LAST_CHARACTERS) ?? '';
    const isReady = subjectId === null || (wanted !== '' && this.typed === wanted);
    const variant = subjectId === null ? this.variant : 'danger';
    const keepLeads = variant === 'plain';
    const keep = html`<fk-button slot="actions" .variant=${keepLeads ? 'primary' : 'plain'} @click=${this.close}>${this.keep}</fk-button>`;
    const go = html`<fk-button slot="actions" .variant=${variant} .disabled=${!isReady}
      @click=${this.confirm}>${this.action}</fk-button>`;
    return html`<fk-dialog .heading=${this.heading} .open=${this.open} @fk-close=${this.close}>
      ${subjectId === null ? nothing : this.renderTyped(subjectId, wanted, isReady)}
      <slot></slot>
      ${keepLeads ? [go, keep] : [keep, go]}
    </fk-dialog>`;
  }

  private renderTyped(subjectId: string, wanted: string, isReady: boolean): TemplateResult {
    const isWrong = this.typed.length >= wanted.length && !isReady;
    return html`<div class="stack far">
      <fk-notice tone="stop" .text=${this.consequence}></fk-notice>
      <fk-field
        name="confirm"
        mono
        .label=${text.type(wanted)}
        .help=${text.help(Math.min(LAST_CHARACTERS, subjectId.length), subjectId)}
        .error=${isWrong ? text.mismatch : ''}
        .value=${this.typed}
        .maxlength=${wanted.length}
        @fk-input=${this.onTyped}
        @fk-change=${this.onTyped}
      ></fk-field>
    </div>`;
  }

  private readonly onTyped = (event: FieldChangeEvent): void => {
    event.stopPropagation();
    this.typed = event.value;
  };

  private readonly close = (): void => {
    this.open = false;
  };

  private readonly confirm = (): void => {
    this.open = false;
    this.dispatchEvent(new Event('fk-confirm', { bubbles: true, composed: true }));
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-confirm': FkConfirm;
  }
}
