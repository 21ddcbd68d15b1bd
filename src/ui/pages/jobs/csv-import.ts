/** Tasks from a table: a file is chosen or dropped, its columns are named, each row gets its result, and the good ones are used. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import * as z from 'zod/mini';
import { COLUMN_ROLES, PLANNED_ATTRIBUTES } from '../../../domain/job/csv-columns.ts';
import { errorFile, type RowResult } from '../../../domain/job/csv-rows.ts';
import { lenientRecord } from '../../../domain/schema.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import { JOB_COLUMNS_KEY } from '../../../names.ts';
import type { NewTask } from '../../../use-cases/jobs/offered.ts';
import { FileDropController } from '../../controllers/file-drop-controller.ts';
import '../../elements/button/button.ts';
import '../../elements/field/field.ts';
import type { FieldChangeEvent, FieldOption } from '../../elements/field/field.ts';
import '../../elements/notice/notice.ts';
import '../../elements/row-window/row-window.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { download, fileName } from '../../shared/download.ts';
import { keepFor, keptFor } from '../../shared/kept-for-account.ts';
import type { AccountServices } from '../../shell/services.ts';
import { labelOf } from '../../strings/configure.ts';
import { jobStrings } from '../../strings/jobs.ts';
import './csv-row.ts';
import { reasonOf } from './csv-row.ts';
import type { FromCsvWorker, ToCsvWorker } from './csv-messages.ts';
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the built worker
import workerUrl from './csv-worker.ts?worker&url';

const text = jobStrings.csv;
/** Head of a column -> what it was last taken for. */
const storedRoles = lenientRecord(z.string());
const MOST_BYTES = 20_000_000;
const ROW_REM = 2.5;
/** What a table to begin with has for columns. */
const TEMPLATE = ['uniqueId', 'place', 'note', 'alias', 'name', 'major', 'minor', 'txPower', 'interval'];

type Opened = Extract<FromCsvWorker, { kind: 'opened' }>;

/** The good rows of the table; none while there is no table. */
export class CsvTasksEvent extends Event {
  constructor(readonly tasks: readonly NewTask[]) {
    super('fk-csv-tasks');
  }
}

@customElement('fk-csv-import')
class FkCsvImport extends LitElement {
  @property({ attribute: false }) services: AccountServices | undefined;
  @property({ attribute: false }) devices: ReadonlyMap<string, CachedDevice> = new Map();
  @property({ attribute: false }) accountId = '';
  @state() private name = '';
  @state() private trouble: 'tooLarge' | 'unreadable' | null = null;
  @state() private opened: Opened | null = null;
  @state() private columns: readonly string[] = [];
  @state() private results: readonly RowResult[] = [];
  @state() private busy = false;
  private worker: Worker | null = null;
  private readonly drop = new FileDropController(this, (file) => this.open(file));

