/**
 * The faults of an inspection: by kind with their number and first line, or one by one with line, field, reason and
 * value.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { InspectionSummary, RecordFault } from '../../../domain/streams/inspection.ts';
import '../../elements/basics.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { hiddenText, shared } from '../../kit/tokens.ts';
import { inspectorStrings as text } from '../../strings/inspector.ts';
import { ListController } from '../../elements/list/list-controller.ts';

const STEP = 50;

@customElement('fk-inspector-faults')
class FkInspectorFaults extends LitElement {
  @property({ attribute: false }) summary: InspectionSummary | null = null;
  @property({ attribute: false }) faults: readonly RecordFault[] = [];
  @property() show: 'kinds' | 'each' = 'kinds';
  private readonly list = new ListController(this, { portion: STEP });

  static override styles = [
    shared,
    pageStyles,
    css`
      :host {
        container-type: inline-size;
      }
      table {
        width: 100%;
        border-collapse: collapse;
      }
      th,
      td {
        padding: var(--space-2) var(--space-3) var(--space-2) 0;
        border-bottom: var(--stroke) solid var(--color-line);
        text-align: start;
        vertical-align: baseline;
        overflow-wrap: anywhere;
      }
      th {
        color: var(--color-ink-soft);
        font-size: var(--text-s);
        font-weight: var(--weight-strong);
        overflow-wrap: normal;
      }
      td.number,
      th.number {
        padding-inline-end: var(--space-5);
        text-align: end;
        white-space: nowrap;
      }
      td.mono {
        font-size: var(--text-s);
      }
      /* On the phone each fault is a block of lines, not a row of narrow columns. */
      @container (max-width: 32.9em) {
        thead {
          ${hiddenText};
        }
        table,
        tbody {
          display: block;
        }
        tr {
          display: grid;
          grid-template-columns: minmax(0, 1fr) auto;
          gap: 0 var(--space-3);
          padding: var(--space-2) 0;
          border-bottom: var(--stroke) solid var(--color-line);
        }
        td,
        td.number {
          padding: 0;
          border: 0;
          text-align: start;
        }
        td.number {
          color: var(--color-ink-soft);
        }
        td.wide {
          grid-column: 1 / -1;
        }
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('faults') && this.faults.length === 0) this.list.restart();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { summary, faults } = this;
    if (summary === null || summary.faults === 0) return nothing;
    return this.show === 'kinds' ? this.renderKinds(summary) : this.renderEach(summary, faults);
  }

  private renderKinds(summary: InspectionSummary): TemplateResult {
    const { groupColumns } = text;
    return html`<h2 id="groups">${text.groups}</h2>
      <table aria-labelledby="groups">
        <thead>
          <tr>
            <th scope="col">${groupColumns.where}</th>
            <th scope="col" class="number">${groupColumns.count}</th>
            <th scope="col">${groupColumns.what}</th>
            <th scope="col" class="number">${groupColumns.first}</th>
          </tr>
        </thead>
        <tbody>
          ${summary.groups.map(
            (group) => html`<tr>
              <td class=${group.field === '' ? '' : 'mono'}>${group.field === '' ? text.whole : group.field}</td>
              <td class="number mono">${text.times(group.count)}</td>
              <td class="wide">${text.reasons[group.reason]}</td>
              <td class="number mono">${text.lineOf(group.firstLine)}</td>
            </tr>`,
          )}
        </tbody>
      </table>`;
  }

  private renderEach(summary: InspectionSummary, faults: readonly RecordFault[]): TemplateResult {
    const { faultColumns } = text;
    return html`<h2 id="faults">${text.faults}</h2>
      ${summary.faults > faults.length ? html`<p class="soft">${text.faultsCut(faults.length, summary.faults)}</p>` : nothing}
      ${this.list.portions(
        faults,
        (portion) => html`<table aria-labelledby="faults">
          <thead>
            <tr>
              <th scope="col">${faultColumns.field}</th>
              <th scope="col" class="number">${faultColumns.line}</th>
              <th scope="col">${faultColumns.reason}</th>
              <th scope="col">${faultColumns.found}</th>
            </tr>
          </thead>
          <tbody>
            ${portion.map(
              (fault) => html`<tr>
                <td class=${fault.field === '' ? '' : 'mono'}>${fault.field === '' ? text.whole : fault.field}</td>
                <td class="number mono">${text.lineOf(fault.line)}</td>
                <td class="wide">${text.reasons[fault.reason]}</td>
                <td class="wide mono"><bdi>${fault.found}</bdi></td>
              </tr>`,
            )}
          </tbody>
        </table>`,
      )}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-inspector-faults': FkInspectorFaults;
  }
}
