/** Asks about a key that differs from the stored one: a new key of the same account, or another account? */
import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { KeyDecision, KnownAccount } from '../../../use-cases/session/session.ts';
import '../button/button.ts';
import '../notice/notice.ts';
import { shared } from '../../kit/tokens.ts';
import { keyStrings } from '../../strings/keys.ts';

const text = keyStrings.otherKey;
/** The build writes it beside the app. */
const RESCUE_PAGE = `${import.meta.env.BASE_URL}rescue.html`;

/** The person has answered. */
export class DecideEvent extends Event {
  constructor(readonly decision: KeyDecision) {
    super('fk-decide', { bubbles: true, composed: true });
  }
}

/** Set `known`, and `problem` when the answer could not be applied. Event: `fk-decide`. */
@customElement('fk-other-key')
class FkOtherKey extends LitElement {
  @property({ attribute: false }) known: readonly KnownAccount[] = [];
  @property() problem = '';
  @property({ type: Boolean }) busy = false;

  static override styles = shared;

  protected override render(): TemplateResult {
    return html`<p>${text.ask}</p>
      ${this.problem === '' ? nothing : html`<fk-notice tone="attention" urgent .text=${this.problem}></fk-notice>`}
      ${this.known.map((one) => (one.needsPassphrase ? this.renderClosed(one) : this.renderSame(one)))}
      <div class="stack">
        <fk-button wide .disabled=${this.busy} @click=${() => this.decide({ kind: 'other' })}>${text.other}</fk-button>
        <p class="soft">${text.otherMeans}</p>
      </div>`;
  }

  private renderSame({ account, onlyHere, hasVault }: KnownAccount): TemplateResult {
    return html`<div class="stack">
      <fk-button wide .disabled=${this.busy}
        @click=${() => this.decide({ kind: 'same', accountId: account.id })}><bdi>${text.same(account.name)}</bdi></fk-button>
      <p class="soft">${onlyHere > 0 ? text.waits(onlyHere) : ''} ${text.sameMeans} ${hasVault ? text.endsVault : ''}</p>
    </div>`;
  }

  /** A stored account that no key can open. */
  private renderClosed({ account, onlyHere, hasVault }: KnownAccount): TemplateResult {
    return html`<div class="stack">
      <p><bdi>${
        hasVault ? text.passphraseOnly(account.name) : text.noWayIn(account.name)
      }</bdi> ${onlyHere > 0 ? text.waits(onlyHere) : ''}</p>
      ${hasVault ? nothing : html`<fk-button wide .href=${RESCUE_PAGE} new-tab>${text.toRescue}</fk-button>`}
    </div>`;
  }

  private decide(decision: KeyDecision): void {
    if (!this.busy) this.dispatchEvent(new DecideEvent(decision));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-other-key': FkOtherKey;
  }
}
