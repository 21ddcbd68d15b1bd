/** Styles of all controls for typing and choosing: those of fields, and of a search box. */
import { css } from 'lit';

export const controlStyles = css`
  input,
  select,
  textarea {
    width: 100%;
    min-width: 0;
    min-height: var(--target);
    margin: 0;
    padding: var(--space-2) var(--space-3);
    border: var(--stroke) solid var(--color-line-strong);
    border-radius: var(--radius-m);
    background: var(--color-surface);
    color: var(--color-ink);
    font: inherit;
    font-size: max(1rem, var(--text-m));
  }
  ::placeholder {
    color: var(--color-ink-soft);
    opacity: 1;
    text-overflow: ellipsis;
  }
`;
