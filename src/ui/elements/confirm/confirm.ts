/** The confirm dialog: describes the consequence, and offers the action or leaving things unchanged. */
import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { elementStrings } from '../../strings/elements.ts';
import '../button/button.ts';
import '../dialog/dialog.ts';

/** The action was pressed. Dispatched before `fk-close`. */
class ConfirmEvent extends Event {
  constructor() {
    super('fk-confirm', { bubbles: true, composed: true });
  }
}

/**
 * Set `open`. The slot is the body; `action` is the label of the confirming button, `keep` of the other. `variant` is
 * the style of the action; with a plain one `keep` is the primary button. `ready`: the action can be pressed. Closing
 * the dialog in any other way means `keep`. There is no default button: Enter does nothing. Events: `fk-confirm`,
 * `fk-close`, after which `open` is false.
 */
@customElement('fk-confirm')
export class FkConfirm extends LitElement {
  @property({ type: Boolean, reflect: true }) open = false;
  @property() heading = '';
  @property() action = '';
  @property() keep: string = elementStrings.cancel;
  @property() variant: 'primary' | 'danger' | 'plain' = 'primary';
  @property({ attribute: false }) ready = true;

  static override styles = css`
    :host {
      display: contents;
    }
  `;

  protected override render(): TemplateResult {
    const keepLeads = this.variant === 'plain';
    const keep = html`<fk-button slot="actions" .variant=${keepLeads ? 'primary' : 'plain'} @click=${this.close}>${this.keep}</fk-button>`;
    const go = html`<fk-button slot="actions" .variant=${this.variant} .disabled=${!this.ready}
      @click=${this.confirm}>${this.action}</fk-button>`;
    return html`<fk-dialog .heading=${this.heading} .open=${this.open} @fk-close=${this.close}>
      <slot></slot>
      ${keepLeads ? [go, keep] : [keep, go]}
    </fk-dialog>`;
  }

  private readonly close = (): void => {
    this.open = false;
  };

  private readonly confirm = (): void => {
    this.open = false;
    this.dispatchEvent(new ConfirmEvent());
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-confirm': FkConfirm;
  }
}
