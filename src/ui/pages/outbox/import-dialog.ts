/** Shows the content and the origin of a file of receipts before it is imported. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Account } from '../../../domain/account.ts';
import type { FileLook } from '../../../use-cases/outbox/offered.ts';
import '../../elements/confirm/confirm.ts';
import '../../elements/key-value/key-value.ts';
import '../../elements/notice/notice.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { droppedSentence } from '../../shared/file-faults.ts';
import { outboxStrings as text } from '../../strings/outbox.ts';
import { dateTime } from '../../strings/times.ts';

const words = text.importDialog;

export type ReadableFile = Extract<FileLook, { kind: 'file' }>;

/** Set `look`; null closes it. Events: `fk-confirm`, `fk-close`, and those of the inner confirm dialog. */
@customElement('fk-import-dialog')
class FkImportDialog extends LitElement {
  @property({ attribute: false }) look: ReadableFile | null = null;
  @property({ attribute: false }) account: Account | null = null;

  static override styles = [
    shared,
    pageStyles,
    css`
      .body {
        display: grid;
        gap: var(--space-3);
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { look, account } = this;
    const isOther = look?.ofThisAccount === false;
    return html`<fk-confirm
      .open=${look !== null}
      .heading=${isOther ? words.titleOther : words.title}
      .variant=${isOther ? 'danger' : 'primary'}
      .keep=${words.cancel}
      .action=${isOther ? words.goOther : words.go(look?.count ?? 0)}
    >
      ${look === null ? nothing : this.renderLook(look, account)}
    </fk-confirm>`;
  }

  private renderLook(look: ReadableFile, account: Account | null): TemplateResult {
    const here = account === null ? null : html`<bdi>${account.name}</bdi> (<bdi>${account.legacyBaseUrl}</bdi>)`;
    return html`<div class="body">
      <p>${look.ofThisAccount ? words.text(look.count, look.devices) : words.textOther(look.count)}</p>
      <fk-key-value
        .entries=${[
          { key: words.from, value: html`<bdi>${look.baseUrl}</bdi>` },
          ...(look.ofThisAccount
            ? []
            : [
                { key: words.account, value: look.accountId, mono: true },
                { key: words.here, value: here },
              ]),
          { key: words.exported, value: look.exportedAtMs === null ? null : dateTime(look.exportedAtMs) || null },
        ]}
      ></fk-key-value>
      ${look.problems.length === 0 ? nothing : html`<fk-notice tone="attention" .text=${words.damaged}></fk-notice>`}
      ${look.dropped.length === 0 ? nothing : html`<fk-notice .text=${droppedSentence(look.dropped)}></fk-notice>`}
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-import-dialog': FkImportDialog;
  }
}
