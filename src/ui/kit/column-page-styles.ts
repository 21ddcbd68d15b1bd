/** A page of one column that fills the screen, with its action at the foot. */
import { css } from 'lit';

export const columnPageStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-height: 100%;
  }
  .column {
    flex: 1;
  }
`;
