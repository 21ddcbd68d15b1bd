/** What a beacon holds, what the backend shows and what is planned, side by side. What differs stands above, the rest is folded. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { groupsOf } from '../../../domain/attributes/catalogue.ts';
import { HIDDEN_VALUE, isSecret, sameValue } from '../../../domain/attributes/values.ts';
import { valueIn, type AttributeValues } from '../../../domain/device.ts';
import { shared } from '../../kit/tokens.ts';
import { labelOf } from '../../words/configure.ts';
import { readingStrings as text } from '../../strings/reading.ts';
import { newValueWords, valueWords } from '../value-words.ts';

@customElement('fk-reading-table')
class FkReadingTable extends LitElement {
  @property({ attribute: false }) beacon: AttributeValues = {};
  @property({ attribute: false }) backend: AttributeValues = {};
  /** Null without a plan. */
  @property({ attribute: false }) plan: AttributeValues | null = null;

  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-2);
      }
      table {
        width: 100%;
        table-layout: fixed;
        border-collapse: collapse;
      }
      th,
      td {
        padding: var(--space-1) var(--space-2);
        text-align: start;
        vertical-align: top;
        overflow-wrap: anywhere;
      }
      th:first-child,
      td:first-child {
        padding-inline-start: 0;
      }
      th {
        font-weight: var(--weight-text);
      }
      tbody {
        border-top: var(--stroke) solid var(--color-line);
      }
      tbody th {
        padding-block-end: 0;
      }
      td {
        padding-block-start: 0;
      }
      .differs {
        color: var(--color-attention);
      }
      .unset {
        font-style: italic;
      }
      .unit {
        margin-inline-start: 0.25em;
      }
    `,
  ];

  protected override render(): TemplateResult {
    const names = this.names;
    const different = names.filter((name) => this.differs(name, this.backend) || this.differs(name, this.plan));
    const same = names.filter((name) => !different.includes(name));
    return html`<p>${different.length === 0 ? text.allSame : text.different(different.length)}</p>
      ${different.length === 0 ? nothing : this.renderTable(different)}
      ${same.length === 0 ? nothing : html`<details><summary>${text.same(same.length)}</summary>${this.renderTable(same)}</details>`}`;
  }

  private renderTable(names: readonly string[]): TemplateResult {
    const columns = this.plan === null ? 2 : 3;
    return html`<table class="small" aria-label=${text.table}>
      <thead>
        <tr class="faint">
          <th class="strong" scope="col">${text.beacon}</th>
          <th class="strong" scope="col">${text.backend}</th>
          ${columns === 2 ? nothing : html`<th class="strong" scope="col">${text.plan}</th>`}
        </tr>
      </thead>
      ${names.map(
        (name) =>
          html`<tbody>
            <tr><th class="faint" scope="rowgroup" colspan=${columns}><bdi>${labelOf(name)}</bdi></th></tr>
            <tr>${this.renderCell(name, this.beacon, text.notRead)}${this.renderCell(name, this.backend, null)}${
              this.plan === null ? nothing : this.renderCell(name, this.plan, text.unplanned)
            }</tr>
          </tbody>`,
      )}
    </table>`;
  }

  private renderCell(name: string, values: AttributeValues, missing: string | null): TemplateResult {
    const value = valueIn(values, name);
    if (value === undefined && missing !== null) return html`<td class="unset faint">${missing}</td>`;
    const words = value === undefined ? valueWords(name, value) : newValueWords(name, value);
    const differs = this.differs(name, values);
    return html`<td class=${differs ? 'differs strong' : ''}>${differs ? html`<span aria-hidden="true">≠ </span>` : nothing}${
      words.text === null ? html`<span class="unset faint">–</span>` : html`<bdi>${words.text}</bdi>`
    }${
      words.unit === '' ? nothing : html`<span class="unit faint">${words.unit}</span>`
    }${differs ? html`<span class="aside"> ${text.differs}</span>` : nothing}</td>`;
  }

  /** True when the beacon holds another value than these. What is not planned, not read or secret cannot be compared. */
  private differs(name: string, values: AttributeValues | null): boolean {
    if (values === null || values === this.beacon || isSecret(name)) return false;
    const held = valueIn(this.beacon, name);
    const value = valueIn(values, name);
    if (held === undefined || held === HIDDEN_VALUE || value === HIDDEN_VALUE) return false;
    if (value === undefined && values === this.plan) return false;
    return !sameValue(name, held, value);
  }

  /** In the order of the form, then unknown ones. */
  private get names(): string[] {
    const all = new Set([...Object.keys(this.beacon), ...Object.keys(this.plan ?? {})]);
    const known = groupsOf('physical').flatMap(({ attributes }) => attributes.map(({ name }) => name));
    return [...known.filter((name) => all.has(name)), ...[...all].filter((name) => !known.includes(name))];
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-reading-table': FkReadingTable;
  }
}
