/** A small line chart without axes, one of many with the same scale. */
import { LitElement, css, html, svg, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { shared } from '../../kit/tokens.ts';

const WIDTH = 240;
const HEIGHT = 56;
const EDGE = 3;

/** `values`: one for each interval, NaN without a reading. `label` describes the chart. */
@customElement('fk-spark')
class FkSpark extends LitElement {
  @property({ attribute: false }) values: Float64Array = new Float64Array();
  /** The common scale. */
  @property({ type: Number }) least = 0;
  @property({ type: Number }) most = 1;
  @property() label = '';

  static override styles = [
    shared,
    css`
      svg {
        width: 100%;
        height: 56px;
        border-block: var(--stroke) solid var(--color-line);
      }
      path {
        fill: none;
        stroke: var(--color-accent);
        stroke-width: 2;
        stroke-linejoin: round;
        vector-effect: non-scaling-stroke;
      }
      .lone {
        stroke-linecap: round;
        stroke-width: 4;
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { line, lone } = sparkPath(this.values, this.least, this.most);
    return html`<svg role="img" aria-label=${this.label} viewBox="0 0 ${WIDTH} ${HEIGHT}"
      preserveAspectRatio="none">${svg`<path d=${line}></path><path class="lone" d=${lone}></path>`}</svg>`;
  }
}

/** The path has gaps where nothing was read; a single reading is a dot. */
export function sparkPath(
  values: Float64Array,
  least: number,
  most: number,
): { readonly line: string; readonly lone: string } {
  const span = most > least ? most - least : 1;
  let line = '';
  let lone = '';
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]!;
    if (Number.isNaN(value)) continue;
    const x = values.length === 1 ? WIDTH / 2 : EDGE + (index / (values.length - 1)) * (WIDTH - 2 * EDGE);
    const y = HEIGHT - EDGE - ((value - least) / span) * (HEIGHT - 2 * EDGE);
    const isAfter = index > 0 && !Number.isNaN(values[index - 1]!);
    const isBefore = index + 1 < values.length && !Number.isNaN(values[index + 1]!);
    if (!isAfter && !isBefore) lone += `M${x.toFixed(1)} ${y.toFixed(1)}h0.1`;
    else line += `${isAfter ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
  }
  return { line, lone };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-spark': FkSpark;
  }
}
