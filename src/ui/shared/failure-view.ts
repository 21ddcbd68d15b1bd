/** A failed call to the backend as one sentence with its one action, the technical part under Details. */
import { html, nothing, type TemplateResult } from 'lit';
import type { BackendFailure } from '../../domain/backend-failure.ts';
import '../elements/button/button.ts';
import '../elements/notice/notice.ts';
import { failureActions, failureWords, type FailureAction } from '../strings/devices.ts';
import { shellStrings } from '../strings/shell.ts';
import { AskKeyEvent } from './ask-key-event.ts';

export class FailureView {
  constructor(
    private readonly host: EventTarget,
    private readonly again: () => void,
  ) {}

  /** `says` stands in for the usual sentence where the page knows better. */
  render(failure: BackendFailure, says?: string): TemplateResult {
    const words = failureWords[failure.kind];
    return html`<fk-notice tone=${failure.kind === 'cancelled' ? 'neutral' : 'attention'} text=${says ?? words.says}>
      ${this.renderAction(words.action)}${renderFailureDetails(failure)}
    </fk-notice>`;
  }

  renderMissingPage(again: () => void): TemplateResult {
    return html`<fk-notice tone="attention" text=${shellStrings.pageFailed.text}>
      <fk-button slot="action" @click=${again}>${shellStrings.pageFailed.again}</fk-button>
    </fk-notice>`;
  }

  private renderAction(action: FailureAction): TemplateResult | typeof nothing {
    if (action === 'again')
      return html`<fk-button slot="action" @click=${this.again}>${failureActions.again}</fk-button>`;
    if (action === 'key')
      return html`<fk-button slot="action" @click=${() => this.host.dispatchEvent(new AskKeyEvent())}>${failureActions.key}</fk-button>`;
    return action === 'account'
      ? html`<fk-button slot="action" href="/more">${failureActions.account}</fk-button>`
      : nothing;
  }
}

/** For the slot `details` of a notice: status, the backend's own message, and the fields it names. */
export function renderFailureDetails(failure: BackendFailure): TemplateResult | typeof nothing {
  const status = failure.status === 0 ? '' : `HTTP ${failure.status}`;
  const first = [status, failure.message].filter((part) => part !== '').join(': ');
  if (first === '' && failure.fields.length === 0) return nothing;
  return html`<div slot="details">
    <bdi>${first}</bdi>
    ${failure.fields.map((field) => html`<div><span class="mono">${field.field}</span>: <bdi>${field.message}</bdi></div>`)}
  </div>`;
}
