/** Styles of the guide: three numbered steps that fit a phone without scrolling. */
import { css } from 'lit';

export const guideStyles = css`
  .pad {
    padding: var(--space-4);
  }
  .sheet {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-3);
    max-width: calc(var(--measure) + var(--space-4) * 2);
    padding: var(--space-3) var(--space-4) 0;
  }
  ol {
    display: grid;
    gap: var(--space-2);
  }
  li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: var(--space-3);
    padding: var(--space-3);
    border: var(--stroke) solid var(--color-line);
    border-radius: var(--radius-m);
    background: var(--color-surface);
  }
  li.here {
    border-color: var(--color-accent);
    box-shadow: inset var(--focus-width) 0 0 var(--color-accent);
  }
  li.ahead {
    background: none;
    color: var(--color-ink-soft);
  }
  .number {
    display: grid;
    place-items: center;
    width: var(--space-6);
    height: var(--space-6);
    border: var(--stroke-strong) solid currentColor;
    border-radius: var(--radius-round);
    font-weight: var(--weight-strong);
  }
  .behind .number {
    color: var(--color-done);
  }
  .number .icon {
    width: 18px;
    height: 18px;
  }
  .step {
    display: grid;
    align-content: start;
    gap: var(--space-2);
    min-width: 0;
  }
  /* Beside the middle of its number. */
  .step h2 {
    display: grid;
    align-items: center;
    min-height: var(--space-6);
  }
  h2 {
    font-size: var(--text-m);
    font-weight: var(--weight-strong);
    line-height: var(--leading-tight);
  }
  fieldset {
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  legend {
    padding: 0 0 var(--space-2);
    color: var(--color-ink-soft);
    font-size: var(--text-s);
  }
  .ranges {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 8rem), 1fr));
    gap: var(--space-2);
  }
  label {
    display: flex;
    align-items: center;
    gap: var(--space-2);
    min-height: var(--target);
    padding: var(--space-1) var(--space-3);
    border: var(--stroke) solid var(--color-line-strong);
    border-radius: var(--radius-m);
    background: var(--color-paper);
    color: var(--color-ink);
    cursor: pointer;
  }
  label .soft {
    display: block;
  }
  label:has(:checked) {
    border-color: var(--color-accent);
    background: var(--color-accent-soft);
    font-weight: var(--weight-strong);
  }
  label:has(:disabled) {
    border-style: dashed;
    color: var(--color-ink-soft);
    cursor: default;
  }
  input {
    flex: none;
    width: 20px;
    height: 20px;
    margin: 0;
  }
  .ways {
    display: grid;
    gap: var(--space-2);
  }
  .skip {
    padding: var(--space-2) var(--space-2);
  }
  @media (min-width: 68.75em) {
    .sheet {
      max-width: none;
      padding: var(--space-5);
    }
    /* Laid out for the width: the three steps side by side. */
    ol {
      grid-template-columns: repeat(3, minmax(0, 1fr));
      gap: var(--space-4);
    }
    .ways {
      display: flex;
      flex-wrap: wrap;
    }
    .ranges {
      grid-template-columns: minmax(0, 1fr);
    }
    .track {
      max-width: var(--measure);
    }
    .skip {
      padding-inline: var(--space-4);
    }
  }
`;
