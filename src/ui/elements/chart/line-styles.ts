/** Eight line styles with colours that differ in every kind of colour vision, each with its own dashes. */
import { css, html, unsafeCSS, type CSSResult, type TemplateResult } from 'lit';
import type { ChartLine } from './chart-line.ts';

interface LineStyle {
  readonly at: number;
  /** The class that sets the colour, because the content security policy forbids inline styles. */
  readonly className: string;
  /** Lengths of dashes and gaps, CSS pixels; empty for a solid line. */
  readonly dash: readonly number[];
}

const DASHES: readonly (readonly number[])[] = [
  [],
  [12, 5],
  [3, 3],
  [12, 4, 3, 4],
  [6, 4],
  [12, 3, 3, 3, 3, 3],
  [2, 6],
  [18, 4, 6, 4],
];

export const LINE_STYLES: readonly LineStyle[] = DASHES.map((dash, at) => ({
  at,
  className: `line-${at + 1}`,
  dash,
}));

/** Maximum number of lines that can be told apart. */
export const MAX_LINES = LINE_STYLES.length;

/** By the line's position in the selection, which is the same in all charts. */
export function styleOf({ slot }: Pick<ChartLine, 'slot'>, index: number): LineStyle {
  return LINE_STYLES[(slot ?? index) % LINE_STYLES.length]!;
}

/** The classes, for elements that show a sample of a line. */
export const lineColours: readonly CSSResult[] = LINE_STYLES.map(
  ({ at, className }) => css`
    .${unsafeCSS(className)} {
      color: var(--chart-line-${unsafeCSS(at + 1)});
    }
  `,
);

const SAMPLE_PX = 36;

/** A piece of a line beside its name. */
export function lineSample(line: Pick<ChartLine, 'slot'>, index: number): TemplateResult {
  const { className, dash } = styleOf(line, index);
  return html`<svg class="sample ${className}" aria-hidden="true" width=${SAMPLE_PX} height="12"
    viewBox="0 0 ${SAMPLE_PX} 12"><line x1="0" x2=${SAMPLE_PX} y1="6" y2="6" stroke-dasharray=${dash.join(' ')}></line></svg>`;
}
