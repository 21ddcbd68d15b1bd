/** Styles of the overview: one column on a phone, two from 1100 px, three from 1500 px, and the small pictures. */
import { css } from 'lit';

export const overviewStyles = css`
  .figures,
  .lane {
    gap: var(--space-4);
  }
  .spread p {
    flex: 1 1 9em;
  }
  .tiles {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr));
    gap: var(--space-3);
  }
  .tiles li {
    padding: 0;
  }
  .tiles a {
    display: grid;
    align-content: center;
    min-height: var(--target);
    padding: var(--space-3);
    color: inherit;
    text-decoration: none;
  }
  /* As high as two lines on a phone, so that all rows have one height. */
  @media (max-width: 56.24em) {
    .links :is(a, button) {
      min-height: calc(var(--text-m) * var(--leading) * 2 + var(--space-2));
    }
  }
  .figure {
    font-size: var(--text-xl);
    line-height: var(--leading-tight);
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: var(--text-s);
  }
  .bars th {
    width: 100%;
    padding: 0;
    font-weight: var(--weight-text);
    text-align: start;
  }
  .bars td {
    padding-inline-start: var(--space-4);
    text-align: end;
    vertical-align: middle;
  }
  .bars td + td {
    min-width: 4.5em;
    padding-inline-start: var(--space-3);
  }
  dl {
    display: grid;
    grid-template-columns: minmax(5rem, 1fr) auto;
    align-items: center;
    gap: var(--space-2) var(--space-4);
  }
  /* The figures have no room beside the names. */
  @media (max-width: 19.99em) {
    dl {
      grid-template-columns: minmax(0, 1fr);
    }
    .bars tr {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
    }
    .bars th {
      grid-column: 1 / -1;
    }
  }
  .name {
    flex-wrap: wrap;
    min-height: calc(var(--target) - var(--space-3));
  }
  /* A track and its word do not fit beside the figures, so some lines would have two rows. */
  @media (max-width: 37.49em) {
    .name fk-track {
      display: none;
    }
  }
  :is(p, dt) > a {
    display: inline-grid;
    align-content: center;
    min-height: var(--target);
  }
  table a {
    text-decoration-thickness: 1px;
    text-underline-offset: 3px;
  }
  .bar {
    width: 100%;
    height: 6px;
    margin-block-end: var(--space-1);
  }
  .ground {
    fill: var(--color-line);
    opacity: 0.5;
  }
  .length {
    fill: var(--color-accent);
  }
  .done .length {
    fill: var(--color-done);
  }
  .attention .length,
  .low .length {
    fill: var(--color-attention);
  }
  .stop .length {
    fill: var(--color-stop);
  }
  .histogram {
    display: block;
  }
  .histogram tbody {
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: minmax(0, 1fr);
    gap: var(--space-1);
  }
  .histogram tr {
    display: grid;
    grid-template-rows: 10rem auto;
    align-content: start;
  }
  .histogram th {
    grid-row: 2;
    padding: var(--space-1) 0 0;
    font-size: var(--text-xs);
    font-weight: var(--weight-text);
    line-height: var(--leading-tight);
  }
  .histogram td {
    position: relative;
    display: grid;
    align-content: end;
    padding: 0;
    border-bottom: var(--stroke-strong) solid var(--color-line-strong);
    text-align: center;
  }
  .histogram .column {
    width: 100%;
    height: 7.5rem;
  }
  .histogram .number {
    display: grid;
    place-items: end center;
    min-height: var(--space-5);
    font-size: var(--text-xs);
  }
  /* The whole column is the link. */
  .histogram a.number::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  /* Its columns have no room beside each other: the figures alone, in lines. */
  @media (max-width: 16.99em) {
    .histogram tbody {
      grid-auto-flow: row;
    }
    .histogram tr {
      grid-template: auto / minmax(0, 1fr) auto;
      align-items: center;
    }
    .histogram th {
      grid-row: auto;
      font-size: var(--text-s);
      text-align: start;
    }
    .histogram td {
      border: 0;
    }
    .histogram .column {
      display: none;
    }
    .histogram .number {
      min-height: var(--target);
      place-items: center end;
      font-size: var(--text-s);
    }
  }
  @media (min-width: 43.75em) and (max-width: 68.74em) {
    .lane {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      align-items: start;
    }
  }
  @media (min-width: 68.75em) {
    .figures,
    .lane {
      gap: var(--space-5);
    }
    /* What the fleet is made of is the longest: beside the two others. */
    .figures {
      grid-template: auto 1fr / repeat(2, minmax(0, 1fr));
    }
    .lane.made {
      grid-area: 1 / 2 / 3 / 3;
    }
  }
  @media (min-width: 93.75em) {
    .figures {
      grid-template: auto / repeat(3, minmax(0, 1fr));
    }
    .lane.made {
      grid-area: auto;
    }
  }
`;
