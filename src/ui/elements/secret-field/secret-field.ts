/**
 * The field of a key or passphrase: masked while typing, shown on request. Not of type password, because browsers offer
 * to store those in any case.
 */
import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import '../button/button.ts';
import '../field/field.ts';
import { shared } from '../../kit/tokens.ts';
import { connectStrings } from '../../strings/connect.ts';

/** Events `fk-input` and `fk-change` of the field inside; Enter fires `fk-enter`. */
@customElement('fk-secret-field')
class FkSecretField extends LitElement {
  static override shadowRootOptions: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: true };

  @property() name = '';
  @property() label = '';
  @property() value = '';
  @property() help = '';
  @property() error = '';
  @property({ type: Boolean }) required = false;
  /** An issued key rather than a passphrase: invisible characters are removed. */
  @property({ type: Boolean }) issued = false;
  @state() private shown = false;

  static override styles = [
    shared,
    css`
      :host {
        max-width: var(--measure);
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<fk-field
        secret
        .masked=${!this.shown}
        .name=${this.name}
        .label=${this.label}
        .value=${live(this.value)}
        .help=${this.help}
        .error=${this.error}
        .required=${this.required}
        .issued=${this.issued}
        autocomplete="off"
        mono
        @fk-input=${this.onInput}
        @keydown=${this.onKey}
      ><fk-button slot="beside"
        .label=${this.shown ? connectStrings.hideLabel(this.label) : connectStrings.showLabel(this.label)} @click=${this.toggle}
        >${this.shown ? connectStrings.hide : connectStrings.show}</fk-button
      ></fk-field
    >`;
  }

  /** Waits for its control, so that it can be focused. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const isDone = await super.getUpdateComplete();
    await this.renderRoot.querySelector('fk-field')?.updateComplete;
    return isDone;
  }

  private readonly onInput = (event: Event): void => {
    this.value = (event as Event & { readonly value: string }).value;
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    // Enter on the button beside the control presses that button.
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter' && !event.isComposing)
      this.dispatchEvent(new Event('fk-enter', { bubbles: true, composed: true }));
  };

  private readonly toggle = (): void => {
    this.shown = !this.shown;
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-secret-field': FkSecretField;
  }
}
