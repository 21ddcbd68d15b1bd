/** What the pages of these rooms share in looks: sections, links that act as buttons, and the action at the lower edge. */
import { css } from 'lit';

export const pageStyles = css`
  :host {
    display: block;
  }
  h2 {
    margin: 0;
    font-size: var(--text-m);
    font-weight: var(--weight-strong);
    line-height: var(--leading-tight);
  }
  h3 {
    margin: 0;
    font-size: var(--text-s);
    font-weight: var(--weight-strong);
    color: var(--color-ink-soft);
  }
  p {
    margin: 0;
    max-width: var(--measure);
    overflow-wrap: anywhere;
  }
  fk-age {
    color: inherit;
  }
  .soft {
    color: var(--color-ink-soft);
    font-size: var(--text-s);
  }
  section {
    display: grid;
    align-content: start;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-3);
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--space-2) var(--space-4);
  }
  .count {
    color: var(--color-ink-soft);
    font-weight: var(--weight-text);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-2) var(--space-3);
  }
  .card {
    padding: var(--space-4);
    border: var(--stroke) solid var(--color-line);
    border-radius: var(--radius-m);
    background: var(--color-surface);
  }
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  a.button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    min-height: var(--target);
    min-width: var(--target);
    padding: var(--space-1) var(--space-4);
    border: var(--stroke) solid var(--color-line-strong);
    border-radius: var(--radius-m);
    background: var(--color-surface);
    color: var(--color-ink);
    font-weight: var(--weight-strong);
    line-height: var(--leading-tight);
    text-align: center;
    text-decoration: none;
  }
  a.button.primary {
    border-color: var(--color-accent);
    background: var(--color-accent);
    color: var(--color-on-accent);
  }
  a.button.quiet {
    border-color: transparent;
    background: transparent;
    color: var(--color-accent);
  }
  @media (hover: hover) {
    a.button:hover {
      background: color-mix(in srgb, var(--color-surface), var(--color-ink) 10%);
    }
    a.button.primary:hover {
      background: color-mix(in srgb, var(--color-accent), var(--color-on-accent) 10%);
    }
    a.button.quiet:hover {
      background: color-mix(in srgb, transparent, var(--color-accent) 10%);
    }
  }
  a.button.big {
    display: flex;
    min-height: var(--target-big);
    border-radius: var(--radius-l);
    font-size: var(--text-l);
  }
  a.plain {
    color: var(--color-accent);
  }
`;
