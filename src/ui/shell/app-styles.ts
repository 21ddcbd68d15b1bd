/** The shell's places on the screen: header, page, bar below on the phone; rail beside them from 900 px. */
import { css } from 'lit';

export const appStyles = css`
  :host {
    display: grid;
    grid-template: auto auto minmax(0, 1fr) auto / minmax(0, 1fr);
    grid-template-areas: 'header' 'above' 'page' 'nav';
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
  .tools fk-button:not([variant='quiet']) {
    margin-block: var(--space-1);
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
  }
  /* It takes the focus when a page is shown so that reading begins there; nothing can be done with it, so nothing is ringed. */
  main:focus-visible {
    outline: none;
  }
  fk-nav {
    grid-area: nav;
  }
  fk-toast {
    /* At the top of the page: the primary action and the bar are at its foot. */
    grid-area: page;
    z-index: 2;
    place-self: start center;
    max-width: calc(100% - var(--space-5));
    margin-block: var(--space-3);
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
      place-self: end center;
      margin-block-end: calc(var(--target-big) + var(--space-6));
    }
  }
`;