  static override styles = [
    shared,
    pageStyles,
    css`
      :host {
        display: grid;
        gap: var(--space-3);
      }
      .drop {
        display: grid;
        gap: var(--space-3);
        padding: var(--space-4);
        border: var(--stroke) dashed var(--color-line-strong);
        border-radius: var(--radius-l);
      }
      .over {
        border-color: var(--color-accent);
      }
      .columns {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 14rem), 1fr));
        gap: var(--space-3);
      }
    `,
  ];

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.worker?.terminate();
    this.worker = null;
  }

  protected override updated(changed: PropertyValues<this>): void {
    // The list was read anew: other rows may be good now.
    if (changed.has('devices') && this.opened !== null) this.read();
  }

  protected override render(): TemplateResult {
    const { opened } = this;
    return html`<div class="drop ${this.drop.over ? 'over' : ''}" @dragover=${this.drop.onDrag} @dragleave=${this.drop.onLeave} @drop=${this.drop.onDrop}>
        <h3>${text.heading}</h3>
        <p class="soft">${text.note}</p>
        <input type="file" hidden accept=".csv,.txt,.tsv,text/csv,text/plain" aria-label=${text.file} @change=${this.onFile} />
        <div class="actions">
          <fk-button .busy=${this.busy} @click=${this.choose}>${text.choose}</fk-button>
          <fk-button variant="quiet" @click=${this.saveTemplate}>${text.template}</fk-button>
        </div>
        <div aria-live="polite">${this.trouble === null ? nothing : html`<fk-notice tone="attention" .text=${text.trouble[this.trouble]}></fk-notice>`}</div>
      </div>
      ${opened === null ? nothing : this.renderTable(opened)}`;
  }

  private renderTable({ heads, samples, rows }: Opened): TemplateResult {
    const bad = this.results.filter((result) => 'fault' in result).length;
    return html`<p role="status"><bdi>${this.name}</bdi>: ${this.busy ? text.reading : text.found(rows, rows - bad, bad)}</p>
      <div class="columns" @fk-change=${this.onColumn}>
        ${heads.map(
          (head, at) =>
            html`<fk-field
              kind="select"
              .name=${String(at)}
              .label=${head === '' ? text.unnamed(at + 1) : head}
              .help=${(samples[at] ?? []).filter((cell) => cell !== '').join(' · ')}
              .options=${this.optionsFor()}
              .value=${this.columns[at] ?? ''}
            ></fk-field>`,
        )}
      </div>
      ${this.columns.includes('uniqueId') ? nothing : html`<fk-notice tone="attention" .text=${text.noIdColumn}></fk-notice>`}
      ${bad === 0 ? nothing : html`<div class="actions"><fk-button @click=${() => this.saveBad(heads)}>${text.saveBad(bad)}</fk-button></div>`}
      <fk-row-window
        .label=${text.results}
        .rem=${ROW_REM}
        .rows=${this.results}
        .row=${(result: RowResult) => html`<fk-csv-row .result=${result}></fk-csv-row>`}
      ></fk-row-window>`;
  }

  private made: readonly FieldOption[] | null = null;
  private optionsFor(): readonly FieldOption[] {
    this.made ??= [
      ...COLUMN_ROLES.map((role) => ({ value: role, label: text.roles[role] })),
      ...PLANNED_ATTRIBUTES.map((name) => ({ value: name, label: labelOf(name) })),
    ];
    return this.made;
  }

  private readonly choose = (): void => this.renderRoot.querySelector('input')?.click();

  private readonly onFile = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    // The same file may be chosen again once it is mended.
    input.value = '';
    if (file !== undefined) this.open(file);
  };

  private open(file: File): void {
    this.trouble = file.size > MOST_BYTES ? 'tooLarge' : null;
    if (this.trouble !== null || this.services === undefined) return;
    if (this.worker === null) {
      this.worker = this.services.startWorker(workerUrl);
      this.worker.addEventListener('message', ({ data }: MessageEvent<FromCsvWorker>) => this.onAnswer(data));
      this.worker.addEventListener('error', () => this.onAnswer({ kind: 'unreadable' }));
    }
    this.name = file.name;
    this.busy = true;
    this.ask({ kind: 'open', file, remembered: this.remembered() });
  }

  private onAnswer(answer: FromCsvWorker): void {
    if (answer.kind === 'read') {
      this.results = answer.results;
      this.busy = false;
      this.tell();
      return;
    }
    this.results = [];
    this.opened = answer.kind === 'opened' ? answer : null;
    this.columns = answer.kind === 'opened' ? answer.columns : [];
    if (answer.kind === 'opened') return this.read();
    this.trouble = 'unreadable';
    this.busy = false;
    this.tell();
  }

  private read(): void {
    const listed = [...this.devices.values()].map(({ uniqueId, deviceType, access }) => ({
      uniqueId,
      deviceType,
      access,
    }));
    this.busy = true;
    this.ask({ kind: 'read', columns: this.columns, listed });
  }

  private tell(): void {
    this.dispatchEvent(new CsvTasksEvent(this.results.flatMap((result) => ('task' in result ? [result.task] : []))));
  }

  private readonly onColumn = ({ name, value }: FieldChangeEvent): void => {
    const at = Number(name);
    // What another column said until now, it says no more.
    this.columns = this.columns.map((role, other) => (other === at ? value : role === value ? '' : role));
    const { heads = [] } = this.opened ?? {};
    const chosen = Object.fromEntries(heads.map((head, other) => [head, this.columns[other] ?? '']));
    keepFor(JOB_COLUMNS_KEY, this.accountId, { ...this.remembered(), ...chosen });
    this.read();
  };

  private remembered(): Readonly<Record<string, string>> {
    return storedRoles.parse(keptFor(JOB_COLUMNS_KEY, this.accountId));
  }

  private ask(message: ToCsvWorker): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no target
    this.worker?.postMessage(message);
  }

  private readonly saveTemplate = (): void => saveCsv([`${TEMPLATE.join(',')}\r\n`]);

  private saveBad(heads: readonly string[]): void {
    saveCsv([...errorFile(heads, this.results, { line: text.line, reason: text.reason, of: reasonOf })]);
  }
}

/** A byte order mark, so that spreadsheets read the letters of every language. */
function saveCsv(parts: readonly string[]): void {
  download(fileName('job', Date.now(), 'csv'), new Blob(['\ufeff', ...parts], { type: 'text/csv' }));
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-csv-import': FkCsvImport;
  }
}
