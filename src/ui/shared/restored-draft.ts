/** Says that a form shows what was typed earlier, and offers to discard it. */
import { html, nothing, type TemplateResult } from 'lit';
import '../elements/basics.ts';
import type { Undo } from '../controllers/draft-controller.ts';
import { draftStrings } from '../strings/drafts.ts';
import { dateTime } from '../language/times.ts';
import { SayEvent } from './say.ts';

interface RestoredDraft {
  readonly restoredAtMs: number | null;
  readonly isTooLong: boolean;
  discard(): Undo;
}

export type DraftWords = Omit<typeof draftStrings, 'exchanged'>;

/** `text`: the words, where they are not those of a form. */
export function renderRestored(
  host: HTMLElement,
  draft: RestoredDraft,
  text: DraftWords = draftStrings,
): TemplateResult | typeof nothing {
  if (draft.isTooLong) return html`<fk-notice tone="attention" .text=${text.tooLong}></fk-notice>`;
  if (draft.restoredAtMs === null) return nothing;
  const discard = (): void => void host.dispatchEvent(sayWithUndo(text.discarded, draft.discard()));
  return html`<fk-notice tone="info" .text=${text.restored(dateTime(draft.restoredAtMs))}>
    <fk-button slot="action" @click=${discard}>${text.discard}</fk-button>
  </fk-notice>`;
}

/** Says the message with Undo, and after that whether something that was typed since was replaced, with Undo again. */
export function sayWithUndo(message: string, undo: Undo): SayEvent {
  return new SayEvent(message, () => {
    const again = undo();
    return again === null ? null : sayWithUndo(draftStrings.exchanged, again);
  });
}
