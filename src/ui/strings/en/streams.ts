/** Words of the streams page: what a stream is, its fields and their faults, every outcome of a step. */
import type { DraftFaultReason, DraftOddityReason } from '../../../domain/streams/draft.ts';
import type { DestinationKind, SecretField, ShownField, StreamType } from '../../../domain/streams/stream.ts';
import type { StreamStanding } from '../../../domain/streams/steps.ts';
import { number } from '../counting.ts';

const list = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

const types: Record<StreamType, string> = { telemetry: 'Telemetry', position: 'Position' };
const inText: Record<StreamType, string> = { telemetry: 'telemetry', position: 'position' };

const labels: Record<ShownField | SecretField, string> = {
  endpoint: 'Endpoint',
  streamName: 'Stream name',
  region: 'Region',
  forcedPartitionKey: 'Constant partition key',
  sharedAccessKeyName: 'Name of the shared access key',
  eventHubName: 'Event hub name',
  accessKey: 'Access key',
  secretKey: 'Secret key',
  sharedAccessKey: 'Shared access key',
};

/** What may be meant as it is; the labels of the fields stand before it. */
const oddities: Record<DraftOddityReason, string> = {
  leftEmpty: 'left empty; the backend decides.',
  emptied: 'emptied; the backend decides.',
  notAnAddress: 'this looks like no address and no host.',
  notHttps: 'only https keeps the records private.',
  hasQuery: 'there is something after the path.',
  notSb: 'it usually begins with sb://',
  wrongHost: 'it usually has the form sb://<namespace>.servicebus.windows.net/',
  noEndSlash: 'it usually ends with a slash.',
  badName: 'there is a character in it that names seldom have.',
  badRegion: 'usually small letters, digits and hyphens, such as eu-west-1.',
  tooLong: 'this is very long.',
  spaces: 'there is a space in it; it may have come along when it was copied.',
};

