/** How a page names in the header the thing that it is about, where its address alone does not tell. */

/** Bubbles to the shell, which shows it until another page is opened. */
export class HeadingEvent extends Event {
  constructor(readonly heading: string) {
    super('fk-heading', { bubbles: true, composed: true });
  }
}

declare global {
  interface HTMLElementEventMap {
    'fk-heading': HeadingEvent;
  }
}
