/** How the lines of a chart are told apart: eight colours that keep apart in every colour vision, each with dashes of its own. */
import { css, unsafeCSS, type CSSResult } from 'lit';
import type { ChartLine } from './chart-line.ts';

interface LineStyle {
  readonly at: number;
  /** Class that gives the colour: the page's policy takes no styles in templates. */
  readonly className: string;
  /** Lengths of strokes and gaps, CSS pixels; empty for a solid line. */
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

/** As many lines as can be told apart. */
export const MOST_LINES = LINE_STYLES.length;

/** By the line's place in the choice, which does not change with the charts that it is in. */
export function styleOf({ slot }: Pick<ChartLine, 'slot'>, index: number): LineStyle {
  return LINE_STYLES[(slot ?? index) % LINE_STYLES.length]!;
}

/** The classes, for whoever shows a piece of a line. */
export const lineColours: readonly CSSResult[] = LINE_STYLES.map(
  ({ at, className }) => css`
    .${unsafeCSS(className)} {
      color: var(--chart-line-${unsafeCSS(at + 1)});
    }
  `,
);
