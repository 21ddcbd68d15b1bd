/** Says in a job what the backend has not saved of it, with the way to the outbox. */
import { html, nothing, type TemplateResult } from 'lit';
import { unsavedNames, type Unsaved } from '../../../domain/job/unsaved.ts';
import '../../elements/basics.ts';
import { labelOf } from '../../words/configure.ts';
import { jobStrings } from '../../strings/jobs.ts';

const text = jobStrings.unsaved;

/** Renders nothing where everything was saved. */
export function renderUnsaved(unsaved: Unsaved): TemplateResult | typeof nothing {
  if (unsaved.size === 0) return nothing;
  return html`<fk-notice tone="attention"
    .text=${text.notice(unsaved.size, namesInWords(unsavedNames(unsaved)))}><fk-button slot="action"
      href="/outbox">${text.toOutbox}</fk-button></fk-notice>`;
}

export function namesInWords(names: readonly string[]): string {
  return names.map(labelOf).join(', ');
}
