/** Styles of the inspector: one column, and a frame while a file is dragged over it. */
import { css } from 'lit';

export const inspectorStyles = css`
  [name='text'] {
    --field-lines: 6;
  }
  .over {
    display: none;
    max-width: none;
    padding: var(--space-5);
    border: var(--stroke-strong) dashed var(--color-accent);
    border-radius: var(--radius-l);
    text-align: center;
  }
  .dragging .over {
    display: block;
    order: -1;
  }
  .counts {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 9rem), 1fr));
    gap: var(--space-2);
  }
  .card {
    align-content: space-between;
    gap: var(--space-1);
    padding: var(--space-3);
  }
  td {
    overflow-wrap: anywhere;
  }
  dd {
    font-size: var(--text-l);
  }
`;
