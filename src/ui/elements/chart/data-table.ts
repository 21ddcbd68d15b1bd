/** The table beside a chart, for people who cannot see it. Styles: kit/data-styles.ts. */
import { html, type TemplateResult } from 'lit';
import { chartStrings as text } from '../../strings/chart.ts';

/** `heads`: of the columns. Each row begins with its own head. */
export function renderDataTable(
  heading: string,
  caption: string,
  heads: readonly unknown[],
  rows: readonly (readonly unknown[])[],
): TemplateResult {
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${text.tableLabel(heading)}>
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([head, ...cells]) => html`<tr>
            <th scope="row">${head}</th>
            ${cells.map((cell) => html`<td class="mono">${cell}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
