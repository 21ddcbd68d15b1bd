/**
 * The API key: whether this window has it, entering it, storing it under the screen lock or a passphrase, and removing
 * the stored one.
 */
import { Task } from '@lit/task';
import { html, nothing, type TemplateResult } from 'lit';
import { IDLE_LOCK_MINUTES, type IdleLockMinutes } from '../../../domain/idle-lock.ts';
import { customElement, state } from 'lit/decorators.js';
import type { SessionState } from '../../../use-cases/session/session.ts';
import type { SessionError } from '../../../use-cases/session/session-error.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { keyIcon, lockIcon } from '../../kit/icons.ts';
import { navigate } from '../../shell/router.ts';
import { settingsStrings } from '../../strings/settings.ts';
import { AskKeyEvent } from '../../shared/ask-key-event.ts';
import { keyStrings } from '../../strings/keys.ts';
import '../../elements/new-passphrase/new-passphrase.ts';
import type { FkNewPassphrase } from '../../elements/new-passphrase/new-passphrase.ts';
import '../../elements/basics.ts';
import { MoreSection } from './more-section.ts';

const { key: text, lock } = settingsStrings;

type KeyStorage = keyof typeof text.ways;

/** Describes whether the key is loaded, and what unlocks a stored one. */
function wordsOf(key: Exclude<SessionState['key'], 'none' | 'unread'>, storage: KeyStorage | null): string {
  if (key === 'vault') return text.locked(text.ways[storage ?? 'passphrase']);
  return key === 'ready' && storage !== null ? text.readyAndStored(text.ways[storage]) : text.states[key];
}

@customElement('fk-key-section')
class FkKeySection extends MoreSection {
  @state() private open = false;

  private readonly screenLock = new Task(this, {
    task: () => this.services.session.offersScreenLock(),
    args: () => [],
    onError: reportError,
  });

  protected override render(): TemplateResult | typeof nothing {
    const { key, hasVault, hasScreenLock, idleLockMinutes } = this.services.session.state.value;
    if (key === 'none') return nothing;
    if (key === 'unread')
      return html`<h2>${text.title}</h2><fk-skeleton .count=${2} .label=${text.title}></fk-skeleton>`;
    const storage = hasScreenLock ? (hasVault ? 'both' : 'screenLock') : hasVault ? 'passphrase' : null;
    return html`
      <h2>${text.title}</h2>
      <p>${wordsOf(key, storage)}</p>
      ${
        key === 'ready'
          ? html`${this.open ? this.renderForm() : nothing}
            <div class="row">
              ${
                hasScreenLock || this.screenLock.value !== true
                  ? nothing
                  : html`<fk-button .icon=${lockIcon}
                    @click=${() => this.dispatchEvent(new AskKeyEvent('keep'))}>${keyStrings.screenLock.use}</fk-button>`
              }
              ${
                this.open
                  ? nothing
                  : html`<fk-button .icon=${lockIcon} class="passphrase"
                    @click=${this.openForm}>${hasVault ? text.change : hasScreenLock ? text.addPassphrase : text.remember}</fk-button>`
              }
              ${storage === null ? nothing : this.renderForget()}
            </div>`
          : html`<div class="row">
            <fk-button variant="primary" .icon=${keyIcon}
              @click=${() => this.dispatchEvent(new AskKeyEvent())}>${
                key === 'needed' ? text.give : hasScreenLock ? keyStrings.screenLock.open : text.open
              }</fk-button>
            ${storage === null ? nothing : this.renderForget()}
          </div>`
      }
      ${this.renderLock(idleLockMinutes)}
    `;
  }

  private renderForget(): TemplateResult {
    return html`<fk-button variant="quiet" .disabled=${this.busy} @click=${this.forget}>${text.forget}</fk-button>`;
  }

  private renderLock(minutes: IdleLockMinutes): TemplateResult {
    return html`<fk-field
        kind="select"
        name="idleLock"
        .label=${lock.idle}
        .help=${lock.idleHelp}
        .value=${String(minutes)}
        .options=${IDLE_LOCK_MINUTES.map((one) => ({ value: String(one), label: lock.minutes[one] }))}
        @fk-change=${this.setIdleLock}
      ></fk-field>
      <div class="row"><fk-button .icon=${lockIcon} @click=${this.lockNow}>${lock.now}</fk-button></div>`;
  }

  private readonly setIdleLock = async (event: FieldChangeEvent): Promise<void> => {
    const minutes = IDLE_LOCK_MINUTES.find((one) => String(one) === event.value);
    if (minutes !== undefined)
      await this.services.session.setIdleLock(minutes).catch(() => this.notify(settingsStrings.account.failed));
  };

  private readonly lockNow = async (): Promise<void> => {
    // Null: the message below reports the failure.
    const outcome = await this.services.session.lock().catch(() => null);
    this.notify(outcome === null ? settingsStrings.account.failed : outcome === 'busy' ? lock.busy : lock.locked);
    // The start page shows the locked account with a way to unlock it.
    if (outcome === 'locked') navigate('/');
  };

  private renderForm(): TemplateResult {
    return html`<form class="stack" @submit=${this.onSubmit}>
      <p class="soft">${text.rememberText}</p>
      <fk-new-passphrase class="stack" .session=${this.services.session} @fk-enter=${this.save}></fk-new-passphrase>
      <div class="row"><fk-button variant="primary" .busy=${this.busy} @click=${this.save}>${text.set}</fk-button></div>
    </form>`;
  }

  private readonly onSubmit = (event: Event): void => {
    event.preventDefault();
  };

  private readonly save = (): Promise<void> =>
    this.carryOut(
      async ({ session }) => {
        const passphrase = (await this.newPassphrase?.read()) ?? null;
        if (passphrase === null) return this.newPassphrase?.focus();
        await session.setPassphrase(passphrase);
        void this.close();
        this.notify(text.saved);
      },
      (error) =>
        (error as Partial<SessionError>).code === 'keyUnchecked'
          ? keyStrings.key.unchecked
          : settingsStrings.account.failed,
    );

  private readonly forget = (): Promise<void> =>
    this.carryOut(async ({ session }) => {
      await session.removeStoredKey();
      this.notify(text.forgotten);
    });

  /** The button disappears when the form opens, so move the focus to the form. */
  private readonly openForm = async (): Promise<void> => {
    this.open = true;
    await this.updateComplete;
    await this.newPassphrase?.updateComplete;
    this.newPassphrase?.focus();
  };

  private get newPassphrase(): FkNewPassphrase | null {
    return this.renderRoot.querySelector('fk-new-passphrase');
  }

  /** Clears the passphrase when the form closes. */
  private async close(): Promise<void> {
    this.open = false;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('.passphrase')?.focus();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-key-section': FkKeySection;
  }
}
