/** The receipt counter of the header: how many receipts exist only on this phone, and whose; quiet at zero, amber above, no number while it is not known. */
import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { icon, keyIcon, receiptIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { elementStrings } from '../../strings/elements.ts';

const text = elementStrings.receipts;

/** `count` are the connected account's, null until they are read; `others` those of the other accounts. `keyWaiting` says that the queue stands still until the key is typed. With `href` the counter is the way to the outbox. */
@customElement('fk-receipt-counter')
export class FkReceiptCounter extends LitElement {
  @property({ type: Number, reflect: true }) count: number | null = 0;
  @property({ type: Number, reflect: true }) others = 0;
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
        .unknown::after {
          content: '…';
        }
        .none .words,
        .unknown .words {
          position: absolute;
          width: 1px;
          height: 1px;
          overflow: hidden;
          clip-path: inset(50%);
          white-space: nowrap;
        }
        /* Beside the marks two short lines, or a row of its own. */
        :host([count]:not([count='0'])),
        :host(:not([others='0'])) {
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

  private words(count: number | null, waits: boolean): string {
    const { others } = this;
    if (count === null) return others === 0 ? text.counting : text.onlyHereOfOthers(others);
    if (count === 0) return others === 0 ? text.none : text.onlyHereOfOthers(others);
    if (waits) return others === 0 ? text.waitForKey(count) : text.withOthers(text.waitForKey(count), others);
    return others === 0 ? text.onlyHere(count) : text.withOthers(text.onlyHere(count + others), others);
  }

  protected override render(): TemplateResult {
    const { count, others } = this;
    const some = (count ?? 0) + others > 0;
    const waits = this.keyWaiting && (count ?? 0) > 0;
    const body = html`${icon(waits ? keyIcon : receiptIcon)}<span class="words">${this.words(count, waits)}</span>`;
    const look = some ? 'counter some' : count === null ? 'counter unknown' : 'counter none';
    return this.href === ''
      ? html`<span class=${look}>${body}</span>`
      : html`<a class=${look} href=${this.href}>${body}</a>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-receipt-counter': FkReceiptCounter;
  }
}
