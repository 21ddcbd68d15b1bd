/** File actions of the outbox: exports, shares, inspects and imports receipts. */
import { MAX_FILE_BYTES } from '../../../domain/limits.ts';
import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import type { Account } from '../../../domain/account.ts';
import type { FileFault } from '../../../domain/file-faults.ts';
import type { FilePreview, ImportOutcome, Outbox } from '../../../use-cases/outbox/outbox.ts';
import { exportIcon, importIcon } from '../../kit/icons.ts';
import { FilesEvent } from '../../controllers/files-event.ts';
import { droppedSentence, faultSentences } from '../../shared/file-faults.ts';
import { FileInput } from '../../shared/file-input.ts';
import { FileOutput, type GivenBy } from '../../shared/file-output.ts';
import { canShare } from '../../shared/give-file.ts';
import type { AccountServices } from '../../shell/services.ts';
import { fileFaultStrings } from '../../strings/file-faults.ts';
import { outboxStrings as text } from '../../strings/outbox.ts';
import { transferStrings } from '../../strings/transfer.ts';
import '../../elements/basics.ts';
import '../../elements/confirm/confirm.ts';
import '../../elements/key-value/key-value.ts';
import { dateTime } from '../../language/times.ts';
import '../../shared/take-codes.ts';

const words = text.importDialog;
const GIVEN = { file: text.exported, share: text.shared, codes: text.handedOver };
const NOT_GIVEN = {
  file: text.exportFailed,
  share: transferStrings.notShared,
  codes: transferStrings.give.failed,
};

type ReadableFile = Extract<FilePreview, { kind: 'file' }>;

/** What the controller needs of its page. */
interface FilesHost extends LitElement {
  readonly nowMs: () => number;
  /** Runs the work, and shows `otherwise` when it fails. */
  attempt(work: (outbox: Outbox) => Promise<void>, otherwise?: string): Promise<void>;
  say(message: string): void;
  /** Clears the selection, and begins or ends selecting. */
  select(selecting: boolean): void;
}

export class ReceiptFiles {
  /** The error of the last chosen file. */
  private refusal: { readonly words: string; readonly problems: readonly string[] } | null = null;
  /** A file that waits for the person's decision. */
  private question: { readonly name: string; readonly text: string; readonly preview: ReadableFile } | null = null;
  readonly input: FileInput;
  readonly #host: FilesHost;
  readonly #output: FileOutput;
  readonly #services: () => AccountServices;

  constructor(host: FilesHost, services: () => AccountServices) {
    this.#host = host;
    this.input = new FileInput(host, {
      place: () => 'receipts',
      kinds: ['receipts'],
      onFile: (file) => void this.import(file),
    });
    this.#services = services;
    this.#output = new FileOutput(host, () => services().drafts);
  }

  /** Gives all receipts that are not verified, unless `ids` is given. They count as exported when they were given. */
  async give(by: GivenBy, ids?: readonly string[]): Promise<void> {
    const host = this.#host;
    await host.attempt(async (outbox) => {
      const made = await outbox.export(ids);
      const given = await this.#output.give(by, 'receipts', made.text, host.nowMs());
      if (given === null) return;
      await outbox.noteExported(made.ids);
      host.say(GIVEN[given](made.ids.length));
      if (ids !== undefined) host.select(false);
    }, NOT_GIVEN[by]);
  }

  async import(file: File): Promise<void> {
    const host = this.#host;
    const { name } = file;
    // The question about another file is not taken away unanswered.
    if (this.question !== null) return void host.dispatchEvent(new FilesEvent([file]));
    this.#setRefusal(null);
    if (file.size > MAX_FILE_BYTES) return this.#refuse(name, text.importTooLarge);
    let content: string;
    try {
      content = await file.text();
    } catch {
      return this.#refuse(name, text.importUnreadable);
    }
    await host.attempt(async (outbox) => {
      const preview = await this.input.read((signal) => outbox.preview(content, signal));
      if (preview === null) return;
      if (preview.kind === 'invalid') this.#refuse(name, text.importInvalid, preview.problems);
      else this.#setQuestion({ name, text: content, preview });
    });
  }

