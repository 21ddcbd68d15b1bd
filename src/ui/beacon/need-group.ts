/**
 * The heading of a group of problems with the same reason: their number, the reason, and the one action that solves all
 * of them.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { NeedGroup } from '../../domain/delivery/need-groups.ts';
import '../elements/basics.ts';
import { pageStyles } from '../kit/page-styles.ts';
import { shared } from '../kit/tokens.ts';
import { selection } from '../shared/chosen-devices.ts';
import { OneWork } from '../shared/one-work.ts';
import { SayEvent } from '../shared/say.ts';
import { saveReceipts } from '../shared/give-file.ts';
import { navigate } from '../shell/router.ts';
import type { AccountServices } from '../shell/services.ts';
import { eveningStrings } from '../strings/evening.ts';
import { outboxStrings } from '../strings/outbox.ts';

const text = eveningStrings.needs;

@customElement('fk-need-group')
class FkNeedGroup extends LitElement {
  @property({ attribute: false }) services!: AccountServices;
  @property({ attribute: false }) group!: NeedGroup;
  /** On the outbox page each row offers the choice itself, and a group of one is part of its row. */
  @property({ attribute: false }) inOutbox = false;
  private readonly work = new OneWork(this);

  static override styles = [
    shared,
    pageStyles,
    css`
      h3 {
        flex: 1 1 8rem;
        color: var(--color-ink);
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { group } = this;
    const { reason, ids, uniqueIds } = group;
    const isCounted = reason === 'notVerified' || reason === 'refused' || reason === 'noAccess';
    const isInRow = this.inOutbox && reason === 'refused' && ids.length === 1;
    return html`<div class="spread">
      <h3>${isInRow ? text.checkLabel : text.why[reason](isCounted ? uniqueIds.length : ids.length)}</h3>
      <div class="wrap">${this.renderAction(group)}</div>
    </div>`;
  }

  private renderAction(group: NeedGroup): TemplateResult | typeof nothing {
    if (group.reason === 'choose')
      return this.inOutbox ? nothing : html`<fk-button variant="quiet" href="/outbox">${text.toOutbox}</fk-button>`;
    return html`${
      group.reason === 'noAccess'
        ? html`<fk-button variant="quiet" .busy=${this.work.isBusy}
          @click=${() => void this.carryOut(() => this.retry(group))}>${text.helps.refusedPost(group.ids.length)}</fk-button>`
        : nothing
    }
      <fk-button .variant=${this.inOutbox ? 'plain' : 'quiet'} .busy=${this.work.isBusy}
        @click=${() => void this.carryOut(() => this.help(group))}>${text.helps[group.reason](group.ids.length)}</fk-button>`;
  }

  private async help(group: NeedGroup): Promise<string> {
    switch (group.reason) {
      case 'notMirrored':
      case 'noAccess':
        return outboxStrings.exported(await saveReceipts(this.services.outbox, Date.now(), group.ids));
      case 'refusedPost':
        return this.retry(group);
      case 'notVerified':
      case 'refused':
        void (selection.value = [...group.uniqueIds]);
        navigate('/packages');
        return '';
      case 'choose':
        return '';
    }
  }

  private async retry({ ids }: NeedGroup): Promise<string> {
    await this.services.outbox.retryParked(ids);
    return '';
  }

  private async carryOut(work: () => Promise<string>): Promise<void> {
    const message = await this.work.run(work, () => this.dispatchEvent(new SayEvent(outboxStrings.actionFailed)));
    if (message !== null && message !== '') this.dispatchEvent(new SayEvent(message));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-need-group': FkNeedGroup;
  }
}
