/** Looks of a chart, with the few rules that uPlot needs of its own stylesheet. */
import { css } from 'lit';

export const chartStyles = css`
  :host {
    display: block;
    min-width: 0;
  }
  figure {
    position: relative;
    margin: 0;
  }
  figcaption {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: baseline;
    gap: var(--space-1) var(--space-4);
  }
  h3 {
    margin: 0;
    font-size: var(--text-m);
    font-weight: var(--weight-strong);
    line-height: var(--leading-tight);
  }
  .unit {
    color: var(--color-ink-soft);
    font-size: var(--text-s);
    font-weight: var(--weight-text);
  }
  .readout {
    min-height: 1.45em;
    margin: 0;
    overflow: hidden;
    color: var(--color-ink-soft);
    font-size: var(--text-s);
    text-align: end;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .note {
    margin: var(--space-2) 0;
    padding: var(--space-4);
    border: var(--stroke) dashed var(--color-line-strong);
    border-radius: var(--radius-m);
    color: var(--color-ink-soft);
  }
  #plot {
    margin-top: var(--space-1);
    /* The page still scrolls up and down under the finger; sideways is the chart's. */
    touch-action: pan-y;
  }
  #plot.away {
    display: none;
  }
  #summary {
    display: grid;
    gap: var(--space-1);
    margin: var(--space-2) 0;
    padding: 0;
    color: var(--color-ink-soft);
    font-size: var(--text-s);
    list-style: none;
    overflow-wrap: anywhere;
  }
  #summary li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: center;
  }
  #summary li:not(:has(svg)) {
    display: block;
  }
  .probes {
    display: none;
  }
  .ink {
    border-top: var(--stroke-strong) solid;
    background: var(--color-surface);
    color: var(--color-ink);
    font-family: var(--font-text);
  }
  .soft {
    color: var(--color-ink-soft);
  }
  .line {
    color: var(--color-line-strong);
  }
  .grid {
    color: var(--color-line);
  }
  .sample {
    display: inline-block;
    vertical-align: middle;
    margin-inline-end: var(--space-2);
    stroke: currentColor;
    stroke-width: var(--stroke-strong);
  }

  .u-wrap {
    position: relative;
    user-select: none;
  }
  .u-over,
  .u-under,
  .u-axis,
  .u-select,
  .u-cursor-x,
  .u-cursor-y {
    position: absolute;
  }
  .u-under {
    overflow: hidden;
  }
  .u-over {
    cursor: crosshair;
  }
  .uplot canvas {
    position: relative;
    display: block;
    width: 100%;
    height: 100%;
  }
  .u-select {
    background: var(--color-accent-soft);
    opacity: 0.6;
    pointer-events: none;
  }
  .u-cursor-x {
    inset: 0 auto auto 0;
    height: 100%;
    border-right: var(--stroke) dashed var(--color-ink-soft);
    pointer-events: none;
  }
  .u-off {
    display: none;
  }
`;
