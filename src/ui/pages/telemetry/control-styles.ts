/** Boxes and circles to tick in the dialogs of telemetry. */
import { css } from 'lit';

export const tickStyles = css`
  input {
    width: 22px;
    height: 22px;
    margin: 0;
  }
`;
