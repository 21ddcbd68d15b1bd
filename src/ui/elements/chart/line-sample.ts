/** A piece of a line beside its name. */
import { html, type TemplateResult } from 'lit';
import type { ChartLine } from './chart-line.ts';
import { styleOf } from './line-styles.ts';

const WIDTH = 36;

export function lineSample(line: Pick<ChartLine, 'slot'>, index: number): TemplateResult {
  const { className, dash } = styleOf(line, index);
  return html`<svg class="sample ${className}" aria-hidden="true" width=${WIDTH} height="12"
    viewBox="0 0 ${WIDTH} 12"><line x1="0" x2=${WIDTH} y1="6" y2="6" stroke-dasharray=${dash.join(' ')}></line></svg>`;
}
