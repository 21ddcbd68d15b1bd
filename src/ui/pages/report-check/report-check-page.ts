/** Checks whether an acceptance report is unchanged, and shows what was changed. Needs no account and no network. */
import { consume } from '@lit/context';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { MAX_FILE_BYTES } from '../../../domain/limits.ts';
import type { ReportCheck } from '../../../domain/report/check-report.ts';
import { sealText } from '../../../domain/report/report-file.ts';
import { importIcon } from '../../kit/icons.ts';
import { columnPageStyles, partStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { FileInput } from '../../shared/file-input.ts';
import { readFile } from '../../shared/read-file.ts';
import { appContext, type AppServices } from '../../shell/services.ts';
import { elementStrings } from '../../strings/elements.ts';
import { reportStrings } from '../../strings/report.ts';
import '../../elements/basics.ts';

const text = reportStrings.check;

type Outcome = ReportCheck | { readonly kind: 'unreadable' };

@customElement('fk-report-check-page')
class FkReportCheckPage extends LitElement {
  @consume({ context: appContext, subscribe: true })
  private readonly services!: AppServices;
  @state() private name = '';
  @state() private outcome: Outcome | null = null;

  private readonly input = new FileInput(this, {
    place: () => 'report',
    // A table too, because a report may have lost its heading.
    kinds: ['report', 'table'],
    onFile: (file) => void this.check(file),
  });

  static override styles = [
    shared,
    pageStyles,
    columnPageStyles,
    partStyles,
    css`
      .dropping {
        outline: var(--stroke-strong) dashed var(--color-accent);
        outline-offset: calc(var(--space-2) * -1);
      }
      .seal {
        font-size: var(--text-l);
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<div class="column short ${this.input.isOver ? 'dropping' : ''}">
      <p>${this.input.isOver ? text.drop : text.intro}</p>
      <div class="part file">
        <div class="dock row">
          <fk-button variant="primary" .icon=${importIcon} @click=${this.input.choose}>${text.choose}</fk-button>
          <span class="soft drop">${elementStrings.orDrop}</span>
          ${this.input.render(text.choose, '.csv,text/csv')}
        </div>
        ${this.input.renderReading(text.reading)}
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
          <fk-notice tone="stop"
            .text=${
              outcome.says === null || outcome.says === outcome.rows
                ? text.disordered
                : text.miscounted(outcome.rows, outcome.says)
            }></fk-notice>
          ${name}
          <p class="soft">${text.changedHelp}</p>
        </section>`;
      default:
        return html`<section><fk-notice tone="attention" .text=${text[outcome.kind]}></fk-notice>${name}</section>`;
    }
  }

  private async check(file: File): Promise<void> {
    this.name = file.name;
    this.outcome = null;
    // Null after another file was chosen: its name must not appear beside this verdict.
    this.outcome = (await this.input.read((signal) => this.outcomeOf(file, signal))) ?? this.outcome;
  }

  private async outcomeOf(file: File, signal: AbortSignal): Promise<Outcome> {
    if (file.size > MAX_FILE_BYTES) return { kind: 'tooLarge' };
    return readFile((url) => this.services.startWorker(url), 'report', file, signal).catch((): Outcome => ({
      kind: 'unreadable',
    }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-report-check-page': FkReportCheckPage;
  }
}
