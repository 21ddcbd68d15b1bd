/** A small icon that shows a sentence when tapped, for narrow places. */
import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { addLayer } from '../../kit/layers.ts';
import { shared } from '../../kit/tokens.ts';

/**
 * `note` is the sentence. The default slot is the icon, whose text names the button; slot `action` is for an action.
 */
@customElement('fk-pop-note')
class FkPopNote extends LitElement {
  static override shadowRootOptions: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: true };

  @property() note = '';

  static override styles = [
    shared,
    css`
      :host {
        display: inline-flex;
      }
      .bare {
        display: inline-flex;
        align-items: center;
        justify-content: center;
        gap: var(--space-1);
        min-width: var(--mark-target, var(--target));
        min-height: var(--target);
        line-height: var(--leading-tight);
        touch-action: manipulation;
      }
      [popover] {
        inset: auto;
        inset-block-start: calc(env(safe-area-inset-top) + var(--target-phone) + var(--space-1));
        inset-inline-end: var(--space-3);
        max-width: min(22rem, calc(100vw - var(--space-3) * 2));
        max-height: calc(100dvh - var(--target-phone) - var(--space-3) * 2);
        overflow-y: auto;
        margin: 0;
        padding: var(--space-3) var(--space-4);
        border: var(--stroke-strong) solid var(--color-line-strong);
        border-radius: var(--radius-m);
        background: var(--color-surface);
        color: var(--color-ink);
        font-size: var(--text-m);
        font-weight: var(--weight-text);
      }
      p {
        overflow-wrap: anywhere;
      }
      ::slotted([slot='action']) {
        margin-block-start: var(--space-2);
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<button type="button" class="bare" popovertarget="note" title=${this.note}><slot></slot></button>
      <div id="note" popover="auto" @click=${this.onClick} @toggle=${this.onToggle}>
        <p>${this.note}</p>
        <slot name="action"></slot>
      </div>`;
  }

  /** Takes the open note away from the layers that Back closes. */
  private takeAway: (() => void) | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.takeAway?.();
  }

  private readonly onToggle = ({ currentTarget, newState }: ToggleEvent): void => {
    this.takeAway?.();
    this.takeAway = newState === 'open' ? addLayer(() => (currentTarget as HTMLElement).hidePopover()) : null;
  };

  /** Following a link or pressing a button closes the note. */
  private readonly onClick = (event: Event): void => {
    const followed = event
      .composedPath()
      .some((node) => node instanceof HTMLAnchorElement || node instanceof HTMLButtonElement);
    if (followed) (event.currentTarget as HTMLElement).hidePopover();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-pop-note': FkPopNote;
  }
}
