/**
 * Imports a table: the person chooses or drops a file and names its columns. Each row shows its result; valid rows are
 * dispatched.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import * as z from 'zod/mini';
import { columnChoices, columnKeys, type TablePurpose } from '../../../domain/job/csv-columns.ts';
import { tableDraftSchema, type TableDraft } from '../../../domain/job/table-draft.ts';
import { cellAtFault, errorFile, type RowResult, type TableChoices } from '../../../domain/job/csv-rows.ts';
import { memoizeLast } from '../../../domain/memoize.ts';
import { noValueOf } from '../../../domain/table/no-value.ts';
import { lenientRecord } from '../../../domain/schema.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import { shownText } from '../../../domain/table/cell.ts';
import type { TableEncoding } from '../../../domain/table/decode-table.ts';
import { DEVICE_COLUMNS_KEY, JOB_COLUMNS_KEY } from '../../../names.ts';
import type { NewTask } from '../../../use-cases/jobs/jobs.ts';
import { DraftController } from '../../controllers/draft-controller.ts';
import { MediaController } from '../../controllers/media-controller.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent, FieldOption } from '../../elements/field/field.ts';
import '../../elements/row-window/row-window.ts';
import { dockStyles, partStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { BackendLookUp } from '../backend-look-up.ts';
import { saveFile } from '../../shared/give-file.ts';
import { renderRestored } from '../../shared/restored-draft.ts';
import { FileInput } from '../../shared/file-input.ts';
import { storeAccountChoice, loadAccountChoice } from '../../shared/account-choice.ts';
import { SayEvent } from '../../shared/say.ts';
import type { AccountServices } from '../../shell/services.ts';
import { elementStrings } from '../../strings/elements.ts';
import { fileFaultStrings } from '../../strings/file-faults.ts';
import { jobStrings } from '../../strings/jobs.ts';
import './csv-row.ts';
import { reasonOf, roleWords } from './csv-row.ts';
import type { FromCsvWorker, ToCsvWorker } from './csv-messages.ts';
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the built worker
import workerUrl from './csv-worker.ts?worker&url';

const text = jobStrings.csv;
/** Column key (`columnKeys`) -> the role it had in the last import. */
const storedRoles = lenientRecord(z.string());
const MAX_BYTES = 20_000_000;
const MAX_DRAFT_LENGTH = 2_000_000;
const importDraft = z.object({ table: z.catch(z.nullable(tableDraftSchema), null) });
/** Heights in rem of a row: as high as what is typed in it (`--target` in tokens.css). */
const ROW_REM = { mouse: 2.5, finger: 3.5 };
/** The columns of the table that is offered as a start. */
const TEMPLATE: Readonly<Record<TablePurpose, readonly string[]>> = {
  job: ['uniqueId', 'place', 'note', 'alias', 'name', 'major', 'minor', 'txPower', 'interval'],
  devices: ['uniqueId', 'alias', 'room', 'tags', 'notes'],
};

const NO_CHOICES: TableChoices = { takesDoubtful: false, fillsRooms: false };

type Opened = Extract<FromCsvWorker, { kind: 'opened' }>;

/** Where a table comes from, and the worker that has it. */
interface Source {
  readonly worker: Worker;
  readonly name: string;
  readonly file: File | null;
  /** The draft that is open; it lacks the columns that were not used. Null for the table of a file. */
  readonly reopened: TableDraft | null;
  readonly choices: TableChoices;
}

/** A table that is open. */
interface Table extends Source {
  readonly opened: Opened;
  /** The meaning of each column, as the person has chosen it. */
  readonly columns: readonly string[];
}

/** A table that was replaced. */
interface Replaced {
  readonly table: Table;
  readonly storable: TableDraft | null;
}

