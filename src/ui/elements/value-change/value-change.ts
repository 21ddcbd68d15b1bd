/** One value that changes: old → new with the unit; an unchanged value is shown once. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { forwardIcon, icon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { elementStrings } from '../../strings/elements.ts';

const text = elementStrings.change;

/** `from` or `to` null: unknown or not set. */
@customElement('fk-value-change')
class FkValueChange extends LitElement {
  @property() from: string | null = null;
  @property() to: string | null = null;
  @property() unit = '';

  static override styles = [
    shared,
    css`
      :host {
        display: inline-flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0 var(--space-2);
        overflow-wrap: anywhere;
      }
      .unset {
        font-family: var(--font-text);
        font-style: italic;
      }
      .unit {
        margin-inline-start: 0.25em;
        color: var(--color-ink-soft);
        font-family: var(--font-text);
        font-size: 0.82em;
        font-weight: var(--weight-text);
      }
      .icon {
        align-self: center;
        width: 1em;
        height: 1em;
        color: var(--color-ink-soft);
      }
    `,
  ];

  protected override render(): TemplateResult {
    if (this.from === this.to && this.from !== null) return this.renderValue('faint', this.from);
    return html`<span class="aside">${text.from}</span>${this.renderValue('faint', this.from)}${icon(forwardIcon)}<span class="aside"
        >${text.to}</span
      >${this.renderValue('strong', this.to)}`;
  }

  private renderValue(look: 'faint' | 'strong', value: string | null): TemplateResult {
    if (value === null || value === '') return html`<span class="${look} unset">${text.unset}</span>`;
    return html`<span class="${look} mono">${value}${this.unit === '' ? nothing : html`<span class="unit">${this.unit}</span>`}</span>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-value-change': FkValueChange;
  }
}
