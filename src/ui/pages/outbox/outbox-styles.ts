/** Styles of the outbox page: groups of rows, file actions below, and Send at the bottom edge. */
import { css } from 'lit';

export const outboxStyles = css`
  .page {
    gap: var(--space-5);
    padding: var(--space-4);
  }
  .dropping {
    outline: var(--stroke-strong) dashed var(--color-accent);
    outline-offset: var(--space-2);
  }
  .drop {
    padding: var(--space-4);
    border-radius: var(--radius-m);
    background: var(--color-accent-soft);
    text-align: center;
  }
  /* Not those that may be on the screen at first: a row of another size than this would move what is below. */
  li:nth-child(n + 13) {
    content-visibility: auto;
    contain-intrinsic-size: auto 150px;
  }
  .foot {
    padding-inline: 0;
  }
  .pair {
    display: flex;
    flex-wrap: wrap;
  }
  .pair fk-button {
    flex: 1 1 auto;
  }
  @media (min-width: 56.25em) {
    li:nth-child(n + 13) {
      contain-intrinsic-size: auto 80px;
    }
    .foot fk-button {
      max-width: 20rem;
    }
    fk-field {
      max-width: 24rem;
    }
  }
`;
