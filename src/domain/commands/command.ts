/** The secure commands of a beacon: what each does, who may send it, and what is known afterwards (interface.md 4.4, field-facts.md 1 and 3). */

export const COMMANDS = ['identify', 'restart', 'nonConnectable', 'bootloader'] as const;
export type CommandName = (typeof COMMANDS)[number];

/** How the backend spells each command in GET /command/encrypt; '' where it does not offer it. */
export type CommandWords = Readonly<Record<CommandName, string>>;

interface CommandTraits {
  /** After these the beacon may be out of reach: the owner's to decide, confirmed by typing. */
  readonly dangerous: boolean;
  /** The beacon lets the link go by itself right after it has acknowledged. */
  readonly dropsLink: boolean;
  /** Its packet is to be older than a configuration carried beside it: it is written first. */
  readonly beforeConfiguration: boolean;
}

export const COMMAND_TRAITS: Readonly<Record<CommandName, CommandTraits>> = {
  identify: { dangerous: false, dropsLink: false, beforeConfiguration: true },
  restart: { dangerous: false, dropsLink: true, beforeConfiguration: false },
  nonConnectable: { dangerous: true, dropsLink: true, beforeConfiguration: false },
  bootloader: { dangerous: true, dropsLink: true, beforeConfiguration: false },
};

type CommandPermission =
  /** `accessUnknown`: the backend has not said what this key may do; it will judge. */
  | { readonly allowed: true; readonly warning: 'accessUnknown' | null }
  | { readonly allowed: false; readonly reason: 'ownerOnly' | 'viewer' };

/** Whether this access level may send the command. Levels are the backend's words; those nobody here knows are not owners. */
export function permissionFor(command: CommandName, access: string | null): CommandPermission {
  const { dangerous } = COMMAND_TRAITS[command];
  if (access === null) return { allowed: true, warning: dangerous ? 'accessUnknown' : null };
  if (access === 'VIEWER') return { allowed: false, reason: 'viewer' };
  return dangerous && access !== 'OWNER' ? { allowed: false, reason: 'ownerOnly' } : { allowed: true, warning: null };
}

export function isCommandName(text: unknown): text is CommandName {
  return COMMANDS.some((name) => name === text);
}
