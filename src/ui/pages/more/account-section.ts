/** The connected account, switching accounts, and signing out with a warning about undelivered work. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { Account } from '../../../domain/account.ts';
import type { UndeliveredWork } from '../../../domain/undelivered-work.ts';
import { writeSetUpLink } from '../../../domain/set-up-link.ts';
import { Awake } from '../../shared/awake.ts';
import { phoneIcon } from '../../kit/icons.ts';
import { addressOf, navigate } from '../../shell/router.ts';
import { settingsStrings } from '../../strings/settings.ts';
import { AskKeyEvent } from '../../shared/ask-key-event.ts';
import '../../elements/basics.ts';
import { MoreSection } from './more-section.ts';
import './remove-section.ts';
import '../../elements/key-value/key-value.ts';
import '../../elements/paged-code/paged-code.ts';

const text = settingsStrings.account;

@customElement('fk-account-section')
class FkAccountSection extends MoreSection {
  @state() private signingOut = false;
  /** Null while it is being checked. */
  @state() private check: UndeliveredWork | null = null;
  /** The code that sets up another phone, as a list of one; null while hidden. */
  @state() private setUpCodes: readonly string[] | null = null;

  protected readonly awake = new Awake(this, () => this.setUpCodes !== null);

  static override styles = [
    super.styles,
    css`
      li.spread {
        padding-block: var(--space-1);
        border-top: var(--stroke) solid var(--color-line);
      }
      @media (max-width: 37.49em) {
        .ways > * {
          flex: 1 0 100%;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { account, accounts } = this.services.session.state.value;
    const others = accounts.filter((one) => one.id !== account?.id);
    return html`
      <h2>${text.title}</h2>
      ${
        account === null
          ? html`<p>${text.none}</p>`
          : html`<p><bdi class="strong">${account.name}</bdi></p>
            ${account.kind === 'sandbox' ? html`<p class="soft">${text.practiceText}</p>` : nothing}
            <details>
              <summary>${text.addresses}</summary>
              <fk-key-value
                .entries=${[
                  { key: text.baseUrl, value: account.baseUrl, mono: true },
                  { key: text.legacyBaseUrl, value: account.legacyBaseUrl, mono: true },
                  { key: text.vendor, value: account.vendor, mono: true },
                  { key: text.id, value: account.id, mono: true },
                ]}
              ></fk-key-value>
            </details>`
      }
      ${
        others.length === 0
          ? nothing
          : html`<h3>${text.others}</h3>
            <ul>
              ${others.map(
                (one) => html`<li class="spread">
                  <span><bdi>${one.name}</bdi> <bdi class="soft">${one.baseUrl}</bdi>${this.renderWaiting(one)}</span>
                  <fk-button .disabled=${this.busy} @click=${() => this.switchTo(one)}>${text.switch}<span
                    class="aside">: ${text.switchTo(one.name)}</span></fk-button>
                </li>`,
              )}
            </ul>`
      }
      <div class="row ways">
        <fk-button href="/connect">${account === null ? text.connect : text.connectOther}</fk-button>
        ${
          account === null || account.kind === 'sandbox'
            ? nothing
            : html`<fk-button .icon=${phoneIcon} @click=${() => this.showSetUp(account)}>${text.setUpOther}</fk-button>`
        }
      </div>
      ${account === null ? nothing : html`<p class="soft">${text.signOutHow}</p>`}
      <div class="row ways">
        ${account === null ? nothing : html`<fk-button .busy=${this.busy} @click=${this.confirmSignOut}>${text.signOut}</fk-button>`}
        <fk-remove-section .services=${this.services}></fk-remove-section>
      </div>
      ${this.renderDialog()}
      ${this.renderSetUp()}
    `;
  }

  private renderWaiting(account: Account): TemplateResult | typeof nothing {
    const toSend =
      this.services.phone.value.receiptsElsewhere?.find(({ accountId }) => accountId === account.id)?.toSend ?? 0;
    return toSend === 0 ? nothing : html` <fk-status tone="attention">${text.onlyHere(toSend)}</fk-status>`;
  }

  private renderDialog(): TemplateResult {
    const left = this.check === null ? [] : leftBehind(this.check);
    return html`<fk-dialog .open=${this.signingOut} .heading=${text.signOutTitle} @fk-close=${() => (this.signingOut = false)}>
      ${
        this.check === null
          ? html`<p>${text.checking}</p>`
          : left.length === 0
            ? html`<p>${text.signOutSafe}</p>`
            : html`<div class="stack close">
              <fk-notice tone="attention" .text=${text.signOutWarning}></fk-notice>
              <ul class="points">
                ${left.map((line) => html`<li>${line}</li>`)}
              </ul>
            </div>`
      }
      ${
        left.length === 0
          ? nothing
          : html`<fk-button slot="actions" href="/outbox" @click=${() => (this.signingOut = false)}>${text.toOutbox}</fk-button>`
      }
      <fk-button slot="actions" .variant=${left.length === 0 ? 'primary' : 'danger'} .disabled=${this.check === null}
        .busy=${this.busy} @click=${this.signOut}
        >${text.signOut}</fk-button
      >
    </fk-dialog>`;
  }

  private renderSetUp(): TemplateResult {
    const { setUpCodes } = this;
    return html`<fk-dialog .full=${true} .open=${setUpCodes !== null} .heading=${text.setUpOther}
      @fk-close=${() => (this.setUpCodes = null)}>
      ${
        setUpCodes === null
          ? nothing
          : html`<fk-paged-code .pages=${setUpCodes}>
            <p>${text.setUpHow}</p>
            <p class="soft">${text.setUpHolds}</p>
          </fk-paged-code>`
      }
    </fk-dialog>`;
  }

  private showSetUp(account: Account): void {
    const link = writeSetUpLink(new URL(addressOf('/connect'), location.origin).href, {
      ...account,
      protocol: account.settings.protocol,
    });
    if (link === null) this.notify(text.setUpTooLong);
    else this.setUpCodes = [link];
  }

  /** A receipt in progress exists only in this window's memory. */
  private get isUnsaved(): boolean {
    return this.services.account.value.services?.runs.current.value?.copyMissing != null;
  }

  private readonly confirmSignOut = async (): Promise<void> => {
    if (this.isUnsaved) return this.notify(text.unsaved);
    this.check = null;
    this.signingOut = true;
    try {
      this.check = await this.services.session.signOutCheck();
    } catch {
      this.signingOut = false;
      this.notify(text.failed);
    }
  };

  private readonly signOut = async (): Promise<void> => {
    await this.carryOut(async (services) => {
      await services.session.signOut();
      this.signingOut = false;
      this.notify(text.signedOut);
      navigate('/');
    });
  };

  private async switchTo(account: Account): Promise<void> {
    if (this.isUnsaved) return this.notify(text.unsaved);
    await this.carryOut(async (services) => {
      if ((await services.session.switchTo(account.id)) === 'open') this.notify(text.switched(account.name));
      else this.dispatchEvent(new AskKeyEvent());
    });
  }
}

function leftBehind(check: UndeliveredWork): string[] {
  return [
    ...(check.onlyHere > 0 ? [text.onlyHere(check.onlyHere)] : []),
    ...(check.unverified > 0 ? [text.unverified(check.unverified)] : []),
    ...(check.unfinishedRuns > 0 ? [text.unfinished(check.unfinishedRuns)] : []),
    ...(check.unsentEdits > 0 ? [text.unsent(check.unsentEdits)] : []),
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-account-section': FkAccountSection;
  }
}
