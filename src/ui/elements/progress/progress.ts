/** Progress of long work: "61 of 118", the present step, and Cancel. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { shared } from '../../kit/tokens.ts';
import { elementStrings } from '../../strings/elements.ts';
import '../button/button.ts';

/** `total` null: the end is unknown. `label` names the work, `doing` the present step. Event: `fk-cancel`. */
@customElement('fk-progress')
export class FkProgress extends LitElement {
  @property({ type: Number }) done = 0;
  @property({ type: Number }) total: number | null = null;
  @property() label = '';
  @property() doing = '';
  @property({ type: Boolean }) cancellable = false;

  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        align-items: center;
        gap: var(--space-2) var(--space-4);
      }
      .count {
        font-size: var(--text-l);
      }
      .doing {
        grid-column: 1;
      }
      .first {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0 var(--space-3);
      }
      progress {
        grid-column: 1 / -1;
        width: 100%;
        height: var(--space-3);
        border: var(--stroke) solid var(--color-line-strong);
        border-radius: var(--radius-round);
        background: var(--color-surface);
        appearance: none;
        overflow: hidden;
      }
      progress::-webkit-progress-bar {
        background: var(--color-surface);
      }
      progress::-webkit-progress-value {
        background: var(--color-ink);
        transition: inline-size var(--duration-move);
      }
      progress::-moz-progress-bar {
        background: var(--color-ink);
      }
      /* Stripes for unknown progress, because an empty bar means 0. */
      progress:indeterminate {
        background: repeating-linear-gradient(
          -45deg,
          var(--color-surface) 0 var(--space-2),
          var(--color-ink-soft) var(--space-2) var(--space-4)
        );
        background-size: calc(var(--space-4) * 1.4142136) 100%;
      }
      progress:indeterminate::-webkit-progress-bar {
        background: transparent;
      }
      progress:indeterminate::-moz-progress-bar {
        background: transparent;
      }
      @media (prefers-reduced-motion: no-preference) {
        progress:indeterminate {
          animation: on var(--duration-skeleton) linear infinite;
        }
      }
      @keyframes on {
        to {
          background-position-x: calc(var(--space-4) * 1.4142136);
        }
      }
      @media (forced-colors: active) {
        progress:indeterminate {
          forced-color-adjust: none;
          border-color: CanvasText;
          background-image: repeating-linear-gradient(-45deg, Canvas 0 var(--space-2), CanvasText var(--space-2) var(--space-4));
        }
      }
      fk-button {
        grid-row: 1 / span 2;
        grid-column: 2;
      }
    `,
  ];

  protected override render(): TemplateResult {
    const hasTotal = this.total !== null;
    const cancel = (): unknown => this.dispatchEvent(new Event('fk-cancel', { bubbles: true, composed: true }));
    return html`
      <div class="first">
        <span>${this.label}</span>
        ${hasTotal ? html`<span class="count mono">${elementStrings.progress(this.done, this.total ?? 0)}</span>` : nothing}
      </div>
      <p class="doing soft anywhere" aria-live="polite">${this.doing}</p>
      ${
        this.cancellable
          ? html`<fk-button variant="quiet"
            @click=${cancel}>${elementStrings.cancel}</fk-button>`
          : nothing
      }
      <progress aria-label=${this.label || elementStrings.loading} max=${hasTotal ? this.total || 1 : nothing}
        value=${hasTotal ? this.done : nothing}></progress>
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-progress': FkProgress;
  }
}
