/** Layout of the devices page: the list, its tools, and the area beside it on wide screens. */
import { css } from 'lit';

export const devicesPageStyles = css`
  /* Fills the page. The list inside scrolls, and keeps its position while a device is open. */
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
    padding: var(--space-3) var(--space-4) var(--space-2);
    border-bottom: var(--stroke) solid var(--color-line);
  }
  /* As high as the chips before their code is fetched, with the first filter. */
  .chips {
    min-height: max(var(--row), 2.25rem);
  }
  .chips button {
    max-width: 100%;
    min-height: inherit;
    padding: 0 var(--space-3);
    border: var(--stroke) solid var(--color-accent);
    border-radius: var(--radius-m);
    background: var(--color-accent-soft);
    color: inherit;
    font: inherit;
    text-align: start;
    cursor: pointer;
  }
  .chips li {
    min-height: inherit;
    max-width: 100%;
  }
  .chips .icon {
    width: 1em;
    height: 1em;
  }
  .chosen-bar {
    padding: var(--space-2) var(--space-4);
    border-top: var(--stroke) solid var(--color-line);
    background: var(--color-paper);
  }
  .chosen-bar .row {
    gap: 0 var(--space-2);
  }
  .chosen-bar p {
    min-width: max-content;
  }
  .chosen-bar .whole {
    flex-basis: 100%;
  }
  /* Three beside each other on a phone, all of them on a wide screen. */
  .chosen-bar .acts {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 6.5rem), 1fr));
    gap: var(--space-2);
    max-width: 64rem;
  }
  /* On a phone the search has one line, the count and the tools another. */
  .tools,
  .state {
    align-items: center;
  }
  /* The scanner is beside the search, because both find a device. */
  .tools .search {
    flex: 1 1 60%;
    position: relative;
    min-width: 0;
  }
  .state {
    flex: 1 1 20rem;
  }
  .state p {
    flex: 1 1 6rem;
    min-width: 0;
    line-height: var(--leading-tight);
  }
  @media (min-width: 37.5em) {
    .tools .search {
      flex-basis: 12rem;
    }
  }
  @media (min-width: 56.25em) {
    .chosen-bar .acts {
      grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr));
    }
  }
  fk-device-window {
    flex: 1;
  }
  /* Positioned, so that visually hidden content does not extend the page. */
  .detail {
    display: block;
    position: relative;
    overscroll-behavior: contain;
    scroll-padding-block: var(--space-2) calc(var(--foot, 0px) + var(--space-3));
  }
  .sheet {
    display: grid;
    align-content: stretch;
    outline: none;
  }
  /* The page in the sheet then fills the whole page, under the app's own heading. */
  :host([beside='sheetAlone']) {
    position: static;
  }
  :host([beside='sheetAlone']) .sheet {
    overflow: visible;
  }
  .away {
    display: none;
  }
  .middle {
    display: grid;
    align-content: center;
    justify-items: center;
    gap: var(--space-4);
    min-height: 60%;
    padding: var(--space-4);
  }
  .pad {
    padding: var(--space-4);
  }
  /* A phone on its side has no space for a separate list, so everything scrolls together. */
  @media (max-height: 480px) {
    .list {
      overflow-y: auto;
    }
    fk-device-window {
      flex: 1 0 12rem;
    }
  }
  @media (min-width: 56.25em) {
    :host([beside='device']) {
      grid-template-columns: minmax(20rem, 4fr) minmax(0, 5fr);
    }
    :host([beside='panel']) {
      grid-template-columns: minmax(0, 1fr) minmax(18rem, 24rem);
    }
    :host([beside='sheet']) {
      grid-template-columns: minmax(26rem, 1fr) minmax(0, 36rem);
    }
    :host(:not([beside='nothing'])) .list {
      border-inline-end: var(--stroke) solid var(--color-line);
    }
    :host(:is([beside='nothing'], [beside='panel'])) .tools .search {
      flex: 0 1 17rem;
    }
    :host([beside='panel']) .tools .search {
      flex-basis: 12rem;
    }
  }
  /* The list keeps the columns that identify a device; the device gets two columns. */
  @media (min-width: 75em) {
    :host([beside='device']) {
      grid-template-columns: minmax(26rem, 1fr) minmax(0, 2fr);
    }
  }
`;