@customElement('fk-csv-import')
class FkCsvImport extends LitElement {
  @property({ attribute: false }) purpose: TablePurpose = 'job';
  @property({ attribute: false }) services!: AccountServices;
  @property({ attribute: false }) devices: ReadonlyMap<string, CachedDevice> = new Map();
  @property({ attribute: false }) accountId = '';
  /** Called with the valid rows of the table; none without a table. */
  @property({ attribute: false }) onTasks: (tasks: readonly NewTask[]) => void = () => {};
  /** Why the last file was not opened; the table before it stays. */
  @state() private trouble = '';
  /** What is being opened. Until it is known to be a table, the one before it stays. */
  @state() private opening: Source | null = null;
  @state() private table: Table | null = null;
  @state() private results: readonly RowResult[] = [];
  /** Faulty rows first, because they need attention. */
  private sorted: readonly RowResult[] = [];
  @state() private isInDbm = false;
  @state() private busy = false;
  @state() private done = 0;
  /** The table with its corrections, as it is kept. */
  @state() private storable: TableDraft | null = null;
  @state() private isTooLarge = false;
  /** What Undo brings back. */
  private replaced: Replaced | null = null;
  private readonly lookUp = new BackendLookUp(this, () => this.services);
  private readonly mouse = new MediaController(this, '(pointer: fine)');
  private readonly draft = new DraftController<{ table: TableDraft | null }>(this, () => this.services.drafts, {
    of: () => this.draftName,
    schema: importDraft,
    read: () => ({ table: this.storable }),
    restore: ({ table }) => (table === null ? this.close() : this.reopen(table)),
    maxLength: MAX_DRAFT_LENGTH,
  });
  private readonly input = new FileInput(this, {
    place: () => (this.purpose === 'job' ? 'jobTable' : 'deviceTable'),
    kinds: ['table', 'report'],
    onFile: (file) => this.open(file),
  });

