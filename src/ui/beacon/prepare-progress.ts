/** How far the preparing of many devices has come. */
import { html, type TemplateResult } from 'lit';
import type { PrepareManyState } from '../../use-cases/prepare/prepare-many.ts';
import '../elements/progress/progress.ts';
import { bulkStrings as text } from '../strings/bulk.ts';
import { waitInWords } from './list-progress.ts';

export function renderPrepareProgress(
  { outcomes, tasks, stopped, waitsUntilMs }: PrepareManyState,
  label: string,
  cancel: () => void,
): TemplateResult {
  return html`<fk-progress
    .label=${label}
    .done=${outcomes.size}
    .total=${tasks.length}
    .doing=${stopped !== null ? text.stopping : waitsUntilMs !== null ? waitInWords(waitsUntilMs) : ''}
    .cancellable=${stopped === null}
    @fk-cancel=${cancel}
  ></fk-progress>`;
}
