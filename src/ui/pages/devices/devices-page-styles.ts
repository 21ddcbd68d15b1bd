/** The places of the devices page: the list, its tools, and on a laptop what stands beside it. */
import { css } from 'lit';

export const devicesPageStyles = css`
  /* Fills the page's place; the list inside scrolls, and keeps its place while a device is looked at. */
  :host {
    position: absolute;
    inset: 0;
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
  }
  .list {
    display: flex;
    flex-direction: column;
    gap: 0;
    min-height: 0;
  }
  .over {
    display: grid;
    gap: var(--space-2);
    padding: var(--space-3) var(--space-4) var(--space-2);
    border-bottom: var(--stroke) solid var(--color-line);
  }
  /* Its code comes when the first filter is on. */
  fk-filter-chips:not(:defined) {
    display: block;
    min-height: max(var(--row), 2.25rem);
  }
  /* On a phone the search, the tools with their words, and the count each have a line. */
  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-2);
  }
  /* The scanner finds what the search finds, and stands beside it. */
  .tools .search {
    flex: 1 1 60%;
    position: relative;
    min-width: 0;
  }
  .buttons {
    display: flex;
    flex: 1 0 100%;
    flex-wrap: wrap;
    gap: var(--space-2);
  }
  .buttons fk-button {
    flex: 1 1 0;
    min-width: min-content;
  }
  .tools p {
    order: 1;
    flex: 1 0 100%;
    min-width: 0;
    max-width: none;
  }
  @media (min-width: 600px) {
    .tools .search {
      flex: 1 1 12rem;
    }
    .buttons {
      flex: none;
    }
  }
  @media (min-width: 900px) {
    .tools p {
      order: 0;
      flex: 1 1 9rem;
    }
    .buttons,
    .buttons fk-button {
      flex: none;
    }
    .grow {
      flex: 1;
    }
  }
  fk-list-options {
    overflow: auto;
    min-height: 0;
  }
  fk-device-window {
    flex: 1;
    min-height: 0;
  }
  /* Positioned, so that nothing that is hidden from sight in it sticks out of the page. */
  .detail {
    display: block;
    position: relative;
    min-width: 0;
    overflow: auto;
    overscroll-behavior: contain;
    scroll-padding-block: var(--space-2) calc(var(--foot, 0px) + var(--space-3));
  }
  .sheet {
    display: grid;
    grid-template-rows: auto 1fr;
    outline: none;
  }
  .sheet > .head {
    padding: var(--space-2) var(--space-4) 0;
  }
  /* The page in the sheet is then the whole page, under the app's own heading. */
  :host([beside='sheetAlone']) {
    position: static;
  }
  :host([beside='sheetAlone']) .sheet {
    grid-template-rows: 1fr;
    overflow: visible;
  }
  :host([beside='sheetAlone']) .head {
    display: none;
  }
  .away {
    display: none;
  }
  .middle {
    display: grid;
    flex: 1;
    align-content: center;
    justify-items: center;
    min-height: 60%;
    padding: var(--space-4);
  }
  .pad {
    padding: var(--space-4);
  }
  /* A phone on its side has no room for a list between its tools: all of it scrolls together. */
  @media (max-height: 480px) {
    .list {
      overflow-y: auto;
    }
    fk-device-window {
      flex: 1 0 12rem;
    }
  }
  @media (min-width: 900px) {
    :host([beside='device']) {
      grid-template-columns: minmax(20rem, 4fr) minmax(0, 5fr);
    }
    :host([beside='panel']) {
      grid-template-columns: minmax(0, 1fr) minmax(18rem, 24rem);
    }
    :host([beside='sheet']) {
      grid-template-columns: minmax(25.5rem, 1fr) minmax(0, 36rem);
    }
    :host(:not([beside='nothing'])) .list {
      border-inline-end: var(--stroke) solid var(--color-line);
    }
    :host(:not([beside='device'])) .tools .search {
      flex: 0 1 17rem;
    }
    :host([beside='panel']) .tools .search {
      flex-basis: 12rem;
    }
  }
  /* The list keeps what tells a device from the others; the device gets two columns. */
  @media (min-width: 1200px) {
    :host([beside='device']) {
      grid-template-columns: minmax(25.5rem, 1fr) minmax(0, 2fr);
    }
  }
`;
