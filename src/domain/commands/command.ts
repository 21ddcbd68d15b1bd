/** The secure commands of a beacon: effect, permission and outcome (interface.md 4.4, field-facts.md 1 and 3). */

export const COMMANDS = ['identify', 'restart', 'nonConnectable', 'bootloader'] as const;
export type CommandName = (typeof COMMANDS)[number];

/** The `command` of a package or run that reads a beacon (domain/reading.ts). */
export const READ_ALL = 'readAll';

/** The backend's spelling of each command in GET /command/encrypt; '' when it does not offer it. */
export type CommandWords = Readonly<Record<CommandName, string>>;

interface CommandTraits {
  /** The beacon may become unreachable: only for the owner, confirmed by typing. */
  readonly dangerous: boolean;
  /** Its packet must be older than a configuration's: it is written first. */
  readonly beforeConfiguration: boolean;
}

export const COMMAND_TRAITS: Readonly<Record<CommandName, CommandTraits>> = {
  identify: { dangerous: false, beforeConfiguration: true },
  restart: { dangerous: false, beforeConfiguration: false },
  nonConnectable: { dangerous: true, beforeConfiguration: false },
  bootloader: { dangerous: true, beforeConfiguration: false },
};

type CommandPermission =
  /** `accessUnknown`: the key's access is unknown, so the backend decides. */
  | { readonly allowed: true; readonly warning: 'accessUnknown' | null }
  | { readonly allowed: false; readonly reason: 'ownerOnly' | 'viewer' };

/** Whether this access level may send the command. Unknown levels do not count as owner. */
export function permissionFor(command: CommandName, access: string | null): CommandPermission {
  const { dangerous } = COMMAND_TRAITS[command];
  if (access === null) return { allowed: true, warning: dangerous ? 'accessUnknown' : null };
  if (access === 'VIEWER') return { allowed: false, reason: 'viewer' };
  return dangerous && access !== 'OWNER' ? { allowed: false, reason: 'ownerOnly' } : { allowed: true, warning: null };
}

export function isCommandName(text: unknown): text is CommandName {
  return COMMANDS.some((name) => name === text);
}
