/** Layout of the telemetry page: views at the top, request button within reach of the thumb. */
import { css } from 'lit';

export const telemetryPageStyles = css`
  :host {
    --page-width: none;
  }
  /* Buttons in one frame, one of them pressed. */
  .switch {
    gap: var(--stroke);
    border: var(--stroke) solid var(--color-line-strong);
    border-radius: var(--radius-m);
    background: var(--color-line-strong);
    overflow: hidden;
  }
  .switch button {
    flex: 1 0 auto;
    min-height: var(--target);
    padding: 0 var(--space-3);
    border: 0;
    background: var(--color-surface);
    color: var(--color-ink);
    font: inherit;
    cursor: pointer;
  }
  .switch [aria-pressed='true'] {
    background: var(--color-accent-soft);
    box-shadow: inset 0 0 0 var(--stroke) var(--color-accent);
    font-weight: var(--weight-strong);
  }
  /* With system colours, the selected view uses the system's selection colour. */
  @media (forced-colors: active) {
    .switch [aria-pressed='true'] {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }
  }
  .switch :focus-visible {
    outline-offset: calc(var(--focus-width) * -2);
    outline-color: currentColor;
  }
  .controls:not(:has(> *)) {
    display: none;
  }
  :is(.controls, fk-telemetry-charts, fk-telemetry-records) > fk-field {
    flex: 0 1 12rem;
  }
  .fresh {
    gap: var(--space-1) var(--space-3);
    min-width: 0;
  }
  fk-empty {
    min-height: 60dvh;
    align-content: center;
  }
  .foot {
    padding-inline: 0;
  }
  .bar > :first-child {
    flex: 1 1 auto;
  }
  fk-telemetry-progress {
    width: 100%;
  }
  .foot .fresh > fk-button {
    flex: none;
  }
  .foot .fresh > [data-checked] {
    flex: 1 1 5rem;
    align-self: center;
  }
  /* The empty view says it, and has the button. */
  .column:has(> [data-empty]) :is(.check, [data-checked], .foot:not(:has(fk-telemetry-progress))) {
    display: none;
  }
  .fresh > .budget {
    flex: 1 0 100%;
  }
  @media (min-width: 56.25em) {
    .tabs {
      border: 0;
    }
    /* As wide whatever it says, which is known late: beside the views or in a line of its own. */
    .tops > .fresh {
      flex: 1 1 21rem;
      justify-content: end;
    }
    .tops [data-checked] {
      flex: 1 1 4rem;
      line-height: var(--leading-tight);
      text-align: end;
    }
  }
  @media (max-width: 56.24em) {
    .controls > fk-field {
      flex: 1 1 9.5rem;
    }
    fk-empty .wrap {
      display: grid;
    }
  }
`;
