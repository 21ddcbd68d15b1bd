/**
 * The button that scans a file from another phone's screen, and its sheet: pages in any order, stored when the sheet is
 * closed, and the file as soon as all pages are there.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import {
  gathered,
  missingPages,
  readCodePage,
  type CodePage,
  type CodePageProblem,
  type Gathered,
  type PagedKind,
} from '../../domain/code-pages.ts';
import type { Drafts } from '../../use-cases/drafts/drafts.ts';
import '../elements/basics.ts';
import '../elements/scan-label/scan-label.ts';
import type { CodeEvent } from '../elements/scan-label/scan-label.ts';
import { scanIcon } from '../kit/icons.ts';
import { shared } from '../kit/tokens.ts';
import { number } from '../language/counting.ts';
import { transferStrings } from '../strings/transfer.ts';
import { Awake } from './awake.ts';
import { fileOfCodes } from './code-file.ts';
import { sha256 } from './sha256.ts';

const text = transferStrings.take;
/** At most this many runs of missing pages are named. */
const MAX_RUNS = 8;
/** Progress is announced each time that this share of the pages has been read. */
const ANNOUNCEMENTS = 4;

interface ScannerServices {
  readonly drafts: Drafts;
  readonly app: { signal(kind: 'done'): void };
  startWorker(url: string): Worker;
}

type Trouble =
  | { readonly why: CodePageProblem | 'notWhole' }
  | { readonly why: 'otherKind'; readonly kind: PagedKind }
  | { readonly why: 'other'; readonly page: CodePage; readonly code: string };

/** Draws nothing without a camera interface. `onFile` gets a file whose pages are complete and fit their checksum. */
@customElement('fk-take-codes')
export class FkTakeCodes extends LitElement {
  @property({ attribute: false }) kind: PagedKind = 'job';
  @property({ attribute: false }) variant: 'plain' | 'quiet' = 'plain';
  @property({ attribute: false }) services!: ScannerServices;
  @property({ attribute: false }) onFile: (file: File) => void = () => undefined;
  @state() private open = false;
  @state() private pages: Gathered | null = null;
  @state() private trouble: Trouble | null = null;

  /** The scanned codes, as they are stored. */
  private codes: readonly string[] = [];
  /** Handles one code at a time. */
  private reading: Promise<void> = Promise.resolve();

  protected readonly awake = new Awake(this, () => this.open);

  static override styles = [
    shared,
    css`
      :host {
        display: contents;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { pages, trouble, services } = this;
    if ((navigator.mediaDevices as MediaDevices | undefined) === undefined) return nothing;
    return html`<fk-button wide .variant=${this.variant} .icon=${scanIcon} @click=${this.onOpen}>${transferStrings.scan}</fk-button>
      <fk-scan-label
        .open=${this.open}
        .wanted=${'pages'}
        .words=${text}
        .startWorker=${services.startWorker}
        @fk-code=${this.onCode}
        @fk-close=${() => (this.open = false)}
      >
        ${pages === null ? nothing : html`<div slot="beside" class="stack close">${renderPages(pages)}</div>`}
        ${pages === null ? nothing : html`<p class="aside">${progressText(pages)}</p>`}
        ${trouble === null ? nothing : this.renderTrouble(trouble)}
      </fk-scan-label>`;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.open = false;
  }

  private readonly onOpen = (): void => {
    this.open = true;
    this.trouble = null;
    if (this.pages === null) this.reading = this.restore();
  };

  private renderTrouble(trouble: Trouble): TemplateResult {
    if (trouble.why === 'other')
      return html`<fk-notice tone="attention" .text=${text.other(this.pages?.pieces.size ?? 0)}>
        <fk-button slot="action" @click=${() => this.beginWith(trouble.page, trouble.code)}>${text.takeOther}</fk-button>
      </fk-notice>`;
    const words =
      trouble.why === 'otherKind'
        ? text.otherKind[trouble.kind]
        : trouble.why === 'notWhole'
          ? text.notWhole
          : text.problems[trouble.why];
    return html`<fk-notice tone="attention" .text=${words}></fk-notice>`;
  }

  private get draftKey(): string {
    return `codes:${this.kind}`;
  }

  /** Codes of an earlier session, if they can be read: the sheet or the browser may have been closed. */
  private async restore(): Promise<void> {
    const stored = this.services.drafts.load(this.draftKey)?.draft;
    for (const code of Array.isArray(stored) ? (stored as unknown[]) : [])
      if (typeof code === 'string') await this.take(code, true);
  }

  private readonly onCode = ({ text: code }: CodeEvent): void => {
    this.reading = this.reading.then(() => (this.open ? this.take(code) : undefined)).catch(reportError);
  };

  private async take(code: string, isStored = false): Promise<void> {
    const reading = await readCodePage(code, sha256);
    if (!reading.ok) {
      this.trouble = { why: reading.problem };
      return;
    }
    const { page } = reading;
    if (page.kind !== this.kind) {
      this.trouble = { why: 'otherKind', kind: page.kind };
      return;
    }
    const now = gathered(this.pages, page);
    this.trouble = now === null ? { why: 'other', page, code } : null;
    if (now !== null && now !== this.pages) await this.keep(now, [...this.codes, code], isStored);
  }

  private beginWith(page: CodePage, code: string): void {
    this.trouble = null;
    this.reading = this.reading.then(() => this.keep(gathered(null, page)!, [code])).catch(reportError);
  }

  private async keep(pages: Gathered, codes: readonly string[], isStored = false): Promise<void> {
    this.pages = pages;
    this.codes = codes;
    if (!isStored) this.services.drafts.store(this.draftKey, codes);
    if (pages.pieces.size < pages.of) return;
    const file = await fileOfCodes(pages);
    this.forget();
    if (file === null) {
      this.trouble = { why: 'notWhole' };
      return;
    }
    // The sheet closes first, so that it does not cover what the page shows next.
    this.open = false;
    this.services.app.signal('done');
    this.onFile(file);
  }

  private forget(): void {
    this.pages = null;
    this.codes = [];
    this.services.drafts.store(this.draftKey, null);
  }
}

function renderPages(pages: Gathered): TemplateResult {
  const runs = missingPages(pages);
  const named = runs
    .slice(0, MAX_RUNS)
    .map(([first, last]) => (first === last ? number(first + 1) : `${number(first + 1)}–${number(last + 1)}`));
  const more = runs.slice(MAX_RUNS).reduce((sum, [first, last]) => sum + last - first + 1, 0);
  return html`<fk-progress .label=${text.here} .done=${pages.pieces.size} .total=${pages.of}></fk-progress>
    ${runs.length === 0 ? nothing : html`<p class="anywhere">${text.missing(named.join(', '), more)}</p>`}`;
}

/** The text changes only a few times, however many pages there are. */
function progressText({ pieces, of }: Gathered): string {
  const each = Math.max(1, Math.ceil(of / ANNOUNCEMENTS));
  const rounded = Math.floor(pieces.size / each) * each;
  return rounded === 0 ? '' : text.progress(rounded, of);
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-take-codes': FkTakeCodes;
  }
}
