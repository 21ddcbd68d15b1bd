/** The receipt counter of the header: how many receipts exist only on this phone; quiet at zero, amber above. */
import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { icon, keyIcon, receiptIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { elementStrings } from '../../strings/elements.ts';

const text = elementStrings.receipts;

/** `keyWaiting` says that the queue stands still until the key is typed. With `href` the counter is the way to the outbox. */
@customElement('fk-receipt-counter')
export class FkReceiptCounter extends LitElement {
  @property({ type: Number, reflect: true }) count = 0;
  @property({ type: Boolean, attribute: 'key-waiting' }) keyWaiting = false;
  @property() href = '';

  static override styles = [
    shared,
    css`
      :host {
        display: inline-block;
      }
      .counter {
        position: relative;
        display: inline-flex;
        align-items: center;
        gap: var(--space-2);
        min-height: var(--target);
        padding: var(--space-1) var(--space-2);
        border-radius: var(--radius-m);
        color: var(--color-ink-soft);
        font-size: var(--text-s);
        line-height: var(--leading-tight);
        text-decoration: none;
      }
      .icon {
        width: var(--icon);
        height: var(--icon);
      }
      .some {
        padding-inline: var(--space-3);
        background: var(--color-attention-soft);
        color: var(--color-ink);
        font-weight: var(--weight-strong);
        border: var(--stroke) solid var(--color-attention);
      }
      /* At zero the phone's header keeps to one row: the sign and the number say it, the words are for those who listen. */
      @media (max-width: 899px) {
        .none::after {
          content: '0';
        }
        .none .words {
          position: absolute;
          width: 1px;
          height: 1px;
          overflow: hidden;
          clip-path: inset(50%);
          white-space: nowrap;
        }
        /* Beside the marks two short lines, or a row of its own. */
        :host(:not([count='0'])) {
          flex: 1 1 10rem;
        }
        .some {
          justify-content: center;
          width: 100%;
          gap: var(--space-1);
          margin-block: var(--space-1);
          padding-inline: var(--space-2);
        }
        .some .icon {
          width: 18px;
          height: 18px;
        }
      }
      .some .words {
        text-wrap: balance;
      }
      .some .icon {
        color: var(--color-attention);
      }
    `,
  ];

  protected override render(): TemplateResult {
    const some = this.count > 0;
    const words = !some ? text.none : this.keyWaiting ? text.waitForKey(this.count) : text.onlyHere(this.count);
    const body = html`${icon(some && this.keyWaiting ? keyIcon : receiptIcon)}<span class="words">${words}</span>`;
    const look = some ? 'counter some' : 'counter none';
    return this.href === '' ? html`<span class=${look}>${body}</span>` : html`<a class=${look} href=${this.href}>${body}</a>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-receipt-counter': FkReceiptCounter;
  }
}
