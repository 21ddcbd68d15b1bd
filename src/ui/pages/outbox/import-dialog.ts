/** Shows the content and the origin of a file of receipts before it is imported. */
import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Account } from '../../../domain/account.ts';
import type { FilePreview } from '../../../use-cases/outbox/outbox.ts';
import '../../elements/confirm/confirm.ts';
import '../../elements/key-value/key-value.ts';
import '../../elements/basics.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { droppedSentence } from '../../shared/file-faults.ts';
import { outboxStrings as text } from '../../strings/outbox.ts';
import { dateTime } from '../../language/times.ts';

const words = text.importDialog;

export type ReadableFile = Extract<FilePreview, { kind: 'file' }>;

/** Set `preview`; null closes it. Events: `fk-confirm`, `fk-close`, and those of the inner confirm dialog. */
@customElement('fk-import-dialog')
class FkImportDialog extends LitElement {
  @property({ attribute: false }) preview: ReadableFile | null = null;
  @property({ attribute: false }) account: Account | null = null;

  static override styles = [shared, pageStyles];

  protected override render(): TemplateResult {
    const { preview, account } = this;
    const isOther = preview?.ofThisAccount === false;
    return html`<fk-confirm
      .open=${preview !== null}
      .heading=${isOther ? words.titleOther : words.title}
      .variant=${isOther ? 'danger' : 'primary'}
      .keep=${words.cancel}
      .action=${isOther ? words.goOther : words.go(preview?.count ?? 0)}
    >
      ${preview === null ? nothing : this.renderPreview(preview, account)}
    </fk-confirm>`;
  }

  private renderPreview(preview: ReadableFile, account: Account | null): TemplateResult {
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
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-import-dialog': FkImportDialog;
  }
}
