/** The dialog: the browser's modal with a heading and actions. The focus returns to where it was. */
import { LitElement, css, html, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { crossIcon, icon } from '../../kit/icons.ts';
import { addLayer } from '../../kit/layers.ts';
import { focusedElement } from '../../kit/shadow-tree.ts';
import { shared } from '../../kit/tokens.ts';
import { elementStrings } from '../../strings/elements.ts';

/**
 * The focus starts on the heading, so that it is read before any button. Set `open`; the default slot is the body, slot
 * `actions` the buttons. Event: `fk-close`, after which `open` is false.
 */
@customElement('fk-dialog')
export class FkDialog extends LitElement {
  @property({ type: Boolean, reflect: true }) open = false;
  @property() heading = '';
  /** Fills the screen; the body gets the remaining height. */
  @property({ type: Boolean, reflect: true }) full = false;

  /** The actions stay visible at the bottom while the body scrolls. */
  @property({ type: Boolean, reflect: true }) docked = false;

  private cameFrom: Element | null = null;
  private showing = false;
  private takeAway = (): void => undefined;

  static override styles = [
    shared,
    css`
      /* Takes no place among what is around it. */
      :host {
        display: contents;
      }
      dialog {
        width: min(100vw - var(--space-6), 34rem);
        max-height: calc(100dvh - var(--space-6));
        padding: 0;
        border: var(--stroke) solid var(--color-line-strong);
        border-radius: var(--radius-l);
        background: var(--color-paper);
        color: var(--color-ink);
      }
      dialog::backdrop {
        background: var(--color-veil);
      }
      .sheet {
        display: grid;
        gap: var(--space-4);
        padding: var(--space-5);
      }
      .top {
        display: flex;
        align-items: start;
        gap: var(--space-3);
      }
      h2 {
        flex: 1;
        padding-top: var(--space-1);
        font-size: var(--text-l);
        font-weight: var(--weight-strong);
        line-height: var(--leading-tight);
        overflow-wrap: anywhere;
      }
      h2:focus-visible {
        outline: none;
      }
      .close {
        display: grid;
        place-items: center;
        width: var(--target);
        height: var(--target);
        margin: calc(var(--space-3) * -1) calc(var(--space-3) * -1) 0 0;
        border-radius: var(--radius-m);
      }
      .close:focus-visible {
        outline-offset: calc(var(--focus-width) * -1);
      }
      .actions {
        justify-content: end;
      }
      :host([full]) dialog {
        width: 100vw;
        max-width: none;
        height: 100dvh;
        max-height: none;
        margin: 0;
        border: 0;
        border-radius: 0;
      }
      :host([full]) .sheet {
        grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr);
        height: 100%;
        gap: var(--space-3);
        padding-bottom: calc(var(--space-4) + env(safe-area-inset-bottom));
      }
      :host([full]) .body {
        overflow: auto;
      }
      /* On a phone on its side the text scrolls behind the actions, which stay visible. */
      @media (max-height: 480px) and (min-width: 37.5em) {
        dialog {
          width: min(100vw - var(--space-6), 44rem);
        }
        .actions {
          position: sticky;
          bottom: 0;
          margin: 0 calc(var(--space-5) * -1) calc(var(--space-5) * -1);
          padding: var(--space-3) var(--space-5);
          border-top: var(--stroke) solid var(--color-line);
          background: var(--color-paper);
        }
      }
      :host([docked]) .actions {
        position: sticky;
        bottom: 0;
        display: grid;
        justify-content: stretch;
        margin: 0 calc(var(--space-5) * -1) calc(var(--space-5) * -1);
        padding: var(--space-3) var(--space-5) calc(var(--space-3) + env(safe-area-inset-bottom));
        border-top: var(--stroke) solid var(--color-line);
        background: var(--color-paper);
      }
      /* On a phone a dialog is a sheet at the bottom, with its actions in the lower third. */
      @media (max-width: 37.49em) {
        dialog {
          width: 100vw;
          max-width: none;
          margin: auto 0 0;
          border-width: var(--stroke) 0 0;
          border-radius: var(--radius-l) var(--radius-l) 0 0;
        }
        .sheet {
          padding: var(--space-5) var(--space-4) calc(var(--space-5) + env(safe-area-inset-bottom));
        }
        .actions {
          display: grid;
          justify-content: stretch;
        }
        :host([docked]) .actions {
          margin-inline: calc(var(--space-4) * -1);
          padding-inline: var(--space-4);
        }
      }
      /* On very short screens heading and actions are beside the body. */
      @media (max-height: 480px) and (min-width: 37.5em) {
        :host([full]) .sheet {
          grid-template: auto 1fr / minmax(0, 1fr) 10rem;
          gap: var(--space-3) var(--space-4);
          padding: var(--space-3) var(--space-4);
        }
        :host([full]) .top {
          grid-area: 1 / 2;
        }
        :host([full]) .body {
          grid-area: 1 / 1 / -1;
        }
        :host([full]) .actions {
          position: static;
          grid-area: 2 / 2;
          display: grid;
          align-content: end;
          margin: 0;
          padding: 0;
          border: 0;
        }
      }
    `,
  ];

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // An open modal that is removed gets no close event, and the focus would be lost.
    this.finish();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('open')) return;
    if (!this.open) this.finish();
    else if (!this.showing) {
      this.cameFrom = focusedElement();
      this.showing = true;
      this.takeAway = addLayer(this.finish);
      this.dialog.showModal();
    }
  }

  protected override render(): TemplateResult {
    return html`<dialog aria-labelledby="heading" @cancel=${this.onCancel} @close=${this.onPlatformClose}>
      <div class="sheet">
        <div class="top">
          <h2 id="heading" tabindex="-1" autofocus>${this.heading}</h2>
          <button type="button" class="close bare" aria-label=${elementStrings.close} @click=${this.finish}>${icon(crossIcon)}</button>
        </div>
        <div class="body"><slot></slot></div>
        <div class="actions wrap"><slot name="actions"></slot></div>
      </div>
    </dialog>`;
  }

  private get dialog(): HTMLDialogElement {
    return this.renderRoot.querySelector('dialog') as HTMLDialogElement;
  }

  private readonly onCancel = (event: Event): void => {
    // A file picker inside the dialog dispatches a bubbling `cancel` event.
    if (event.target === this.dialog) this.finish();
  };

  private readonly onPlatformClose = (): void => {
    // The event may arrive when the dialog is open again; then it belongs to the earlier close.
    if (!this.dialog.open) this.finish();
  };

  /**
   * Dispatches the event immediately and once. The browser's own `close` waits for a frame, which a hidden page never
   * draws.
   */
  private readonly finish = (): void => {
    if (!this.showing) return;
    this.showing = false;
    this.takeAway();
    this.open = false;
    this.dialog.close();
    this.giveFocusBack();
    this.dispatchEvent(new Event('fk-close', { bubbles: true, composed: true }));
  };

  private giveFocusBack(): void {
    if (this.cameFrom instanceof HTMLElement && this.cameFrom.isConnected) this.cameFrom.focus();
    this.cameFrom = null;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-dialog': FkDialog;
  }
}
