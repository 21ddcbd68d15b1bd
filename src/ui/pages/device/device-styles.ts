/** Styles of the device page. */
import { css } from 'lit';

export const deviceStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-height: 100%;
  }
  .column {
    flex: 1;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-5);
  }
  header,
  section {
    display: grid;
    gap: var(--space-2);
    min-width: 0;
  }
  header {
    gap: var(--space-3);
  }
  .ids {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-2);
  }
  .alias {
    font-size: var(--text-l);
    line-height: var(--leading-tight);
    overflow-wrap: anywhere;
  }
  .tags {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-1) var(--space-2);
  }
  .tags li {
    padding: 0 var(--space-2);
    border: var(--stroke) solid var(--color-line-strong);
    border-radius: var(--radius-s);
    font-size: var(--text-s);
    overflow-wrap: anywhere;
  }
  .held li {
    display: grid;
    gap: 0;
    padding-block: var(--space-2);
    border-bottom: var(--stroke) solid var(--color-line);
  }
  .more {
    justify-self: start;
    display: grid;
    align-items: center;
    min-height: var(--target);
    color: var(--color-accent);
    font-weight: var(--weight-strong);
  }
`;
