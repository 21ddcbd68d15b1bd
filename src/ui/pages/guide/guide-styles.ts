/** Styles of the guide: three numbered steps that fit a phone without scrolling. */
import { css } from 'lit';

export const guideStyles = css`
  .sheet {
    padding: var(--space-3) var(--space-4) 0;
  }
  ol {
    display: grid;
    gap: var(--space-2);
  }
  .card {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: var(--space-3);
    padding: var(--space-3);
  }
  .here {
    border-color: var(--color-accent);
    box-shadow: inset var(--focus-width) 0 0 var(--color-accent);
  }
  .ahead {
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
  }
  .behind .number {
    color: var(--color-done);
  }
  .number .icon {
    width: 18px;
    height: 18px;
  }
  /* Beside the middle of its number. */
  h2 {
    display: grid;
    align-items: center;
    min-height: var(--space-6);
  }
  legend {
    padding: 0 0 var(--space-2);
  }
  .ranges {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 8rem), 1fr));
  }
  .option {
    background: var(--color-paper);
  }
  .option .soft {
    display: block;
  }
  .option:has(:disabled) {
    border-style: dashed;
    color: var(--color-ink-soft);
    cursor: default;
  }
  .skip {
    padding: var(--space-2) var(--space-4);
  }
  @media (min-width: 68.75em) {
    .ways {
      grid-template-columns: 1fr 1fr;
    }
  }
`;
