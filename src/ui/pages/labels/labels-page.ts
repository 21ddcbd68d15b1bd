/** Labels to print for the selected devices or the beacons of a job: the sheet, and what will be on the paper. */
import { Task, TaskStatus } from '@lit/task';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { LABEL_SHEETS, insidesOf, labelPortions, labelsOn, type LabelSheet } from '../../../domain/label/sheet.ts';
import { roomOf } from '../../../domain/room.ts';
import { withEdit } from '../../../domain/virtual-edit.ts';
import { JobBase } from '../../beacon/jobs-base.ts';
import '../../elements/basics.ts';
import { drawCode } from '../../elements/paged-code/draw-code.ts';
import { columnPageStyles, twoPartStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { selection } from '../../shared/chosen-devices.ts';
import { FormController } from '../../shared/form-controller.ts';
import { bulkStrings } from '../../strings/bulk.ts';
import { jobStrings } from '../../strings/jobs.ts';
import { printLabelStrings as text } from '../../strings/print-labels.ts';
import { reportStrings } from '../../strings/report.ts';
import { transferStrings } from '../../strings/transfer.ts';

interface Label {
  readonly uniqueId: string;
  readonly alias: string;
  readonly room: string;
}

/** Without a job, for the selected devices. */
@customElement('fk-labels-page')
class FkLabelsPage extends JobBase {
  /** Size of the printed page, which only a style sheet of the document can set. */
  private readonly paper = new CSSStyleSheet();
  private readonly form = new FormController(this, {
    first: { sheet: LABEL_SHEETS[0].id, start: '1', part: '0' },
    fields: {
      sheet: {
        kind: 'select',
        label: text.sheet,
        options: LABEL_SHEETS.map((one) => ({ value: one.id, label: nameOf(one) })),
      },
      start: {
        kind: 'number',
        label: text.start,
        help: text.startHelp,
        min: 1,
        max: () => labelsOn(this.labelSheet),
        when: () => labelsOn(this.labelSheet) > 1,
      },
      part: {
        kind: 'select',
        label: text.part,
        options: () =>
          this.portions.map(({ from, to }, at) => ({ value: String(at), label: text.partOf(from + 1, to) })),
        when: () => this.portions.length > 1,
      },
    },
    faults: ({ start }) => ({ start: this.isStart(start) ? '' : text.startFault(labelsOn(this.labelSheet)) }),
    showsFaultsAtOnce: true,
    changed: (name) => {
      if (name !== 'part') this.form.change({ part: '0' });
    },
    submit: () => window.print(),
  });

  private readonly codes = new Task(this, {
    task: async (ids: readonly string[], { signal }) => {
      const drawn = new Map<string, TemplateResult>();
      for (const id of ids) {
        // The page stays usable between two codes.
        await new Promise((resolve) => setTimeout(resolve));
        signal.throwIfAborted();
        drawn.set(id, renderCode(id));
      }
      return drawn;
    },
    args: () => this.labels.map(({ uniqueId }) => uniqueId),
  });

  static override styles = [
    shared,
    pageStyles,
    columnPageStyles,
    twoPartStyles,
    css`
      .preview {
        container-type: inline-size;
        max-width: 40rem;
      }
      .preview.roll {
        max-width: 20rem;
      }
      /* Black on white, as on paper, and as wide as there is space. */
      .sheet {
        --mm: calc(100cqw / var(--paper-width));
        display: grid;
        grid-template-rows: repeat(var(--rows), calc(var(--label-height) * var(--mm)));
        grid-template-columns: repeat(var(--columns), calc(var(--label-width) * var(--mm)));
        place-content: center;
        column-gap: calc(var(--gap) * var(--mm));
        width: calc(var(--paper-width) * var(--mm));
        height: calc(var(--paper-height) * var(--mm));
        contain: size layout paint;
        background: white;
        color: black;
        font-size: calc(3.1 * var(--mm));
        line-height: 1.2;
        forced-color-adjust: none;
      }
      .label {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        align-items: center;
        gap: calc(2 * var(--mm));
        padding: calc(var(--inset) * var(--mm));
        overflow: clip;
      }
      svg {
        display: block;
        width: calc(var(--code) * var(--mm));
        height: calc(var(--code) * var(--mm));
      }
      bdi {
        display: -webkit-box;
        overflow: hidden;
        overflow-wrap: anywhere;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 2;
      }
      bdi.cut {
        display: block;
      }
      .alias {
        font-size: calc(3.5 * var(--mm));
      }
      @media screen {
        .sheet + .sheet {
          margin-block-start: var(--space-4);
        }
        .label {
          outline: 1px dashed silver;
        }
        .label.used {
          background: repeating-linear-gradient(135deg, silver 0 1px, white 1px 8px);
        }
      }
      @media print {
        :host {
          display: block;
          min-height: 0;
        }
        .screen {
          display: none;
        }
        .column {
          display: block;
          max-width: none;
          padding: 0;
        }
        .preview,
        .preview.roll {
          container-type: normal;
          max-width: none;
        }
        /* One pixel less at both ends, because a page that is rounded down would make another, empty one. */
        .sheet {
          --mm: 1mm;
          box-sizing: border-box;
          height: calc(var(--paper-height) * var(--mm) - 1px);
          padding-block-start: 1px;
        }
        .sheet + .sheet {
          break-before: page;
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    document.adoptedStyleSheets.push(this.paper);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== this.paper);
  }

  protected override updated(): void {
    const sheet = this.labelSheet;
    const { insetMm, codeMm } = insidesOf(sheet);
    this.paper.replaceSync(`@page { size: ${sheet.widthMm}mm ${sheet.heightMm}mm; margin: 0 }`);
    for (const [name, value] of Object.entries({
      'paper-width': sheet.widthMm,
      'paper-height': sheet.heightMm,
      columns: sheet.columns,
      rows: sheet.rows,
      'label-width': sheet.labelWidthMm,
      'label-height': sheet.labelHeightMm,
      gap: sheet.gapMm,
      inset: insetMm,
      code: codeMm,
    }))
      this.style.setProperty(`--${name}`, String(value));
  }

  protected override renderJobs(): TemplateResult | typeof nothing {
    if (this.jobId !== '') return super.renderJobs();
    return this.beacons.length > 0
      ? this.renderLabels()
      : html`<div class="column"><fk-empty .text=${bulkStrings.none}><fk-button slot="action" variant="primary"
        href="/devices">${bulkStrings.toDevices}</fk-button></fk-empty></div>`;
  }

  protected override renderJob(): TemplateResult {
    return this.tasks.length === 0 ? this.renderEmpty(jobStrings.job.noTasks) : this.renderLabels();
  }

  private renderLabels(): TemplateResult {
    const { form, beacons, labelSheet: sheet, portions } = this;
    const codes = this.codes.status === TaskStatus.COMPLETE ? this.codes.value : undefined;
    const sheets = portions.reduce((sum, one) => sum + one.sheets, 0);
    return html`<div class="column">
        <div class="part screen">
          ${form.rows()}
          <p class="soft">${text.note}</p>
        </div>
        <div class="part">
          <div class="preview ${sheet.paper}">${this.renderSheets(codes)}</div>
        </div>
      </div>
      <fk-foot class="foot screen">
        ${
          this.codes.status === TaskStatus.ERROR
            ? html`<fk-notice tone="stop" .text=${transferStrings.give.failed}></fk-notice>`
            : nothing
        }
        <p role="status">${text.total(beacons.length, sheet.paper === 'roll' ? 0 : sheets)} ${
          portions.length > 1 ? text.now(this.labels.length, sheet.paper === 'roll' ? 0 : this.portion.sheets) : ''
        }</p>
        <div class="row"><fk-button big wide variant="primary" .disabled=${codes === undefined}
          @click=${form.submit}>${reportStrings.print}</fk-button></div>
      </fk-foot>`;
  }

  private renderSheets(codes: ReadonlyMap<string, TemplateResult> | undefined): readonly TemplateResult[] {
    const { labels, labelSheet: sheet } = this;
    const { skipped, sheets } = this.portion;
    const each = labelsOn(sheet);
    return Array.from({ length: sheets }, (_, at) => {
      const free = at === 0 ? skipped : 0;
      const from = Math.max(0, at * each - skipped);
      const shown = labels.slice(from, from + each - free);
      return html`<ol class="sheet" role="list" aria-label=${text.sheetOf(at + 1, sheets)}>
        ${emptyLabels(free, 'used')}
        ${shown.map(
          ({ uniqueId, alias, room }) => html`<li class="label">
            ${codes?.get(uniqueId) ?? html`<svg></svg>`}
            <div>
              <bdi class="alias strong">${alias}</bdi>
              <bdi>${room}</bdi>
              <bdi class="mono cut">${uniqueId}</bdi>
            </div>
          </li>`,
        )}
        ${emptyLabels(each - free - shown.length)}
      </ol>`;
    });
  }

  private get labelSheet(): LabelSheet {
    return LABEL_SHEETS.find(({ id }) => id === this.form.texts.sheet) ?? LABEL_SHEETS[0];
  }

  private isStart(start: string): boolean {
    const most = labelsOn(this.labelSheet);
    return most === 1 || (/^\d{1,3}$/.test(start) && Number(start) >= 1 && Number(start) <= most);
  }

  private get portions(): ReturnType<typeof labelPortions> {
    const { start } = this.form.texts;
    const isFirst = labelsOn(this.labelSheet) === 1 || !this.isStart(start);
    return labelPortions(this.labelSheet, this.beacons.length, isFirst ? 1 : Number(start));
  }

  private get portion(): ReturnType<typeof labelPortions>[number] {
    const { portions } = this;
    return portions[Number(this.form.texts.part)] ?? portions[0] ?? { from: 0, to: 0, skipped: 0, sheets: 0 };
  }

  private get beacons(): readonly { readonly uniqueId: string; readonly place: string }[] {
    return this.jobId === '' ? selection.value.map((uniqueId) => ({ uniqueId, place: '' })) : this.tasks;
  }

  /** What is on the labels of this portion. */
  private get labels(): readonly Label[] {
    const { from, to } = this.portion;
    const { devices, beacons } = this.factsNow();
    return this.beacons.slice(from, to).map(({ uniqueId, place }) => {
      const listed = devices.get(uniqueId);
      const device = listed && withEdit(listed, beacons.stored.get(uniqueId)?.edit ?? null);
      return { uniqueId, alias: device?.alias ?? '', room: place || (roomOf(device?.tags ?? []) ?? '') };
    });
  }
}

/** `used`: gone from a sheet that was begun. */
function emptyLabels(length: number, className = ''): readonly TemplateResult[] {
  return Array.from({ length }, () => html`<li class="label ${className}" aria-hidden="true"></li>`);
}

function nameOf(sheet: LabelSheet): string {
  const [width, height] = [sheet.labelWidthMm, sheet.labelHeightMm].map((mm) => Math.round(mm * 10) / 10);
  return text.sheets(sheet.paper, labelsOn(sheet), width!, height!);
}

/** A code as one path, which stays sharp on paper. */
function renderCode(uniqueId: string): TemplateResult {
  const { side, ink } = drawCode(uniqueId);
  let path = '';
  for (let at = 0; at < ink.length; at += 1) {
    const from = at;
    while (ink[at] === 1) at += 1;
    if (at > from) path += `M${from % side} ${Math.floor(from / side)}h${at - from}v1h${from - at}z`;
  }
  return html`<svg viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges" aria-hidden="true"><path d=${path}></path></svg>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-labels-page': FkLabelsPage;
  }
}
