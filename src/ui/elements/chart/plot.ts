/** Draws the chart with uPlot. This file imports uPlot and is loaded for the first chart. */
import uPlot from 'uplot';
import { drawnLines } from '../../../domain/telemetry/downsample.ts';
import { silences } from '../../../domain/telemetry/series.ts';
import { reading } from '../../language/readings.ts';
import { LABELLED_PX, type ChartLine } from './chart-line.ts';
import { fittedLabels } from './labels.ts';
import { styleOf } from './line-styles.ts';
import type { TimeView } from './view.ts';

/** Resolved colours and fonts of the present theme. */
export interface PlotStyle {
  readonly ink: string;
  readonly soft: string;
  readonly line: string;
  readonly grid: string;
  /** One colour for each line style. */
  readonly lines: readonly string[];
  readonly paper: string;
  readonly font: string;
  readonly stroke: number;
}

/** What is drawn. */
interface Scene {
  /** Their number is fixed; a chart with other lines needs a new plot. */
  readonly lines: readonly ChartLine[];
  readonly view: TimeView;
  /** The range of the request; null when all was requested. */
  readonly requested: TimeView | null;
}

interface PlotParts {
  readonly scene: () => Scene;
  readonly style: () => PlotStyle;
  /** The label of a tick on the time axis; `stepMs` is the distance of two. */
  readonly tick: (atMs: number, stepMs: number) => string;
  readonly utc: boolean;
  /** For yes/no values: the axis has two positions. */
  readonly flag: { readonly no: string; readonly yes: string } | null;
  readonly silence: string;
  /** The label of ranges that were not requested, which are not silence. */
  readonly unasked: string;
  /** A range was dragged with the mouse. */
  readonly onSelect: (aMs: number, bMs: number) => void;
  /** Time at the pointer; null when it has left. */
  readonly onPointer: (atMs: number | null) => void;
}

export type Plot = ReturnType<typeof createPlot>;

const LABEL_GAP = 6;
/** Half of the longest time under the axis, which may stand at its end. */
const NO_LABELS = 26;
const SAMPLE = 22;
/** The distance of two marks on a line. */
const MARK_SPACE = 110;
/** A mark moves by at most half as many times to a reading of its line. */
const NEAR = 80;
const LABEL_LINE = 15;

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
/** Distances of two ticks under the axis. */
const STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 4, 6, 8, 12].map((n) => n * HOUR),
  ...[1, 2, 3, 5, 7, 10, 15, 30, 60, 90, 180, 365].map((n) => n * DAY),
];

export function createPlot(host: HTMLElement, size: { width: number; height: number }, parts: PlotParts) {
  let scene = parts.scene();
  let quiet = quietParts(scene);
  const { lines } = scene;
  let style = parts.style();
  const narrow = size.width < LABELLED_PX;
  // On a phone the names are in the list below, so that the lines have the full width.
  const labelRoom = narrow
    ? NO_LABELS
    : Math.min(170, Math.max(...lines.map(({ label }) => label.length), 2) * 8 + SAMPLE + LABEL_GAP * 2);

  const styleAt = (index: number): DrawnStyle => {
    const { at, mark } = styleOf(lines[index]!, index);
    return { colour: style.lines[at] ?? style.ink, mark: new Path2D(mark) };
  };

  const plot = new uPlot(
    {
      ...size,
      ms: 1,
      ...(parts.utc ? { tzDate: (ms: number) => uPlot.tzDate(new Date(ms), 'Etc/UTC') } : {}),
      legend: { show: false },
      padding: [12, labelRoom, 0, 0],
      cursor: { y: false, drag: { x: true, y: false, setScale: false, dist: 5 }, points: { show: false } },
      scales: {
        x: { time: true, range: () => [scene.view.startMs, scene.view.endMs] },
        y: parts.flag === null ? {} : { range: () => [-0.15, 1.15] },
      },
      axes: axesOf(() => style, parts, narrow),
      series: [
        {},
        ...lines.map((_, index): uPlot.Series => ({
          stroke: () => styleAt(index).colour,
          width: style.stroke,
          points: { size: 4, fill: () => styleAt(index).colour },
          ...(parts.flag === null ? {} : { paths: uPlot.paths.stepped!({ align: 1 }) }),
        })),
      ],
      hooks: {
        drawClear: [(u) => shadeSilence(u, quiet, style, parts)],
        draw: [
          (u) => (lines.length > 1 ? markLines(u, style, styleAt) : undefined),
          (u) => (narrow ? undefined : writeLabels(u, scene, labelRoom, style, styleAt)),
        ],
        setSelect: [
          (u) => {
            if (u.select.width <= 0) return;
            const [a, b] = [u.posToVal(u.select.left, 'x'), u.posToVal(u.select.left + u.select.width, 'x')];
            u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
            parts.onSelect(a, b);
          },
        ],
        setCursor: [
          (u) => {
            const { left } = u.cursor;
            parts.onPointer(left === undefined || left < 0 ? null : u.posToVal(left, 'x'));
          },
        ],
      },
    },
    dataOf(scene, (size.width - labelRoom - 48) * devicePixelRatio),
    host,
  );

  return {
    element: plot.root,
    /** Draws the scene as it is now. */
    draw() {
      scene = parts.scene();
      quiet = quietParts(scene);
      plot.setData(dataOf(scene, plot.bbox.width));
    },
    resize(width: number, height: number) {
      if (width !== plot.width || height !== plot.height) plot.setSize({ width, height });
    },
    /** Redraws with new colours. */
    repaint() {
      style = parts.style();
      plot.redraw(false, true);
    },
    /** The plotting area in client pixels. */
    area(): { readonly left: number; readonly width: number } {
      const { left, width } = plot.over.getBoundingClientRect();
      return { left, width };
    },
    destroy: (): void => plot.destroy(),
  };
}

