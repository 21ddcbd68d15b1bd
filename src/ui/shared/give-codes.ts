/** Shows a file as codes for another phone. It counts as handed over only when the person confirms it. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import * as z from 'zod/mini';
import { MAX_CODE_PAGES, type PagedKind } from '../../domain/code-pages.ts';
import type { Drafts } from '../../use-cases/drafts/drafts.ts';
import '../elements/basics.ts';
import '../elements/paged-code/paged-code.ts';
import { shared } from '../kit/tokens.ts';
import { transferStrings } from '../strings/transfer.ts';
import { Awake } from './awake.ts';
import { codesOf, isSameButTime, type CodesMade } from './code-file.ts';

const text = transferStrings.give;

/** The text of the file, as it would be saved. */
export interface GivenFile {
  readonly kind: PagedKind;
  readonly text: string;
}

/** The person confirms that the other phone has it. */
class GivenEvent extends Event {
  constructor() {
    super('fk-given', { bubbles: true, composed: true });
  }
}

/** The file has to be saved instead. */
class AsFileEvent extends Event {
  constructor() {
    super('fk-as-file', { bubbles: true, composed: true });
  }
}

/** Set `file` (null closes it), `startWorker` and `drafts`. Events: `fk-given`, `fk-as-file`, `fk-close`. */
@customElement('fk-give-codes')
class FkGiveCodes extends LitElement {
  @property({ attribute: false }) file: GivenFile | null = null;
  @property({ attribute: false }) startWorker: ((url: string) => Worker) | undefined;
  @property({ attribute: false }) drafts: Drafts | undefined;
  @state() private made: CodesMade | 'failed' | null = null;

  protected readonly awake = new Awake(this, () => this.file !== null);

  static override styles = [
    shared,
    css`
      :host {
        display: contents;
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('file')) return;
    this.made = null;
    if (this.file !== null) void this.make(this.file);
  }

  protected override render(): TemplateResult {
    const { file, made } = this;
    const isShown = made !== null && made !== 'failed' && made.kind === 'pages';
    return html`<fk-dialog .full=${isShown} .heading=${text.heading} .open=${file !== null}>
      ${file === null ? nothing : this.renderBody(file)}
      ${
        file === null || made === null
          ? nothing
          : isShown
            ? html`<fk-button slot="actions" variant="primary" @click=${() => this.end(new GivenEvent())}>${text.given}</fk-button>`
            : html`<fk-button slot="actions" variant="primary" @click=${() => this.end(new AsFileEvent())}>${text.asFile}</fk-button>`
      }
    </fk-dialog>`;
  }

  private renderBody({ kind }: GivenFile): TemplateResult {
    const { made } = this;
    if (made === null) return html`<fk-progress .total=${null} .label=${text.making}></fk-progress>`;
    if (made === 'failed') return html`<fk-notice tone="stop" .text=${text.failed}></fk-notice>`;
    if (made.kind === 'tooMany')
      return html`<fk-notice tone="attention" .text=${text.tooMany(made.count, MAX_CODE_PAGES)}></fk-notice>`;
    return html`<fk-paged-code .pages=${made.pages} .startWorker=${this.startWorker}><p>${text.howTo[kind]}</p></fk-paged-code>`;
  }

  /** Makes the same codes as before if only the time differs, because the other phone may have scanned some of them. */
  private async make(file: GivenFile): Promise<void> {
    const { kind, text: now } = file;
    const stored = parseStored(this.drafts?.load(draftKey(kind))?.draft);
    const text = stored !== null && isSameButTime(stored, now) ? stored : now;
    const made = await codesOf(kind, text).catch(() => 'failed' as const);
    if (file !== this.file) return;
    this.made = made;
    if (text === now && made !== 'failed' && made.kind === 'pages') this.drafts?.store(draftKey(kind), { text });
  }

  private end(event: Event): void {
    if (this.file !== null) this.drafts?.store(draftKey(this.file.kind), null);
    this.dispatchEvent(event);
  }
}

function draftKey(kind: PagedKind): string {
  return `given:${kind}`;
}

const storedFile = z.object({ text: z.string() });

function parseStored(stored: unknown): string | null {
  const read = storedFile.safeParse(stored);
  return read.success ? read.data.text : null;
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-give-codes': FkGiveCodes;
  }
}
