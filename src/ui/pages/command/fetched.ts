/** The outcome of fetching a command: one sentence, with the technical part under Details. */
import { html, nothing, type TemplateResult } from 'lit';
import type { CommandOutcome } from '../../../use-cases/commands/commands.ts';
import { accessWord } from '../../beacon/device-words.ts';
import '../../elements/basics.ts';
import { commandOrderWords, commandOutcomeWords, commandStrings, commandUnusable } from '../../strings/commands.ts';
import '../../shared/failure.ts';

export function renderFetched(outcome: CommandOutcome, access: string | null): TemplateResult {
  switch (outcome.kind) {
    case 'onThisPhone':
      return html`<fk-notice .tone=${outcome.order === 'first' || outcome.order === 'renewed' ? 'info' : 'attention'} .text=${commandOrderWords[outcome.order]}>
        ${outcome.remarks.length === 0 ? nothing : html`<ul slot="details">${outcome.remarks.map((line) => html`<li><bdi>${line}</bdi></li>`)}</ul>`}
      </fk-notice>`;
    case 'failed':
      return html`<fk-failure .failure=${outcome.failure}></fk-failure>`;
    case 'notAllowed':
      return html`<fk-notice tone="attention" .text=${outcome.reason === 'viewer' ? commandStrings.notAllowed.viewer : commandStrings.notAllowed.ownerOnly(accessWord(access ?? ''))}></fk-notice>`;
    case 'unusable':
      return html`<fk-notice tone="stop" .text=${commandUnusable[outcome.reason]}></fk-notice>`;
    case 'storageFailed':
      return html`<fk-notice tone="stop" .text=${commandOutcomeWords.storageFailed}><span slot="details"><bdi>${outcome.detail}</bdi></span></fk-notice>`;
    default:
      return html`<fk-notice tone="attention" .text=${commandOutcomeWords[outcome.kind]}></fk-notice>`;
  }
}
