/** Asks the shell for its key dialog: the key itself never passes through a page. */
import type { ScreenLockRefusal } from '../../use-cases/session/offered.ts';

/** What the dialog is for: giving or opening a key that is not here, or keeping one that is. */
type KeyPurpose = 'give' | 'keep';

export class AskKeyEvent extends Event {
  /** `refusal`: why the screen lock, which was tried already, does not keep the key. */
  constructor(
    readonly purpose: KeyPurpose = 'give',
    readonly refusal: ScreenLockRefusal | null = null,
  ) {
    super('fk-ask-key', { bubbles: true, composed: true });
  }
}

declare global {
  interface HTMLElementEventMap {
    'fk-ask-key': AskKeyEvent;
  }
}
