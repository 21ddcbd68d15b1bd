/** Paints a heat map: a row for each beacon, a column for each interval, shaded by the number of records. */
import { fittedLabels } from './labels.ts';

export interface HeatRow {
  readonly id: string;
  readonly label: string;
  /** Records of each column. */
  readonly counts: Uint32Array;
  /** 1 where data was requested and nothing was heard. */
  readonly silent: Uint8Array;
}

export interface HeatStyle {
  readonly ink: string;
  readonly soft: string;
  readonly line: string;
  readonly heard: string;
  readonly silent: string;
  readonly font: string;
  /** CSS pixels. */
  readonly fontPx: number;
}

/** Places in CSS pixels. */
export interface HeatPlan {
  readonly width: number;
  readonly labelRoom: number;
  readonly rowHeight: number;
  readonly columns: number;
}

export interface HeatCell {
  readonly row: number;
  readonly column: number;
}

/** More than five shades cannot be distinguished. */
const SHADES = 5;
const MIN_SHADE = 0.28;
/** A higher resolution is not visible and needs memory. */
const MAX_SCALE = 2;

export function planOf(width: number, fontPx: number, columns: number): HeatPlan {
  return {
    width,
    labelRoom: Math.round(Math.min(width * 0.34, fontPx * 14)),
    rowHeight: Math.round(Math.max(24, fontPx * 1.6)),
    columns,
  };
}

/** The greatest count of all, at least 1. */
function mostOf(rows: readonly HeatRow[]): number {
  let most = 1;
  for (const { counts } of rows) for (const count of counts) if (count > most) most = count;
  return most;
}

/** The opacity of a count: 0 for none, else one of five shades up to 1. */
function shadeOf(count: number, most: number): number {
  if (count === 0) return 0;
  const step = Math.min(SHADES, Math.max(1, Math.ceil(Math.sqrt(count / most) * SHADES)));
  return MIN_SHADE + ((1 - MIN_SHADE) * (step - 1)) / (SHADES - 1);
}

function columnLeft({ width, labelRoom, columns }: HeatPlan, column: number): number {
  return labelRoom + ((width - labelRoom) * column) / columns;
}

/** The cell at a point; column -1 on a row's name, null outside. */
export function cellAt(plan: HeatPlan, rows: number, x: number, y: number): HeatCell | null {
  const row = Math.floor(y / plan.rowHeight);
  if (row < 0 || row >= rows || x < 0 || x >= plan.width) return null;
  if (x < plan.labelRoom) return { row, column: -1 };
  return {
    row,
    column: Math.min(
      plan.columns - 1,
      Math.floor(((x - plan.labelRoom) / (plan.width - plan.labelRoom)) * plan.columns),
    ),
  };
}

export function cellPlace(
  plan: HeatPlan,
  { row, column }: HeatCell,
): { left: number; top: number; width: number; height: number } {
  const left = columnLeft(plan, column);
  return { left, top: row * plan.rowHeight, width: columnLeft(plan, column + 1) - left, height: plan.rowHeight };
}

export function paintCells(
  canvas: HTMLCanvasElement,
  rows: readonly HeatRow[],
  plan: HeatPlan,
  style: HeatStyle,
  at: HeatCell | null,
): void {
  const { rowHeight, labelRoom, columns } = plan;
  const ctx = sized(canvas, plan.width, rows.length * rowHeight);
  const most = mostOf(rows);
  ctx.font = `${style.fontPx}px ${style.font}`;
  const names = fittedLabels(
    rows.map(({ label }) => label),
    (name) => ctx.measureText(name).width <= labelRoom - 8,
  );
  ctx.textBaseline = 'middle';
  ctx.fillStyle = style.ink;
  for (const [row, name] of names.entries()) ctx.fillText(name, 0, row * rowHeight + rowHeight / 2);
  // A gap between cells only when they are wide enough.
  const gap = (plan.width - labelRoom) / columns > 4 ? 1 : 0;
  const height = rowHeight - 2;
  const unloaded = hatch(ctx, style.soft);
  for (const [row, { counts, silent }] of rows.entries()) {
    const top = row * rowHeight + 1;
    for (let column = 0; column < columns; column += 1) {
      const shade = shadeOf(counts[column] ?? 0, most);
      const left = columnLeft(plan, column);
      const width = columnLeft(plan, column + 1) - left;
      ctx.globalAlpha = 1;
      // Silence is a horizontal bar, so that it differs from a strong shade without relying on colour.
      if (silent[column] === 1) {
        ctx.fillStyle = style.silent;
        ctx.fillRect(left, top + height / 2 - 2, width - gap, 4);
        continue;
      }
      ctx.fillStyle = shade === 0 ? unloaded : style.heard;
      ctx.globalAlpha = shade === 0 ? MIN_SHADE : shade;
      ctx.fillRect(left, top, width - (shade === 0 ? 0 : gap), height);
    }
  }
  ctx.globalAlpha = 1;
  ctx.fillStyle = style.line;
  for (let row = 1; row < rows.length; row += 1) ctx.fillRect(0, row * rowHeight - 0.5, plan.width, 0.5);
  if (at === null || at.row >= rows.length) return;
  const { left, top, width } = cellPlace(plan, { row: at.row, column: Math.max(0, at.column) });
  ctx.strokeStyle = style.ink;
  ctx.lineWidth = 3;
  ctx.strokeRect(left - 1, top + 1, Math.max(6, width), rowHeight - 2);
}

/** Hours without data are hatched, so that they differ from quiet ones. */
function hatch(ctx: CanvasRenderingContext2D, colour: string): CanvasPattern {
  const tile = new OffscreenCanvas(6, 6);
  const line = tile.getContext('2d')!;
  line.strokeStyle = colour;
  // The outer lines fill the corners, where two tiles meet.
  for (const at of [0, 6, 12]) {
    line.moveTo(at - 7, 7);
    line.lineTo(at + 1, -1);
  }
  line.stroke();
  return ctx.createPattern(tile, 'repeat')!;
}

/** The time axis above: as many labels as fit, at equal distances, counted from the last. */
export function paintAxis(
  canvas: HTMLCanvasElement,
  plan: HeatPlan,
  style: HeatStyle,
  height: number,
  tick: (column: number) => string,
): void {
  const ctx = sized(canvas, plan.width, height);
  ctx.font = `${style.fontPx}px ${style.font}`;
  ctx.fillStyle = style.soft;
  ctx.textBaseline = 'middle';
  const ticks = Array.from({ length: plan.columns }, (_, column) => column).filter((column) => tick(column) !== '');
  const room = Math.max(...ticks.map((column) => ctx.measureText(tick(column)).width)) + style.fontPx;
  const step = Math.ceil(room / (columnLeft(plan, plan.columns / ticks.length) - plan.labelRoom));
  // A day begins where its label does. The label of an hour ends with its column: so the last column has one.
  const ends = ticks.length === plan.columns ? 1 : 0;
  ctx.textAlign = ends === 1 ? 'right' : 'left';
  for (let at = ticks.length - 1; at >= 0; at -= step) {
    const x = columnLeft(plan, ticks[at]! + ends);
    if (ends === 1 || x + room - style.fontPx <= plan.width) ctx.fillText(tick(ticks[at]!), x, height / 2);
  }
}

function sized(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  const scale = Math.min(MAX_SCALE, devicePixelRatio);
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.style.height = `${height}px`;
  const ctx = canvas.getContext('2d')!;
  ctx.scale(scale, scale);
  return ctx;
}
