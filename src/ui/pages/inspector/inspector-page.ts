/**
 * The record inspector: paste, drop or choose records of a stream. A worker checks and counts them, and they can be
 * drawn.
 */
import { consume } from '@lit/context';
import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { isContainer } from '../../../domain/streams/envelope.ts';
import { goodCount, type InspectAs, type InspectionSummary } from '../../../domain/streams/inspection.ts';
import { columnPageStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { shared } from '../../kit/tokens.ts';
import { appContext, type AppServices } from '../../shell/services.ts';
import { fileFaultStrings } from '../../strings/file-faults.ts';
import { inspectorStrings as text } from '../../strings/inspector.ts';
import { integrationTabs } from '../../shared/integration-tabs.ts';
import { SayEvent } from '../../shared/say.ts';
import { FileInput } from '../../shared/file-input.ts';
import { takeHandedOver } from '../../shared/handed-over.ts';
import { ListController } from '../../elements/list/list-controller.ts';
import { listStyles } from '../../elements/list/list-styles.ts';
import { renderFaultKinds, renderFaults } from './inspector-faults.ts';
import './inspector-plot.ts';
import { inspectorStyles } from './inspector-styles.ts';
import { createRecordInspector, type InspectionView, type RecordInspector } from './record-inspector.ts';
import { number } from '../../language/counting.ts';

/** A longer paste is checked without being shown, because a field with megabytes freezes the page. */
const MAX_SHOWN = 20_000;
const ACCEPT = '.json,.ndjson,.jsonl,.txt,.log,.gz,.avro,.parquet,.zip,application/json,text/plain';

@customElement('fk-inspector-page')
export class FkInspectorPage extends LitElement {
  @consume({ context: appContext, subscribe: true })
  private readonly services!: AppServices;

  @state() private as: InspectAs = 'auto';
  @state() private typed = '';
  @state() private view: InspectionView | null = null;
  private source: Blob | null = null;
  private readonly list = new ListController(this, { portion: 50 });
  /** Records have no kind of their own: they may look like a table. */
  private readonly input = new FileInput(this, {
    place: () => null,
    kinds: ['table'],
    onFile: (file) => this.inspect(file),
  });
  private readonly inspector: RecordInspector = createRecordInspector(
    (url) => this.services.startWorker(url),
    (view) => (this.view = view),
  );

  static override styles = [shared, pageStyles, columnPageStyles, listStyles, inspectorStyles];

  constructor() {
    super();
    this.addEventListener('dragover', (event) => event.preventDefault());
    this.addEventListener('drop', this.onDrop);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.inspector.close();
  }

  protected override firstUpdated(): void {
    const handedOver = takeHandedOver();
    if (handedOver === null) return;
    this.as = handedOver.type;
    this.inspect(new Blob([handedOver.text]));
  }

  protected override render(): TemplateResult {
    const { view } = this;
    return html`${this.services.session.state.value.account === null ? nothing : integrationTabs('inspector')}
    <div class="column ${view === null ? '' : 'wide'} ${this.input.isOver ? 'dragging' : ''}">
      ${view === null ? this.renderForm() : this.renderView(view)}
      <p class="over" aria-hidden="true">${text.drop}</p>
    </div>`;
  }

  private renderForm(): TemplateResult {
    return html`<p>${text.intro}</p>
      <fk-field
        kind="select"
        name="as"
        .label=${text.as}
        .value=${this.as}
        .options=${(['auto', 'telemetry', 'position'] as const).map((value) => ({ value, label: text.asOptions[value] }))}
        @fk-change=${this.onTyped}
      ></fk-field>
      <fk-field
        kind="textarea"
        verbatim
        name="text"
        .label=${text.paste}
        mono
        .value=${this.typed}
        @fk-input=${this.onTyped}
        @paste=${this.onPaste}
      ></fk-field>
      <div class="row">
        <fk-button variant="primary" .disabled=${this.typed.trim() === ''}
          @click=${() => this.inspect(new Blob([this.typed]))}>${text.check}</fk-button>
        <fk-button @click=${this.input.choose}>${text.file}</fk-button>
        ${this.input.render(text.file, ACCEPT)}
      </div>
      <details>
        <summary>${text.shapesTitle}</summary>
        <p class="soft">${text.shapes}</p>
      </details>`;
  }

  private renderView(view: InspectionView): TemplateResult {
    const { summary, end } = view;
    const isRunning = end === null;
    if (view.failed) {
      return html`<fk-notice tone="stop" urgent .text=${text.failed}><fk-button slot="action"
        @click=${this.again}>${text.again}</fk-button></fk-notice>
        ${this.renderClear()}`;
    }
    const container = end !== null && isContainer(end.how) ? end.how : null;
    const hasFaults = summary !== null && summary.faults > 0;
    return html`${isRunning ? this.renderProgress(view) : nothing}
      ${end?.how === 'stopped' ? html`<fk-notice tone="info" .text=${text.stopped}></fk-notice>` : nothing}
      ${
        end?.how === 'unreadable'
          ? html`<fk-notice tone="attention"
            .text=${fileFaultStrings.ofFile(this.source instanceof File ? this.source.name : '', text.unreadable)}></fk-notice>`
          : nothing
      }
      ${container === null ? nothing : html`<fk-notice tone="attention" .text=${text.reasons[container]}></fk-notice>`}
      ${summary === null || container !== null ? nothing : html`${isRunning ? nothing : renderVerdict(summary)}${renderCounts(summary)}`}
      ${isRunning ? nothing : this.renderClear()}
      ${hasFaults ? renderFaultKinds(summary) : nothing}
      ${
        end !== null && container === null
          ? html`<fk-inspector-plot class="stack" .inspector=${this.inspector} .end=${end}></fk-inspector-plot>`
          : nothing
      }
      ${hasFaults ? renderFaults(summary, view.faults, this.list) : nothing}
      ${summary === null || summary.unknown.length === 0 ? nothing : renderUnknown(summary)}
      ${summary === null ? nothing : renderAround(summary)}`;
  }

  private renderProgress({ bytes, totalBytes, summary }: InspectionView): TemplateResult {
    const records = summary === null ? 0 : goodCount(summary) + summary.faulty;
    return html`<fk-progress
      .label=${text.running}
      .doing=${text.doing(bytes, totalBytes, records)}
      .done=${Math.round((bytes / Math.max(1, totalBytes)) * 100)}
      .total=${100}
      cancellable
      @fk-cancel=${() => this.inspector.stop()}
    ></fk-progress>`;
  }

  private renderClear(): TemplateResult {
    return html`<div class="wrap"><fk-button @click=${this.clear}>${text.clear}</fk-button></div>`;
  }

  /** Undo brings back the records before, which may have been pasted and be nowhere else. */
  private inspect(source: Blob): void {
    const former = this.source;
    this.start(source);
    if (former !== null)
      this.dispatchEvent(new SayEvent(text.replaced, () => (this.isConnected ? this.start(former) : undefined)));
  }

  private start(source: Blob): void {
    this.source = source;
    this.list.restart();
    this.inspector.start(source, this.as);
  }

  private readonly again = (): void => {
    if (this.source !== null) this.start(this.source);
  };

  private readonly clear = (): void => {
    this.inspector.close();
    this.source = null;
    this.view = null;
    this.typed = '';
  };

  private readonly onTyped = ({ name, value }: FieldChangeEvent): void => {
    if (name === 'text') this.typed = value;
    else this.as = value === 'telemetry' || value === 'position' ? value : 'auto';
  };

  private readonly onPaste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    const hasFiles = (event.clipboardData?.files.length ?? 0) > 0;
    // Added to existing text by the browser; only a paste into the empty field is complete.
    if (!hasFiles && (pasted.trim() === '' || (this.typed !== '' && pasted.length <= MAX_SHOWN))) return;
    event.preventDefault();
    if (hasFiles) return this.input.take(event.clipboardData?.files);
    if (pasted.length <= MAX_SHOWN) this.typed = pasted;
    this.inspect(new Blob([pasted]));
  };

  /** Files are taken wherever they are dropped, text on the page. */
  private readonly onDrop = (event: DragEvent): void => {
    const dropped = event.dataTransfer?.getData('text/plain') ?? '';
    if (dropped.trim() === '' || (event.dataTransfer?.files.length ?? 0) > 0) return;
    event.preventDefault();
    this.inspect(new Blob([dropped]));
  };
}

