/** The key dialog: takes the Api-Key or opens the vault with the passphrase, then offers to remember a typed key. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { KeyDecision, KnownAccount, Session } from '../../use-cases/session/offered.ts';
import '../elements/button/button.ts';
import '../elements/dialog/dialog.ts';
import '../elements/notice/notice.ts';
import { shared } from '../kit/tokens.ts';
import { unsendableIn } from '../../domain/api-key.ts';
import { keyStrings } from '../strings/keys.ts';
import '../elements/other-key/other-key.ts';
import type { DecideEvent } from '../elements/other-key/other-key.ts';
import { notProvenWords } from '../shared/not-proven.ts';
import { SayEvent } from '../shared/say.ts';
import type { FieldChangeEvent } from '../elements/field/field.ts';
import '../elements/new-passphrase/new-passphrase.ts';
import '../elements/secret-field/secret-field.ts';

const text = keyStrings.key;

type Step = 'passphrase' | 'key' | 'whose' | 'offer';

/** Set `session`, `waiting` and `open`. Event: `fk-close`. What was typed is forgotten when the dialog closes. */
@customElement('fk-key-dialog')
class FkKeyDialog extends LitElement {
  @property({ attribute: false }) session: Session | null = null;
  /** Receipts that wait for the key. */
  @property({ type: Number }) waiting = 0;
  @property({ type: Boolean }) open = false;
  @state() private step: Step = 'key';
  @state() private typed = '';
  @state() private problem = '';
  @state() private busy = false;
  @state() private known: readonly KnownAccount[] = [];