  static override styles = [
    shared,
    pageStyles,
    dockStyles,
    partStyles,
    css`
      :host {
        display: flex;
        flex: 1;
        flex-direction: column;
        gap: var(--space-3);
        container-type: inline-size;
      }
      .over {
        border-color: var(--color-accent);
      }
      .columns {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 14rem), 1fr));
        gap: var(--space-3);
      }
      /* The columns' meaning beside the results of the rows. */
      @container (min-width: 36rem) {
        .read {
          grid-template-columns: minmax(11rem, 1fr) minmax(0, 3fr);
          gap: var(--space-4);
        }
        .columns {
          grid-template-columns: minmax(0, 1fr);
          align-content: start;
        }
      }
    `,
  ];

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopOpening();
    this.stopWorker();
    this.forgetReplaced();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('results'))
      this.sorted = this.results.toSorted((a, b) => Number('task' in a) - Number('task' in b));
  }

  protected override updated(changed: PropertyValues<this>): void {
    // The device list has changed: other rows may be valid.
    if (changed.has('devices') && this.table?.opened.isCertain === true) this.read(this.table);
  }

  protected override render(): TemplateResult {
    const { table, opening } = this;
    const isBusy = this.busy || opening !== null;
    const total = opening === null ? (table?.opened.rows ?? null) : null;
    return html`<div class="part file ${this.input.isOver ? 'over' : ''}">
        ${this.purpose === 'job' ? html`<p class="soft">${text.note}</p>` : nothing}
        ${this.input.render(text.file, '.csv,.txt,.tsv,text/csv,text/plain')}
        <div class="dock row">
          <fk-button .variant=${table === null && this.purpose === 'devices' ? 'primary' : 'plain'} .busy=${isBusy}
            @click=${this.input.choose}>${text.choose}</fk-button>
          <span class="soft drop">${elementStrings.orDrop}</span>
        </div>
        ${
          isBusy
            ? html`<fk-progress .total=${total} .done=${this.done} .label=${text.reading} cancellable
              @fk-cancel=${this.cancel}></fk-progress>`
            : nothing
        }
        <div aria-live="polite">${
          this.trouble === '' ? nothing : html`<fk-notice tone="attention" .text=${this.trouble}></fk-notice>`
        }</div>
      </div>
      <details class="below">
        <summary>${text.columns}</summary>
        <p class="soft">${text.columnsLike(TEMPLATE[this.purpose].join(', '))}</p>
        <fk-button variant="quiet" @click=${this.saveTemplate}>${text.template}</fk-button>
      </details>
      ${table === null ? nothing : html`${this.renderDraft(table)}${this.renderTable(table)}`}`;
  }

  private renderDraft({ reopened }: Table): TemplateResult {
    const { draft } = this;
    const { restoredAtMs } = draft;
    const isTooLong = this.isTooLarge || draft.isTooLong;
    return html`${renderRestored(this, { restoredAtMs, isTooLong, discard: () => draft.discard() }, text.draft)}
      ${reopened?.columns.includes('') === true ? html`<p class="soft">${text.usedColumns}</p>` : nothing}`;
  }

  private renderTable(table: Table): TemplateResult {
    const { opened, name } = table;
    const { rows, isCertain } = opened;
    const bad = this.results.filter((result) => 'fault' in result).length;
    const counted = !isCertain ? '' : this.busy ? text.reading : text.found(rows, rows - bad, bad);
    return html`<p role="status"><bdi>${name}</bdi>${counted === '' ? '' : `: ${counted}`}</p>
      ${this.renderEncoding(opened)}${isCertain ? this.renderRows(table, bad) : nothing}`;
  }

  /** Shown when the bytes leave the encoding open, with sample words in each possible encoding. */
  private renderEncoding({ choices, encoding, isCertain }: Opened): TemplateResult | typeof nothing {
    if (choices.length === 0) return nothing;
    const options = choices.map((choice) => ({
      value: choice.encoding,
      label: `${choice.sample} (${text.encodings[choice.encoding]})`,
    }));
    return html`${isCertain ? nothing : html`<fk-notice tone="attention" .text=${text.chooseEncoding}></fk-notice>`}
      <fk-field
        kind="select"
        name="encoding"
        .label=${text.encoding}
        .options=${isCertain ? options : [{ value: '', label: text.noEncoding }, ...options]}
        .value=${isCertain ? encoding : ''}
        @fk-change=${this.onEncoding}
      ></fk-field>`;
  }

  /** Reports rows of the file that are not among the results, and removed characters. */
  private renderNotes({ titles, emptyRows, mixedLines }: Opened): TemplateResult {
    const cleaned = this.results.filter((result) => 'task' in result && result.removed !== undefined).length;
    const notes = [
      titles.length === 0 ? '' : text.titles(titles.length, titles.join(', ')),
      emptyRows === 0 ? '' : text.emptyRows(emptyRows),
      mixedLines === 0 ? '' : text.mixedLines(mixedLines),
      cleaned === 0 ? '' : text.cleanedRows(cleaned),
      this.isInDbm ? text.inDbm : '',
    ].filter((note) => note !== '');
    return html`${notes.map((note) => html`<p class="soft">${note}</p>`)}`;
  }

  /** Names the words that were read as no value. Asks where they may be values, and where a room may be that above. */
  private renderChoices({ choices }: Table): TemplateResult {
    const read = this.results.filter((result) => 'task' in result);
    const words = [...new Set(read.flatMap(({ noValues }) => noValues ?? []))];
    const doubtful = words.filter((word) => noValueOf(word) === 'doubtful');
    const sure = words.filter((word) => !doubtful.includes(word));
    const below = read.filter(({ lacksRoom }) => lacksRoom).length;
    const choice = (name: keyof TableChoices, count: number, label: string, no: string, yes: string) =>
      count === 0
        ? nothing
        : html`<fk-field
        kind="select"
        .name=${name}
        .label=${label}
        .options=${[
          { value: 'false', label: no },
          { value: 'true', label: yes },
        ]}
        .value=${String(choices[name])}
        @fk-change=${this.onChoice}
      ></fk-field>`;
    return html`${sure.length === 0 ? nothing : html`<p class="soft"><bdi>${text.noValues(quoted(sure))}</bdi></p>`}
    ${choice('takesDoubtful', doubtful.length, text.doubtful(quoted(doubtful)), text.doubtfulIsNothing, text.doubtfulIsText)}
    ${choice('fillsRooms', below, text.lackRooms(below), text.noRoom, text.roomAbove)}`;
  }

  private readonly onChoice = (event: FieldChangeEvent): void => {
    event.stopPropagation();
    const { table } = this;
    if (table !== null)
      this.readAndKeep({ ...table, choices: { ...table.choices, [event.name]: event.value === 'true' } });
  };

  private renderRows(table: Table, bad: number): TemplateResult {
    const { opened, columns, reopened } = table;
    const { heads, samples } = opened;
    return html`${this.renderNotes(opened)}${this.renderChoices(table)}
      <div class="read stack">
        <div class="columns" @fk-change=${this.onColumn}>
          ${heads.map((head, at) =>
            reopened?.columns[at] === ''
              ? nothing
              : html`<fk-field
                kind="select"
                .name=${String(at)}
                .label=${head === '' ? text.unnamed(at + 1) : shownText(head)}
                .help=${(samples[at] ?? []).filter((cell) => cell !== '').join(' · ')}
                .options=${this.optionsFor(this.purpose)}
                .value=${columns[at] ?? ''}
              ></fk-field>`,
          )}
        </div>
        <div class="stack">
          ${columns.includes('uniqueId') ? nothing : html`<fk-notice tone="attention" .text=${text.noIdColumn}></fk-notice>`}
          ${this.lookUp.renderAsk(this.unlisted(columns))}
          ${
            bad === 0
              ? nothing
              : html`<div class="wrap"><fk-button @click=${() => this.saveBad(heads)}>${text.saveBad(bad)}</fk-button></div>`
          }
          <fk-row-window
            .label=${text.results}
            .rem=${this.mouse.matches ? ROW_REM.mouse : ROW_REM.finger}
            .rows=${this.sorted}
            .row=${(result: RowResult) =>
              html`<fk-csv-row .columns=${columns} .result=${result} .onCorrect=${this.correct}></fk-csv-row>`}
          ></fk-row-window>
        </div>
      </div>`;
  }

  private unlisted(columns: readonly string[]): readonly string[] {
    return this.sorted.flatMap((result) =>
      'fault' in result && result.fault.code === 'notListed' ? (cellAtFault(result, columns)?.typed ?? []) : [],
    );
  }

  /** The same list at each drawing, so that the fields are drawn again only when it changes. */
  private readonly optionsFor = memoizeLast((purpose: TablePurpose): readonly FieldOption[] =>
    columnChoices(purpose).map((role) => ({ value: role, label: roleWords(role) })),
  );

  private open(file: File, encoding: TableEncoding | null = null): void {
    if (file.size > MAX_BYTES) return this.refuse(file.name, text.trouble.tooLarge);
    const choices = this.table?.file === file ? this.table.choices : NO_CHOICES;
    this.begin(
      { name: file.name, file, reopened: null, choices },
      {
        kind: 'open',
        purpose: this.purpose,
        file,
        remembered: this.remembered(),
        ids: [...this.devices.keys()],
        encoding,
      },
    );
  }

  private reopen(draft: TableDraft): void {
    this.storable = draft;
    const { name, takesDoubtful = false, fillsRooms = false } = draft;
    this.begin(
      { name, file: null, reopened: draft, choices: { takesDoubtful, fillsRooms } },
      { kind: 'reopen', draft },
    );
  }

  private begin(source: Omit<Source, 'worker'>, message: ToCsvWorker): void {
    this.stopOpening();
    this.trouble = '';
    this.done = 0;
    const worker = this.services.startWorker(workerUrl);
    // A stopped worker may still have an answer in its queue.
    const take = (answer: FromCsvWorker): void => {
      if (this.opening?.worker === worker) this.onOpened(this.opening, answer);
      else if (this.table?.worker === worker) this.onAnswer(this.table, answer);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<FromCsvWorker>) => take(data));
    worker.addEventListener('error', () => take({ kind: 'unreadable' }));
    this.opening = { worker, ...source };
    post(worker, message);
  }

  private onOpened(source: Source, answer: FromCsvWorker): void {
    if (answer.kind !== 'opened') {
      this.stopOpening();
      if (answer.kind === 'notATable') this.refuse(source.name, text.trouble[answer.what]);
      else if (answer.kind === 'tooManyColumns') this.refuse(source.name, text.trouble.tooManyColumns(answer.columns));
      else this.refuse(source.name, text.trouble.unreadable);
      return;
    }
    this.opening = null;
    this.replaceTable();
    this.show({ ...source, opened: answer, columns: answer.columns });
  }

  private refuse(name: string, words: string): void {
    this.trouble = fileFaultStrings.ofFile(name, words);
  }

  private show(table: Table): void {
    this.results = [];
    // With an uncertain encoding, rows are read only after the person has chosen one.
    if (table.opened.isCertain) return this.readAndKeep(table);
    this.table = table;
    this.storable = null;
    this.isTooLarge = false;
    this.busy = false;
    this.report();
  }

  /** Keeps the table that another one replaces, and offers Undo. */
  private replaceTable(): void {
    const { table, storable } = this;
    if (table === null) return;
    // Nothing was done yet with a table whose encoding is not chosen.
    if (!table.opened.isCertain) return this.stopWorker();
    this.forgetReplaced();
    const replaced = { table, storable };
    this.replaced = replaced;
    this.dispatchEvent(new SayEvent(text.replaced(table.name), () => this.bringBack(replaced)));
  }

  private bringBack(replaced: Replaced): void {
    const { storable, table } = replaced;
    if (this.replaced === replaced) {
      this.replaced = null;
      this.close();
      this.storable = storable;
      this.show(table);
    } else if (!this.isConnected && storable !== null) this.services.drafts.store(this.draftName, { table: storable });
  }

  private forgetReplaced(): void {
    this.replaced?.table.worker.terminate();
    this.replaced = null;
  }

  private onAnswer({ name }: Table, answer: FromCsvWorker): void {
    if (answer.kind === 'progress') this.done = answer.done;
    else if (answer.kind === 'kept') {
      this.storable = answer.draft;
      this.isTooLarge = answer.draft === null;
    } else if (answer.kind === 'read') {
      this.results = answer.results;
      this.isInDbm = answer.isInDbm;
      this.busy = false;
      this.report();
    } else {
      // The worker has failed, and its table is lost with it.
      this.close();
      this.refuse(name, text.trouble.unreadable);
    }
  }

  private readonly onEncoding = ({ value }: FieldChangeEvent): void => {
    if (value !== '' && this.table?.file != null) this.open(this.table.file, value as TableEncoding);
  };

  private readonly cancel = (): void => {
    if (this.opening === null) this.close();
    else this.stopOpening();
  };

  private close(): void {
    this.stopOpening();
    this.stopWorker();
    this.results = [];
    this.storable = null;
    this.isTooLarge = false;
    this.report();
  }

  private stopOpening(): void {
    this.opening?.worker.terminate();
    this.opening = null;
  }

  private stopWorker(): void {
    this.table?.worker.terminate();
    this.table = null;
    this.busy = false;
  }

  private read({ worker, columns, choices }: Table): void {
    const listed = [...this.devices.values()].map(({ uniqueId, deviceType, access, mac }) => ({
      uniqueId,
      deviceType,
      access,
      mac,
    }));
    this.busy = true;
    this.done = 0;
    post(worker, { kind: 'read', purpose: this.purpose, columns, listed, ...choices });
  }

  /** For a table that was opened or changed by the person. */
  private readAndKeep(table: Table): void {
    const { worker, name, columns, opened, choices } = table;
    this.table = table;
    // Kept before its rows are shown, so that what is shown is not lost.
    post(worker, { kind: 'keep', name, columns, mixedLines: opened.mixedLines, ...choices });
    this.read(table);
  }

  /** What the table plans is stored, so that it is no draft any more. */
  submitted(): void {
    this.draft.remove();
  }

  private get draftName(): string {
    return `table-${this.purpose}`;
  }

  private report(): void {
    this.onTasks(this.results.flatMap((result) => ('task' in result ? [result.task] : [])));
  }

  private readonly onColumn = ({ name, value }: FieldChangeEvent): void => {
    const { table } = this;
    if (table === null) return;
    const at = Number(name);
    // Each role belongs to one column only: clear it on the other column.
    const columns = table.columns.map((role, other) => (other === at ? value : role === value ? '' : role));
    const keys = columnKeys(table.opened.heads);
    const chosen = Object.fromEntries(keys.map((key, other) => [key, columns[other] ?? '']));
    // A table of a draft lacks headings.
    if (table.reopened === null)
      storeAccountChoice(this.rememberKey, this.accountId, { ...this.remembered(), ...chosen });
    this.readAndKeep({ ...table, columns });
  };

  private readonly correct = (line: number, at: number, typed: string): void => {
    if (this.table === null) return;
    post(this.table.worker, { kind: 'correct', line, at, text: typed });
    this.readAndKeep(this.table);
  };

  private remembered(): Readonly<Record<string, string>> {
    return storedRoles.parse(loadAccountChoice(this.rememberKey, this.accountId));
  }

  private get rememberKey(): string {
    return this.purpose === 'job' ? JOB_COLUMNS_KEY : DEVICE_COLUMNS_KEY;
  }

  private readonly saveTemplate = (): void => this.save([`${TEMPLATE[this.purpose].join(',')}\r\n`]);

  /** Starts with a byte order mark, so that spreadsheets detect UTF-8. */
  private save(parts: readonly string[]): void {
    saveFile(this.purpose === 'job' ? 'jobTable' : 'deviceTable', ['\ufeff', ...parts]);
  }

  private saveBad(heads: readonly string[]): void {
    this.save([...errorFile(heads, this.results, { line: text.line, reason: text.reason, of: reasonOf })]);
  }
}

function post(worker: Worker, message: ToCsvWorker): void {
  worker.postMessage(message);
}

/** As one enumeration. */
function quoted(cells: readonly string[]): string {
  return cells.map(text.quoted).join(', ');
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-csv-import': FkCsvImport;
  }
}
