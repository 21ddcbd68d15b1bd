/**
 * A floor plan of beacon positions: one trail each, distinguished by dashes and names, with axes in metres and a
 * description below.
 */
import { LitElement, css, html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { PositionTrail } from '../../../domain/streams/record-columns.ts';
import { shared } from '../../kit/tokens.ts';
import { inspectorStrings as text } from '../../strings/inspector.ts';
import { number } from '../../language/counting.ts';

const WIDEST = 900;
const TALLEST = 440;
const EDGE = { left: 36, right: 76, top: 12, bottom: 30 } as const;
/** The same as in the charts: solid, long, dotted, dash-dot, in two colours. */
const DASHES = ['', '9 4', '2 3', '9 3 2 3'] as const;
const PIXELS_PER_TICK = 70;

/** Size of the drawing in CSS pixels, so that its text keeps its size at any width. */
interface Size {
  readonly width: number;
  readonly height: number;
}

interface Span {
  readonly low: number;
  readonly high: number;
}

@customElement('fk-position-map')
class FkPositionMap extends LitElement {
  @property({ attribute: false }) trails: readonly PositionTrail[] = [];
  @state() private width = 640;
  private readonly watch = new ResizeObserver(([entry]) => {
    if (entry !== undefined && entry.contentRect.width > 0)
      this.width = Math.min(WIDEST, Math.round(entry.contentRect.width));
  });

  static override styles = [
    shared,
    css`
      h3 {
        font-size: var(--text-m);
      }
      .unit {
        font-size: 0.82em;
        font-weight: var(--weight-text);
      }
      .axis {
        stroke: var(--color-line);
      }
      text {
        fill: var(--color-ink-soft);
        font: var(--text-xs) var(--font-text);
      }
      .name {
        fill: var(--color-ink);
        paint-order: stroke;
        stroke: var(--color-surface);
        stroke-width: 4;
      }
      polyline {
        fill: none;
        stroke-width: 1.5;
        stroke-linejoin: round;
      }
      .ink {
        stroke: var(--color-ink);
      }
      .accent {
        stroke: var(--color-accent);
      }
      circle {
        fill: var(--color-paper);
        stroke-width: 2;
      }
      .gone {
        fill: none;
        stroke-dasharray: 2 2;
      }
      ul {
        margin: var(--space-2) 0 0;
        padding-inline-start: var(--space-5);
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.watch.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.watch.disconnect();
  }

  protected override render(): TemplateResult | typeof nothing {
    const size: Size = { width: this.width, height: Math.min(TALLEST, Math.round(this.width * 0.75)) };
    const { width, height } = size;
    const trails = this.trails.filter(({ x }) => x.length > 0);
    if (trails.length === 0) return nothing;
    const { across, up } = room(trails, size);
    const toX = (metres: number): number =>
      EDGE.left + ((metres - across.low) / (across.high - across.low)) * (width - EDGE.left - EDGE.right);
    const toY = (metres: number): number =>
      height - EDGE.bottom - ((metres - up.low) / (up.high - up.low)) * (height - EDGE.top - EDGE.bottom);
    return html`<figure aria-labelledby="heading">
      <h3 class="strong" id="heading">${text.map} <span class="unit faint">${text.mapUnit}</span></h3>
      <svg viewBox="0 0 ${width} ${height}" width=${width} height=${height} aria-hidden="true">
        ${ticksOf(across, width).map(
          (at) => svg`<line class="axis" x1=${toX(at)} x2=${toX(at)} y1=${EDGE.top} y2=${height - EDGE.bottom}></line>
            <text x=${toX(at)} y=${height - 10} text-anchor="middle">${number(at)}</text>`,
        )}
        ${ticksOf(up, height).map(
          (at) => svg`<line class="axis" x1=${EDGE.left} x2=${width - EDGE.right} y1=${toY(at)} y2=${toY(at)}></line>
            <text x=${EDGE.left - 8} y=${toY(at) + 4} text-anchor="end">${number(at)}</text>`,
        )}
        ${trails.map((trail, index) => drawn(trail, index, toX, toY))}
      </svg>
      <ul class="soft anywhere">
        ${trails.map((trail) => html`<li>${sentence(trail)}</li>`)}
      </ul>
    </figure>`;
  }
}

function drawn(
  { trackingId, x, y, lost }: PositionTrail,
  index: number,
  toX: (metres: number) => number,
  toY: (metres: number) => number,
): SVGTemplateResult {
  const ink = Math.floor(index / DASHES.length) % 2 === 0 ? 'ink' : 'accent';
  const points: string[] = [];
  for (let at = 0; at < x.length; at += 1) points.push(`${toX(x[at]!).toFixed(1)},${toY(y[at]!).toFixed(1)}`);
  const end = x.length - 1;
  return svg`<polyline class=${ink} points=${points.join(' ')} stroke-dasharray=${DASHES[index % DASHES.length]!}></polyline>
    <circle class="${ink} ${lost[end] === 1 ? 'gone' : ''}" cx=${toX(x[end]!)} cy=${toY(y[end]!)} r="5"></circle>
    <text class="name" x=${toX(x[end]!) + 9} y=${toY(y[end]!) + 4}>${trackingId.slice(-8)}</text>`;
}

function sentence({ trackingId, x, y, lost }: PositionTrail): string {
  const range = (values: Float64Array): string => {
    const { low, high } = spanOf([values]);
    return text.mapRange(low, high);
  };
  const gone = lost.reduce((sum, one) => sum + one, 0);
  const summary = text.mapSentence(trackingId, x.length, range(x), range(y));
  return gone === 0 ? summary : `${summary} ${text.mapLost(gone)}`;
}

/** One scale for both axes, so that the floor is not distorted. */
function room(trails: readonly PositionTrail[], size: Size): { across: Span; up: Span } {
  const across = spanOf(trails.map(({ x }) => x));
  const up = spanOf(trails.map(({ y }) => y));
  const ratio = (size.width - EDGE.left - EDGE.right) / (size.height - EDGE.top - EDGE.bottom);
  const tall = Math.max(up.high - up.low, (across.high - across.low) / ratio, 1) * 1.1;
  const around = ({ low, high }: Span, size: number): Span => ({
    low: (low + high - size) / 2,
    high: (low + high + size) / 2,
  });
  return { across: around(across, tall * ratio), up: around(up, tall) };
}

function spanOf(columns: readonly Float64Array[]): Span {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const column of columns) {
    for (const value of column) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return { low, high };
}

function ticksOf({ low, high }: Span, pixels: number): number[] {
  const most = Math.max(2, Math.floor(pixels / PIXELS_PER_TICK));
  const rough = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((times) => power * times >= rough) ?? 10);
  const ticks: number[] = [];
  for (let at = Math.ceil(low / step) * step; at <= high && ticks.length <= most * 2; at += step)
    ticks.push(Number(at.toPrecision(12)));
  return ticks;
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-position-map': FkPositionMap;
  }
}
