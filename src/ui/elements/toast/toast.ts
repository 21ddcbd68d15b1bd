/** The toast: one sentence announced after an action, with Undo where possible. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { crossIcon, icon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { elementStrings } from '../../strings/elements.ts';

/** One message. A new object with the same text is announced again. */
export interface ToastMessage {
  readonly message: string;
  readonly undo?: (() => void) | null;
}

const LASTS_MS = 6000;
const WITH_UNDO_MS = 12_000;

/**
 * Keep one in the page permanently: the live region must exist before its text. `message` null shows nothing. Fires
 * `fk-dismiss` after a while, later if the action can be undone, but not while it has the pointer or the focus. Events:
 * `fk-undo`, `fk-dismiss`.
 */
@customElement('fk-toast')
export class FkToast extends LitElement {
  @property({ attribute: false }) message: ToastMessage | null = null;
  /** How long it stays, ms; null: as long as its kind does. */
  @property({ type: Number }) lastsMs: number | null = null;

  private timer: ReturnType<typeof setTimeout> | undefined;

  static override styles = [
    shared,
    css`
      .toast {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: end;
        gap: 0 var(--space-2);
        max-width: var(--measure);
        margin-block: var(--space-2);
        padding: var(--space-1) var(--space-1) var(--space-1) var(--space-4);
        border-radius: var(--radius-m);
        background: var(--color-ink);
        color: var(--color-paper);
        --color-accent: var(--color-paper);
      }
      .message {
        flex: 1 1 7rem;
        padding-block: var(--space-2);
      }
      .bare {
        display: grid;
        place-items: center;
        min-width: var(--target);
        min-height: var(--target);
        padding-inline: var(--space-3);
        border-radius: var(--radius-s);
      }
      .undo {
        font-weight: var(--weight-strong);
        text-decoration: underline;
        text-underline-offset: 0.2em;
      }
      :focus-visible {
        outline-offset: calc(var(--focus-width) * -1);
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    for (const type of ['pointerenter', 'focusin'] as const) this.addEventListener(type, this.hold);
    for (const type of ['pointerleave', 'focusout'] as const) this.addEventListener(type, this.letGo);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if ((changed.has('message') || changed.has('lastsMs')) && !this.matches(':hover, :focus-within')) this.letGo();
  }

  protected override render(): TemplateResult {
    return html`<div role="status" aria-live="polite">${this.message === null ? nothing : this.renderMessage(this.message)}</div>`;
  }

  /** The text is rendered again for each message, so that it is announced. The buttons stay and keep the focus. */
  private renderMessage(message: ToastMessage): TemplateResult {
    return html`<div class="toast">
      ${keyed(message, html`<span class="message">${message.message}</span>`)}
      ${
        message.undo === undefined || message.undo === null
          ? nothing
          : html`<button type="button" class="undo bare"
            @click=${() => this.dispatchEvent(new Event('fk-undo', { bubbles: true, composed: true }))}>${elementStrings.undo}</button>`
      }
      <button type="button" class="bare" aria-label=${elementStrings.dismiss} @click=${this.dismiss}>${icon(crossIcon)}</button>
    </div>`;
  }

  private readonly dismiss = (): void => {
    this.dispatchEvent(new Event('fk-dismiss', { bubbles: true, composed: true }));
  };

  private readonly hold = (): void => {
    clearTimeout(this.timer);
  };

  private readonly letGo = (): void => {
    clearTimeout(this.timer);
    if (this.message === null) return;
    const usualMs = this.message.undo == null ? LASTS_MS : WITH_UNDO_MS;
    this.timer = setTimeout(this.dismiss, this.lastsMs ?? usualMs);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-toast': FkToast;
  }
}
