/** What came of fetching a command: one sentence, its technical part under Details. */
import { html, nothing, type TemplateResult } from 'lit';
import type { CommandOutcome } from '../../../use-cases/commands/offered.ts';
import '../../elements/button/button.ts';
import '../../elements/notice/notice.ts';
import { commandOrderWords, commandOutcomeWords, commandStrings, commandUnusable } from '../../strings/commands.ts';
import { failureActions, failureWords } from '../../strings/devices.ts';
import { renderFailureDetails } from '../../shared/failure-view.ts';
import { AskKeyEvent } from '../../shared/ask-key-event.ts';

export function renderFetched(outcome: CommandOutcome, access: string | null, host: EventTarget): TemplateResult {
  switch (outcome.kind) {
    case 'onThisPhone':
      return html`<fk-notice tone=${outcome.order === 'first' || outcome.order === 'renewed' ? 'info' : 'attention'} text=${commandOrderWords[outcome.order]}>
        ${outcome.remarks.length === 0 ? nothing : html`<ul slot="details">${outcome.remarks.map((line) => html`<li><bdi>${line}</bdi></li>`)}</ul>`}
      </fk-notice>`;
    case 'failed': {
      const { says, action } = failureWords[outcome.failure.kind];
      return html`<fk-notice tone=${outcome.failure.kind === 'cancelled' ? 'neutral' : 'attention'} text=${says}>
        ${action === 'key' ? html`<fk-button slot="action" @click=${() => host.dispatchEvent(new AskKeyEvent())}>${failureActions.key}</fk-button>` : nothing}
        ${action === 'account' ? html`<fk-button slot="action" href="/more">${failureActions.account}</fk-button>` : nothing}
        ${renderFailureDetails(outcome.failure)}
      </fk-notice>`;
    }
    case 'notAllowed':
      return html`<fk-notice tone="attention" text=${outcome.reason === 'viewer' ? commandStrings.notAllowed.viewer : commandStrings.notAllowed.ownerOnly(access ?? '')}></fk-notice>`;
    case 'unusable':
      return html`<fk-notice tone="stop" text=${commandUnusable[outcome.reason]}></fk-notice>`;
    case 'storageFailed':
      return html`<fk-notice tone="stop" text=${commandOutcomeWords.storageFailed}><span slot="details"><bdi>${outcome.detail}</bdi></span></fk-notice>`;
    default:
      return html`<fk-notice tone="attention" text=${commandOutcomeWords[outcome.kind]}></fk-notice>`;
  }
}
