/** Opens the shell's key dialog. The key itself never passes through a page. */
import type { ScreenLockRefusal } from '../../use-cases/session/session.ts';

/** The purpose of the dialog: entering or unlocking a missing key, or storing the key in memory. */
type KeyPurpose = 'give' | 'keep';

export class AskKeyEvent extends Event {
  /** `refusal`: why the screen lock could not store the key. */
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
