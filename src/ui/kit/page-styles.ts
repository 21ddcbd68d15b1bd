/** Styles that the pages of this app share: one column with room, headings, the bar of actions within the thumb's reach. */
import { css } from 'lit';

export const pageStyles = css`
  :host {
    display: block;
  }
  .column {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: var(--space-4);
    max-width: calc(var(--measure) + var(--space-7));
    padding: var(--space-4);
  }
  h2,
  h3 {
    margin: 0;
    font-size: var(--text-m);
    font-weight: var(--weight-strong);
    line-height: var(--leading-tight);
  }
  h2 {
    font-size: var(--text-l);
  }
  p {
    margin: 0;
  }
  .soft {
    color: var(--color-ink-soft);
    font-size: var(--text-s);
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-2);
  }
  /* Primary action in the lower third: it stays there while the page moves under it. */
  .foot {
    position: sticky;
    z-index: 1;
    inset-block-end: 0;
    display: grid;
    gap: var(--space-2);
    padding: var(--space-3) var(--space-4);
    border-top: var(--stroke) solid var(--color-line);
    background: var(--color-paper);
  }
  .foot .row {
    display: flex;
    gap: var(--space-2);
    max-width: var(--measure);
  }
  .foot .row > * {
    flex: 1;
  }
  details > summary {
    min-height: var(--target);
    align-content: center;
    cursor: pointer;
    font-weight: var(--weight-strong);
  }
`;
