/** What a beacon holds, what the backend shows and what is planned, side by side. What differs stands above, the rest is folded. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { physicalGroups } from '../../../domain/attributes/catalogue.ts';
import { HIDDEN_VALUE, isSecret, sameValue } from '../../../domain/attributes/values.ts';
import { valueIn, type AttributeValues } from '../../../domain/device.ts';
import { labelOf } from '../../words/configure.ts';
import { readingStrings as text } from '../../strings/reading.ts';
import { newValueWords, valueWords } from '../value-words.ts';

/** The values of a beacon in three places; `plan` is null without one. */
interface ReadValues {
  readonly beacon: AttributeValues;
  readonly backend: AttributeValues;
  readonly plan: AttributeValues | null;
}

export const readingTableStyles = css`
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
  details > summary {
    font-weight: var(--weight-text);
  }
`;

export function renderReadingTable(read: ReadValues): TemplateResult {
  const names = namesOf(read);
  const different = names.filter((name) => differs(read, name, read.backend) || differs(read, name, read.plan));
  const same = names.filter((name) => !different.includes(name));
  return html`<div class="stack close">
    <p>${different.length === 0 ? text.allSame : text.different(different.length)}</p>
    ${different.length === 0 ? nothing : renderTable(read, different)}
    ${same.length === 0 ? nothing : html`<details><summary>${text.same(same.length)}</summary>${renderTable(read, same)}</details>`}
  </div>`;
}

function renderTable(read: ReadValues, names: readonly string[]): TemplateResult {
  const columns = read.plan === null ? 2 : 3;
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
          <tr>${renderCell(read, name, read.beacon, text.notRead)}${renderCell(read, name, read.backend, null)}${
            read.plan === null ? nothing : renderCell(read, name, read.plan, text.unplanned)
          }</tr>
        </tbody>`,
    )}
  </table>`;
}

function renderCell(read: ReadValues, name: string, values: AttributeValues, missing: string | null): TemplateResult {
  const value = valueIn(values, name);
  if (value === undefined && missing !== null) return html`<td class="unset faint">${missing}</td>`;
  const words = value === undefined ? valueWords(name, value) : newValueWords(name, value);
  const isOther = differs(read, name, values);
  return html`<td class=${isOther ? 'differs strong' : ''}>${isOther ? html`<span aria-hidden="true">≠ </span>` : nothing}${
    words.text === null ? html`<span class="unset faint">–</span>` : html`<bdi>${words.text}</bdi>`
  }${
    words.unit === '' ? nothing : html`<span class="unit faint">${words.unit}</span>`
  }${isOther ? html`<span class="aside"> ${text.differs}</span>` : nothing}</td>`;
}

/** True when the beacon holds another value than these. What is not planned, not read or secret cannot be compared. */
function differs({ beacon, plan }: ReadValues, name: string, values: AttributeValues | null): boolean {
  if (values === null || values === beacon || isSecret(name)) return false;
  const held = valueIn(beacon, name);
  const value = valueIn(values, name);
  if (held === undefined || held === HIDDEN_VALUE || value === HIDDEN_VALUE) return false;
  if (value === undefined && values === plan) return false;
  return !sameValue(name, held, value);
}

/** In the order of the form, then unknown ones. */
function namesOf({ beacon, plan }: ReadValues): string[] {
  const all = new Set([...Object.keys(beacon), ...Object.keys(plan ?? {})]);
  const known = physicalGroups().flatMap(({ attributes }) => attributes.map(({ name }) => name));
  return [...known.filter((name) => all.has(name)), ...[...all].filter((name) => !known.includes(name))];
}
