/** The sheets that labels are printed on, and how many labels go onto each. Lengths are in millimetres. */

/** Equal labels in the middle of a paper, in columns with a gap and rows without one. */
export interface LabelSheet {
  readonly id: string;
  /** `roll`: a label printer, where each label is a page. */
  readonly paper: 'a4' | 'letter' | 'roll';
  readonly widthMm: number;
  readonly heightMm: number;
  readonly columns: number;
  readonly rows: number;
  readonly labelWidthMm: number;
  readonly labelHeightMm: number;
  readonly gapMm: number;
}

const A4 = { paper: 'a4', widthMm: 210, heightMm: 297, gapMm: 0 } as const;

export const LABEL_SHEETS: readonly [LabelSheet, ...LabelSheet[]] = [
  { ...A4, id: 'a4-70x36', columns: 3, rows: 8, labelWidthMm: 70, labelHeightMm: 36 },
  { ...A4, id: 'a4-70x37', columns: 3, rows: 8, labelWidthMm: 70, labelHeightMm: 37 },
  { ...A4, id: 'a4-63.5x38.1', columns: 3, rows: 7, labelWidthMm: 63.5, labelHeightMm: 38.1, gapMm: 2.5 },
  { ...A4, id: 'a4-52.5x29.7', columns: 4, rows: 10, labelWidthMm: 52.5, labelHeightMm: 29.7 },
  {
    // 2 5/8 by 1 inch, 1/8 inch apart.
    id: 'letter-66.7x25.4',
    paper: 'letter',
    widthMm: 215.9,
    heightMm: 279.4,
    columns: 3,
    rows: 10,
    labelWidthMm: 66.675,
    labelHeightMm: 25.4,
    gapMm: 3.175,
  },
  {
    id: 'roll-62x29',
    paper: 'roll',
    widthMm: 62,
    heightMm: 29,
    columns: 1,
    rows: 1,
    labelWidthMm: 62,
    labelHeightMm: 29,
    gapMm: 0,
  },
];

/** Many printers cannot print closer to the edge of the paper. */
const UNPRINTED_EDGE_MM = 4.5;
/** Leaves room for paper that is not exactly in its place in the printer. */
const LEAST_INSET_MM = 2;
/** A larger code is not easier to read, and leaves less space for the name. */
const MAX_CODE_MM = 22;
/** Labels that are printed at once. */
const MAX_AT_ONCE = 500;

export function labelsOn({ columns, rows }: LabelSheet): number {
  return columns * rows;
}

/** Returns the distance between the edge of each label and what is on it, and the side of its code. */
export function insidesOf(sheet: LabelSheet): { readonly insetMm: number; readonly codeMm: number } {
  const { widthMm, heightMm, columns, rows, labelWidthMm, labelHeightMm, gapMm } = sheet;
  const leftMm = (widthMm - columns * labelWidthMm - (columns - 1) * gapMm) / 2;
  const topMm = (heightMm - rows * labelHeightMm) / 2;
  const insetMm = Math.max(LEAST_INSET_MM, UNPRINTED_EDGE_MM - Math.min(leftMm, topMm));
  return { insetMm, codeMm: Math.min(MAX_CODE_MM, labelHeightMm - 2 * insetMm) };
}

/** Labels that are printed together: those from `from` to before `to`, after `skipped` labels of the first sheet. */
export interface LabelPortion {
  readonly from: number;
  readonly to: number;
  readonly skipped: number;
  readonly sheets: number;
}

/** Divides `count` labels into portions of whole sheets, the first of which begins at its label number `start`, from 1. */
export function labelPortions(sheet: LabelSheet, count: number, start: number): readonly LabelPortion[] {
  const each = labelsOn(sheet);
  const most = Math.floor(MAX_AT_ONCE / each) * each;
  const before = start - 1;
  return Array.from({ length: Math.ceil((before + count) / most) }, (_, at) => {
    const from = Math.max(0, at * most - before);
    const to = Math.min(count, (at + 1) * most - before);
    const skipped = at === 0 ? before : 0;
    return { from, to, skipped, sheets: Math.ceil((skipped + to - from) / each) };
  });
}
