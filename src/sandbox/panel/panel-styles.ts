/** Styles of the practice panel. They use the app's design tokens and have fallbacks. */
import { css } from 'lit';

export const panelStyles = css`
  :host {
    display: grid;
    gap: var(--space-5, 24px);
    max-width: var(--measure, 62ch);
    color: var(--color-ink, CanvasText);
    font: 400 var(--text-s, 0.9375rem) / 1.45 var(--font-text, system-ui, sans-serif);
  }
  *,
  *::before {
    box-sizing: border-box;
  }
  section {
    display: grid;
    gap: var(--space-3, 12px);
    padding: var(--space-4, 16px);
    border: var(--stroke, 1px) solid var(--color-line, #c8c2b4);
    border-radius: var(--radius-m, 8px);
    background: var(--color-surface, Canvas);
  }
  h3,
  h4,
  p,
  ul,
  dl,
  dd,
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
    min-width: 0;
  }
  h3,
  legend {
    font-size: var(--text-m, 1.0625rem);
    font-weight: var(--weight-strong, 600);
  }
  legend {
    font-size: inherit;
    padding: 0;
  }
  .soft {
    color: var(--color-ink-soft, inherit);
  }
  form {
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(0, 1fr);
    gap: var(--space-2, 8px);
  }
  @media (width < 30rem) {
    form {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  form > button {
    grid-column: 1 / -1;
  }
  label {
    display: grid;
    gap: var(--space-1, 4px);
  }
  label.check {
    display: flex;
    align-items: center;
    gap: var(--space-2, 8px);
    min-height: var(--row, 48px);
  }
  input[type='checkbox'],
  input[type='radio'] {
    flex: none;
    width: 1.375rem;
    height: 1.375rem;
    margin: 0;
    accent-color: var(--color-accent, auto);
  }
  select,
  button {
    min-height: var(--target, 48px);
    width: 100%;
    padding: 0 var(--space-3, 12px);
    border: var(--stroke, 1px) solid var(--color-line-strong, #7c786c);
    border-radius: var(--radius-m, 8px);
    background: var(--color-paper, Canvas);
    color: inherit;
    font: inherit;
  }
  button {
    cursor: pointer;
  }
  ul {
    display: grid;
    gap: var(--space-2, 8px);
    list-style: none;
  }
  li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: var(--space-2, 8px);
    align-items: center;
    padding-inline-start: var(--space-3, 12px);
    border-inline-start: var(--focus-width, 3px) solid var(--color-attention, #764600);
  }
  li button {
    width: auto;
  }
  h4,
  summary {
    font: inherit;
    font-weight: var(--weight-strong, 600);
  }
  dl {
    display: grid;
    gap: var(--space-2, 8px);
  }
  dl > div {
    display: grid;
    grid-template-columns: 8rem minmax(0, 1fr);
    gap: var(--space-2, 8px);
  }
  dt {
    font-family: var(--font-mono, ui-monospace, monospace);
    overflow-wrap: anywhere;
  }
  dd > span {
    display: block;
  }
  summary {
    padding-block: var(--space-3, 12px);
    cursor: pointer;
  }
  details label {
    margin-block-end: var(--space-3, 12px);
  }
  .stop {
    color: var(--color-stop, #a11d1d);
    border-color: currentcolor;
  }
  :focus-visible {
    outline: var(--focus-width, 3px) solid var(--color-accent, Highlight);
    outline-offset: var(--focus-gap, 2px);
  }
`;
