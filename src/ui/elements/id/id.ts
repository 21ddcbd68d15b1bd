/** A uniqueId as printed on the label: monospaced, case unchanged, copied on request. */
import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { copyIcon, icon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { elementStrings } from '../../strings/elements.ts';

/** Asks the shell to copy `value`; elements have no access to the outside. */
export class CopyEvent extends Event {
  constructor(readonly value: string) {
    super('fk-copy', { bubbles: true, composed: true });
  }
}

@customElement('fk-id')
export class FkId extends LitElement {
  @property() value = '';
  @property({ type: Boolean }) copyable = false;

  static override styles = [
    shared,
    css`
      :host {
        display: inline-block;
        max-width: 100%;
      }
      .id {
        overflow-wrap: anywhere;
        user-select: all;
        letter-spacing: 0.02em;
      }
      button {
        display: inline-flex;
        align-items: center;
        gap: var(--space-2);
        max-width: 100%;
        min-height: var(--target);
        padding: 0 var(--space-3);
        border: var(--stroke) solid var(--color-line-strong);
        border-radius: var(--radius-m);
        background: var(--color-surface);
        color: inherit;
        font: inherit;
        text-align: start;
        cursor: pointer;
      }
      .icon {
        width: min(1.1em, var(--icon));
        height: min(1.1em, var(--icon));
        color: var(--color-ink-soft);
      }
    `,
  ];

  protected override render(): TemplateResult {
    const id = html`<span class="id mono">${this.value}</span>`;
    if (!this.copyable) return id;
    return html`<button type="button" aria-label=${elementStrings.copyId(this.value)}
      @click=${() => this.dispatchEvent(new CopyEvent(this.value))}>
      ${id}${icon(copyIcon)}
    </button>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-id': FkId;
  }
  interface HTMLElementEventMap {
    'fk-copy': CopyEvent;
  }
}
