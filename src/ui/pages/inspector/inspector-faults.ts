/**
 * The faults of an inspection: by kind with their number and first line, or one by one with line, field, reason and
 * value.
 */
import { html, nothing, type TemplateResult } from 'lit';
import type { InspectionSummary, RecordFault } from '../../../domain/streams/inspection.ts';
import type { ListController } from '../../elements/list/list-controller.ts';
import { renderTable, type ListColumn } from '../../elements/list/list-table.ts';
import { inspectorStrings as text } from '../../strings/inspector.ts';

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

export function renderFaultKinds({ groups }: InspectionSummary): TemplateResult {
  return html`<section class="stack far">
    <h2>${text.groups}</h2>
    ${renderTable(text.groups, KINDS, groups)}
  </section>`;
}

/** `faults`: the first ones, up to a limit. `list` shows them in portions. */
export function renderFaults(
  summary: InspectionSummary,
  faults: readonly RecordFault[],
  list: ListController,
): TemplateResult {
  const cut = summary.faults - faults.length;
  return html`<section class="stack far">
    <h2>${text.faults}</h2>
    ${cut > 0 ? html`<p class="soft">${text.faultsCut(faults.length, summary.faults)}</p>` : nothing}
    ${list.portions(faults, (portion) => renderTable(text.faults, EACH, portion))}
  </section>`;
}
