/**
 * The key dialog. It takes the Api-Key or unlocks the stored one with the screen lock or a passphrase, then offers to
 * store a typed key.
 */
import { Task, TaskStatus } from '@lit/task';
import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { KeyDecision, KnownAccount, ScreenLockRefusal, Session } from '../../use-cases/session/session.ts';
import type { SessionError } from '../../use-cases/session/session-error.ts';
import '../elements/basics.ts';
import { shared } from '../kit/tokens.ts';
import { keyIn, unsendableIn } from '../../domain/api-key.ts';
import { keyStrings } from '../strings/keys.ts';
import type { AskKeyEvent } from '../shared/ask-key-event.ts';
import { notProvenWords, renderOtherKey } from '../shared/other-key.ts';
import { SayEvent } from '../shared/say.ts';
import type { FieldChangeEvent } from '../elements/field/field.ts';
import '../elements/new-passphrase/new-passphrase.ts';

const text = keyStrings.key;
const lockText = keyStrings.screenLock;

/** The ways to unlock a stored key or to enter it. */
type Way = 'screenLock' | 'passphrase' | 'key';
/**
 * `otherAccount`: the entered key belongs to another account · `keep`: the key was accepted and can be stored, with the
 * screen lock or a passphrase.
 */
type Step = Way | 'otherAccount' | 'keep';

/**
 * Set `session`, `waiting` and `request`; `request` opens it. Event: `fk-close`. Everything typed is cleared when it
 * closes.
 */
@customElement('fk-key-dialog')
class FkKeyDialog extends LitElement {
  @property({ attribute: false }) session!: Session;
  /** Number of receipts that wait for the key. */
  @property({ type: Number }) waiting = 0;
  /** The request that opened the dialog; null closes it. */
  @property({ attribute: false }) request: AskKeyEvent | null = null;
  @state() private step: Step = 'key';
  @state() private typed = '';
  @state() private problem = '';
  /** Why the screen lock failed; shown in a notice above the next way. */
  @state() private refusal: ScreenLockRefusal | 'damaged' | null = null;
  @state() private byPassphrase = false;
  @state() private busy = false;
  @state() private known: readonly KnownAccount[] = [];

  private readonly screenLock = new Task(this, {
    task: () => this.session.offersScreenLock(),
    args: () => [],
    onError: reportError,
  });
  /** Cancels the screen lock's prompt. */
  private controller = new AbortController();

