/** How a page gives a file to another phone: saved, shared, or shown as codes in a sheet. */
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import * as z from 'zod/mini';
import { MAX_CODE_PAGES, type PagedKind } from '../../domain/code-pages.ts';
import type { Drafts } from '../../use-cases/drafts/drafts.ts';
import '../elements/basics.ts';
import '../elements/paged-code/paged-code.ts';
import { transferStrings } from '../strings/transfer.ts';
import { Awake } from './awake.ts';
import { codesOf, isSameButTime, type CodesMade } from './code-file.ts';
import { saveFile, shareFile } from './give-file.ts';

const text = transferStrings.give;

export type GivenBy = 'file' | 'share' | 'codes';

interface Sheet {
  readonly kind: PagedKind;
  readonly made: CodesMade | 'failed' | null;
  /** Null if the person has closed the sheet. */
  readonly end: (given: 'file' | 'codes' | null) => void;
}

const storedFile = z.object({ text: z.string() });

export class FileOutput implements ReactiveController {
  /** Null while the sheet is closed. */
  #sheet: Sheet | null = null;
  protected readonly awake: Awake;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly drafts: () => Drafts,
  ) {
    host.addController(this);
    this.awake = new Awake(host, () => this.#sheet !== null);
  }

  hostDisconnected(): void {
    this.#sheet?.end(null);
  }

  /**
   * Resolves with how the file was given, or null if the person has closed the sheet. Codes count as given when the
   * person confirms it; from their sheet the file can be saved instead.
   */
  async give(by: GivenBy, kind: PagedKind, content: string, nowMs: number): Promise<GivenBy | null> {
    if (by === 'share') return (await shareFile(kind, content, nowMs)) ? by : null;
    const given = by === 'codes' ? await this.#showCodes(kind, content) : by;
    if (given === 'file') saveFile(kind, [content], nowMs);
    return given;
  }

  render(): TemplateResult {
    const sheet = this.#sheet;
    const isShown = typeof sheet?.made === 'object' && sheet.made?.kind === 'pages';
    return html`<fk-dialog
      .full=${isShown}
      .heading=${text.heading}
      .open=${sheet !== null}
      @fk-close=${() => sheet?.end(null)}
    >
      ${sheet === null ? nothing : this.#renderCodes(sheet)}
      ${
        sheet === null || sheet.made === null
          ? nothing
          : html`<fk-button slot="actions" variant="primary" @click=${() => sheet.end(isShown ? 'codes' : 'file')}>
              ${isShown ? text.given : text.asFile}
            </fk-button>`
      }
    </fk-dialog>`;
  }

  #renderCodes({ kind, made }: Sheet): TemplateResult {
    if (made === null) return html`<fk-progress .total=${null} .label=${text.making}></fk-progress>`;
    if (made === 'failed') return html`<fk-notice tone="stop" .text=${text.failed}></fk-notice>`;
    if (made.kind === 'tooMany')
      return html`<fk-notice tone="attention" .text=${text.tooMany(made.count, MAX_CODE_PAGES)}></fk-notice>`;
    return html`<fk-paged-code .pages=${made.pages}>
      <p>${text.howTo[kind]}</p>
    </fk-paged-code>`;
  }

  async #showCodes(kind: PagedKind, content: string): Promise<'file' | 'codes' | null> {
    const ended = new Promise<'file' | 'codes' | null>((resolve) => {
      const end = (given: 'file' | 'codes' | null): void => {
        if (given !== null) this.drafts().store(draftKey(kind), null);
        this.#show(null);
        resolve(given);
      };
      this.#show({ kind, made: null, end });
    });
    const opened = this.#sheet;
    const made = await this.#make(kind, content);
    if (opened !== null && opened === this.#sheet) this.#show({ ...opened, made });
    return ended;
  }

  /** Makes the same codes as before if only the time differs, because the other phone may have scanned some of them. */
  async #make(kind: PagedKind, now: string): Promise<CodesMade | 'failed'> {
    const drafts = this.drafts();
    const stored = storedFile.safeParse(drafts.load(draftKey(kind))?.draft).data?.text;
    const content = stored !== undefined && isSameButTime(stored, now) ? stored : now;
    const made = await codesOf(kind, content).catch(() => 'failed' as const);
    if (content === now && made !== 'failed' && made.kind === 'pages') drafts.store(draftKey(kind), { text: now });
    return made;
  }

  #show(sheet: Sheet | null): void {
    this.#sheet = sheet;
    this.host.requestUpdate();
  }
}

function draftKey(kind: PagedKind): string {
  return `given:${kind}`;
}
