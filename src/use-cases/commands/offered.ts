/** Commands as they are offered to the screens (interface.md 4.4, GET /command/encrypt). */
import type { BackendFailure } from '../../domain/backend-failure.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { CommandName } from '../../domain/commands/command.ts';
import type { UnusablePacket } from '../prepare/package-check.ts';

/**
 * The order of the fetched command and an unwritten configuration of the same beacon; tokens only increase. `first`:
 * the command must be written first (or there is no configuration) · `after`: the configuration must be written first ·
 * `renewed`: the configuration was fetched again, so the command comes first · `notRenewed`: that failed, so the
 * command comes after.
 */
export type CommandOrder = 'first' | 'after' | 'renewed' | 'notRenewed';

export type CommandOutcome =
  | {
      readonly kind: 'onThisPhone';
      readonly package: CarriedPackage;
      readonly order: CommandOrder;
      readonly remarks: readonly string[];
    }
  /** The account's settings have no name for this command at the backend. */
  | { readonly kind: 'notOffered' }
  | { readonly kind: 'notAllowed'; readonly reason: 'ownerOnly' | 'viewer' }
  /** The answer does not name the device: unknown, or not accessible with this key. */
  | { readonly kind: 'notAccessible' }
  | {
      readonly kind: 'unusable';
      readonly reason: UnusablePacket;
      readonly bytes: number | null;
    }
  | { readonly kind: 'storageFailed'; readonly detail: string }
  | { readonly kind: 'failed'; readonly failure: BackendFailure };

export interface Commands {
  /** Fetches the command, checks it and stores it on this phone. The backend is never informed of its use. */
  fetch(uniqueId: string, command: CommandName, options?: { signal?: AbortSignal }): Promise<CommandOutcome>;
  /**
   * Puts the command on hold, so that no run uses it before a newer packet. It is fetched again once that has been
   * written and there is a network.
   */
  putOnHold(packageId: string): Promise<void>;
  /** Removes a command that is no longer needed. */
  remove(packageId: string): Promise<void>;
  /** Restores what was removed or put on hold, unless something newer has replaced it. */
  restore(row: CarriedPackage): Promise<void>;
}
