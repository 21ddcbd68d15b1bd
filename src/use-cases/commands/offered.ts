/** What this room offers to the screens for commands (interface.md 4.4, GET /command/encrypt). */
import type { BackendFailure } from '../../domain/backend-failure.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { CommandName } from '../../domain/commands/command.ts';

/**
 * How the fetched command stands to a configuration of the same beacon that is carried unwritten; tokens only go up.
 * `first`: the command is to be written before it (or there is none) · `after`: the configuration is to be written first ·
 * `renewed`: the configuration was fetched again, so that the command comes first · `notRenewed`: that did not work, so it comes after.
 */
export type CommandOrder = 'first' | 'after' | 'renewed' | 'notRenewed';

export type CommandOutcome =
  | {
      readonly kind: 'onThisPhone';
      readonly package: CarriedPackage;
      readonly order: CommandOrder;
      readonly remarks: readonly string[];
    }
  /** The backend does not offer this command: the account's settings have no word for it. */
  | { readonly kind: 'notOffered' }
  | { readonly kind: 'notAllowed'; readonly reason: 'ownerOnly' | 'viewer' }
  /** The answer does not name the device: unknown, or not accessible with this key. */
  | { readonly kind: 'notAccessible' }
  | {
      readonly kind: 'unusable';
      readonly reason: 'notBase64' | 'empty' | 'tooShort' | 'tooLarge';
      readonly bytes: number | null;
    }
  | { readonly kind: 'storageFailed'; readonly detail: string }
  | { readonly kind: 'failed'; readonly failure: BackendFailure };

export interface Commands {
  /** Fetches the command, checks it and keeps it on this phone. Nothing is ever told to the backend about it afterwards. */
  fetch(uniqueId: string, command: CommandName, options?: { signal?: AbortSignal }): Promise<CommandOutcome>;
  /** Makes way for a newer packet; the command is fetched again once that has been written and there is a network. */
  setAside(packageId: string): Promise<void>;
  /** The command is not wanted any more. */
  remove(packageId: string): Promise<void>;
  /** Gives what was removed or set aside back, as long as nothing newer has taken its place. */
  restore(row: CarriedPackage): Promise<void>;
}