interface Quiet extends TimeView {
  readonly isRequested: boolean;
}

interface DrawnStyle {
  readonly colour: string;
  readonly mark: Path2D;
}

function axesOf(style: () => PlotStyle, { tick, flag }: PlotParts, narrow: boolean): uPlot.Axis[] {
  const axis = (change: uPlot.Axis): uPlot.Axis => ({
    stroke: () => style().soft,
    font: `12px ${style().font}`,
    grid: { stroke: () => style().grid, width: 1 },
    ticks: { stroke: () => style().grid, width: 1, size: 4 },
    ...change,
  });
  return [
    axis({
      size: 30,
      space: narrow ? 62 : 76,
      // Ticks have a precision of one second, so closer ones would have the same label.
      incrs: STEPS_MS,
      values: (_, splits, __, ___, stepMs) => splits.map((at) => tick(at, stepMs)),
    }),
    axis({
      size: flag === null ? 48 : 40,
      ...(flag === null
        ? { values: (_, splits) => splits.map(reading) }
        : { splits: () => [0, 1], values: () => [flag.no, flag.yes] }),
    }),
  ];
}

/** Hatched and named: a gap that colour alone would show is no gap to many. */
function shadeSilence(
  u: uPlot,
  quiet: readonly Quiet[],
  style: PlotStyle,
  words: Pick<PlotParts, 'silence' | 'unasked'>,
): void {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.textAlign = 'left';
  for (const { startMs, endMs, isRequested } of quiet) {
    const left = u.valToPos(startMs, 'x', true);
    const width = u.valToPos(endMs, 'x', true) - left;
    if (width < 2) continue;
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, bbox.top, width, bbox.height);
    ctx.clip();
    ctx.fillStyle = style.grid;
    ctx.globalAlpha = isRequested ? 0.55 : 0.25;
    ctx.fillRect(left, bbox.top, width, bbox.height);
    if (isRequested) {
      ctx.globalAlpha = 0.45;
      ctx.strokeStyle = style.line;
      ctx.lineWidth = devicePixelRatio;
      ctx.beginPath();
      const step = 9 * devicePixelRatio;
      for (let x = left - bbox.height; x < left + width; x += step) {
        ctx.moveTo(x, bbox.top + bbox.height);
        ctx.lineTo(x + bbox.height, bbox.top);
      }
      ctx.stroke();
    }
    ctx.globalAlpha = 1;
    ctx.font = `${12 * devicePixelRatio}px ${style.font}`;
    const name = isRequested ? words.silence : words.unasked;
    const room = ctx.measureText(name).width;
    if (room + 16 * devicePixelRatio < width) {
      const x = left + (width - room) / 2;
      const y = bbox.top + 8 * devicePixelRatio;
      ctx.fillStyle = style.paper;
      ctx.fillRect(
        x - 4 * devicePixelRatio,
        y - 2 * devicePixelRatio,
        room + 8 * devicePixelRatio,
        18 * devicePixelRatio,
      );
      ctx.fillStyle = style.soft;
      ctx.textBaseline = 'top';
      ctx.fillText(name, x, y);
    }
    ctx.restore();
  }
  ctx.restore();
}

