/** The header of every page: where one is, what is only on this phone, and whether this is offline or practice. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { backIcon, icon, offlineIcon, practiceIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { elementStrings } from '../../strings/elements.ts';

const text = elementStrings.header;

/** `heading` becomes the page's h1. Slot `counter` takes the receipt counter, the default slot further small actions. */
@customElement('fk-header')
export class FkHeader extends LitElement {
  @property() heading = '';
  @property() back = '';
  @property({ type: Boolean }) offline = false;
  @property({ type: Boolean }) practice = false;

  static override styles = [
    shared,
    css`
      :host {
        display: block;
        background: var(--color-paper);
        border-bottom: var(--stroke) solid var(--color-line);
        padding-top: env(safe-area-inset-top);
      }
      header {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-1) var(--space-3);
        min-height: var(--target-phone);
        padding: var(--space-1) var(--space-4);
      }
      h1 {
        flex: 1 1 7rem;
        margin: 0;
        font-size: var(--text-l);
        font-weight: var(--weight-strong);
        line-height: var(--leading-tight);
        overflow-wrap: anywhere;
      }
      a {
        display: grid;
        place-items: center;
        width: var(--target);
        height: var(--target);
        margin-left: calc(var(--space-3) * -1);
        border-radius: var(--radius-m);
        color: inherit;
      }
      .marks {
        display: flex;
        gap: var(--space-2);
      }
      .mark {
        display: inline-flex;
        align-items: center;
        gap: var(--space-1);
        padding: 2px var(--space-2);
        border: var(--stroke) solid currentColor;
        border-radius: var(--radius-s);
        color: var(--color-ink);
        font-size: var(--text-s);
      }
      .practice {
        border-style: dashed;
        color: var(--color-info);
        font-weight: var(--weight-strong);
      }
      .mark .icon {
        width: 18px;
        height: 18px;
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<header>
      ${this.back === '' ? nothing : html`<a href=${this.back} aria-label=${text.back}>${icon(backIcon)}</a>`}
      <h1>${this.heading}</h1>
      <span class="marks" role="status">
        ${this.practice ? html`<span class="mark practice">${icon(practiceIcon)}${text.practice}</span>` : nothing}
        ${this.offline ? html`<span class="mark">${icon(offlineIcon)}${text.offline}</span>` : nothing}
      </span>
      <slot></slot>
      <slot name="counter"></slot>
    </header>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-header': FkHeader;
  }
}
