/** Lets any page show one sentence in the shell's toast. */

/**
 * Bubbles to the shell, which shows it. With `undo` the toast offers Undo and calls it. If that returns another event,
 * it is shown next.
 */
export class SayEvent extends Event {
  constructor(
    readonly message: string,
    readonly undo: (() => unknown) | null = null,
  ) {
    super('fk-say', { bubbles: true, composed: true });
  }
}

declare global {
  interface HTMLElementEventMap {
    'fk-say': SayEvent;
  }
}
