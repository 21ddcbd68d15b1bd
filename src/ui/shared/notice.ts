/** A notice of one sentence, with a technical detail behind "Details". */
import { html, nothing, type TemplateResult } from 'lit';
import '../elements/notice/notice.ts';
import type { Tone } from '../kit/tokens.ts';

export function notice(tone: Tone, words: string, detail = ''): TemplateResult {
  return html`<fk-notice .tone=${tone}
    .text=${words}>${detail === '' ? nothing : html`<bdi slot="details" class="mono">${detail}</bdi>`}</fk-notice>`;
}
