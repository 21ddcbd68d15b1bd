/** Layout of the telemetry page: views at the top, asking within reach of the thumb, what is kept at the end. */
import { css } from 'lit';

export const telemetryPageStyles = css`
  .page {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: var(--space-4);
    padding: var(--space-4);
  }
  .views {
    display: flex;
    border: var(--stroke) solid var(--color-line-strong);
    border-radius: var(--radius-m);
    overflow: hidden;
  }
  .views button {
    min-height: var(--target);
    padding: 0 var(--space-4);
    border: 0;
    background: var(--color-surface);
    color: var(--color-ink);
    font: inherit;
    cursor: pointer;
  }
  .views button + button {
    border-inline-start: var(--stroke) solid var(--color-line-strong);
  }
  .views button[aria-pressed='true'] {
    background: var(--color-accent);
    color: var(--color-on-accent);
    font-weight: var(--weight-strong);
  }
  .views :focus-visible {
    outline-offset: calc(var(--focus-width) * -2);
    outline-color: currentColor;
  }
  fk-empty {
    min-height: 60dvh;
    align-content: center;
  }
  .bar {
    position: sticky;
    bottom: 0;
    z-index: 1;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-2);
    padding-block: var(--space-3);
    border-top: var(--stroke) solid var(--color-line);
    background: var(--color-paper);
  }
  .hand > fk-button {
    flex: 1;
  }
  @media (min-width: 900px) {
    .hand {
      display: none;
    }
    fk-telemetry-stored {
      order: 1;
    }
  }
  @media (max-width: 899px) {
    .desk {
      display: none;
    }
    .views {
      flex: 1 1 100%;
    }
    .views button {
      flex: 1;
    }
    fk-empty .actions {
      display: grid;
    }
    .bar {
      order: 1;
    }
  }
`;
