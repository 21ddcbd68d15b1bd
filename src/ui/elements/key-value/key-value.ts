/** A list of facts: names on the left, values on the right. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { pairStyles } from '../../kit/data-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { elementStrings } from '../../strings/elements.ts';

/**
 * A null `value` is shown as `missing`, by default "Not known"; the caller passes "Not set". `mono` is for IDs, bytes
 * and numbers.
 */
export interface KeyValueEntry {
  readonly key: string;
  readonly value: string | TemplateResult | null;
  readonly missing?: string;
  readonly unit?: string;
  readonly mono?: boolean;
}

@customElement('fk-key-value')
class FkKeyValue extends LitElement {
  @property({ attribute: false }) entries: readonly KeyValueEntry[] = [];

  static override styles = [
    shared,
    pairStyles,
    css`
      dd {
        overflow-wrap: anywhere;
      }
      .unset {
        font-style: italic;
      }
      .unit {
        margin-inline-start: 0.25em;
        font-family: var(--font-text);
        font-size: 0.82em;
      }
      @container (max-width: 19.99em) {
        div {
          grid-template-columns: 1fr;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<dl>
      ${this.entries.map(
        (entry) => html`<div>
          <dt>${entry.key}</dt>
          <dd class=${entry.mono === true ? 'mono' : ''}>
            ${
              entry.value === null || entry.value === ''
                ? html`<span class="unset faint">${entry.missing ?? elementStrings.notKnown}</span>`
                : entry.value
            }${entry.unit === undefined ? nothing : html`<span class="unit faint">${entry.unit}</span>`}
          </dd>
        </div>`,
      )}
    </dl>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-key-value': FkKeyValue;
  }
}
