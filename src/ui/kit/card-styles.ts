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
  a.plain {
    color: var(--color-accent);
  }
`;
