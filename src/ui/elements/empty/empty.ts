/** The empty state of a page or list: one sentence that says why, and one action. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { icon, type IconPath } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';

@customElement('fk-empty')
class FkEmpty extends LitElement {
  @property() text = '';
  @property({ attribute: false }) icon: IconPath | null = null;

  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        justify-items: center;
        gap: var(--space-4);
        padding: var(--space-7) var(--space-4);
        /* Not dashed, because dashed means disabled. */
        border: var(--stroke) solid var(--color-line);
        border-radius: var(--radius-l);
        text-align: center;
      }
      .icon {
        width: var(--space-7);
        height: var(--space-7);
        color: var(--color-ink-soft);
        stroke-width: 1.5;
      }
      p {
        max-width: 38ch;
        text-wrap: balance;
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`${this.icon === null ? nothing : icon(this.icon)}
      <p>${this.text}</p>
      <slot name="action"></slot>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-empty': FkEmpty;
  }
}
