/** The field of a key or passphrase: hidden while it is typed, shown on request, never offered to the browser's memory. */
import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import '../elements/button/button.ts';
import '../elements/field/field.ts';
import { shared } from '../kit/tokens.ts';
import { connectStrings } from '../strings/connect.ts';

/** Events `fk-input` and `fk-change` of the field inside; Enter fires `fk-enter`. */
@customElement('fk-secret-field')
export class FkSecretField extends LitElement {
  static override shadowRootOptions: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: true };

  @property() name = '';
  @property() label = '';
  @property() value = '';
  @property() help = '';
  @property() error = '';
  @property({ type: Boolean }) required = false;
  @state() private shown = false;

  static override styles = [
    shared,
    css`
      :host {
        display: flex;
        align-items: end;
        gap: var(--space-2);
        max-width: var(--measure);
      }
      fk-field {
        flex: 1;
        min-width: 0;
      }
      .wrap {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 0 var(--space-2);
        align-items: start;
        width: 100%;
      }
      fk-button {
        /* Beside the control, below the label of the field. */
        margin-top: calc(var(--text-m) * var(--leading) + var(--space-1));
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<div class="wrap">
      <fk-field
        kind=${this.shown ? 'text' : 'password'}
        name=${this.name}
        label=${this.label}
        .value=${this.value}
        help=${this.help}
        error=${this.error}
        ?required=${this.required}
        autocomplete="off"
        mono
        @fk-input=${this.onInput}
        @keydown=${this.onKey}
      ></fk-field>
      <fk-button label=${this.shown ? connectStrings.hideLabel(this.label) : connectStrings.showLabel(this.label)} @click=${this.toggle}
        >${this.shown ? connectStrings.hide : connectStrings.show}</fk-button
      >
    </div>`;
  }

  private readonly onInput = (event: Event): void => {
    this.value = (event as Event & { readonly value: string }).value;
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.isComposing) this.dispatchEvent(new Event('fk-enter', { bubbles: true, composed: true }));
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
