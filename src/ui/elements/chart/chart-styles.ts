/** Styles of a chart, including the few rules that uPlot needs from its own stylesheet. */
import { css } from 'lit';
import { LABELLED_PX } from './chart-line.ts';

export const chartStyles = css`
  :host {
    min-width: 0;
    container-type: inline-size;
  }
  figure {
    position: relative;
  }
  h3 {
    font-size: var(--text-m);
    line-height: var(--leading-tight);
  }
  .unit {
    font-weight: var(--weight-text);
  }
  .stage {
    position: relative;
  }
  .readout {
    position: absolute;
    z-index: 1;
    inset-block-start: var(--space-2);
    display: grid;
    gap: 0 var(--space-3);
    max-width: 60%;
    padding: var(--space-2) var(--space-3);
    border: var(--stroke) solid var(--color-line-strong);
    border-radius: var(--radius-m);
    background: var(--color-surface);
    pointer-events: none;
  }
  .readout.after {
    inset-inline-start: calc(var(--pointer, 0px) + var(--space-3));
  }
  .readout.before {
    inset-inline-end: calc(100% - var(--pointer, 0px) + var(--space-3));
  }
  .reading {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: 0 var(--space-2);
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--space-4);
    margin: var(--space-1) 0;
  }
  /* One long name leaves space for the others. */
  .legend li {
    max-width: 10rem;
  }
  @container (min-width: ${LABELLED_PX}px) {
    .legend {
      display: none;
    }
  }
  .note {
    margin: var(--space-2) 0;
    padding: var(--space-4);
    border: var(--stroke) dashed var(--color-line-strong);
    border-radius: var(--radius-m);
  }
  .stage > fk-skeleton {
    position: absolute;
    inset: 0 0 auto;
  }
  #plot {
    height: var(--chart-height, 220px);
    margin-top: var(--space-1);
    /* Vertical swipes scroll the page; horizontal ones move the chart. */
    touch-action: pan-y;
  }
  #plot.away {
    display: none;
  }
  #summary {
    gap: var(--space-1);
    margin: var(--space-2) 0;
  }
  #summary li {
    display: flex;
    align-items: center;
  }
  .others {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--space-4);
  }
  .others > [open] {
    flex: 0 0 100%;
    min-width: 0;
  }
  thead th {
    position: sticky;
    top: 0;
    background: var(--color-surface);
  }
  th:first-child {
    font-weight: var(--weight-text);
    text-align: start;
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
    fill: currentColor;
    stroke: currentColor;
    stroke-width: var(--stroke);
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
