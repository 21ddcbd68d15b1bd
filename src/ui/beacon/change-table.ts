/** A table of changed values, one row each: name, old value → new value. */
import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { valueIn, type AttributeValues } from '../../domain/device.ts';
import '../elements/value-change/value-change.ts';
import { pairStyles } from '../kit/data-styles.ts';
import { shared } from '../kit/tokens.ts';
import { labelOf } from '../words/configure.ts';
import { newValueWords, valueWords } from './value-words.ts';

@customElement('fk-change-table')
class FkChangeTable extends LitElement {
  @property({ attribute: false }) from: AttributeValues = {};
  @property({ attribute: false }) to: AttributeValues = {};

  static override styles = [
    shared,
    pairStyles,
    css`
      @container (max-width: 28.2em) {
        div {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<dl>
      ${Object.entries(this.to).map(([name, value]) => {
        const now = valueWords(name, valueIn(this.from, name));
        const next = newValueWords(name, value);
        return html`<div>
          <dt>${labelOf(name)}</dt>
          <dd><fk-value-change .from=${now.text} .to=${next.text} .unit=${next.unit}></fk-value-change></dd>
        </div>`;
      })}
    </dl>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-change-table': FkChangeTable;
  }
}
