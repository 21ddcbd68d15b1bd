/**
 * The faults of an inspection: by kind with their number and first line, or one by one with line, field, reason and
 * value.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { InspectionSummary, RecordFault } from '../../../domain/streams/inspection.ts';
import '../../elements/basics.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { inspectorStrings as text } from '../../strings/inspector.ts';
import { ListController } from '../../elements/list/list-controller.ts';
import { listStyles } from '../../elements/list/list-styles.ts';
import { renderTable, type ListColumn } from '../../elements/list/list-table.ts';

const STEP = 50;

const { faultColumns, groupColumns } = text;
const KINDS: readonly ListColumn<InspectionSummary['groups'][number]>[] = [
  { label: groupColumns.where, kind: 'title', cell: ({ field }) => renderField(field) },
  { label: groupColumns.count, kind: 'number', className: 'mono', cell: ({ count }) => text.times(count) },
  { label: groupColumns.what, cell: ({ reason }) => text.reasons[reason] },
  { label: groupColumns.first, kind: 'number', className: 'mono', cell: ({ firstLine }) => text.lineOf(firstLine) },
];
const EACH: readonly ListColumn<RecordFault>[] = [
  { label: faultColumns.field, kind: 'title', cell: ({ field }) => renderField(field) },
  { label: faultColumns.line, kind: 'number', className: 'mono', cell: ({ line }) => text.lineOf(line) },
  { label: faultColumns.reason, cell: ({ reason }) => text.reasons[reason] },
  { label: faultColumns.found, className: 'mono', cell: ({ found }) => html`<bdi>${found}</bdi>` },
];

/** Nothing is said of a field when the whole record is at fault. */
function renderField(field: string): TemplateResult {
  return field === '' ? html`${text.whole}` : html`<span class="mono">${field}</span>`;
}

@customElement('fk-inspector-faults')
class FkInspectorFaults extends LitElement {
  @property({ attribute: false }) summary: InspectionSummary | null = null;
  @property({ attribute: false }) faults: readonly RecordFault[] = [];
  @property() show: 'kinds' | 'each' = 'kinds';
  private readonly list = new ListController(this, { portion: STEP });

  static override styles = [
    shared,
    pageStyles,
    listStyles,
    css`
      td {
        overflow-wrap: anywhere;
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
    return html`<h2>${text.groups}</h2>
      ${renderTable(text.groups, KINDS, summary.groups)}`;
  }

  private renderEach(summary: InspectionSummary, faults: readonly RecordFault[]): TemplateResult {
    return html`<h2>${text.faults}</h2>
      ${summary.faults > faults.length ? html`<p class="soft">${text.faultsCut(faults.length, summary.faults)}</p>` : nothing}
      ${this.list.portions(faults, (portion) => renderTable(text.faults, EACH, portion))}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-inspector-faults': FkInspectorFaults;
  }
}
