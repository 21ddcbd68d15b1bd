/** Asks about a key that differs from the stored one: a new key of the same account, or another account? */
import { html, nothing, type TemplateResult } from 'lit';
import type { KeyDecision, KeyDoubt, KnownAccount } from '../../use-cases/session/session.ts';
import '../elements/button/button.ts';
import '../elements/notice/notice.ts';
import { keyStrings } from '../strings/keys.ts';

const text = keyStrings.otherKey;
/** The build writes it beside the app. */
const RESCUE_PAGE = `${import.meta.env.BASE_URL}rescue.html`;

interface OtherKeyQuestion {
  readonly known: readonly KnownAccount[];
  /** Why the answer could not be applied; '' if it was not. */
  readonly problem: string;
  readonly isBusy: boolean;
  readonly decide: (decision: KeyDecision) => unknown;
}

export function renderOtherKey({ known, problem, isBusy, decide }: OtherKeyQuestion): TemplateResult {
  const renderSame = ({ account, onlyHere, hasVault }: KnownAccount): TemplateResult => html`<div class="stack">
    <fk-button wide .disabled=${isBusy}
      @click=${() => decide({ kind: 'same', accountId: account.id })}><bdi>${text.same(account.name)}</bdi></fk-button>
    <p class="soft">${onlyHere > 0 ? text.waits(onlyHere) : ''} ${text.sameMeans} ${hasVault ? text.endsVault : ''}</p>
  </div>`;
  return html`<div class="stack">
    <p>${text.ask}</p>
    ${problem === '' ? nothing : html`<fk-notice tone="attention" urgent .text=${problem}></fk-notice>`}
    ${known.map((one) => (one.needsPassphrase ? renderClosed(one) : renderSame(one)))}
    <div class="stack">
      <fk-button wide .disabled=${isBusy} @click=${() => decide({ kind: 'other' })}>${text.other}</fk-button>
      <p class="soft">${text.otherMeans}</p>
    </div>
  </div>`;
}

/** A stored account that no key can open. */
function renderClosed({ account, onlyHere, hasVault }: KnownAccount): TemplateResult {
  return html`<div class="stack">
    <p><bdi>${
      hasVault ? text.passphraseOnly(account.name) : text.noWayIn(account.name)
    }</bdi> ${onlyHere > 0 ? text.waits(onlyHere) : ''}</p>
    ${hasVault ? nothing : html`<fk-button wide .href=${RESCUE_PAGE} new-tab>${text.toRescue}</fk-button>`}
  </div>`;
}

/** Explains why a key that was entered as the new one of a known account was not accepted. */
export const notProvenWords = (doubt: KeyDoubt): string => text.notProven[doubt];