  static override styles = [
    shared,
    css`
      .body {
        display: grid;
        gap: var(--space-3);
      }
      p {
        margin: 0;
      }
      .soft {
        color: var(--color-ink-soft);
        font-size: var(--text-s);
      }
    `,
  ];

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('open') && this.open) {
      this.forgetTyped();
      this.step = this.session?.state.value.key === 'vault' ? 'passphrase' : 'key';
    }
  }

  protected override render(): TemplateResult {
    const heading = {
      offer: text.offerHeading,
      passphrase: text.openHeading,
      key: text.heading,
      whose: keyStrings.otherKey.heading,
    }[this.step];
    return html`<fk-dialog .open=${this.open} .heading=${heading} @fk-close=${this.onClose}>
      <div class="body" @fk-enter=${this.go} @fk-input=${this.onInput}>
        ${this.renderStep()}
      </div>
      ${this.renderActions()}
    </fk-dialog>`;
  }

  private renderStep(): TemplateResult {
    switch (this.step) {
      case 'key':
        return this.renderKey();
      case 'passphrase':
        return this.renderPassphrase();
      case 'whose':
        return html`<fk-other-key .known=${this.known} .problem=${this.problem} .busy=${this.busy} @fk-decide=${this.onDecide}></fk-other-key>`;
      case 'offer':
        return this.renderOffer();
    }
  }

  private renderKey(): TemplateResult {
    const { account: shown, locked } = this.session?.state.value ?? {};
    const account = shown ?? locked;
    return html`${this.waiting > 0 ? html`<p>${text.waiting(this.waiting)}</p>` : nothing}
      ${account === null || account === undefined ? nothing : html`<p><bdi>${text.account(account.name)}</bdi></p>`}
      <fk-secret-field name="key" issued .label=${text.label} .value=${this.typed} .help=${text.why} .error=${this.problem}></fk-secret-field>`;
  }

  private renderPassphrase(): TemplateResult {
    return html`${this.waiting > 0 ? html`<p>${text.waiting(this.waiting)}</p>` : nothing}
      <fk-secret-field name="passphrase" .label=${text.passphrase} .value=${this.typed} .error=${this.problem}></fk-secret-field>`;
  }

  private renderOffer(): TemplateResult {
    return html`<p>${text.offer}</p>
      <fk-new-passphrase .session=${this.session} .problem=${this.problem} @fk-new-passphrase=${() => (this.problem = '')}></fk-new-passphrase>`;
  }

  private renderActions(): TemplateResult | typeof nothing {
    const vaultKnown = this.session?.state.value.key === 'vault';
    if (this.step === 'whose')
      return vaultKnown
        ? html`<fk-button slot="actions" @click=${this.toPassphrase}>${text.passphraseInstead}</fk-button>`
        : nothing;
    if (this.step === 'offer') {
      return html`<fk-button slot="actions" @click=${this.close}>${text.notNow}</fk-button>
        <fk-button slot="actions" variant="primary" .busy=${this.busy} @click=${this.go}>${text.remember}</fk-button>`;
    }
    return html`${
      vaultKnown
        ? html`<fk-button slot="actions" @click=${this.otherWay}>${this.step === 'key' ? text.passphraseInstead : text.typeInstead}</fk-button>`
        : nothing
    }
      <fk-button slot="actions" variant="primary" .busy=${this.busy} @click=${this.go}>${this.step === 'key' ? text.use : text.open}</fk-button>`;
  }

  private readonly onInput = (event: Event): void => {
    this.typed = (event as FieldChangeEvent).value;
    this.problem = '';
  };

  private readonly go = async (): Promise<void> => {
    const session = this.session;
    if (session === null || this.busy) return;
    this.busy = true;
    try {
      if (this.step === 'key') await this.useKey(session);
      else if (this.step === 'passphrase') await this.openVault(session);
      else if (this.step === 'offer') await this.remember(session);
    } catch {
      // What went wrong is not repeated here: it could carry what was typed.
      this.problem = text.failed;
    } finally {
      this.busy = false;
    }
  };

  private readonly onDecide = async (event: DecideEvent): Promise<void> => {
    const session = this.session;
    if (session === null || this.busy) return;
    this.busy = true;
    this.problem = '';
    try {
      await this.useKey(session, event.decision);
    } catch {
      this.problem = text.failed;
    } finally {
      this.busy = false;
    }
  };

  private async useKey(session: Session, decision?: KeyDecision): Promise<void> {
    const key = this.typed.trim();
    if (key === '') {
      this.problem = text.empty;
      return;
    }
    const unsendable = unsendableIn(key);
    if (unsendable !== '') {
      this.problem = text.unsendable(unsendable);
      return;
    }
    const outcome = await session.giveKey(key, decision);
    if (outcome.kind === 'notProven') {
      this.problem = notProvenWords(outcome.doubt);
      return;
    }
    if (outcome.kind === 'otherKey') {
      this.known = outcome.known;
      this.step = 'whose';
      return;
    }
    this.dispatchEvent(new SayEvent(text.accepted));
    this.forgetTyped();
    if (outcome.mayRemember) this.step = 'offer';
    else this.close();
  }

  private async openVault(session: Session): Promise<void> {
    const outcome = await session.openVault(this.typed);
    if (outcome === 'opened') {
      this.dispatchEvent(new SayEvent(text.accepted));
      this.close();
    } else if (outcome === 'noVault') {
      this.forgetTyped();
      this.step = 'key';
      this.problem = text.noVault;
    } else this.problem = text.wrong;
  }

  private async remember(session: Session): Promise<void> {
    const form = this.renderRoot.querySelector('fk-new-passphrase');
    const passphrase = (await form?.read()) ?? null;
    if (passphrase === null) return form?.focus();
    await session.setPassphrase(passphrase);
    this.dispatchEvent(new SayEvent(text.remembered));
    this.close();
  }

  private readonly otherWay = (): void => {
    this.forgetTyped();
    this.step = this.step === 'key' ? 'passphrase' : 'key';
  };

  private readonly toPassphrase = (): void => {
    if (this.busy) return;
    this.forgetTyped();
    this.step = 'passphrase';
  };

  private readonly close = (): void => {
    this.open = false;
  };

  private readonly onClose = (): void => {
    this.open = false;
    this.forgetTyped();
    // The fields of a new passphrase go, and what was typed in them.
    this.step = 'key';
  };

  private forgetTyped(): void {
    this.typed = '';
    this.problem = '';
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-key-dialog': FkKeyDialog;
  }
}
