/** Words of commands: what each does, what it costs, and the honest end of it. */
import { isCommandName, type CommandName } from '../../domain/commands/command.ts';
import type { RunPhase } from '../../use-cases/offered.ts';
import type { CommandOrder, CommandOutcome } from '../../use-cases/commands/offered.ts';

export interface CommandText {
  readonly name: string;
  /** What the beacon does, in one sentence. */
  readonly does: string;
  /** What else is to be known before it is sent; '' where nothing is. */
  readonly note: string;
  /** For the dialog of a dangerous one: what will happen and who loses what. */
  readonly consequence: string;
}

export const commandTexts: Readonly<Record<CommandName, CommandText>> = {
  identify: {
    name: 'Identify',
    does: 'The beacon blinks for about ten seconds, so that you see which one it is.',
    note: '',
    consequence: '',
  },
  restart: {
    name: 'Restart',
    does: 'The beacon restarts and goes on with its configuration.',
    note: 'The connection drops by itself; that is no failure.',
    consequence: '',
  },
  nonConnectable: {
    name: 'Make non-connectable',
    does: 'The beacon goes on sending, but nobody can connect to it until its power was taken away and given back.',
    note: 'Known to work on one chip family only: other models may refuse or ignore it.',
    consequence:
      'Nobody can configure this beacon until somebody opens it and takes its battery out. Everyone who manages it loses that access.',
  },
  bootloader: {
    name: 'Start bootloader',
    does: 'The beacon stops its work and waits for new firmware.',
    note: 'A browser cannot load firmware: it takes the tool of the maker to bring the beacon back.',
    consequence:
      'The beacon stops sending, and this app cannot bring it back. Everyone who relies on its signal loses it until a firmware tool was used on it.',
  },
};

/** Of a row that may come from a later edition: its own word where it is not known here. */
export function commandNameOf({ command }: { readonly command?: string | null }): string {
  return isCommandName(command) ? commandTexts[command].name : (command ?? '');
}

export const commandStrings = {
  heading: 'Commands',
  headingNote: 'Carried like a package and written over Bluetooth. A beacon does not answer a command.',
  title: (command: string, uniqueId: string) => `${command}: ${uniqueId}`,
  unknown: 'There is no such command.',
  open: (name: string) => `Open ${name}`,
  states: {
    none: '',
    carried: 'On this phone',
    dead: 'No longer usable',
    unfinished: 'Uncertain',
    sent: 'Sent, cannot be confirmed',
    notOffered: 'Not offered by this backend',
  },
  fetch: 'Fetch command',
  fetchAgain: 'Fetch again',
  fetching: 'Fetching the command',
  send: 'Connect and send',
  confirm: (name: string) => name,
  remove: 'Remove from this phone',
  removed: 'The command was removed from this phone.',
  setAside: 'Set it aside',
  asideDone: 'Set aside: it is fetched again once a newer package was written and there is a network.',
  leave: 'Leave it at that',
  left: 'Left: whether the beacon took the command is not known.',
  reconnect: 'Reconnect and look',
  toDevice: 'Back to the device',
  toRun: 'Go to the run',
  cancel: 'Cancel',
  pastCancel: 'Writing has begun: stay at the beacon for a moment.',
  steps: 'Steps',
  fetched: 'Fetched',
  sentAt: 'Sent',
  none: 'Not on this phone yet: fetch it while you have a network, then send it here or offline at the beacon.',
  dead: 'A newer package was applied to the beacon, so this one can no longer be used.',
  aside:
    'Set aside for a newer package of this beacon: it is fetched again once that was written and there is a network.',
  ended: {
    commandSent: 'Sent, cannot be confirmed.',
    packageDead: 'The beacon has already taken a newer package, so this command can no longer be used.',
    noAnswer: 'Uncertain: it was written twice and never acknowledged. Look at the beacon, or fetch the command again.',
  },
  sentDetail: {
    identify: 'Look for the beacon that blinks.',
    restart: 'The beacon took it; whether it restarted shows only when it advertises again.',
    nonConnectable: 'The beacon took it; that it refuses connections now is the only sign.',
    bootloader: 'The beacon took it; it sends nothing until new firmware was loaded.',
  } satisfies Record<CommandName, string>,
  unfinished:
    'Uncertain: the connection ended before the beacon acknowledged the command. Reconnect to see whether it took it.',
  elsewhere: 'This command is being sent in another window.',
  other: (id: string) => `A run of ${id} is going on in this window.`,
  responseWaits:
    'The receipt of a configuration may still be in this beacon: finish that run first, a command could take it away.',
  configurationFirst:
    'A configuration carried for this beacon was fetched earlier: write it first, or this command would make it useless.',
  carriedFirst: 'Another package carried for this beacon was fetched earlier: write it or remove it first.',
  notAllowed: {
    ownerOnly: (access: string) => `Only an OWNER may send this; your access to this device is ${access}.`,
    viewer: 'Your access to this device is VIEWER: you can look, not change.',
  },
  accessUnknown: 'The backend does not say what your access to this device is: it decides whether you may.',
  notOffered: 'This backend does not offer the command, as the settings of the account say.',
  waiting: (names: string) =>
    `An earlier command waits for this beacon: ${names}. Writing the configuration would make it useless.`,
  goTo: (name: string) => `Send ${name} first`,
  only: (names: string, several: boolean) =>
    `No configuration is carried for this beacon, only ${several ? 'commands' : 'a command'}: ${names}.`,
  goToOnly: (name: string) => `Go to ${name}`,
  phases: {
    writing: 'Write the command',
    choosing: 'Pick the beacon',
    connecting: 'Connect',
    discovering: 'Find its configuration service',
    checking: 'Check whether it took it',
  } satisfies Partial<Record<RunPhase, string>>,
  age: 'A command fetched long ago may be refused; fetch it again when online.',
} as const;

export const commandOutcomeWords: Readonly<
  Record<Exclude<CommandOutcome['kind'], 'onThisPhone' | 'notAllowed' | 'failed' | 'unusable'>, string>
> = {
  notOffered: commandStrings.notOffered,
  notAccessible: 'Not accessible with this key: the backend answered without this device.',
  storageFailed: 'This phone could not keep the command: free some space.',
};

export const commandUnusable: Readonly<Record<'notBase64' | 'empty' | 'tooLarge', string>> = {
  notBase64: 'What the backend sent is not Base64, so it cannot be written.',
  empty: 'What the backend sent is empty.',
  tooLarge: 'What the backend sent is over 512 bytes, more than a browser can write.',
};

export const commandOrderWords: Readonly<Record<CommandOrder, string>> = {
  first: 'On this phone.',
  renewed: 'On this phone. The configuration of this beacon was fetched again, so that this comes first.',
  after: 'On this phone. Write the configuration carried for this beacon first.',
  notRenewed: 'On this phone, but the configuration carried could not be fetched again: it has to be written first.',
};
