/** Controls that several views of the telemetry have: names to open, and what is ticked or chosen. */
import { css } from 'lit';

/** A button that looks like a link: the name of a beacon, or a heading that sorts. */
export const openStyles = css`
  .open {
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
`;

export const tickStyles = css`
  input {
    width: 22px;
    height: 22px;
    margin: 0;
  }
`;