export const streamStrings = {
  loading: 'Reading the stream',
  types,
  typesLabel: 'Data type',
  about: {
    telemetry: 'A record goes out each time the cloud receives telemetry of a beacon.',
    position: 'A record goes out each time the position of a device changes.',
  } satisfies Record<StreamType, string>,
  standing: {
    none: 'Not set up',
    paused: 'Paused',
    on: 'Enabled',
    unsaid: 'Set up',
  } satisfies Record<StreamStanding, string>,
  notRead: 'Not read yet',
  standingText: {
    paused: 'Nothing is sent until you resume it.',
    on: 'Records go to the destination as they are made.',
    unsaid: 'The backend does not say whether it is paused.',
  } satisfies Partial<Record<StreamStanding, string>>,
  readAt: 'Read',
  readAgain: 'Read again',
  none: (type: StreamType) => `There is no ${inText[type]} stream yet.`,
  noneOr404: (type: StreamType) => `The backend knows no ${inText[type]} stream, or this key has no access to it.`,
  create: 'Create a stream',
  change: 'Change',
  pause: 'Pause',
  resume: 'Resume',
  remove: 'Delete',
  offline: 'You are offline. Streams are read and changed at the backend only; nothing of them is kept on this phone.',
  offlineStale: 'You are offline: this is what the backend showed last, and nothing can be changed now.',
  staleText: 'This is what the backend showed before.',
  several: (n: number) => `The backend lists ${n} streams of this type; the first one is shown.`,
  odd: 'The backend sent fields this app does not know.',
  unshown: (fields: readonly string[]) =>
    `The backend shows no ${list(fields)} for this stream. Only if no records arrive, type the whole configuration again.`,
  noDestination:
    'The backend shows no destination that this app knows. Only if no records arrive, type the whole configuration again.',
  typeAgain: 'Type it again',

  destination: 'Destination',
  kinds: { cloudStream: 'Cloud data stream', eventHub: 'Event hub' } satisfies Record<DestinationKind, string>,
  fields: labels,
  help: {
    cloudEndpoint: 'As the cloud prints it: an https address or the name of a host.',
    hubEndpoint: 'sb://<namespace>.servicebus.windows.net/',
    streamName: 'Letters, digits, dot, hyphen and underscore.',
    region: 'Such as eu-west-1.',
    forcedPartitionKey: 'Leave it empty to keep the records of one beacon together.',
    eventHubName: 'Of the hub, not of the namespace.',
    sharedAccessKeyName: 'The key needs the right to send.',
    secretNew: 'It is sent once and cannot be shown again.',
    secretKept: 'Stored, cannot be shown. Leave it empty to keep it.',
  },
  notShown: 'Not shown by the backend',
  secretShown: 'Stored, cannot be shown',
  secretUnshown: 'Cannot be shown',
  otherKindSecrets: 'Another kind of destination replaces the whole stream, so type its secrets too.',
  otherRegion: (named: string) => `The endpoint names the region ${named}. Check that both belong together.`,
  faults: {
    empty: 'This is needed.',
    hasUser: 'There is a user name in it, and everybody would see it. Leave out what stands before the @.',
    connectionString: 'This is a whole connection string, with its secret. Type only the part from sb:// to the slash.',
    controlCharacter: 'There is an invisible character in it; type it again.',
  } satisfies Record<DraftFaultReason, string>,
  oddities,
  lookAgain: 'Look again before it is sent:',
  sendAsItIs: 'Send anyway',
  oddity: (of: readonly (ShownField | SecretField)[], reason: DraftOddityReason): string =>
    `${list(of.map((field, at) => (at === 0 ? labels[field] : labels[field].toLowerCase())))}: ${oddities[reason]}`,
  fixFirst: (n: number) => (n === 1 ? 'One field needs a correction.' : `${n} fields need a correction.`),

  createHeading: (type: StreamType) => `New ${inText[type]} stream`,
  changeHeading: (type: StreamType) => `Change the ${inText[type]} stream`,
  replaceHeading: (type: StreamType) => `Type the whole ${inText[type]} stream again`,
  createNote: 'It is created paused. You resume it when the destination is ready.',
  changeNote: 'Only what you change is sent.',
  replaceNote: 'The whole configuration is sent, with its secrets, and replaces what the backend has.',
  createAction: 'Create',
  changeAction: 'Send changes',
  replaceAction: 'Send all of it',
  cancel: 'Cancel',

  partition: 'Partition key',
  partitionDefault: 'trackingId',
  partitionText: 'The records of one beacon have the same key, its trackingId, and stay in their order.',
  partitionForced: (key: string) =>
    `Every record has the key “${key}” instead of its trackingId, so all of them share one partition.`,
  partitionHub: 'The key is the trackingId. A constant key exists for cloud data streams only.',
  permissions: 'Permissions the destination account needs',
  permissionNames: ['Put a record', 'Put records', 'Publish metric data'],
  permissionsText: 'Without all three a cloud data stream does not work.',

  done: {
    create: 'The stream is set up and paused.',
    change: 'The stream is changed.',
    pause: 'The stream is paused.',
    resume: 'The stream is enabled.',
    delete: 'The stream is deleted.',
  },
  secretsUnseen:
    'Changed. Nothing shows whether the backend kept the secrets you did not type; if no records arrive, type the whole configuration again.',
  doneUnread: 'The backend took it, but the stream could not be read again.',
  dropped: (fields: readonly string[]) =>
    `The backend took the change and no longer shows ${list(fields)}; it may have let go of the secrets too. Type the whole configuration again.`,
  unshownAfter: (fields: readonly string[]) =>
    `The backend took it, but shows no ${list(fields)}. Whether it keeps what it does not show cannot be seen from here.`,
  notTaken: 'The backend said yes, but shows the stream as it was before.',
  unanswered:
    'No answer came, so the change may have been made or not. What is shown here is what the backend has now.',
  unansweredUnread:
    'No answer came, so the change may have been made or not. Read the stream again before you try once more.',
  secretsGone: 'The secrets have left this form; type them again to send them.',
  nothingChanged: 'Nothing was changed, so nothing was sent.',
  exists: 'Somebody has set up this stream meanwhile; nothing was sent. This is what it is now.',
  changedMeanwhile: 'Somebody has changed this stream meanwhile; nothing was sent. This is what it is now.',
  gone: 'The stream does not exist any more; nothing was sent.',

  deleteHeading: (type: StreamType) => `Delete the ${inText[type]} stream`,
  deleteText: (type: StreamType, destination: string) =>
    `Records of the type ${inText[type]} no longer go to ${destination}. What is not sent meanwhile is not sent later, and its secrets have to be typed again for a new stream.`,
  deleteAction: 'Delete the stream',

  tail: {
    heading: 'What arrives',
    note: 'Practice only: the newest records that the sandbox has pushed to this destination.',
    hold: 'Hold',
    follow: 'Follow',
    inspect: 'Open in the inspector',
    state: {
      none: 'There is no stream, so nothing is pushed.',
      paused: 'The stream is paused: nothing is pushed.',
      pushing: 'Waiting for the next record.',
      failing: (reason: string) => `Nothing can be pushed: ${reason}.`,
      away: 'The sandbox cannot be asked now.',
    },
    count: (n: number) => (n === 1 ? '1 record' : `${number(n)} records`),
    list: 'Records, the newest first',
    at: 'At',
    key: 'Key',
    payload: 'Payload',
  },
  toInspector: 'Check records of a stream',
  fieldList: list,
} as const;
