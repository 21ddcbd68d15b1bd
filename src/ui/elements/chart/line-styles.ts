/** Eight line styles with colours that differ in every kind of colour vision, each with a mark of its own. */
import { css, html, unsafeCSS, type CSSResult, type TemplateResult } from 'lit';
import type { ChartLine } from './chart-line.ts';

interface LineStyle {
  readonly at: number;
  /** The class that sets the colour, because the content security policy forbids inline styles. */
  readonly className: string;
  /** The outline of the mark on the line, around 0,0, CSS pixels. */
  readonly mark: string;
}

/** Circle, square, triangle, diamond, triangle on its tip, plus, cross, bar. */
const MARKS = [
  'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z',
  'M-3.5-3.5h7v7h-7z',
  'M0-5L5 4h-10z',
  'M0-5.5L5.5 0L0 5.5L-5.5 0z',
  'M0 5L-5-4h10z',
  'M-1.5-5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z',
  'M-4.5-2.5l2-2L0-2l2.5-2.5l2 2L2 0l2.5 2.5l-2 2L0 2l-2.5 2.5l-2-2L-2 0z',
  'M-1.75-5.5h3.5v11h-3.5z',
];

export const LINE_STYLES: readonly LineStyle[] = MARKS.map((mark, at) => ({ at, className: `line-${at + 1}`, mark }));

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

const SAMPLE_PX = 24;

/** A piece of a line with its mark, beside its name. */
export function lineSample(line: Pick<ChartLine, 'slot'>, index: number): TemplateResult {
  const { className, mark } = styleOf(line, index);
  return html`<svg class="sample ${className}" aria-hidden="true" width=${SAMPLE_PX} height="12"
    viewBox="${-SAMPLE_PX / 2} -6 ${SAMPLE_PX} 12"><path d="M${-SAMPLE_PX / 2} 0h${SAMPLE_PX}"></path><path d=${mark}></path></svg>`;
}