function renderVerdict(summary: InspectionSummary): TemplateResult {
  const all = goodCount(summary) + summary.faulty;
  if (all === 0) return html`<fk-notice tone="attention" .text=${text.empty}></fk-notice>`;
  if (summary.faulty > 0)
    return html`<fk-notice tone="attention" .text=${text.someFaulty(summary.faulty, all)}></fk-notice>`;
  return html`<fk-notice tone="info" .text=${summary.faults > 0 ? text.onlyText : text.allGood}></fk-notice>`;
}

function renderCounts({ good, faulty, lines }: InspectionSummary): TemplateResult {
  const counts: readonly [string, number][] = [
    [text.counts.telemetry, good.telemetry],
    [text.counts.position, good.position],
    [text.counts.faulty, faulty],
    [text.counts.lines, lines],
  ];
  return html`<dl class="counts">
    ${counts.map(
      ([label, count]) => html`<div class="card stack">
        <dt class="soft">${label}</dt>
        <dd class="strong mono">${number(count)}</dd>
      </div>`,
    )}
  </dl>`;
}

function renderAround({ around: { count, first } }: InspectionSummary): TemplateResult | typeof nothing {
  return count === 0 ? nothing : html`<p class="soft">${text.around(count, first)}</p>`;
}

function renderUnknown(summary: InspectionSummary): TemplateResult {
  return html`<section>
    <h2>${text.unknown}</h2>
    <p class="soft">${text.unknownText}</p>
    <ul class="points">
      ${summary.unknown.map(
        (one) =>
          html`<li><bdi class="mono">${one.field}</bdi> <span
            class="soft">${text.unknownType[one.type]}, ${text.times(one.count)}</span></li>`,
      )}
    </ul>
  </section>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-inspector-page': FkInspectorPage;
  }
}
