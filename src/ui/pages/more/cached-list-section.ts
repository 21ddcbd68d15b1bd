/** The cached device list: its length, and a way to remove it without opening a page that draws it. */
import { whenFits } from '../../../domain/when-fits.ts';
import type { ReadonlySignal } from '@preact/signals-core';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { OpenedAccount, AccountServices } from '../../shell/services.ts';
import { settingsStrings } from '../../strings/settings.ts';
import '../../elements/basics.ts';
import { MoreSection } from './more-section.ts';
import '../../elements/confirm/confirm.ts';

const text = settingsStrings.cachedList;

@customElement('fk-cached-list-section')
class FkCachedListSection extends MoreSection {
  @state() private isConfirming = false;

  protected override render(): TemplateResult {
    const list = this.services.account.value.services?.devices.list.value;
    return html`
      <h2>${text.title}</h2>
      <p>${text.text} ${list?.devices == null ? nothing : text.count(list.devices.length)}</p>
      <fk-button class="start" .busy=${this.busy} @click=${() => (this.isConfirming = true)}>${text.button}</fk-button>
      <fk-confirm variant="danger" .open=${this.isConfirming} .heading=${text.ask} .keep=${text.keep} .action=${text.go}
        @fk-confirm=${this.forget} @fk-close=${() => (this.isConfirming = false)}>
        <p>${text.explain}</p>
      </fk-confirm>
    `;
  }

  private readonly forget = (): Promise<void> =>
    this.carryOut(
      async ({ account }) => {
        const opened = await whenOpened(account);
        await opened.devices.forget();
        this.notify(text.done);
      },
      () => text.failed,
    );
}

/** The list may be what slows down opening the account, so it is removed as soon as the account is open. */
async function whenOpened(account: ReadonlySignal<OpenedAccount>): Promise<AccountServices> {
  const { services } = await whenFits(account, ({ services, failed }) => services !== null || failed);
  if (services === null) throw new Error('The account could not be opened');
  return services;
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-cached-list-section': FkCachedListSection;
  }
}
