/** What all actions on the outbox share: its stores, its view, and the sender's trigger. */
import type { Receipt } from '../../domain/receipt.ts';
import type { OutboxParts } from './outbox.ts';
import type { Trigger } from './triggers.ts';

export interface OutboxCore {
  readonly parts: OutboxParts;
  readonly isMine: (receipt: Receipt) => boolean;
  /** Updates the view from the disk. */
  readonly load: () => Promise<void>;
  /** Sends what is due, for this reason. */
  readonly kick: (trigger: Trigger) => Promise<void>;
}
