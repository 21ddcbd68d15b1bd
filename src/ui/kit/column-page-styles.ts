/** A page that fills the screen, with its action at the foot; at a desk the action stands below what there is. */
import { css } from 'lit';

/** The action follows what it is about, and is no wider than its words need. */
export const deskFootStyles = css`
  @media (min-width: 1100px) {
    .column {
      flex: none;
    }
    .foot {
      padding-block: var(--space-4);
    }
    .foot .row {
      max-width: none;
    }
    .foot .row > :is(:first-child, :last-child, *) {
      flex: none;
      min-width: 12rem;
    }
  }
`;

export const columnPageStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-height: 100%;
  }
  .column {
    flex: 1;
  }
  ${deskFootStyles}
`;

/** A form whose parts (`.part`) stand below each other, at a desk in two columns; `.whole` has both. */
export const twoPartStyles = css`
  .part {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: var(--space-4);
  }
  /* A place for what may be said later: empty, it makes no gap. */
  .part > [aria-live]:empty {
    position: absolute;
  }
  @media (min-width: 1100px) {
    .column {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      column-gap: var(--space-6);
      max-width: calc(var(--measure) * 2);
    }
    .whole {
      grid-column: 1 / -1;
    }
    /* Where a file is chosen or dropped. */
    .file {
      padding: var(--space-5);
      border: var(--stroke) dashed var(--color-line-strong);
      border-radius: var(--radius-l);
    }
  }
`;