  static override styles = shared;

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('request') || this.request === null) return;
    this.forgetTyped();
    this.refusal = this.request.refusal;
    this.byPassphrase = this.refusal !== null;
    this.step = this.firstStep(this.request);
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    // The dialog was opened by a press, so the screen lock may prompt at once.
    if (changed.has('request') && this.request !== null && this.step === 'screenLock') void this.go();
  }

  protected override render(): TemplateResult {
    const heading = {
      screenLock: lockText.heading,
      passphrase: text.openHeading,
      key: text.heading,
      otherAccount: keyStrings.otherKey.heading,
      keep: text.offerHeading,
    }[this.step];
    return html`<fk-dialog .open=${this.request !== null} .heading=${heading} @fk-close=${this.onClose}>
      <div class="stack" @fk-enter=${this.go} @fk-input=${this.onInput}>
        ${
          this.refusal === null
            ? nothing
            : html`<fk-notice tone="attention" urgent
              .text=${
                this.step === 'keep' && this.refusal === 'notConfirmed'
                  ? lockText.notSaved
                  : lockText.refusals[this.refusal]
              }></fk-notice>`
        }
        ${this.renderStep()}
      </div>
      ${this.renderActions()}
    </fk-dialog>`;
  }

  private firstStep({ purpose }: AskKeyEvent): Step {
    if (purpose === 'keep' && this.session.state.value.key === 'ready') return 'keep';
    return this.ways[0] ?? 'key';
  }

  /**
   * True when the screen lock will keep the key, false for a passphrase; null until the browser has reported what it
   * supports.
   */
  private get keepsByLock(): boolean | null {
    if (this.byPassphrase || this.screenLock.status === TaskStatus.ERROR) return false;
    return this.screenLock.value ?? null;
  }

  /** True while the screen lock's prompt is the current step. */
  private get isScreenLockStep(): boolean {
    return this.step === 'screenLock' || (this.step === 'keep' && this.keepsByLock === true);
  }

  /** Returns the ways to unlock a stored key, the quickest first. Entering the key is always possible. */
  private get ways(): readonly Way[] {
    const { key, hasScreenLock, hasVault } = this.session.state.value;
    if (key !== 'vault') return ['key'];
    return [...(hasScreenLock ? ['screenLock' as const] : []), ...(hasVault ? ['passphrase' as const] : []), 'key'];
  }

  private renderStep(): TemplateResult {
    switch (this.step) {
      case 'screenLock':
        return html`${this.renderWaiting()}<p>${lockText.openText}</p>${this.renderProblem()}`;
      case 'key':
        return this.renderKey();
      case 'passphrase':
        return html`${this.renderWaiting()}
          <fk-field secret name="passphrase" .label=${text.passphrase} .value=${this.typed} .error=${this.problem}></fk-field>`;
      case 'otherAccount':
        return renderOtherKey({
          known: this.known,
          problem: this.problem,
          isBusy: this.busy,
          decide: (decision) => this.decide(decision),
        });
      case 'keep':
        if (this.keepsByLock === null) return html``;
        if (this.keepsByLock) return html`<p>${lockText.offer}</p>${this.renderProblem()}`;
        return html`<p>${text.offer}</p>
          <fk-new-passphrase class="stack" .session=${this.session} .problem=${this.problem}
            @fk-new-passphrase=${() => (this.problem = '')}></fk-new-passphrase>`;
    }
  }

  private renderProblem(): TemplateResult | typeof nothing {
    return this.problem === '' ? nothing : html`<fk-notice tone="stop" urgent .text=${this.problem}></fk-notice>`;
  }

  private renderWaiting(): TemplateResult | typeof nothing {
    const { account: shown, locked } = this.session.state.value;
    const account = shown ?? locked;
    return html`${this.waiting > 0 ? html`<p>${text.waiting(this.waiting)}</p>` : nothing}
      ${account === null ? nothing : html`<p><bdi>${text.account(account.name)}</bdi></p>`}`;
  }

  private renderKey(): TemplateResult {
    return html`${this.renderWaiting()}
      <fk-field secret name="key" issued .label=${text.label} .value=${this.typed} .help=${text.why}
        .error=${this.problem}></fk-field>`;
  }

  private renderActions(): TemplateResult {
    const { step } = this;
    const renderButton = (words: string): TemplateResult =>
      html`<fk-button slot="actions" variant="primary" .busy=${this.busy} @click=${this.go}>${words}</fk-button>`;
    if (step === 'keep') {
      const { keepsByLock } = this;
      return html`<fk-button slot="actions" @click=${this.close}>${text.notNow}</fk-button>
        ${
          this.screenLock.value === true
            ? html`<fk-button slot="actions"
              @click=${this.keepOtherwise}>${keepsByLock === true ? text.instead.passphrase : text.instead.screenLock}</fk-button>`
            : nothing
        }
        ${keepsByLock === null ? nothing : renderButton(keepsByLock ? lockText.use : text.remember)}`;
    }
    const others = this.ways.filter((way) => way !== step && !(step === 'otherAccount' && way === 'key'));
    return html`${others.map((way) => html`<fk-button slot="actions" @click=${() => this.goTo(way)}>${text.instead[way]}</fk-button>`)}
      ${step === 'otherAccount' ? nothing : renderButton({ screenLock: lockText.open, passphrase: text.open, key: text.use }[step])}`;
  }

  private readonly onInput = (event: Event): void => {
    this.typed = (event as FieldChangeEvent).value;
    this.problem = '';
  };

  private readonly go = (): Promise<void> =>
    this.attempt(async (session) => {
      if (this.isScreenLockStep) await this.promptDevice(session);
      else if (this.step === 'key') await this.useKey(session);
      else if (this.step === 'passphrase') await this.openVault(session);
      else if (this.step === 'keep') await this.remember(session);
    });

  private async attempt(work: (session: Session) => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await work(this.session);
    } catch (error) {
      // The error itself is not shown, because it could contain what was typed.
      this.problem = (error as Partial<SessionError>).code === 'keyUnchecked' ? text.unchecked : text.failed;
    } finally {
      this.busy = false;
    }
  }

  /** Prompts the screen lock. Nothing is typed here, so errors may be reported. */
  private async promptDevice(session: Session): Promise<void> {
    this.controller = new AbortController();
    const { signal } = this.controller;
    this.refusal = null;
    try {
      const outcome = await (this.step === 'screenLock'
        ? session.openScreenLock(signal)
        : session.setScreenLock(signal));
      if (outcome === 'opened' || outcome === 'kept') {
        this.dispatchEvent(new SayEvent(outcome === 'kept' ? lockText.saved : text.accepted));
        this.close();
      } else if (!signal.aborted) this.onRefused(outcome);
    } catch (error) {
      if ((error as Error).name !== 'SessionError') reportError(error);
      throw error;
    }
  }

  private onRefused(refusal: ScreenLockRefusal | 'noVault'): void {
    this.refusal = refusal === 'noVault' ? 'damaged' : refusal;
    // Stay on this step, because a second attempt may succeed.
    if (refusal === 'notConfirmed') return;
    if (this.step === 'keep') this.byPassphrase = true;
    else this.step = this.ways.find((way) => way !== 'screenLock') ?? 'key';
  }

  private decide(decision: KeyDecision): Promise<void> {
    if (!this.busy) this.problem = '';
    return this.attempt((session) => this.useKey(session, decision));
  }

  private async useKey(session: Session, decision?: KeyDecision): Promise<void> {
    const key = keyIn(this.typed);
    if (key === '') {
      this.problem = text.empty;
      return;
    }
    const unsendable = unsendableIn(key);
    if (unsendable !== '') {
      this.problem = text.unsendable(unsendable.trim());
      return;
    }
    const outcome = await session.giveKey(key, decision);
    if (outcome.kind === 'notProven') {
      this.problem = notProvenWords(outcome.doubt);
      return;
    }
    if (outcome.kind === 'otherKey') {
      this.known = outcome.known;
      this.step = 'otherAccount';
      return;
    }
    this.dispatchEvent(new SayEvent(text.accepted));
    this.forgetTyped();
    this.refusal = null;
    if (outcome.mayRemember) this.step = 'keep';
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

  private goTo(step: Step): void {
    // A prompt of the screen lock can be cancelled; anything else has to finish first.
    if (this.busy && !this.isScreenLockStep) return;
    this.controller.abort();
    this.forgetTyped();
    this.refusal = null;
    this.step = step;
  }

  private readonly keepOtherwise = (): void => {
    const { byPassphrase } = this;
    this.goTo('keep');
    this.byPassphrase = !byPassphrase;
  };

  /** Closes the dialog. Its `fk-close` event clears what was typed and tells the shell. */
  private readonly close = (): void => {
    this.renderRoot.querySelector('fk-dialog')!.open = false;
  };

  private readonly onClose = (): void => {
    this.controller.abort();
    this.request = null;
    this.forgetTyped();
    // Removes the fields of a new passphrase together with their content.
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
