/** A failed call to the backend as one sentence with one action, and the technical message under Details. */
import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { BackendFailure } from '../../domain/backend-failure.ts';
import { SIGN_IN_PARAMETER } from '../../names.ts';
import '../elements/button/button.ts';
import '../elements/notice/notice.ts';
import { shared, type Tone } from '../kit/tokens.ts';
import { failureActions, failureNotes, failureWords, moreFields } from '../strings/failures.ts';
import { shellStrings } from '../strings/shell.ts';
import { AskKeyEvent } from './ask-key-event.ts';
import { FAILURE_ACTIONS } from '../words/failures.ts';

/**
 * `says` replaces the usual sentence if the page knows better. `retry`: the call can be repeated here. Other buttons of
 * the page go into the default slot. Events: `fk-again`, `fk-ask-key`.
 */
@customElement('fk-failure')
export class FkFailure extends LitElement {
  @property({ attribute: false }) failure: BackendFailure | null = null;
  @property({ attribute: false }) says: string | null = null;
  @property() tone: Tone | null = null;
  @property({ type: Boolean }) urgent = false;
  @property({ type: Boolean }) retry = false;

  static override styles = shared;

  protected override render(): TemplateResult | typeof nothing {
    const { failure } = this;
    if (failure === null) return nothing;
    const tone = this.tone ?? (failure.kind === 'cancelled' ? 'neutral' : 'attention');
    const action = this.renderAction(failure);
    return html`<fk-notice .tone=${tone} .urgent=${this.urgent} .text=${this.says ?? failureWords[failure.kind].says}>
      ${action === nothing && this.childElementCount === 0 ? nothing : html`<div slot="action" class="wrap">${action}<slot></slot></div>`}
      ${renderFailureDetails(failure)}
    </fk-notice>`;
  }

  private renderAgain(): TemplateResult {
    return html`<fk-button @click=${() => this.dispatchEvent(new Event('fk-again'))}>${failureActions.again}</fk-button>`;
  }

  private renderAction({ kind, address }: BackendFailure): TemplateResult | typeof nothing {
    switch (FAILURE_ACTIONS[kind]) {
      case 'again':
        return this.retry ? this.renderAgain() : nothing;
      case 'signIn':
        return html`${this.retry ? this.renderAgain() : nothing}${renderSignIn(address ?? null)}`;
      case 'key':
        return html`<fk-button @click=${() => this.dispatchEvent(new AskKeyEvent())}>${failureActions.key}</fk-button>`;
      case 'account':
        return html`<fk-button href="/more">${failureActions.account}</fk-button>`;
      case 'none':
        return nothing;
    }
  }
}

/**
 * Opens the sign-in page of a network or a proxy. `backend` is the address behind it; null means the app's own address.
 */
export function renderSignIn(backend: string | null): TemplateResult {
  return html`<fk-button slot="action" .href=${signInAddress(backend)} .newTab=${true}>${failureActions.signIn}</fk-button>`;
}

/** Returns the message of the backend or the browser, else what is known besides the kind. */
export function messageOf({ message, note }: BackendFailure): string {
  return message === '' && note !== undefined ? failureNotes[note] : message;
}

/** Returns the content for the slot `details` of a notice: status, message, and the fields that the backend named. */
export function renderFailureDetails(failure: BackendFailure): TemplateResult | typeof nothing {
  const status = failure.status === 0 ? '' : `HTTP ${failure.status}`;
  const first = [status, messageOf(failure)].filter((part) => part !== '').join(': ');
  if (first === '' && failure.fields.length === 0) return nothing;
  return html`<div slot="details">
    <bdi>${first}</bdi>
    ${failure.fields.map((field) => html`<div><span class="mono">${field.field}</span>: <bdi>${field.message}</bdi></div>`)}
    ${failure.moreFields === undefined ? nothing : html`<div>${moreFields(failure.moreFields)}</div>`}
  </div>`;
}

/** Shown when a part of the app could not be loaded. */
export function renderMissingPage(again: () => void): TemplateResult {
  return html`<fk-notice tone="attention" .text=${shellStrings.pageFailed.text}>
    <fk-button slot="action" @click=${again}>${shellStrings.pageFailed.again}</fk-button>
  </fk-notice>`;
}

/**
 * Returns the address, to open in a new tab, of a sign-in page of this network, or of a proxy before the backend or the
 * app. `backend` is a base address of the account; null means the app's own address.
 */
function signInAddress(backend: string | null): string {
  const address = new URL(backend ?? import.meta.env.BASE_URL, location.href);
  // The worker answers for this origin, unless the address has this parameter.
  if (address.origin === location.origin) address.searchParams.set(SIGN_IN_PARAMETER, '');
  return address.href;
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-failure': FkFailure;
  }
}
