/** Styles of a heat map: its legend, the sticky time axis, and its table. */
import { css } from 'lit';

export const heatStyles = css`
  h3 {
    font-size: var(--text-m);
    line-height: var(--leading-tight);
  }
  .legend {
    gap: var(--space-1) var(--space-4);
  }
  .shades {
    display: flex;
  }
  .shades i,
  .silence,
  .blank {
    width: 18px;
    height: 16px;
    border: var(--stroke) solid var(--color-line);
  }
  .shades i {
    background: var(--color-accent);
  }
  .shades i:nth-child(1) {
    opacity: 0.28;
  }
  .shades i:nth-child(2) {
    opacity: 0.64;
  }
  .silence {
    background: linear-gradient(
      transparent calc(50% - 2px),
      var(--color-attention) calc(50% - 2px) calc(50% + 2px),
      transparent calc(50% + 2px)
    );
  }
  .blank {
    background: repeating-linear-gradient(-45deg, var(--color-line-strong) 0 1px, transparent 1px 5px);
  }
  /* The same as the map with system colours. */
  @media (forced-colors: active) {
    .shades i,
    .silence,
    .blank {
      forced-color-adjust: none;
    }
    .shades i {
      background: CanvasText;
    }
    .blank {
      background: repeating-linear-gradient(-45deg, CanvasText 0 1px, Canvas 1px 5px);
    }
    .silence {
      border-color: CanvasText;
      background: linear-gradient(
        Canvas calc(50% - 2px),
        CanvasText calc(50% - 2px) calc(50% + 2px),
        Canvas calc(50% + 2px)
      );
    }
  }
  .readout {
    min-height: 1.45em;
  }
  #map {
    cursor: pointer;
  }
  .axis,
  .cells canvas {
    display: block;
    width: 100%;
  }
  .axis {
    position: sticky;
    top: 0;
    background: var(--color-paper);
  }
  .cells {
    position: relative;
  }
  .here {
    position: absolute;
    pointer-events: none;
    scroll-margin: 60px;
  }
  tbody th {
    position: sticky;
    inset-inline-start: 0;
    background: var(--color-surface);
    font-weight: var(--weight-text);
    text-align: start;
  }
  thead th {
    color: var(--color-ink-soft);
  }
  .probes {
    display: none;
  }
  .ink {
    color: var(--color-ink);
    font-family: var(--font-text);
    font-size: var(--text-xs);
  }
  .probes .line {
    color: var(--color-line);
  }
  .heard {
    color: var(--color-accent);
  }
  .silent {
    color: var(--color-attention);
  }
`;
