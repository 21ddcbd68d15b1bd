/** The header of every page: where one is, what is only on this phone, and whether this is offline or practice. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { backIcon, icon, offlineIcon, practiceIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { elementStrings } from '../../strings/elements.ts';

const text = elementStrings.header;

/** `heading` becomes the page's h1. Slot `skip` takes the link to the page, which is the first of all, slot `counter` the receipt counter, slot `help` the help of the page at the end, the default slot further small actions. */
@customElement('fk-header')
class FkHeader extends LitElement {
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
        justify-content: end;
        gap: 0 var(--space-2);
        padding: 0 var(--space-4);
      }
      /* As wide as its longest word at least; what then finds no room goes to a row of its own. */
      .place {
        display: flex;
        flex: 1 1 0;
        align-items: center;
        min-width: min-content;
        max-width: 100%;
        min-height: var(--target-phone);
      }
      h1 {
        min-width: 0;
        margin: 0;
        padding-block: var(--space-1);
        font-size: var(--text-l);
        font-weight: var(--weight-strong);
        line-height: var(--leading-tight);
        overflow-wrap: break-word;
      }
      .back {
        flex: none;
        display: grid;
        place-items: center;
        width: var(--target);
        height: var(--target);
        margin-inline-start: calc(var(--space-4) * -1);
        border-radius: var(--radius-m);
        color: inherit;
      }
      .state {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: end;
        gap: 0 var(--space-2);
        min-width: 0;
      }
      ::slotted([slot='counter']) {
        min-width: 0;
      }
      ::slotted([slot='help']) {
        margin-inline-end: calc(var(--space-3) * -1);
      }
      .marks {
        display: flex;
        gap: var(--space-2);
      }
      .mark {
        display: inline-flex;
        align-items: center;
        gap: var(--space-1);
        padding: 2px calc(var(--space-2) * 0.75);
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
      @media (max-width: 899px) {
        .back + h1 {
          font-size: var(--text-m);
        }
        .mark {
          font-size: var(--text-xs);
        }
        .mark .icon {
          width: 16px;
          height: 16px;
        }
      }
      @media (min-width: 900px) {
        .state {
          flex-wrap: nowrap;
          gap: var(--space-4);
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<header>
      <slot name="skip"></slot>
      <div class="place">
        ${this.back === '' ? nothing : html`<a class="back" href=${this.back} aria-label=${text.back}>${icon(backIcon)}</a>`}
        <h1>${this.heading}</h1>
      </div>
      <slot></slot>
      <div class="state">
        <span class="marks" role="status">
          ${this.practice ? html`<span class="mark practice">${icon(practiceIcon)}${text.practice}</span>` : nothing}
          ${this.offline ? html`<span class="mark">${icon(offlineIcon)}${text.offline}</span>` : nothing}
        </span>
        <slot name="counter"></slot>
      </div>
      <slot name="help"></slot>
    </header>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-header': FkHeader;
  }
}