/** Marks tell the lines apart without their colours. Each line has them at other places. */
function markLines(u: uPlot, style: PlotStyle, styleAt: (index: number) => DrawnStyle): void {
  const { bbox } = u;
  const space = MARK_SPACE * devicePixelRatio;
  const lines = u.series.length - 1;
  for (let index = 0; index < lines; index += 1) {
    for (let x = bbox.left + (space * (index + 0.5)) / lines; x < bbox.left + bbox.width; x += space) {
      const values = u.data[index + 1]!;
      const at = nearestReading(values, u.valToIdx(u.posToVal(x, 'x', true)));
      if (at === null) continue;
      const place = u.valToPos(u.data[0][at]!, 'x', true);
      if (place < bbox.left || place > bbox.left + bbox.width) continue;
      drawMark(u.ctx, place, u.valToPos(values[at]!, 'y', true), styleAt(index), style.paper);
    }
  }
}

/** Between two readings of a line there are times of the others. */
function nearestReading(values: uPlot.AlignedData[1], at: number): number | null {
  const near = Array.from({ length: NEAR }, (_, step) => at + (step % 2 === 0 ? step / 2 : -(step + 1) / 2));
  return near.find((index) => values[index] !== null && values[index] !== undefined) ?? null;
}

function drawMark(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  { colour, mark }: DrawnStyle,
  edge: string,
): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(devicePixelRatio, devicePixelRatio);
  ctx.strokeStyle = edge;
  ctx.lineWidth = 1.5;
  ctx.stroke(mark);
  ctx.fillStyle = colour;
  ctx.fill(mark);
  ctx.restore();
}

/** Names stand at the end of their lines, with a piece of the line beside them. */
function writeLabels(
  u: uPlot,
  { lines, view }: Scene,
  labelRoom: number,
  style: PlotStyle,
  styleAt: (index: number) => DrawnStyle,
): void {
  const { ctx, bbox } = u;
  const scale = devicePixelRatio;
  const places = lines.flatMap(({ label }, index) => {
    const values = u.data[index + 1]!;
    let at = values.length - 1;
    while (at >= 0 && (values[at] === null || values[at] === undefined || u.data[0][at]! > view.endMs)) at -= 1;
    return at < 0 ? [] : [{ label, index, y: u.valToPos(values[at]!, 'y', true) / scale }];
  });
  spread(places, bbox.top / scale + 8, (bbox.top + bbox.height) / scale - 2);
  const left = bbox.left + bbox.width + LABEL_GAP * scale;
  ctx.save();
  ctx.font = `${12 * scale}px ${style.font}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  const room = (labelRoom - SAMPLE - LABEL_GAP * 2) * scale;
  const names = fittedLabels(
    places.map(({ label }) => label),
    (name) => ctx.measureText(name).width <= room,
  );
  for (const [place, { index, y }] of places.entries()) {
    const drawn = styleAt(index);
    ctx.strokeStyle = drawn.colour;
    ctx.lineWidth = style.stroke * scale;
    ctx.beginPath();
    ctx.moveTo(left, y * scale);
    ctx.lineTo(left + SAMPLE * scale, y * scale);
    ctx.stroke();
    drawMark(ctx, left + (SAMPLE * scale) / 2, y * scale, drawn, style.paper);
    ctx.fillStyle = style.ink;
    ctx.fillText(names[place]!, left + (SAMPLE + 4) * scale, y * scale);
  }
  ctx.restore();
}

/** Silence, split into requested and unrequested parts. */
function quietParts({ lines, view, requested }: Scene): Quiet[] {
  return silences(lines, view.startMs, view.endMs).flatMap(({ startMs, endMs }) => {
    if (requested === null) return [{ startMs, endMs, isRequested: true }];
    const from = Math.min(Math.max(startMs, requested.startMs), endMs);
    const to = Math.max(Math.min(endMs, requested.endMs), from);
    return [
      { startMs, endMs: from, isRequested: false },
      { startMs: from, endMs: to, isRequested: true },
      { startMs: to, endMs, isRequested: false },
    ].filter((part) => part.endMs > part.startMs);
  });
}

/** Reduces the data to one bucket for each pixel; the rest would be drawn over. */
function dataOf({ lines, view: { startMs, endMs } }: Scene, pixels: number): uPlot.AlignedData {
  const { times, values } = drawnLines(lines, startMs, endMs, Math.max(1, Math.round(pixels)));
  return [times, ...values] as unknown as uPlot.AlignedData;
}

/** Moves labels apart so that none covers another, keeping their order. */
function spread(places: { y: number }[], top: number, bottom: number): void {
  places.sort((a, b) => a.y - b.y);
  for (const [index, place] of places.entries())
    place.y = Math.max(place.y, index === 0 ? top : places[index - 1]!.y + LABEL_LINE);
  for (let index = places.length - 1; index >= 0; index -= 1) {
    const place = places[index]!;
    place.y = Math.min(place.y, index === places.length - 1 ? bottom : places[index + 1]!.y - LABEL_LINE);
  }
}
