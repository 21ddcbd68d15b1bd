/** What a drainer needs, and the results of its steps. */
import type { Account } from '../../domain/account.ts';
import type { BackendFailure } from '../../domain/backend-failure.ts';
import type { Extension } from '../../domain/extensions.ts';
import type { VerdictContext } from '../../domain/delivery/verdict.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { CachedRows } from '../cached-rows.ts';
import type { Pace } from '../pace.ts';
import type { Clock, Locks } from '../surroundings.ts';
import type { DeliveryBackend, OutboxDevices, OutboxEdits, OutboxReceipts, QueueStore } from './ports.ts';

export interface DrainerParts {
  readonly account: Account;
  /**
   * May be cached: a row that another window has changed is noticed in the transaction that begins the step. What is
   * cached is forgotten at the start of each turn.
   */
  readonly receipts: OutboxReceipts & Partial<Pick<CachedRows<Receipt>, 'forget'>>;
  readonly edits: OutboxEdits;
  readonly queue: QueueStore;
  readonly pace: Pick<Pace, 'read' | 'skipped'>;
  readonly devices: OutboxDevices;
  readonly backend: DeliveryBackend;
  readonly locks: Pick<Locks, 'acquire'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** In [0, 1). */
  readonly random: () => number;
  readonly hasKey: () => boolean;
  /** Called when the backend's answer contained a package that is still pending; it is stored and offered. */
  readonly onNewPackage: (uniqueId: string, base64: string) => Promise<void> | void;
  /** Keeps what an answer has shown of a call beyond the interface. */
  readonly learn: (extension: Extension, isOffered: boolean) => Promise<void> | void;
  readonly onVerified: (receipt: Receipt) => Promise<void> | void;
  /**
   * Reports a failure that does not end the drain: a callback that threw, or a row that disappeared during its post.
   */
  readonly onTrouble: (error: unknown) => void;
}

/** Returns the context in which an answer is judged when it arrives. `tries`: how often its row was posted. */
export type ContextNow = (tries: number) => VerdictContext;

/** The result of one step: whether it succeeded, and what it showed about the backend. */
export type StepEnd =
  /** `wasTaken`: the request was not refused, so the key and the address are right. */
  | { readonly kind: 'answered'; readonly wasTaken: boolean }
  | { readonly kind: 'failed'; readonly failure: BackendFailure }
  | { readonly kind: 'key' | 'noKey' | 'skipped' };

/** Runs what may fail without undoing what was recorded before or what follows; a failure is reported. */
export async function beside(
  { onTrouble }: Pick<DrainerParts, 'onTrouble'>,
  work: () => Promise<void> | void,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    onTrouble(error);
  }
}
