/** Checks whether an acceptance report is unchanged, and shows what was changed. Needs no account and no network. */
import { consume } from '@lit/context';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { FileKind } from '../../../domain/file-kind.ts';
import type { ReportCheck } from '../../../domain/report/check-report.ts';
import { sealText } from '../../../domain/report/report-file.ts';
import { FileDropController } from '../../controllers/file-drop-controller.ts';
import { importIcon } from '../../kit/icons.ts';
import { twoPartStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { takeFirst } from '../../controllers/files-event.ts';
import { IncomingFileController } from '../../shared/incoming-file.ts';
import { appContext, type AppServices } from '../../shell/services.ts';
import { reportStrings } from '../../strings/report.ts';
import '../../elements/basics.ts';
import { readReport } from './read-report.ts';

const text = reportStrings.check;

/** A table too, because a report may have lost its heading. */
const KINDS: readonly FileKind[] = ['report', 'table'];

type Outcome = ReportCheck | { readonly kind: 'unreadable' };

@customElement('fk-report-check-page')
class FkReportCheckPage extends LitElement {
  @consume({ context: appContext, subscribe: true })
  private readonly services!: AppServices;
  /** A file to check at once. */
  @property({ attribute: false }) file: File | null = null;
  @state() private name = '';
  @state() private outcome: Outcome | null = null;
  /** Aborts the check of the current file. */
  @state() private reading: AbortController | null = null;

  private readonly drop = new FileDropController(this, KINDS, (file) => void this.check(file));

  constructor() {
    super();
    this.addController(
      new IncomingFileController(
        this,
        () => 'report',
        (file) => void this.check(file),
      ),
    );
  }

  static override styles = [
    shared,
    pageStyles,
    twoPartStyles,
    css`
      .column {
        min-height: 100%;
      }
      .dropping {
        outline: var(--stroke-strong) dashed var(--color-accent);
        outline-offset: calc(var(--space-2) * -1);
      }
      .seal {
        font-size: var(--text-l);
      }
    `,
  ];

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('file') && this.file !== null) void this.check(this.file);
  }

  protected override render(): TemplateResult {
    return html`<div class="column ${this.drop.over ? 'dropping' : ''}">
      <div class="part file">
        <p>${this.drop.over ? text.drop : text.intro}</p>
        <div class="row">
          <fk-button variant="primary" .big=${true} .icon=${importIcon} @click=${this.pick}>${text.choose}</fk-button>
          <input type="file" multiple accept=".csv,text/csv" hidden aria-label=${text.choose} @change=${this.onFile} />
        </div>
        ${
          this.reading === null
            ? nothing
            : html`<fk-progress .total=${null} .label=${text.reading} .cancellable=${true} @fk-cancel=${() => this.reading?.abort()}></fk-progress>`
        }
      </div>
      <div class="part" role="status">${this.outcome === null ? nothing : this.renderOutcome(this.outcome)}</div>
    </div>`;
  }

  private renderOutcome(outcome: Outcome): TemplateResult {
    const name = html`<p class="soft"><bdi>${this.name}</bdi></p>`;
    switch (outcome.kind) {
      case 'whole':
        return html`<section>
          <fk-notice tone="done" .text=${text.whole(outcome.rows)}></fk-notice>
          ${name}
          <h2>${text.seal}</h2>
          <p class="seal mono">${sealText(outcome.seal)}</p>
          <p class="soft">${text.sealMeans}</p>
        </section>`;
      case 'changed':
        return html`<section>
          <fk-notice tone="stop" .text=${text.changed(outcome.lines.length + outcome.more)}></fk-notice>
          ${name}
          <p>${text.changedLines(outcome.lines.join(', '), outcome.more)}</p>
          <p class="soft">${text.changedHelp}</p>
        </section>`;
      case 'miscounted':
        return html`<section>
          <fk-notice tone="stop" .text=${outcome.says === null || outcome.says === outcome.rows ? text.disordered : text.miscounted(outcome.rows, outcome.says)}></fk-notice>
          ${name}
          <p class="soft">${text.changedHelp}</p>
        </section>`;
      default:
        return html`<section><fk-notice tone="attention" .text=${text[outcome.kind]}></fk-notice>${name}</section>`;
    }
  }

  private readonly pick = (): void => {
    this.renderRoot.querySelector<HTMLInputElement>('input[type=file]')?.click();
  };

  private readonly onFile = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    void takeFirst(input.files, this, null, (file) => void this.check(file));
    input.value = '';
  };

  private async check(file: File): Promise<void> {
    this.reading?.abort();
    const reading = new AbortController();
    const { signal } = reading;
    this.name = file.name;
    this.outcome = null;
    this.reading = reading;
    const outcome = await readReport((url) => this.services.startWorker(url), file, signal).catch((): Outcome => ({
      kind: 'unreadable',
    }));
    // Another file may have been chosen: its name must not appear beside this verdict.
    if (!signal.aborted) this.outcome = outcome;
    if (this.reading === reading) this.reading = null;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.reading?.abort();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-report-check-page': FkReportCheckPage;
  }
}
