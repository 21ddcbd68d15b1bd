/** What a person's acts on the outbox share: its stores, its rows in sight, and a word to the sender. */
import type { Receipt } from '../../domain/receipt.ts';
import type { OutboxParts } from './outbox.ts';
import type { Trigger } from './triggers.ts';

export interface OutboxCore {
  readonly parts: OutboxParts;
  readonly isMine: (receipt: Receipt) => boolean;
  /** Shows the rows as they are on the disk. */
  readonly load: () => Promise<void>;
  /** Sends what is due, for this reason. */
  readonly kick: (trigger: Trigger) => Promise<void>;
}
