/** How any page says one sentence in the shell's toast. */

import type { Said } from '../elements/toast/toast.ts';

/** Bubbles to the shell, which shows it. With `undo` the toast offers Undo and calls it. */
export class SayEvent extends Event {
  constructor(
    readonly message: string,
    readonly undo: (() => void) | null = null,
  ) {
    super('fk-say', { bubbles: true, composed: true });
  }
}

const LASTS_MS = 6000;
const WITH_UNDO_MS = 12_000;

/** How long a saying stays, ms: longer where it can be undone. */
export function lastsMs(said: Pick<Said, 'undo'> | null): number {
  return said?.undo == null ? LASTS_MS : WITH_UNDO_MS;
}

declare global {
  interface HTMLElementEventMap {
    'fk-say': SayEvent;
  }
}
