/**
 * The header's counter of receipts that exist only on this phone, by account. Inconspicuous at zero, amber above, no
 * number until loaded. On a phone it is an icon and a number with a tappable sentence.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { LAPTOP, MediaController } from '../../controllers/media-controller.ts';
import { icon, keyIcon, receiptIcon } from '../../kit/icons.ts';
import { hiddenText, shared } from '../../kit/tokens.ts';
import { number } from '../../language/counting.ts';
import { elementStrings } from '../../strings/elements.ts';
import '../pop-note/pop-note.ts';

const text = elementStrings.receipts;

/**
 * `count` is for the connected account, null until loaded; `others` for the other accounts. `keyWaiting`: the queue
 * waits for the key. With `href` it links to the outbox.
 */
@customElement('fk-receipt-counter')
export class FkReceiptCounter extends LitElement {
  @property({ type: Number, reflect: true }) count: number | null = 0;
  @property({ type: Number, reflect: true }) others = 0;
  @property({ type: Boolean, attribute: 'key-waiting' }) keyWaiting = false;
  @property() href = '';
  private readonly wide = new MediaController(this, LAPTOP);

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
        /* Within a head of 56 px. */
        min-height: min(var(--target), 46px);
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
      /* A phone's header has one row: icon and number are visible, the text is for screen readers. */
      .phone {
        justify-content: center;
        gap: var(--space-1);
        min-height: 36px;
        padding: 0 var(--space-2);
      }
      .phone::after {
        content: attr(data-number);
        font-variant-numeric: tabular-nums;
      }
      .phone .words {
        ${hiddenText};
      }
      .phone .icon {
        width: 18px;
        height: 18px;
      }
      fk-pop-note a {
        display: inline-flex;
        align-items: center;
        min-height: var(--target);
        color: var(--color-accent);
        font-weight: var(--weight-strong);
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

  protected override willUpdate(): void {
    this.ariaBusy = this.count === null && this.others === 0 ? 'true' : null;
  }

  protected override render(): TemplateResult {
    const { count, others } = this;
    const some = (count ?? 0) + others > 0;
    const waits = this.keyWaiting && (count ?? 0) > 0;
    const words = this.words(count, waits);
    const body = html`${icon(waits ? keyIcon : receiptIcon)}<span class="words">${words}</span>`;
    const classes = some ? 'counter some' : count === null ? 'counter unknown' : 'counter none';
    if (!this.wide.matches) {
      const shown = count === null && others === 0 ? '…' : number((count ?? 0) + others);
      return html`<fk-pop-note .note=${words}>
        <span class="${classes} phone" data-number=${shown}>${body}</span>
        ${this.href === '' ? nothing : html`<a slot="action" href=${this.href}>${text.open}</a>`}
      </fk-pop-note>`;
    }
    return this.href === ''
      ? html`<span class=${classes}>${body}</span>`
      : html`<a class=${classes} href=${this.href}>${body}</a>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-receipt-counter': FkReceiptCounter;
  }
}
