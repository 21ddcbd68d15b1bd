/** The records on this phone as a table, with a choice of columns including unknown fields, and export as a file. */
import { initialState, Task, TaskStatus } from '@lit/task';
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { addressPart } from '../../../domain/address-part.ts';
import { isMainsMark } from '../../../domain/device.ts';
import { telemetryField } from '../../../domain/telemetry/fields.ts';
import { heardTimeOf } from '../../../domain/telemetry/heard-time.ts';
import type { TelemetryRecord } from '../../../domain/telemetry/record.ts';
import {
  ALL_COLUMNS,
  cellOf,
  HEARD_AT,
  USUAL_COLUMNS,
  WIRE_COLUMNS,
  type Cell,
} from '../../../domain/telemetry/table.ts';
import type { TelemetryCursor } from '../../../use-cases/telemetry/telemetry.ts';
import { SayEvent } from '../../shared/say.ts';
import '../../elements/basics.ts';
import { date, moment, timeWithSeconds } from '../../language/times.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { renderTable, type ListColumn } from '../../elements/list/list-table.ts';
import { listStyles, valuesInLine } from '../../elements/list/list-styles.ts';
import { exportIcon, telemetryIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import { storeChoice, loadChoice } from './view-choice.ts';
import { fileName } from '../../shared/give-file.ts';
import { saveRows } from '../../shared/save-rows.ts';
import './show-bar.ts';
import { isRangeValid, renderReadFailed, type ViewContext } from './view-context.ts';
import { shownValue } from '../../words/chart.ts';
import { fieldLabel } from '../../words/telemetry.ts';

const text = telemetryStrings.table;
const PAGE = 100;

/**
 * Its children stand before its controls. Another filter of the context starts with the newest records; a new version
 * reads again.
 */
@customElement('fk-telemetry-records')
export class FkTelemetryRecords extends LitElement {
  @property({ attribute: false }) context!: ViewContext;
  /** Start of each page visited, the shown one last; null for the first. */
  @state() private trail: readonly (TelemetryCursor | null)[] = [null];
  @state() private asking: 'columns' | 'format' | null = null;
  @state() private columns: readonly string[] = USUAL_COLUMNS;
  /** Unknown fields found so far. */
  @state() private unknown: readonly string[] = [];
  @state() private saving: { readonly rows: number; readonly controller: AbortController } | null = null;
  private readonly reading = new Task(this, {
    task: async ([telemetry, filter, here]) =>
      (await telemetry?.rows(filter, here ?? null, PAGE, true)) ?? initialState,
    args: () => {
      const { telemetry, shown, version } = this.context;
      return [isRangeValid(shown) ? telemetry : null, shown.filter, this.trail.at(-1), version] as const;
    },
    onComplete: ({ rows }) => this.learnFields(rows),
  });

  static override styles = [
    shared,
    listStyles,
    valuesInLine,
    css`
      td:not(.nowrap) {
        max-width: 24rem;
        overflow-wrap: anywhere;
        white-space: pre-wrap;
      }
      .named {
        display: inline-block;
        max-width: min(100%, 14rem);
        vertical-align: bottom;
      }
      /* The beacon beside the time, its values below. */
      @container (max-width: 48rem) {
        .list-table tr {
          padding-block: var(--space-3);
        }
        .list-table tbody th:not(.group) {
          flex: none;
          font-weight: var(--weight-text);
        }
        .list-table .trackingId {
          flex: 1 1 8rem;
          min-width: 0;
        }
        .trackingId .named {
          font-size: var(--text-m);
          font-weight: var(--weight-strong);
        }
        .list-table tr::after {
          content: '';
          flex: 0 0 100%;
          order: 1;
        }
        .list-table td:not(.trackingId) {
          order: 2;
        }
        .list-table td.sourceId {
          flex: 1 1 4rem;
          order: 3;
          min-width: 0;
        }
        .id {
          display: none;
        }
      }
      @container (min-width: 48.01rem) {
        .list-table thead th {
          white-space: normal;
        }
        td:not(.nowrap) {
          min-width: 12rem;
        }
        .list-table :is(th, td) {
          padding-inline: var(--space-2);
        }
        .list-table tbody td {
          padding-block: var(--space-1);
        }
        .named {
          display: block;
          max-width: 8.5rem;
        }
      }
    `,
  ];

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.saving?.controller.abort();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('context')) return;
    const before = changed.get('context');
    const { accountId, telemetry, shown } = this.context;
    if (accountId !== before?.accountId) {
      this.columns = loadChoice(accountId).columns ?? USUAL_COLUMNS;
      this.unknown = this.columns.filter((column) => !ALL_COLUMNS.includes(column));
    }
    if (telemetry !== before?.telemetry || shown.filter !== before.shown.filter) this.trail = [null];
  }

  protected override render(): TemplateResult {
    const isValid = isRangeValid(this.context.shown);
    const rows = isValid ? this.reading.value?.rows : undefined;
    return html`
      <div class="row">
        <slot></slot>
        <fk-telemetry-show .context=${this.context}></fk-telemetry-show>
        <div class="wrap">
          <fk-button @click=${() => (this.asking = 'columns')}>${text.columns}</fk-button>
          <fk-button .icon=${exportIcon} .disabled=${this.saving !== null || rows === undefined || rows.length === 0}
            @click=${() => (this.asking = 'format')}>${telemetryStrings.files.save}</fk-button>
        </div>
      </div>
      ${
        this.saving === null
          ? nothing
          : html`<fk-progress cancellable .label=${telemetryStrings.files.saving}
            .doing=${telemetryStrings.files.rows(this.saving.rows)} .total=${null}
            @fk-cancel=${() => this.saving?.controller.abort()}></fk-progress>`
      }
      ${isValid ? this.renderRows(rows) : nothing}
      ${this.renderChoice()} ${this.renderFormats()}
    `;
  }

  private renderRows(rows: readonly TelemetryRecord[] | undefined): TemplateResult {
    if (this.reading.status === TaskStatus.ERROR) return renderReadFailed(() => this.reading.run());
    if (rows === undefined) return html`<fk-skeleton .count=${6} .label=${telemetryStrings.loading}></fk-skeleton>`;
    if (rows.length === 0) return html`<fk-empty .text=${text.empty} .icon=${telemetryIcon}></fk-empty>`;
    return this.renderTable(rows, this.reading.value?.next ?? null);
  }

  private renderTable(rows: readonly TelemetryRecord[], next: TelemetryCursor | null): TemplateResult {
    const others: ListColumn<TelemetryRecord> = {
      label: text.other,
      className: 'mono labelled',
      cell: (row) => html`${this.othersOf(row)}${this.faultsOf(row)}`,
    };
    const columns = [
      ...this.columns.map((column, at) => this.columnOf(column, at === 0)),
      ...(rows.some((row) => this.othersOf(row) !== '') ? [others] : []),
    ];
    const headingOf = this.columns.includes(HEARD_AT) ? (row: TelemetryRecord) => this.dayOf(row) : undefined;
    return html`<p class="soft">${text.caption(rows.length)}</p>
      <div class="scroll" tabindex="0" role="region" aria-label=${text.label}>${renderTable(text.label, columns, rows, { headingOf })}</div>
      <div class="wrap">
        <fk-button .disabled=${this.trail.length === 1} @click=${() => (this.trail = this.trail.slice(0, -1))}>${text.newer}</fk-button>
        <fk-button .disabled=${next === null} @click=${() => (this.trail = [...this.trail, next])}>${text.older}</fk-button>
      </div>`;
  }

  private columnOf(column: string, isFirst: boolean): ListColumn<TelemetryRecord> {
    const shown = {
      label: column === 'trackingId' ? telemetryStrings.fleet.beacon : fieldLabel(column),
      className: `nowrap ${classOf(column)}`,
      cell: (row: TelemetryRecord) => this.renderCell(row, column),
    };
    if (isFirst) return { ...shown, kind: 'title' };
    return isNumber(column) ? { ...shown, kind: 'number' } : shown;
  }

  private renderCell(row: TelemetryRecord, column: string): TemplateResult | string {
    const { names, view } = this.context;
    const cell = cellOf(row, column);
    if (column === HEARD_AT) return this.renderReceivedAt(row);
    if (column === 'trackingId') return named(row.trackingId, names.titleOf(row.trackingId));
    if (column === 'sourceId' && row.sourceId !== null) return named(row.sourceId, names.sourceTitleOf(row.sourceId));
    if (isTime(column)) {
      if (typeof cell === 'number') return moment(cell, view.zone);
      return row.faults?.includes(column) === true ? html`<span class="soft">${text.timeUnreadable}</span>` : '';
    }
    if (column === 'batteryLevel' && isMainsMark(cell)) return text.mainsPower;
    const words = cellText(cell, telemetryField(column)?.unit ?? '');
    return words === '' ? '' : html`<bdi>${words}</bdi>`;
  }

  private dayOf({ values }: TelemetryRecord): string {
    const { timeMs } = heardTimeOf(values);
    return timeMs === null ? text.noTime : date(timeMs, this.context.view.zone);
  }

  private renderReceivedAt({ values, faults }: TelemetryRecord): TemplateResult {
    const { timeMs, by } = heardTimeOf(values);
    const isUnreadable = faults?.some((name) => telemetryField(name)?.kind === 'time') === true;
    if (timeMs === null) return html`<span class="soft">${isUnreadable ? text.timeUnreadable : text.noTime}</span>`;
    const unchecked = html` <span class="soft">${telemetryStrings.clockUnchecked}</span>`;
    return html`${timeWithSeconds(timeMs, this.context.view.zone)}${by === 'cloud' ? nothing : unchecked}`;
  }

  private faultsOf({ faults }: TelemetryRecord): TemplateResult | typeof nothing {
    return faults === null ? nothing : html`<div class="soft">${text.faults(faults.map(fieldLabel).join(', '))}</div>`;
  }

  /** The fields without a column. */
  private othersOf({ rest }: TelemetryRecord): string {
    if (rest === null) return '';
    const others = Object.entries(rest).filter(([name]) => !this.columns.includes(name));
    return others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others));
  }

  private renderChoice(): TemplateResult {
    // Ticked values are joined by commas, and an unknown field may contain one in its name.
    const options = [...ALL_COLUMNS, ...this.unknown].map((name) => ({
      value: addressPart(name),
      label: fieldLabel(name),
    }));
    return html`<fk-dialog .open=${this.asking === 'columns'} .heading=${text.columnsTitle} @fk-close=${this.close}>
      ${
        this.asking === 'columns'
          ? html`<fk-field kind="list" name="columns" label-hidden .label=${text.columnsTitle}
            .value=${this.columns.map(addressPart).join(',')} .options=${options} @fk-change=${this.onColumns}></fk-field>`
          : nothing
      }
      <fk-button slot="actions" variant="quiet" @click=${() => this.choose(USUAL_COLUMNS)}>${text.usual}</fk-button>
      <fk-button slot="actions" variant="primary" @click=${this.close}>${text.columnsDone}</fk-button>
    </fk-dialog>`;
  }

  private renderFormats(): TemplateResult {
    const words = telemetryStrings.files;
    return html`<fk-dialog .open=${this.asking === 'format'} .heading=${words.title} @fk-close=${this.close}>
      <div class="stack">
        <fk-button variant="primary" @click=${() => this.save('csv')}>${words.csv}</fk-button>
        <fk-button @click=${() => this.save('ndjson')}>${words.ndjson}</fk-button>
      </div>
    </fk-dialog>`;
  }

  private readonly close = (): void => {
    this.asking = null;
  };

  private readonly onColumns = (event: FieldChangeEvent): void => {
    event.stopPropagation();
    const parts = new Set(event.value.split(','));
    const ticked = [...new Set([...ALL_COLUMNS, ...this.unknown, ...this.columns])].filter((name) =>
      parts.has(addressPart(name)),
    );
    // Existing columns keep their order; new ones are appended.
    const columns = [
      ...this.columns.filter((column) => ticked.includes(column)),
      ...ticked.filter((column) => !this.columns.includes(column)),
    ];
    if (columns.length > 0) this.choose(columns);
  };

  private choose(columns: readonly string[]): void {
    this.columns = columns;
    storeChoice(this.context.accountId, { columns: columns === USUAL_COLUMNS ? null : columns });
  }

  private learnFields(rows: readonly TelemetryRecord[]): void {
    const names = [...this.unknown, ...rows.flatMap(({ rest }) => Object.keys(rest ?? {}))];
    const met = new Set(names.filter((name) => !ALL_COLUMNS.includes(name)));
    if (met.size > this.unknown.length) this.unknown = [...met].slice(0, 200);
  }

  private async save(kind: 'csv' | 'ndjson'): Promise<void> {
    const { columns } = this;
    const { telemetry, shown } = this.context;
    if (telemetry === null) return;
    this.close();
    const controller = new AbortController();
    const words = telemetryStrings.files;
    const first = columns.map((column) => (column === HEARD_AT ? 'timestamp' : column));
    const all = kind === 'csv' ? [...new Set([...first, ...WIRE_COLUMNS, ...this.unknown])] : [];
    try {
      const outcome = await saveRows((signal) => telemetry.file(shown.filter, { kind, columns: all }, { signal }), {
        name: fileName('records', Date.now(), kind),
        type: kind === 'csv' ? 'text/csv' : 'application/x-ndjson',
        signal: controller.signal,
        onRows: (rows) => (this.saving = { rows, controller }),
      });
      if (outcome.kind === 'saved') this.notify(words.saved(outcome.rows));
      else if (outcome.kind === 'stopped') this.notify(words.stopped);
      else if (outcome.kind === 'empty') this.notify(words.none);
    } catch {
      this.notify(words.failed);
    } finally {
      this.saving = null;
    }
  }

  private notify(message: string): void {
    this.dispatchEvent(new SayEvent(message));
  }
}

/** A phone has room for the name, or for the ID of what has none. */
function named(id: string, title: string): TemplateResult {
  if (title === id) return html`<span class="mono">${id}</span>`;
  return html`<bdi class="named cut" title=${title}>${title}</bdi><span class="id soft mono">${id}</span>`;
}

function isTime(column: string): boolean {
  return column === HEARD_AT || telemetryField(column)?.kind === 'time';
}

/** Columns of IDs, shown with their names. */
const NAMED: ReadonlySet<string> = new Set(['trackingId', 'sourceId']);

/** On a phone only the usual values need no name beside them. */
function classOf(column: string): string {
  if (NAMED.has(column)) return column;
  if (USUAL_COLUMNS.includes(column)) return column === HEARD_AT ? 'mono' : '';
  if (isTime(column)) return 'mono labelled';
  return (telemetryField(column)?.kind ?? 'text') === 'text' ? 'mono labelled' : 'labelled';
}

function isNumber(column: string): boolean {
  const kind = telemetryField(column)?.kind;
  return kind === 'gauge' || kind === 'counter';
}

function cellText(cell: Cell, unit: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return shownValue(cell, unit);
  if (typeof cell === 'boolean') return cell ? text.yes : text.no;
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-records': FkTelemetryRecords;
  }
}
