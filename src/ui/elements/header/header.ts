/** The header of every page: title, receipts that exist only on this phone, and offline and practice marks. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import '../pop-note/pop-note.ts';
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
        align-items: center;
        justify-content: end;
        gap: 0 var(--space-2);
        padding: 0 var(--space-4);
      }
      /* One row: a long title takes two lines, and a long word is broken. */
      .place {
        display: flex;
        flex: 1 1 0;
        align-items: center;
        min-width: 4.5rem;
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
        overflow-wrap: anywhere;
        hyphens: auto;
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
        align-items: center;
        justify-content: end;
        gap: var(--space-1);
        min-width: 0;
      }
      ::slotted([slot='counter']) {
        min-width: 0;
      }
      ::slotted([slot='help']) {
        margin-inline-end: calc(var(--space-3) * -1);
      }
      .ways {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--space-4);
      }
      .ways a {
        display: inline-flex;
        align-items: center;
        min-height: var(--target);
        color: var(--color-accent);
        font-weight: var(--weight-strong);
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
        header {
          gap: 0 var(--space-1);
        }
        h1 {
          padding-block: 0;
        }
        .back + h1 {
          font-size: var(--text-m);
          line-height: 1.1;
        }
        .mark {
          font-size: var(--text-xs);
        }
        .mark .icon {
          width: 16px;
          height: 16px;
        }
      }
      /* Beside a counter and a title only the icons fit. */
      @media (max-width: 479px) {
        .back + h1 {
          font-size: var(--text-s);
        }
        .offline .word,
        .state:has(.offline) .practice .word {
          position: absolute;
          width: 1px;
          height: 1px;
          overflow: hidden;
          clip-path: inset(50%);
        }
      }
      @media (max-width: 389px) {
        .practice .word {
          position: absolute;
          width: 1px;
          height: 1px;
          overflow: hidden;
          clip-path: inset(50%);
        }
        :host {
          --mark-target: 34px;
          --target: 46px;
        }
        header {
          padding: 0 var(--space-2);
        }
        .back {
          width: 40px;
          margin-inline-start: calc(var(--space-2) * -1);
        }
        ::slotted([slot='help']) {
          margin-inline-end: calc(var(--space-2) * -1);
        }
        .place {
          min-width: 6.5rem;
        }
        h1,
        .back + h1 {
          padding: 0;
          font-size: var(--text-s);
          line-height: 1.15;
        }
      }
      @media (min-width: 900px) {
        .state {
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
        ${this.practice ? this.renderPractice() : nothing}
        <span class="marks" role="status">
          ${this.offline ? html`<span class="mark offline" title=${text.offline}>${icon(offlineIcon)}<span class="word">${text.offline}</span></span>` : nothing}
        </span>
        <slot name="counter"></slot>
      </div>
      <slot name="help"></slot>
    </header>`;
  }

  /** Explains practice, with links out of it. */
  private renderPractice(): TemplateResult {
    return html`<fk-pop-note .note=${text.practiceNote}>
      <span class="mark practice">${icon(practiceIcon)}<span class="word">${text.practice}</span></span>
      <span slot="action" class="ways">
        <a href="/practice">${text.toGuide}</a>
        <a href="/more">${text.toAccount}</a>
      </span>
    </fk-pop-note>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-header': FkHeader;
  }
}