  renderRefusal(): TemplateResult | typeof nothing {
    const reading = this.input.renderReading(text.importReading);
    if (reading !== nothing) return reading;
    if (this.refusal === null) return nothing;
    const { words, problems } = this.refusal;
    return html`<fk-notice tone="stop" .text=${words}>
      <fk-button slot="action" @click=${this.input.choose}>${text.import}</fk-button>
      ${problems.length === 0 ? nothing : html`<ul slot="details">${problems.map((problem) => html`<li><bdi>${problem}</bdi></li>`)}</ul>`}
    </fk-notice>`;
  }

  renderExport(): TemplateResult {
    return html`<fk-button .icon=${exportIcon} @click=${() => void this.give('file')}>${text.exportAll}</fk-button>
      ${canShare('receipts') ? html`<fk-button @click=${() => void this.give('share')}>${transferStrings.share}</fk-button>` : nothing}
      <fk-button @click=${() => void this.give('codes')}>${transferStrings.show}</fk-button>`;
  }

  renderImport(): TemplateResult {
    return html`<fk-button variant="quiet" .icon=${importIcon} @click=${this.input.choose}>${text.import}</fk-button>
      <fk-take-codes
        .kind=${'receipts'}
        .variant=${'quiet'}
        .services=${this.#services()}
        .onFile=${(file: File) => void this.import(file)}
      ></fk-take-codes>`;
  }

  renderDialogs(account: Account | null): TemplateResult {
    return html`${this.input.render(text.import, 'application/json,.json,text/plain,.txt')}
      ${this.#renderQuestion(account)}
      ${this.#output.render()}`;
  }

  /** Shows the content and the origin of a file before it is imported. */
  #renderQuestion(account: Account | null): TemplateResult {
    const preview = this.question?.preview ?? null;
    const isOther = preview?.ofThisAccount === false;
    return html`<fk-confirm
      .open=${preview !== null}
      .heading=${isOther ? words.titleOther : words.title}
      .variant=${isOther ? 'danger' : 'primary'}
      .keep=${words.cancel}
      .action=${isOther ? words.goOther : words.go(preview?.count ?? 0)}
      @fk-confirm=${this.#confirmImport}
      @fk-close=${() => this.#setQuestion(null)}
    >
      ${preview === null ? nothing : renderPreview(preview, account)}
    </fk-confirm>`;
  }

  readonly #confirmImport = (): void => {
    const question = this.question;
    this.#setQuestion(null);
    if (question !== null)
      void this.#host.attempt(async (outbox) =>
        this.#notify(question.name, await outbox.import(question.text, { intoThisAccount: true })),
      );
  };

  #notify(name: string, outcome: ImportOutcome): void {
    if (outcome.kind === 'imported') {
      this.#host.say(text.imported(outcome.added, outcome.known));
      if ((outcome.problems ?? []).length > 0) this.#refuse(name, text.importPartly, outcome.problems);
    } else if (outcome.kind === 'invalid') this.#refuse(name, text.importInvalid, outcome.problems);
  }

  #refuse(name: string, words: string, problems: readonly FileFault[] = []): void {
    this.#setRefusal({ words: fileFaultStrings.ofFile(name, words), problems: faultSentences(problems) });
  }

  #setRefusal(refusal: ReceiptFiles['refusal']): void {
    this.refusal = refusal;
    this.#host.requestUpdate();
  }

  #setQuestion(question: ReceiptFiles['question']): void {
    this.question = question;
    this.#host.requestUpdate();
  }
}

function renderPreview(preview: ReadableFile, account: Account | null): TemplateResult {
  const here = account === null ? null : html`<bdi>${account.name}</bdi> (<bdi>${account.legacyBaseUrl}</bdi>)`;
  return html`<div class="stack">
    <p>${preview.ofThisAccount ? words.text(preview.count, preview.devices) : words.textOther(preview.count)}</p>
    <fk-key-value
      .entries=${[
        { key: words.from, value: html`<bdi>${preview.baseUrl}</bdi>` },
        ...(preview.ofThisAccount
          ? []
          : [
              { key: words.account, value: preview.accountId, mono: true },
              { key: words.here, value: here },
            ]),
        { key: words.exported, value: preview.exportedAtMs === null ? null : dateTime(preview.exportedAtMs) || null },
      ]}
    ></fk-key-value>
    ${preview.problems.length === 0 ? nothing : html`<fk-notice tone="attention" .text=${words.damaged}></fk-notice>`}
    ${preview.dropped.length === 0 ? nothing : html`<fk-notice .text=${droppedSentence(preview.dropped)}></fk-notice>`}
  </div>`;
}
