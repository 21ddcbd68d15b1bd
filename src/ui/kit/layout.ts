/**
 * The layout vocabulary that every element adopts: how parts stand to each other, and the few kinds of text. The styles
 * of an element hold what it alone has.
 */
import { css } from 'lit';

export const layout = css`
  :host {
    display: block;
  }
  h1,
  h2,
  h3,
  p,
  ol,
  ul,
  dl,
  dd,
  figure {
    margin: 0;
  }
  ol,
  ul {
    padding: 0;
    list-style: none;
  }
  fieldset {
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  legend {
    padding: 0;
  }
  /* One below the other. */
  .stack {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: var(--space-3);
  }
  .stack.close {
    gap: var(--space-2);
  }
  .stack.far {
    gap: var(--space-4);
  }
  /* Beside each other, on more lines where one is too short. */
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-2) var(--space-3);
  }
  /* A title, with its actions at the other end of the line. */
  .spread {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--space-2) var(--space-4);
  }
  /* Buttons, chips, tags. */
  .wrap {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-2);
  }
  /* Short facts in a line, with dots between them. The dot before the first of each line is clipped. */
  .dots {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--space-4);
    overflow-x: clip;
  }
  .dots > * {
    position: relative;
  }
  .dots > ::before {
    content: '·' / '';
    position: absolute;
    inset-inline-end: 100%;
    width: var(--space-4);
    color: var(--color-ink-soft);
    font-weight: var(--weight-text);
    text-align: center;
  }
  /* Beside each other on one line. */
  .line {
    display: flex;
    align-items: center;
    gap: var(--space-2);
  }
  .grow {
    flex: 1;
  }
  .start {
    justify-self: start;
  }
  /* All columns of a grid. */
  .whole {
    grid-column: 1 / -1;
  }
  .soft {
    color: var(--color-ink-soft);
    font-size: var(--text-s);
  }
  .faint {
    color: var(--color-ink-soft);
  }
  .small {
    font-size: var(--text-s);
  }
  .strong {
    font-weight: var(--weight-strong);
  }
  .mono {
    font-family: var(--font-mono);
    font-variant-numeric: tabular-nums slashed-zero;
    font-feature-settings: 'tnum', 'zero';
  }
  .nowrap {
    white-space: nowrap;
  }
  .anywhere {
    overflow-wrap: anywhere;
  }
  .cut {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .scroll {
    overflow: auto;
  }
  .card {
    padding: var(--space-4);
    border: var(--stroke) solid var(--color-line);
    border-radius: var(--radius-m);
    background: var(--color-surface);
  }
  /* A button of which only the content is seen. */
  .bare {
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  /* A button that looks like a link: the name of what it opens, or a heading that sorts. */
  .link-button {
    min-height: max(24px, calc(var(--target) * 0.8));
    padding: 0;
    border: 0;
    background: none;
    color: var(--color-accent);
    font: inherit;
    text-align: start;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  summary {
    min-height: var(--target);
    align-content: center;
    cursor: pointer;
  }
  :is([type='checkbox'], [type='radio']) {
    flex: none;
    width: 22px;
    height: 22px;
    margin: 0;
  }
  /* A label around a radio button, or a button that stays pressed. */
  .option {
    display: flex;
    align-items: center;
    gap: var(--space-2);
    min-height: var(--target);
    padding: var(--space-1) var(--space-3);
    border: var(--stroke) solid var(--color-line-strong);
    border-radius: var(--radius-m);
    background: var(--color-surface);
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  .option:has(:checked),
  .option[aria-pressed='true'] {
    border-color: var(--color-accent);
    background: var(--color-accent-soft);
    font-weight: var(--weight-strong);
  }
`;
