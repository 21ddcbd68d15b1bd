/** The shell's places on the screen: header, page, bar below on the phone; rail beside them from 900 px. */
import { css } from 'lit';
import { lowScreen } from '../kit/tokens.ts';

/**
 * `main` takes the focus when a page is shown so that reading begins there; nothing can be done with it, so it has no ring. Its scroll
 * padding keeps what has the focus, or is jumped to, from being behind the page's foot (ui/elements/foot).
 */
export const appStyles = css`
  :host {
    display: grid;
    grid-template: auto auto minmax(0, 1fr) auto auto / minmax(0, 1fr);
    grid-template-areas: 'header' 'above' 'page' 'said' 'nav';
    height: 100dvh;
    background: var(--color-paper);
  }
  .skip {
    position: absolute;
    z-index: 3;
    inset-block-start: calc(var(--target-phone) * -2);
    inset-inline-start: var(--space-2);
    padding: var(--space-3) var(--space-4);
    border-radius: var(--radius-m);
    background: var(--color-ink);
    color: var(--color-paper);
  }
  .skip:focus {
    inset-block-start: var(--space-2);
  }
  fk-header {
    grid-area: header;
  }
  .tools {
    display: flex;
    align-items: center;
    gap: var(--space-1);
  }
  .above {
    grid-area: above;
    max-height: 50dvh;
    overflow: auto;
  }
  .wait {
    margin: var(--space-4);
  }
  .offer {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--space-2) var(--space-4);
    padding: var(--space-1) var(--space-4);
    border-bottom: var(--stroke) solid var(--color-line);
    background: var(--color-info-soft);
  }
  .offer.warning {
    background: var(--color-attention-soft);
  }
  .offer fk-button {
    flex: none;
  }
  main {
    position: relative;
    grid-area: page;
    overflow: auto;
    overscroll-behavior: contain;
    scroll-padding-block: var(--space-2) calc(var(--foot, 0px) + var(--space-3));
  }
  main:focus-visible {
    outline: none;
  }
  fk-nav {
    grid-area: nav;
  }
  fk-toast {
    /* In a row of its own: it covers neither what the page is about nor its action. */
    grid-area: said;
    z-index: 2;
    justify-self: center;
    max-width: calc(100% - var(--space-5));
  }
  .wordy {
    display: inline;
  }
  @media (max-width: 479px) {
    .wordy {
      display: none;
    }
  }
  /* On paper the page alone, as long as it is. */
  @media print {
    :host {
      display: block;
      height: auto;
    }
    fk-header,
    fk-nav,
    fk-toast,
    .above,
    .skip {
      display: none;
    }
    main {
      overflow: visible;
    }
  }
  @media screen and (min-width: 900px) {
    :host {
      grid-template: auto auto minmax(0, 1fr) / auto minmax(0, 1fr);
      grid-template-areas: 'nav header' 'nav above' 'nav page';
    }
    fk-toast {
      grid-area: page;
      align-self: end;
      margin-block-end: calc(var(--target-big) + var(--space-6));
    }
  }
  /* All but the bar of places scrolls together. */
  @media ${lowScreen} {
    :host {
      grid-template-rows: auto auto max-content auto calc(var(--target-phone) + var(--stroke));
      overflow-y: auto;
      scroll-padding-block: var(--space-2) calc(var(--target-phone) + var(--space-3));
    }
    /* As high as the screen, for the pages that fill their place. */
    main {
      overflow: visible;
      min-height: calc(100dvh - var(--target-phone));
    }
    .above {
      max-height: none;
    }
    fk-toast {
      position: fixed;
      inset-inline: var(--space-3);
      inset-block-end: calc(var(--target-phone) + var(--space-2));
      justify-self: auto;
      margin: 0;
    }
  }
  /* Over all rows, since what is sticky stays within its own. */
  @media ${lowScreen} and (max-width: 599px) {
    fk-nav {
      position: sticky;
      z-index: 1;
      grid-area: 1 / 1 / -1 / -1;
      align-self: end;
      inset-block-end: 0;
    }
  }
  /* Below this even the bar would leave less than 300 px. */
  @media (max-height: 357px) and (max-width: 599px) {
    :host {
      scroll-padding-block-end: var(--space-3);
    }
    fk-nav {
      position: static;
    }
  }
  /* The places are at the side: the page below the header is as high as the screen leaves it. */
  @media ${lowScreen} and (min-width: 600px) {
    :host {
      grid-template: auto auto max-content / auto minmax(0, 1fr);
      grid-template-areas: 'nav header' 'nav above' 'nav page';
      scroll-padding-block-end: var(--space-3);
    }
    main {
      min-height: calc(100dvh - var(--target-phone) - var(--stroke));
    }
    fk-toast {
      inset-block-end: var(--space-2);
    }
    fk-nav {
      position: sticky;
      z-index: 1;
      grid-area: 1 / 1 / -1 / 2;
      align-self: start;
      inset-block: 0;
      height: 100dvh;
      overflow-y: auto;
    }
  }
`;
