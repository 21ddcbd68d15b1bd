/** Layout of the shell: header, page and bottom bar on the phone; from a laptop's width on a rail beside them. */
import { css } from 'lit';
import { shortScreen } from '../kit/tokens.ts';

/**
 * `main` receives the focus when a page is shown, so that screen readers start there. It needs no focus ring, because
 * it is not interactive. Its scroll padding keeps focused or targeted elements from being hidden behind the page's foot
 * (ui/elements/foot).
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
    padding: var(--space-1) var(--space-4);
    border-bottom: var(--stroke) solid var(--color-line);
    background: var(--color-info-soft);
  }
  .offer.warning {
    background: var(--color-attention-soft);
  }
  .offer span {
    flex: 1 1 9em;
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
    /* The toast has a row of its own, so that it covers neither the content nor its action. */
    grid-area: said;
    z-index: 2;
    justify-self: center;
    max-width: calc(100% - var(--space-5));
  }
  /* When printing, show only the page at its full length. */
  @media print {
    :host {
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
  @media screen and (min-width: 56.25em) {
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
  /* On short screens everything except the bottom bar scrolls together. */
  @media ${shortScreen} {
    :host {
      grid-template-rows: auto auto max-content auto calc(var(--target-phone) + var(--stroke));
      overflow-y: auto;
      scroll-padding-block: var(--space-2) calc(var(--target-phone) + var(--space-3));
    }
    /* At least as high as the screen, for pages that fill their space. */
    main {
      overflow: visible;
      min-height: calc(100dvh - var(--target-phone));
    }
    /* With its own scrolling it would shrink to nothing, because the page below is as high as the screen. */
    .above {
      max-height: none;
      overflow: visible;
    }
    fk-toast {
      position: fixed;
      inset-inline: var(--space-3);
      inset-block-end: calc(var(--target-phone) + var(--space-2));
      justify-self: auto;
      margin: 0;
    }
  }
  /* Spans all rows, because a sticky element cannot leave its own grid area. */
  @media ${shortScreen} and (max-width: 599px) {
    fk-nav {
      position: sticky;
      z-index: 1;
      grid-area: 1 / 1 / -1 / -1;
      align-self: end;
      inset-block-end: 0;
    }
  }
  /* Below this height even the bar would leave less than 300 px for the page. */
  @media (max-height: 357px) and (max-width: 599px) {
    :host {
      scroll-padding-block-end: var(--space-3);
    }
    fk-nav {
      position: static;
    }
  }
  /* The rail is at the side, so the page fills the height below the header. */
  @media ${shortScreen} and (min-width: 600px) {
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
