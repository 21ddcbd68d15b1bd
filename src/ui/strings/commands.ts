/** Words of commands: what each does, what it costs, and the honest end of it. */
import { isCommandName, type CommandName } from '../../domain/commands/command.ts';
import { errandOf } from '../../domain/errand.ts';
import { MAX_PACKET_BYTES } from '../../domain/limits.ts';
import type { CommandOrder, CommandOutcome } from '../../use-cases/commands/commands.ts';
import type { UnusablePacket } from '../../use-cases/prepare/package-check.ts';
import { number } from './counting.ts';
import { thisDevice } from './place.ts';
import { inLanguage } from './language.ts';

const here = thisDevice();

export interface CommandText {
  readonly name: string;
  /** What the beacon does, in one sentence. */
  readonly does: string;
  /** What else is to be known before it is sent; '' where nothing is. */
  readonly note: string;
  /** For the dialog of a dangerous one: what will happen and who loses what. */
  readonly consequence: string;
}

export const commandTexts: Readonly<Record<CommandName, CommandText>> = inLanguage('commandTexts', {
  identify: {
    name: 'Identify',
    does: 'The beacon blinks for about ten seconds, so you can see which one it is.',
    note: '',
    consequence: '',
  },
  restart: {
    name: 'Restart',
    does: 'The beacon restarts and keeps its configuration.',
    note: 'The connection will drop. That is normal.',
    consequence: '',
  },
  nonConnectable: {
    name: 'Make non-connectable',
    does: 'The beacon keeps sending, but nobody can connect to it until it has been power-cycled.',
    note: 'Known to work on one chip family only. Other models may refuse or ignore it.',
    consequence:
      'Nobody can configure this beacon until someone opens it and takes the battery out. Everyone who manages it loses that access.',
  },
  bootloader: {
    name: 'Start bootloader',
    does: 'The beacon stops working and waits for new firmware.',
    note: 'A browser cannot load firmware. You need the manufacturer’s tool to recover the beacon.',
    consequence:
      'The beacon stops sending, and this app cannot recover it. Everyone who relies on its signal loses it until someone recovers it with the manufacturer’s tool.',
  },
});

/** A row may come from a later version: a command that is not known here is shown by its own word. */
export const commandNameOf = inLanguage(
  'commandNameOf',
  ({ command }: { readonly command?: string | null }): string => {
    return errandOf({ command }).name === 'reading'
      ? 'Read the beacon'
      : isCommandName(command)
        ? commandTexts[command].name
        : (command ?? '');
  },
);

export const commandStrings = inLanguage('commandStrings', {
  heading: 'Commands',
  headingNote: 'Written over Bluetooth, like a package. Beacons do not confirm commands.',
  title: (command: string, uniqueId: string) => `${command}: ${uniqueId}`,
  unknown: 'This command does not exist.',
  open: (name: string) => `Open ${name}`,
  states: {
    none: '',
    carried: 'Downloaded',
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
  remove: `Remove from ${here}`,
  removed: `The command was removed from ${here}.`,
  setAside: 'Put on hold',
  asideDone: 'On hold: it is fetched again after a newer package has been written and you are online.',
  leave: 'Stop checking',
  left: 'Stopped. It is not known whether the beacon took the command.',
  reconnect: 'Reconnect and check',
  toDevice: 'Back to the device',
  toRun: 'Go to the run',
  cancel: 'Cancel',
  pastCancel: 'Writing. Stay next to the beacon for a moment.',
  fetched: 'Fetched',
  none: `Not on ${here} yet. Fetch it while you are online. Then send it at the beacon, online or offline.`,
  dead: 'This command can no longer be sent. Fetch it again.',
  aside:
    'On hold: a newer package is waiting for this beacon. The command is fetched again after that package is written and you are online.',
  ended: {
    commandSent: 'Sent, cannot be confirmed.',
    packageDead: 'The beacon has already taken a newer package, so this command can no longer be used.',
    noAnswer:
      'Uncertain: it was written twice, and the beacon never confirmed it. Check the beacon, or fetch the command again.',
  },
  sentDetail: {
    identify: 'Look for the blinking beacon.',
    restart: 'The beacon took it. The only sign of a restart is that it advertises again.',
    nonConnectable: 'The beacon took it. The only sign is that it now refuses connections.',
    bootloader: 'The beacon took it. A beacon in the bootloader stays silent until new firmware is loaded.',
  } satisfies Record<CommandName, string>,
  unfinished: 'Uncertain: the connection ended before the beacon confirmed the command. Reconnect to check.',
  elsewhere: 'This command is being sent in another window.',
  other: (id: string) => `${id} is being written in this window.`,
  responseWaits:
    'This beacon may still hold the receipt of a configuration. Finish that run first: a command could erase it.',
  configurationFirst:
    'A configuration for this beacon was fetched earlier. Write it first, or this command would make it useless.',
  carriedFirst: 'Another package for this beacon was fetched earlier. Write it or remove it first.',
  notAllowed: {
    ownerOnly: (access: string) => `Only an Owner may send this. Your access to this device is ${access}.`,
    viewer: 'Your access is Viewer: you can view this device but not change it.',
  },
  accessUnknown:
    'The backend does not say what access you have to this device. It will decide whether you may send this.',
  notOffered: 'This backend does not offer the command, according to the settings of this account.',
  waiting: (names: string) =>
    `An earlier command is waiting for this beacon: ${names}. Writing the configuration would make it useless.`,
  only: (names: string, several: boolean) =>
    several
      ? `No configuration on ${here} for this beacon, only commands: ${names}.`
      : `No configuration on ${here} for this beacon, only a command: ${names}.`,
  goToOnly: (name: string) => `Go to ${name}`,
  goTo: (name: string) => `Send ${name} first`,
} as const);

export const commandOutcomeWords: Readonly<
  Record<Exclude<CommandOutcome['kind'], 'onThisPhone' | 'notAllowed' | 'failed' | 'unusable'>, string>
> = inLanguage('commandOutcomeWords', {
  notOffered: commandStrings.notOffered,
  notAccessible: 'Your key has no access to this device: the backend left it out of its answer.',
  storageFailed: `The command could not be saved on ${here}. Free some space.`,
});

export const commandUnusable: Readonly<Record<UnusablePacket, string>> = inLanguage('commandUnusable', {
  notBase64: 'The backend sent something that is not Base64, so it cannot be written.',
  empty: 'The backend sent an empty command.',
  tooShort: 'The backend sent fewer than 9 bytes, which is too short for a command.',
  tooLarge: `The backend sent more than ${number(MAX_PACKET_BYTES)} bytes, which is more than a browser can write.`,
  otherOperation: 'The backend sent a packet whose header says that it is no command, so it was not saved.',
});

export const commandOrderWords: Readonly<Record<CommandOrder, string>> = inLanguage('commandOrderWords', {
  first: 'Downloaded.',
  renewed: 'Downloaded. The configuration of this beacon was fetched again, so the command goes first.',
  after: 'Downloaded. Write the configuration of this beacon first.',
  notRenewed: 'Downloaded, but the configuration could not be fetched again. Write the configuration first.',
});
