/** Lets a page show the name of its subject in the header, if the address alone does not contain it. */

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
