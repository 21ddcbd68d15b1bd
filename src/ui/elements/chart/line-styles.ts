/** Eight line styles with colours that differ in every kind of colour vision, each with its own dashes. */
import { css, unsafeCSS, type CSSResult } from 'lit';
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
