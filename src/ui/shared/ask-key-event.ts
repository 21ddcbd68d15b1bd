/** Asks the shell for its key dialog: the key itself never passes through a page. */
export class AskKeyEvent extends Event {
  constructor() {
    super('fk-ask-key', { bubbles: true, composed: true });
  }
}

declare global {
  interface HTMLElementEventMap {
    'fk-ask-key': AskKeyEvent;
  }
}
