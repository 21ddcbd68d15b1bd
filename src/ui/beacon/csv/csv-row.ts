/** One row of a table: its number, and its task, or its text and why it is not valid. */
import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { cellAtFault, type RowFault, type RowResult } from '../../../domain/job/csv-rows.ts';
import { valueLine } from '../value-words.ts';
import '../../elements/basics.ts';
import { controlStyles } from '../../kit/control-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { faultWords, labelOf } from '../../words/configure.ts';
import { jobStrings } from '../../strings/jobs.ts';

const text = jobStrings.csv;

@customElement('fk-csv-row')
class FkCsvRow extends LitElement {
  @property({ attribute: false }) result!: RowResult;
  /** What each column of the table means. */
  @property({ attribute: false }) columns: readonly string[] = [];
  /** Called when the person has put another text into the cell at fault. `at`: position of the column. */
  @property({ attribute: false }) onCorrect: (line: number, at: number, text: string) => void = () => {};

  static override styles = [
    shared,
    controlStyles,
    css`
      :host {
        display: grid;
        grid-template-columns: 5ch auto minmax(0, 1fr);
        align-items: center;
        gap: var(--space-3);
        height: 100%;
        font-size: var(--text-s);
      }
      .number {
        text-align: end;
      }
      .bad {
        display: grid;
        grid-column: 2 / -1;
        grid-template-columns: minmax(8rem, 1fr) minmax(0, 3fr);
        align-items: center;
        gap: var(--space-3);
        overflow: hidden;
        line-height: var(--leading-tight);
      }
      input {
        min-height: max(24px, calc(var(--target) - var(--space-2)));
        padding: 0 var(--space-2);
        border-color: var(--color-stop);
        font-family: var(--font-mono);
        font-size: inherit;
      }
      :focus-visible {
        outline-offset: calc(var(--focus-width) * -1);
      }
      /* Two lines, the height of a row. */
      .why {
        display: -webkit-box;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 2;
        overflow: hidden;
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { result } = this;
    const line = html`<span class="number mono cut">${result.line}</span>`;
    if ('task' in result)
      return html`${line}<fk-status class="cut" tone="info">${text.good}</fk-status>${this.renderTask(result)}`;
    const reason = reasonOf(result.fault);
    const cell = cellAtFault(result, this.columns);
    const role = cell === null ? '' : this.columns[cell.at]!;
    return html`${line}<span class="bad">${
      cell === null
        ? html`<fk-status class="start cut" tone="stop">${text.bad}</fk-status>`
        : html`<input type="text" aria-invalid="true" aria-label=${text.correct(roleWords(role), result.line)}
          aria-describedby="why" autocomplete="off" autocapitalize="off" autocorrect="off" spellcheck="false"
          .value=${live(cell.typed)}
          @change=${({ target }: Event) => this.onCorrect(result.line, cell.at, (target as HTMLInputElement).value)} />`
    }<bdi class="why" id="why" title=${reason}>${reason}</bdi></span>`;
  }

  /** The values that will be written, so that a value in another unit is noticed here. */
  private renderTask({ task, removed }: Extract<RowResult, { task: unknown }>): TemplateResult {
    const messages = [
      task.place,
      ...Object.entries(task.values).map(([name, value]) => `${labelOf(name)}: ${valueLine(name, value)}`),
      task.note,
      removed === undefined ? '' : text.removed(removed.join(', ')),
    ].filter((part) => part !== '');
    return html`<span class="cut" title=${messages.join(' · ')}
      ><span class="mono">${task.uniqueId}</span> <bdi>${messages.join(' · ')}</bdi></span
    >`;
  }
}

/** What a column means, in words. */
export function roleWords(role: string): string {
  return Object.hasOwn(text.roles, role) ? text.roles[role as keyof typeof text.roles] : labelOf(role);
}

export function reasonOf(fault: RowFault): string {
  switch (fault.code) {
    case 'notListed':
      return fault.detail === '' ? text.faults.notListed : text.faults.otherCase(fault.detail);
    case 'twice':
      return text.faults.twice(fault.detail);
    case 'tooManyCells':
      return text.faults.tooManyCells(fault.detail);
    case 'tooLong':
      return text.faults.tooLong(fault.detail);
    case 'room':
      return text.faults.room[fault.fault];
    case 'joined':
      return text.faults.joined(Number(fault.detail));
    case 'failedFormula':
      return text.faults.failedFormula(roleWords(fault.attribute), fault.detail);
    case 'rounded':
      return text.faults.rounded(
        fault.attribute === 'uniqueId' ? text.roles.uniqueId : labelOf(fault.attribute),
        fault.detail,
      );
    case 'value':
      return text.faults.value(labelOf(fault.attribute), faultWords(fault.fault, fault.detail));
    case 'noId':
    case 'noBeacon':
    case 'viewer':
      return text.faults[fault.code];
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-csv-row': FkCsvRow;
  }
}
