/** The banners above the outbox: why nothing is sent at the moment, and remarks of the storage. */
import { html, nothing, type TemplateResult } from 'lit';
import { requestedWait } from '../../../domain/delivery/queue.ts';
import type { OutboxState } from '../../../use-cases/outbox/outbox.ts';
import { keyIcon } from '../../kit/icons.ts';
import { outboxStrings } from '../../strings/outbox.ts';
import '../../elements/basics.ts';
import { timeWithSeconds } from '../../language/times.ts';
import { remarkText, waitText } from '../../words/outbox.ts';

const text = outboxStrings;

interface Around {
  readonly nowMs: number;
  readonly keyMissing: boolean;
  readonly offline: boolean;
  readonly onGiveKey: () => void;
  readonly onResume: () => void;
}

export function renderBanners(state: OutboxState, around: Around): TemplateResult {
  const { nowMs, keyMissing, offline } = around;
  const wait = requestedWait(state, nowMs);
  return html`
      ${
        state.pause?.reason === 'key' ||
        (keyMissing && state.onlyHere + state.edits.filter((edit) => edit.state === 'waiting').length > 0)
          ? html`<fk-notice tone="attention" .text=${`${text.pause.key(state.onlyHere)}${state.pause?.reason === 'key' ? ` ${text.pause.keyRefused}` : ''}`}>
            <fk-button slot="action" variant="primary" .icon=${keyIcon} @click=${around.onGiveKey}>${text.pause.giveKey}</fk-button>
          </fk-notice>`
          : nothing
      }
      ${
        state.pause?.reason === 'sameRefusal'
          ? html`<fk-notice tone="stop" .text=${text.pause.same}>
            <fk-button slot="action" @click=${around.onResume}>${text.pause.resume}</fk-button>
            <span slot="details" class="mono">${text.pause.status(state.pause.status)}</span>
          </fk-notice>`
          : nothing
      }
      ${wait === null ? nothing : html`<fk-notice tone="attention" .text=${text.requestedWait(timeWithSeconds(wait.untilMs), waitText(Math.ceil((wait.untilMs - nowMs) / 1000)), wait.mayPress)}></fk-notice>`}
      ${state.unverified === 0 ? nothing : html`<p class="soft">${text.unverified(state.unverified)}</p>`}
      ${state.storageRemarks.map((remark) => html`<fk-notice tone="attention" .text=${remarkText(remark)}><span slot="details" class="mono">${remark}</span></fk-notice>`)}
      ${offline && state.onlyHere > 0 ? html`<fk-notice tone="neutral" .text=${text.offline}></fk-notice>` : nothing}
    `;
}
